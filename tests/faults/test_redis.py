"""A house with Redis: the queue is a doorbell, its death costs nothing but time (TRUST F08)."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.scratch import outcome
from tests.house import House, free_port, wait_for


class Redis:
    """A Redis of our own, which keeps nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    made = Redis(tmp_path)
    made.start()
    yield made
    made.kill()


@pytest.fixture
def house(tmp_path: Path, redis: Redis) -> Iterator[House]:
    made = House(tmp_path / "data", env={"REDIS_URL": f"redis://127.0.0.1:{redis.port}/0"})
    try:
        yield made.start()
    finally:
        made.kill()


def test_the_work_goes_on_when_redis_was_killed_and_comes_back_empty(
    house: House, redis: Redis
) -> None:
    database = house.folder / "memoryweb.sqlite3"
    redis.kill()
    assert house.manage("demo").returncode == 0
    assert house.get("/health/live")[0] == 200
    redis.start()
    wait_for(lambda: outcome(database).facts, seconds=60, why="no work after Redis came back")
    wait_for(house.is_ready, seconds=30, why="the house is not ready")
