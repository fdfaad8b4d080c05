"""Association by personalised PageRank, and the plain spreading it falls back to (SPEC 7).

A graph holds its nodes by position; `ids` (sorted) says which memory or concept each one is.
The clock is handed in: any callable that returns monotonic seconds.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array

Floats = NDArray[np.float64]
Clock = Callable[[], float]

ITERATIONS: Final = 100
TOLERANCE: Final = 1e-9
SECONDS: Final = 0.1
NODE_LIMIT: Final = 150
HOP_DECAY: Final = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """An undirected weighted graph. `weights` is symmetric, (nodes, nodes), without self edges;
    `shares` (nodes,) is 1 by the sum of a node's weights, 0 for a node without edges."""

    ids: NDArray[np.int64]
    weights: csr_array
    shares: Floats

    def positions(self, ids: Iterable[int]) -> NDArray[np.intp]:
        """Where these ids stand; ids that are no node are left out."""
        asked = np.fromiter(ids, np.int64)
        places = np.searchsorted(self.ids, asked)
        inside = places < self.ids.size
        inside[inside] = self.ids[places[inside]] == asked[inside]
        return np.asarray(places[inside])


@dataclass(frozen=True, slots=True)
class Deadline:
    """How long a spread may take by the clock handed in."""

    clock: Clock
    ends_at: float

    @classmethod
    def after(cls, clock: Clock, *, seconds: float = SECONDS) -> "Deadline":
        return cls(clock=clock, ends_at=clock() + seconds)

    @property
    def is_past(self) -> bool:
        return self.clock() >= self.ends_at


@dataclass(frozen=True, slots=True, eq=False)
class Ranks:
    """A probability a node, by position. After a time-out they are unfinished: do not use them."""

    values: Floats
    iterations: int
    is_timed_out: bool


def build_graph(edges: Iterable[tuple[int, int, float]]) -> Graph:
    """A graph of (id, id, weight) edges, each named once in either order; doubles add up.

    Self edges and weights that are not finite and positive are left out.
    """
    rows = [
        (low, high, weight)
        for low, high, weight in edges
        if low != high and 0.0 < weight < float("inf")
    ]
    lows = np.array([low for low, _, _ in rows], np.int64)
    highs = np.array([high for _, high, _ in rows], np.int64)
    weights = np.array([weight for _, _, weight in rows], np.float64)
    ids, places = np.unique(np.concatenate([lows, highs]), return_inverse=True)
    # int32 where a product reads the index anyway: a sixth less memory to walk through.
    here, there = np.split(places.astype(np.int32), 2)
    both_ways = (
        np.concatenate([weights, weights]),
        (np.concatenate([here, there]), np.concatenate([there, here])),
    )
    matrix = csr_array(coo_array(both_ways, shape=(ids.size, ids.size)))
    return _graph(ids, matrix)


def neighbourhood(
    graph: Graph, seeds: Collection[int], *, hops: int, limit: int = NODE_LIMIT
) -> dict[int, int]:
    """Ids within `hops` of the seeds with their distance, seeds (0) first, at most `limit`.

    When a hop brings more than there is room for, the nodes most firmly tied to what is in
    already stay, equal ones by id.
    """
    reached = np.unique(graph.positions(seeds))[:limit]
    distance = {int(graph.ids[place]): 0 for place in reached}
    for hop in range(1, hops + 1):
        pull = graph.weights[reached].sum(axis=0)
        pull[graph.positions(distance)] = 0.0
        found = np.flatnonzero(pull > 0.0)
        order = np.lexsort((graph.ids[found], -pull[found]))[: max(0, limit - len(distance))]
        reached = np.sort(found[order])
        if not reached.size:
            break
        distance.update((int(graph.ids[place]), hop) for place in reached)
    return distance


def subgraph(graph: Graph, ids: Collection[int]) -> Graph:
    """The graph of these nodes and the edges between them; a walk re-normalises what is left."""
    places = np.unique(graph.positions(ids))
    return _graph(graph.ids[places], csr_array(graph.weights[places][:, places]))


