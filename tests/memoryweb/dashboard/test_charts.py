"""Geometry of charts: it follows the curve of the engine."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms import decay
from memory_core.facts.store import Fact, Strength
from memory_core.pipelines.overview import Day
from memoryweb.dashboard import charts

START = datetime(2026, 3, 2, tzinfo=UTC)
POINT = re.compile(r"([\d.]+) ([\d.-]+)")


def a_fact(*, strength: float = 1.0, half_life: float = 504.0, live: bool = True) -> Fact:
    due = decay.due_at(strength, strength_at=START, half_life_hours=half_life)
    return Fact(
        id=1,
        preset_id=1,
        stream_id=1,
        person_id=1,
        told_by=(1,),
        kind="event",
        slot=None,
        content="x",
        content_key="x",
        source="extraction",
        origin="group",
        half_life_hours=half_life,
        strength=strength,
        strength_at=START,
        due_at=due,
        planned_at=None,
        active=True,
        superseded_by=None if live else 1,
        corrected_at=None,
        hit_count=0,
        last_hit_at=None,
        heard_at=START,
        created_at=START,
        edited_at=START,
        batch_id=1,
        version=1,
    )


def entry(id: int, *, hours: float, strength: float, half_life: float = 504.0) -> Strength:
    moment = START + timedelta(hours=hours)
    return Strength(
        id=id,
        at=moment,
        strength=strength,
        strength_at=moment,
        half_life_hours=half_life,
        active=True,
        cause="reinforce",
        sender_id=None,
        ref_id=None,
    )


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in POINT.findall(path)]


@given(
    strength=st.floats(0.11, 1.0),
    half_life=st.sampled_from(sorted(set(decay.HALF_LIFE_HOURS.values()))),
    age=st.floats(0.0, 20_000.0),
)
def test_the_curve_falls_and_stays_in_its_drawing(
    strength: float, half_life: float, age: float
) -> None:
    fact = a_fact(strength=strength, half_life=half_life)
    drawn = charts.retention_curve(fact, [], at=START + timedelta(hours=age))
    past, future = points(drawn.past), points(drawn.future)
    line = past + future
    assert all(-0.1 <= x <= charts.WIDTH + 0.1 and -0.1 <= y <= charts.HEIGHT for x, y in line)
    assert all(b[1] >= a[1] - 0.11 for a, b in pairwise(line))
    assert past[-1] == pytest.approx(future[0], abs=0.11)


@given(st.floats(0.2, 1.0), st.floats(0.0, 300.0))
def test_now_is_where_the_retention_of_now_is(strength: float, age: float) -> None:
    at = START + timedelta(hours=age)
    fact = a_fact(strength=strength)
    drawn = charts.retention_curve(fact, [], at=at)
    expected = (1 - fact.retention(at)) * charts.HEIGHT + charts.TOP
    assert float(drawn.now_y) == pytest.approx(expected, abs=0.1)


def test_the_due_date_lies_where_the_curve_meets_the_freezing_line() -> None:
    drawn = charts.retention_curve(a_fact(), [], at=START)
    assert drawn.has_due
    due_x = float(drawn.due_x.rstrip("%")) * charts.WIDTH / 100
    nearest = min(points(drawn.future), key=lambda point: abs(point[0] - due_x))
    assert charts.HEIGHT - nearest[1] == pytest.approx(charts.HEIGHT * decay.FREEZE, abs=8)


def test_a_repetition_is_a_numbered_mark_with_before_and_after() -> None:
    log = [entry(1, hours=0, strength=1.0), entry(2, hours=504, strength=0.675)]
    drawn = charts.retention_curve(a_fact(), log, at=START + timedelta(hours=600))
    [mark] = drawn.marks
    assert mark.number == 1
    assert mark.before == pytest.approx(0.5)
    assert mark.after == pytest.approx(0.675)


def test_an_entry_that_was_heard_out_of_order_does_not_run_backwards() -> None:
    log = [entry(1, hours=100, strength=1.0), entry(2, hours=50, strength=0.9)]
    drawn = charts.retention_curve(a_fact(), log, at=START + timedelta(hours=200))
    xs = [x for x, _y in points(drawn.past)]
    assert xs == sorted(xs)


def test_an_undo_brings_back_the_old_curve_and_not_a_peak() -> None:
    at = START + timedelta(hours=504)
    pinned = replace(entry(2, hours=504, strength=0.5, half_life=1e6), cause="pin")
    undone = replace(entry(3, hours=0, strength=1.0), at=at, cause="undo")
    log = [entry(1, hours=0, strength=1.0), pinned, undone]
    drawn = charts.retention_curve(a_fact(), log, at=at + timedelta(hours=1))
    assert [mark.cause for mark in drawn.marks] == ["pin", "undo"]
    assert drawn.marks[1].after == pytest.approx(0.5)


def test_what_is_pinned_or_put_away_has_no_due_date() -> None:
    pinned = a_fact(half_life=decay.PIN_HALF_LIFE_HOURS)
    assert not charts.retention_curve(pinned, [], at=START).has_due
    gone = a_fact(live=False)
    assert not charts.retention_curve(gone, [], at=START + timedelta(days=2)).has_due


def test_shares_of_a_bar_fill_it_and_empty_ones_are_left_out() -> None:
    bars = charts.stack_bar([("a", 3), ("b", 0), ("c", 1)])
    assert [bar.css for bar in bars] == ["a", "c"]
    assert sum(float(bar.width) for bar in bars) == pytest.approx(charts.BAR_WIDTH)
    assert charts.stack_bar([("a", 0)]) == []


def test_a_week_is_drawn_to_one_scale() -> None:
    week = [Day(date(2026, 3, n + 1), n, n, 0) for n in range(7)]
    drawn = charts.week_chart(week)
    assert len(drawn.days) == 7
    for bars in drawn.days:
        assert float(bars.up_height) == pytest.approx(float(bars.down_height), abs=0.11)
        assert float(bars.up_y) >= 0
    assert not drawn.is_empty
    assert charts.week_chart([Day(date(2026, 3, 1), 0, 0, 0)]).is_empty
