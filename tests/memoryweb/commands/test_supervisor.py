"""The supervisor's parts, on small real processes."""

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryweb.commands import supervisor
from memoryweb.commands.supervisor import Child, Signals, Supervisor
from tests.house import is_alive, wait_for


@pytest.fixture
def signals() -> Iterator[Signals]:
    numbers = (*supervisor.STOP_SIGNALS, signal.SIGCHLD)
    before = {number: signal.getsignal(number) for number in numbers}
    made = Signals()
    yield made
    signal.set_wakeup_fd(-1)
    for number, handler in before.items():
        signal.signal(number, handler)
    os.close(made.reader)
    os.close(made.writer)


def child(code: str) -> Child:
    return Child("child", [sys.executable, "-c", code], dict(os.environ))


def test_the_back_off_doubles_and_ends_at_half_a_minute() -> None:
    assert [supervisor.back_off(n) for n in range(4)] == [0.25, 0.5, 1.0, 2.0]
    assert supervisor.back_off(7) == supervisor.back_off(10_000) == 30.0


def test_an_ended_child_is_reported_once_and_waits_its_delay() -> None:
    short = child("raise SystemExit(3)")
    short.start(now=100.0)
    assert short.process is not None
    short.process.wait()
    assert short.ended(now=101.0) == "child ended (exit code 3); starting it again in 0.25 s"
    assert short.ended(now=101.1) is None
    assert short.next_start == pytest.approx(101.25)


def test_a_child_that_ran_long_is_started_at_once_again() -> None:
    steady = child("pass")
    steady.failures = 9
    steady.start(now=0.0)
    assert steady.process is not None
    steady.process.wait()
    steady.ended(now=supervisor.STEADY_SECONDS)
    assert steady.next_start - supervisor.STEADY_SECONDS == supervisor.FIRST_DELAY_SECONDS


def test_who_ignores_sigterm_is_killed_after_the_patience(signals: Signals) -> None:
    deaf = child(
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        " print('deaf', flush=True); time.sleep(600)"
    )
    deaf.start(now=0.0)
    assert deaf.process is not None
    status = Path(f"/proc/{deaf.process.pid}/status")
    bit = 1 << (signal.SIGTERM - 1)
    wait_for(
        lambda: int(status.read_text().split("SigIgn:")[1].split()[0], 16) & bit,
        seconds=10,
        why="the child never became deaf",
    )
    started = time.monotonic()
    Supervisor([deaf], signals).stop(patience=0.5)
    assert 0.5 <= time.monotonic() - started < 5
    assert deaf.process.returncode == -signal.SIGKILL


def test_what_a_dead_child_leaves_in_its_session_is_ended(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    parent = child(
        "import subprocess, sys, pathlib;"
        f" p = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
        f" pathlib.Path({str(note)!r}).write_text(str(p.pid))"
    )
    parent.start(now=0.0)
    assert parent.process is not None
    parent.process.wait()
    left = int(note.read_text())
    assert is_alive(left)
    parent.ended(now=1.0)
    wait_for(lambda: not is_alive(left), seconds=5, why="the grandchild lives on")


def test_a_stop_signal_ends_the_run(signals: Signals) -> None:
    os.kill(os.getpid(), signal.SIGTERM)
    Supervisor([], signals).run(is_ready=lambda: True, announce=lambda: None)


def test_waitress_serves_where_granian_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "granian", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    command = supervisor.web_command("::1", 8000)
    assert command[1:5] == ["-m", "waitress", "--listen=[::1]:8000", "--threads=4"]
