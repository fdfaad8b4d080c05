"""What the environment says, read without Django: settings and the supervisor agree through it.

Nothing here writes when imported. `prepare_data_folder` is called by the first start.
"""

import ctypes
import os
import secrets
import signal
import sys
import tempfile
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
SHORTEST_KEY = 32
PR_SET_PDEATHSIG = 1


class Unsafe(Exception):
    """A configuration nobody should run; the text is one line for the person who starts it."""


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def data_folder() -> Path:
    """Where everything that lives is kept: database, key, dictionary cache, backups."""
    return Path(os.environ.get("MEMORYWEB_DATA") or BASE_DIR / "var").resolve()


def database_file() -> Path:
    return data_folder() / "memoryweb.sqlite3"


def secret_key_file() -> Path:
    return data_folder() / "secret_key"


def dictionary_folder() -> Path:
    """jieba's cache: with it a process starts in 0.5 s instead of 1 s."""
    return data_folder() / "dictionary"


def bind() -> tuple[str, int]:
    """Host and port of the web server, from `MEMORYWEB_BIND` (host:port, [v6]:port or port).

    Raises `Unsafe` when the value names no port.
    """
    text = os.environ.get("MEMORYWEB_BIND", "").strip() or "127.0.0.1:8000"
    host, _, port = text.rpartition(":")
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise Unsafe(f"MEMORYWEB_BIND must look like 127.0.0.1:8000, not {text!r}.")
    return host.strip("[]") or "127.0.0.1", int(port)


def bracketed(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def address() -> str:
    """Where people reach this site: `MEMORYWEB_URL`, or the bind address."""
    given = os.environ.get("MEMORYWEB_URL", "").strip().rstrip("/")
    host, port = bind()
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - shown, not bound
    return given or f"http://{bracketed(shown)}:{port}"


def hosts() -> list[str]:
    """Names this site answers to: `MEMORYWEB_HOSTS`, or this machine and the bind host."""
    named = [host.strip() for host in os.environ.get("MEMORYWEB_HOSTS", "").split(",")]
    try:
        own = bracketed(bind()[0])
    except Unsafe:
        own = "localhost"
    return [host for host in named if host] or list(
        dict.fromkeys(["localhost", "127.0.0.1", "[::1]", own])
    )


def secret_key() -> str:
    """The key in use, or '' before the first start has made one."""
    given = os.environ.get("MEMORYWEB_SECRET_KEY", "")
    if given:
        return given
    try:
        return secret_key_file().read_text(encoding="ascii").strip()
    except OSError:
        return ""


def refuse_unsafe() -> None:
    """Raise `Unsafe` on what must never face people (TRUST T15); the text is one line."""
    if flag("MEMORYWEB_DEBUG"):
        raise Unsafe(
            "MEMORYWEB_DEBUG is on: error pages would show memories. Unset it to start;"
            " `manage.py runserver` is for work on the code."
        )
    if any("*" in host or host.startswith(".") for host in hosts()):
        raise Unsafe("MEMORYWEB_HOSTS must name hosts; a wildcard lets any name through.")
    given = os.environ.get("MEMORYWEB_SECRET_KEY", "")
    if given and (
        len(given) < SHORTEST_KEY or len(set(given)) < 8 or given.startswith("django-insecure")
    ):
        raise Unsafe(
            f"MEMORYWEB_SECRET_KEY is guessable: give at least {SHORTEST_KEY} random"
            " characters, or unset it and one is made."
        )
    bind()


def prepare_data_folder() -> Path:
    """Make the data folder (0700) and the secret key (0600) where they are missing.

    Raises `Unsafe` when the folder cannot be made or written.
    """
    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.environ.get("MEMORYWEB_SECRET_KEY"):
            _make_secret_key()
        dictionary_folder().mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Unsafe(f"MEMORYWEB_DATA {folder} cannot be used: {error.strerror}.") from error
    return folder


def _make_secret_key() -> None:
    """Write the key once; of two first starts at the same moment one wins and both read it."""
    path = secret_key_file()
    if path.exists():
        path.chmod(0o600)
        return
    descriptor, name = tempfile.mkstemp(prefix=".secret_key.", dir=path.parent)  # mode 0600
    draft = Path(name)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(48))
        file.flush()
        os.fsync(file.fileno())
    try:
        # link() fails where the name exists: nobody's key is ever written over.
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def die_with_parent(parent: int) -> None:
    """Ask Linux for SIGTERM when the process `parent` ends, so that nothing is orphaned.

    Elsewhere this does nothing; the supervisor's own stop still ends its children.
    """
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        # The parent ended between our birth and the line above: no signal will come.
        os._exit(1)
