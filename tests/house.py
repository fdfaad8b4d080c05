"""A real house for tests: `manage.py up` on a scratch folder and a free port."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from memoryweb import environment

START_SECONDS = 60.0
STOP_SECONDS = 30.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(what: Callable[[], object], *, seconds: float, why: str) -> None:
    """Look every 50 ms until `what` is true; fails with `why` when it never is."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, f"{why} (waited {seconds:g} s)"
        time.sleep(0.05)


@dataclass
class House:
    """One `manage.py up`. `env` is added to its environment."""

    folder: Path
    env: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    @property
    def log_file(self) -> Path:
        return self.folder.with_suffix(".log")

    @property
    def setup_link(self) -> str:
        found = re.findall(r"http://\S+/setup/\S+", self.log)
        assert found, self.log
        return str(found[-1])

    def environment(self) -> dict[str, str]:
        """What a shell of its own would have, without the settings of the test run."""
        ours = {name for name in os.environ if name.startswith(("MEMORYWEB_", "DJANGO_", "REDIS_"))}
        bare = {name: value for name, value in os.environ.items() if name not in ours}
        return {
            **bare,
            "MEMORYWEB_DATA": str(self.folder),
            "MEMORYWEB_BIND": f"127.0.0.1:{self.port}",
            **self.env,
        }

    def begin(self) -> subprocess.Popen[bytes]:
        """Start it and do not wait."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=environment.BASE_DIR,
                env=self.environment(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        return self.process

    def start(self) -> "House":
        """Start it and wait until it says that it is ready."""
        process = self.begin()
        wait_for(
            lambda: self.is_ready() or process.poll() is not None,
            seconds=START_SECONDS,
            why="the house never became ready",
        )
        assert process.poll() is None, self.log
        return self

    def stop(self) -> int:
        """Ask it to stop and wait; returns its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)

    def kill(self) -> None:
        """End it for sure, whatever a test has done to it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def get(self, path: str) -> tuple[int, str]:
        """Status and body of a page; 0 when nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read().decode()
        except OSError:
            return 0, ""
        finally:
            connection.close()

    def is_ready(self) -> bool:
        status, body = self.get("/health/ready")
        return status == 200 and bool(json.loads(body))

    def pid_of(self, part: str) -> int | None:
        """The live child of the supervisor whose command line holds `part`."""
        assert self.process is not None
        for pid in children_of(self.process.pid):
            if part in command_line(pid):
                return pid
        return None

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Another command on the same folder."""
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=environment.BASE_DIR,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )


def command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def children_of(pid: int) -> list[int]:
    """Live children, zombies left out."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdecimal():
            continue
        try:
            state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(entry.name))
    return found


def descendants_of(pid: int) -> list[int]:
    found = []
    for child in children_of(pid):
        found += [child, *descendants_of(child)]
    return found


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
