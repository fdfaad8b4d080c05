"""`manage.py up` as people run it: real processes, real signals."""

import os
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from memoryweb import bodies, environment
from memoryweb.commands import supervisor
from tests.house import House, descendants_of, is_alive, wait_for


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("up") / "data")
    try:
        yield made.start()
    finally:
        made.kill()


@pytest.fixture
def cold_house(tmp_path: Path) -> Iterator[House]:
    """A house nobody has started yet."""
    made = House(tmp_path / "data")
    try:
        yield made
    finally:
        made.kill()


def test_it_gets_ready_and_prints_the_set_up_link(house: House) -> None:
    assert house.setup_link.startswith(f"{house.address}/setup/")
    assert house.get("/health/live")[0] == 200


def test_what_it_writes_is_private(house: House) -> None:
    assert stat.S_IMODE(house.folder.stat().st_mode) == 0o700
    for name in ("secret_key", "memoryweb.sqlite3"):
        assert stat.S_IMODE((house.folder / name).stat().st_mode) == 0o600


def test_the_supervisor_loads_no_django() -> None:
    code = "import sys; import memoryweb.commands.supervisor; print('django' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=environment.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "False"


def test_many_half_sent_forms_keep_nobody_else_waiting(house: House) -> None:
    """More of them than the web server has threads."""
    half = (
        b"POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n\r\nusername="
    )
    lines = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(bodies.THREADS + 8)]
    try:
        for line in lines:
            line.sendall(half)
        refused, _, _ = select.select(lines, [], [], 10)
        assert refused[0].recv(12) == b"HTTP/1.1 503"
        for _ in range(5):
            started = time.perf_counter()
            assert house.get("/health/live")[0] == 200
            assert time.perf_counter() - started < 2
    finally:
        for line in lines:
            line.close()


def test_static_files_are_served_and_collected_once(house: House) -> None:
    mark = house.folder / "static.sha256"
    before = mark.stat().st_mtime_ns
    assert house.manage("prepare").returncode == 0
    assert mark.stat().st_mtime_ns == before


@pytest.mark.parametrize("part", ["celery", "granian"])
def test_a_killed_child_is_back_within_seconds(house: House, part: str) -> None:
    victim = house.pid_of(part)
    assert victim is not None
    family = [victim, *descendants_of(victim)]
    os.kill(victim, signal.SIGKILL)
    wait_for(lambda: house.pid_of(part) not in {None, victim}, seconds=5, why=f"{part} is not back")
    wait_for(house.is_ready, seconds=20, why="the house is not ready again")
    assert not [pid for pid in family if is_alive(pid)]


def test_a_second_house_on_the_same_folder_is_refused_in_one_line(house: House) -> None:
    second = House(house.folder, env={"MEMORYWEB_BIND": "127.0.0.1:1"})
    done = second.manage("up")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "already running" in done.stderr


def test_a_taken_port_is_said_in_one_line(cold_house: House) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", cold_house.port))
        other.listen()
        done = cold_house.manage("up")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert str(cold_house.port) in done.stderr
    assert "MEMORYWEB_BIND" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "word"),
    [
        ("MEMORYWEB_DEBUG", "1", "DEBUG"),
        ("MEMORYWEB_HOSTS", "*", "wildcard"),
        ("MEMORYWEB_HOSTS", "example.org,.example.com", "wildcard"),
        ("MEMORYWEB_SECRET_KEY", "changeme", "guessable"),
        ("MEMORYWEB_SECRET_KEY", "a" * 64, "guessable"),
        ("MEMORYWEB_SECRET_KEY", "django-insecure-" + "0123456789abcdef" * 3, "guessable"),
        ("MEMORYWEB_BIND", "localhost", "MEMORYWEB_BIND"),
        ("MEMORYWEB_BIND", "127.0.0.1:99999", "MEMORYWEB_BIND"),
        ("MEMORYWEB_DATA", "/dev/null/var", "cannot be used"),
    ],
)
def test_an_unsafe_start_is_refused_in_one_line(
    cold_house: House, name: str, value: str, word: str
) -> None:
    cold_house.env = {name: value}
    done = cold_house.manage("up")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert word in done.stderr
    assert not (cold_house.folder / "memoryweb.sqlite3").exists()


def test_it_stops_on_sigterm_and_leaves_nobody_behind(cold_house: House) -> None:
    cold_house.start()
    assert cold_house.process is not None
    family = descendants_of(cold_house.process.pid)
    assert len(family) >= 3
    started = time.monotonic()
    assert cold_house.stop() == 0
    assert time.monotonic() - started < 15
    assert not [pid for pid in family if is_alive(pid)]


def test_waitress_serves_the_same_pages_where_granian_is_missing(
    cold_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cold_house.manage("prepare").returncode == 0
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    command = supervisor.web_command("127.0.0.1", cold_house.port)
    with cold_house.log_file.open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=environment.BASE_DIR,
            env=cold_house.environment(),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(
            lambda: cold_house.get("/health/live")[0] == 200, seconds=30, why="waitress is silent"
        )
        assert cold_house.get("/setup/")[0] == 200
    finally:
        process.terminate()
        process.wait(10)


def test_a_killed_supervisor_leaves_no_orphan(cold_house: House) -> None:
    cold_house.start()
    assert cold_house.process is not None
    family = descendants_of(cold_house.process.pid)
    cold_house.process.kill()
    cold_house.process.wait()
    wait_for(
        lambda: not any(is_alive(pid) for pid in family), seconds=15, why="somebody was orphaned"
    )


def test_it_starts_again_on_what_is_there(cold_house: House) -> None:
    cold_house.start()
    cold_house.stop()
    key = (cold_house.folder / "secret_key").read_text()
    cold_house.start()
    assert (cold_house.folder / "secret_key").read_text() == key
    assert cold_house.log.count("Collecting static files") == 1
