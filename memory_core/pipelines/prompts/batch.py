"""One batch under names of its own: messages 1..n, persons p1…, known facts f1… (TRUST H3).

No id of a row reaches a prompt, and no id comes back that was not in the batch.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from memory_core.pipelines.prompts import days
from memory_core.pipelines.prompts.fence import NAME_CHARACTERS, Clean, clean_name, clean_text, cut
from memory_core.ports import KnownFact, Line

BOT: Final = "bot"
_ALIAS: Final = re.compile(r"(?<![0-9A-Za-z_])p[0-9]{1,4}(?![0-9A-Za-z_])")
_ALIAS_AND_NAME: Final = re.compile(r"(p[0-9]{1,4})\W+(.+?)\W*", re.IGNORECASE)

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Batch:
    """The aliases of one prompt. Message n is `lines[n - 1]`; `people` maps alias to person."""

    lines: tuple[Line, ...]
    context: tuple[Line, ...]
    people: Mapping[str, int]
    names: Mapping[str, tuple[str, ...]]

    @property
    def first_at(self) -> datetime:
        return min(line.at for line in (*self.context, *self.lines))

    @property
    def last_at(self) -> datetime:
        """The newest message's time: relative dates never lie further ahead than it."""
        return max(line.at for line in self.lines)

    def line(self, number: int) -> Line | None:
        """The message with that number in the prompt."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def person(self, said: str) -> int | None:
        """Whom an answer means: by alias, by alias and name, or by a name that only one person
        here has. A name in the form of an alias names nobody (TRUST T23)."""
        said = said.strip()
        if (person_id := self.people.get(said.lower())) is not None:
            return person_id
        if len(said) > 2 * NAME_CHARACTERS:
            return None
        both = _ALIAS_AND_NAME.fullmatch(said)
        if both and clean_name(both[2]) in self.names.get(both[1].lower(), ()):
            return self.people[both[1].lower()]
        name = clean_name(said).casefold()
        bearers = [
            alias
            for alias, names in self.names.items()
            if name in {known.casefold() for known in names}
        ]
        if not name or _ALIAS.fullmatch(name) or len(bearers) != 1:
            return None
        return self.people[bearers[0]]

    def spelled_out(self, text: str) -> str:
        """`text` with names where the model left aliases, which mean nothing outside the batch.

        Where people themselves wrote such a word, it stays.
        """
        said = {word for line in (*self.context, *self.lines) for word in _ALIAS.findall(line.text)}

        def name(found: re.Match[str]) -> str:
            names = self.names.get(found[0])
            return names[0] if names and names[0] and found[0] not in said else found[0]

        return _ALIAS.sub(name, text)


def number(lines: Sequence[Line], *, context: Sequence[Line] = (), mask: Clean) -> Batch:
    """Give everybody who speaks an alias, in the order they come up; the bot is `bot`. `mask`
    hides secrets, which stand in names too. ValueError without a message."""
    if not lines:
        raise ValueError("a batch has at least one message")
    people: dict[int, str] = {}
    names: dict[str, dict[str, None]] = {}
    for line in (*context, *lines):
        if line.is_bot:
            continue
        alias = people.setdefault(line.person_id, f"p{len(people) + 1}")
        names.setdefault(alias, {})[clean_name(mask(line.speaker))] = None
    return Batch(
        lines=tuple(lines),
        context=tuple(context),
        people={alias: person_id for person_id, alias in people.items()},
        names={alias: tuple(known) for alias, known in names.items()},
    )


def rows(batch: Batch, *, mask: Clean) -> list[Row]:
    """The people, what was said before, and the numbered messages. `mask` hides secrets."""
    aliases = _aliases(batch)
    return [
        *_people(batch),
        *({"type": "context", **_said(line, aliases, mask=mask)} for line in batch.context),
        *(
            {"type": "message", "id": number, **_said(line, aliases, mask=mask)}
            for number, line in enumerate(batch.lines, start=1)
        ),
    ]


def known_rows(batch: Batch, known: Sequence[KnownFact], *, mask: Clean) -> list[Row]:
    """What is known of the people here. Of a private fact only alias and kind (TRUST H1)."""
    aliases = _aliases(batch)
    made: list[Row] = []
    for fact in known:
        if fact.content is None:
            made.append({"type": "known", "fact": fact.alias, "kind": fact.kind, "private": True})
        elif (alias := aliases.get(fact.person_id)) is not None:
            slot: Row = {"slot": fact.slot} if fact.slot else {}
            content, _ = cut(clean_text(mask(fact.content)), limit=1_000)
            made.append(
                {"type": "known", "fact": fact.alias, "person": alias, "kind": fact.kind}
                | slot
                | {"content": content}
            )
    return made


def _aliases(batch: Batch) -> dict[int, str]:
    return {person_id: alias for alias, person_id in batch.people.items()}


def _people(batch: Batch) -> list[Row]:
    return [
        {"type": "person", "person": alias, "names": list(names)}
        for alias, names in batch.names.items()
    ]


def _said(line: Line, aliases: Mapping[int, str], *, mask: Clean) -> Row:
    text, is_cut = cut(clean_text(mask(line.text)))
    return {
        "person": BOT if line.is_bot else aliases[line.person_id],
        "speaker": clean_name(mask(line.speaker)),
        "time": days.stamp(line.at),
        "text": text,
        **({"pending": True} if line.is_pending else {}),
        **({"cut": True} if is_cut else {}),
    }
