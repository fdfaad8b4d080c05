"""Scores and profile parameters: SPEC 5, RETRIEVAL "What the plain formula gets wrong"."""

import math
from dataclasses import asdict, fields, replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms import scoring
from memory_core.algorithms.scoring import (
    Calibration,
    Form,
    Parameters,
    score,
    score_pool,
    validate,
)

FORMS = get_args(Form)
bm25s = st.floats(min_value=-200.0, max_value=5.0)
cosines = st.floats(min_value=-1.0, max_value=1.0)
unit = st.floats(min_value=0.0, max_value=1.0)
parameters = st.builds(
    Parameters,
    bm25_weight=st.floats(0.1, 64.0),
    retention_weight_floor=unit,
)
calibrations = st.none() | st.builds(
    Calibration, low=st.floats(-1.0, 0.4), high=st.floats(0.5, 1.0)
)
candidates = st.lists(st.tuples(bm25s, st.none() | cosines, unit), min_size=1, max_size=40)


def _arrays(
    rows: list[tuple[float, float | None, float]],
) -> tuple[scoring.Floats, scoring.Floats, scoring.Floats]:
    bm25 = np.array([row[0] for row in rows])
    cosine = np.array([math.nan if row[1] is None else row[1] for row in rows])
    return bm25, cosine, np.array([row[2] for row in rows])


@given(rows=candidates, tuned=parameters, calibration=calibrations, form=st.sampled_from(FORMS))
def test_scalar_and_vectorised_scores_are_the_same_numbers(
    rows: list[tuple[float, float | None, float]],
    tuned: Parameters,
    calibration: Calibration | None,
    form: Form,
) -> None:
    bm25, cosine, retention = _arrays(rows)
    pool = score_pool(
        bm25,
        cosine=cosine,
        retention=retention,
        form=form,
        parameters=tuned,
        calibration=calibration,
    )
    filled = scoring.with_median(cosine) if form == "v2" else cosine
    for index, expected in enumerate(pool.tolist()):
        similarity = float(filled[index])
        one = score(
            float(bm25[index]),
            cosine=None if math.isnan(similarity) else similarity,
            retention=float(retention[index]),
            form=form,
            parameters=tuned,
            calibration=calibration,
        )
        assert one == expected


@given(rows=candidates, tuned=parameters, calibration=calibrations, form=st.sampled_from(FORMS))
def test_scores_stay_between_zero_and_one(
    rows: list[tuple[float, float | None, float]],
    tuned: Parameters,
    calibration: Calibration | None,
    form: Form,
) -> None:
    bm25, cosine, retention = _arrays(rows)
    pool = score_pool(
        bm25,
        cosine=cosine,
        retention=retention,
        form=form,
        parameters=tuned,
        calibration=calibration,
    )
    assert ((pool >= 0.0) & (pool <= 1.0)).all()


@given(bm25=bm25s, cosine=cosines, retention=unit, tuned=parameters)
def test_form_seed_is_the_formula_of_the_specification(
    bm25: float, cosine: float, retention: float, tuned: Parameters
) -> None:
    strength = max(0.0, -bm25)
    relevance = strength / (1 + strength)
    floor = tuned.retention_weight_floor
    held = floor + (1 - floor) * retention
    with_vector = (0.4 * relevance + 0.6 * (cosine + 1) / 2) ** tuned.bm25_weight * held
    without = relevance**tuned.bm25_weight * held
    for given_cosine, expected in ((cosine, with_vector), (None, without)):
        got = score(bm25, cosine=given_cosine, retention=retention, form="seed", parameters=tuned)
        assert got == pytest.approx(expected, rel=1e-12, abs=1e-300)


def test_form_seed_ignores_the_calibration_of_a_space() -> None:
    plain = score(-9.0, cosine=0.85, retention=1.0, form="seed", parameters=Parameters())
    squeezed = score(
        -9.0,
        cosine=0.85,
        retention=1.0,
        form="seed",
        parameters=Parameters(),
        calibration=Calibration(0.8, 0.9),
    )
    assert plain == squeezed


@pytest.mark.parametrize(
    ("bm25", "expected"),
    [(-1.0, 0.5), (-9.0, 0.9), (0.0, 0.0), (3.0, 0.0), (-1e-6, 1e-6 / 1.000001)],
)
def test_relevance_squashes_and_never_falls_below_nothing(bm25: float, expected: float) -> None:
    assert scoring.relevance(bm25) == pytest.approx(expected, rel=1e-12)


def test_cosines_are_mapped_by_what_their_space_uses() -> None:
    space = Calibration(low=0.8, high=0.9)
    assert scoring.calibrated_cosine(0.85, calibration=space) == pytest.approx(0.5)
    assert scoring.calibrated_cosine(0.95, calibration=space) == 1.0
    assert scoring.calibrated_cosine(0.1, calibration=space) == 0.0
    assert scoring.calibrated_cosine(0.5) == 0.75
    assert scoring.calibrated_cosine(0.5, calibration=Calibration(0.7, 0.7)) == 0.75


