"""Taking back: one operation, or everything of one batch (SPEC 8)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from memory_core import unit
from memory_core.edges import store as edges
from memory_core.episodes.store import Change
from memory_core.errors import Conflict
from memory_core.facts import curate as facts
from memory_core.facts.store import Context
from memory_core.jobs import store as jobs
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor, Operation
from memory_core.pipelines import placeholders, reviewing


@dataclass(frozen=True, slots=True)
class Undone:
    operation_id: int
    batch_id: int
    subject_kind: str
    subject_id: int


@dataclass(frozen=True, slots=True)
class BatchUndone:
    """`held` are the operations that later changes keep, each with the reason in `why`."""

    undone: int
    held: tuple[Operation, ...]
    why: tuple[str, ...]
    batch_id: int | None


def undo(operation_id: int, *, actor: Actor, at: datetime, reason: str = "") -> Undone:
    """Take one operation back. Conflict when that cannot be, naming what stands in the way."""
    with unit.write():
        operation = ledger.get_operation(operation_id)
        ledger.require_open(operation)
        batch_id = ledger.open_batch("undo", actor=actor, at=at, reason=reason)
        context = _context(batch_id, actor=actor, at=at, reason=reason)
        undone_id = _undo_one(operation, context)
    return Undone(undone_id, batch_id, operation.subject_kind, operation.subject_id)


def undo_batch(batch_id: int, *, actor: Actor, at: datetime, reason: str = "") -> BatchUndone:
    """Take everything of a batch back, newest first; what later changes hold stays and is named.

    The cursor of an extraction stays where it is: what was taken back is not extracted again.
    """
    with unit.write():
        ledger.get_batch(batch_id)
        operations = _open_operations(batch_id)
        if not operations:
            raise Conflict(
                _("Nothing of batch %(id)d is left to undo.") % {"id": batch_id}, code="undone"
            )
        new_batch = ledger.open_batch("undo", actor=actor, at=at, reason=reason)
        context = _context(new_batch, actor=actor, at=at, reason=reason)
        undone = 0
        held: list[Operation] = []
        why: list[str] = []
        for operation in operations:
            if ledger.get_operation(operation.id).undone_by_id is not None:
                # Went back together with another one of this batch.
                undone += 1
                continue
            try:
                # A unit of its own: one that gets stuck half-way leaves nothing behind.
                with unit.write():
                    _undo_one(operation, context)
                undone += 1
            except Conflict as conflict:
                held.append(operation)
                why.append(str(conflict))
    return BatchUndone(undone, tuple(held), tuple(why), new_batch)


def preview_undo_batch(batch_id: int, *, actor: Actor, at: datetime) -> BatchUndone:
    """What `undo_batch` would do, by doing it and rolling back: exact by construction."""
    try:
        with unit.write():
            raise _Preview(undo_batch(batch_id, actor=actor, at=at))
    except _Preview as preview:
        seen = preview.outcome
    return BatchUndone(seen.undone, seen.held, seen.why, None)


class _Preview(Exception):
    def __init__(self, outcome: BatchUndone) -> None:
        super().__init__()
        self.outcome = outcome


def _open_operations(batch_id: int) -> list[Operation]:
    """What can be taken back of a batch: edges last made, facts after them, newest first."""
    return [
        operation
        for operation in ledger.batch_operations(batch_id)
        if operation.undone_by_id is None and operation.undoes_id is None
    ]


def _context(batch_id: int, *, actor: Actor, at: datetime, reason: str) -> Context:
    return Context(
        batch_id=batch_id,
        actor=actor,
        at=at,
        isolation=jobs.load_options().isolation,
        zone=timezone.get_default_timezone(),
        reason=reason,
    )


def _undo_fact(operation: Operation, context: Context) -> int:
    return facts.undo(operation, context=context)


def _undo_knowledge(operation: Operation, context: Context) -> int:
    return knowledge.undo(operation, batch_id=context.batch_id, actor=context.actor, at=context.at)


def _undo_episode(operation: Operation, context: Context) -> int:
    change = Change(context.batch_id, context.actor, context.at, context.reason)
    return placeholders.undo(operation, change=change)


def _undo_candidate(operation: Operation, context: Context) -> int:
    """A decision and what it did to facts are one act: all of its batch goes back with it."""
    undone_id = reviewing.undo(operation, context=context)
    for other in _open_operations(operation.batch_id):
        if other.id != operation.id:
            _undo_one(other, context)
    return undone_id


def _undo_edges(operation: Operation, context: Context) -> int:
    return edges.undo(operation, batch_id=context.batch_id, actor=context.actor, at=context.at)


_UNDO: Final[dict[str, Callable[[Operation, Context], int]]] = {
    "fact": _undo_fact,
    "episode": _undo_episode,
    "knowledge": _undo_knowledge,
    "edges": _undo_edges,
    "candidate": _undo_candidate,
}


def is_undoable(operation: Operation) -> bool:
    """Whether undo may be offered; a later change of the row is found out when it is tried."""
    is_open = operation.undone_by_id is None and operation.undoes_id is None
    # An episode that was made holds its messages' place in the archive: it is not taken back.
    is_held = operation.subject_kind == "episode" and operation.before is None
    return is_open and not is_held and operation.subject_kind in _UNDO


def _undo_one(operation: Operation, context: Context) -> int:
    undo_subject = _UNDO.get(operation.subject_kind)
    if undo_subject is None:
        raise Conflict(
            _("Operation %(id)d cannot be undone.") % {"id": operation.id}, code="not_undoable"
        )
    return undo_subject(operation, context)
