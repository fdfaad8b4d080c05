"""Somebody was faster, or the row stands in the way: what was seen, what is now, what I wanted."""

from memory_core.errors import Conflict
from memory_core.facts import store as facts
from memory_core.facts.store import Fact
from memory_core.ledger import store as ledger
from memoryweb.dashboard import diff, history, rows
from memoryweb.dashboard.rows import FactRow

LATER_SHOWN = 3


def panel(
    fact_id: int, problem: Conflict, *, version: int, verb: str = "", mine: str = ""
) -> dict[str, object]:
    """Template context of facts/_conflict.html. `verb` is what was wanted, `mine` a wording that
    was not saved."""
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
        "verb": verb,
        "again": f"facts:{verb}" if verb and _is_still_possible(verb, row) else "",
        "mine": mine,
        "mine_pieces": diff.words(row.fact.content, mine) if mine else [],
    }


def _is_still_possible(verb: str, row: FactRow) -> bool:
    return {
        "archive": row.can_be_archived,
        "restore": row.can_be_restored,
        "pin": row.can_be_pinned,
        "unpin": row.can_be_unpinned,
    }[verb]


def _other(problem: Conflict, fact_id: int) -> Fact | None:
    """The fact that stands in the way, where the engine names one."""
    named = problem.details.get("fact_id")
    if named is None or named == fact_id:
        return None
    return facts.get_many([named]).get(named)
