"""Entry points of background work: find what is due in the database, claim one job, call one
pipeline, record how it ended. A queue's message only says "look"."""

import logging
import threading
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from celery import shared_task
from django.db import OperationalError
from django.utils import timezone

from memory_core import clock
from memory_core.errors import Conflict, LeaseLost, Missing
from memory_core.jobs import services
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.pipelines import due
from memory_core.ports import ProviderError, Unavailable, Unusable
from memory_core.providers import Providers
from memory_core.tasks import failing, kinds, wiring
from memory_core.tasks.leases import LEASE_SECONDS, LeaseKeeper, LeaseWatch

__all__ = [
    "LEASE_SECONDS",
    "LeaseKeeper",
    "LeaseWatch",
    "WorkReport",
    "heartbeat",
    "look",
    "open_due_work",
    "run_job",
    "stop_looking",
    "work_until_idle",
]

log = logging.getLogger(__name__)

LONG_ABSENCE: Final = timedelta(days=1)
"""After a longer silence the clock may have jumped: a sweep asks before it freezes many."""
SIGN_EVERY: Final = timedelta(minutes=1)
"""How often the work itself gives a sign of life: an absence is noted before anything is swept."""


@dataclass
class WorkReport:
    """Jobs by kind: ended well, and failed or put off."""

    done: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)


_watch = LeaseWatch()
_keeper = LeaseKeeper()
_stopping = threading.Event()


@shared_task(name="memory.look")
def look() -> None:
    """Do due work until none is left or the slice is over."""
    work_until_idle(at_most_seconds=kinds.SLICE_SECONDS)


def stop_looking() -> None:
    """The worker was asked to stop: a running look ends after the job it has in hand."""
    _stopping.set()


def heartbeat(name: str) -> None:
    """A sign of life of the process called `name`; notes a long absence before it."""
    at = clock.now()
    last = jobs.heartbeats().get(name)
    if last is not None and abs(at - last) > LONG_ABSENCE:
        jobs.note_absence(since=last, until=at)
    jobs.beat_alive(name, at=at)


def work_until_idle(*, at_most_seconds: float | None = None) -> WorkReport:
    """Everything that is due, here and now; what is put off to later, or held by another worker,
    is left."""
    report = WorkReport()
    ends_at = None if at_most_seconds is None else clock.monotonic() + at_most_seconds
    _give_sign()
    while True:
        chosen = wiring.current()
        open_due_work(chosen)
        has_moved = False
        for job_id in jobs.due(at=clock.now()):
            is_over = ends_at is not None and clock.monotonic() >= ends_at
            if is_over or _stopping.is_set():
                return report
            has_moved = run_job(job_id, providers=chosen, report=report) or has_moved
        if not has_moved:
            return report


def _give_sign() -> None:
    last = jobs.heartbeats().get("work")
    if last is None or abs(clock.now() - last) >= SIGN_EVERY:
        heartbeat("work")


def open_due_work(providers: Providers) -> None:
    """Take back what dead workers held, and open a job for everything that is due."""
    at = clock.now()
    for job in _watch.abandoned():
        if jobs.requeue(job.id, fence=job.fence, at=at):
            log.warning("job %d taken back from %s", job.id, job.owner)
    zone = timezone.get_default_timezone()
    for work in due.due_work(at=at, embedder=providers.embedder, zone=zone):
        jobs.enqueue(work.kind, scope=work.scope, trigger=work.trigger, at=at)


def run_job(job_id: int, *, providers: Providers, report: WorkReport) -> bool:
    """Claim one job and carry it out; whatever happens, it ends or goes back to the queue.

    False when it was not ours to do: another worker has it, or enough of its kind are running.
    """
    at = clock.now()
    try:
        kind = jobs.get(job_id).kind
    except Missing:
        # Erased since it was found.
        return False
    if _must_wait(job_id, kind, at=at):
        return True
    lease = jobs.claim(job_id, at=at, at_once=kinds.AT_ONCE.get(kind, 1))
    if lease is None:
        return False
    try:
        with _keeper.keeping(lease):
            _carry_out(lease, providers, report, at=at)
    except LeaseLost:
        log.warning("job %d was taken over meanwhile", job_id)
    return True


def _carry_out(lease: Lease, providers: Providers, report: WorkReport, *, at: datetime) -> None:
    try:
        kinds.run(lease, providers, at=at)
    except LeaseLost:
        raise
    except Conflict as conflict:
        # Somebody else did this batch: nothing was written, and what is left is found again.
        kinds.end_as_nothing(lease, at=at, error=str(conflict))
    except ProviderError as error:
        report.failed[lease.kind] += 1
        failing.put_off(lease, error, providers, at=at)
    except OperationalError as error:
        # The database is locked or the disk is full: no batch is to blame.
        log.warning("job %d (%s) waits: %s", lease.job_id, lease.kind, error)
        report.failed[lease.kind] += 1
        failing.put_off(lease, Unavailable(f"database: {error}"), providers, at=at)
    except Exception as error:
        # A fault of ours must not stop the queue; the batch is tried again, then stepped past.
        log.exception("job %d (%s %s) failed", lease.job_id, lease.kind, lease.scope)
        report.failed[lease.kind] += 1
        fault = Unusable(f"{type(error).__name__}: {error}")
        failing.put_off(lease, fault, providers, at=at)
    else:
        report.done[lease.kind] += 1
        _note_service_works(lease, at=at)


def _must_wait(job_id: int, kind: str, *, at: datetime) -> bool:
    """Put a job off uncalled: its service refused our key and is probed by another one, or the
    day's budget is spent. Chat goes on; only background calls wait."""
    service = kinds.SERVICES.get(kind)
    if service is None:
        return False
    stop = services.service_stop(service)
    if stop is not None and at < stop.probe_at:
        return jobs.postpone(job_id, next_try_at=stop.probe_at)
    if stop is not None:
        # This job probes; the others wait for the next turn.
        failing.stop_service(kind, stop.reason, at=at)
    zone = timezone.get_default_timezone()
    if services.is_budget_spent(at=at, zone=zone):
        return jobs.postpone(job_id, next_try_at=services.next_midnight(at=at, zone=zone))
    return False


def _note_service_works(lease: Lease, *, at: datetime) -> None:
    """A stopped service that answered goes on; a job with nothing to ask proves nothing."""
    service = kinds.SERVICES.get(lease.kind)
    if service is None or services.service_stop(service) is None:
        return
    if not jobs.was_answered(lease.job_id, at=at):
        return
    mine = [kind for kind, name in kinds.SERVICES.items() if name == service]
    services.resume_service(service, kinds=mine, at=at)
