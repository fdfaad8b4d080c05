"""Scores of recall (SPEC 5): forms `seed` and `v2`, and the eight parameters of a profile.

Arrays are float64, one value a candidate. A missing cosine is NaN: no query vector, or no vector
of the row in the current space. BM25 is FTS5's, so negative and lower is better. The scalar
functions run the vectorised ones on one element, so both give the same bits.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, assert_never

import numpy as np
from numpy.typing import NDArray

Form = Literal["seed", "v2"]
Floats = NDArray[np.float64]

SEED_LEXICAL_SHARE: Final = 0.4
V2_LEXICAL_SHARE: Final = 0.5
"""Lexical and dense lists fused half and half did best wherever wording differs (RETRIEVAL)."""
V2_RETENTION_REACH: Final = 0.1
"""Retention moves a v2 score by a tenth at most: it breaks near-ties instead of order."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a low and a high cosine of a vector space are; some spaces use a tenth of the range."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ColumnWeights:
    """bm25() weights of the index columns. The scope column never counts."""

    words: float
    bigrams: float
    characters: float
    scope: float = 0.0


COLUMN_WEIGHTS: Final[dict[Form, ColumnWeights]] = {
    "seed": ColumnWeights(words=1.0, bigrams=1.0, characters=0.0),
    "v2": ColumnWeights(words=1.0, bigrams=1.0, characters=0.5),
}


@dataclass(frozen=True, slots=True)
class Parameters:
    """The tunable part of a profile, at its defaults (SPEC 5). Make others with `validate`."""

    bm25_weight: float = 1.0
    retention_weight_floor: float = 0.35
    ppr_alpha: float = 0.85
    ppr_hops: int = 0
    pool_score_percentile: float = 0.0
    fact_recall_limit: int = 8
    recalled_episode_limit: int = 3
    recent_episode_limit: int = 2


@dataclass(frozen=True, slots=True)
class Range:
    """Bounds of a parameter, both included."""

    low: float
    high: float
    is_whole: bool = False


RANGES: Final[dict[str, Range]] = {
    "bm25_weight": Range(0.1, 64),
    "retention_weight_floor": Range(0, 1),
    "ppr_alpha": Range(0.1, 0.99),
    "ppr_hops": Range(0, 4, is_whole=True),
    "pool_score_percentile": Range(0, 0.9),
    "fact_recall_limit": Range(1, 50, is_whole=True),
    "recalled_episode_limit": Range(0, 30, is_whole=True),
    "recent_episode_limit": Range(0, 30, is_whole=True),
}


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of parameters with the form they are used in; the form is not tunable."""

    name: str
    form: Form
    parameters: Parameters


DEFAULT: Final = Profile("default", "seed", Parameters())
RECOMMENDED: Final = Profile("recommended", "v2", Parameters(bm25_weight=16.0))
"""Weight 16 undoes the flat top of r/(1+r): BM25 of 15 to 50 squash to .94 to .98 (RETRIEVAL)."""
BUILT_IN: Final = (DEFAULT, RECOMMENDED)


def validate(values: Mapping[str, object]) -> Parameters:
    """Parameters out of untrusted values; what is not named keeps its default.

    Raises ValueError naming the field: unknown names, booleans, text, NaN, out of range, a
    fraction where a whole number is asked.
    """
    for name in values:
        if name not in RANGES:
            raise ValueError(f"{name}: unknown parameter")
    chosen = {field.name: getattr(Parameters(), field.name) for field in fields(Parameters)}
    for name, value in values.items():
        chosen[name] = _checked(name, value)
    return Parameters(**chosen)


def _checked(name: str, value: object) -> float:
    bounds = RANGES[name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name}: a number is needed")
    if not bounds.low <= value <= bounds.high:  # nor is NaN
        raise ValueError(f"{name}: must be between {bounds.low:g} and {bounds.high:g}")
    if not bounds.is_whole:
        return float(value)
    if value != int(value):
        raise ValueError(f"{name}: a whole number is needed")
    return int(value)


def relevances(bm25: Floats) -> Floats:
    """r/(1+r) with r = max(0, -bm25), in 0…1."""
    strength = np.maximum(0.0, -bm25)
    return np.asarray(strength / (1.0 + strength))


def calibrated(cosine: Floats, *, calibration: Calibration | None = None) -> Floats:
    """Cosines mapped to 0…1: by the space's own low and high, else (cosine+1)/2. NaN stays NaN."""
    if calibration is None or not calibration.high > calibration.low:
        return np.asarray((cosine + 1.0) / 2.0)
    width = calibration.high - calibration.low
    return np.asarray(np.clip((cosine - calibration.low) / width, 0.0, 1.0))


def fuse(lexical: Floats, similarity: Floats, *, lexical_share: float) -> Floats:
    """Weighted mean of two values in 0…1; the lexical one alone where similarity is NaN."""
    mixed = lexical_share * lexical + (1.0 - lexical_share) * similarity
    return np.asarray(np.where(np.isnan(similarity), lexical, mixed))


def score_pool(
    bm25: Floats,
    *,
    cosine: Floats,
    retention: Floats,
    form: Form,
    parameters: Parameters,
    calibration: Calibration | None = None,
) -> Floats:
    """Scores of a pool (SPEC 5), in 0…1, higher is better; all arrays of one length.

    Form `v2` looks at the pool as a whole: a row whose vector is missing is given the pool's
    median cosine, so that it neither outranks its embedded equals nor falls behind them.
    """
    held = np.clip(retention, 0.0, 1.0)
    floor = parameters.retention_weight_floor
    match form:
        case "seed":
            fused = fuse(relevances(bm25), calibrated(cosine), lexical_share=SEED_LEXICAL_SHARE)
            weighted = np.power(fused, parameters.bm25_weight)
            return np.asarray(weighted * (floor + (1.0 - floor) * held))
        case "v2":
            lexical = np.power(relevances(bm25), parameters.bm25_weight)
            similarity = calibrated(with_median(cosine), calibration=calibration)
            fused = fuse(lexical, similarity, lexical_share=V2_LEXICAL_SHARE)
            return np.asarray(fused * (1.0 - V2_RETENTION_REACH * (1.0 - floor) * (1.0 - held)))
        case _:
            assert_never(form)


def with_median(cosine: Floats) -> Floats:
    """Missing cosines replaced by the median of the known ones; unchanged when none is known."""
    is_missing = np.isnan(cosine)
    if is_missing.all():
        return cosine
    return np.asarray(np.where(is_missing, np.median(cosine[~is_missing]), cosine))


def relevance(bm25: float) -> float:
    """`relevances` of one value."""
    return float(relevances(_one(bm25))[0])


def calibrated_cosine(cosine: float, *, calibration: Calibration | None = None) -> float:
    """`calibrated` of one value."""
    return float(calibrated(_one(cosine), calibration=calibration)[0])


def score(
    bm25: float,
    *,
    cosine: float | None,
    retention: float,
    form: Form,
    parameters: Parameters,
    calibration: Calibration | None = None,
) -> float:
    """`score_pool` of one candidate; in form `v2` the caller imputes a missing cosine before."""
    scores = score_pool(
        _one(bm25),
        cosine=_one(math.nan if cosine is None else cosine),
        retention=_one(retention),
        form=form,
        parameters=parameters,
        calibration=calibration,
    )
    return float(scores[0])


def _one(value: float) -> Floats:
    return np.array([value], dtype=np.float64)
