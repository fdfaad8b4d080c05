"""What every embedder owes: texts a model can take, vectors that mean something (SPEC 3.6)."""

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np

from memory_core.ports import Embedder, Refused, Unusable

BATCH: Final = 20
"""Texts in one request (SPEC 3.6)."""


class SearchEmbedder(Embedder, Protocol):
    """An embedder that may treat what is searched for apart from what is stored: `embed` is for
    stored texts, `embed_queries` for questions. Both are of one space."""

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]: ...


def is_embeddable(text: str) -> bool:
    """Whether a model can be asked about this text. Blank, NUL and lone surrogates cannot be sent:
    some models cut at a NUL without a word."""
    if not text.strip() or "\0" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_texts(texts: Sequence[str]) -> None:
    """Raises `Refused` that names the place of the first text no model can take, never the text."""
    for place, text in enumerate(texts):
        if not is_embeddable(text):
            raise Refused(f"Text {place + 1} of {len(texts)} is blank or not valid Unicode.")


def check_vectors(vectors: Sequence[object], *, count: int, dimension: int) -> list[list[float]]:
    """`count` vectors of `dimension` finite numbers, none of length zero.

    One bad vector refuses the whole answer: `Unusable` (SPEC 3.6). They are judged as float32,
    which is how they are stored.
    """
    if len(vectors) != count:
        raise Unusable(f"{len(vectors)} vectors came for {count} texts.")
    return [_checked(vector, dimension=dimension) for vector in vectors]


def _checked(vector: object, *, dimension: int) -> list[float]:
    if not isinstance(vector, list) or not set(map(type, vector)) <= {int, float}:
        raise Unusable("A vector is no list of numbers.")
    if len(vector) != dimension:
        raise Unusable(f"A vector has {len(vector)} numbers, not {dimension}.")
    try:
        with np.errstate(over="ignore"):
            stored = np.array(vector, dtype=np.float64).astype(np.float32)
    except OverflowError:
        raise Unusable("A vector holds a number that is not finite.") from None
    if not np.isfinite(stored).all():
        raise Unusable("A vector holds a number that is not finite.")
    length = float(np.linalg.norm(stored.astype(np.float64)))
    if not np.isfinite(length) or np.float32(length) == 0.0:
        raise Unusable("A vector has no direction: all of it is zero.")
    return [float(number) for number in vector]
