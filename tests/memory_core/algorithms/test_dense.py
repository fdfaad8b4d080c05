"""The dense channel: SPEC 5, PERFORMANCE "Dense"."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms import dense
from memory_core.algorithms.quantize import BadVector, cosine, pack


def _rows(count: int, *, dimension: int, seed: int = 3) -> list[tuple[int, bytes]]:
    random = np.random.default_rng(seed)
    ids = random.permutation(count * 3)[:count]
    vectors = random.normal(size=(count, dimension)).astype(np.float32)
    return [(int(id_), pack(vector)) for id_, vector in zip(ids, vectors, strict=True)]


def _slowly(rows: list[tuple[int, bytes]], query: list[float], k: int) -> list[tuple[int, float]]:
    scored = [(id_, cosine(blob, query)) for id_, blob in rows]
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))[:k]


@given(
    rows=st.lists(
        st.tuples(st.integers(0, 500), st.lists(st.integers(-3, 3), min_size=4, max_size=4)),
        unique_by=lambda row: row[0],
        max_size=60,
    ),
    query=st.lists(st.integers(-3, 3), min_size=4, max_size=4),
    k=st.integers(0, 70),
)
def test_the_nearest_are_those_of_a_plain_loop_with_ties_by_id(
    rows: list[tuple[int, list[int]]], query: list[int], k: int
) -> None:
    packed = [(id_, pack([float(value) for value in vector])) for id_, vector in rows]
    asked = [float(value) for value in query]
    found = dense.top_k(dense.build(packed), asked, k=k)
    assert [(near.id, near.cosine) for near in found] == _slowly(packed, asked, k)


@pytest.mark.parametrize("dimension", [7, 1024, 1500])
def test_several_blocks_give_the_numbers_of_a_plain_loop(dimension: int) -> None:
    rows = _rows(2_500, dimension=dimension)
    query = [float(value) for value in np.random.default_rng(5).normal(size=dimension)]
    found = dense.top_k(dense.build(rows), query, k=30)
    assert [(near.id, near.cosine) for near in found] == _slowly(rows, query, 30)


def test_an_extreme_payload_is_summed_exactly() -> None:
    rows = [(1, pack([1.0] * 4096)), (2, pack([1.0] * 4095 + [-1.0]))]
    found = dense.top_k(dense.build(rows), [1.0] * 4096, k=2)
    assert [near.id for near in found] == [1, 2]
    assert found[1].cosine == 4094 / 4096


def test_equal_rows_are_found_in_the_order_of_their_ids_wherever_they_stand() -> None:
    same = pack([0.3, -0.7, 0.1])
    rows = [(id_, same) for id_ in reversed(range(3_000))]
    found = dense.top_k(dense.build(rows), [0.2, -0.5, 0.4], k=5)
    assert [near.id for near in found] == [0, 1, 2, 3, 4]
    assert len({near.cosine for near in found}) == 1


def test_rows_masked_out_are_not_found() -> None:
    rows = _rows(50, dimension=6)
    matrix = dense.build(rows)
    query = [1.0, 0.0, 0.5, 0.0, -1.0, 2.0]
    allowed = matrix.ids % 2 == 0
    found = dense.top_k(matrix, query, k=10, allowed=allowed)
    even = [row for row in rows if row[0] % 2 == 0]
    assert [(near.id, near.cosine) for near in found] == _slowly(even, query, 10)
    assert dense.top_k(matrix, query, k=10, allowed=np.zeros(50, np.bool_)) == []


def test_quantised_neighbours_are_the_true_ones() -> None:
    random = np.random.default_rng(11)
    vectors = random.normal(size=(2_000, 256)).astype(np.float32)
    matrix = dense.build((id_, pack(vector)) for id_, vector in enumerate(vectors))
    hits = 0
    for query in random.normal(size=(20, 256)).astype(np.float32):
        exact = vectors @ query / np.linalg.norm(vectors, axis=1)
        true = set(np.argsort(-exact)[:30].tolist())
        hits += len(true & {near.id for near in dense.top_k(matrix, query, k=30)})
    assert hits / (20 * 30) >= 0.97


def test_zero_vectors_are_near_nothing() -> None:
    matrix = dense.build([(1, pack([0.0, 0.0])), (2, pack([1.0, 0.0]))])
    assert dense.cosines(matrix, [1.0, 0.0]).tolist() == [0.0, 1.0]
    assert dense.cosines(matrix, [0.0, 0.0]).tolist() == [0.0, 0.0]


def test_a_matrix_without_rows_finds_nothing() -> None:
    matrix = dense.build([])
    assert matrix.dimension == 0
    assert dense.top_k(matrix, [1.0], k=3) == []


def test_a_row_that_does_not_fit_is_named() -> None:
    with pytest.raises(BadVector, match="row 8") as short:
        dense.build([(7, pack([1.0, 2.0])), (8, pack([1.0]))])
    assert short.value.row_id == 8
    with pytest.raises(BadVector, match="row 9") as broken:
        dense.build([(9, b"\x07")])
    assert broken.value.row_id == 9


def test_a_query_of_another_dimension_is_refused() -> None:
    with pytest.raises(BadVector, match="3 against 2"):
        dense.top_k(dense.build([(1, pack([1.0, 2.0]))]), [1.0, 2.0, 3.0], k=1)
