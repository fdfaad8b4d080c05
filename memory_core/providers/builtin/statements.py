"""From the lines of a batch to grounded claims about people (SPEC 3.4)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from memory_core.algorithms.similarity import content_key
from memory_core.ports import ExtractionRequest, KnownFact, Line, ProposedFact
from memory_core.providers.builtin import chinese, english, subjects
from memory_core.providers.builtin.chinese.words import CHANGED, FORMERLY
from memory_core.providers.builtin.clauses import Clause, Sentence, is_joke, sentences
from memory_core.providers.builtin.rule import Claim, Rule, apply
from memory_core.providers.builtin.subjects import Names, Subject

_CHANGED: Final = re.compile(CHANGED, re.I)
_FORMERLY: Final = re.compile(FORMERLY, re.I)
# Moods and days of somebody else are theirs to tell.
_ONLY_OWN: Final = frozenset({"state", "event", "context"})


@dataclass(frozen=True, slots=True)
class _Speaking:
    """The subject that a clause without one inherits, and where its clause began."""

    subject: Subject
    start: int


def can_speak(line: Line) -> bool:
    """The bot's lines and bodies that have not arrived are no evidence."""
    return not line.is_bot and not line.is_pending and bool(line.text.strip())


def facts(request: ExtractionRequest) -> Iterator[ProposedFact]:
    """Every claim of the batch, in the order it was made, none twice."""
    names = Names([*request.context, *request.lines])
    seen: set[tuple[int, str]] = set()
    taken_back = _taken_back(request.lines)
    for line in request.lines:
        if not can_speak(line) or line.id in taken_back:
            continue
        for fact in _of_line(line, names=names, known=request.known):
            key = (fact.person_id, content_key(fact.content))
            if key not in seen:
                seen.add(key)
                yield fact


def _taken_back(lines: Sequence[Line]) -> frozenset[int]:
    """Lines that their speaker called a joke in the very next thing they said."""
    last: dict[int, Line] = {}
    jokes: set[int] = set()
    for line in lines:
        if can_speak(line) and is_joke(line.text) and line.person_id in last:
            jokes.add(last[line.person_id].id)
        last[line.person_id] = line
    return frozenset(jokes)


def _of_line(line: Line, *, names: Names, known: Sequence[KnownFact]) -> Iterator[ProposedFact]:
    for sentence in sentences(line.text):
        speaking: _Speaking | None = None
        is_about_others = False
        for clause in sentence.clauses:
            subject = _subject(clause, sentence=sentence, names=names)
            if subject.whose != "unknown":
                is_about_others = subject.whose == "none"
                speaking = None if is_about_others else _Speaking(subject, clause.start)
            if clause.is_claim and not is_about_others:
                yield from _of_clause(
                    clause, line=line, sentence=sentence, subject=subject,
                    speaking=speaking, known=known,
                )  # fmt: skip
            if speaking is not None and not speaking.subject.carries:
                speaking, is_about_others = None, True


def _subject(clause: Clause, *, sentence: Sentence, names: Names) -> Subject:
    if sentence.is_chinese:
        return subjects.of_chinese(clause, names=names)
    return subjects.of_english(clause, names=names)


def _of_clause(
    clause: Clause,
    *,
    line: Line,
    sentence: Sentence,
    subject: Subject,
    speaking: _Speaking | None,
    known: Sequence[KnownFact],
) -> Iterator[ProposedFact]:
    person_id, name = line.person_id, line.speaker.strip()
    if speaking is not None and speaking.subject.person_id not in (None, line.person_id):
        person_id, name = speaking.subject.person_id or person_id, speaking.subject.name
    claim = _first_match(
        clause, subject.predicate, line=line, name=name,
        is_chinese=sentence.is_chinese, has_subject=speaking is not None,
    )  # fmt: skip
    if claim is None or (person_id != line.person_id and claim.kind in _ONLY_OWN):
        return
    start = clause.start if speaking is None else speaking.start
    quote = line.text[start : clause.end]
    said = line.text[sentence.clauses[0].start : clause.end]
    yield ProposedFact(
        person_id=person_id,
        kind=claim.kind,
        slot=claim.slot,
        content=claim.content,
        message_ids=(line.id,),
        quote=quote,
        supersedes=_superseded(claim, person_id=person_id, said=said, known=known),
        planned_at=claim.planned_at,
    )


def _first_match(
    clause: Clause, predicate: str, *, line: Line, name: str, is_chinese: bool, has_subject: bool
) -> Claim | None:
    was = bool(_FORMERLY.search(clause.text))
    rules: Sequence[Rule] = chinese.RULES if is_chinese else english.RULES
    for rule in rules:
        if (rule.needs_subject and not has_subject) or (was and rule.holds_now):
            continue
        claim = apply(rule, predicate, name=name, at=line.at, is_chinese=is_chinese)
        if claim is not None:
            return claim
    return None


def _superseded(
    claim: Claim, *, person_id: int, said: str, known: Sequence[KnownFact]
) -> tuple[str, ...]:
    """What the sentence itself declares outdated: another content in the same slot."""
    if claim.slot is None or not _CHANGED.search(said):
        return ()
    key = content_key(claim.content)
    return tuple(
        fact.alias
        for fact in known
        if fact.person_id == person_id
        and fact.slot == claim.slot
        and fact.content is not None
        # "lives in Suzhou" is no news about somebody known to live in one of its districts.
        and key not in content_key(fact.content)
    )
