"""A batch of chat as one readable paragraph with cues (SPEC 3.2), by ranking its sentences."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from memory_core.ports import Line, Refused, Summary, SummaryRequest
from memory_core.providers.builtin.clauses import HAN, holds_secret, is_override
from memory_core.providers.builtin.natural import is_natural
from memory_core.providers.builtin.statements import can_speak
from memory_core.providers.builtin.topics import nouns

MAX_TEXT: Final = 400
MAX_SENTENCES: Final = 9
# Display width of Latin text: a sentence of it says as much as a Chinese one of half the length.
MAX_SENTENCE_ZH: Final = 70
MAX_SENTENCE_EN: Final = 140
MAX_NAME: Final = 24
MAX_IMPRESSION: Final = 200
MIN_CUES: Final = 4
MAX_CUES: Final = 10
# Under a tenth of lines with a sentence, a summary would be about noise.
NATURAL_SHARE: Final = 0.1
_ZH_SENTENCES: Final = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_EN_SENTENCES: Final = re.compile(r"(?:[^.!?\n]|\.(?!\s|$))+[.!?]*")
_TELLING: Final = re.compile(
    r"我|明天|后天|周[一二三四五六日末]|下个?月|决定|打算|准备|搬|换|买|生日|过敏|喜欢|讨厌|医生"
    r"|考|拿到"
    r"|\b(?:I|my|tomorrow|next|moved|bought|birthday|allergic|love|plan)\b"
)
_STOPS: Final = ("。", "！", "？", "!", "?", "…", ".", "；", ";", "~", "～")


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One sentence with its place in the batch."""

    order: int
    person_id: int
    speaker: str
    text: str
    words: tuple[str, ...]
    score: float


def summarize(request: SummaryRequest) -> Summary:
    """The summary of a batch; Refused when (almost) no line has a sentence to rank."""
    ready = [line for line in request.lines if not line.is_pending]
    usable = [line for line in ready if is_natural(line.text)]
    if not usable or len(usable) < NATURAL_SHARE * len(ready):
        raise Refused(
            "the built-in rules cannot summarise this batch: "
            f"{len(usable)} of {len(request.lines)} lines hold a sentence in a natural language"
        )
    ranked = _rank(usable)
    if not ranked:
        raise Refused(
            "the built-in rules cannot summarise this batch: every sentence holds a secret or an "
            "instruction to the bot"
        )
    is_chinese = sum(bool(re.search(HAN, r.text)) for r in ranked) * 2 >= len(ranked)
    people = _people(usable)
    topics = _topics(ranked, people=people, is_chinese=is_chinese)
    chosen = _choose(ranked, room=MAX_TEXT - 90)
    return Summary(
        text=_paragraph(chosen, topics=topics, people=people, is_chinese=is_chinese),
        cues=_cues(chosen, topics=topics, people=people, is_chinese=is_chinese),
        impression=_impression(topics=topics, people=people, is_chinese=is_chinese),
    )


def _people(lines: Sequence[Line]) -> list[str]:
    """Who spoke, by how often; the bot only when nobody else did."""
    spoken = Counter(_name(line) for line in lines if can_speak(line))
    names = [name for name, _ in spoken.most_common()] or [_name(line) for line in lines]
    return list(dict.fromkeys(name for name in names if name))


def _name(line: Line) -> str:
    return " ".join(line.speaker.split())[:MAX_NAME]


def _rank(lines: Sequence[Line]) -> list[_Ranked]:
    found: list[_Ranked] = []
    for line in lines:
        if is_override(line.text):
            continue
        for piece in _pieces(line.text):
            if not holds_secret(piece) and is_natural(piece):
                found.append(
                    _Ranked(len(found), line.person_id, _name(line), piece, nouns(piece),
                            -1.5 if line.is_bot else 0.0)
                )  # fmt: skip
    often = Counter(word for sentence in found for word in sentence.words)
    return [replace(s, score=s.score + _weight(s, often=often, total=len(found))) for s in found]


def _weight(sentence: _Ranked, *, often: Counter[str], total: int) -> float:
    """Shared nouns, a claim or a date, the first and the last word; questions tell little."""
    # A word of nearly every sentence says nothing about one of them.
    shared: int = sum(min(often[w], 4) for w in sentence.words if often[w] * 2 <= max(total, 4))
    score: float = shared / math.sqrt(4 + len(sentence.words))
    score += 1.0 if _TELLING.search(sentence.text) else 0.0
    score += 0.3 if sentence.order in (0, total - 1) else 0.0
    return score - (0.7 if sentence.text.endswith(("?", "？", "吗", "呢")) else 0.0)


def _pieces(text: str) -> list[str]:
    """Sentences, whole if short, else cut at a clause."""
    is_chinese = bool(re.search(HAN, text))
    limit = MAX_SENTENCE_ZH if is_chinese else MAX_SENTENCE_EN
    pattern = _ZH_SENTENCES if is_chinese else _EN_SENTENCES
    pieces = (" ".join(match[0].split()) for match in pattern.finditer(text[:2000]))
    return [_cut(piece, limit=limit) for piece in pieces if piece]


