"""Relative days in talk, resolved against the moment of the message (SPEC 2, kind `plan`).

A sentence that says "next Wednesday" is worthless a month later, so every rule that keeps such a
word replaces it by the day that was meant.
"""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final

_ZH_DIGITS: Final = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "\u3007": 0}
_ZH_WEEKDAYS: Final = {c: i for i, c in enumerate("一二三四五六日")} | {"天": 6}
_EN_WEEKDAYS: Final = {
    name: i
    for i, name in enumerate(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    )
}
_EN_MONTHS: Final = {name.lower(): i for i, name in enumerate(calendar.month_name) if name}
_EN_NUMBERS: Final = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_HOLIDAYS: Final = {"元旦": (1, 1), "五一": (5, 1), "国庆": (10, 1), "圣诞": (12, 25)}
NUMBER: Final = r"(?:\d{1,3}|[零一二三四五六七八九十两]{1,3})"


@dataclass(frozen=True, slots=True)
class Mention:
    """A day named in `text[start:end]`; `zh` and `en` say it without reference to today."""

    start: int
    end: int
    day: date
    zh: str
    en: str


def number(text: str) -> int:
    """ "3", "三", "二十一" as an integer; ValueError on anything else."""
    if text.isascii():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return int("".join(str(_ZH_DIGITS[c]) for c in tens))
    return (_ZH_DIGITS[tens] if tens else 1) * 10 + (_ZH_DIGITS[ones] if ones else 0)


def _day(day: date) -> tuple[date, str, str]:
    return day, f"{day.year}年{day.month}月{day.day}日", f"on {day.isoformat()}"


def _month(day: date) -> tuple[date, str, str]:
    return day, f"{day.year}年{day.month}月", f"in {day.year}-{day.month:02d}"


def _year(year: int) -> tuple[date, str, str]:
    return date(year, 1, 1), f"{year}年", f"in {year}"


def _week(day: date) -> tuple[date, str, str]:
    return day, f"{day.year}年{day.month}月{day.day}日那周", f"in the week of {day.isoformat()}"


def _weekend(day: date) -> tuple[date, str, str]:
    return (
        day,
        f"{day.year}年{day.month}月{day.day}日那个周末",
        f"on the weekend of {day.isoformat()}",
    )


def _add_months(day: date, months: int) -> date:
    index = day.year * 12 + day.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def _weekday(today: date, weekday: int, *, weeks: int | None, looks_back: bool) -> date:
    """The day of week `weeks` from this one; without a number the nearest one in time's direction.

    "周六" in a plan is the coming one, in a report the last one.
    """
    monday = today - timedelta(days=today.weekday())
    if weeks is not None:
        return monday + timedelta(days=weekday, weeks=weeks)
    if looks_back:
        return today - timedelta(days=(today.weekday() - weekday) % 7 or 7)
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def _monthday(today: date, month: int, day: int, *, looks_back: bool) -> date:
    for year in (today.year, today.year - 1 if looks_back else today.year + 1):
        found = date(year, month, day)
        if (found <= today) if looks_back else (found >= today):
            return found
    return date(today.year, month, day)


