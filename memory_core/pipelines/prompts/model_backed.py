"""Summarizer and Extractor of the ports on top of any chat model."""

import random
from dataclasses import replace

from memory_core.algorithms import secrets
from memory_core.algorithms.vocabulary import Readiness
from memory_core.pipelines.prompts import assessment, extraction, summary
from memory_core.pipelines.prompts import batch as batches
from memory_core.pipelines.prompts.asking import ask
from memory_core.pipelines.prompts.fence import Clean
from memory_core.ports import (
    Assessment,
    ChatModel,
    Extraction,
    ExtractionRequest,
    Summary,
    SummaryRequest,
)


def without_secrets(text: str) -> str:
    """`text` with the class of each secret in its place (SPEC 3.3)."""
    return secrets.mask(text).text


class ModelSummarizer:
    """`rng` draws the fences; without one they come from the system's randomness. `mask` hides
    secrets in whatever people wrote, names too, before it is cleaned and cut."""

    def __init__(
        self, chat: ChatModel, *, rng: random.Random | None = None, mask: Clean = without_secrets
    ) -> None:
        self._chat = chat
        self._rng = rng or random.SystemRandom()
        self._mask = mask

    @property
    def model(self) -> str:
        return self._chat.model

    def summarize(self, request: SummaryRequest) -> Summary:
        """Raises the exceptions of the ports, and ValueError for a batch without a message."""
        batch = batches.number(request.lines, mask=self._mask)
        prompt = summary.prompt(request, batch, rng=self._rng, mask=self._mask)
        asked = ask(self._chat, prompt, read=lambda answer: summary.read(answer, batch))
        return replace(asked.value, usage=asked.usage)


class ModelExtractor:
    """`readiness` is how readily to extract; for the rest see ModelSummarizer."""

    def __init__(
        self,
        chat: ChatModel,
        *,
        readiness: Readiness = "balanced",
        rng: random.Random | None = None,
        mask: Clean = without_secrets,
    ) -> None:
        self._chat = chat
        self._readiness = readiness
        self._rng = rng or random.SystemRandom()
        self._mask = mask

    @property
    def model(self) -> str:
        return self._chat.model

    def assess(self, request: ExtractionRequest) -> Assessment:
        """Raises the exceptions of the ports, and ValueError for a batch without a message."""
        batch = batches.number(request.lines, context=request.context, mask=self._mask)
        prompt = assessment.prompt(
            batch, request.known, readiness=self._readiness, rng=self._rng, mask=self._mask
        )
        asked = ask(self._chat, prompt, read=lambda answer: assessment.read(answer, batch))
        return replace(asked.value, usage=asked.usage)

    def extract(self, request: ExtractionRequest) -> Extraction:
        """Raises the exceptions of the ports, and ValueError for a batch without a message."""
        batch = batches.number(request.lines, context=request.context, mask=self._mask)
        prompt = extraction.prompt(
            batch, request.known, readiness=self._readiness, rng=self._rng, mask=self._mask
        )
        asked = ask(self._chat, prompt, read=lambda answer: extraction.read(answer, batch))
        return replace(asked.value, usage=asked.usage)
