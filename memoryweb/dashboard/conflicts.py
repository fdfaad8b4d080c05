"""Somebody was faster, or the row stands in the way: what was seen, what is now, what I wanted."""

from memory_core.errors import Conflict
from memory_core.facts import store as facts
from memory_core.facts.store import Fact
from memory_core.ledger import store as ledger
from memoryweb.dashboard import diff, history, rows

LATER_SHOWN = 3


def panel(fact_id: int, problem: Conflict, *, version: int, mine: str = "") -> dict[str, object]:
    """Template context of facts/_conflict.html. `mine` is a wording that was not saved."""
    row = rows.fact_row(fact_id)
    later = ledger.operations(subject_kind="fact", subject_id=fact_id, limit=LATER_SHOWN)
    return {
        "row": row,
        "message": str(problem),
        "code": problem.code,
        "other": _other(problem, fact_id),
        "version": version,
        "is_stale": problem.code == "stale",
        "later": history.steps(later[: max(0, row.fact.version - version)]),
        "mine": mine,
        "mine_pieces": diff.words(row.fact.content, mine) if mine else [],
    }


def _other(problem: Conflict, fact_id: int) -> Fact | None:
    """The fact that stands in the way, where the engine names one."""
    named = problem.details.get("fact_id")
    if named is None or named == fact_id:
        return None
    return facts.get_many([named]).get(named)
