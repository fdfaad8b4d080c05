"""The forgetting curve: SPEC 6, TRUST H4 and invariant I11."""

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms import decay
from memory_core.algorithms.vocabulary import Kind

START = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
strengths = st.floats(min_value=0.0, max_value=1.0)
half_lives = st.sampled_from(sorted({*decay.HALF_LIFE_HOURS.values(), decay.PIN_HALF_LIFE_HOURS}))
any_hours = st.floats(min_value=-1e7, max_value=1e7)


@given(strength=strengths, hours=any_hours, half_life=half_lives)
def test_retention_is_never_above_strength_even_with_the_clock_set_back(
    strength: float, hours: float, half_life: float
) -> None:
    assert 0.0 <= decay.retention(strength, hours=hours, half_life_hours=half_life) <= strength


@given(strength=st.floats(), hours=st.floats(), half_life=half_lives)
def test_retention_stays_between_nothing_and_one_for_any_number(
    strength: float, hours: float, half_life: float
) -> None:
    assert 0.0 <= decay.retention(strength, hours=hours, half_life_hours=half_life) <= 1.0


@given(strength=strengths, hours=st.floats(0, 1e6), more=st.floats(0, 1e6), half_life=half_lives)
def test_retention_only_falls(strength: float, hours: float, more: float, half_life: float) -> None:
    now = decay.retention(strength, hours=hours, half_life_hours=half_life)
    assert decay.retention(strength, hours=hours + more, half_life_hours=half_life) <= now


@pytest.mark.parametrize("half_lives_passed", [0, 1, 2, 5])
def test_each_half_life_halves_what_is_left(half_lives_passed: int) -> None:
    left = decay.retention(0.8, hours=504.0 * half_lives_passed, half_life_hours=504.0)
    assert left == pytest.approx(0.8 / 2**half_lives_passed)


@pytest.mark.parametrize("half_life", [0.0, -1.0, float("nan")])
def test_a_half_life_that_is_not_positive_is_refused(half_life: float) -> None:
    with pytest.raises(ValueError, match="half_life_hours"):
        decay.retention(1.0, hours=1.0, half_life_hours=half_life)
    with pytest.raises(ValueError, match="half_life_hours"):
        decay.due_at(1.0, strength_at=START, half_life_hours=half_life)


@given(
    strength=st.floats(min_value=decay.FREEZE, max_value=1.0, exclude_min=True),
    half_life=half_lives,
    offset=st.timedeltas(min_value=timedelta(0), max_value=timedelta(days=40_000)),
)
def test_due_at_is_where_the_curve_meets_freeze(
    strength: float, half_life: float, offset: timedelta
) -> None:
    begun = START + offset
    due = decay.due_at(strength, strength_at=begun, half_life_hours=half_life)
    hours = decay.hours_between(begun, due)
    at_due = decay.retention(strength, hours=hours, half_life_hours=half_life)
    a_second_before = decay.retention(strength, hours=hours - 1 / 3600, half_life_hours=half_life)
    assert at_due <= decay.FREEZE
    assert a_second_before > decay.FREEZE or hours < 1 / 3600
    was_active = True
    assert not decay.next_active(was_active, retention=at_due)


@pytest.mark.parametrize("strength", [0.0, 0.05, decay.FREEZE])
def test_a_strength_at_or_below_freeze_is_due_at_once(strength: float) -> None:
    assert decay.due_at(strength, strength_at=START, half_life_hours=12.0) == START


def test_a_plan_is_not_due_before_its_day() -> None:
    day = START + timedelta(days=400)
    due = decay.due_at(1.0, strength_at=START, half_life_hours=504.0, not_before=day)
    assert due == day
    late = decay.due_at(1.0, strength_at=START, half_life_hours=8760.0, not_before=START)
    assert late > START + timedelta(days=1000)


@pytest.mark.parametrize("half_life", [1e9, 1e15, 1e300, float("inf")])
def test_a_curve_that_outlasts_the_calendar_is_due_in_a_far_year(half_life: float) -> None:
    due = decay.due_at(1.0, strength_at=START, half_life_hours=half_life)
    assert due.year >= 9000
    assert due.astimezone(UTC) == due


def test_a_pinned_fact_is_due_after_generations() -> None:
    due = decay.due_at(1.0, strength_at=START, half_life_hours=decay.PIN_HALF_LIFE_HOURS)
    assert due.year > 2300


@given(current=strengths, ceiling=strengths)
def test_reinforcing_never_lowers_and_stays_below_one(current: float, ceiling: float) -> None:
    raised = decay.reinforce(current, ceiling=ceiling)
    assert raised >= current
    assert raised < 1.0 or current == 1.0
    assert raised <= max(current, ceiling)


def test_reinforcing_a_thousand_times_never_reaches_one() -> None:
    strength = 0.1
    for _ in range(1000):
        strength = decay.reinforce(strength)
    assert 0.999 < strength < 1.0


def test_one_repetition_closes_a_third_of_the_way() -> None:
    assert decay.reinforce(0.4) == pytest.approx(0.4 + 0.35 * 0.6)
    assert decay.reinforce(1.0) == 1.0


def test_what_a_third_party_repeats_stops_at_its_ceiling() -> None:
    strength = 0.5
    for _ in range(1000):
        strength = decay.reinforce(strength, ceiling=decay.THIRD_PARTY_CEILING)
    assert strength == decay.THIRD_PARTY_CEILING
    assert decay.reinforce(0.9, ceiling=decay.THIRD_PARTY_CEILING) == 0.9


@given(
    retentions=st.lists(st.floats(decay.FREEZE, decay.REVIVE, exclude_min=True, exclude_max=True))
)
def test_hysteresis_does_not_flap_between_the_thresholds(retentions: list[float]) -> None:
    for state in (True, False):
        active = state
        for retention in retentions:
            active = decay.next_active(active, retention=retention)
        assert active is state


@pytest.mark.parametrize(
    ("active", "retention", "expected"),
    [
        (True, 0.10, False),
        (True, 0.1001, True),
        (False, 0.1499, False),
        (False, 0.15, True),
        (False, 0.0, False),
    ],
)
def test_freeze_and_revive_hold_at_their_borders(
    *, active: bool, retention: float, expected: bool
) -> None:
    assert decay.next_active(active, retention=retention) is expected


def test_every_kind_has_the_half_life_of_the_specification() -> None:
    assert set(decay.HALF_LIFE_HOURS) == set(get_args(Kind))
    hours = [8760, 8760, 2160, 2160, 504, 12, 504, 4320, 2160, 504]
    assert [decay.half_life_hours(kind) for kind in get_args(Kind)] == hours


def test_an_unknown_kind_decays_like_an_event() -> None:
    assert decay.half_life_hours("mood") == decay.HALF_LIFE_HOURS["event"]


def test_pinned_is_a_half_life_of_a_century() -> None:
    assert decay.is_pinned(decay.PIN_HALF_LIFE_HOURS)
    assert not decay.is_pinned(decay.HALF_LIFE_HOURS["identity"])


def test_hours_between_are_never_negative() -> None:
    assert decay.hours_between(START, START + timedelta(minutes=90)) == 1.5
    assert decay.hours_between(START, START - timedelta(days=1)) == 0.0
