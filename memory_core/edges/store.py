"""The association layer: nodes that point to memories, edges between what was lit together."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any, Literal, cast

from memory_core import db
from memory_core.algorithms import decay
from memory_core.edges.models import MemoryEdge, MemoryNode
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor

RefKind = Literal["fact", "episode", "knowledge"]


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """A memory an edge can point to."""

    kind: RefKind
    id: int


def ensure_nodes(refs: Collection[Ref]) -> dict[Ref, int]:
    """Node ids of these memories, made where missing (on link, never on read)."""
    MemoryNode.objects.bulk_create(
        [MemoryNode(ref_kind=ref.kind, ref_id=ref.id) for ref in refs], ignore_conflicts=True
    )
    found = {}
    for ref in refs:
        node = MemoryNode.objects.filter(ref_kind=ref.kind, ref_id=ref.id)
        found[ref] = node.values_list("id", flat=True)[0]
    return found


def link_together(refs: Sequence[Ref], *, batch_id: int | None, actor: Actor, at: datetime) -> int:
    """Link everything that was written or recalled together, pairwise (SPEC 3.7).

    A new edge starts at EDGE_NEW, a known one is reinforced. With a batch the gain is recorded,
    so that undoing the batch takes it back. Returns the number of edges touched.
    """
    distinct = sorted(set(refs))
    if len(distinct) < 2:
        return 0
    nodes = sorted(ensure_nodes(distinct).values())
    gains = [_strengthen(low, high, at=at) for low, high in combinations(nodes, 2)]
    if batch_id is not None:
        ledger.record(
            batch_id,
            subject_kind="edges",
            subject_id=batch_id,
            verb="link",
            before={"edges": [[edge, before] for edge, before, _after in gains]},
            after={"edges": [[edge, after] for edge, _before, after in gains]},
            actor=actor,
            at=at,
        )
    return len(gains)


def _strengthen(low: int, high: int, *, at: datetime) -> tuple[int, Any, Any]:
    """One repetition on an edge: its id, what it was before (strength, time, on; None = new), and
    what it is after (strength, time)."""
    edge = MemoryEdge.objects.filter(low_id=low, high_id=high).first()
    if edge is None:
        edge = MemoryEdge.objects.create(
            low_id=low, high_id=high, strength=decay.EDGE_NEW, strength_at=at
        )
        return edge.pk, None, [edge.strength, at.isoformat()]
    before = [edge.strength, edge.strength_at.isoformat(), edge.active]
    strength = decay.reinforce(_retention(edge, at=at))
    moment = max(at, edge.strength_at)
    MemoryEdge.objects.filter(id=edge.pk).update(strength=strength, strength_at=moment, active=True)
    return edge.pk, before, [strength, moment.isoformat()]


def _retention(edge: "MemoryEdge | Faded", *, at: datetime) -> float:
    return decay.retention(
        edge.strength,
        hours=decay.hours_between(edge.strength_at, at),
        half_life_hours=decay.EDGE_HALF_LIFE_HOURS,
    )


def undo(operation: ledger.Operation, *, batch_id: int, actor: Actor, at: datetime) -> int:
    """Take the gain of one batch back: edges nobody lit again return to what they were or go;
    the others lose nothing, since what came later rests on them."""
    ledger.require_open(operation)
    befores = dict((operation.before or {})["edges"])
    afters = dict((operation.after or {})["edges"])
    edges = {edge.pk: edge for edge in MemoryEdge.objects.filter(id__in=list(afters))}
    returned = []
    for edge_id, after in afters.items():
        edge = edges.get(edge_id)
        if edge is None or [edge.strength, edge.strength_at.isoformat()] != after:
            continue
        before = befores[edge_id]
        if before is None:
            edge.delete()
        else:
            edge.strength, edge.strength_at = before[0], datetime.fromisoformat(before[1])
            edge.active = before[2]
            edge.save(update_fields=["strength", "strength_at", "active"])
        returned.append([edge_id, before])
    return ledger.record(
        batch_id,
        subject_kind="edges",
        subject_id=operation.subject_id,
        verb="undo",
        before={"edges": [[edge_id, afters[edge_id]] for edge_id, _before in returned]},
        after={"edges": returned},
        actor=actor,
        at=at,
        undoes_id=operation.id,
    )


@dataclass(frozen=True, slots=True)
class Faded:
    """An edge that should be switched, as it was read."""

    id: int
    strength: float
    strength_at: datetime
    active: bool


def find_faded(*, at: datetime) -> list[Faded]:
    """Edges that faded to FREEZE and are on, or stand at REVIVE and are off."""
    rows = MemoryEdge.objects.values_list("id", "strength", "strength_at", "active")
    return [
        edge
        for edge in (Faded(*row) for row in rows.iterator())
        if decay.next_active(edge.active, retention=_retention(edge, at=at)) != edge.active
    ]


def switch(edges: Collection[Faded]) -> int:
    """Switch these edges, those nobody lit meanwhile; returns how many."""
    return sum(
        MemoryEdge.objects.filter(
            id=edge.id, strength=edge.strength, strength_at=edge.strength_at
        ).update(active=not edge.active)
        for edge in edges
    )


def count() -> int:
    return MemoryEdge.objects.filter(active=True).count()


def refs() -> dict[int, Ref]:
    """Every node and what it points to, for I9."""
    rows = MemoryNode.objects.values_list("id", "ref_kind", "ref_id")
    return {node_id: Ref(cast(RefKind, kind), ref_id) for node_id, kind, ref_id in rows}


def check() -> dict[str, list[int]]:
    """I9: both ends exist, low < high, 0 < strength ≤ 1."""
    wrong = db.rows(
        "SELECT id FROM memory_edges WHERE low_id >= high_id OR strength <= 0 OR strength > 1"
        " OR low_id NOT IN (SELECT id FROM memory_nodes)"
        " OR high_id NOT IN (SELECT id FROM memory_nodes)"
    )
    return {"edge out of order, range or ends": [row[0] for row in wrong[:50]]}


def erase(gone: Collection[Ref]) -> dict[str, int]:
    """Remove the nodes of these memories and every edge at them."""
    wanted = set(gone)
    nodes = [node_id for node_id, ref in refs().items() if ref in wanted]
    edges = 0
    for part in db.chunks(nodes):
        edges += MemoryEdge.objects.filter(low_id__in=part).delete()[0]
        edges += MemoryEdge.objects.filter(high_id__in=part).delete()[0]
        MemoryNode.objects.filter(id__in=part).delete()
    return {"memory_edges": edges, "memory_nodes": len(nodes)}
