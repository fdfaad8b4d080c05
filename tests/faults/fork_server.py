"""A process that has loaded Django and the dictionary once and forks children to be killed.

A fresh process costs a second, a fork some milliseconds: dozens of kills fit into a test.
Reads lines `OPERATION SECONDS` from standard input: forks a child that does the operation on the
database under MEMORYWEB_DATA, kills it with SIGKILL after so many seconds, and answers `killed`,
or `done` when the child was faster, or `failed` with the child's traceback above it.
"""

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable

import django

django.setup()

from memory_core import clock, db, samples, tasks  # noqa: E402 - models need the apps
from memory_core.algorithms import tokenize  # noqa: E402
from memory_core.errors import Conflict  # noqa: E402
from memory_core.facts import curate  # noqa: E402
from memory_core.facts import store as facts  # noqa: E402
from memory_core.ledger.store import Actor  # noqa: E402
from memory_core.pipelines import curate as acts  # noqa: E402
from memoryweb import environment  # noqa: E402
from memoryweb.commands import preparation  # noqa: E402

OPERATOR = Actor(kind="user", name="operator")


def load() -> None:
    samples.load(at=clock.now())


def work() -> None:
    tasks.work_until_idle()


def curate_and_undo() -> None:
    """Acts of an operator without an end, each taken back: only a kill stops this."""
    dice = random.Random(os.getpid())  # noqa: S311 - no secret
    while True:
        fact = dice.choice(facts.page(facts.FactFilter()).rows)
        act = dice.choice([curate.archive, curate.restore, curate.pin, curate.unpin])
        try:
            done = act(fact.id, version=fact.version, actor=OPERATOR, at=clock.now())
            acts.undo(done.operation_id, actor=OPERATOR, at=clock.now())
        except Conflict:
            continue


OPERATIONS: dict[str, Callable[[], None]] = {
    "load": load,
    "work": work,
    "curate": curate_and_undo,
}


def run_and_kill(operation: Callable[[], None], *, after: float) -> str:
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        environment.die_with_parent(parent)
        try:
            operation()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    deadline = time.monotonic() + after
    while time.monotonic() < deadline:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return "done" if status == 0 else "failed"
        time.sleep(0.002)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return "killed"


def main() -> None:
    preparation.make_ready(say=sys.stderr.write)
    tokenize.load_dictionary()
    # A connection must never cross a fork.
    db.close()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for line in sys.stdin:
        name, seconds = line.split()
        sys.stdout.write(run_and_kill(OPERATIONS[name], after=float(seconds)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