_Resolved = tuple[date, str, str]
_Resolver = Callable[[re.Match[str], date, bool], _Resolved]
_ZH_DAYS: Final = {
    "大前天": -3, "前天": -2, "前晚": -2, "昨天": -1, "昨晚": -1, "昨夜": -1,
    "今天": 0, "今晚": 0, "今早": 0, "今儿": 0,
    "明天": 1, "明早": 1, "明晚": 1, "明儿": 1, "后天": 2, "大后天": 3,
}  # fmt: skip
_ZH_WEEKS: Final = {"上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2, "": None}


def _zh_week(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    weeks, which = _ZH_WEEKS[m["week"] or ""], m["weekday"]
    if which == "末":
        return _weekend(_weekday(today, 5, weeks=weeks, looks_back=looks_back))
    return _day(_weekday(today, _ZH_WEEKDAYS[which], weeks=weeks, looks_back=looks_back))


def _zh_whole_week(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    return _week(_weekday(today, 0, weeks=_ZH_WEEKS[m["whole"]], looks_back=looks_back))


def _zh_offset(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    days = number(m["count"]) * (7 if m["unit"] != "天" else 1)
    return _day(today + timedelta(days=-days if m["side"] == "前" else days))


def _zh_month(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    first = _add_months(today, {"上": -1, "这": 0, "本": 0, "下": 1}[m["which"]])
    if m["monthday"]:
        return _day(first.replace(day=number(m["monthday"])))
    if m["part"] == "底":
        return _day(first.replace(day=calendar.monthrange(first.year, first.month)[1]))
    return _month(first)


def _zh_date(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    return _day(_monthday(today, number(m["m"]), number(m["d"]), looks_back=looks_back))


def _zh_end(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    if m["end"] == "年底":
        return _day(date(today.year, 12, 31))
    return _day(today.replace(day=calendar.monthrange(today.year, today.month)[1]))


def _zh_holiday(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    return _day(_monthday(today, *_HOLIDAYS[m["holiday"]], looks_back=looks_back))


def _en_weekday(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    which = (m["which"] or "").strip().lower()
    weeks = {"next": 1, "last": -1, "this": 0}.get(which)
    if m["weekday"].lower() == "weekend":
        return _weekend(_weekday(today, 5, weeks=weeks, looks_back=looks_back))
    weekday = _EN_WEEKDAYS[m["weekday"].lower()]
    return _day(_weekday(today, weekday, weeks=weeks, looks_back=looks_back))


def _en_offset(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    count = _EN_NUMBERS.get(m["count"].lower()) or int(m["count"])
    return _day(today + timedelta(days=count * (7 if m["unit"].lower() == "week" else 1)))


def _en_week_or_month(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    step = 1 if m["which"].lower() == "next" else -1
    if m["unit"].lower() == "month":
        return _month(_add_months(today, step))
    return _week(_weekday(today, 0, weeks=step, looks_back=looks_back))


def _en_date(m: re.Match[str], today: date, looks_back: bool) -> _Resolved:  # noqa: FBT001
    month = _EN_MONTHS[m["month"].lower()]
    return _day(_monthday(today, month, int(m["d"]), looks_back=looks_back))


_EN_DAYS: Final = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_WEEK_WORD: Final = r"(?:个)?(?:周|星期|礼拜)"
_RULES: Final[tuple[tuple[re.Pattern[str], _Resolver], ...]] = (
    (
        re.compile(
            rf"(?P<week>上上|下下|上|这|本|下)?{_WEEK_WORD}(?P<weekday>[一二三四五六日天末])"
        ),
        _zh_week,
    ),
    (re.compile(rf"(?P<whole>上上|下下|上|这|本|下){_WEEK_WORD}"), _zh_whole_week),
    (
        re.compile("|".join(sorted(_ZH_DAYS, key=len, reverse=True))),
        lambda m, today, _: _day(today + timedelta(days=_ZH_DAYS[m[0]])),
    ),
    (
        re.compile(
            rf"(?P<count>{NUMBER})(?P<unit>天|个?周|个?星期|个?礼拜)(?:之|以)?(?P<side>后|前)"
        ),
        _zh_offset,
    ),
    (
        re.compile(
            rf"(?P<which>上|这|本|下)个?月(?:(?P<monthday>{NUMBER})[号日]|(?P<part>底|初|中旬)?)"
        ),
        _zh_month,
    ),
    (re.compile(rf"(?P<m>{NUMBER})月(?P<d>{NUMBER})[号日]"), _zh_date),
    (re.compile(r"(?P<end>年底|月底)"), _zh_end),
    (re.compile(r"明年|后年"), lambda m, today, _: _year(today.year + 1 + (m[0] == "后年"))),
    (re.compile(r"\b(?P<year>next year)\b", re.I), lambda _, today, __: _year(today.year + 1)),
    (re.compile(r"(?P<holiday>元旦|五一|国庆|圣诞)节?"), _zh_holiday),
    (
        re.compile(
            r"\bthe day after tomorrow\b"
            r"|\b(?:yesterday|today|tonight|tomorrow)(?: (?:morning|afternoon|evening|night))?\b",
            re.I,
        ),
        lambda m, today, _: _day(
            today + timedelta(days=_EN_DAYS.get(m[0].lower().split(" ")[0], 2))
        ),
    ),
    (
        re.compile(
            rf"\b(?:(?:on|over|at) )?(?:the )?(?P<which>next |this |last )?"
            rf"(?P<weekday>{'|'.join(_EN_WEEKDAYS)}|weekend)\b",
            re.I,
        ),
        _en_weekday,
    ),
    (
        re.compile(
            r"\bin (?P<count>\d{1,2}|a|one|two|three|four|five|six) (?P<unit>day|week)s?\b", re.I
        ),
        _en_offset,
    ),
    (re.compile(r"\b(?P<which>next|last) (?P<unit>week|month)\b", re.I), _en_week_or_month),
    (
        re.compile(
            rf"\b(?:on )?(?P<month>{'|'.join(_EN_MONTHS)}) (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b", re.I
        ),
        _en_date,
    ),
)


def mentions(text: str, *, at: datetime, looks_back: bool = False) -> list[Mention]:
    """Every day named in the text, left to right, none overlapping.

    `looks_back` reads a bare weekday or date as the last one instead of the coming one. What is
    no day ("2月31号") is left out.
    """
    found: list[Mention] = []
    today = at.date()
    for pattern, resolve in _RULES:
        for match in pattern.finditer(text):
            if any(match.start() < m.end and m.start < match.end() for m in found):
                continue
            try:
                day, zh, en = resolve(match, today, looks_back)
            except (ValueError, KeyError, OverflowError):
                continue
            found.append(Mention(match.start(), match.end(), day, zh, en))
    return sorted(found, key=lambda m: m.start)


def resolve_in(text: str, *, at: datetime, is_chinese: bool, looks_back: bool = False) -> str:
    """The text with every relative day replaced by the day that was meant."""
    parts: list[str] = []
    position = 0
    for mention in mentions(text, at=at, looks_back=looks_back):
        parts += [text[position : mention.start], mention.zh if is_chinese else mention.en]
        position = mention.end
    return "".join([*parts, text[position:]])


def midnight(day: date, *, like: datetime) -> datetime:
    """The start of a day in the zone of a message."""
    return datetime.combine(day, time(0), tzinfo=like.tzinfo)
