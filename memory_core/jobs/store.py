"""Job rows, leases, events, meta, settings: all SQL of the jobs app.

Job rows are the truth, messages only a doorbell. A claim raises `fence`; every result
transaction begins with `hold(lease)`, so that a late worker writes nothing.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django.db.models import F, Q

from memory_core import db
from memory_core.algorithms.vocabulary import JobState
from memory_core.errors import Conflict, LeaseLost, Missing
from memory_core.jobs import options, owners
from memory_core.jobs.models import Event, Heartbeat, MetaValue, ModelCall, Price, Setting
from memory_core.jobs.models import Job as JobRow
from memory_core.jobs.options import Options

OPEN: Final = ("queued", "running")
RAW_ANSWER_CHARACTERS: Final = 4000


@dataclass(frozen=True, slots=True)
class Job:
    id: int
    kind: str
    scope: str
    trigger: str
    state: JobState
    fence: int
    owner: str
    beats: int
    next_try_at: datetime
    attempts: int
    step: str
    n: int
    m: int
    tokens: int
    cost: Decimal
    error_kind: str
    error: str
    result: dict[str, Any]
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.state in OPEN


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to do one job, as long as nobody claims it again."""

    job_id: int
    kind: str
    scope: str
    fence: int
    attempts: int
    waits: int


@dataclass(frozen=True, slots=True)
class RunningJob:
    id: int
    fence: int
    beats: int
    owner: str


def _job(row: JobRow) -> Job:
    return Job(**{name: getattr(row, name) for name in Job.__dataclass_fields__})


# Jobs ---------------------------------------------------------------------------------------


def enqueue(
    kind: str, *, scope: str, trigger: str, at: datetime, next_try_at: datetime | None = None
) -> int | None:
    """Open a piece of work; None when it is open already."""
    changed = db.execute(
        "INSERT INTO jobs (kind, scope, trigger, state, fence, owner, beats, next_try_at, attempts,"
        " step, n, m, tokens, cost, error_kind, error, result, created_at)"
        " VALUES (%s, %s, %s, 'queued', 0, '', 0, %s, 0, '', 0, 0, 0, 0, '', '', '{}', %s)"
        " ON CONFLICT DO NOTHING",
        [kind, scope, trigger, db.instant(next_try_at or at), db.instant(at)],
    )
    if not changed:
        return None
    found = JobRow.objects.filter(kind=kind, scope=scope, state__in=OPEN).values_list("id")
    return found[0][0] if found else None


def due(*, at: datetime, limit: int = 20) -> list[int]:
    """Queued jobs whose time has come, oldest first; at most `limit` of a kind, so that a long
    queue of one kind, whose places are all taken, hides no other."""
    found = db.rows(
        "SELECT id FROM (SELECT id, next_try_at, ROW_NUMBER() OVER"
        "  (PARTITION BY kind ORDER BY next_try_at, id) AS place"
        "  FROM jobs WHERE state = 'queued' AND next_try_at <= %s)"
        " WHERE place <= %s ORDER BY next_try_at, id",
        [db.instant(at), limit],
    )
    return [row[0] for row in found]


def claim(job_id: int, *, at: datetime, at_once: int = 1) -> Lease | None:
    """Take a queued job; None when somebody was faster, or `at_once` of its kind are running.

    One statement, so that two workers cannot both see the last free place.
    """
    changed = db.execute(
        "UPDATE jobs SET state = 'running', fence = fence + 1, owner = %s, beats = 0,"
        " started_at = %s, error_kind = '', error = ''"
        " WHERE id = %s AND state = 'queued' AND next_try_at <= %s"
        " AND (SELECT COUNT(*) FROM jobs AS other"
        "  WHERE other.kind = jobs.kind AND other.state = 'running') < %s",
        [owners.current(), db.instant(at), job_id, db.instant(at), at_once],
    )
    if not changed:
        return None
    row = JobRow.objects.get(id=job_id)
    return Lease(row.id, row.kind, row.scope, row.fence, row.attempts, row.result.get("waits", 0))


def _held(lease: Lease) -> Any:
    return JobRow.objects.filter(id=lease.job_id, fence=lease.fence, state="running")


def hold(lease: Lease) -> None:
    """First statement of every result transaction: takes the write lock on a lease still ours."""
    if not renew(lease):
        raise LeaseLost(f"job {lease.job_id}")


def beat(lease: Lease, *, step: str, n: int = 0, m: int = 0) -> None:
    """Renew the lease and say how far the work is."""
    if not _held(lease).update(beats=F("beats") + 1, step=step, n=n, m=m):
        raise LeaseLost(f"job {lease.job_id}")


def renew(lease: Lease) -> bool:
    """Say that the work goes on; False when the lease is no longer ours."""
    return bool(_held(lease).update(beats=F("beats") + 1))


def finish(
    lease: Lease, *, state: JobState, at: datetime, result: Mapping[str, Any], error: str = ""
) -> None:
    """End the job. What it wrote and its end belong in one transaction: a worker that dies in
    between would leave work that looks undone."""
    changed = _held(lease).update(
        state=state, finished_at=at, result=dict(result), error=error[:RAW_ANSWER_CHARACTERS]
    )
    if not changed:
        raise LeaseLost(f"job {lease.job_id}")


