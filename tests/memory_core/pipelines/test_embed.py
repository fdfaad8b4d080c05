"""Vectors are a by-pass: text first, vector later, never half of one (SPEC 3.6)."""

import math
from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from memory_core import db, unit
from memory_core.algorithms.quantize import BadVector
from memory_core.errors import LeaseLost
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.knowledge import store as knowledge
from memory_core.knowledge.resident import REVISION_KEY, KnowledgeVectors
from memory_core.knowledge.store import NewKnowledge
from memory_core.ledger import store as ledger
from memory_core.pipelines import due, embed
from memory_core.ports import Unavailable, Unusable
from memory_core.retrieval import store as retrieval
from tests.memory_core.world import (
    JOB,
    OPERATOR,
    START,
    ZONE,
    Chat,
    ScriptedEmbedder,
    add,
    fact,
    lease,
)

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=1)


def fill(embedder: ScriptedEmbedder, *, rounds: int = 10_000) -> embed.EmbedResult:
    left = [rounds]

    def is_over() -> bool:
        left[0] -= 1
        return left[0] < 0

    held = lease("embed", "all", at=AT)
    return embed.fill(lease=held, embedder=embedder, at=AT, is_over=is_over)


def some_facts(count: int) -> list[int]:
    chat = Chat()
    return [
        add(f"林喜欢第{number}首歌", message=chat.say(f"我喜欢第{number}首歌")).fact_id
        for number in range(count)
    ]


def vectors() -> int:
    space = retrieval.current_space()
    return facts.VECTORS.count(space_id=space.id) if space else 0


def test_every_row_gets_both_forms_at_most_twenty_a_request() -> None:
    some_facts(45)
    embedder = ScriptedEmbedder()

    done = fill(embedder)

    assert (done.written, done.refused, done.left) == (45, 0, 0)
    assert embedder.asked == [20, 20, 5]
    assert vectors() == 45
    assert facts.VECTORS.halves() == []
    space = retrieval.current_space()
    assert space is not None
    assert space.calibration is not None
    assert due.due_work(at=AT, embedder=embedder, zone=ZONE)[-1].kind != "embed"


def test_filling_again_asks_for_nothing() -> None:
    some_facts(3)
    fill(ScriptedEmbedder())
    again = ScriptedEmbedder()

    fill(again)

    assert again.asked == []


def test_a_run_that_ends_early_goes_on_where_it_stopped() -> None:
    some_facts(50)

    first = fill(ScriptedEmbedder(), rounds=1)
    second = fill(ScriptedEmbedder())

    assert (first.written, first.left) == (20, 30)
    assert second.written == 30


BAD: dict[str, Callable[[list[list[float]]], list[list[float]]]] = {
    "another count": lambda rows: rows[:-1] if len(rows) > 1 else rows,
    "another dimension": lambda rows: [row[:-1] for row in rows] if len(rows) > 1 else rows,
    "not a number": lambda rows: [[math.nan] * 8, *rows[1:]] if len(rows) > 1 else rows,
    "infinite": lambda rows: [[math.inf] * 8, *rows[1:]] if len(rows) > 1 else rows,
    "all zero": lambda rows: [[0.0] * 8, *rows[1:]] if len(rows) > 1 else rows,
}


@pytest.mark.parametrize("kind", BAD)
def test_a_spoilt_answer_is_refused_whole_and_each_row_asked_for_alone(kind: str) -> None:
    some_facts(4)
    embedder = ScriptedEmbedder(BAD[kind])

    done = fill(embedder)

    assert embedder.asked == [4, 1, 1, 1, 1]
    assert (done.written, done.refused) == (4, 0)
    outcomes = [row[0] for row in db.rows("SELECT outcome FROM model_calls ORDER BY id")]
    assert outcomes == ["ok"] * 5


