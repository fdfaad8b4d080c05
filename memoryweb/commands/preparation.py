"""What stands between a fresh clone and a running house: folder, key, tables, static files."""

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection  # noqa: TID251 - migrations are Django's, not a store's
from django.db.migrations.executor import MigrationExecutor

from memory_core import clock, upkeep
from memoryweb import environment
from memoryweb.environment import Unsafe

Say = Callable[[str], object]


def make_ready(*, say: Say) -> None:
    """Data folder, secret key and an up-to-date schema; a few milliseconds when all is there."""
    # All we write from here on is somebody's private talk.
    os.umask(0o077)
    environment.prepare_data_folder()
    settings.SECRET_KEY = environment.secret_key()
    update_schema(say=say)


def update_schema(*, say: Say) -> None:
    """Migrate where needed, after a backup of what an older version has written.

    Raises `Unsafe` on a database of a newer version: its tables are not ours to touch.
    """
    executor = MigrationExecutor(connection)
    applied = set(executor.loader.applied_migrations)
    known = set(executor.loader.disk_migrations)
    ours = {app for app, _ in known}
    if newer := sorted(".".join(key) for key in applied - known if key[0] in ours):
        raise Unsafe(
            f"the database was written by a newer version of memoryweb ({newer[0]}); update first"
        )
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    if applied:
        copy = upkeep.backup(settings.DATA_DIR / "backups", at=clock.now())
        say(f"Older database: kept a copy at {copy}")
    say("Bringing the database up to date ...")
    call_command("migrate", interactive=False, verbosity=0)


def collect_static(*, say: Say) -> None:
    """Copy static files where the web server reads them; nothing to do when none has changed."""
    root = Path(settings.STATIC_ROOT)
    mark = root.with_name("static.sha256")
    wanted = _fingerprint()
    if root.is_dir() and mark.is_file() and mark.read_text(encoding="ascii") == wanted:
        return
    say("Collecting static files ...")
    mark.unlink(missing_ok=True)
    shutil.rmtree(root, ignore_errors=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(wanted, encoding="ascii")


def _fingerprint() -> str:
    """Name, size and time of every static file and of the settings that shape the copy."""
    digest = hashlib.sha256(repr(settings.STORAGES).encode())
    for name, path in sorted(_static_files()):
        stat = path.stat()
        digest.update(f"{name}\0{stat.st_size}\0{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _static_files() -> Iterator[tuple[str, Path]]:
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield name, Path(storage.path(name))
