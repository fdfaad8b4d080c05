"""The worker's settings and its pulse."""

import signal
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import FrameType

import pytest
from kombu.exceptions import ContentDisallowed
from kombu.serialization import dumps, loads

from memory_core import tasks
from memory_core.jobs import store as jobs
from memoryweb import celery


@pytest.mark.parametrize("redis_url", ["", "redis://127.0.0.1:6379/0"])
def test_only_json_is_accepted(redis_url: str) -> None:
    accepted = celery.configuration(redis_url=redis_url)["accept_content"]
    kind, encoding, body = dumps({"id": 1}, serializer="pickle")
    with pytest.raises(ContentDisallowed):
        loads(body, kind, encoding, accept=[f"application/{name}" for name in accepted])


def test_without_redis_no_message_leaves_the_process() -> None:
    assert celery.configuration(redis_url="")["broker_url"] == "memory://localhost/"


def test_with_redis_a_killed_workers_messages_come_back_before_its_lease_is_old() -> None:
    options = celery.configuration(redis_url="redis://r/0")["broker_transport_options"]
    assert 90 < options["visibility_timeout"] <= 120
    assert options["unacked_restore_throttle"] == 1


def test_the_sweep_rings_every_second_and_an_old_ring_is_worth_nothing() -> None:
    (entry,) = celery.app.conf.beat_schedule.values()
    assert entry["task"] in celery.app.tasks
    assert entry["schedule"] == entry["options"]["expires"] == 1.0


@pytest.fixture
def terminations() -> Iterator[list[int]]:
    """SIGTERMs this process gets, noted instead of obeyed."""
    seen: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        seen.append(number)

    before = signal.signal(signal.SIGTERM, note)
    yield seen
    signal.signal(signal.SIGTERM, before)


@pytest.mark.django_db
def test_the_pulse_signs_for_worker_and_beat() -> None:
    celery.Pulse(threading.current_thread()).sign()
    now = datetime.now(UTC)
    signs = jobs.heartbeats()
    assert all(now - signs[name] < timedelta(seconds=10) for name in ("worker", "beat"))


def test_a_worker_whose_beat_has_died_ends(terminations: list[int]) -> None:
    dead = threading.Thread(target=lambda: None)
    dead.start()
    dead.join()
    celery.Pulse(dead).run()
    assert terminations == [signal.SIGTERM]


def test_an_orderly_stop_is_no_death_of_beat(terminations: list[int]) -> None:
    dead = threading.Thread(target=lambda: None)
    dead.start()
    dead.join()
    pulse = celery.Pulse(dead)
    pulse.stopped.set()
    pulse.run()
    assert not terminations


@pytest.mark.django_db
def test_a_worker_asked_to_stop_begins_no_further_job() -> None:
    jobs.enqueue("sweep", scope="all", trigger="test", at=datetime.now(UTC))
    tasks.stop_looking()
    try:
        assert not tasks.work_until_idle().done
    finally:
        tasks._stopping.clear()
    assert tasks.work_until_idle().done["sweep"] == 1
