"""Vectors as a by-pass: text first, vector later; nothing here rolls text back (SPEC 3.6)."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np

from memory_core import unit
from memory_core.algorithms import quantize, secrets
from memory_core.algorithms.calibration import FEWEST_ROWS, calibrate
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.knowledge import store as knowledge
from memory_core.pipelines.calls import call
from memory_core.ports import Embedder, Refused, TooLarge, Unusable, Usage
from memory_core.retrieval import store as retrieval
from memory_core.retrieval.store import OwnerKind, VectorSpace

BATCH: Final = 20
"""A limit of common end points, not a tuning value."""
SNAPSHOT: Final = 2000
"""Rows one job takes on: a frozen list, so that rows written meanwhile wait for the next."""


@dataclass(frozen=True, slots=True)
class Item:
    """A row that wants a vector."""

    kind: OwnerKind
    id: int
    text: str


_PROBE: Final = Item("fact", 0, "hello")


@dataclass(frozen=True, slots=True)
class EmbedResult:
    """`left` = rows of the snapshot not reached before the time was over."""

    written: int
    refused: int
    left: int


@dataclass(frozen=True, slots=True)
class _Vectors:
    rows: list[list[float]]
    usage: Usage


def missing(space: VectorSpace | None, *, limit: int = SNAPSHOT) -> list[Item]:
    """Rows without a vector in this space, facts first. Without a space: all there are."""
    space_id = space.id if space else 0
    refused = space.refused if space else {}
    found = [
        Item("fact", row_id, text)
        for row_id, text in facts.without_vector(
            space_id=space_id, exclude=refused.get("fact", ()), limit=limit
        ).items()
    ]
    found += [
        Item("knowledge", row_id, text)
        for row_id, text in knowledge.without_vector(
            space_id=space_id, exclude=refused.get("knowledge", ()), limit=limit
        ).items()
    ]
    return found[:limit]


def fill(
    *, lease: Lease, embedder: Embedder, at: datetime, is_over: Callable[[], bool]
) -> EmbedResult:
    """Give vectors to a snapshot of rows, twenty a request, until done or `is_over()`.

    Provider errors that are nobody's fault pass to the caller; what was written stays.
    """
    with unit.write():
        space = retrieval.use_space(model=embedder.model, dimension=embedder.dimension, at=at)
    items = missing(space)
    written = refused = done = 0
    for start in range(0, len(items), BATCH):
        if is_over():
            break
        batch = items[start : start + BATCH]
        failed = _embed(batch, space=space, embedder=embedder, lease=lease, at=at)
        if failed:
            # When not even this is taken, the end point is at fault and no row is noted.
            _ask([_PROBE], space=space, embedder=embedder, lease=lease, at=at)
        for item in failed:
            retrieval.refuse(space.id, kind=item.kind, row_id=item.id)
        written, refused = written + len(batch) - len(failed), refused + len(failed)
        done = start + len(batch)
        jobs.beat(lease, step="embed", n=done, m=len(items))
    _measure(space)
    result = EmbedResult(written, refused, len(items) - done)
    jobs.finish(
        lease,
        state="succeeded",
        at=at,
        result={"written": written, "refused": refused, "left": result.left},
    )
    return result


def _embed(
    batch: Sequence[Item], *, space: VectorSpace, embedder: Embedder, lease: Lease, at: datetime
) -> list[Item]:
    """Embed and write one batch; when the answer is refused as a whole, each row on its own.

    Returns the rows the model will not take.
    """
    try:
        vectors = _ask(batch, space=space, embedder=embedder, lease=lease, at=at)
    except (Unusable, Refused, TooLarge):
        if len(batch) == 1:
            return list(batch)
        return [
            failed
            for item in batch
            for failed in _embed([item], space=space, embedder=embedder, lease=lease, at=at)
        ]
    _write(batch, vectors, space=space, lease=lease)
    return []


def _ask(
    batch: Sequence[Item], *, space: VectorSpace, embedder: Embedder, lease: Lease, at: datetime
) -> list[list[float]]:
    """One request, outside any transaction. Another count or dimension, a value that is not
    finite or a row of zeros: the whole answer is refused, since nobody knows which row is whose."""

    def ask() -> _Vectors:
        texts = [secrets.mask(item.text).text for item in batch]
        return _Vectors(embedder.embed(texts), Usage())

    answer = call(ask, model=embedder.model, purpose="embed", job_id=lease.job_id, at=at).rows
    if len(answer) != len(batch):
        raise Unusable(f"{len(answer)} vectors for {len(batch)} texts")
    for row in answer:
        values = np.asarray(row, dtype=np.float64)
        if values.shape != (space.dimension,):
            raise Unusable(f"a vector of dimension {values.size}, not {space.dimension}")
        if not np.isfinite(values).all() or not values.any():
            raise Unusable("a vector that is not finite or is zero")
    return answer


def _write(
    batch: Sequence[Item], vectors: Sequence[Sequence[float]], *, space: VectorSpace, lease: Lease
) -> None:
    """Both forms in one transaction. A row whose text changed meanwhile is left for later."""
    packed = {
        (item.kind, item.id): facts.NewVector(
            id=item.id,
            text_hash=text_hash(item.text),
            sq8=quantize.pack(vector),
            f32=np.asarray(vector, dtype=np.float32).tobytes(),
        )
        for item, vector in zip(batch, vectors, strict=True)
    }
    with unit.write():
        jobs.hold(lease)
        for kind, store in (("fact", facts), ("knowledge", knowledge)):
            rows = [vector for (owner, _id), vector in packed.items() if owner == kind]
            now = store.texts([vector.id for vector in rows])
            fresh = [row for row in rows if text_hash(now.get(row.id, "")) == row.text_hash]
            store.put_vectors(fresh, space_id=space.id)


def text_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _measure(space: VectorSpace) -> None:
    """Measure what near and far mean once there is enough, and again when it has doubled."""
    stores = (facts.VECTORS, knowledge.VECTORS)
    count = sum(vectors.count(space_id=space.id) for vectors in stores)
    if count < max(FEWEST_ROWS, 2 * space.measured_on):
        return
    blobs = [blob for vectors in stores for blob in vectors.load_all(space_id=space.id).values()]
    found = calibrate(blobs)
    if found is not None:
        retrieval.set_calibration(space.id, found, measured_on=len(blobs))