def test_a_row_the_model_never_takes_is_noted_and_not_asked_for_again() -> None:
    ids = some_facts(3)
    poison = facts.get(ids[1]).content

    class Picky(ScriptedEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            rows = super().embed(texts)
            return rows[:-1] if poison in texts else rows

    done = fill(Picky())
    again = Picky()
    fill(again)

    assert (done.written, done.refused) == (2, 1)
    assert again.asked == []


def test_an_end_point_that_answers_rubbish_to_everything_leaves_no_row_noted() -> None:
    some_facts(3)

    with pytest.raises(Unusable):
        fill(ScriptedEmbedder(lambda rows: [row[:-1] for row in rows]))
    jobs.cancel(jobs.jobs()[0].id, at=AT)

    done = fill(ScriptedEmbedder())
    assert (done.written, done.refused) == (3, 0)


def test_no_secret_an_operator_typed_reaches_the_model() -> None:
    fact("林的电话是13812345678", message=Chat().say("记一下"), source="user")
    seen: list[str] = []

    class Listening(ScriptedEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            seen.extend(texts)
            return super().embed(texts)

    fill(Listening())

    assert len(seen) == 1
    assert "13812345678" not in seen[0]


def test_a_service_that_is_down_leaves_text_and_what_was_written() -> None:
    some_facts(25)

    class Failing(ScriptedEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            if self.asked:
                raise Unavailable("down")
            return super().embed(texts)

    with pytest.raises(Unavailable):
        fill(Failing())

    assert vectors() == 20
    assert facts.totals(at=AT)["active"] == 25


def test_another_model_never_meets_the_old_vectors_and_switching_back_recomputes_nothing() -> None:
    some_facts(3)
    fill(ScriptedEmbedder(model="a"))
    fill(ScriptedEmbedder(model="b", dimension=16))
    b = retrieval.current_space()
    assert b is not None
    assert (b.model, facts.VECTORS.count(space_id=b.id)) == ("b", 3)

    back = ScriptedEmbedder(model="a")
    fill(back)

    assert back.asked == []
    current = retrieval.current_space()
    assert current is not None
    assert current.model == "a"


def test_dead_facts_want_no_vector() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    curate.archive(made.id, version=1, actor=OPERATOR, at=AT)
    embedder = ScriptedEmbedder()

    fill(embedder)

    assert embedder.asked == []


def test_a_worker_that_lost_its_lease_writes_no_vector() -> None:
    some_facts(3)
    held = lease("embed", "all", at=AT)

    class Slow(ScriptedEmbedder):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            assert jobs.requeue(held.job_id, fence=held.fence, at=AT)
            return super().embed(texts)

    with pytest.raises(LeaseLost):
        embed.fill(lease=held, embedder=Slow(), at=AT, is_over=lambda: False)

    assert vectors() == 0


def add_knowledge(text: str) -> int:
    message = Chat().say(text)
    prepared = knowledge.prepare(
        NewKnowledge(message.preset_id, message.stream_id, "group", "", text, "extraction")
    )
    with unit.write():
        batch = ledger.open_batch("test", actor=JOB, at=AT)
        return knowledge.add_knowledge(prepared, batch_id=batch, actor=JOB, at=AT).knowledge_id


def test_the_resident_matrix_follows_what_anybody_writes() -> None:
    one = add_knowledge("雾凇是一种冰晶")
    fill(ScriptedEmbedder())
    space = retrieval.current_space()
    assert space is not None
    resident = KnowledgeVectors(lambda: int(jobs.meta(REVISION_KEY, "0")))
    assert list(resident.matrix(space_id=space.id).ids) == [one]

    two = add_knowledge("百合对猫有毒")
    fill(ScriptedEmbedder())
    assert list(resident.matrix(space_id=space.id).ids) == [one, two]

    knowledge.VECTORS.drop([one], space_id=space.id)
    assert list(resident.matrix(space_id=space.id).ids) == [two]
    assert resident.matrix(space_id=space.id) is resident.matrix(space_id=space.id)

    knowledge.forget_changes(keep=0)
    knowledge.VECTORS.drop([two], space_id=space.id)
    assert list(resident.matrix(space_id=space.id).ids) == []


def test_a_spoilt_blob_is_named_by_its_row() -> None:
    one = add_knowledge("雾凇是一种冰晶")
    fill(ScriptedEmbedder())
    space = retrieval.current_space()
    assert space is not None
    db.execute("UPDATE knowledge_vectors SET sq8 = %s", [b"\x01"])

    with pytest.raises(BadVector, match=str(one)):
        KnowledgeVectors(lambda: 1).matrix(space_id=space.id)
