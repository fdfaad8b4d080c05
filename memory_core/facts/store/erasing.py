"""Removing facts for good: only erasure does, never the engine (SPEC 9)."""

from memory_core import db
from memory_core.facts.models import Fact as FactRow
from memory_core.facts.store.rows import INDEX

_TABLES = ("fact_evidence", "fact_strengths", "fact_vectors", "fact_vectors_f32")


def ids_of(preset_id: int) -> list[int]:
    return list(FactRow.objects.filter(preset_id=preset_id).values_list("id", flat=True))


def erase_preset(preset_id: int) -> dict[str, int]:
    """Remove everything of a preset, inside `upkeep.erasing()`. Returns counts per table."""
    ids = ids_of(preset_id)
    for fact_id in ids:
        INDEX.remove(fact_id)
    gone = {"facts_tokens": len(ids)} | dict.fromkeys((*_TABLES, "facts"), 0)
    for part in db.chunks(ids):
        inside = f"IN ({db.marks(part)})"
        for table in _TABLES:
            gone[table] += db.execute(f"DELETE FROM {table} WHERE fact_id {inside}", part)  # noqa: S608
        gone["facts"] += db.execute(f"DELETE FROM facts WHERE id {inside}", part)  # noqa: S608
    return gone
