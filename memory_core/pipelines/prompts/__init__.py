"""Prompts beside the parsers of their answers: chat models as Summarizer and Extractor."""

from memory_core.pipelines.prompts.model_backed import ModelExtractor, ModelSummarizer
from memory_core.pipelines.prompts.readiness import READINESS

__all__ = ["READINESS", "ModelExtractor", "ModelSummarizer"]
