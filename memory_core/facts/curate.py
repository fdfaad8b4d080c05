"""What a person does to a fact, and how it is taken back (SPEC 8).

Every function is one operation: one transaction, one ledger row, guards first. Forms carry the
`version` they showed; a stale one is refused with the fact as it is now.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from memory_core import unit
from memory_core.algorithms import decay
from memory_core.algorithms.vocabulary import Isolation, Kind, Slot
from memory_core.errors import Conflict, Invalid
from memory_core.facts import store
from memory_core.facts.store import Context, Curve, Fact, NewFact
from memory_core.jobs import store as jobs
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor, Operation

_TIMES: Final = frozenset({"planned_at", "corrected_at"})
# What undoing takes from `before`; evidence is a set of rows and is handled on its own.
_EVIDENCE: Final = "evidence"


@dataclass(frozen=True, slots=True)
class Curated:
    """`fact` as it is now; after a replace the new row, and `replaced_id` the old one."""

    fact: Fact
    operation_id: int
    batch_id: int
    replaced_id: int | None = None


# The operations -------------------------------------------------------------------------------


def archive(
    fact_id: int,
    *,
    version: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
    batch_id: int | None = None,
) -> Curated:
    """Put a live fact away: kept, out of retrieval, one click back."""
    with _act("archive", actor=actor, at=at, reason=reason, batch_id=batch_id) as context:
        fact = _fresh(fact_id, version)
        _require_live(fact)
        operation_id = store.apply(
            fact, {"superseded_by": fact.id}, verb="archive", context=context
        )
        return Curated(store.get(fact_id), operation_id, context.batch_id)


def restore(
    fact_id: int,
    *,
    version: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
    batch_id: int | None = None,
) -> Curated:
    """Bring an archived or superseded fact back. Conflict "twin" while a live one says the same."""
    with _act("restore", actor=actor, at=at, reason=reason, batch_id=batch_id) as context:
        fact = _fresh(fact_id, version)
        if fact.is_live:
            raise _wrong_state(fact, _("Fact #%(id)d is live already.") % {"id": fact.id})
        _require_no_twin(fact, context.isolation)
        operation_id = store.apply(fact, {"superseded_by": None}, verb="restore", context=context)
        return Curated(store.get(fact_id), operation_id, context.batch_id)


def pin(
    fact_id: int,
    *,
    version: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
    batch_id: int | None = None,
) -> Curated:
    """Stop the forgetting of an active fact, from the retention of now."""
    with _act("pin", actor=actor, at=at, reason=reason, batch_id=batch_id) as context:
        fact = _fresh(fact_id, version)
        if fact.state != "active":
            raise _wrong_state(
                fact, _("Only an active fact can be pinned; #%(id)d is not.") % {"id": fact.id}
            )
        if fact.is_pinned:
            raise _wrong_state(fact, _("Fact #%(id)d is pinned already.") % {"id": fact.id})
        return _change_pace(fact, decay.PIN_HALF_LIFE_HOURS, cause="pin", context=context)


def unpin(
    fact_id: int,
    *,
    version: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
    batch_id: int | None = None,
) -> Curated:
    """Let a pinned fact fade again at the pace of its kind."""
    with _act("unpin", actor=actor, at=at, reason=reason, batch_id=batch_id) as context:
        fact = _fresh(fact_id, version)
        _require_live(fact)
        if not fact.is_pinned:
            raise _wrong_state(fact, _("Fact #%(id)d is not pinned.") % {"id": fact.id})
        return _change_pace(fact, decay.half_life_hours(fact.kind), cause="unpin", context=context)


def replace_fact(
    fact_id: int,
    *,
    content: str,
    version: int,
    actor: Actor,
    at: datetime,
    kind: Kind | None = None,
    slot: Slot | None = None,
    reason: str = "",
) -> Curated:
    """Write a new wording that supersedes this one; content itself never changes.

    The new row rests on the same evidence and goes on with the same curve. Refused: blank, the
    same text, a text a live fact has already, a text a dead fact has (restore that one instead).
    """
    fact = store.get(fact_id)
    prepared = store.prepare(
        NewFact(
            preset_id=fact.preset_id,
            stream_id=fact.stream_id,
            person_id=fact.person_id,
            kind=kind or fact.kind,
            slot=slot,
            content=content.strip(),
            source="user",
            origin=fact.origin,
            planned_at=fact.planned_at,
        )
    )
    with _act("replace", actor=actor, at=at, reason=reason) as context:
        fact = _fresh(fact_id, version)
        _require_live(fact)
        if prepared.key == fact.content_key:
            raise Invalid(_("The new text says the same as the old one."), code="same")
        _require_no_other(fact, prepared, context.isolation)
        curve = store.curve_of(fact)
        if prepared.new.kind != fact.kind and not fact.is_pinned:
            curve = store.rebased(
                curve, at=at, half_life_hours=decay.half_life_hours(prepared.new.kind)
            )
        made = store.insert(
            prepared, context, curve=curve, told_by=fact.told_by, heard_at=fact.heard_at
        )
        store.copy_evidence(fact.id, to=made.id)
        created_id = store.record_creation(made.id, context=context, related_id=fact.id)
        store.log(made.id, curve, cause="create", at=at, ref_id=created_id)
        operation_id = store.apply(
            fact, {"superseded_by": made.id}, verb="replace", context=context, related_id=made.id
        )
        return Curated(store.get(made.id), operation_id, context.batch_id, replaced_id=fact.id)


# Undo -----------------------------------------------------------------------------------------


def undo(operation: Operation, *, context: Context) -> int:
    """Take one operation on a fact back, in the caller's transaction; returns the undo's id.

    Conflict when it was undone, is an undo, or a later operation moved the same fields.
    """
    fact = store.get(operation.subject_id)
    before = store.curated(fact)
    ledger.require_undoable(operation, current=before)
    if operation.before is None:
        return _undo_creation(fact, operation, context)
    fields = {
        name: _value(name, operation.before.get(name))
        for name in operation.changed
        if name != _EVIDENCE
    }
    _require_place(fact, fields, context.isolation)
    if _EVIDENCE in operation.changed:
        gained = set(operation.after[_EVIDENCE] if operation.after else ())
        store.remove_evidence(fact.id, sorted(gained - set(operation.before[_EVIDENCE])))
    operation_id = store.apply(
        fact, fields, verb="undo", context=context, before=before, undoes_id=operation.id
    )
    if operation.verb in {"pin", "unpin", "add_evidence", "raise_origin"}:
        _replay_without(fact.id, operation, context, ref_id=operation_id)
    if operation.verb == "replace" and operation.related_id is not None:
        _archive_made(operation.related_id, context)
    return operation_id


def _undo_creation(fact: Fact, operation: Operation, context: Context) -> int:
    """What was made is archived: rows are never dropped."""
    return store.apply(
        fact, {"superseded_by": fact.id}, verb="undo", context=context, undoes_id=operation.id
    )


def _archive_made(fact_id: int, context: Context) -> None:
    """The row a replace had made goes away with it, if it still lives: its creation is undone."""
    made = store.get(fact_id)
    creation = ledger.story("fact", fact_id)[0]
    if made.is_live and creation.undone_by_id is None:
        _undo_creation(made, creation, context)


def _replay_without(fact_id: int, operation: Operation, context: Context, *, ref_id: int) -> None:
    """Put the fact on the curve it would have without that operation, later uses counted again."""
    fact = store.get(fact_id)
    undone = {
        entry.id
        for entry in ledger.story("fact", fact_id)
        if entry.undone_by_id is not None or entry.id == operation.id
    }
    curve = store.replay(
        store.strengths(fact_id),
        skip_refs=frozenset(undone),
        person_id=fact.person_id,
        ceiling=fact.ceiling,
    )
    if curve is None:
        return
    active = decay.next_active(fact.active, retention=curve.retention(context.at))
    # A plan stays awake until its day, as the sweep leaves it (SPEC 2).
    active = active or (fact.active and (fact.planned_at or context.at) > context.at)
    wanted = Curve(curve.strength, curve.strength_at, fact.half_life_hours, active)
    store.set_curve(fact, wanted, cause="undo", at=context.at, ref_id=ref_id)


def _value(name: str, stored: Any) -> Any:
    """A field as the ledger's JSON holds it, back as the row's type."""
    if name in _TIMES and stored is not None:
        return datetime.fromisoformat(stored)
    return stored


# Guards ---------------------------------------------------------------------------------------


@contextmanager
def _act(
    verb: str, *, actor: Actor, at: datetime, reason: str, batch_id: int | None = None
) -> Iterator[Context]:
    """One transaction with a batch of its own, or as part of the given one."""
    zone: tzinfo = timezone.get_default_timezone()
    with unit.write():
        batch = batch_id or ledger.open_batch(verb, actor=actor, at=at, reason=reason)
        yield Context(
            batch_id=batch,
            actor=actor,
            at=at,
            isolation=jobs.load_options().isolation,
            zone=zone,
            reason=reason,
        )


def _fresh(fact_id: int, version: int) -> Fact:
    fact = store.get(fact_id)
    if fact.version != version:
        raise store.stale(fact_id)
    return fact


def _wrong_state(fact: Fact, message: str) -> Conflict:
    return Conflict(message, code="state", fact_id=fact.id)


def _require_live(fact: Fact) -> None:
    if not fact.is_live:
        raise _wrong_state(fact, _("Fact #%(id)d is not live: restore it first.") % {"id": fact.id})


def _twins(fact: Fact, isolation: Isolation) -> list[Fact]:
    """Other facts with the same key, within the isolation, of the same origin."""
    return [
        twin
        for twin in store.find_equal(fact, isolation=isolation)
        if twin.id != fact.id and twin.origin == fact.origin
    ]


def _require_no_twin(fact: Fact, isolation: Isolation) -> None:
    for twin in _twins(fact, isolation):
        if twin.is_live:
            raise Conflict(
                _("Fact #%(twin)d is live and says the same as #%(id)d; merge them instead.")
                % {"twin": twin.id, "id": fact.id},
                code="twin",
                fact_id=twin.id,
            )


def _require_place(fact: Fact, fields: dict[str, Any], isolation: Isolation) -> None:
    """Where an undo puts a row: alive or in its old scope it must meet no twin, and behind
    another row it must not stand before that one by now."""
    moved = {name: fields[name] for name in ("superseded_by", "origin") if name in fields}
    wanted = replace(fact, **moved)
    if moved and wanted.is_live:
        _require_no_twin(wanted, isolation)
    newer_id = None if wanted.state == "archived" else moved.get("superseded_by")
    while newer_id is not None:
        newer = store.get(newer_id)
        newer_id = None if newer.superseded_by == newer.id else newer.superseded_by
        if newer_id == fact.id:
            raise Conflict(
                _("Fact #%(newer)d has been superseded by #%(id)d since.")
                % {"newer": newer.id, "id": fact.id},
                code="later",
                operation_id=ledger.newest_operation_id("fact", newer.id),
            )


def _require_no_other(fact: Fact, prepared: store.PreparedFact, isolation: Isolation) -> None:
    """A replace must not write what another row, live or dead, says already."""
    twins = _twins(replace(fact, content_key=prepared.key), isolation)
    for twin in sorted(twins, key=lambda row: not row.is_live):
        if twin.is_live:
            raise Conflict(
                _("Fact #%(twin)d says this already; merge them instead.") % {"twin": twin.id},
                code="twin",
                fact_id=twin.id,
            )
        raise Conflict(
            _("Fact #%(twin)d has exactly this text and is put away; restore it instead.")
            % {"twin": twin.id},
            code="dead_twin",
            fact_id=twin.id,
        )


def _change_pace(
    fact: Fact, half_life_hours: float, *, cause: store.Cause, context: Context
) -> Curated:
    """Another half-life from the retention of now on: strength first, then the pace (SPEC 2)."""
    curve = store.rebased(store.curve_of(fact), at=context.at, half_life_hours=half_life_hours)
    operation_id = store.apply(
        fact, {"half_life_hours": half_life_hours}, verb=cause, context=context
    )
    store.set_curve(fact, curve, cause=cause, at=context.at, ref_id=operation_id)
    return Curated(store.get(fact.id), operation_id, context.batch_id)
