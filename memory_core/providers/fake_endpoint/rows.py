"""Our own prompts, read back: the rows between the fences, as lines the built-in rules can work on.

A row is one JSON object on one line with `id`, `person`, `speaker`, `time` and `text`; known facts
are rows with `fact`. What is none of these is left alone.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Literal

from memory_core.algorithms.vocabulary import KINDS, SLOTS
from memory_core.ports import ExtractionRequest, KnownFact, Line, SummaryRequest

Task = Literal["summary", "assessment", "extraction", "unknown"]

BOT: Final = "bot"
_TIME: Final = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)")
_NO_TIME: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
_SIGNS: Final[Mapping[Task, str]] = {
    "assessment": "worthwhile",
    "extraction": "facts",
    "summary": "summary",
}


def task_of(*, schema: Mapping[str, Any], prompt: str) -> Task:
    """What is asked for, by the keys of the schema, or by a key named in the prompt."""
    keys = schema.get("properties")
    for task, key in _SIGNS.items():
        if isinstance(keys, Mapping) and key in keys:
            return task
    for task, key in _SIGNS.items():
        if f'"{key}"' in prompt:
            return task
    return "unknown"


@dataclass(frozen=True, slots=True)
class Prompt:
    """The rows of one prompt. `people` gives the alias of each `Line.person_id`."""

    lines: tuple[Line, ...]
    context: tuple[Line, ...]
    known: tuple[KnownFact, ...]
    people: Mapping[int, str]

    @property
    def extraction(self) -> ExtractionRequest:
        return ExtractionRequest("group", self.lines, self.context, self.known)

    @property
    def summary(self) -> SummaryRequest:
        return SummaryRequest("group", "", "", self.lines)


def read(text: str) -> Prompt:
    """Every row in a prompt, in order."""
    numbers: dict[str, int] = {BOT: 0}
    lines: list[Line] = []
    context: list[Line] = []
    known: list[KnownFact] = []
    for row in _rows(text):
        if isinstance(row.get("text"), str):
            line = _line(row, numbers)
            (lines if line.id else context).append(line)
        elif isinstance(row.get("fact"), str):
            known.append(_known(row, numbers))
    people = {number: alias for alias, number in numbers.items()}
    return Prompt(tuple(lines), tuple(context), tuple(known), people)


def _rows(text: str) -> Iterator[dict[str, Any]]:
    for line in text.splitlines():
        if line.lstrip().startswith("{"):
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(row, dict):
                yield row


def _line(row: Mapping[str, Any], numbers: dict[str, int]) -> Line:
    """Lines without a number are context."""
    speaker = str(row.get("speaker", ""))
    alias = str(row.get("person") or speaker)
    number = row.get("id")
    return Line(
        id=number if isinstance(number, int) else 0,
        person_id=numbers.setdefault(alias, len(numbers)),
        speaker=speaker or alias,
        is_bot=alias == BOT,
        text=str(row["text"]),
        at=_time(str(row.get("time", ""))),
        is_pending=row.get("pending") is True,
    )


def _time(text: str) -> datetime:
    found = _TIME.search(text)
    try:
        return datetime.fromisoformat(f"{found[1]}T{found[2]}+00:00") if found else _NO_TIME
    except ValueError:
        return _NO_TIME


def _known(row: Mapping[str, Any], numbers: dict[str, int]) -> KnownFact:
    alias = str(row.get("person", ""))
    content = row.get("content")
    return KnownFact(
        alias=str(row["fact"]),
        person_id=numbers.setdefault(alias, len(numbers)),
        kind=next((kind for kind in KINDS if kind == row.get("kind")), "other"),
        slot=next((slot for slot in SLOTS if slot == row.get("slot")), None),
        content=content if isinstance(content, str) else None,
    )
