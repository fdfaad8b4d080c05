"""Care of the database file as a whole: what no store owns."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from memory_core import db

_ERASING: Final = "(SELECT value FROM meta WHERE key = 'erasing') IS NULL"


def _append_only(table: str) -> dict[str, str]:
    """Nobody rewrites history; erasure passes by a flag and leaves a receipt (SPEC 9)."""
    return {
        f"{table}_no_{verb.lower()}": (
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table}"
            f" WHEN {_ERASING} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
        for verb in ("UPDATE", "DELETE")
    }


def _revision(verb: str, row: str) -> dict[str, str]:
    """Writes of any process move the revision that resident copies compare with (SPEC 5)."""
    name = f"knowledge_vectors_{verb.lower()}"
    return {
        name: (
            f"CREATE TRIGGER {name} AFTER {verb} ON knowledge_vectors BEGIN"  # noqa: S608
            " INSERT INTO meta (key, value) VALUES ('knowledge_vector_revision', '1')"
            " ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1;"
            " INSERT INTO knowledge_changes (knowledge_id, revision)"
            f" SELECT {row}.knowledge_id, CAST(value AS INTEGER) FROM meta"
            " WHERE key = 'knowledge_vector_revision'; END"
        )
    }


TRIGGERS: Final[Mapping[str, str]] = {
    **_append_only("operations"),
    **_append_only("batches"),
    **_append_only("fact_strengths"),
    **_revision("INSERT", "NEW"),
    **_revision("UPDATE", "NEW"),
    **_revision("DELETE", "OLD"),
}
"""Every trigger by name. Django rebuilds a table by copy, drop, rename and loses them silently,
so they are made again after every migrate and a system check looks for them."""


_TABLES: Final = frozenset(
    {"meta", "operations", "batches", "fact_strengths", "knowledge_vectors", "knowledge_changes"}
)


def is_migrated() -> bool:
    """Whether the tables that carry triggers exist."""
    return {
        row[0] for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    } >= _TABLES


def missing_triggers() -> list[str]:
    """Names of triggers the database lacks."""
    held = {row[0] for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")}
    return sorted(set(TRIGGERS) - held)


def create_triggers() -> None:
    """Make every trigger whose table exists; those of an older shape are made anew."""
    if not is_migrated():
        return
    for name, sql in TRIGGERS.items():
        db.execute(f"DROP TRIGGER IF EXISTS {name}")
        db.execute(sql)


@contextmanager
def erasing() -> Iterator[None]:
    """Lift the append-only triggers inside the caller's transaction; erasure alone may."""
    db.execute("INSERT INTO meta (key, value) VALUES ('erasing', '1')")
    yield
    db.execute("DELETE FROM meta WHERE key = 'erasing'")


CHECKPOINT_WAIT_MS: Final = 250


def checkpoint() -> None:
    """Bring the write-ahead log into the database file and cut it to nothing, if nobody reads."""
    patience = int(db.scalar("PRAGMA busy_timeout") or 0)
    # While it waits for a reader (a backup, say) it keeps every writer out.
    db.execute(f"PRAGMA busy_timeout = {CHECKPOINT_WAIT_MS}")
    try:
        db.rows("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        db.execute(f"PRAGMA busy_timeout = {patience}")


def damage() -> str:
    """What SQLite's own quick check finds wrong with the file (I1); '' when it is sound."""
    found = [str(row[0]) for row in db.rows("PRAGMA quick_check(5)")]
    return "" if found == ["ok"] else "; ".join(found)


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
