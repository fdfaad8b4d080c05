"""All SQL of the ledger, and the rule of undo. It knows no other app."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any, Literal

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from memory_core import db
from memory_core.errors import Conflict, Missing
from memory_core.ledger.models import Batch as BatchRow
from memory_core.ledger.models import Operation as OperationRow

Fields = Mapping[str, Any]
ActorKind = Literal["user", "job", "api", "system"]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it. The name is kept as text, so that old rows stay readable."""

    kind: ActorKind
    name: str


@dataclass(frozen=True, slots=True)
class Batch:
    id: int
    kind: str
    actor_kind: str
    actor: str
    job_id: int | None
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Operation:
    """`before` is None for a creation. `undone_by_id` names the operation that took it back."""

    id: int
    batch_id: int
    at: datetime
    actor_kind: str
    actor: str
    subject_kind: str
    subject_id: int
    verb: str
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    related_id: int | None
    reason: str
    undoes_id: int | None
    undone_by_id: int | None

    @property
    def changed(self) -> tuple[str, ...]:
        """The curated fields this operation moved; all of them for a creation."""
        after = self.after or {}
        if self.before is None:
            return tuple(after)
        return tuple(name for name in after if after[name] != self.before.get(name))


def jsonable(fields: Fields) -> dict[str, Any]:
    """Fields as the ledger holds them: times as ISO text in UTC, so that they compare exactly."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else value
        for name, value in fields.items()
    }


def open_batch(
    kind: str, *, actor: Actor, at: datetime, job_id: int | None = None, reason: str = ""
) -> int:
    """A new batch: the rows of one act share it. Returns its id."""
    return BatchRow.objects.create(
        kind=kind, actor_kind=actor.kind, actor=actor.name, job_id=job_id, reason=reason, at=at
    ).pk


def record(
    batch_id: int,
    *,
    subject_kind: str,
    subject_id: int,
    verb: str,
    before: Fields | None,
    after: Fields | None,
    actor: Actor,
    at: datetime,
    related_id: int | None = None,
    reason: str = "",
    undoes_id: int | None = None,
) -> int:
    """Write one ledger row beside the change it describes, in the caller's transaction."""
    return OperationRow.objects.create(
        batch_id=batch_id,
        at=at,
        actor_kind=actor.kind,
        actor=actor.name,
        subject_kind=subject_kind,
        subject_id=subject_id,
        verb=verb,
        before=None if before is None else jsonable(before),
        after=None if after is None else jsonable(after),
        related_id=related_id,
        reason=reason,
        undoes_id=undoes_id,
    ).pk


def _operation(row: OperationRow, undone_by: Mapping[int, int]) -> Operation:
    return Operation(
        id=row.pk,
        batch_id=row.batch_id,
        at=row.at,
        actor_kind=row.actor_kind,
        actor=row.actor,
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        verb=row.verb,
        before=row.before,
        after=row.after,
        related_id=row.related_id,
        reason=row.reason,
        undoes_id=row.undoes_id,
        undone_by_id=undone_by.get(row.pk),
    )


def _operations(rows: Iterable[OperationRow]) -> list[Operation]:
    listed = list(rows)
    undone_by = dict(
        OperationRow.objects.filter(undoes__in=[row.pk for row in listed]).values_list(
            "undoes_id", "id"
        )
    )
    return [_operation(row, undone_by) for row in listed]


def operations(
    *,
    before_id: int | None = None,
    limit: int = 50,
    subject_kind: str | None = None,
    subject_id: int | None = None,
    batch_id: int | None = None,
    actor: str | None = None,
    verb: str | None = None,
) -> list[Operation]:
    """Newest first, keyset by id."""
    wanted = OperationRow.objects.order_by("-id")
    given = {
        "id__lt": before_id,
        "subject_kind": subject_kind,
        "subject_id": subject_id,
        "batch_id": batch_id,
        "actor": actor,
        "verb": verb,
    }
    wanted = wanted.filter(**{name: value for name, value in given.items() if value is not None})
    return _operations(wanted[:limit])


def get_operation(operation_id: int) -> Operation:
    found = _operations(OperationRow.objects.filter(id=operation_id))
    if not found:
        raise Missing(_("Operation %(id)d does not exist.") % {"id": operation_id})
    return found[0]


def batch_operations(batch_id: int) -> list[Operation]:
    """All operations of a batch, newest first: the order in which they are taken back."""
    return _operations(OperationRow.objects.filter(batch_id=batch_id).order_by("-id"))


def story(subject_kind: str, subject_id: int) -> list[Operation]:
    """Everything that happened to one row, oldest first."""
    return _operations(
        OperationRow.objects.filter(subject_kind=subject_kind, subject_id=subject_id).order_by("id")
    )


def get_batch(batch_id: int) -> Batch:
    found = batches([batch_id])
    if not found:
        raise Missing(_("Batch %(id)d does not exist.") % {"id": batch_id})
    return found[batch_id]


