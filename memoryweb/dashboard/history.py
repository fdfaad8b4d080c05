"""Ledger rows in words: what was changed, from what to what, and whether it can be taken back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from memory_core.algorithms import decay
from memory_core.facts import store as facts
from memory_core.ledger.store import Operation
from memory_core.pipelines import curate
from memoryweb.dashboard import diff, labels
from memoryweb.dashboard.diff import Piece

HOURS_A_DAY = 24
VALUE_CHARACTERS = 120
# Fields that say the same as another one, or nothing to a person.
SILENT = frozenset(
    {"cues", "model", "content_key", "told_by", "preset_id", "stream_id", "person_id", "content"}
)


@dataclass(frozen=True, slots=True)
class Change:
    """One field. `before` is "" where there was nothing."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Step:
    """One operation as a page shows it. `pieces` is the word diff of a new wording, `text` the
    statement of the row where there is no diff."""

    operation: Operation
    changes: tuple[Change, ...]
    pieces: tuple[Piece, ...]
    text: str

    @property
    def can_be_undone(self) -> bool:
        return curate.is_undoable(self.operation)

    @property
    def is_fact(self) -> bool:
        return self.operation.subject_kind == "fact"

    @property
    def is_about_two_facts(self) -> bool:
        return self.is_fact and self.operation.related_id is not None


def steps(operations: Iterable[Operation]) -> list[Step]:
    listed = list(operations)
    related = {
        entry.related_id
        for entry in listed
        if entry.related_id is not None and entry.subject_kind == "fact"
    }
    contents = {fact.id: fact.content for fact in facts.get_many(related).values()}
    return [_step(entry, contents) for entry in listed]


def _step(entry: Operation, contents: Mapping[int, str]) -> Step:
    text = str((entry.after or entry.before or {}).get("content", ""))
    other = contents.get(entry.related_id) if entry.related_id is not None else None
    pieces: tuple[Piece, ...] = ()
    if entry.verb in {"replace", "supersede"} and other is not None:
        pieces = tuple(diff.words(text, other))
    changes = () if entry.before is None or pieces else _changes(entry)
    return Step(operation=entry, changes=changes, pieces=pieces, text=text)


def _changes(entry: Operation) -> tuple[Change, ...]:
    before, after = entry.before or {}, entry.after or {}
    told = [_tell(name, before.get(name), after.get(name), entry) for name in entry.changed]
    return tuple(change for change in told if change is not None)


def _tell(name: str, before: Any, after: Any, entry: Operation) -> Change | None:
    if name in SILENT:
        return None
    if name == "superseded_by":
        return Change(_("State"), _place(before, entry), _place(after, entry))
    if name == "half_life_hours":
        return Change(_("Half-life"), _pace(before), _pace(after))
    if name == "edges":
        return Change(_("Links"), "", str(len(after or ())))
    if name == "evidence":
        gained = len(set(after or ()) - set(before or ()))
        lost = len(set(before or ()) - set(after or ()))
        return Change(_("Evidence"), _lines(lost) if lost else "", _lines(gained) if gained else "")
    kinds = labels.EPISODE_KINDS if entry.subject_kind == "episode" else labels.KINDS
    vocabulary = {"kind": kinds, "slot": labels.SLOTS, "origin": labels.ORIGINS}.get(name)
    if vocabulary is not None:
        words = [str(labels.word(vocabulary, value).text) for value in (before, after)]
        return Change(_field(name), words[0], words[1])
    return Change(_field(name), _short(before), _short(after))


def _field(name: str) -> str:
    names = {
        "summary": _("Summary"),
        "dismissed_reason": _("Reason"),
        "kind": _("Kind"),
        "slot": _("Slot"),
        "origin": _("Heard in"),
        "source": _("Source"),
    }
    return names.get(name, name)


def _place(superseded_by: int | None, entry: Operation) -> str:
    if superseded_by is None:
        return _("live")
    if superseded_by == entry.subject_id:
        return str(labels.STATES["archived"].text)
    return str(labels.STATES["superseded"].text)


def _pace(half_life_hours: float | None) -> str:
    if half_life_hours is None:
        return ""
    if decay.is_pinned(half_life_hours):
        return str(labels.PINNED.text)
    days = half_life_hours / HOURS_A_DAY
    return _("%(days)s days") % {"days": f"{days:g}"}


def _lines(count: int) -> str:
    return ngettext("%(n)d message", "%(n)d messages", count) % {"n": count}


def _short(value: Any) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= VALUE_CHARACTERS else text[: VALUE_CHARACTERS - 1] + "…"
