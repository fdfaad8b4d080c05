"""What is due, derived from the tables alone: a lost doorbell costs one look, no work."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import Final, Literal

from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.pipelines import embed, extract, forget, summarize
from memory_core.ports import Embedder
from memory_core.retrieval import store as retrieval

JobKind = Literal["summarize", "extract", "embed", "sweep", "decay_edges", "backup", "tidy"]
EDGE_DECAY_EVERY: Final = timedelta(hours=6)
REST_AFTER_FAILURE: Final = timedelta(hours=1)
NIGHTLY_AT: Final = time(3, 30)
"""Before the consolidation of 04:00, so that the night's backup holds the day as it was."""


@dataclass(frozen=True, slots=True)
class Work:
    """One job to open. `scope` names what it works on: `stream:12`, `message:7` or `all`."""

    kind: JobKind
    scope: str
    trigger: str


def due_work(*, at: datetime, embedder: Embedder | None, zone: tzinfo) -> list[Work]:
    """Everything that should be open now. A batch that waits for a body is not due: it would be
    tried every second for nothing."""
    return [
        *_summaries(at=at),
        *_extractions(at=at),
        *_vectors(embedder, at=at),
        *_upkeep(at=at),
        *_nightly(at=at, zone=zone),
    ]


def _rests(kind: JobKind, *, at: datetime) -> bool:
    """Whether a job of this kind failed for good just now: a full disk does not get better by
    copying the database every second."""
    failed_at = jobs.last_finished_at(kind, state="failed")
    return failed_at is not None and timedelta() <= at - failed_at < REST_AFTER_FAILURE


def _vectors(embedder: Embedder | None, *, at: datetime) -> list[Work]:
    """Rows without a vector in the space of the embedder of now; none = lexical only."""
    if embedder is None or _rests("embed", at=at):
        return []
    space = retrieval.find_space(model=embedder.model, dimension=embedder.dimension)
    return [Work("embed", "all", "missing")] if embed.missing(space, limit=1) else []


def _summaries(*, at: datetime) -> list[Work]:
    options = jobs.load_options()
    taken = jobs.open_scopes("summarize")
    return [
        Work("summarize", f"stream:{stream_id}", "volume")
        for stream_id in messages.streams_to_summarize(threshold=options.summary_threshold)
        if f"stream:{stream_id}" not in taken
        and summarize.next_batch(stream_id, options=options, at=at)
    ]


def _extractions(*, at: datetime) -> list[Work]:
    options = jobs.load_options()
    taken = jobs.open_scopes("extract")
    idle_before = at - timedelta(minutes=options.extraction_idle_minutes)
    found = messages.streams_to_extract(window=options.extraction_window, idle_before=idle_before)
    work = []
    for stream_id in found:
        scope = f"stream:{stream_id}"
        batch = None if scope in taken else extract.next_batch(stream_id, options=options, at=at)
        if batch is not None:
            is_full = len(batch.messages) >= options.extraction_window
            work.append(Work("extract", scope, "window" if is_full else "idle"))
    return work


def _nightly(*, at: datetime, zone: tzinfo) -> list[Work]:
    """Once a night, or as soon as somebody is here again; on a new installation the next night."""
    installed = jobs.meta("installed_at")
    if not installed:
        jobs.set_meta("installed_at", at.isoformat())
        return []
    local = at.astimezone(zone)
    night = datetime.combine(local.date(), NIGHTLY_AT, tzinfo=zone)
    if local < night:
        night -= timedelta(days=1)
    work = []
    nightly: tuple[JobKind, ...] = ("backup", "tidy")
    for kind in nightly:
        last = jobs.last_finished_at(kind) or datetime.fromisoformat(installed)
        if last < night and not _rests(kind, at=at):
            work.append(Work(kind, "all", "nightly"))
    return work


def _upkeep(*, at: datetime) -> list[Work]:
    work = []
    if not facts.count_due(at=at):
        forget.end_absence()
    elif not forget.held_sweep(at=at) and not _rests("sweep", at=at):
        work.append(Work("sweep", "all", "due"))
    last = jobs.last_finished_at("decay_edges")
    is_due = last is None or at - last >= EDGE_DECAY_EVERY or last > at
    if is_due and not _rests("decay_edges", at=at):
        work.append(Work("decay_edges", "all", "schedule"))
    return work
