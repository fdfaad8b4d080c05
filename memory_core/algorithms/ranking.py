"""Ordering what was found: merging pools, cutting them, judging a ranked list (SPEC 4 and 5).

A pool is a sequence of hits, a higher score is better. Every function is stable: hits of equal
score keep the order they came in, and nothing depends on the order of a set or a dict.
"""

import math
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from memory_core.algorithms.similarity import Fingerprint, fingerprint, is_near_duplicate

T = TypeVar("T", bound=Hashable)

UNION_BOUND: Final = 9
"""Two lexical queries and the dense one fetch three times the limit each."""

TEXT_SHARE: Final = 0.3
"""Text .3, text and impression .7 (RETRIEVAL 2)."""


@dataclass(frozen=True, slots=True)
class Hit:
    id: int
    score: float


def merge_pools(first: Sequence[Hit], second: Sequence[Hit]) -> list[Hit]:
    """Both pools by falling score; an id found twice keeps its better score.

    On ties the first pool (the current text) stands before the second (the impression).
    """
    best: dict[int, Hit] = {}
    for hit in (*first, *second):
        known = best.get(hit.id)
        if known is None or hit.score > known.score:
            best[hit.id] = hit if known is None else replace(known, score=hit.score)
    return _by_score(best.values())


def merge_comparable(first: Sequence[Hit], second: Sequence[Hit]) -> list[Hit]:
    """As `merge_pools`, each pool first divided by its own best score (form `v2`).

    Raw scores grow with the length of a query, so a long impression would outvote a short text.
    Where the impression says more than the text, `merge_summed` finds more. The result is scaled
    back by the best score of the first pool (the second's, if that is empty): how well anything
    matched at all still shows.
    """
    scale = _best(first) or _best(second)
    return merge_pools(_rescaled(first, scale=scale), _rescaled(second, scale=scale))


def merge_summed(
    text: Sequence[Hit], whole: Sequence[Hit], *, text_share: float = TEXT_SHARE
) -> list[Hit]:
    """The query of the text, and that of text and impression together, as one pool (form `v2`).

    Each is divided by its own best and weighed, and what both found adds up: an id of one query
    alone stays behind its equal that both name. Scaled back by the best score of `whole`.
    """
    scale = _best(whole) or _best(text)
    summed: dict[int, Hit] = {}
    weighed = (
        *_rescaled(text, scale=scale * text_share),
        *_rescaled(whole, scale=scale * (1.0 - text_share)),
    )
    for hit in weighed:
        known = summed.get(hit.id)
        summed[hit.id] = hit if known is None else replace(known, score=known.score + hit.score)
    return _by_score(summed.values())


def cut_percentile(pool: Sequence[Hit], *, share: float) -> list[Hit]:
    """The pool without its lowest `share` (0…1). Keeps ties with the cut, never empties."""
    kept = len(pool) - math.floor(len(pool) * share)
    if kept >= len(pool):
        return list(pool)
    border = sorted((hit.score for hit in pool), reverse=True)[max(kept, 1) - 1]
    return [hit for hit in pool if hit.score >= border]


def unite(lexical: Sequence[Hit], dense: Sequence[Hit], *, limit: int) -> list[int]:
    """Ids of both channels, lexical ones first, each once, at most 9 times `limit` (SPEC 4.5)."""
    ids = dict.fromkeys(hit.id for hit in (*lexical, *dense))
    return list(ids)[: UNION_BOUND * limit]


def near_duplicates_last(pool: Sequence[Hit], *, texts: Mapping[int, str]) -> list[Hit]:
    """The pool with every near-duplicate of a hit before it moved behind all others (form `v2`).

    Nothing is dropped. `texts` gives the text of every id.
    """
    originals: list[Fingerprint] = []
    leading: list[Hit] = []
    trailing: list[Hit] = []
    for hit in pool:
        print_ = fingerprint(texts[hit.id])
        if any(is_near_duplicate(print_, earlier) for earlier in originals):
            trailing.append(hit)
        else:
            originals.append(print_)
            leading.append(hit)
    return [*leading, *trailing]


def cut_final(pool: Sequence[Hit], *, limit: int) -> list[Hit]:
    """The best `limit` hits by score, stable."""
    return _by_score(pool)[: max(0, limit)]


def ndcg(ranked: Iterable[T], *, gold: Sequence[Collection[T]], k: int) -> float:
    """nDCG@k: gain 1 where a needed thing first shows; 0 when nothing is needed.

    `gold` has a collection of equally good ids for each needed thing; another id of one already
    shown gains nothing, and a repeated id takes no place.
    """
    found: set[int] = set()
    gained = 0.0
    for rank, needed in enumerate(_needed(ranked, gold=gold, k=k), start=1):
        if needed - found:
            gained += 1.0 / math.log2(rank + 1)
            found |= needed
    best = sum(1.0 / math.log2(rank + 1) for rank in range(1, min(len(gold), k) + 1))
    return gained / best if best else 0.0


def recall(ranked: Iterable[T], *, gold: Sequence[Collection[T]], k: int) -> float:
    """Recall@k: share of the needed things of which one id is among the first k; see `ndcg`."""
    found = set[int]().union(*_needed(ranked, gold=gold, k=k))
    return len(found) / len(gold) if gold else 0.0


def _needed(ranked: Iterable[T], *, gold: Sequence[Collection[T]], k: int) -> list[set[int]]:
    """For each of the first k distinct ids, the positions in `gold` that it serves."""
    serves: dict[T, set[int]] = {}
    for position, ids in enumerate(gold):
        for id_ in ids:
            serves.setdefault(id_, set()).add(position)
    return [serves.get(id_, set()) for id_ in list(dict.fromkeys(ranked))[: max(0, k)]]


def _by_score(hits: Iterable[Hit]) -> list[Hit]:
    return sorted(hits, key=lambda hit: -hit.score)


def _best(pool: Sequence[Hit]) -> float:
    return max((hit.score for hit in pool), default=0.0)


def _rescaled(pool: Sequence[Hit], *, scale: float) -> list[Hit]:
    best = _best(pool)
    if not best > 0.0:
        return [replace(hit, score=0.0) for hit in pool]
    return [replace(hit, score=max(0.0, hit.score) / best * scale) for hit in pool]
