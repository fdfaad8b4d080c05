"""Eight processes on one database: no batch done twice, none lost (TRUST F02)."""

import sqlite3  # noqa: TID251 - looks from outside
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from memoryweb import environment
from tests.house import House

WORKERS = 8
STREAMS, BATCHES = 40, 5


def start(house: House, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults.crowd", *arguments],
        cwd=environment.BASE_DIR,
        env=house.environment()
        | {"DJANGO_SETTINGS_MODULE": "memoryweb.settings", "OPENBLAS_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_hundred_batches_are_each_done_once(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    with start(house, "prepare", str(STREAMS), str(BATCHES)) as preparing:
        _out, said = preparing.communicate()
        assert preparing.returncode == 0, said
    workers = [start(house, "work", str(seed)) for seed in range(WORKERS)]
    for worker in workers:
        _out, said = worker.communicate()
        assert worker.returncode == 0, said

    with closing(sqlite3.connect(house.folder / "memoryweb.sqlite3")) as connection:
        done = connection.execute(
            "SELECT scope, json_extract(result, '$.first_id'), count(*) FROM jobs"
            " WHERE kind = 'extract' AND state = 'succeeded'"
            " AND json_extract(result, '$.outcome') = 'extracted' GROUP BY 1, 2"
        ).fetchall()
        facts = connection.execute("SELECT count(*), count(DISTINCT content) FROM facts").fetchone()
        running = connection.execute(
            "SELECT count(*) FROM jobs WHERE state IN ('queued', 'running') AND kind = 'extract'"
        ).fetchone()
    assert len(done) == STREAMS * BATCHES
    assert {times for _scope, _first, times in done} == {1}
    assert facts == (STREAMS * BATCHES, STREAMS * BATCHES)
    assert running == (0,)
    checked = house.manage("check_memory")
    assert checked.returncode == 0, checked.stdout
