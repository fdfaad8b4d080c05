"""Vectors made of words by hashing: no model, yet texts that share words point the same way."""

import hashlib
import math
import re
from collections import Counter
from typing import Final

_WORDS: Final = re.compile(r"[a-z0-9]+|[\u3400-\u9fff\uf900-\ufaff]+")
_PLACES_A_WORD: Final = 3


def vector(text: str, *, dimension: int) -> list[float]:
    """A vector of length 1, the same for the same text in every process."""
    values = [0.0] * dimension
    for word, count in Counter(_pieces(text.lower()) or [f"no words: {text}"]).items():
        digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=16).digest()
        for place in range(_PLACES_A_WORD):
            number = int.from_bytes(digest[place * 4 : place * 4 + 4], "big")
            values[number % dimension] += math.sqrt(count) * (1.0 if number >> 31 else -1.0)
    length = math.hypot(*values)
    if length == 0.0:
        # Few dimensions, and every word was cancelled by another one.
        values[len(text) % dimension] = length = 1.0
    return [value / length for value in values]


def _pieces(text: str) -> list[str]:
    """Words of Latin letters; of Chinese runs every character and every pair."""
    found: list[str] = []
    for run in _WORDS.findall(text):
        if run.isascii():
            found.append(run)
        else:
            found += [*run, *(run[start : start + 2] for start in range(len(run) - 1))]
    return found
