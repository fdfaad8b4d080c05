"""The one reader of the wall clock. Only entry points call it; everything below takes `at`."""

import time
from datetime import UTC, datetime


def now() -> datetime:
    """The moment, aware and in UTC."""
    return datetime.now(UTC)


def monotonic() -> float:
    """Seconds on a clock that never goes back; for leases and deadlines, never stored."""
    return time.monotonic()