def test_the_weight_of_v2_does_not_kill_a_paraphrase() -> None:
    tuned = Parameters(bm25_weight=16.0)
    bm25 = np.array([0.0, -19.0])
    cosine = np.array([0.8, 0.1])
    held = np.ones(2)
    v2 = score_pool(bm25, cosine=cosine, retention=held, form="v2", parameters=tuned)
    seed = score_pool(bm25, cosine=cosine, retention=held, form="seed", parameters=tuned)
    assert seed[0] < 0.01
    assert v2[0] > 0.4


@given(
    bm25=bm25s,
    known=st.lists(cosines, min_size=1, max_size=9),
    tuned=parameters,
    calibration=calibrations,
)
def test_a_row_without_a_vector_neither_leads_nor_trails_its_equals(
    bm25: float, known: list[float], tuned: Parameters, calibration: Calibration | None
) -> None:
    cosine = np.array([*known, math.nan])
    pool = score_pool(
        np.full(cosine.size, bm25),
        cosine=cosine,
        retention=np.ones(cosine.size),
        form="v2",
        parameters=tuned,
        calibration=calibration,
    )
    assert pool[:-1].min() <= pool[-1] <= pool[:-1].max()


@given(rows=st.lists(st.tuples(bm25s, unit), min_size=2, max_size=20), form=st.sampled_from(FORMS))
def test_without_vectors_equal_retention_leaves_the_order_of_bm25(
    rows: list[tuple[float, float]], form: Form
) -> None:
    bm25 = np.array(sorted(row[0] for row in rows))
    pool = score_pool(
        bm25,
        cosine=np.full(bm25.size, math.nan),
        retention=np.full(bm25.size, rows[0][1]),
        form=form,
        parameters=Parameters(),
    )
    assert (np.diff(pool) <= 0.0).all()


@given(bm25=bm25s, cosine=cosines, low=unit, high=unit, form=st.sampled_from(FORMS))
def test_more_retention_never_scores_less(
    bm25: float, cosine: float, low: float, high: float, form: Form
) -> None:
    weak, firm = sorted((low, high))
    scores = [
        score(bm25, cosine=cosine, retention=held, form=form, parameters=Parameters())
        for held in (weak, firm)
    ]
    assert scores[0] <= scores[1]


@given(retention=unit, floor=unit)
def test_retention_in_v2_only_breaks_near_ties(retention: float, floor: float) -> None:
    tuned = Parameters(bm25_weight=16.0, retention_weight_floor=floor)
    faded = score(-20.0, cosine=None, retention=retention, form="v2", parameters=tuned)
    fresh = score(-20.0, cosine=None, retention=1.0, form="v2", parameters=tuned)
    assert 0.9 * fresh - 1e-12 <= faded <= fresh


def test_defaults_and_ranges_are_those_of_the_specification() -> None:
    assert asdict(Parameters()) == {
        "bm25_weight": 1.0,
        "retention_weight_floor": 0.35,
        "ppr_alpha": 0.85,
        "ppr_hops": 0,
        "pool_score_percentile": 0.0,
        "fact_recall_limit": 8,
        "recalled_episode_limit": 3,
        "recent_episode_limit": 2,
    }
    assert {name: (bounds.low, bounds.high) for name, bounds in scoring.RANGES.items()} == {
        "bm25_weight": (0.1, 64),
        "retention_weight_floor": (0, 1),
        "ppr_alpha": (0.1, 0.99),
        "ppr_hops": (0, 4),
        "pool_score_percentile": (0, 0.9),
        "fact_recall_limit": (1, 50),
        "recalled_episode_limit": (0, 30),
        "recent_episode_limit": (0, 30),
    }


@pytest.mark.parametrize("profile", scoring.BUILT_IN, ids=lambda profile: profile.name)
def test_the_built_in_profiles_are_valid(profile: scoring.Profile) -> None:
    assert validate(asdict(profile.parameters)) == profile.parameters


def test_the_default_profile_is_the_seed_and_the_recommended_one_is_v2() -> None:
    assert (scoring.DEFAULT.form, scoring.DEFAULT.parameters) == ("seed", Parameters())
    assert scoring.RECOMMENDED.form == "v2"


def test_what_is_not_named_keeps_its_default() -> None:
    assert validate({}) == Parameters()
    assert validate({"ppr_hops": 2}) == replace(Parameters(), ppr_hops=2)


NAMES = [field.name for field in fields(Parameters)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "value",
    [True, False, "1", "", None, [1], {}, math.nan, math.inf, -math.inf, -0.01, 65, 10**400],
    ids=lambda value: repr(value)[:12],
)
def test_a_bad_value_is_refused_by_the_name_of_its_field(name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        validate({name: value})


@pytest.mark.parametrize("name", ["", "bm25", "BM25_weight", "form", "name", "half_life_hours"])
def test_an_unknown_name_is_refused_by_name(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: unknown"):
        validate({name: 1})


@pytest.mark.parametrize("name", [name for name in NAMES if scoring.RANGES[name].is_whole])
def test_a_count_must_be_whole(name: str) -> None:
    with pytest.raises(ValueError, match=f"^{name}: a whole number"):
        validate({name: 1.5})
    assert type(getattr(validate({name: 2.0}), name)) is int


@pytest.mark.parametrize("name", NAMES)
def test_both_ends_of_a_range_are_allowed(name: str) -> None:
    bounds = scoring.RANGES[name]
    for value in (bounds.low, bounds.high):
        assert getattr(validate({name: value}), name) == value
