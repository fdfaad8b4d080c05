"""Facts with the names a page shows beside them: one query a kind of name, never one a row."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from memory_core.facts import store as facts
from memory_core.facts.store import Fact
from memory_core.people import store as people
from memory_core.people.store import Stream


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact as a list shows it. `stream` is None for what an operator wrote."""

    fact: Fact
    person: str
    stream: Stream | None
    is_in_conflict: bool

    # Numbers as text: a template would ask the locale for the form of each of them.
    @property
    def ref(self) -> str:
        return str(self.fact.id)

    @property
    def person_ref(self) -> str:
        return str(self.fact.person_id)

    @property
    def version(self) -> str:
        return str(self.fact.version)

    @property
    def can_be_archived(self) -> bool:
        return self.fact.is_live

    @property
    def can_be_restored(self) -> bool:
        return not self.fact.is_live

    @property
    def can_be_pinned(self) -> bool:
        return self.fact.state == "active" and not self.fact.is_pinned

    @property
    def can_be_unpinned(self) -> bool:
        return self.fact.is_live and self.fact.is_pinned


def fact_rows(
    found: Iterable[Fact], *, streams: Mapping[int, Stream] | None = None
) -> list[FactRow]:
    """`streams` saves a query where the page has them already."""
    listed = list(found)
    names = people.names({fact.person_id for fact in listed})
    if streams is None:
        streams = streams_by_id()
    conflicting = facts.conflicting_ids([fact.id for fact in listed])
    return [
        FactRow(
            fact=fact,
            person=names.get(fact.person_id, f"P{fact.person_id}"),
            stream=streams.get(fact.stream_id) if fact.stream_id is not None else None,
            is_in_conflict=fact.id in conflicting,
        )
        for fact in listed
    ]


def fact_row(fact_id: int) -> FactRow:
    """One row as it is now; Missing when there is none."""
    return fact_rows([facts.get(fact_id)])[0]


def streams_by_id() -> dict[int, Stream]:
    return {stream.id: stream for stream in people.streams()}


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a facet: how many rows it would show, and whether it is in force."""

    value: str
    text: str
    icon: str
    count: int
    is_on: bool


def choices(
    counts: Mapping[str, int], *, words: Mapping[str, tuple[str, str]], chosen: Collection[str]
) -> list[Choice]:
    """The values that have rows or are in force, in the vocabulary's order."""
    return [
        Choice(value, text, icon, counts.get(value, 0), value in chosen)
        for value, (text, icon) in words.items()
        if counts.get(value) or value in chosen
    ]
