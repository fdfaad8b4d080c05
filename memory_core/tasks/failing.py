"""What becomes of a job that did not work: tried again, given up, or nobody's fault.

Deterministic failures count against the batch, transient ones against nobody; a wrong set-up
stops the service, blames no batch and is tried by one job at a time (SPEC 3.2, 3.3).
"""

import random
from datetime import datetime, timedelta
from typing import Final

from memory_core.jobs import services
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.pipelines import extract, summarize
from memory_core.ports import (
    Denied,
    ProviderError,
    Refused,
    TooLarge,
    Unavailable,
    Unusable,
)
from memory_core.providers import Providers
from memory_core.tasks import kinds

FIRST_WAIT: Final = timedelta(seconds=5)
LONGEST_WAIT: Final = timedelta(hours=1)
PROBE_EVERY: Final = timedelta(minutes=5)
"""How often one job tries a service that refused our key."""
HOPELESS_WAITS: Final = 20
HOPELESS_AFTER: Final = timedelta(hours=24)
"""A batch that alone times out so often, for so long, is itself the reason."""

_NAMES: Final[dict[type[ProviderError], str]] = {
    Refused: "refused",
    Unusable: "unusable",
    TooLarge: "too_large",
    Unavailable: "unavailable",
    Denied: "denied",
}


def put_off(lease: Lease, error: ProviderError, providers: Providers, *, at: datetime) -> None:
    """Give the job back to the queue, or up. Raises LeaseLost when it is no longer ours."""
    if isinstance(error, Denied):
        stop_service(lease.kind, error.reason, at=at)
    counts = isinstance(error, Refused | Unusable | TooLarge)
    limit = jobs.load_options().deterministic_failures
    is_hopeless = isinstance(error, Unavailable) and _alone_fails(lease, at=at)
    if is_hopeless or (counts and lease.attempts + 1 >= limit):
        _give_up(lease, error, providers, at=at)
        return
    jobs.retry_later(
        lease,
        next_try_at=at if counts else at + _wait(lease, error),
        error_kind=_NAMES.get(type(error), "failed"),
        error=error.reason,
        counts=counts,
        waits=isinstance(error, Unavailable),
    )


def stop_service(kind: str, reason: str, *, at: datetime) -> None:
    """One banner for the whole service; the next probe is some minutes away."""
    services.stop_service(kinds.SERVICES[kind], reason=reason, at=at, probe_at=at + PROBE_EVERY)


def _give_up(lease: Lease, error: ProviderError, providers: Providers, *, at: datetime) -> None:
    """Step past a batch that will never work, so that everything behind it goes on."""
    if lease.kind == "summarize":
        summarize.give_up(
            kinds.row_id(lease),
            lease=lease,
            error=Unusable(error.reason, raw=error.raw),
            model=providers.summarizer.model,
            at=at,
        )
        return
    batch = kinds.extraction_batch(lease, at=at) if lease.kind == "extract" else None
    if batch is not None and isinstance(error, TooLarge):
        # It was halved down to one message: only that one is to blame.
        batch = batch.first_message()
    if batch is not None:
        extract.step_past(batch, lease=lease, reason=error.reason, at=at)
        return
    jobs.finish(lease, state="failed", at=at, result={}, error=error.reason)


def _alone_fails(lease: Lease, *, at: datetime) -> bool:
    """Whether this batch kept failing for a day while others of its kind went through."""
    job = jobs.get(lease.job_id)
    return (
        lease.waits + 1 >= HOPELESS_WAITS
        and at - job.created_at >= HOPELESS_AFTER
        and jobs.others_succeeded(lease.kind, scope=lease.scope, since=job.created_at)
    )


def _wait(lease: Lease, error: ProviderError) -> timedelta:
    """Back-off with jitter, so that many streams do not come back in step; at least what the end
    point asked for."""
    if isinstance(error, Denied):
        return PROBE_EVERY
    wait: timedelta = min(FIRST_WAIT * 2 ** min(lease.waits, 16), LONGEST_WAIT)
    jittered = random.uniform(0.5, 1.0) * wait  # noqa: S311 - spreads load, guards nothing
    asked = error.retry_after_seconds if isinstance(error, Unavailable) else None
    return max(jittered, timedelta(seconds=asked or 0.0))
