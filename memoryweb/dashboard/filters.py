"""A list's state lives in its address. Reading it never fails: what is unknown is left out and
told, so that an old link still opens (UX 7)."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from memory_core.algorithms.vocabulary import FACT_STATES, KINDS, ORIGINS, SLOTS, SOURCES
from memory_core.facts.store import FactFilter
from memoryweb.dashboard import labels

TEXT_CHARACTERS: Final = 200
# No form of ours asks for more; a thousand persons took three seconds.
MOST_VALUES: Final = 50
MOST_UNKNOWN: Final = 20
ID: Final = re.compile(r"[0-9]{1,18}")
BETWEEN_IDS: Final = re.compile(r"[#\s,，]+")
CURSOR: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?~\d{1,18}", re.A)
PAGE_KEYS: Final = frozenset({"cursor", "before", "from"})


@dataclass(frozen=True, slots=True)
class Chip:
    """One condition in force, and the address without it."""

    name: str
    value: str
    without: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address of a list asks for: known values by key, and what was not understood."""

    values: Mapping[str, tuple[str, ...]]
    unknown: tuple[str, ...] = ()

    def one(self, key: str) -> str:
        found = self.values.get(key, ())
        return found[0] if found else ""

    def many(self, key: str) -> tuple[str, ...]:
        return self.values.get(key, ())

    def number(self, key: str) -> int | None:
        text = self.one(key)
        return int(text) if text else None

    def link(self, *, drop: Collection[str] = PAGE_KEYS, **changed: str) -> str:
        """The query string of this list with some keys changed (no page position)."""
        kept = {key: list(found) for key, found in self.values.items() if key not in drop}
        kept.update({key: [text] for key, text in changed.items()})
        return "?" + urlencode(kept, doseq=True)

    def without(self, key: str, value: str) -> str:
        left = tuple(item for item in self.many(key) if item != value)
        return Asked({**self.values, key: left}).link()


@dataclass(frozen=True, slots=True)
class Field:
    """One key of the address: what it may hold, and whether it may come more than once."""

    accepts: Callable[[str], bool]
    is_many: bool = False


def one_of(values: Iterable[str], *, is_many: bool = True) -> Field:
    known = frozenset(values)
    return Field(known.__contains__, is_many=is_many)


def a_number(*, is_many: bool = False) -> Field:
    return Field(lambda text: text.isascii() and text.isdecimal() and len(text) < 19, is_many)


def free_text() -> Field:
    return Field(lambda text: len(text) <= TEXT_CHARACTERS)


def a_cursor() -> Field:
    """Where a page begins, as the link of the page before wrote it."""
    return Field(lambda text: CURSOR.fullmatch(text) is not None)


FACT_FIELDS: Final[Mapping[str, Field]] = {
    "q": free_text(),
    "person": a_number(is_many=True),
    "state": one_of(FACT_STATES),
    "kind": one_of(KINDS),
    "slot": one_of(SLOTS),
    "source": one_of(SOURCES),
    "origin": one_of(ORIGINS),
    "pinned": one_of(["yes", "no"], is_many=False),
    "conflict": one_of(["yes"], is_many=False),
    "due": a_number(),
    "batch": a_number(),
    "seen": a_number(),
    "order": one_of(["edited", "due"], is_many=False),
    "cursor": a_cursor(),
}


def read(given: QueryDict, fields: Mapping[str, Field]) -> Asked:
    """Known keys with known values; the rest is named in `unknown`."""
    values: dict[str, tuple[str, ...]] = {}
    unknown: list[str] = []
    for key, texts in given.lists():
        wanted = fields.get(key)
        filled = list(dict.fromkeys(text.strip() for text in texts if text.strip()))
        if wanted is None:
            unknown += [key] if filled else []
            continue
        good = [text for text in filled if wanted.accepts(text)]
        known = good[:MOST_VALUES]
        unknown += [f"{key}={text[:40]}" for text in filled if text not in known]
        if known:
            values[key] = tuple(known) if wanted.is_many else (known[-1],)
    return Asked(values, tuple(unknown[:MOST_UNKNOWN]))


def fact_filter(asked: Asked, *, at: datetime) -> FactFilter:
    """The engine's filter, all but `scope`, which needs the database."""
    text = asked.one("q")
    ids = _ids(text)
    pinned = asked.one("pinned")
    days = asked.number("due")
    return FactFilter(
        text="" if ids else text,
        ids=ids,
        person_ids=tuple(int(person) for person in asked.many("person")),
        states=asked.many("state"),
        kinds=asked.many("kind"),
        slots=asked.many("slot"),
        sources=asked.many("source"),
        origins=asked.many("origin"),
        pinned={"yes": True, "no": False}.get(pinned),
        in_conflict=bool(asked.one("conflict")),
        due_before=None if days is None else at + timedelta(days=min(days, 36500)),
        batch_id=asked.number("batch"),
    )


def _ids(text: str) -> tuple[int, ...]:
    """`#12`, or `#12, #15 7`; empty for anything else. Split, not matched as a whole: a pattern
    with a repeat inside a repeat takes minutes for 40 digits and a letter."""
    parts = [part for part in BETWEEN_IDS.split(text) if part]
    is_ids = "#" in text and all(ID.fullmatch(part) for part in parts)
    return tuple(int(part) for part in parts) if is_ids else ()


@dataclass(frozen=True, slots=True)
class Names:
    """What ids are called in chips."""

    people: Mapping[int, str] = field(default_factory=dict)
    streams: Mapping[int, str] = field(default_factory=dict)


def fact_chips(asked: Asked, names: Names) -> list[Chip]:
    """One chip a condition, in the order of FACT_FIELDS."""
    told: dict[str, tuple[str, Callable[[str], str]]] = {
        "q": (_("Text"), str),
        "person": (_("Person"), lambda key: names.people.get(int(key), f"P{key}")),
        "state": (_("State"), lambda key: str(labels.word(labels.STATES, key).text)),
        "kind": (_("Kind"), lambda key: str(labels.word(labels.KINDS, key).text)),
        "slot": (_("Slot"), lambda key: str(labels.word(labels.SLOTS, key).text)),
        "source": (_("Source"), lambda key: str(labels.word(labels.SOURCES, key).text)),
        "origin": (_("Heard in"), lambda key: str(labels.word(labels.ORIGINS, key).text)),
        "pinned": (_("Pinned"), lambda key: _("yes") if key == "yes" else _("no")),
        "conflict": (_("Conflict"), lambda _key: _("yes")),
        "due": (_("Freezes within"), lambda key: _("%(n)s days") % {"n": key}),
        "batch": (_("Batch"), lambda key: f"B{key}"),
        "seen": (_("As seen in"), lambda key: names.streams.get(int(key), f"S{key}")),
    }
    return [
        Chip(name, say(value), asked.without(key, value))
        for key, (name, say) in told.items()
        for value in asked.many(key)
    ]