def batches(ids: Collection[int]) -> dict[int, Batch]:
    rows = BatchRow.objects.filter(id__in=ids)
    return {
        row.pk: Batch(row.pk, row.kind, row.actor_kind, row.actor, row.job_id, row.reason, row.at)
        for row in rows
    }


def newest_operation_id(subject_kind: str, subject_id: int) -> int | None:
    """The newest operation that can still be taken back: not undone, not itself an undo."""
    open_rows = OperationRow.objects.filter(
        subject_kind=subject_kind,
        subject_id=subject_id,
        undoes__isnull=True,
        undone_by__isnull=True,
    ).exclude(before__isnull=True)
    return open_rows.order_by("-id").values_list("id", flat=True).first()


def counts_by_day(
    subject_kind: str, *, since: datetime, zone: tzinfo
) -> dict[date, dict[str, int]]:
    """How many operations of each verb there were on each day of `zone`."""
    rows = OperationRow.objects.filter(subject_kind=subject_kind, at__gte=since)
    counted = (
        rows.annotate(day=TruncDate("at", tzinfo=zone))
        .values_list("day", "verb")
        .annotate(n=Count("id"))
        .order_by("day")
    )
    found: dict[date, dict[str, int]] = {}
    for day, verb, count in counted:
        found.setdefault(day, {})[verb] = count
    return found


def last_id() -> int:
    return OperationRow.objects.order_by("-id").values_list("id", flat=True).first() or 0


def latest_after(subject_kind: str, ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """The curated fields each row should have now: `after` of its last operation."""
    found: dict[int, dict[str, Any]] = {}
    rows = OperationRow.objects.filter(subject_kind=subject_kind, subject_id__in=ids)
    for subject_id, after in rows.order_by("id").values_list("subject_id", "after"):
        found[subject_id] = after or {}
    return found


def require_open(operation: Operation) -> None:
    """Nothing is undone twice, and an undo cannot be undone."""
    if operation.undone_by_id is not None:
        raise Conflict(
            _("Operation %(id)d has been undone already.") % {"id": operation.id},
            code="undone",
            operation_id=operation.undone_by_id,
        )
    if operation.undoes_id is not None:
        raise Conflict(
            _("Operation %(id)d is itself an undo and cannot be undone.") % {"id": operation.id},
            code="not_undoable",
        )


def require_undoable(operation: Operation, *, current: Fields) -> None:
    """The rule of undo (SPEC 8): once, never an undo, only while the row still equals `after`
    on the operation's fields. Else Conflict, which names what stands in the way."""
    require_open(operation)
    now = jsonable(current)
    after = operation.after or {}
    moved = [name for name in operation.changed if now.get(name) != after.get(name)]
    if moved:
        later = _later_change(operation, moved)
        raise Conflict(
            _("Operation %(id)d cannot be undone: a later operation (%(later)s) changed the row.")
            % {"id": operation.id, "later": later if later is not None else "?"},
            code="later",
            operation_id=later,
            fields=moved,
        )


def _later_change(operation: Operation, fields: Collection[str]) -> int | None:
    """The first operation after this one that moved one of `fields`."""
    for later in story(operation.subject_kind, operation.subject_id):
        if later.id > operation.id and set(later.changed) & set(fields):
            return later.id
    return None


def check() -> dict[str, list[int]]:
    """Part of I5: an undo points at an operation of the same subject, made before it."""
    crossed = [
        row.pk
        for row in OperationRow.objects.filter(undoes__isnull=False).select_related("undoes")
        if row.undoes is not None
        and (
            row.undoes_id is None
            or row.undoes_id >= row.pk
            or (row.undoes.subject_kind, row.undoes.subject_id)
            != (row.subject_kind, row.subject_id)
        )
    ]
    return {"undo of another row": crossed[:50]}


def erase(subjects: Mapping[str, Collection[int]]) -> dict[str, int]:
    """Remove the history of these rows, and batches left empty; inside `upkeep.erasing()`."""
    operations_gone = 0
    for kind, ids in subjects.items():
        for part in db.chunks(list(ids)):
            operations_gone += db.execute(
                "DELETE FROM operations WHERE subject_kind = %s"  # noqa: S608
                f" AND subject_id IN ({db.marks(part)})",
                [kind, *part],
            )
    batches_gone = db.execute(
        "DELETE FROM batches WHERE id NOT IN (SELECT batch_id FROM operations)"
    )
    return {"operations": operations_gone, "batches": batches_gone}


def batches_of(subjects: Mapping[str, Collection[int]]) -> set[int]:
    """The batches in which these rows were ever touched."""
    found: set[int] = set()
    for kind, ids in subjects.items():
        rows = OperationRow.objects.filter(subject_kind=kind, subject_id__in=ids)
        found.update(rows.values_list("batch_id", flat=True))
    return found
