"""A circuit breaker: an end point that keeps failing is left alone for a while (TRUST F03, T38).

Without one every job waits out the time-out of a dead end point, one after the other.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from memory_core import clock
from memory_core.ports import ProviderError, Unavailable
from memory_core.providers.addresses import Origin

FAILURES_TO_OPEN: Final = 5
OPEN_SECONDS: Final = 30.0

State = Literal["closed", "open", "half-open"]


@dataclass
class Breaker:
    """Opens after consecutive transient failures; later lets one caller try, and closes on success.

    Only `Unavailable` counts as a failure: a refusal, or an answer nobody can read, comes from an
    end point that works.
    """

    name: str
    monotonic: Callable[[], float] = clock.monotonic
    failures_to_open: int = FAILURES_TO_OPEN
    open_seconds: float = OPEN_SECONDS
    _failures: int = 0
    _opened_at: float | None = None
    _is_probing: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def state(self) -> State:
        with self._lock:
            if self._opened_at is None:
                return "closed"
            return "half-open" if self._rest(self._opened_at) <= 0 else "open"

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Around one call. Raises `Unavailable` at once while open, or while another one probes."""
        is_probe = self._enter()
        try:
            yield
        except Unavailable:
            self._leave(is_probe=is_probe, has_failed=True)
            raise
        except ProviderError:
            self._leave(is_probe=is_probe, has_failed=False)
            raise
        except BaseException:
            # A fault of ours, or stopped from outside: says nothing about the end point.
            self._release(is_probe=is_probe)
            raise
        self._leave(is_probe=is_probe, has_failed=False)

    def _enter(self) -> bool:
        with self._lock:
            if self._opened_at is None:
                return False
            rest = self._rest(self._opened_at)
            if rest > 0 or self._is_probing:
                raise Unavailable(
                    f"{self.name} has failed {self._failures} times in a row and is left alone"
                    " for a while.",
                    retry_after_seconds=max(rest, 1.0),
                )
            self._is_probing = True
            return True

    def _leave(self, *, is_probe: bool, has_failed: bool) -> None:
        with self._lock:
            if is_probe:
                self._is_probing = False
            elif self._opened_at is not None:
                # A call from before it opened: only the probe may judge now.
                return
            if not has_failed:
                self._failures, self._opened_at = 0, None
                return
            self._failures += 1
            if is_probe or self._failures >= self.failures_to_open:
                self._opened_at = self.monotonic()

    def _release(self, *, is_probe: bool) -> None:
        with self._lock:
            self._is_probing = self._is_probing and not is_probe

    def _rest(self, opened_at: float) -> float:
        """Seconds until a probe may go."""
        return opened_at + self.open_seconds - self.monotonic()


@dataclass
class Breakers:
    """One breaker an origin, in this process: chat and embeddings of one host share it."""

    monotonic: Callable[[], float] = clock.monotonic
    _by_origin: dict[Origin, Breaker] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def of(self, origin: Origin) -> Breaker:
        with self._lock:
            if origin not in self._by_origin:
                self._by_origin[origin] = Breaker(str(origin), monotonic=self.monotonic)
            return self._by_origin[origin]

    def reset(self) -> None:
        """Forget every failure, as after a change of the set-up."""
        with self._lock:
            self._by_origin.clear()
