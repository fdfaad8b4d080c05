"""Strength: the only changes that leave no ledger row, each leaves a row of the strength log.

Every UPDATE is conditional on the strength that was read, so that two workers cannot both
count one repetition.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from memory_core import db
from memory_core.algorithms import decay
from memory_core.facts.models import Fact as FactRow
from memory_core.facts.models import FactStrength
from memory_core.facts.store.rows import Cause, Fact, get

SWEEP_LIMIT = 500


@dataclass(frozen=True, slots=True)
class Curve:
    """Where a fact's forgetting starts from."""

    strength: float
    strength_at: datetime
    half_life_hours: float
    active: bool

    def retention(self, at: datetime) -> float:
        return decay.retention(
            self.strength,
            hours=decay.hours_between(self.strength_at, at),
            half_life_hours=self.half_life_hours,
        )


@dataclass(frozen=True, slots=True)
class Strength:
    """One row of the strength log."""

    id: int
    at: datetime
    strength: float
    strength_at: datetime
    half_life_hours: float
    active: bool
    cause: Cause
    sender_id: int | None
    ref_id: int | None


def curve_of(fact: Fact) -> Curve:
    return Curve(fact.strength, fact.strength_at, fact.half_life_hours, fact.active)


def set_curve(
    fact: Fact,
    curve: Curve,
    *,
    cause: Cause,
    at: datetime,
    sender_id: int | None = None,
    ref_id: int | None = None,
) -> bool:
    """Write a new curve and its log row. False when somebody changed the strength meanwhile."""
    changed = FactRow.objects.filter(
        id=fact.id, strength=fact.strength, strength_at=fact.strength_at
    ).update(
        strength=curve.strength,
        strength_at=curve.strength_at,
        half_life_hours=curve.half_life_hours,
        active=curve.active,
        due_at=decay.due_at(
            curve.strength,
            strength_at=curve.strength_at,
            half_life_hours=curve.half_life_hours,
            not_before=fact.planned_at,
        ),
    )
    if changed:
        log(fact.id, curve, cause=cause, at=at, sender_id=sender_id, ref_id=ref_id)
    return bool(changed)


def log(
    fact_id: int,
    curve: Curve,
    *,
    cause: Cause,
    at: datetime,
    sender_id: int | None = None,
    ref_id: int | None = None,
) -> None:
    FactStrength.objects.create(
        fact_id=fact_id,
        at=at,
        strength=curve.strength,
        strength_at=curve.strength_at,
        half_life_hours=curve.half_life_hours,
        active=curve.active,
        cause=cause,
        sender_id=sender_id,
        ref_id=ref_id,
    )


def strengths(fact_id: int) -> list[Strength]:
    """The strength log of one fact, oldest first."""
    rows = FactStrength.objects.filter(fact_id=fact_id).order_by("id")
    return [Strength(*row) for row in rows.values_list(*Strength.__dataclass_fields__)]


def reinforced(curve: Curve, *, heard_at: datetime, ceiling: float) -> Curve:
    """One repetition on the retention of that moment. Older than the curve: it says nothing new."""
    if heard_at < curve.strength_at:
        return curve
    strength = decay.reinforce(curve.retention(heard_at), ceiling=ceiling)
    active = decay.next_active(curve.active, retention=strength)
    return Curve(strength, heard_at, curve.half_life_hours, active)


def ceiling_for(sender_id: int | None, *, person_id: int, ceiling: float) -> float:
    """How firm one repetition can make a fact: what others repeat of somebody's own words makes
    them no firmer than their own claims (TRUST H8). None = a use, not a message."""
    if sender_id in (None, person_id):
        return ceiling
    return min(ceiling, decay.THIRD_PARTY_CEILING)


def rebased(curve: Curve, *, at: datetime, half_life_hours: float) -> Curve:
    """The same retention now, fading at another pace from here on (SPEC 2)."""
    return Curve(curve.retention(at), max(at, curve.strength_at), half_life_hours, curve.active)


def repeated_today(
    entries: Iterable[Strength], *, sender_id: int, heard_at: datetime, zone: tzinfo
) -> bool:
    """Repetition counts once per sender and day, else one person could drill a lie in (H8)."""

    def day(moment: datetime) -> date:
        return moment.astimezone(zone).date()

    return any(
        entry.cause in {"create", "reinforce"}
        and entry.sender_id == sender_id
        and day(entry.strength_at) == day(heard_at)
        for entry in entries
    )


def replay(
    entries: Iterable[Strength], *, skip_refs: frozenset[int], person_id: int, ceiling: float
) -> Curve | None:
    """The curve as it would be without the entries of the operations `skip_refs`.

    Repetitions are counted again on the curve that remains; a pin or another kind is a change of
    pace at its moment; sweeps and earlier undos follow from the rest and are not replayed. None
    when nothing remains.
    """
    curve: Curve | None = None
    for entry in entries:
        if entry.ref_id in skip_refs or entry.cause in {"sweep", "undo"}:
            continue
        if curve is None or entry.cause in {"freeze", "revive"}:
            curve = Curve(entry.strength, entry.strength_at, entry.half_life_hours, entry.active)
        elif entry.cause in {"pin", "unpin", "kind"}:
            curve = rebased(curve, at=entry.strength_at, half_life_hours=entry.half_life_hours)
        else:
            firm = ceiling_for(entry.sender_id, person_id=person_id, ceiling=ceiling)
            curve = reinforced(curve, heard_at=entry.strength_at, ceiling=firm)
    return curve


def sweep(*, at: datetime, limit: int = SWEEP_LIMIT) -> list[int]:
    """Freeze what is due (SPEC 6); returns the ids. Dead rows freeze too, so that a restored
    fact past its date shows frozen. Running it twice is running it once."""
    due = FactRow.objects.filter(active=True, due_at__lte=at).order_by("due_at")
    frozen = []
    for fact_id in list(due.values_list("id", flat=True)[:limit]):
        fact = get(fact_id)
        curve = rebased(curve_of(fact), at=at, half_life_hours=fact.half_life_hours)
        cold = Curve(curve.strength, curve.strength_at, curve.half_life_hours, active=False)
        if set_curve(fact, cold, cause="sweep", at=at):
            frozen.append(fact_id)
    return frozen


def count_active() -> int:
    return FactRow.objects.filter(active=True).count()


def count_due(*, at: datetime) -> int:
    return FactRow.objects.filter(active=True, due_at__lte=at).count()


def last_strengths(ids: Iterable[int]) -> dict[int, Strength]:
    """The newest log row of each fact."""
    wanted = list(ids)
    found: dict[int, Strength] = {}
    for part in db.chunks(wanted):
        rows = FactStrength.objects.filter(fact_id__in=part).order_by("id")
        for fact_id, *values in rows.values_list("fact_id", *Strength.__dataclass_fields__):
            found[fact_id] = Strength(*values)
    return found
