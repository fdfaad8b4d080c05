"""Job rows are the truth: opened once, claimed once, never lost (ARCHITECTURE, DATA)."""

import os
import signal
import subprocess
import sys
from datetime import timedelta

import pytest

from memory_core import clock, tasks
from memory_core.errors import Conflict, Invalid, LeaseLost
from memory_core.jobs import options, owners
from memory_core.jobs import store as jobs
from memory_core.tasks import LEASE_SECONDS, LeaseKeeper, LeaseWatch
from tests.memory_core.world import START, lease

pytestmark = pytest.mark.django_db


def opened(scope: str = "stream:1") -> int:
    job_id = jobs.enqueue("extract", scope=scope, trigger="test", at=START)
    assert job_id is not None
    return job_id


def test_one_piece_of_work_is_open_once() -> None:
    first = opened()

    assert jobs.enqueue("extract", scope="stream:1", trigger="test", at=START) is None
    assert jobs.enqueue("extract", scope="stream:2", trigger="test", at=START) is not None
    held = jobs.claim(first, at=START)
    assert held is not None
    jobs.finish(held, state="succeeded", at=START, result={})
    assert jobs.enqueue("extract", scope="stream:1", trigger="test", at=START) is not None


def test_a_long_queue_of_one_kind_hides_no_other() -> None:
    for number in range(30):
        jobs.enqueue("extract", scope=f"stream:{number}", trigger="test", at=START)
    sweep = jobs.enqueue("sweep", scope="all", trigger="test", at=START)

    assert sweep in jobs.due(at=START)
    assert len(jobs.due(at=START)) == 21


def test_of_two_workers_one_wins() -> None:
    job_id = opened()

    assert jobs.claim(job_id, at=START) is not None
    assert jobs.claim(job_id, at=START) is None


def test_a_job_put_off_is_not_due_before_its_time() -> None:
    held = lease("extract", "stream:1", at=START)
    jobs.retry_later(
        held, next_try_at=START + timedelta(minutes=1), error_kind="unavailable", error="slow"
    )

    assert jobs.due(at=START) == []
    assert jobs.claim(held.job_id, at=START) is None
    assert jobs.due(at=START + timedelta(minutes=1)) == [held.job_id]


def test_a_lost_lease_can_do_nothing_more() -> None:
    held = lease("extract", "stream:1", at=START)
    assert jobs.requeue(held.job_id, fence=held.fence, at=START)
    assert jobs.claim(held.job_id, at=START) is not None

    with pytest.raises(LeaseLost):
        jobs.hold(held)
    with pytest.raises(LeaseLost):
        jobs.beat(held, step="late")
    with pytest.raises(LeaseLost):
        jobs.finish(held, state="succeeded", at=START, result={})
    with pytest.raises(LeaseLost):
        jobs.retry_later(held, next_try_at=START, error_kind="x", error="x")


def test_a_cancelled_job_takes_the_lease_from_its_worker() -> None:
    held = lease("extract", "stream:1", at=START)
    jobs.cancel(held.job_id, at=START)

    with pytest.raises(LeaseLost):
        jobs.hold(held)
    with pytest.raises(Conflict):
        jobs.cancel(held.job_id, at=START)
    assert jobs.get(held.job_id).state == "cancelled"


def test_transient_failures_make_the_wait_longer_and_count_nothing() -> None:
    held = lease("extract", "stream:1", at=START)
    jobs.retry_later(
        held, next_try_at=START, error_kind="unavailable", error="x", counts=False, waits=True
    )
    again = jobs.claim(held.job_id, at=START)

    assert again is not None
    assert (again.attempts, again.waits) == (0, 1)


def test_a_lease_is_renewed_while_its_worker_waits_for_a_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    held = lease("extract", "stream:1", at=START)
    moment = [0.0]
    monkeypatch.setattr(clock, "monotonic", lambda: moment[0])
    keeper, watch = LeaseKeeper(), LeaseWatch()

    with keeper.keeping(held):
        for _ in range(10):
            assert watch.abandoned() == []
            moment[0] += 60.0
            keeper.renew()
    moment[0] += LEASE_SECONDS
    keeper.renew()
    watch.abandoned()
    moment[0] += LEASE_SECONDS

    assert [job.id for job in watch.abandoned()] == [held.job_id]


def test_what_hangs_for_hours_loses_its_lease(monkeypatch: pytest.MonkeyPatch) -> None:
    held = lease("extract", "stream:1", at=START)
    moment = [0.0]
    monkeypatch.setattr(clock, "monotonic", lambda: moment[0])
    keeper = LeaseKeeper()

    with keeper.keeping(held):
        moment[0] += 3 * 3600.0
        keeper.renew()

    assert jobs.get(held.job_id).beats == 0


def test_the_job_of_a_killed_process_is_taken_back_at_once() -> None:
    code = (
        "import os, sys, time; sys.path.insert(0, '.');"
        "from memory_core.jobs import owners; print(owners.current(), flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    owner = child.stdout.readline().strip()
    assert not owners.is_surely_dead(owner)

    os.kill(child.pid, signal.SIGKILL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)

    # Not waited for yet, so still listed by the kernel, and dead all the same.
    assert owners.is_surely_dead(owner)
    child.wait()
    child.stdout.close()
    assert owners.is_surely_dead(owner)


def test_an_owner_elsewhere_is_never_surely_dead() -> None:
    host, boot, pid, start, thread = owners.current().split("|")

    assert not owners.is_surely_dead(owners.current())
    assert not owners.is_surely_dead(f"other|{boot}|999999|{start}|{thread}")
    assert not owners.is_surely_dead("")
    assert owners.is_surely_dead(f"{host}|{boot}|{pid}|1|{thread}")


def test_a_job_whose_beats_stand_still_is_abandoned_by_our_own_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = [1000.0]
    monkeypatch.setattr(clock, "monotonic", lambda: seconds[0])
    held = lease("extract", "stream:1", at=START)
    watch = tasks.LeaseWatch()

    assert watch.abandoned() == []
    seconds[0] += tasks.LEASE_SECONDS - 1
    assert watch.abandoned() == []
    jobs.beat(held, step="alive")
    seconds[0] += 2
    assert watch.abandoned() == []
    seconds[0] += tasks.LEASE_SECONDS
    assert [job.id for job in watch.abandoned()] == [held.job_id]


def test_a_sign_of_life_gets_old() -> None:
    jobs.beat_alive("worker", at=START)

    assert jobs.is_alive("worker", at=START + timedelta(seconds=20), within=timedelta(seconds=30))
    assert not jobs.is_alive(
        "worker", at=START + timedelta(seconds=31), within=timedelta(seconds=30)
    )
    assert not jobs.is_alive("nobody", at=START, within=timedelta(seconds=30))


def test_environment_before_table_before_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert jobs.load_options().extraction_window == 30
    jobs.set_option("extraction_window", 20, by="su", at=START)
    assert jobs.load_options().extraction_window == 20
    monkeypatch.setenv("MEMORYWEB_EXTRACTION_WINDOW", "10")
    assert jobs.load_options().extraction_window == 10


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("extraction_window", 0),
        ("extraction_window", "many"),
        ("extraction_window", True),
        ("isolation", "planet"),
        ("no_such_setting", 1),
        ("summary_threshold", 39),
        ("summary_batch", 100),
        ("working_memory_limit", 24),
    ],
)
def test_a_setting_that_cannot_be_is_refused_and_stored_nowhere(key: str, value: object) -> None:
    with pytest.raises(Invalid):
        jobs.set_option(key, value, by="su", at=START)

    assert jobs.load_options() == options.Options()
