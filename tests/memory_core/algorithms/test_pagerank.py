"""Association maths: SPEC 7."""

from collections.abc import Iterator

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms import pagerank
from memory_core.algorithms.pagerank import (
    Deadline,
    add_up,
    build_graph,
    fixed_hop_spread,
    neighbourhood,
    personalised_pagerank,
    share_among_holders,
    subgraph,
    without_seeds,
)

Edge = tuple[int, int, float]
node_ids = st.integers(1, 25)
edges_of_worlds = st.lists(
    st.tuples(node_ids, node_ids, st.floats(0.01, 1.0)),
    min_size=1,
    max_size=80,
    unique_by=lambda edge: (min(edge[:2]), max(edge[:2])),
).filter(lambda edges: any(low != high for low, high, _ in edges))
alphas = st.floats(0.1, 0.85)


def _seeds_in(edges: list[Edge]) -> dict[int, float]:
    nodes = sorted({node for low, high, _ in edges if low != high for node in (low, high)})
    return {node: 1.0 + place for place, node in enumerate(nodes[::3])}


@given(edges=edges_of_worlds, alpha=alphas)
def test_ranks_agree_with_networkx(edges: list[Edge], alpha: float) -> None:
    graph = build_graph(edges)
    seeds = _seeds_in(edges)
    ranks = personalised_pagerank(graph, seeds, alpha=alpha)
    reference = networkx.Graph()
    reference.add_weighted_edges_from(edge for edge in edges if edge[0] != edge[1])
    expected = networkx.pagerank(
        reference, alpha=alpha, personalization=seeds, max_iter=2_000, tol=1e-12
    )
    for place, node in enumerate(graph.ids.tolist()):
        assert ranks.values[place] == pytest.approx(expected[node], abs=1e-6)


@given(edges=edges_of_worlds, alpha=st.floats(0.0, 1.0))
def test_ranks_are_a_distribution(edges: list[Edge], alpha: float) -> None:
    ranks = personalised_pagerank(build_graph(edges), _seeds_in(edges), alpha=alpha)
    assert ranks.values.sum() == pytest.approx(1.0, abs=1e-9)
    assert (ranks.values >= 0.0).all()
    assert not ranks.is_timed_out
    assert ranks.iterations <= pagerank.ITERATIONS


@given(edges=edges_of_worlds, factor=st.floats(0.01, 100.0))
def test_only_the_proportions_of_edges_and_seeds_count(edges: list[Edge], factor: float) -> None:
    seeds = _seeds_in(edges)
    plain = personalised_pagerank(build_graph(edges), seeds, alpha=0.85)
    scaled = personalised_pagerank(
        build_graph([(low, high, weight * factor) for low, high, weight in edges]),
        {seed: weight * factor for seed, weight in seeds.items()},
        alpha=0.85,
    )
    assert np.abs(plain.values - scaled.values).max() < 1e-6


def test_a_walk_without_edges_ends_where_it_began() -> None:
    graph = subgraph(build_graph([(1, 2, 0.5), (3, 4, 0.5)]), [1, 3])
    assert graph.weights.nnz == 0
    ranks = personalised_pagerank(graph, {1: 3.0, 3: 1.0}, alpha=0.85)
    assert ranks.values.tolist() == pytest.approx([0.75, 0.25])


def test_alpha_is_the_probability_of_following_an_edge() -> None:
    graph = build_graph([(1, 2, 1.0)])
    stays = personalised_pagerank(graph, {1: 1.0}, alpha=0.1).values
    walks = personalised_pagerank(graph, {1: 1.0}, alpha=0.9).values
    # Two nodes: rank of the start = 1 / (1 + alpha).
    assert stays[0] == pytest.approx(1 / 1.1, abs=1e-6)
    assert walks[0] == pytest.approx(1 / 1.9, abs=1e-4)


@pytest.mark.parametrize("seeds", [{}, {9: 1.0}, {1: 0.0}, {1: -1.0}, {1: float("nan")}])
def test_a_walk_without_a_start_is_refused(seeds: dict[int, float]) -> None:
    with pytest.raises(ValueError, match="seed"):
        personalised_pagerank(build_graph([(1, 2, 1.0)]), seeds, alpha=0.85)


@pytest.mark.parametrize("alpha", [-0.1, 1.1, float("nan")])
def test_an_alpha_that_is_no_probability_is_refused(alpha: float) -> None:
    with pytest.raises(ValueError, match="alpha"):
        personalised_pagerank(build_graph([(1, 2, 1.0)]), {1: 1.0}, alpha=alpha)


def _ticking(step: float) -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += step


def test_a_spread_stops_at_its_deadline_and_says_so() -> None:
    clock = _ticking(0.03)
    deadline = Deadline.after(lambda: next(clock), seconds=0.1)
    graph = build_graph([(1, 2, 1.0), (2, 3, 0.5), (3, 4, 0.1)])
    ranks = personalised_pagerank(graph, {1: 1.0}, alpha=0.85, deadline=deadline)
    assert ranks.is_timed_out
    assert ranks.iterations == 3


