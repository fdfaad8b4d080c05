"""A batch of chat as one readable paragraph with cues (SPEC 3.2), by ranking its sentences."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory_core.algorithms.tokenize import content_words
from memory_core.ports import Line, Refused, Summary, SummaryRequest
from memory_core.providers.builtin.clauses import HAN, holds_secret, is_override
from memory_core.providers.builtin.natural import is_natural
from memory_core.providers.builtin.statements import can_speak

MAX_TEXT: Final = 400
MAX_SENTENCE: Final = 70
MAX_IMPRESSION: Final = 200
MIN_CUES: Final = 4
MAX_CUES: Final = 10
# Under a tenth of lines with a sentence, a summary would be about noise.
NATURAL_SHARE: Final = 0.1
# A word of nearly every line says nothing about one of them.
_FULL_SENTENCES: Final = re.compile(r"[^。！？!?；;\n]+[。！？!?；;]*")
_EN_SENTENCES: Final = re.compile(r"[^.!?\n]+(?:[.!?]+(?=\s|$)|[.!?]+)?")
_TELLING: Final = re.compile(
    r"[我]|明天|后天|周[一二三四五六日末]|下个?月|决定|打算|准备|搬|换|买|生日|过敏|喜欢|讨厌|医生|考|拿到"
    r"|\b(?:I|my|tomorrow|next|moved|bought|birthday|allergic|love|plan)\b"
)
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One sentence with its place in the batch."""

    order: int
    speaker: str
    text: str
    words: tuple[str, ...]
    score: float


def summarize(request: SummaryRequest) -> Summary:
    """The summary of a batch; Refused when (almost) no line has a sentence to rank."""
    usable = [line for line in request.lines if not line.is_pending and is_natural(line.text)]
    ready = [line for line in request.lines if not line.is_pending]
    if not usable or len(usable) < NATURAL_SHARE * len(ready):
        raise Refused(
            "built-in rules cannot summarise this batch: "
            f"{len(usable)} of {len(request.lines)} lines hold a sentence in a natural language"
        )
    ranked = _rank(usable)
    if not ranked:
        raise Refused(
            "built-in rules cannot summarise this batch: every sentence holds a secret or an "
            "instruction to the bot"
        )
    is_chinese = _is_chinese(ranked)
    topics = _topics(ranked)
    people = _people(usable)
    chosen = _choose(ranked, room=MAX_TEXT - 80)
    return Summary(
        text=_paragraph(chosen, topics=topics, people=people, is_chinese=is_chinese),
        cues=_cues(chosen, topics=topics, people=people),
        impression=_impression(topics=topics, people=people, is_chinese=is_chinese),
    )


def _people(lines: Sequence[Line]) -> list[str]:
    """Who spoke, by how often; the bot only when nobody else did."""
    spoken = Counter(line.speaker.strip() for line in lines if can_speak(line))
    names = [name for name, _ in spoken.most_common()] or [line.speaker for line in lines]
    return list(dict.fromkeys(name[:24] for name in names if name))


def _rank(lines: Sequence[Line]) -> list[_Ranked]:
    pieces = [
        (line, piece)
        for line in lines
        for piece in _pieces(line.text)
        if not holds_secret(piece) and not is_override(piece) and is_natural(piece)
    ]
    words = [tuple(dict.fromkeys(content_words(piece))) for _, piece in pieces]
    often = Counter(word for some in words for word in some)
    total = len(pieces)
    ranked: list[_Ranked] = []
    for order, ((line, piece), some) in enumerate(zip(pieces, words, strict=True)):
        shared = sum(min(often[word], 4) for word in some if often[word] * 2 <= max(total, 4))
        score = shared / (4 + len(some)) ** 0.5
        score += 1.0 if _TELLING.search(piece) else 0.0
        score += 0.3 if order in (0, total - 1) else 0.0
        score -= 1.5 if line.is_bot else 0.0
        score -= 0.7 if piece.rstrip().endswith(("?", "？", "吗", "呢")) else 0.0
        ranked.append(_Ranked(order, line.speaker.strip()[:24], piece, some, score))
    return ranked


def _pieces(text: str) -> list[str]:
    """Sentences, whole if short, else cut at a clause."""
    pattern = _FULL_SENTENCES if re.search(HAN, text) else _EN_SENTENCES
    found: list[str] = []
    for match in pattern.finditer(text[:2000]):
        piece = _SPACE.sub(" ", match[0]).strip()
        if len(piece) > MAX_SENTENCE:
            head = re.split(r"[，,、 ]", piece[:MAX_SENTENCE])
            piece = piece[: max(len(piece[:MAX_SENTENCE]) - len(head[-1]) - 1, 20)].rstrip() + "…"
        if piece:
            found.append(piece)
    return found