def personalised_pagerank(
    graph: Graph,
    seeds: Mapping[int, float],
    *,
    alpha: float,
    deadline: Deadline | None = None,
    iterations: int = ITERATIONS,
    tolerance: float = TOLERANCE,
) -> Ranks:
    """Where a walker is found who follows an edge with probability `alpha`, else starts anew.

    `seeds` weighs the starts (the scores of the hits); from a node without edges he starts anew
    too. Values sum to 1. Stops when a step moves less than `tolerance` in all, after
    `iterations`, or at the deadline. Raises ValueError when no seed with a positive weight is a
    node or alpha is not in 0…1.
    """
    if not 0.0 <= alpha <= 1.0:
        raise ValueError("alpha must be between 0 and 1")
    start = _start(graph, seeds)
    ranks = start
    for iteration in range(1, iterations + 1):
        if deadline is not None and deadline.is_past:
            return Ranks(values=ranks, iterations=iteration - 1, is_timed_out=True)
        # Symmetric weights: pulling along rows is the transposed push, so one matrix is enough.
        moved = graph.weights @ (ranks * graph.shares)
        moved *= alpha
        # What no edge carried goes back to the seeds: the restarts, the mass of nodes without
        # edges, and what rounding lost, so that the sum stays 1.
        moved += max(0.0, 1.0 - moved.sum()) * start
        change = np.abs(moved - ranks).sum()
        ranks = moved
        if change < tolerance:
            return Ranks(values=ranks, iterations=iteration, is_timed_out=False)
    return Ranks(values=ranks, iterations=iterations, is_timed_out=False)


def without_seeds(graph: Graph, ranks: Ranks, *, seeds: Collection[int]) -> dict[int, float]:
    """Positive ranks by id, the seeds left out: what the spread brought up."""
    outside = ranks.values.copy()
    outside[graph.positions(seeds)] = 0.0
    return {int(graph.ids[place]): float(outside[place]) for place in np.flatnonzero(outside > 0.0)}


def fixed_hop_spread(
    graph: Graph, seeds: Mapping[int, float], *, hops: int, limit: int = NODE_LIMIT
) -> dict[int, float]:
    """The fall-back: each hop passes on half of what arrived, times the edge's strength.

    What several neighbours pass to one node adds up; nothing flows back to an earlier hop. Seeds
    are left out. Node retention is not in it: the caller multiplies each result by it, once.
    """
    known = {seed: weight for seed, weight in seeds.items() if weight > 0.0}
    distance = neighbourhood(graph, known, hops=hops, limit=limit)
    spread = np.zeros(graph.ids.size)
    for seed in distance.keys() & known.keys():
        spread[graph.positions([seed])] = known[seed]
    for hop in range(1, hops + 1):
        before = graph.positions(node for node, at in distance.items() if at == hop - 1)
        here = graph.positions(node for node, at in distance.items() if at == hop)
        if not here.size:
            break
        passed = graph.weights[here][:, before] @ spread[before]
        spread[here] = HOP_DECAY * passed
    return {
        node: float(spread[graph.positions([node])][0]) for node, hop in distance.items() if hop
    }


def share_among_holders(
    mass: Mapping[int, float], *, holders: Mapping[int, Collection[int]]
) -> dict[int, float]:
    """Concept mass given in equal parts to the visible memories that hold the concept (SPEC 7).

    `holders` maps a concept to the node ids; mass of a concept that nobody visible holds is lost.
    """
    shared: dict[int, float] = {}
    for concept, amount in mass.items():
        nodes = sorted(set(holders.get(concept, ())))
        for node in nodes:
            shared[node] = shared.get(node, 0.0) + amount / len(nodes)
    return shared


def add_up(*distributions: Mapping[int, float]) -> dict[int, float]:
    """The sum of distributions over node ids."""
    total: dict[int, float] = {}
    for distribution in distributions:
        for node, amount in distribution.items():
            total[node] = total.get(node, 0.0) + amount
    return total


def _graph(ids: NDArray[np.int64], weights: csr_array) -> Graph:
    total = weights.sum(axis=1)
    shares = np.divide(1.0, total, out=np.zeros_like(total), where=total > 0.0)
    return Graph(ids=ids, weights=weights, shares=shares)


def _start(graph: Graph, seeds: Mapping[int, float]) -> Floats:
    start = np.zeros(graph.ids.size)
    for seed, weight in seeds.items():
        if 0.0 < weight < float("inf"):
            start[graph.positions([seed])] += weight
    total = start.sum()
    if not total > 0.0:
        raise ValueError("no seed with a positive weight is a node of the graph")
    return np.asarray(start / total)
