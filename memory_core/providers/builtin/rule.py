"""What one extraction rule is, and how its match becomes a sentence (SPEC 3.4)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.providers.builtin import dates
from memory_core.providers.builtin.clauses import BLANK

Days = Literal["keep", "past", "plan"]
Groups = Mapping[str, str]
Refine = Callable[[Groups], Groups | None]

_TAIL_ZH: Final = re.compile(
    r"(?:啦|呀|啊|哦|噢|喔|呢|嘛|吧|诶|欸|捏|咯|咧|来着|而已|哈+|嘿+|呜+|[hH]{2,}|[wW]{3,}|23{2,}"
    r"|orz|lol"
    r"|(?![》）)」”’'%℃])\W)++$"
)
_TAIL_EN: Final = re.compile(
    r"(?:\s+(?:now|lol|lmao|haha+|btw|tbh|too|though|actually|anyway|already|again|these days"
    r"|right now|at the moment|so much|a lot|as well|by the way|for now|currently|honestly)"
    r"|(?![)%'’”])\W)++$",
    re.I,
)
_EN_PERSON: Final = (
    (re.compile(r"\bmy\b", re.I), "their"),
    (re.compile(r"\bmyself\b", re.I), "themselves"),
    (re.compile(r"\bme\b", re.I), "them"),
    (re.compile(r"\bour\b", re.I), "their"),
    (re.compile(r"\bus\b"), "them"),
)
# What only the room could understand cannot stand alone in a memory.
_POINTS_AWAY: Final = re.compile(
    r"[你您咱它]|她|(?<![吉其])他|这(?!边|周|个月|个周|段时间|阵子|两天|几天|里)|那(?!边|周"
    r"|个周末|天)"
    r"|\b(?:you|your|it|he|she|they|him|her|this|that|these|those|there|I|we)\b",
    re.I,
)
# A birthday said as "tomorrow" is a day of every year, not the day of birth.
_YEAR: Final = re.compile(r"\d{4}年|\d{4}-(?=\d\d-\d\d)")
MAX_VALUE: Final = 60


@dataclass(frozen=True, slots=True)
class Rule:
    """`pattern` is anchored at the predicate; `render` is a template over {name} and its groups.

    `needs_subject`: without a spoken "I" the clause counts only where that is how people talk
    ("感冒了"). `days`: how relative days are read; "plan" also demands that one lies ahead or
    that the words themselves say it is a plan (group `plan`). `holds_now`: a clause about
    formerly is no match. `refine` sees the cleaned groups, may reword them, refuses with None.
    """

    pattern: re.Pattern[str]
    kind: Kind
    slot: Slot | None
    render: str
    needs_subject: bool = True
    days: Days = "keep"
    holds_now: bool = True
    refine: Refine | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a rule made of a clause: everything of a fact but whose it is and where it was said."""

    kind: Kind
    slot: Slot | None
    content: str
    planned_at: datetime | None


def tidy(text: str, *, is_chinese: bool) -> str:
    """Without particles, laughter, emoji and stray punctuation at the end."""
    cleaned = (_TAIL_ZH if is_chinese else _TAIL_EN).sub("", text.strip()).strip()
    if is_chinese:
        return cleaned.replace("我的", "自己的").replace("我们", "大家").replace("我", "自己")
    for pattern, other in _EN_PERSON:
        cleaned = pattern.sub(other, cleaned)
    return cleaned


def apply(rule: Rule, predicate: str, *, name: str, at: datetime, is_chinese: bool) -> Claim | None:
    """The claim that `rule` finds in a predicate, or None."""
    predicate = (_TAIL_ZH if is_chinese else _TAIL_EN).sub("", predicate.strip())
    match = rule.pattern.match(predicate)
    if match is None:
        return None
    raw = match.groupdict("")
    if any(_is_unfit(key, value) for key, value in raw.items()):
        return None
    groups: Groups | None = {k: tidy(v, is_chinese=is_chinese) for k, v in raw.items()}
    if rule.refine is not None and groups is not None:
        groups = rule.refine(groups)
    if groups is None:
        return None
    planned_at = None
    if rule.days == "plan":
        days = [m.day for m in dates.mentions(predicate, at=at)]
        if any(day < at.date() for day in days) or not (days or "plan" in groups):
            return None
        planned_at = dates.midnight(days[0], like=at) if days else None
    if rule.days != "keep":
        groups = {
            k: dates.resolve_in(v, at=at, is_chinese=is_chinese, looks_back=rule.days == "past")
            for k, v in groups.items()
        }
    if rule.slot == "name" and groups["x"] == name:
        return None
    content = rule.render.format(name=name, **groups)
    if rule.slot == "birthday":
        content = _YEAR.sub("", content)
    return Claim(rule.kind, rule.slot, " ".join(content.split()), planned_at)


def _is_unfit(key: str, value: str) -> bool:
    """Whether a captured text is too long, quoted, or understood only in the room."""
    if key == "plan" or not value:
        return False
    return (
        len(value) > MAX_VALUE
        or BLANK in value
        or not any(c.isalnum() for c in value)
        or bool(_POINTS_AWAY.search(value))
    )
