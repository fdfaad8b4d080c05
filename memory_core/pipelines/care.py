"""Care of the database as jobs: nightly backup, checkpoint, shortening of logs."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from memory_core import unit, upkeep
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.knowledge import store as knowledge
from memory_core.retrieval import store as retrieval

BACKUPS_KEPT: Final = 7
DRAFT_KEPT: Final = timedelta(days=1)
CHANGES_KEPT: Final = 50_000
"""Vector changes a reader may lag behind before it loads everything anew."""
FORMER_SPACE_KEPT: Final = timedelta(days=30)
"""So long a former model's vectors stay, so that switching back recomputes nothing."""


def back_up(*, lease: Lease, folder: Path, at: datetime) -> Path:
    """Copy the database while others write, keep the last ones; a bad copy fails the job."""
    jobs.beat(lease, step="backup")
    made = upkeep.backup(folder, at=at)
    old = sorted(folder.glob("memoryweb-*.sqlite3"))[:-BACKUPS_KEPT]
    for path in [*old, *_abandoned(folder, at=at)]:
        path.unlink(missing_ok=True)
    jobs.finish(
        lease,
        state="succeeded",
        at=at,
        result={"file": made.name, "bytes": made.stat().st_size, "dropped": len(old)},
    )
    return made


def _abandoned(folder: Path, *, at: datetime) -> list[Path]:
    """Drafts of copies that were killed half-way: whole databases nobody would ever erase."""
    latest = (at - DRAFT_KEPT).timestamp()
    return [path for path in folder.glob("memoryweb-*.part") if path.stat().st_mtime < latest]


def tidy(*, lease: Lease, at: datetime) -> None:
    """Shorten what only grows: the write-ahead log, the change log, vectors of former models."""
    jobs.beat(lease, step="tidy")
    with unit.write():
        jobs.hold(lease)
        forgotten = knowledge.forget_changes(keep=CHANGES_KEPT)
        former = retrieval.former_unused_since(at - FORMER_SPACE_KEPT)
        kept = [space.id for space in retrieval.spaces() if space.id not in former]
        dropped = facts.VECTORS.drop_other_spaces(keep=kept) if former else 0
        dropped += knowledge.VECTORS.drop_other_spaces(keep=kept) if former else 0
    upkeep.checkpoint()
    result = {"changes": forgotten, "vectors": dropped}
    jobs.finish(lease, state="succeeded", at=at, result=result)
