"""A person's word on what waited in review, and taking it back."""

from datetime import timedelta

import pytest

from memory_core import unit
from memory_core.errors import Conflict, Invalid
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.jobs.options import Options
from memory_core.knowledge import store as knowledge
from memory_core.ledger import store as ledger
from memory_core.pipelines import curate as undoing
from memory_core.pipelines import extract, reviewing, visibility
from memory_core.ports import Extraction, ExtractionRequest, ProposedKnowledge
from memory_core.review import store as review
from memory_core.review.store import Candidate
from tests.memory_core.world import (
    OPERATOR,
    START,
    ZONE,
    Chat,
    ScriptedExtractor,
    answering,
    claim,
    fact,
    lease,
    person,
)

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=3)


def run(chat: Chat, extractor: ScriptedExtractor) -> None:
    batch = extract.next_batch(chat.stream_id, options=Options(), at=AT)
    assert batch is not None
    held = lease("extract", f"stream:{chat.stream_id}", at=AT)
    extract.extract_batch(batch, lease=held, extractor=extractor, at=AT, zone=ZONE)


def waiting() -> Candidate:
    [candidate] = review.candidates(state="held")
    return candidate


def accept(candidate: Candidate, content: str | None = None) -> reviewing.Decided:
    return reviewing.accept(
        candidate.id, version=candidate.version, actor=OPERATOR, at=AT, zone=ZONE, content=content
    )


def over_cap() -> Candidate:
    chat = Chat()
    sent = [chat.say(f"我喜欢{name}") for name in "猫狗鱼鸟虎龙马羊猴鸡猪"]
    run(chat, answering(*(claim(message, f"林{message.text[1:]}") for message in sent)))
    return waiting()


def test_an_accepted_candidate_becomes_a_fact_on_its_own_evidence() -> None:
    candidate = over_cap()

    done = accept(candidate)

    assert done.fact_id is not None
    made = facts.get(done.fact_id)
    assert made.content == "林喜欢猪"
    assert made.is_self_told
    assert facts.evidence_ids(made.id) == candidate.message_ids
    assert (done.candidate.state, done.candidate.decided_by) == ("accepted", "su")


def test_it_may_be_reworded_on_the_way_but_not_to_nothing() -> None:
    candidate = over_cap()
    with pytest.raises(Invalid):
        accept(candidate, "  ")

    done = accept(candidate, "林喜欢小猪")

    assert facts.get(done.fact_id or 0).content == "林喜欢小猪"


def test_undo_takes_the_decision_and_the_fact_back_together() -> None:
    candidate = over_cap()
    done = accept(candidate)

    undoing.undo(done.operation_id, actor=OPERATOR, at=AT)

    assert review.get(candidate.id).state == "held"
    assert facts.get(done.fact_id or 0).state == "archived"
    again = accept(review.get(candidate.id))
    assert facts.get(again.fact_id or 0).is_live


def test_undo_of_the_batch_does_the_same() -> None:
    done = accept(over_cap())

    undone = undoing.undo_batch(done.batch_id, actor=OPERATOR, at=AT)

    assert (undone.undone, undone.held) == (2, ())
    assert review.get(done.candidate.id).state == "held"


def test_undo_of_a_batch_whose_fact_was_changed_since_leaves_the_decision_standing() -> None:
    done = accept(over_cap())
    curate.pin(done.fact_id or 0, version=1, actor=OPERATOR, at=AT)

    undone = undoing.undo_batch(done.batch_id, actor=OPERATOR, at=AT)

    assert undone.undone == 0
    assert len(undone.held) == 2
    assert review.get(done.candidate.id).state == "accepted"
    assert facts.get(done.fact_id or 0).is_live


def test_a_rejected_candidate_writes_nothing_and_can_come_back() -> None:
    candidate = over_cap()
    before = facts.totals(at=AT)["total"]

    done = reviewing.reject(candidate.id, version=1, actor=OPERATOR, at=AT, reason="玩笑")

    assert facts.totals(at=AT)["total"] == before
    assert review.get(candidate.id).state == "dismissed"
    undoing.undo(done.operation_id, actor=OPERATOR, at=AT)
    assert review.get(candidate.id).state == "held"


def test_nothing_is_settled_twice() -> None:
    candidate = over_cap()
    accept(candidate)

    with pytest.raises(Conflict) as stale:
        accept(candidate)
    with pytest.raises(Conflict) as settled:
        reviewing.reject(candidate.id, version=2, actor=OPERATOR, at=AT)

    assert (stale.value.code, settled.value.code) == ("stale", "state")


