"""`manage.py up`: brings the house up and keeps it up. Plain Python, no Django loaded.

Prepares (a child: migrate, static files, set-up link), then keeps web and worker running: who
ends is started again with back-off. SIGTERM, SIGINT or SIGHUP stop everything: SIGTERM to the
children, 20 s of patience, SIGKILL.
"""

import fcntl
import functools
import http.client
import importlib.util
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from memoryweb import bodies, environment
from memoryweb.environment import Unsafe

PATIENCE_SECONDS: Final = 20.0
FIRST_DELAY_SECONDS: Final = 0.25
LONGEST_DELAY_SECONDS: Final = 30.0
STEADY_SECONDS: Final = 60.0
"""Who ran this long counts as healthy: its next end waits the short delay again."""
WORKER_THREADS: Final = 4
STOP_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
WILDCARDS: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where to knock, not to bind


def say(text: str) -> None:
    """One line for whoever started us, at once even through a pipe."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@dataclass(slots=True)
class Child:
    """One process that shall run. `next_start` is a monotonic moment, meaningful while stopped."""

    name: str
    command: Sequence[str]
    env: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    failures: int = 0
    next_start: float = 0.0

    def start(self, *, now: float) -> None:
        self.process = spawn(self.command, env=self.env)
        self.started = now

    def ended(self, *, now: float) -> str | None:
        """Notice an end and plan the next start; what happened, or None while all is well."""
        if self.process is None or self.process.poll() is None:
            return None
        code = self.process.returncode
        kill_group(self.process.pid)
        self.process = None
        if now - self.started >= STEADY_SECONDS:
            self.failures = 0
        delay = back_off(self.failures)
        self.failures += 1
        self.next_start = now + delay
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return f"{self.name} ended ({how}); starting it again in {delay:g} s"


def back_off(failures: int) -> float:
    """Seconds to wait after `failures` ends in a row."""
    return float(min(LONGEST_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** min(failures, 10)))


def spawn(command: Sequence[str], *, env: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own (Ctrl+C reaches only us) that dies with us."""
    return subprocess.Popen(  # noqa: S603 - the command is ours
        command,
        cwd=environment.BASE_DIR,
        env=env,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=functools.partial(environment.die_with_parent, os.getpid()),
    )


