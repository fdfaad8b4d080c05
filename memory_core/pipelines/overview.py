"""Everything the first page tells, gathered in one snapshot."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from memory_core import unit
from memory_core.episodes import store as episodes
from memory_core.facts import store as facts
from memory_core.facts.store import ConflictGroup, Fact, FactFilter
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Job
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Operation
from memory_core.messages import store as messages
from memory_core.people import store as people

WEEK_DAYS = 7
NEWEST = 5
JOBS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Day:
    """What became of facts on one day: written, superseded or replaced, archived."""

    day: date
    written: int
    superseded: int
    archived: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts by layer, what waits for a person, how the background work stands."""

    stream_count: int
    person_count: int
    message_count: int
    unarchived_count: int
    last_message_at: datetime | None
    episode_count: int
    placeholder_count: int
    knowledge_count: int
    facts: dict[str, int]
    conflicts: tuple[ConflictGroup, ...]
    open_jobs: int
    heartbeats: dict[str, datetime]
    failed_jobs: tuple[Job, ...]
    newest_facts: tuple[Fact, ...]
    newest_operations: tuple[Operation, ...]
    week: tuple[Day, ...]

    @property
    def is_empty(self) -> bool:
        return self.message_count == 0


def summary(at: datetime, *, zone: tzinfo) -> Overview:
    """The state of the whole memory at `at`; days are those of `zone`."""
    with unit.snapshot():
        counts = messages.counts()
        moments = [count.last_at for count in counts.values() if count.last_at is not None]
        return Overview(
            stream_count=len(counts),
            person_count=len(people.people()),
            message_count=sum(count.total for count in counts.values()),
            unarchived_count=sum(count.unarchived for count in counts.values()),
            last_message_at=max(moments, default=None),
            episode_count=episodes.count(kind="summary"),
            placeholder_count=episodes.count_waiting(),
            knowledge_count=knowledge.count(),
            facts=facts.totals(at=at),
            conflicts=tuple(facts.conflict_groups()),
            open_jobs=jobs.open_count(),
            heartbeats=jobs.heartbeats(),
            failed_jobs=tuple(jobs.jobs(states=["failed"], limit=JOBS_SHOWN)),
            newest_facts=facts.page(FactFilter(), limit=NEWEST).rows,
            newest_operations=tuple(ledger.operations(limit=NEWEST)),
            week=_week(at, zone=zone),
        )


def _week(at: datetime, *, zone: tzinfo) -> tuple[Day, ...]:
    """The last seven days, today last; days without an operation are zeros."""
    today = at.astimezone(zone).date()
    days = [today - timedelta(days=back) for back in reversed(range(WEEK_DAYS))]
    since = datetime.combine(days[0], datetime.min.time(), tzinfo=zone)
    counted = ledger.counts_by_day("fact", since=since, zone=zone)
    return tuple(
        Day(
            day=day,
            written=counted.get(day, {}).get("create", 0),
            superseded=sum(counted.get(day, {}).get(verb, 0) for verb in ("supersede", "replace")),
            archived=counted.get(day, {}).get("archive", 0),
        )
        for day in days
    )
