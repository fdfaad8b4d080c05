"""Calling a model and keeping the record of it."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Protocol, TypeVar

from memory_core.algorithms import secrets
from memory_core.jobs import store as jobs
from memory_core.ports import (
    Denied,
    ProviderError,
    Refused,
    TooLarge,
    Unavailable,
    Unusable,
    Usage,
)


class _Answer(Protocol):
    @property
    def usage(self) -> Usage: ...


Answer = TypeVar("Answer", bound=_Answer)
_OUTCOMES: dict[type[ProviderError], str] = {
    Refused: "refused",
    Unusable: "unusable",
    TooLarge: "too_large",
    Unavailable: "unavailable",
    Denied: "denied",
}


def call(
    ask: Callable[[], Answer], *, model: str, purpose: str, job_id: int | None, at: datetime
) -> Answer:
    """Ask outside any transaction; the call is recorded whether it answers or fails."""
    started = time.monotonic()
    outcome, raw, usage = "ok", "", Usage()
    try:
        answer = ask()
        usage = answer.usage
        return answer
    except ProviderError as error:
        outcome, raw, usage = _OUTCOMES.get(type(error), "failed"), error.raw, error.usage
        raise
    except Exception:
        # A bug in a provider is recorded as such and must not pass for a refusal.
        outcome = "crashed"
        raise
    finally:
        jobs.record_call(
            job_id=job_id,
            model=model,
            purpose=purpose,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            latency_ms=round((time.monotonic() - started) * 1000),
            outcome=outcome,
            raw_answer=secrets.mask(raw).text,
            at=at,
        )