def retry_later(
    lease: Lease,
    *,
    next_try_at: datetime,
    error_kind: str,
    error: str,
    counts: bool = True,
    waits: bool = False,
) -> None:
    """Give the job back. `counts` = the attempt is held against it; `waits` = it makes the next
    wait longer. A wrong set-up does neither."""
    changed = _held(lease).update(
        state="queued",
        owner="",
        next_try_at=next_try_at,
        attempts=F("attempts") + (1 if counts else 0),
        result={"waits": lease.waits + (1 if waits else 0)},
        error_kind=error_kind,
        error=error[:RAW_ANSWER_CHARACTERS],
    )
    if not changed:
        raise LeaseLost(f"job {lease.job_id}")


def postpone(job_id: int, *, next_try_at: datetime) -> bool:
    """Put a queued job off without trying it; False when it is no longer queued."""
    waiting = JobRow.objects.filter(id=job_id, state="queued")
    return bool(waiting.update(next_try_at=next_try_at))


def try_again(job_id: int, *, at: datetime) -> int:
    """Open the work of an ended job once more; returns the new job. Conflict while it is open."""
    job = get(job_id)
    new_id = None if job.is_open else enqueue(job.kind, scope=job.scope, trigger="manual", at=at)
    if new_id is None:
        raise Conflict(f"the work of job {job_id} is open", code="state")
    return new_id


def cancel(job_id: int, *, at: datetime) -> None:
    """End an open job; a worker in the middle of it loses its lease and writes nothing."""
    changed = JobRow.objects.filter(id=job_id, state__in=OPEN).update(
        state="cancelled", fence=F("fence") + 1, finished_at=at
    )
    if not changed:
        get(job_id)
        raise Conflict(f"job {job_id} is not open", code="state")


def running() -> list[RunningJob]:
    found = JobRow.objects.filter(state="running").values_list("id", "fence", "beats", "owner")
    return [RunningJob(*row) for row in found]


def requeue(job_id: int, *, fence: int, at: datetime) -> bool:
    """Give back the job of a worker that is gone; its late write will meet another fence."""
    return bool(
        JobRow.objects.filter(id=job_id, fence=fence, state="running").update(
            state="queued", fence=F("fence") + 1, owner="", next_try_at=at
        )
    )


def get(job_id: int) -> Job:
    row = JobRow.objects.filter(id=job_id).first()
    if row is None:
        raise Missing(f"job {job_id} does not exist")
    return _job(row)


def jobs(
    *, states: Collection[str] = (), before_id: int | None = None, limit: int = 50
) -> list[Job]:
    """Newest first."""
    wanted = JobRow.objects.order_by("-id")
    if states:
        wanted = wanted.filter(state__in=states)
    if before_id is not None:
        wanted = wanted.filter(id__lt=before_id)
    return [_job(row) for row in wanted[:limit]]


def open_count() -> int:
    return JobRow.objects.filter(state__in=OPEN).count()


def last_finished_at(kind: str, *, state: JobState = "succeeded") -> datetime | None:
    """When the newest job of a kind ended that way."""
    done = JobRow.objects.filter(kind=kind, state=state).order_by("-id")
    return done.values_list("finished_at", flat=True).first()


def others_succeeded(kind: str, *, scope: str, since: datetime) -> bool:
    """Whether jobs of this kind on other scopes went through since then."""
    done = JobRow.objects.filter(kind=kind, state="succeeded", finished_at__gte=since)
    return done.exclude(scope=scope).exists()


def finished_ranges(kind: str) -> dict[str, list[tuple[int, int]]]:
    """By scope, the message ranges that jobs of this kind took, by what their results say."""
    done = JobRow.objects.filter(kind=kind, state="succeeded", result__has_key="last_id")
    found: dict[str, list[tuple[int, int]]] = {}
    for scope, first, last in done.values_list("scope", "result__first_id", "result__last_id"):
        found.setdefault(scope, []).append((int(first), int(last)))
    return found


def open_scopes(kind: str) -> set[str]:
    """Scopes of one kind whose work is open already."""
    return set(JobRow.objects.filter(kind=kind, state__in=OPEN).values_list("scope", flat=True))


# Model calls, events, heartbeats --------------------------------------------------------------


def record_call(
    *,
    job_id: int | None,
    model: str,
    purpose: str,
    tokens_in: int,
    tokens_out: int,
    latency_ms: int,
    outcome: str,
    raw_answer: str,
    at: datetime,
) -> None:
    """One line of the model-call ledger, with its price; adds up on the job. The raw answer is
    kept for failures only, capped."""
    cost = _cost(model, tokens_in=tokens_in, tokens_out=tokens_out)
    if job_id is not None and (tokens_in or tokens_out):
        JobRow.objects.filter(id=job_id).update(
            tokens=F("tokens") + tokens_in + tokens_out, cost=F("cost") + cost
        )
    ModelCall.objects.create(
        cost=cost,
        job_id=job_id,
        model=model,
        purpose=purpose,
        tokens_in=tokens_in,
        tokens_out=tokens_out,
        latency_ms=latency_ms,
        outcome=outcome,
        raw_answer=raw_answer[:RAW_ANSWER_CHARACTERS],
        at=at,
    )


