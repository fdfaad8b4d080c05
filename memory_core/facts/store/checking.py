"""What must hold of facts (TRUST section 5), read from the tables alone."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from memory_core import db, unit
from memory_core.algorithms import decay, tokenize
from memory_core.facts.models import Fact as FactRow
from memory_core.facts.store import strength
from memory_core.facts.store.rows import INDEX, Fact, curated, index_row, scope_tokens, to_fact
from memory_core.facts.store.vectors import VECTORS
from memory_core.ledger import store as ledger

DUE_TOLERANCE_SECONDS = 1.0
_SAMPLE = 50


def check_index() -> db.IndexDrift:
    """I3, index against stored tokens."""
    return INDEX.check()


def rebuild_index() -> None:
    """Make token rows and index anew: texts of now, scopes of now, this tokenizer."""
    with unit.write():
        facts = map(to_fact, FactRow.objects.order_by("id").iterator())
        entries = (index_row(fact, tokenize.index_text(fact.content)) for fact in facts)
        INDEX.rebuild(entries, tokenizer=tokenize.version())


def check(*, at: datetime) -> dict[str, dict[str, list[int]]]:
    """Broken rows by invariant and by what is wrong with them."""
    facts = [to_fact(row) for row in FactRow.objects.order_by("id").iterator()]
    return {
        "I3": _check_tokens(facts),
        "I4": _check_chains({fact.id: fact for fact in facts}),
        "I5": _check_ledger(facts),
        "I8": _check_vectors(),
        "I11": _check_strengths(facts, at=at),
    }


def _check_tokens(facts: list[Fact]) -> dict[str, list[int]]:
    """Every fact, dead ones too, has a token row under the scope of now."""
    stored: dict[int, str] = {
        row[0]: row[1] for row in db.rows("SELECT id, scope FROM facts_tokens")
    }
    wrong = [fact.id for fact in facts if stored.get(fact.id) != scope_tokens(fact)]
    lost = sorted(set(stored) - {fact.id for fact in facts})
    return {"no index text, or another scope": wrong[:_SAMPLE], "index text of no fact": lost}


def _check_chains(facts: Mapping[int, Fact]) -> dict[str, list[int]]:
    missing, foreign, cyclic = [], [], []
    for fact in facts.values():
        if fact.superseded_by is None or fact.superseded_by == fact.id:
            continue
        newer = facts.get(fact.superseded_by)
        if newer is None:
            missing.append(fact.id)
        elif newer.person_id != fact.person_id:
            foreign.append(fact.id)
        elif _runs_in_a_circle(fact, facts):
            cyclic.append(fact.id)
    return {
        "superseded by a missing row": missing[:_SAMPLE],
        "superseded by another person's": foreign[:_SAMPLE],
        "superseded in a circle": cyclic[:_SAMPLE],
    }


def _runs_in_a_circle(fact: Fact, facts: Mapping[int, Fact]) -> bool:
    seen = {fact.id}
    current: Fact | None = fact
    while current is not None and current.superseded_by not in (None, current.id):
        current = facts.get(current.superseded_by or 0)
        if current is not None and current.id in seen:
            return True
        if current is not None:
            seen.add(current.id)
    return False


def _check_ledger(facts: list[Fact]) -> dict[str, list[int]]:
    """The ledger's last word is the row of now, and so is the strength log's."""
    wanted = [fact.id for fact in facts]
    last = ledger.latest_after("fact", wanted)
    logged = strength.last_strengths(wanted)
    drifted = [fact.id for fact in facts if _differs(fact, last.get(fact.id))]
    faded = [fact.id for fact in facts if not _is_logged(fact, logged.get(fact.id))]
    return {
        "ledger says otherwise": drifted[:_SAMPLE],
        "strength log says otherwise": faded[:_SAMPLE],
    }


def _differs(fact: Fact, after: dict[str, Any] | None) -> bool:
    return after is None or ledger.jsonable(curated(fact)) != after


def _is_logged(fact: Fact, entry: strength.Strength | None) -> bool:
    return entry is not None and (
        entry.strength == fact.strength
        and entry.strength_at == fact.strength_at
        and entry.half_life_hours == fact.half_life_hours
        and entry.active == fact.active
    )


def _check_vectors() -> dict[str, list[int]]:
    """SQ8 and float32 stand together, in a registered space, of a row that exists."""
    lost = db.rows("SELECT fact_id FROM fact_vectors WHERE fact_id NOT IN (SELECT id FROM facts)")
    return {
        "one of two vectors": VECTORS.halves()[:_SAMPLE],
        "vector of no fact": [row[0] for row in lost[:_SAMPLE]],
    }


def _check_strengths(facts: list[Fact], *, at: datetime) -> dict[str, list[int]]:
    outside = [fact.id for fact in facts if not 0.0 <= fact.strength <= 1.0]
    rising = [fact.id for fact in facts if fact.retention(at) > fact.strength]
    wrong = [fact.id for fact in facts if abs(_due_error(fact)) > DUE_TOLERANCE_SECONDS]
    firm = [fact.id for fact in facts if fact.strength > fact.ceiling + 1e-9]
    return {
        "strength outside 0…1": outside[:_SAMPLE],
        "retention above strength": rising[:_SAMPLE],
        "due date off the curve": wrong[:_SAMPLE],
        "third-party claim above its ceiling": firm[:_SAMPLE],
    }


def _due_error(fact: Fact) -> float:
    due = decay.due_at(
        fact.strength,
        strength_at=fact.strength_at,
        half_life_hours=fact.half_life_hours,
        not_before=fact.planned_at,
    )
    return (due - fact.due_at).total_seconds()


def group_evidence() -> dict[int, tuple[int, list[int]]]:
    """Person and evidence of every fact an extraction made visible to groups, for I10."""
    found = db.rows(
        "SELECT f.id, f.person_id, e.message_id FROM facts AS f"
        " LEFT JOIN fact_evidence AS e ON e.fact_id = f.id"
        " WHERE f.origin = 'group' AND f.source = 'extraction'"
    )
    grouped: dict[int, tuple[int, list[int]]] = {}
    for fact_id, person_id, message_id in found:
        _person, ids = grouped.setdefault(fact_id, (person_id, []))
        if message_id is not None:
            ids.append(message_id)
    return grouped
