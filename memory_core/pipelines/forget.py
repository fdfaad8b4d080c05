"""Forgetting as jobs: facts that are due freeze, edges fade (SPEC 6)."""

from datetime import datetime

from memory_core import unit
from memory_core.edges import store as edges
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease


def sweep(*, lease: Lease, at: datetime) -> int:
    """Freeze what is due, at most one sweep's worth; returns how many."""
    with unit.write():
        jobs.hold(lease)
        frozen = facts.sweep(at=at)
        jobs.finish(lease, state="succeeded", at=at, result={"frozen": len(frozen)})
    return len(frozen)


def decay_edges(*, lease: Lease, at: datetime) -> int:
    """Switch edges off that faded away; returns how many changed."""
    with unit.write():
        jobs.hold(lease)
        changed = edges.decay_edges(at=at)
        jobs.finish(lease, state="succeeded", at=at, result={"changed": changed})
    return changed
