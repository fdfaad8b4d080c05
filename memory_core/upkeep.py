"""Care of the database file as a whole: what no store owns."""

import os
from datetime import UTC, datetime
from pathlib import Path

from memory_core import db


class BackupFailed(Exception):
    """The copy is not sound; nothing was put in place."""


def backup(folder: Path, *, at: datetime) -> Path:
    """Copy the database into `folder` while others write; returns the finished file (mode 0600).

    The copy has its name only once it is whole and checked: a kill half-way leaves a `.part`.
    Raises `BackupFailed` when the copy fails its integrity check.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / f"memoryweb-{at.astimezone(UTC):%Y%m%dT%H%M%S%fZ}.sqlite3"
    draft = target.with_suffix(".part")
    # VACUUM INTO accepts an empty file; made by us it is private from its first byte.
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    db.execute("VACUUM INTO %s", [str(draft)])
    db.execute("ATTACH DATABASE %s AS copy", [str(draft)])
    try:
        answer = db.scalar("PRAGMA copy.integrity_check")
    finally:
        db.execute("DETACH DATABASE copy")
    if answer != "ok":
        draft.unlink()
        raise BackupFailed(str(answer))
    draft.rename(target)
    return target
