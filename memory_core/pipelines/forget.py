"""Forgetting as jobs: facts that are due freeze, edges fade (SPEC 6)."""

from datetime import datetime
from typing import Final

from memory_core import unit
from memory_core.edges import store as edges
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease

HELD_FROM: Final = 50
HELD_SHARE: Final = 0.05


def held_sweep(*, at: datetime) -> int:
    """How many facts a sweep would freeze, when it must be asked for first: after a long absence
    or a jump of the clock, and more than max(50, 5 %) at once. 0 = go on (SPEC 6)."""
    if not jobs.meta("absence"):
        return 0
    due = facts.count_due(at=at)
    return due if due > max(HELD_FROM, facts.count_active() * HELD_SHARE) else 0


def allow_sweep(*, by: str, at: datetime) -> None:
    """An operator has looked: the clock is right, let them freeze."""
    jobs.delete_meta("absence")
    jobs.record_event("memory_sweep_allowed", at=at, payload={"by": by})


def end_absence() -> None:
    """Nothing is due any more: what an absence left behind is done, and a large sweep of later
    days is none of its doing."""
    if jobs.meta("absence"):
        jobs.delete_meta("absence")


def sweep(*, lease: Lease, at: datetime) -> int:
    """Freeze what is due, at most one sweep's worth; returns how many. Nothing when the job was
    opened before an absence after which an operator is asked."""
    with unit.write():
        jobs.hold(lease)
        held = held_sweep(at=at)
        if held:
            jobs.finish(lease, state="skipped", at=at, result={"outcome": "nothing", "held": held})
            return 0
        frozen = facts.sweep(at=at)
        jobs.finish(lease, state="succeeded", at=at, result={"frozen": len(frozen)})
    return len(frozen)


def decay_edges(*, lease: Lease, at: datetime) -> int:
    """Switch edges off that faded away; returns how many changed."""
    # Two hundred thousand edges are read in a second: not behind the write lock.
    faded = edges.find_faded(at=at)
    with unit.write():
        jobs.hold(lease)
        changed = edges.switch(faded)
        jobs.finish(lease, state="succeeded", at=at, result={"changed": changed})
    return changed
