"""Dates for a prompt, right at the ends of years, zones and calendars."""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.pipelines.prompts import days
from tests.memory_core.pipelines.prompts.talk import NOW


def test_a_message_carries_date_time_and_weekday() -> None:
    assert days.stamp(NOW) == "2026-11-30 20:00 周一"


def test_the_sheet_names_day_zone_and_the_weeks_around() -> None:
    assert days.sheet(first=NOW, last=NOW) == (
        "最后一条消息 / last message: 2026-11-30 20:00 星期一 Monday\n"
        "时区 / time zone: Asia/Shanghai (UTC+08:00)\n"
        "日历 / calendar, Monday to Sunday:\n"
        "上周 last week: 周一 2026-11-23, 周二 2026-11-24, 周三 2026-11-25, 周四 2026-11-26, "
        "周五 2026-11-27, 周六 2026-11-28, 周日 2026-11-29\n"
        "本周 this week: 周一 2026-11-30, 周二 2026-12-01, 周三 2026-12-02, 周四 2026-12-03, "
        "周五 2026-12-04, 周六 2026-12-05, 周日 2026-12-06\n"
        "下周 next week: 周一 2026-12-07, 周二 2026-12-08, 周三 2026-12-09, 周四 2026-12-10, "
        "周五 2026-12-11, 周六 2026-12-12, 周日 2026-12-13\n"
        "下下周 the week after next: 周一 2026-12-14, 周二 2026-12-15, 周三 2026-12-16, "
        "周四 2026-12-17, 周五 2026-12-18, 周六 2026-12-19, 周日 2026-12-20"
    )


def test_a_talk_of_two_weeks_has_its_own_weeks_on_the_sheet() -> None:
    sheet = days.sheet(first=NOW - timedelta(days=15), last=NOW)
    assert "3 周前 3 weeks ago: 周一 2026-11-09" in sheet
    assert "2 周前 2 weeks ago: 周一 2026-11-16" in sheet


def test_a_backlog_of_years_does_not_make_the_sheet_longer() -> None:
    assert len(days.sheet(first=NOW - timedelta(days=2_000), last=NOW).split("\n")) == 9


@pytest.mark.parametrize(
    ("zone", "name"),
    [
        (ZoneInfo("America/New_York"), "America/New_York (UTC-05:00)"),
        (ZoneInfo("Asia/Kolkata"), "Asia/Kolkata (UTC+05:30)"),
        (timezone(timedelta(hours=8)), "UTC+08:00"),
        (UTC, "UTC (UTC+00:00)"),
    ],
)
def test_zones_have_name_and_offset(zone: ZoneInfo, name: str) -> None:
    assert days.zone_name(NOW.astimezone(zone)) == name


@settings(deadline=None)
@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_any_two_times_have_a_sheet_and_the_last_day_stands_on_it(
    one: datetime, other: datetime
) -> None:
    sheet = days.sheet(first=one, last=other)
    assert other.date().isoformat() in sheet
    stated = re.findall(r"周([一二三四五六日]) (\d{4}-\d\d-\d\d)", sheet)
    assert all("一二三四五六日"[date.fromisoformat(day).weekday()] == name for name, day in stated)
    assert [day for _, day in stated] == sorted({day for _, day in stated})
