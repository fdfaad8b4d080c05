"""Outside services as the job table knows them: stopped for a wrong set-up, bounded by a budget."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo

from django.db.models import Sum

from memory_core.jobs import store
from memory_core.jobs.models import Job, ModelCall


@dataclass(frozen=True, slots=True)
class ServiceStop:
    """A service that refused our key: since when, why, and when one job tries it again."""

    service: str
    reason: str
    since: datetime
    probe_at: datetime


@dataclass(frozen=True, slots=True)
class Usage:
    """What background calls used since a moment."""

    tokens: int
    cost: float


def _key(service: str) -> str:
    return f"service_stop:{service}"


def stop_service(service: str, *, reason: str, at: datetime, probe_at: datetime) -> None:
    """Stop a service, or move its next probe; `since` stays that of the first stop."""
    standing = service_stop(service)
    since = standing.since if standing else at
    stored = {
        "reason": reason,
        "since": since.isoformat(),
        "probe_at": probe_at.isoformat(),
    }
    store.set_meta(_key(service), json.dumps(stored))


def service_stop(service: str) -> ServiceStop | None:
    text = store.meta(_key(service))
    if not text:
        return None
    stored = json.loads(text)
    return ServiceStop(
        service,
        stored["reason"],
        datetime.fromisoformat(stored["since"]),
        datetime.fromisoformat(stored["probe_at"]),
    )


def resume_service(service: str, *, kinds: Collection[str], at: datetime) -> None:
    """The service works again: its waiting jobs are due now."""
    store.delete_meta(_key(service))
    Job.objects.filter(kind__in=kinds, state="queued", next_try_at__gt=at).update(next_try_at=at)


def used(*, since: datetime) -> Usage:
    row = ModelCall.objects.filter(at__gte=since).aggregate(
        tokens_in=Sum("tokens_in"), tokens_out=Sum("tokens_out"), cost=Sum("cost")
    )
    tokens = (row["tokens_in"] or 0) + (row["tokens_out"] or 0)
    return Usage(tokens, float(row["cost"] or 0))


def is_budget_spent(*, at: datetime, zone: tzinfo) -> bool:
    """Whether today's background calls reached the daily cap on tokens or money (0 = no cap)."""
    options = store.load_options()
    if not options.daily_token_cap and not options.daily_cost_cap:
        return False
    today = used(since=next_midnight(at=at, zone=zone) - timedelta(days=1))
    over_tokens = bool(options.daily_token_cap) and today.tokens >= options.daily_token_cap
    return over_tokens or (bool(options.daily_cost_cap) and today.cost >= options.daily_cost_cap)


def next_midnight(*, at: datetime, zone: tzinfo) -> datetime:
    tomorrow = at.astimezone(zone).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time.min, tzinfo=zone)
