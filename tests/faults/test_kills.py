"""SIGKILL at random moments (TRUST F01): memory stays whole and the work goes on by itself."""

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.scratch import Outcome, fork_server, outcome, seed
from tests.house import House, wait_for


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """What the sample chat becomes when nobody is killed."""
    house = House(tmp_path_factory.mktemp("undisturbed") / "data")
    with fork_server(house) as server:
        server.finish("load")
        server.finish("work")
    return outcome(house.folder / "memoryweb.sqlite3")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "data")
    try:
        yield made
    finally:
        made.kill()


@pytest.fixture
def dice() -> random.Random:
    chosen = seed()
    print(f"FAULT_SEED={chosen}")  # noqa: T201 - pytest shows it when the test fails
    return random.Random(chosen)  # noqa: S311 - no secret


def assert_sound(house: House) -> None:
    done = house.manage("check_memory")
    assert done.returncode == 0, done.stdout + done.stderr


def test_work_killed_dozens_of_times_ends_as_if_nothing_had_been(
    house: House, dice: random.Random, undisturbed: Outcome
) -> None:
    database = house.folder / "memoryweb.sqlite3"
    with fork_server(house) as server:
        server.kill_at_random("load", times=12, up_to=0.2, dice=dice)
        server.finish("load")
        assert outcome(database).messages == undisturbed.messages
        killed = server.kill_at_random("work", times=48, up_to=0.5, dice=dice)
        assert_sound(house)
        server.finish("work")
    assert killed >= 12
    assert_sound(house)
    assert outcome(database) == undisturbed


def test_acts_of_an_operator_are_there_whole_or_not_at_all(
    house: House, dice: random.Random
) -> None:
    with fork_server(house) as server:
        server.finish("load")
        server.finish("work")
        killed = server.kill_at_random("curate", times=24, up_to=0.3, dice=dice)
        assert killed == 24
        assert_sound(house)


def test_a_killed_worker_comes_back_and_the_work_goes_on(
    house: House, undisturbed: Outcome
) -> None:
    database = house.folder / "memoryweb.sqlite3"
    house.start()
    assert house.manage("demo").returncode == 0
    for _ in range(3):
        before = outcome(database)
        wait_for(
            lambda seen=before: outcome(database) != seen,  # type: ignore[misc]
            seconds=30,
            why="the worker did nothing",
        )
        if outcome(database) == undisturbed:
            break
        victim = house.pid_of("celery")
        assert victim is not None
        os.kill(victim, signal.SIGKILL)
        wait_for(
            lambda gone=victim: house.pid_of("celery") not in {None, gone},  # type: ignore[misc]
            seconds=10,
            why="no new worker came",
        )
    wait_for(lambda: outcome(database) == undisturbed, seconds=60, why="the work did not go on")
    assert house.stop() == 0
    assert_sound(house)
