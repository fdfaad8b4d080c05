"""The sample chat: its lines, and how it comes in and goes out."""

from memory_core.samples.chat import PRESET, ZONE, sample_lines
from memory_core.samples.loading import is_loaded, load, remove

__all__ = ["PRESET", "ZONE", "is_loaded", "load", "remove", "sample_lines"]
