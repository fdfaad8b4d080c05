"""The forgetting curve (SPEC 6). Strength is in 0…1, times are in hours or aware datetimes."""

import math
from datetime import UTC, datetime, timedelta
from typing import Final

from memory_core.algorithms.vocabulary import Kind

FREEZE: Final = 0.10
"""An active fact freezes at or below this retention."""
REVIVE: Final = 0.15
"""A frozen fact needs this much to come back; the gap to FREEZE keeps borderline facts quiet."""
GAIN: Final = 0.35
"""Share of the way to 1 that one repetition closes, so the firmer a memory, the less it gains."""
PIN_HALF_LIFE_HOURS: Final = 876_000.0
"""A century: decay no longer shows within a human life, so "pinned" needs no column."""
THIRD_PARTY_CEILING: Final = 0.6
"""What others say about a person never becomes firmer than this (SPEC 3.8, TRUST H8)."""
EDGE_NEW: Final = 0.35
EDGE_HALF_LIFE_HOURS: Final = 720.0

HALF_LIFE_HOURS: Final[dict[Kind, float]] = {
    "identity": 8760.0,
    "date": 8760.0,
    "preference": 2160.0,
    "relation": 2160.0,
    "event": 504.0,
    "state": 12.0,
    "plan": 504.0,
    "fact": 4320.0,
    "context": 2160.0,
    "other": 504.0,
}
_BY_NAME: Final[dict[str, float]] = {str(kind): hours for kind, hours in HALF_LIFE_HOURS.items()}
_SECONDS_PER_HOUR: Final = 3600.0
# Far enough for every curve that matters, near enough that a time zone can still be added.
_FAR_FUTURE: Final = datetime(9000, 1, 1, tzinfo=UTC)


def half_life_hours(kind: str) -> float:
    """Half-life of a kind; an unknown kind decays like an event (SPEC 2), the caller logs it."""
    return _BY_NAME.get(kind, HALF_LIFE_HOURS["event"])


def is_pinned(half_life_hours: float) -> bool:
    return half_life_hours >= PIN_HALF_LIFE_HOURS


def hours_between(start: datetime, end: datetime) -> float:
    """Hours from `start` to `end`, 0 when the clock was set back."""
    return max(0.0, (end - start).total_seconds() / _SECONDS_PER_HOUR)


def retention(strength: float, *, hours: float, half_life_hours: float) -> float:
    """What is left of `strength` after `hours` (SPEC 6); never above strength, never above 1.

    Raises ValueError when the half-life is not a positive number.
    """
    if not half_life_hours > 0.0:
        raise ValueError("half_life_hours must be positive")
    # max() first: elapsed time below 0 would make a fact stronger than it ever was (TRUST H4).
    return float(_clamp(strength) * 2.0 ** (-max(0.0, hours) / half_life_hours))


def due_at(
    strength: float,
    *,
    strength_at: datetime,
    half_life_hours: float,
    not_before: datetime | None = None,
) -> datetime:
    """When the curve meets FREEZE (SPEC 6), at the earliest `not_before` (the day of a plan).

    Rounded up by at most two milliseconds: at that moment retention is certainly ≤ FREEZE, so a
    sweep that finds the row never has to leave it for later. Raises ValueError when the half-life
    is not a positive number.
    """
    if not half_life_hours > 0.0:
        raise ValueError("half_life_hours must be positive")
    due = strength_at
    held = _clamp(strength)
    if held > FREEZE:
        hours = half_life_hours * math.log2(held / FREEZE)
        if hours < hours_between(strength_at, _FAR_FUTURE):
            milliseconds = math.ceil(hours * _SECONDS_PER_HOUR * 1000) + 1
            due = strength_at + timedelta(milliseconds=milliseconds)
        else:
            due = max(strength_at, _FAR_FUTURE)
    return due if not_before is None else max(due, not_before)


def reinforce(current: float, *, ceiling: float = 1.0) -> float:
    """One repetition (SPEC 6): closes 35 % of the way to 1, up to `ceiling`, and never lowers.

    Stays strictly below 1 unless `current` is 1 already, also where floats would round up.
    """
    held = _clamp(current)
    if held >= 1.0:
        return held
    raised = min(held + GAIN * (1.0 - held), math.nextafter(1.0, 0.0))
    return max(held, min(ceiling, raised))


def next_active(active: bool, *, retention: float) -> bool:  # noqa: FBT001  the state is the subject
    """Hysteresis (SPEC 6): active until ≤ FREEZE, then frozen until ≥ REVIVE."""
    return retention > FREEZE if active else retention >= REVIVE


def _clamp(strength: float) -> float:
    """Strength brought into 0…1; NaN counts as nothing."""
    return min(1.0, max(0.0, strength))
