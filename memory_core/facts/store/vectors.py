"""Vectors of facts: a by-pass, text first (SPEC 3.6)."""

from collections.abc import Collection, Sequence
from typing import Final

from memory_core import db
from memory_core.facts.models import Fact as FactRow

NewVector = db.NewVector
VECTORS: Final = db.VectorTables(sq8="fact_vectors", f32="fact_vectors_f32", owner="fact_id")


def without_vector(*, space_id: int, exclude: Collection[int] = (), limit: int) -> dict[int, str]:
    """Live facts that have no vector in this space: text by id, oldest first."""
    listed = list(exclude)
    hidden = f" AND f.id NOT IN ({db.marks(listed)})" if listed else ""
    found = db.rows(
        "SELECT f.id, f.content FROM facts AS f LEFT JOIN fact_vectors AS v"  # noqa: S608
        " ON v.fact_id = f.id AND v.space_id = %s"
        f" WHERE v.id IS NULL AND f.superseded_by IS NULL{hidden} ORDER BY f.id LIMIT %s",
        [space_id, *listed, limit],
    )
    return {row[0]: row[1] for row in found}


def texts(ids: Collection[int]) -> dict[int, str]:
    return dict(FactRow.objects.filter(id__in=ids).values_list("id", "content"))


def put_vectors(vectors: Sequence[NewVector], *, space_id: int) -> None:
    """Write both forms, in the caller's transaction."""
    VECTORS.put(vectors, space_id=space_id)
