"""A scratch database with its fork server, and what the engine has made of it."""

import os
import random
import sqlite3  # noqa: TID251 - looks from outside, while others are killed
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from memoryweb import environment
from tests.house import House


@dataclass(frozen=True, slots=True)
class Outcome:
    """What people would see, without times and ids: equal for equal input."""

    facts: tuple[tuple[str, ...], ...]
    episodes: tuple[tuple[str, ...], ...]
    knowledge: tuple[tuple[str, ...], ...]
    messages: int


def outcome(database: Path) -> Outcome:
    """Read a database that others may be writing."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20)) as connection:

        def rows(sql: str) -> tuple[tuple[str, ...], ...]:
            return tuple(sorted(tuple(map(str, row)) for row in connection.execute(sql)))

        return Outcome(
            facts=rows(
                "SELECT persons.id, facts.kind, coalesce(facts.slot, ''), facts.content,"
                " facts.origin, facts.superseded_by IS NULL FROM facts"
                " JOIN persons ON persons.id = facts.person_id"
            ),
            episodes=rows("SELECT kind, summary FROM episodes"),
            knowledge=rows("SELECT content FROM knowledge"),
            messages=connection.execute("SELECT count(*) FROM messages").fetchone()[0],
        )


class ForkServer:
    """Talks to one `tests.faults.fork_server`."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, operation: str, *, kill_after: float) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{operation} {kill_after}\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def finish(self, operation: str, *, within: float = 120.0) -> None:
        """Do the operation to its end."""
        assert self.ask(operation, kill_after=within) == "done"

    def kill_at_random(
        self, operation: str, *, times: int, up_to: float, dice: random.Random
    ) -> int:
        """Kill the operation so many times; returns how many were killed before their end."""
        killed = 0
        for _ in range(times):
            answer = self.ask(operation, kill_after=dice.uniform(0.0, up_to))
            assert answer in {"killed", "done"}
            killed += answer == "killed"
        return killed


@contextmanager
def fork_server(house: House) -> Iterator[ForkServer]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.fork_server"],
        cwd=environment.BASE_DIR,
        env=house.environment()
        | {"DJANGO_SETTINGS_MODULE": "memoryweb.settings", "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    # Leaving the block closes its input, which ends it, and waits for that end.
    with process:
        server = ForkServer(process)
        assert server.answer() == "ready"
        yield server


def seed() -> int:
    """Another one each run; a failing run names it, `FAULT_SEED=...` repeats its moments."""
    return int(os.environ.get("FAULT_SEED") or random.SystemRandom().randrange(10**6))
