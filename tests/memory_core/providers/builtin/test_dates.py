"""Relative days against Monday, 2026-11-30."""

from datetime import date

import pytest

from memory_core.providers.builtin import dates
from tests.memory_core.providers.builtin.talk import NOW


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("今天", date(2026, 11, 30)),
        ("大后天", date(2026, 12, 3)),
        ("周五", date(2026, 12, 4)),
        ("周一", date(2026, 11, 30)),
        ("这周日", date(2026, 12, 6)),
        ("下周一", date(2026, 12, 7)),
        ("下下周二", date(2026, 12, 15)),
        ("上周三", date(2026, 11, 25)),
        ("下个礼拜天", date(2026, 12, 13)),
        ("两周后", date(2026, 12, 14)),
        ("十天后", date(2026, 12, 10)),
        ("三天前", date(2026, 11, 27)),
        ("下个月", date(2026, 12, 1)),
        ("下个月二十一号", date(2026, 12, 21)),
        ("这个月底", date(2026, 11, 30)),
        ("3月14号", date(2027, 3, 14)),
        ("国庆", date(2027, 10, 1)),
        ("明年", date(2027, 1, 1)),
        ("tomorrow evening", date(2026, 12, 1)),
        ("the day after tomorrow", date(2026, 12, 2)),
        ("on Friday", date(2026, 12, 4)),
        ("next friday", date(2026, 12, 11)),
        ("last Tuesday", date(2026, 11, 24)),
        ("in two weeks", date(2026, 12, 14)),
        ("next month", date(2026, 12, 1)),
        ("this weekend", date(2026, 12, 5)),
        ("March 3rd", date(2027, 3, 3)),
    ],
)
def test_a_relative_day_is_the_day_that_was_meant(text: str, day: date) -> None:
    (mention,) = dates.mentions(text, at=NOW)
    assert (mention.day, mention.start, mention.end) == (day, 0, len(text))


@pytest.mark.parametrize(
    ("text", "day"),
    [("周六", date(2026, 11, 28)), ("周一", date(2026, 11, 23)), ("12月1号", date(2025, 12, 1))],
)
def test_a_report_reads_a_bare_day_as_the_last_one(text: str, day: date) -> None:
    (mention,) = dates.mentions(text, at=NOW, looks_back=True)
    assert mention.day == day


@pytest.mark.parametrize("text", ["2月31号", "13月40号", "February 31", "一百天天", "", "周围"])
def test_what_is_no_day_is_left_out(text: str) -> None:
    assert dates.mentions(text, at=NOW) == []


def test_a_sentence_keeps_everything_but_its_relative_days() -> None:
    chinese = dates.resolve_in("明天去湖边，下周三去山上", at=NOW, is_chinese=True)
    english = dates.resolve_in("lake tomorrow, hills next Friday", at=NOW, is_chinese=False)
    assert chinese == "2026年12月1日去湖边，2026年12月9日去山上"
    assert english == "lake on 2026-12-01, hills on 2026-12-11"


def test_the_start_of_a_day_is_in_the_zone_of_the_message() -> None:
    assert dates.midnight(date(2026, 12, 9), like=NOW).isoformat() == "2026-12-09T00:00:00+08:00"