def kill_group(pid: int) -> None:
    """End whatever a dead child left in its session, so that nothing holds port or lease."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def child_environment(**extra: str) -> dict[str, str]:
    """Ours, with what every child needs."""
    return {
        **os.environ,
        "MEMORYWEB_DATA": str(environment.data_folder()),
        "DJANGO_SETTINGS_MODULE": "memoryweb.settings",
        "MEMORYWEB_SUPERVISED": "1",
        "PYTHONUNBUFFERED": "1",
        # Two BLAS threads under load: 34 -> 1,560 ms for one search (PERFORMANCE).
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        # glibc gives every thread an arena of its own, which never shrinks.
        "MALLOC_ARENA_MAX": "2",
        **extra,
    }


def web_command(host: str, port: int) -> list[str]:
    """granian; waitress where granian has no wheel."""
    if importlib.util.find_spec("granian") is None:
        listen = f"--listen={environment.bracketed(host)}:{port}"
        threads = f"--threads={bodies.WORKING}"
        return [sys.executable, "-m", "waitress", listen, threads, "memoryweb.wsgi:application"]
    return [
        *(sys.executable, "-m", "granian", "--interface", "wsgi"),
        *("--host", host, "--port", str(port), "--workers", "1"),
        *("--blocking-threads", str(bodies.THREADS), "--no-ws", "--http", "1"),
        # At "warning" it wonders at every start about threads that only wait for bodies.
        *("--workers-kill-timeout", "10", "--log-level", "error"),
        "memoryweb.wsgi:application",
    ]


def worker_command() -> list[str]:
    return [
        *(sys.executable, "-m", "celery", "--quiet", "--app", "memoryweb.celery", "worker"),
        *("--pool", "threads", "--concurrency", str(WORKER_THREADS), "--loglevel", "INFO"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]


class Signals:
    """Signals as bytes in a pipe: nothing is lost between a look and a wait."""

    def __init__(self) -> None:
        self.reader, self.writer = os.pipe()
        for end in (self.reader, self.writer):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(self.writer, warn_on_full_buffer=False)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            # The handler only has to exist: the number reaches us through the pipe.
            signal.signal(number, lambda *_: None)

    def wait(self, seconds: float) -> bool:
        """Sleep until a signal or the time-out; True when we were asked to stop."""
        readable, _, _ = select.select([self.reader], [], [], max(0.0, seconds))
        if not readable:
            return False
        return any(number in STOP_SIGNALS for number in os.read(self.reader, 512))


class Supervisor:
    """Keeps its children running until a signal asks it to stop."""

    def __init__(self, children: Sequence[Child], signals: Signals) -> None:
        self.children = children
        self.signals = signals

    def run(self, *, is_ready: Callable[[], bool], announce: Callable[[], None]) -> None:
        announced = False
        while True:
            self.look_after(now=monotonic())
            if not announced and is_ready():
                announce()
                announced = True
            if self.signals.wait(1.0 if announced else 0.1):
                return
            if any(child.process is None for child in self.children):
                soonest = min(c.next_start for c in self.children if c.process is None)
                if self.signals.wait(soonest - monotonic()):
                    return

    def look_after(self, *, now: float) -> None:
        for child in self.children:
            news = child.ended(now=now)
            if news:
                say(news)
            if child.process is None and now >= child.next_start:
                child.start(now=now)

    def stop(self, *, patience: float = PATIENCE_SECONDS) -> None:
        """SIGTERM, patience, SIGKILL; a second request to stop ends the patience."""
        say("Stopping ...")
        running = [child.process for child in self.children if child.process is not None]
        for process in running:
            with suppress(ProcessLookupError):
                process.terminate()
        deadline = monotonic() + patience
        while any(process.poll() is None for process in running) and monotonic() < deadline:
            if self.signals.wait(0.1):
                break
        for process in running:
            kill_group(process.pid)
            process.wait()
        say("Stopped.")


@contextmanager
def only_one(folder: Path) -> Iterator[None]:
    """Hold the data folder. The lock ends with the process, however it ends."""
    with (folder / "up.lock").open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            raise Unsafe(
                f"memoryweb is already running on {folder} (process {file.read().strip()})."
            ) from None
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def refuse_taken_port(host: str, port: int) -> None:
    """One clear line instead of a server that starts again and again."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind, protocol) as probe:
            # As the server does: a port that only waits out its last connections is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise Unsafe(
            f"{environment.bracketed(host)}:{port} cannot be used ({error.strerror});"
            f" choose another: MEMORYWEB_BIND={environment.bracketed(host)}:{port + 1} make run"
        ) from error


def answers(host: str, port: int) -> bool:
    """Whether the web server serves pages yet."""
    connection = http.client.HTTPConnection(WILDCARDS.get(host, host), port, timeout=1.0)
    try:
        connection.request("GET", "/health/live", headers={"Host": "localhost"})
        return connection.getresponse().status < 500
    except OSError:
        return False
    finally:
        connection.close()


def prepare(signals: Signals) -> bool:
    """Migrate, static files, set-up link, in a child of its own; False = asked to stop.

    Raises `Unsafe` when it fails.
    """
    manage = str(environment.BASE_DIR / "manage.py")
    process = spawn([sys.executable, manage, "prepare"], env=child_environment())
    while process.poll() is None:
        if signals.wait(1.0):
            process.terminate()
            process.wait()
            return False
    if process.returncode:
        raise Unsafe("Preparing failed; the lines above say why. Nothing was started.")
    return True


def bring_up() -> None:
    """The whole life of the house. Raises `Unsafe` when it must not or cannot start."""
    environment.refuse_unsafe()
    os.umask(0o077)
    folder = environment.prepare_data_folder()
    host, port = environment.bind()
    with only_one(folder):
        refuse_taken_port(host, port)
        signals = Signals()
        if not prepare(signals):
            return
        children = [
            # A page waits 5 s for the write lock and then asks to try again; the worker has time.
            Child("web", web_command(host, port), child_environment(MEMORYWEB_DB_TIMEOUT="5")),
            Child("worker", worker_command(), child_environment()),
        ]
        supervisor = Supervisor(children, signals)
        try:
            supervisor.run(
                is_ready=functools.partial(answers, host, port),
                announce=functools.partial(
                    say, f"memoryweb runs at {environment.address()} (Ctrl+C stops it)."
                ),
            )
        finally:
            supervisor.stop()


def main(arguments: Sequence[str]) -> int:
    """Entry point of `manage.py up`; returns the exit code."""
    if arguments:
        say("usage: manage.py up\n\n" + (__doc__ or ""))
        return 0 if set(arguments) <= {"-h", "--help"} else 2
    try:
        bring_up()
    except Unsafe as reason:
        sys.stderr.write(f"memoryweb does not start: {reason}\n")
        return 1
    return 0