def test_a_spread_that_is_done_in_time_is_the_same_as_without_a_deadline() -> None:
    graph = build_graph([(1, 2, 1.0), (2, 3, 0.5), (3, 4, 0.1)])
    deadline = Deadline.after(lambda: 0.0)
    timed = personalised_pagerank(graph, {1: 1.0}, alpha=0.85, deadline=deadline)
    free = personalised_pagerank(graph, {1: 1.0}, alpha=0.85)
    assert not timed.is_timed_out
    assert timed.values.tolist() == free.values.tolist()


def test_self_edges_and_weights_that_are_none_are_left_out_and_doubles_add_up() -> None:
    nothing = [(1, 1, 1.0), (1, 2, 0.0), (2, 3, -1.0), (3, 4, float("nan")), (4, 5, float("inf"))]
    assert build_graph(nothing).ids.size == 0
    graph = build_graph([(7, 5, 0.25), (5, 7, 0.5)])
    assert graph.ids.tolist() == [5, 7]
    assert graph.weights.toarray().tolist() == [[0.0, 0.75], [0.75, 0.0]]


CHAIN: list[Edge] = [(1, 2, 0.5), (2, 3, 0.4), (3, 4, 0.3), (1, 5, 0.9), (5, 6, 0.2)]


def test_a_neighbourhood_tells_how_far_each_node_is() -> None:
    graph = build_graph(CHAIN)
    assert neighbourhood(graph, [1], hops=0) == {1: 0}
    assert neighbourhood(graph, [1], hops=2) == {1: 0, 2: 1, 5: 1, 3: 2, 6: 2}
    assert neighbourhood(graph, [1, 4, 99], hops=1) == {1: 0, 4: 0, 2: 1, 3: 1, 5: 1}
    assert neighbourhood(graph, [], hops=3) == {}


@given(edges=edges_of_worlds, hops=st.integers(0, 4))
def test_distances_agree_with_networkx(edges: list[Edge], hops: int) -> None:
    graph = build_graph(edges)
    seeds = _seeds_in(edges)
    reference = networkx.Graph()
    reference.add_weighted_edges_from(edge for edge in edges if edge[0] != edge[1])
    expected = networkx.multi_source_dijkstra_path_length(
        reference, set(seeds), cutoff=hops, weight=lambda *_: 1
    )
    assert neighbourhood(graph, seeds, hops=hops, limit=1000) == expected


def test_a_full_neighbourhood_keeps_what_is_most_firmly_tied() -> None:
    hub = [(1, node, node / 100) for node in range(2, 50)]
    reached = neighbourhood(build_graph(hub), [1], hops=1, limit=4)
    assert reached == {1: 0, 47: 1, 48: 1, 49: 1}


@given(edges=edges_of_worlds, hops=st.integers(0, 4), limit=st.integers(0, 10))
def test_a_neighbourhood_stays_within_its_limit(edges: list[Edge], hops: int, limit: int) -> None:
    assert len(neighbourhood(build_graph(edges), _seeds_in(edges), hops=hops, limit=limit)) <= limit


def test_a_subgraph_keeps_the_edges_between_its_nodes() -> None:
    part = subgraph(build_graph(CHAIN), [1, 2, 5, 99])
    assert part.ids.tolist() == [1, 2, 5]
    assert part.weights.toarray().tolist() == [[0, 0.5, 0.9], [0.5, 0, 0], [0.9, 0, 0]]


def test_seeds_are_not_part_of_what_a_spread_brings_up() -> None:
    graph = build_graph(CHAIN)
    ranks = personalised_pagerank(graph, {1: 1.0, 2: 1.0}, alpha=0.85)
    found = without_seeds(graph, ranks, seeds=[1, 2])
    assert set(found) == {3, 4, 5, 6}
    assert all(amount > 0.0 for amount in found.values())


def test_the_fall_back_halves_at_each_hop() -> None:
    found = fixed_hop_spread(build_graph(CHAIN), {1: 1.0}, hops=2)
    expected = {2: 0.25, 5: 0.45, 3: 0.25 * 0.5 * 0.4, 6: 0.45 * 0.5 * 0.2}
    assert found == pytest.approx(expected)


def test_the_fall_back_adds_what_several_neighbours_pass_on() -> None:
    graph = build_graph([(1, 3, 0.4), (2, 3, 0.6)])
    assert fixed_hop_spread(graph, {1: 1.0, 2: 0.5}, hops=1) == pytest.approx({3: 0.35})
    assert fixed_hop_spread(graph, {1: 1.0}, hops=0) == {}
    assert fixed_hop_spread(graph, {9: 1.0}, hops=2) == {}


def test_concept_mass_is_shared_equally_among_visible_holders() -> None:
    shared = share_among_holders({10: 0.6, 11: 0.3, 12: 0.1}, holders={10: [1, 2], 11: {2}})
    assert shared == pytest.approx({1: 0.3, 2: 0.6})


def test_distributions_are_added_by_node() -> None:
    assert add_up({1: 0.5, 2: 0.25}, {2: 0.25, 3: 1.0}) == {1: 0.5, 2: 0.5, 3: 1.0}
    assert add_up() == {}
