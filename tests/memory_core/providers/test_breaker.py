import threading

import pytest

from memory_core.ports import Refused, Unavailable, Unusable
from memory_core.providers.addresses import Origin
from memory_core.providers.breaker import FAILURES_TO_OPEN, OPEN_SECONDS, Breaker, Breakers
from tests.memory_core.providers.ends import Ticks


@pytest.fixture
def ticks() -> Ticks:
    return Ticks()


@pytest.fixture
def breaker(ticks: Ticks) -> Breaker:
    return Breaker("https://api.example.com", monotonic=ticks)


def _fail(breaker: Breaker, *, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(Unavailable, match="503"), breaker.guard():
            raise Unavailable("answered 503")


def _refuses(breaker: Breaker) -> Unavailable:
    with pytest.raises(Unavailable, match="left alone") as caught, breaker.guard():
        pytest.fail("an open breaker let a call through")
    return caught.value


def test_it_opens_after_failures_in_a_row_and_says_how_long(breaker: Breaker, ticks: Ticks) -> None:
    _fail(breaker, times=FAILURES_TO_OPEN - 1)
    assert breaker.state() == "closed"
    _fail(breaker)
    assert breaker.state() == "open"
    ticks.seconds += 10
    assert _refuses(breaker).retry_after_seconds == OPEN_SECONDS - 10


def test_one_success_between_failures_starts_the_count_anew(breaker: Breaker) -> None:
    for _ in range(5):
        _fail(breaker, times=FAILURES_TO_OPEN - 1)
        with breaker.guard():
            pass
    assert breaker.state() == "closed"


@pytest.mark.parametrize("error", [Refused("no"), Unusable("what")])
def test_an_end_point_that_answers_at_all_is_alive(breaker: Breaker, error: Exception) -> None:
    _fail(breaker, times=FAILURES_TO_OPEN - 1)
    with pytest.raises(type(error)), breaker.guard():
        raise error
    _fail(breaker, times=FAILURES_TO_OPEN - 1)
    assert breaker.state() == "closed"


def test_a_probe_that_succeeds_closes_it(breaker: Breaker, ticks: Ticks) -> None:
    _fail(breaker, times=FAILURES_TO_OPEN)
    ticks.seconds += OPEN_SECONDS
    assert breaker.state() == "half-open"
    with breaker.guard():
        _refuses(breaker)
    assert breaker.state() == "closed"


def test_a_probe_that_fails_keeps_it_open_for_another_while(breaker: Breaker, ticks: Ticks) -> None:
    _fail(breaker, times=FAILURES_TO_OPEN)
    ticks.seconds += OPEN_SECONDS
    _fail(breaker)
    assert breaker.state() == "open"
    _refuses(breaker)
    ticks.seconds += OPEN_SECONDS
    assert breaker.state() == "half-open"


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError()])
def test_a_probe_that_is_broken_off_leaves_the_probe_to_the_next(
    breaker: Breaker, ticks: Ticks, error: BaseException
) -> None:
    _fail(breaker, times=FAILURES_TO_OPEN)
    ticks.seconds += OPEN_SECONDS
    with pytest.raises(type(error)), breaker.guard():
        raise error
    assert breaker.state() == "half-open"
    with breaker.guard():
        pass
    assert breaker.state() == "closed"


def test_a_late_call_from_before_it_opened_changes_nothing(breaker: Breaker) -> None:
    with breaker.guard():
        _fail(breaker, times=FAILURES_TO_OPEN)
    assert breaker.state() == "open"


def test_of_many_threads_one_probes(breaker: Breaker, ticks: Ticks) -> None:
    _fail(breaker, times=FAILURES_TO_OPEN)
    ticks.seconds += OPEN_SECONDS
    start, through, refused = threading.Barrier(16), [], []
    finish = threading.Event()

    def call() -> None:
        start.wait()
        try:
            with breaker.guard():
                through.append(1)
                finish.wait(10)
        except Unavailable:
            refused.append(1)
            if len(refused) == 15:
                finish.set()

    threads = [threading.Thread(target=call) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(through), len(refused)) == (1, 15)
    assert breaker.state() == "closed"


def test_every_origin_has_a_breaker_of_its_own(ticks: Ticks) -> None:
    breakers = Breakers(monotonic=ticks)
    one, other = Origin("https", "a.example", 443), Origin("https", "a.example", 8443)
    _fail(breakers.of(one), times=FAILURES_TO_OPEN)
    assert breakers.of(one).state() == "open"
    assert breakers.of(other).state() == "closed"
    breakers.reset()
    assert breakers.of(one).state() == "closed"
