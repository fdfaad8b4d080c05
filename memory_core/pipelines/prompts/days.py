"""Local dates for a prompt: when people talked, and a calendar to resolve "next Wednesday" with.

Small models count days badly and read tables well.
"""

from datetime import date, datetime
from typing import Final

_DAYS_ZH: Final = "一二三四五六日"
_DAYS_EN: Final = (
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip
_WEEKS: Final = {
    -1: "上周 last week",
    0: "本周 this week",
    1: "下周 next week",
    2: "下下周 the week after next",
}
_EARLIER_WEEKS: Final = 3
_LAST_DAY: Final = date.max.toordinal()


def stamp(at: datetime) -> str:
    """Such as "2026-11-30 20:05 周一"."""
    return f"{at.date().isoformat()} {at:%H:%M} 周{_DAYS_ZH[at.weekday()]}"


def sheet(*, first: datetime, last: datetime) -> str:
    """Day, weekday and time zone of the newest message, and the weeks around the talk, a line
    each. Both times are aware, in the same zone."""
    weekday = f"星期{_DAYS_ZH[last.weekday()]} {_DAYS_EN[last.weekday()]}"
    lines = [
        f"最后一条消息 / last message: {last.date().isoformat()} {last:%H:%M} {weekday}",
        f"时区 / time zone: {zone_name(last)}",
        "日历 / calendar, Monday to Sunday:",
    ]
    monday = _monday(last)
    back = (monday - _monday(min(first, last))) // 7
    for week in range(-max(1, min(back, _EARLIER_WEEKS)), 3):
        label = _WEEKS.get(week, f"{-week} 周前 {-week} weeks ago")
        if days := _days(monday + 7 * week):
            lines.append(f"{label}: {', '.join(days)}")
    return "\n".join(lines)


def zone_name(at: datetime) -> str:
    """Such as "Asia/Shanghai (UTC+08:00)"."""
    name = getattr(at.tzinfo, "key", None) or at.tzname() or ""
    sign_and_hours, minutes = f"{at:%z}"[:3], f"{at:%z}"[3:5]
    offset = f"UTC{sign_and_hours}:{minutes}"
    return name if name == offset else f"{name} ({offset})".strip()


def _days(monday: int) -> list[str]:
    """The seven days from that ordinal on, as far as the calendar goes."""
    ordinals = range(max(monday, 1), min(monday + 7, _LAST_DAY + 1))
    days = [date.fromordinal(ordinal) for ordinal in ordinals]
    return [f"周{_DAYS_ZH[day.weekday()]} {day.isoformat()}" for day in days]


def _monday(at: datetime) -> int:
    """The ordinal of its week's first day."""
    return at.toordinal() - at.weekday()
