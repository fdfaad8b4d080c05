"""SQ8: SPEC 5."""

import math
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms.quantize import (
    BadVector,
    cosine,
    pack,
    payload,
    unpack,
    unpack_header,
)

LARGEST = float(np.finfo(np.float32).max)
values32 = st.floats(width=32, allow_nan=False, allow_infinity=False)
vectors = st.lists(values32, min_size=1, max_size=64)


@given(vectors)
def test_a_round_trip_errs_by_half_a_step_at_most(vector: list[float]) -> None:
    blob = pack(vector)
    header = unpack_header(blob)
    assert header.dimension == len(vector)
    peak = max(abs(value) for value in vector)
    # Half a step of the quantisation, and the rounding of scale and product to float32.
    bound = peak / 254 + peak * 2.0**-22 + 127 * 2.0**-149
    for before, after in zip(vector, unpack(blob).tolist(), strict=True):
        assert abs(before - after) <= bound


@given(vectors)
def test_packing_is_stable_and_keeps_the_payload_within_127(vector: list[float]) -> None:
    blob = pack(vector)
    assert pack(np.array(vector, np.float32)) == blob
    assert np.abs(payload(blob).astype(int)).max() in (0, 127)


@given(vectors, st.floats(min_value=0.001, max_value=1000.0))
def test_a_vector_points_where_it_points_at_any_scale(vector: list[float], factor: float) -> None:
    small = [value / 1e10 if abs(value) > 1e30 else value for value in vector]
    other = pack(np.array(small, np.float32) * np.float32(factor))
    similarity = cosine(pack(small), other)
    if any(payload(pack(small))) and any(payload(other)):
        assert similarity > 0.97


@given(
    st.integers(1, 40).flatmap(
        lambda size: st.tuples(
            st.lists(values32, min_size=size, max_size=size),
            st.lists(values32, min_size=size, max_size=size),
        )
    )
)
def test_a_cosine_is_symmetric_and_within_one(pair: tuple[list[float], list[float]]) -> None:
    left, right = map(pack, pair)
    assert -1.0 <= cosine(left, right) <= 1.0
    assert cosine(left, right) == cosine(right, left) == cosine(left, pair[1])
    assert cosine(left, left) == pytest.approx(1.0 if any(payload(left)) else 0.0)


def test_a_cosine_is_close_to_that_of_the_full_vectors() -> None:
    random = np.random.default_rng(7)
    for _ in range(50):
        left, right = random.normal(size=(2, 384)).astype(np.float32)
        exact = float(left @ right / np.linalg.norm(left) / np.linalg.norm(right))
        assert cosine(pack(left), right) == pytest.approx(exact, abs=0.01)


def test_a_zero_vector_is_like_nothing() -> None:
    zero = pack([0.0] * 8)
    assert unpack(zero).tolist() == [0.0] * 8
    assert unpack_header(zero).scale == 0.0
    assert cosine(zero, pack([1.0] * 8)) == 0.0
    assert cosine(zero, zero) == 0.0


@pytest.mark.parametrize("value", [LARGEST, -LARGEST, 1e-45, 1e-38])
def test_huge_and_tiny_values_keep_their_direction(value: float) -> None:
    blob = pack([value, 0.0])
    assert cosine(blob, [math.copysign(1.0, value), 0.0]) == pytest.approx(1.0)
    assert np.isfinite(unpack(blob)).all()


@pytest.mark.parametrize(
    "vector",
    [
        [],
        [math.nan],
        [math.inf, 1.0],
        [1e300, 0.0],
        [10**400],
        ["a"],
        [[1.0, 2.0]],
        [1.0, None],
        None,
        "text",
        [0.0] * 65_536,
    ],
    ids=lambda vector: repr(vector)[:20],
)
def test_what_is_no_finite_row_of_numbers_is_refused(vector: list[float]) -> None:
    with pytest.raises(BadVector):
        pack(vector)


GOOD = pack([1.0, -2.0, 3.0])


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        GOOD[:6],
        GOOD[:7],
        GOOD[:-1],
        GOOD + b"\x00",
        b"\x02" + GOOD[1:],
        b"\x00" + GOOD[1:],
        struct.pack("<BHf", 1, 0, 1.0),
        struct.pack("<BHf", 1, 3, math.nan) + b"abc",
        struct.pack("<BHf", 1, 3, math.inf) + b"abc",
        struct.pack("<BHf", 1, 3, -1.0) + b"abc",
    ],
    ids=repr,
)
def test_a_blob_with_a_bad_header_or_length_is_refused(blob: bytes) -> None:
    for read in (unpack_header, unpack, payload):
        with pytest.raises(BadVector):
            read(blob)
    with pytest.raises(BadVector):
        cosine(blob, GOOD)
    with pytest.raises(BadVector):
        cosine(GOOD, blob)


@given(st.binary(max_size=40))
def test_no_bytes_do_more_than_be_refused(blob: bytes) -> None:
    try:
        values = unpack(blob)
    except BadVector:
        return
    assert values.size == unpack_header(blob).dimension


def test_dimensions_that_differ_are_refused() -> None:
    with pytest.raises(BadVector, match="3 against 2"):
        cosine(GOOD, [1.0, 2.0])