def _cut(piece: str, *, limit: int) -> str:
    if len(piece) <= limit:
        return piece
    edge = max(piece.rfind(mark, 20, limit) for mark in "，,、 ")
    return piece[: edge if edge > 0 else limit] + "…"


def _choose(ranked: Sequence[_Ranked], *, room: int) -> list[_Ranked]:
    """The best sentences that fit and say something new, in the order they were said."""
    chosen: list[_Ranked] = []
    for candidate in sorted(ranked, key=lambda r: (-r.score, r.order)):
        cost = len(candidate.text) + len(candidate.speaker) + 3
        if cost > room or any(_repeats(candidate, other) for other in chosen):
            continue
        chosen.append(candidate)
        room -= cost
        if len(chosen) == MAX_SENTENCES:
            break
    return sorted(chosen, key=lambda r: r.order)


def _repeats(one: _Ranked, other: _Ranked) -> bool:
    if one.text == other.text:
        return True
    both = set(one.words) | set(other.words)
    return bool(both) and len(set(one.words) & set(other.words)) * 2 > len(both)


def _topics(ranked: Sequence[_Ranked], *, people: Sequence[str], is_chinese: bool) -> list[str]:
    """Nouns by how often they were said; on ties those of the chat's language, then longer ones."""
    weight = Counter(word for sentence in ranked for word in sentence.words)
    order = {word: i for i, word in enumerate(weight)}
    names = {name.lower() for name in people}
    best = sorted(
        weight,
        key=lambda w: (
            -weight[w],
            w.isalpha() and w.isascii() is is_chinese,
            -min(len(w), 4),
            order[w],
        ),
    )
    return [w for w in best if len(w) <= MAX_NAME and not any(w in name for name in names)]


def _paragraph(
    chosen: Sequence[_Ranked], *, topics: Sequence[str], people: Sequence[str], is_chinese: bool
) -> str:
    """Who talked about what, then the chosen sentences with their speakers."""
    head = _impression(topics=topics[:3], people=people[:4], is_chinese=is_chinese)
    said = _said(chosen, is_chinese=is_chinese)
    whole = head + ("" if is_chinese else " ") + said
    if len(whole) <= MAX_TEXT:
        return whole
    return said if len(said) <= MAX_TEXT else said[: MAX_TEXT - 1] + "…"


def _said(chosen: Sequence[_Ranked], *, is_chinese: bool) -> str:
    """Turns of one person are joined; two persons of one name are two turns."""
    colon = "：" if is_chinese else ": "
    text = ""
    for _, turn in groupby(chosen, key=lambda r: r.person_id):
        sentences = list(turn)
        text = _joined(text, f"{sentences[0].speaker}{colon}")
        for i, sentence in enumerate(sentences):
            text = _joined(text, _closed(sentence.text)) if i else text + _closed(sentence.text)
    return text


def _joined(before: str, after: str) -> str:
    """Latin text wants a space after its full stop, Chinese none."""
    return f"{before} {after}" if before and before[-1].isascii() else before + after


def _closed(text: str) -> str:
    if text.endswith(_STOPS):
        return text
    return text + ("。" if re.search(HAN, text) else ".")


def _impression(*, topics: Sequence[str], people: Sequence[str], is_chinese: bool) -> str:
    """One line about the stream, ≤ 200 characters: the second query of every recall."""
    some, about = people[:5], topics[:6]
    if is_chinese:
        text = "、".join(some) + ("在聊" + "、".join(about) if about else "在闲聊") + "。"
    else:
        verb = " talks" if len(some) == 1 else " talk"
        text = ", ".join(some) + verb + (" about " + ", ".join(about) if about else "") + "."
    return text if len(text) <= MAX_IMPRESSION else text[: MAX_IMPRESSION - 1] + "…"


def _cues(
    chosen: Sequence[_Ranked], *, topics: Sequence[str], people: Sequence[str], is_chinese: bool
) -> tuple[str, ...]:
    """Topics alone, and people with what they spoke of: how somebody would ask for it later."""
    cues = list(topics[:5])
    rank = {word: i for i, word in enumerate(topics)}
    for sentence in sorted(chosen, key=lambda r: (-r.score, r.order)):
        words = sorted((w for w in sentence.words if w in rank), key=rank.__getitem__)[:2]
        if words:
            cues.append(" ".join([sentence.speaker, *words]))
    if len(cues) < MIN_CUES:
        cues += [_cut(sentence.text, limit=24) for sentence in chosen] + list(people)
        cues += (
            ["闲聊", "聊天", "群里说的话", "日常"] if is_chinese else ["chat", "small talk", "talk"]
        )
    return tuple(list(dict.fromkeys(cue for cue in cues if cue.strip()))[:MAX_CUES])
