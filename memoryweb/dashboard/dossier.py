"""All that is known about one fact, gathered for its page."""

from dataclasses import dataclass
from datetime import datetime

from memory_core.algorithms import decay, scope
from memory_core.facts import store as facts
from memory_core.facts.store import Fact, IndexEntry
from memory_core.ledger import store as ledger
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.people.store import Stream
from memory_core.pipelines import visibility
from memoryweb.dashboard import charts, diff, history, rows
from memoryweb.dashboard.diff import Piece
from memoryweb.dashboard.history import Step

HISTORY_ROWS = 50
TOKENS_SHOWN = 40
PLACES_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Quote:
    """A message a fact rests on, its quoted words as `new` pieces."""

    message: Message
    stream: Stream | None
    pieces: list[Piece]


@dataclass(frozen=True, slots=True)
class Visible:
    """Whether this fact would be considered in a stream."""

    stream: Stream
    is_visible: bool


@dataclass(frozen=True, slots=True)
class Places:
    """The nearest streams, and how many more there are of each sort."""

    shown: list[Visible]
    more_visible: int
    more_hidden: int


@dataclass(frozen=True, slots=True)
class Index:
    """What full-text search holds of a fact; None = the row is missing there."""

    words: list[str]
    bigram_count: int
    tokenizer: str


def of_fact(fact_id: int, *, at: datetime) -> dict[str, object]:
    """Template context of facts/_detail.html; Missing when there is no such fact."""
    row = rows.fact_row(fact_id)
    fact = row.fact
    retention = fact.retention(at)
    steps = _steps(fact_id)
    return {
        "row": row,
        "fact": fact,
        "retention": retention,
        "level": round(retention * 100),
        "used_once_more": decay.reinforce(retention, ceiling=fact.ceiling),
        "days_left": _days(fact.due_at, at=at),
        "half_life_days": fact.half_life_hours / 24,
        "quotes": _quotes(fact_id),
        "curve": charts.retention_curve(fact, facts.strengths(fact_id), at=at),
        "chain": facts.chain(fact_id),
        "steps": steps,
        "undoable_id": ledger.newest_operation_id("fact", fact_id),
        "index": _index(facts.index_entry(fact_id)),
        "visible": _visible(fact),
    }


def _days(moment: datetime, *, at: datetime) -> int:
    return max(0, (moment - at).days)


def _quotes(fact_id: int) -> list[Quote]:
    by_message: dict[int, list[str]] = {}
    for item in facts.evidence(fact_id):
        by_message.setdefault(item.message_id, []).append(item.quote)
    found = messages.get_many(by_message)
    streams = rows.streams_by_id()
    return [
        Quote(
            message=found[message_id],
            stream=streams.get(found[message_id].stream_id),
            pieces=diff.shortened(diff.marked(found[message_id].text, quotes)),
        )
        for message_id, quotes in sorted(by_message.items())
        if message_id in found
    ]


def _steps(fact_id: int) -> list[Step]:
    found = ledger.operations(subject_kind="fact", subject_id=fact_id, limit=HISTORY_ROWS)
    return history.steps(found)


def _index(entry: IndexEntry | None) -> Index | None:
    if entry is None:
        return None
    words = entry.words.split()
    return Index(words[:TOKENS_SHOWN], len(entry.bigrams.split()), entry.tokenizer)


def _visible(fact: Fact) -> Places:
    """The stream it was heard in first, then those of its preset, then the others."""
    streams = people.streams()
    places = [
        Visible(
            stream,
            scope.fact_is_visible(
                within,
                preset_id=fact.preset_id,
                stream_id=fact.stream_id,
                origin=fact.origin,
                told_by=fact.told_by,
            ),
        )
        for stream, within in zip(streams, visibility.scopes_of(streams), strict=True)
    ]
    places.sort(key=lambda place: _nearness(place.stream, fact))
    rest = places[PLACES_SHOWN:]
    return Places(
        shown=places[:PLACES_SHOWN],
        more_visible=sum(place.is_visible for place in rest),
        more_hidden=sum(not place.is_visible for place in rest),
    )


def _nearness(stream: Stream, fact: Fact) -> tuple[bool, bool]:
    return (stream.id != fact.stream_id, stream.preset_id != fact.preset_id)
