"""Who holds a lease: a process named so that its death can be seen from outside."""

import os
import socket
import threading
from functools import cache
from pathlib import Path


@cache
def _machine() -> tuple[str, str]:
    """Host and boot id: a process id means something only on the same boot of the same host."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        boot = "-"
    return socket.gethostname(), boot


def _started(pid: int) -> str | None:
    """Start time of a live process, so that a reused id is not taken for it; None when dead."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    # A killed child nobody has waited for yet ("Z") still has an entry, and is dead all the same.
    return None if fields[0] in {"Z", "X"} else fields[19]


def current() -> str:
    """This thread as the owner of a lease: host|boot|pid|start|thread."""
    host, boot = _machine()
    pid = os.getpid()
    return f"{host}|{boot}|{pid}|{_started(pid) or '-'}|{threading.get_ident()}"


def is_surely_dead(owner: str) -> bool:
    """True only when the owner ran on this boot of this host and is gone; unknown = False."""
    parts = owner.split("|")
    if len(parts) != 5 or tuple(parts[:2]) != _machine() or parts[1] == "-":
        return False
    return _started(int(parts[2])) != parts[3]