def erase_scopes(scopes: Sequence[str], *, stream_ids: Collection[int]) -> dict[str, int]:
    """Remove the jobs of these scopes with their calls, and the events of these streams. Returns
    counts per table."""
    found: list[int] = []
    for start in range(0, len(scopes), 500):
        wanted = JobRow.objects.filter(scope__in=scopes[start : start + 500])
        found += wanted.values_list("id", flat=True)
    return {
        "model_calls": ModelCall.objects.filter(job_id__in=found).delete()[0],
        "jobs": JobRow.objects.filter(id__in=found).delete()[0],
        "events": Event.objects.filter(stream_id__in=stream_ids).delete()[0],
    }


def set_price(
    model: str, *, per_million_in: Decimal, per_million_out: Decimal, currency: str = "CNY"
) -> None:
    """What a million tokens of a model cost; counts for calls from now on."""
    Price.objects.update_or_create(
        model=model,
        defaults={
            "per_million_in": per_million_in,
            "per_million_out": per_million_out,
            "currency": currency,
        },
    )


def _cost(model: str, *, tokens_in: int, tokens_out: int) -> Decimal:
    price = Price.objects.filter(model=model).first()
    if price is None:
        return Decimal(0)
    spent = price.per_million_in * tokens_in + price.per_million_out * tokens_out
    return (spent / 1_000_000).quantize(Decimal("0.000001"))


def note_absence(*, since: datetime, until: datetime) -> None:
    """Nobody was here for long, or the clock jumped: the next large sweep asks first."""
    set_meta("absence", json.dumps([since.isoformat(), until.isoformat()]))


def record_event(
    kind: str, *, at: datetime, payload: Mapping[str, Any], stream_id: int | None = None
) -> None:
    """Note something that changed nothing; ids and numbers only, never text."""
    Event.objects.create(kind=kind, at=at, stream_id=stream_id, payload=dict(payload))


def was_answered(job_id: int, *, at: datetime) -> bool:
    """Whether a model answered the job in its run of that moment, be it with a refusal."""
    answered = ("ok", "refused", "unusable", "too_large")
    return ModelCall.objects.filter(job_id=job_id, at=at, outcome__in=answered).exists()


def count_events(kind: str, *, since: datetime) -> int:
    return Event.objects.filter(kind=kind, at__gte=since).count()


def beat_alive(name: str, *, at: datetime, detail: Mapping[str, Any] | None = None) -> None:
    """A sign of life of the process called `name`."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": at, "detail": dict(detail or {})})


def heartbeats() -> dict[str, datetime]:
    return dict(Heartbeat.objects.values_list("name", "at"))


def is_alive(name: str, *, at: datetime, within: timedelta) -> bool:
    """Whether `name` gave a sign of life in the last `within` (a clock set back counts as one)."""
    last = heartbeats().get(name)
    return last is not None and abs(at - last) <= within


# Meta and settings ----------------------------------------------------------------------------


def meta(key: str, default: str = "") -> str:
    found = MetaValue.objects.filter(key=key).values_list("value", flat=True).first()
    return default if found is None else found


def set_meta(key: str, value: str) -> None:
    MetaValue.objects.update_or_create(key=key, defaults={"value": value})


def delete_meta(key: str) -> None:
    MetaValue.objects.filter(key=key).delete()


def load_options() -> Options:
    """All settings of now: environment > table > default."""
    stored = {
        key: options.parse(key, value)
        for key, value in Setting.objects.values_list("key", "value")
        if key in Options.__dataclass_fields__
    }
    return Options(**{**stored, **options.from_environment()})


def set_option(key: str, value: Any, *, by: str, at: datetime) -> None:
    """Store one setting; Invalid when it, or what it makes of the others, cannot be."""
    parsed = options.parse(key, value)
    current = load_options()
    Options(
        **{name: getattr(current, name) for name in Options.__dataclass_fields__} | {key: parsed}
    )
    changed = Setting.objects.filter(key=key).update(
        value=parsed, version=F("version") + 1, updated_by=by, at=at
    )
    if not changed:
        Setting.objects.create(key=key, value=parsed, updated_by=by, at=at)


# Invariants -----------------------------------------------------------------------------------


def check() -> dict[str, list[int]]:
    """I12: every job is queued, running or ended, and its state tells the truth."""
    unknown = JobRow.objects.exclude(
        state__in=["queued", "running", "succeeded", "failed", "skipped", "cancelled"]
    )
    ended = Q(state__in=["succeeded", "failed", "skipped", "cancelled"])
    dateless = JobRow.objects.filter(ended, finished_at__isnull=True)
    ownerless = JobRow.objects.filter(state="running", owner="")
    return {
        "unknown state": list(unknown.values_list("id", flat=True)[:50]),
        "ended without a time": list(dateless.values_list("id", flat=True)[:50]),
        "running without an owner": list(ownerless.values_list("id", flat=True)[:50]),
    }
