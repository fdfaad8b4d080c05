"""Edges: lit together, fading, and taken back with the batch that lit them."""

from datetime import timedelta

import pytest

from memory_core import db, unit
from memory_core.edges import store as edges
from memory_core.edges.store import Ref
from memory_core.ledger import store as ledger
from memory_core.pipelines import curate as undoing
from memory_core.pipelines import forget
from tests.memory_core.world import JOB, OPERATOR, START, Chat, fact, lease

pytestmark = pytest.mark.django_db
FADED = START + timedelta(days=365)


def light(refs: list[Ref], *, days: int) -> int:
    at = START + timedelta(days=days)
    with unit.write():
        batch_id = ledger.open_batch("extract", actor=JOB, at=at)
        edges.link_together(refs, batch_id=batch_id, actor=JOB, at=at)
    return batch_id


def two_facts() -> list[Ref]:
    chat = Chat()
    made = [fact(f"林喜欢{name}", message=chat.say(f"我喜欢{name}")) for name in ("猫", "狗")]
    return [Ref("fact", row.id) for row in made]


def stored() -> list[db.Row]:
    return db.rows("SELECT strength, strength_at, active FROM memory_edges")


def test_an_edge_fades_is_switched_off_and_lights_up_again() -> None:
    refs = two_facts()
    light(refs, days=0)

    assert forget.decay_edges(lease=lease("decay_edges", "all", at=FADED), at=FADED) == 1
    assert edges.count() == 0

    light(refs, days=366)
    assert edges.count() == 1


def test_undoing_a_batch_leaves_an_edge_exactly_as_it_was() -> None:
    refs = two_facts()
    light(refs, days=0)
    forget.decay_edges(lease=lease("decay_edges", "all", at=FADED), at=FADED)
    before = stored()
    batch_id = light(refs, days=366)
    assert stored() != before

    undoing.undo_batch(batch_id, actor=OPERATOR, at=FADED + timedelta(days=2))

    assert stored() == before


def test_an_edge_lit_while_the_job_was_reading_stays_on() -> None:
    refs = two_facts()
    light(refs, days=0)
    faded = edges.find_faded(at=FADED)
    light(refs, days=366)

    assert edges.switch(faded) == 0
    assert edges.count() == 1
