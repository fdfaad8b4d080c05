"""Entry points of background work: find what is due in the database, claim one job, call one
pipeline, record how it ended. A queue's message only says "look"."""

import logging
import random
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from memory_core import clock, providers
from memory_core.errors import Conflict, LeaseLost
from memory_core.jobs import owners
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.ledger.store import Actor
from memory_core.pipelines import due, embed, extract, forget, placeholders, summarize
from memory_core.ports import Denied, ProviderError, Refused, Unavailable, Unusable
from memory_core.providers import Providers

log = logging.getLogger(__name__)

SLICE_SECONDS: Final = 30.0
"""A look ends after this long, so that no thread of the worker is held for ever."""
LEASE_SECONDS: Final = 90.0
"""A job whose beats have not moved for this long, by our own clock, is taken from its owner."""
FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(hours=1)
RETRY: Final = Actor("job", "resummarize")
SETUP_WAIT: Final = timedelta(minutes=5)


@dataclass
class WorkReport:
    """Jobs by kind: ended well, and failed or put off."""

    done: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)


class LeaseWatch:
    """Leases as this process sees them age, on the monotonic clock: wall clocks jump."""

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


_watch = LeaseWatch()
_stopping = threading.Event()


@shared_task(name="memory.look")
def look() -> None:
    """Do due work until none is left or the slice is over."""
    work_until_idle(at_most_seconds=SLICE_SECONDS)


def stop_looking() -> None:
    """The worker was asked to stop: a running look ends after the job it has in hand."""
    _stopping.set()


def heartbeat(name: str) -> None:
    """A sign of life of the process called `name`."""
    jobs.beat_alive(name, at=clock.now())


def work_until_idle(*, at_most_seconds: float | None = None) -> WorkReport:
    """Everything that is due, here and now; what is put off to later is left."""
    report = WorkReport()
    ends_at = None if at_most_seconds is None else clock.monotonic() + at_most_seconds
    while True:
        chosen = providers.current()
        open_due_work(chosen)
        ready = jobs.due(at=clock.now())
        if not ready:
            return report
        for job_id in ready:
            is_over = ends_at is not None and clock.monotonic() >= ends_at
            if is_over or _stopping.is_set():
                return report
            run_job(job_id, providers=chosen, report=report)


def open_due_work(providers: Providers) -> None:
    """Take back what dead workers held, and open a job for everything that is due."""
    at = clock.now()
    for job in _watch.abandoned():
        if jobs.requeue(job.id, fence=job.fence, at=at):
            log.warning("job %d taken back from %s", job.id, job.owner)
    for work in due.due_work(at=at, embedder=providers.embedder):
        jobs.enqueue(work.kind, scope=work.scope, trigger=work.trigger, at=at)


def run_job(job_id: int, *, providers: Providers, report: WorkReport) -> None:
    """Claim one job and carry it out; whatever happens, it ends or goes back to the queue."""
    at = clock.now()
    lease = jobs.claim(job_id, at=at)
    if lease is None:
        return
    try:
        _RUN[lease.kind](lease, providers, at)
        report.done[lease.kind] += 1
    except LeaseLost:
        log.warning("job %d was taken over meanwhile", job_id)
    except Conflict as conflict:
        # Somebody else did this batch: nothing was written, and what is left is found again.
        _end(lease, at, error=str(conflict))
    except ProviderError as error:
        report.failed[lease.kind] += 1
        _put_off(lease, error, providers, at)
    except Exception as error:
        # A fault of ours must not stop the queue; the batch is tried again, then stepped past.
        log.exception("job %d (%s %s) failed", job_id, lease.kind, lease.scope)
        report.failed[lease.kind] += 1
        _put_off(lease, Unusable(f"{type(error).__name__}: {error}"), providers, at)


# The kinds ------------------------------------------------------------------------------------


def _summarize(lease: Lease, providers: Providers, at: datetime) -> None:
    summarize.summarize_batch(
        _id(lease),
        lease=lease,
        summarizer=providers.summarizer,
        at=at,
        zone=timezone.get_default_timezone(),
    )


