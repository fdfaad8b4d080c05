"""Fail at the n-th point, n rising until the run is clean: killed, failing once, failing on.

Runs as a program of its own on the database under MEMORYWEB_DATA, since it forks and kills. Prints
one JSON object: points, kills, failures, and everything that was broken.
"""

import argparse
import json
import logging
import os
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402 - settings come with the set-up

from memory_core import clock, db  # noqa: E402
from memory_core.algorithms import tokenize  # noqa: E402
from memory_core.jobs import store as jobs  # noqa: E402
from memory_core.pipelines import check  # noqa: E402
from memoryweb.commands import preparation  # noqa: E402
from tests.faults.points import Points, armed, fail  # noqa: E402
from tests.faults.scenarios import SCENARIOS, Scenario, outcome  # noqa: E402

MODES = ("kill", "once", "on")
MOST_POINTS = 400


class Lab:
    """One database file that is put back to a prepared state again and again."""

    def __init__(self) -> None:
        self.file = Path(str(settings.DATABASES["default"]["NAME"]))
        self.broken: list[str] = []
        self.kills = self.failures = self.points = 0

    def put_back(self, state: Path) -> None:
        db.close()
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.file}{suffix}").unlink(missing_ok=True)
        shutil.copyfile(state, self.file)

    def keep(self, name: str) -> Path:
        """Keep the state of now under a name; everything is in the one file after closing."""
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()
        kept = self.file.with_name(f"state-{name.replace(' ', '-')}.sqlite3")
        shutil.copyfile(self.file, kept)
        return kept

    def run(self, scenario: Scenario, base: Path, *, mode: str) -> None:
        self.put_back(base)
        scenario.prepare()
        before = outcome()
        prepared = self.keep(scenario.name)
        self.put_back(prepared)
        scenario.operate(Points(fail))
        after = outcome()
        for n in range(1, MOST_POINTS):
            self.put_back(prepared)
            if not self.strike(scenario, n, mode=mode):
                return
            self.points += 1
            self.judge(scenario, f"{scenario.name}, {mode}, point {n}", before, after)
        raise AssertionError(f"{scenario.name} never ran clean")

    def strike(self, scenario: Scenario, n: int, *, mode: str) -> bool:
        """Run into the n-th point; False when the run has fewer."""
        if mode == "kill":
            return self._kill(scenario, n)
        points = Points(fail, n=n, is_persistent=mode == "on")
        try:
            with armed(points):
                scenario.operate(points)
        except Exception as error:
            # The fault itself may come up to here; anything else is a finding.
            if "fault injected" not in f"{error!r} {error.__cause__!r} {error.__context__!r}":
                self.broken.append(f"{scenario.name}, {mode}, point {n}: raised {error!r}")
        self.failures += bool(points.struck)
        db.close()
        return bool(points.struck)

    def _kill(self, scenario: Scenario, n: int) -> bool:
        db.close()
        pid = os.fork()
        if pid == 0:

            def die(_name: str) -> None:
                os.kill(os.getpid(), signal.SIGKILL)

            points = Points(die, n=n)
            with armed(points):
                scenario.operate(points)
            os._exit(0)
        _pid, status = os.waitpid(pid, 0)
        if os.WIFSIGNALED(status):
            self.kills += 1
            return True
        if os.WEXITSTATUS(status):
            self.broken.append(f"{scenario.name}, kill, point {n}: the run raised by itself")
        return False

    def judge(
        self, scenario: Scenario, where: str, before: tuple[object, ...], after: tuple[object, ...]
    ) -> None:
        self.check(where)
        # What the sweeper does: at once for a dead owner, after 90 s for a live one that is stuck.
        for held in jobs.running():
            jobs.requeue(held.id, fence=held.fence, at=clock.now())
        # A locked file makes a job wait some seconds: they are over.
        for waiting in jobs.jobs(states=["queued"]):
            if waiting.error_kind:
                jobs.postpone(waiting.id, next_try_at=clock.now())
        if not scenario.is_redone:
            return
        scenario.operate(Points(fail))
        now = outcome()
        if now != after:
            self.broken.append(f"{where}: ended as {now!r}, not {after!r}, from {before!r}")
        self.check(f"{where}, gone on")

    def check(self, where: str) -> None:
        for finding in check.check_memory(at=clock.now()):
            if not finding.is_ok:
                self.broken.append(f"{where}: {finding.invariant} {finding.detail} {finding.ids}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=MODES, action="append")
    parser.add_argument("--scenario", action="append")
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    preparation.make_ready(say=lambda _text: None)
    tokenize.load_dictionary()
    lab = Lab()
    base = lab.keep("base")
    for _round in range(asked.rounds):
        for scenario in SCENARIOS:
            if asked.scenario and scenario.name not in asked.scenario:
                continue
            for mode in asked.mode or MODES:
                lab.run(scenario, base, mode=mode)
    result: dict[str, Any] = {
        "points": lab.points,
        "kills": lab.kills,
        "failures": lab.failures,
        "broken": lab.broken,
    }
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
