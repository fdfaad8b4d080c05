"""Every point of every write path fails once, fails on, and is killed (TRUST F01)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memoryweb import environment
from tests.house import House

FEWEST_KILLS = 500
ROUNDS = int(os.environ.get("FAULT_ROUNDS") or 3)


def run(folder: Path, *, modes: tuple[str, ...], rounds: int) -> dict[str, Any]:
    asked = [part for mode in modes for part in ("--mode", mode)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.systematic", "--rounds", str(rounds), *asked],
        cwd=environment.BASE_DIR,
        env=House(folder).environment()
        | {"DJANGO_SETTINGS_MODULE": "memoryweb.settings", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_killed_at_every_point_memory_is_whole_and_the_work_ends_the_same(tmp_path: Path) -> None:
    found = run(tmp_path / "data", modes=("kill",), rounds=ROUNDS)

    assert found["broken"] == []
    assert found["kills"] >= FEWEST_KILLS


@pytest.mark.parametrize("mode", ["once", "on"])
def test_failing_at_every_point_memory_is_whole_and_the_work_ends_the_same(
    tmp_path: Path, mode: str
) -> None:
    found = run(tmp_path / "data", modes=(mode,), rounds=1)

    assert found["broken"] == []
    assert found["failures"] == found["points"] > 150