def _resummarize(lease: Lease, providers: Providers, at: datetime) -> None:
    placeholders.retry(
        _id(lease),
        lease=lease,
        summarizer=providers.summarizer,
        actor=RETRY,
        at=at,
        zone=timezone.get_default_timezone(),
    )


def _extract(lease: Lease, providers: Providers, at: datetime) -> None:
    batch = _extraction_batch(lease, at)
    if batch is None:
        _end(lease, at, error="")
        return
    extract.extract_batch(
        batch,
        lease=lease,
        extractor=providers.extractor,
        at=at,
        zone=timezone.get_default_timezone(),
    )


def _extraction_batch(lease: Lease, at: datetime) -> extract.Batch | None:
    options = jobs.load_options()
    if lease.scope.startswith("message:"):
        return extract.late_batch(_id(lease), options=options)
    return extract.next_batch(_id(lease), options=options, at=at)


def _embed(lease: Lease, providers: Providers, at: datetime) -> None:
    if providers.embedder is None:
        _end(lease, at, error="")
        return
    ends_at = clock.monotonic() + SLICE_SECONDS
    embed.fill(
        lease=lease,
        embedder=providers.embedder,
        at=at,
        is_over=lambda: clock.monotonic() >= ends_at,
    )


def _sweep(lease: Lease, _providers: Providers, at: datetime) -> None:
    forget.sweep(lease=lease, at=at)


def _decay_edges(lease: Lease, _providers: Providers, at: datetime) -> None:
    forget.decay_edges(lease=lease, at=at)


_RUN: Final[dict[str, Callable[[Lease, Providers, datetime], None]]] = {
    "summarize": _summarize,
    "resummarize": _resummarize,
    "extract": _extract,
    "embed": _embed,
    "sweep": _sweep,
    "decay_edges": _decay_edges,
}


def _id(lease: Lease) -> int:
    """The row a scope names: `stream:12`, `message:7`."""
    return int(lease.scope.partition(":")[2])


# Failures -------------------------------------------------------------------------------------


def _put_off(lease: Lease, error: ProviderError, providers: Providers, at: datetime) -> None:
    """Give the job back, or up: deterministic failures count against the batch, transient ones
    against nobody (SPEC 3.2, 3.3)."""
    is_its_own = isinstance(error, Refused | Unusable)
    try:
        if is_its_own and lease.attempts + 1 >= jobs.load_options().deterministic_failures:
            _give_up(lease, error, providers, at)
            return
        wait = SETUP_WAIT if isinstance(error, Denied) else _wait(lease.waits)
        jobs.retry_later(
            lease,
            next_try_at=at if is_its_own else at + wait,
            error_kind=_kind(error),
            error=error.reason,
            counts=is_its_own,
        )
    except LeaseLost:
        log.warning("job %d was taken over meanwhile", lease.job_id)


def _give_up(lease: Lease, error: ProviderError, providers: Providers, at: datetime) -> None:
    """Step past a batch that will never work, so that everything behind it goes on."""
    if lease.kind == "summarize":
        summarize.give_up(
            _id(lease),
            lease=lease,
            error=Unusable(error.reason, raw=error.raw),
            model=providers.summarizer.model,
            at=at,
        )
        return
    batch = _extraction_batch(lease, at) if lease.kind == "extract" else None
    if batch is not None:
        extract.step_past(batch, lease=lease, reason=error.reason, at=at)
        return
    jobs.finish(lease, state="failed", at=at, result={}, error=error.reason)


def _end(lease: Lease, at: datetime, *, error: str) -> None:
    try:
        jobs.finish(lease, state="skipped", at=at, result={"outcome": "nothing"}, error=error)
    except LeaseLost:
        log.warning("job %d was taken over meanwhile", lease.job_id)


def _wait(waits: int) -> timedelta:
    """Back-off with jitter, so that many streams do not come back in step."""
    wait: timedelta = min(FIRST_WAIT * 2 ** min(waits, 16), LONGEST_WAIT)
    return random.uniform(0.5, 1.0) * wait  # noqa: S311 - spreads load, guards nothing


def _kind(error: ProviderError) -> str:
    kinds = {Refused: "refused", Unusable: "unusable", Unavailable: "unavailable", Denied: "denied"}
    return kinds.get(type(error), "failed")