def test_a_third_partys_word_supersedes_once_a_person_says_so() -> None:
    chat = Chat()
    old = fact("林住在杭州", message=chat.say("我住在杭州"), kind="identity", slot="home")
    new = chat.say("林早就不住杭州了，住苏州", by="chen")

    def answer(request: ExtractionRequest) -> Extraction:
        return Extraction(
            (claim(new, "林住在苏州", about=person("lin"), supersedes=[request.known[0].alias]),)
        )

    run(chat, ScriptedExtractor(answer))

    done = accept(waiting())

    assert facts.get(old.id).superseded_by == done.fact_id
    undoing.undo(done.operation_id, actor=OPERATOR, at=AT)
    assert facts.get(old.id).state == "active"


def test_what_was_put_away_and_said_again_comes_back() -> None:
    chat = Chat()
    old = fact("林怕蛇", message=chat.say("我怕蛇"))
    curate.archive(old.id, version=1, actor=OPERATOR, at=START)
    again = chat.say("我怕蛇")
    run(chat, answering(claim(again, "林怕蛇")))

    done = accept(waiting())

    assert done.fact_id == old.id
    assert facts.get(old.id).state == "active"


def test_a_richer_word_replaces_a_protected_fact_once_a_person_says_so() -> None:
    chat = Chat()
    old = fact("林知夏的猫叫豆包今年三岁了", message=chat.say("我的猫叫豆包今年三岁了"))
    curate.pin(old.id, version=1, actor=OPERATOR, at=START)
    richer = chat.say("我的橘猫叫豆包今年三岁了")
    run(chat, answering(claim(richer, "林知夏的橘猫叫豆包今年三岁了")))

    done = accept(waiting())

    assert facts.get(old.id).superseded_by == done.fact_id


def test_held_knowledge_can_be_accepted() -> None:
    chat = Chat()
    message = chat.say("雾凇是一种冰晶")
    review.add(
        kind="knowledge",
        state="held",
        reason="suspicious",
        payload={"title": "雾凇", "content": "雾凇是一种冰晶"},
        quote=message.text,
        message_ids=[message.id],
        preset_id=message.preset_id,
        stream_id=message.stream_id,
        job_id=None,
        at=AT,
    )

    accept(waiting())

    assert knowledge.count() == 1


def test_what_waited_for_a_secret_rests_on_the_message_it_came_from() -> None:
    chat = Chat("d1", kind="direct")
    message = chat.say("我的手机号是13812345678")
    run(chat, answering(claim(message, "林的手机号是13812345678")))

    done = accept(waiting())

    made = facts.get(done.fact_id or 0)
    assert "13812345678" not in made.content
    assert facts.evidence_ids(made.id) == [message.id]
    assert made.is_self_told
    assert facts.count_visible(within=visibility.scope_of_stream(chat.stream_id)) == 1


def test_what_was_put_away_does_not_come_back_beside_a_live_twin() -> None:
    chat = Chat()
    old = fact("林怕蛇", message=chat.say("我怕蛇"))
    curate.archive(old.id, version=1, actor=OPERATOR, at=START)
    run(chat, answering(claim(chat.say("我怕蛇"), "林怕蛇")))
    twin = fact("林怕蛇", message=chat.say("我怕蛇"), source="user")

    with pytest.raises(Conflict) as refused:
        accept(waiting())

    assert (refused.value.code, refused.value.details["fact_id"]) == ("twin", twin.id)
    assert waiting().state == "held"


def test_knowledge_that_was_put_away_and_said_again_waits_and_comes_back_once_accepted() -> None:
    chat = Chat()

    def say() -> None:
        message = chat.say("百合对猫有毒")
        text = ProposedKnowledge("百合", message.text, (message.id,), message.text)
        run(chat, answering(knowledge=[text]))

    say()
    [made] = knowledge.get_many(range(1, 100)).values()
    with unit.write():
        batch_id = ledger.open_batch("undo", actor=OPERATOR, at=AT)
        [creation] = ledger.story("knowledge", made.id)
        knowledge.undo(creation, batch_id=batch_id, actor=OPERATOR, at=AT)
    say()
    assert knowledge.count() == 0

    accept(waiting())

    assert knowledge.count() == 1
