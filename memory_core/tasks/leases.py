"""Leases as this process sees them age."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.db import DatabaseError

from memory_core import clock
from memory_core.jobs import owners
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease

log = logging.getLogger(__name__)

LEASE_SECONDS: Final = 90.0
"""A job whose beats have not moved for this long, by our own clock, is taken from its owner."""
RENEW_SECONDS: Final = 20.0
LONGEST_SECONDS: Final = 3600.0
"""Whatever runs longer hangs, and its job may be taken: six calls of ten minutes end sooner."""


class LeaseKeeper:
    """Renews the leases of the jobs this process has in hand: a model may think for longer than
    a lease lasts, and the thread that waits for it cannot say so."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[Lease, float]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    @contextmanager
    def keeping(self, lease: Lease) -> Iterator[None]:
        with self._lock:
            self._held[lease.job_id] = (lease, clock.monotonic())
            # Also after a fork, which no thread outlives.
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="leases", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._held.pop(lease.job_id, None)

    def renew(self) -> None:
        """Renew every lease in hand, once."""
        now = clock.monotonic()
        with self._lock:
            leases = [
                lease for lease, since in self._held.values() if now - since < LONGEST_SECONDS
            ]
        for lease in leases:
            try:
                jobs.renew(lease)
            except DatabaseError:
                # Locked or full: the next turn comes before the lease is over.
                log.warning("the lease of job %d could not be renewed", lease.job_id)

    def _run(self) -> None:
        pause = threading.Event()
        while not pause.wait(RENEW_SECONDS):
            self.renew()


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
