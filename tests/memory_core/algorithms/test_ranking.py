"""Merging, cutting and judging ranked lists: SPEC 4 and 5, RETRIEVAL."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms.ranking import (
    Hit,
    cut_final,
    cut_percentile,
    merge_comparable,
    merge_pools,
    merge_summed,
    ndcg,
    near_duplicates_last,
    recall,
    unite,
)

hits = st.builds(
    Hit, id=st.integers(1, 30), score=st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 40.0])
)
pools = st.lists(hits, max_size=20, unique_by=lambda hit: hit.id)


def _ids(pool: list[Hit]) -> list[int]:
    return [hit.id for hit in pool]


@given(first=pools, second=pools)
def test_a_merged_pool_holds_each_id_once_by_falling_score(
    first: list[Hit], second: list[Hit]
) -> None:
    merged = merge_pools(first, second)
    assert len(set(_ids(merged))) == len(merged)
    assert set(_ids(merged)) == {*_ids(first), *_ids(second)}
    scores = [hit.score for hit in merged]
    assert scores == sorted(scores, reverse=True)
    for hit in merged:
        assert hit.score == max(h.score for h in (*first, *second) if h.id == hit.id)


def test_the_first_query_stands_before_the_second_on_ties() -> None:
    first = [Hit(9, 0.5), Hit(7, 0.5)]
    second = [Hit(1, 0.5), Hit(7, 0.5), Hit(2, 0.9)]
    assert _ids(merge_pools(first, second)) == [2, 9, 7, 1]


def test_an_id_of_both_queries_keeps_its_better_score() -> None:
    merged = merge_pools([Hit(1, 0.2), Hit(2, 0.3)], [Hit(1, 0.8)])
    assert merged == [Hit(1, 0.8), Hit(2, 0.3)]


def test_comparable_merging_lets_no_long_query_outvote_a_short_one() -> None:
    text = [Hit(1, 4.0), Hit(2, 3.0)]
    impression = [Hit(3, 40.0), Hit(4, 10.0)]
    assert _ids(merge_pools(text, impression)) == [3, 4, 1, 2]
    assert merge_comparable(text, impression) == [
        Hit(1, 4.0),
        Hit(3, 4.0),
        Hit(2, 3.0),
        Hit(4, 1.0),
    ]


@given(first=pools, second=pools, factor=st.sampled_from([0.25, 2.0, 8.0]))
def test_comparable_merging_does_not_care_how_high_the_second_query_scores(
    first: list[Hit], second: list[Hit], factor: float
) -> None:
    louder = [Hit(hit.id, hit.score * factor) for hit in second]
    quiet, loud = merge_comparable(first, second), merge_comparable(first, louder)
    if any(hit.score > 0 for hit in first):
        assert loud == quiet
    assert set(_ids(loud)) == set(_ids(quiet))


@given(pool=pools)
def test_comparable_merging_of_one_query_changes_no_order(pool: list[Hit]) -> None:
    alone = merge_comparable(pool, [])
    assert _ids(alone) == _ids(merge_pools(pool, []))
    assert [hit.score for hit in alone] == pytest.approx(
        [hit.score for hit in merge_pools(pool, [])]
    )


def test_summed_merging_raises_what_both_queries_found() -> None:
    text = [Hit(1, 4.0), Hit(2, 2.0)]
    whole = [Hit(3, 40.0), Hit(2, 36.0)]
    merged = merge_summed(text, whole)
    assert _ids(merged) == [2, 3, 1]
    expected = [40 * (0.3 * 0.5 + 0.7 * 0.9), 40 * 0.7, 40 * 0.3]
    assert [hit.score for hit in merged] == pytest.approx(expected)


@given(text=pools, whole=pools, share=st.floats(0.0, 1.0))
def test_summed_merging_loses_no_id_and_never_exceeds_the_best_score(
    text: list[Hit], whole: list[Hit], share: float
) -> None:
    merged = merge_summed(text, whole, text_share=share)
    assert sorted(_ids(merged)) == sorted({*_ids(text), *_ids(whole)})
    best = max((hit.score for hit in (*text, *whole)), default=0.0)
    assert all(0.0 <= hit.score <= best + 1e-9 for hit in merged)


@given(pool=pools, share=st.floats(0.0, 0.9))
def test_the_percentile_cut_never_empties_and_keeps_ties(pool: list[Hit], share: float) -> None:
    kept = cut_percentile(pool, share=share)
    assert bool(kept) is bool(pool)
    assert len(kept) >= len(pool) - math.floor(len(pool) * share)
    assert [hit for hit in pool if hit in kept] == kept
    dropped = [hit.score for hit in pool if hit not in kept]
    if dropped:
        assert max(dropped) < min(hit.score for hit in kept)
        # One more drop at the border would have been too many.
        assert len(dropped) <= math.floor(len(pool) * share)


def test_the_percentile_cut_drops_the_lowest_share() -> None:
    pool = [Hit(id_, score) for id_, score in enumerate([0.9, 0.1, 0.5, 0.3, 0.7])]
    assert cut_percentile(pool, share=0.0) == pool
    assert _ids(cut_percentile(pool, share=0.4)) == [0, 2, 4]
    assert _ids(cut_percentile(pool, share=0.9)) == [0]
    tied = [Hit(1, 0.5), Hit(2, 0.5), Hit(3, 0.5)]
    assert cut_percentile(tied, share=0.9) == tied


@given(lexical=pools, more=pools, limit=st.integers(0, 3))
def test_both_channels_are_united_within_nine_times_the_limit(
    lexical: list[Hit], more: list[Hit], limit: int
) -> None:
    united = unite(lexical, more, limit=limit)
    assert len(united) == len(set(united)) <= 9 * limit
    every = [*_ids(lexical), *(id_ for id_ in _ids(more) if id_ not in _ids(lexical))]
    assert united == every[: 9 * limit]


def test_near_duplicates_go_last_and_none_is_lost() -> None:
    texts = {
        1: "林知夏住在苏州工业园区",
        2: "林知夏住在苏州工业园区。",
        3: "林知夏对花生过敏",
        4: "林知夏对花生不过敏",
        5: "林知夏现在住在苏州工业园区",
        6: "",
        7: "",
    }
    pool = [Hit(id_, 1.0 - id_ / 10) for id_ in texts]
    assert _ids(near_duplicates_last(pool, texts=texts)) == [1, 3, 4, 6, 7, 2, 5]


@given(pool=pools, limit=st.integers(-1, 40))
def test_the_final_cut_takes_the_best_and_is_stable(pool: list[Hit], limit: int) -> None:
    best = cut_final(pool, limit=limit)
    assert best == merge_pools(pool, [])[: max(0, limit)]


gold_sets = st.lists(st.sets(st.integers(0, 15), min_size=1, max_size=3), max_size=5)
ranked_lists = st.lists(st.integers(0, 15), max_size=20)


@given(ranked=ranked_lists, gold=gold_sets, k=st.integers(0, 12))
def test_judgements_stay_between_nothing_and_all(
    ranked: list[int], gold: list[set[int]], k: int
) -> None:
    for judge in (ndcg, recall):
        assert 0.0 <= judge(ranked, gold=gold, k=k) <= 1.0 + 1e-12


@given(gold=st.lists(st.integers(0, 50), min_size=1, max_size=8, unique=True))
def test_a_perfect_list_is_judged_one(gold: list[int]) -> None:
    needed = [{id_} for id_ in gold]
    assert ndcg(gold, gold=needed, k=10) == pytest.approx(1.0)
    assert recall(gold, gold=needed, k=10) == 1.0


def test_judgements_by_hand() -> None:
    gold = [{"a", "b"}, {"c"}]
    ranked = ["x", "x", "a", "b", "c"]
    # x takes one place; a is second, b repeats what a told, c is fourth.
    expected = (1 / math.log2(3) + 1 / math.log2(5)) / (1 + 1 / math.log2(3))
    assert ndcg(ranked, gold=gold, k=10) == pytest.approx(expected)
    assert recall(ranked, gold=gold, k=2) == 0.5
    assert recall(ranked, gold=gold, k=4) == 1.0
    assert ndcg(ranked, gold=[], k=10) == 0.0
    assert recall(ranked, gold=[], k=10) == 0.0
