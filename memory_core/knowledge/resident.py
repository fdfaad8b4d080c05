"""The knowledge vectors of one space in memory, as fresh as the database's revision (SPEC 5).

20,000 rows are read in 42 ms and compared in 3, so they stay; every process has its own copy
and looks at the revision at each call, which triggers move whoever writes.
"""

import threading
from collections.abc import Callable
from typing import Final

from memory_core.algorithms import dense
from memory_core.algorithms.dense import Int8Matrix
from memory_core.knowledge import store

REVISION_KEY: Final = "knowledge_vector_revision"


class KnowledgeVectors:
    """`revision` reads the current revision of the database."""

    def __init__(self, revision: Callable[[], int]) -> None:
        self._revision = revision
        self._lock = threading.Lock()
        self._space_id = 0
        self._seen = -1
        self._blobs: dict[int, bytes] = {}
        self._matrix = dense.build([])

    def matrix(self, *, space_id: int) -> Int8Matrix:
        """The matrix of now. Raises BadVector naming the row that does not fit."""
        current = self._revision()
        with self._lock:
            if space_id != self._space_id or current < self._seen:
                self._seen = -1
            if current != self._seen:
                self._refresh(space_id, current)
            return self._matrix

    def _refresh(self, space_id: int, current: int) -> None:
        first = store.first_change()
        if self._seen < 0 or first > self._seen + 1:
            self._blobs = store.VECTORS.load_all(space_id=space_id)
        else:
            changed = sorted(store.changed_vectors(since=self._seen))
            fresh = store.VECTORS.load(changed, space_id=space_id)
            for row_id in changed:
                if row_id in fresh:
                    self._blobs[row_id] = fresh[row_id]
                else:
                    self._blobs.pop(row_id, None)
        self._matrix = dense.build(sorted(self._blobs.items()))
        self._space_id, self._seen = space_id, current