def _choose(ranked: Sequence[_Ranked], *, room: int) -> list[_Ranked]:
    """The best sentences that fit and say something new, in the order they were said."""
    chosen: list[_Ranked] = []
    for candidate in sorted(ranked, key=lambda r: (-r.score, r.order)):
        cost = len(candidate.text) + len(candidate.speaker) + 3
        if cost > room or any(_repeats(candidate, other) for other in chosen):
            continue
        chosen.append(candidate)
        room -= cost
    if not chosen:
        best = max(ranked, key=lambda r: (r.score, -r.order))
        chosen = [_Ranked(best.order, best.speaker, best.text[:room], best.words, best.score)]
    return sorted(chosen, key=lambda r: r.order)


def _repeats(one: _Ranked, other: _Ranked) -> bool:
    if one.text == other.text:
        return True
    both = set(one.words) | set(other.words)
    return bool(both) and len(set(one.words) & set(other.words)) * 2 > len(both)


def _topics(ranked: Sequence[_Ranked]) -> list[str]:
    """Content words by how often they were said, longer and earlier ones first on ties."""
    weight: Counter[str] = Counter()
    for sentence in ranked:
        for word in sentence.words:
            weight[word] += 1
    names = {sentence.speaker for sentence in ranked}
    order = {word: i for i, word in enumerate(dict.fromkeys(w for r in ranked for w in r.words))}
    best = sorted(weight, key=lambda w: (-weight[w], -min(len(w), 4), order[w]))
    return [word for word in best if word not in names and len(word) <= 24]


def _is_chinese(ranked: Sequence[_Ranked]) -> bool:
    return sum(bool(re.search(HAN, r.text)) for r in ranked) * 2 >= len(ranked)


def _paragraph(
    chosen: Sequence[_Ranked], *, topics: Sequence[str], people: Sequence[str], is_chinese: bool
) -> str:
    """Who talked about what, then the chosen sentences with their speakers."""
    said = _said(chosen, is_chinese=is_chinese)
    head = _impression(topics=topics[:3], people=people[:4], is_chinese=is_chinese)
    whole = head + ("" if is_chinese else " ") + said
    if len(whole) <= MAX_TEXT:
        return whole
    return said if len(said) <= MAX_TEXT else said[: MAX_TEXT - 1] + "…"


def _said(chosen: Sequence[_Ranked], *, is_chinese: bool) -> str:
    turns: list[tuple[str, list[str]]] = []
    for sentence in chosen:
        if turns and turns[-1][0] == sentence.speaker:
            turns[-1][1].append(sentence.text)
        else:
            turns.append((sentence.speaker, [sentence.text]))
    colon, gap = ("：", "") if is_chinese else (": ", " ")
    return gap.join(
        f"{speaker}{colon}{_closed(gap.join(_closed(t, is_chinese=is_chinese) for t in texts), is_chinese=is_chinese)}"
        for speaker, texts in turns
    )


def _closed(text: str, *, is_chinese: bool) -> str:
    if text.endswith(("。", "！", "？", "!", "?", "…", ".", "；", ";")):
        return text
    return text + ("。" if is_chinese else ".")


def _impression(*, topics: Sequence[str], people: Sequence[str], is_chinese: bool) -> str:
    """One line about the stream, ≤ 200 characters: the second query of every recall."""
    some, about = people[:5], topics[:6]
    if is_chinese:
        text = "、".join(some) + ("在聊" + "、".join(about) if about else "在闲聊") + "。"
    else:
        text = ", ".join(some) + (" talk about " + ", ".join(about) if about else " chat") + "."
    return text if len(text) <= MAX_IMPRESSION else text[: MAX_IMPRESSION - 1] + "…"


def _cues(
    chosen: Sequence[_Ranked], *, topics: Sequence[str], people: Sequence[str]
) -> tuple[str, ...]:
    """Topics alone, and people with what they spoke of: how somebody would ask for it later."""
    cues: list[str] = list(topics[:5])
    for sentence in sorted(chosen, key=lambda r: (-r.score, r.order)):
        words = [word for word in topics if word in sentence.words][:2]
        if words:
            cues.append(" ".join([sentence.speaker, *words]))
    cues += people
    cues += [sentence.text[:16] for sentence in chosen]
    found = list(dict.fromkeys(cue for cue in cues if cue.strip()))
    fallback = ["闲聊", "聊天", "群聊", "chat"]
    found += [word for word in fallback if word not in found][: max(0, MIN_CUES - len(found))]
    return tuple(found[:MAX_CUES])
