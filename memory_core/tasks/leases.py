"""Leases as this process sees them age."""

import threading
from typing import Final

from memory_core import clock
from memory_core.jobs import owners
from memory_core.jobs import store as jobs

LEASE_SECONDS: Final = 90.0
"""A job whose beats have not moved for this long, by our own clock, is taken from its owner."""


class LeaseWatch:
    """Watches running jobs on the monotonic clock: wall clocks jump."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[tuple[int, int], float]] = {}
        self._lock = threading.Lock()

    def abandoned(self) -> list[jobs.RunningJob]:
        """Running jobs whose owner is surely dead, or whose beats stood still too long."""
        now = clock.monotonic()
        with self._lock:
            current = {job.id: job for job in jobs.running()}
            self._seen = {key: seen for key, seen in self._seen.items() if key in current}
            for job in current.values():
                mark = (job.fence, job.beats)
                if job.id not in self._seen or self._seen[job.id][0] != mark:
                    self._seen[job.id] = (mark, now)
            return [
                job
                for job in current.values()
                if owners.is_surely_dead(job.owner) or now - self._seen[job.id][1] >= LEASE_SECONDS
            ]
