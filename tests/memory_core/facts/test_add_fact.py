"""The one way in (SPEC 3.8, 3.9): write, reinforce, supersede or hold."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from memory_core.algorithms import decay
from memory_core.errors import Invalid
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.facts.store import NewFact
from memory_core.ledger import store as ledger
from tests.memory_core.world import OPERATOR, START, Chat, add, fact, person

pytestmark = pytest.mark.django_db


def test_what_the_person_says_starts_at_full_strength() -> None:
    made = fact("林住在苏州", message=Chat().say("我住在苏州"), kind="identity", slot="home")

    assert made.strength == 1.0
    assert made.state == "active"
    assert made.origin == "group"
    assert made.due_at > made.strength_at


def test_strength_runs_from_the_evidence_not_from_the_writing() -> None:
    message = Chat().say("我感冒了")

    made = fact("林感冒了", message=message, kind="state", at=START + timedelta(days=2))

    assert made.heard_at == message.sent_at
    assert made.created_at == START + timedelta(days=2)
    assert made.retention(START + timedelta(days=2)) < decay.FREEZE


def test_what_others_say_starts_lower_and_never_rises_above_its_ceiling() -> None:
    chat = Chat()
    about = person("chen")
    first = add("陈喜欢吃辣", message=chat.say("陈喜欢吃辣", by="lin"), about=about)
    for day in range(1, 8):
        message = chat.say("陈喜欢吃辣", by="lin", at=START + timedelta(days=day))
        assert add("陈喜欢吃辣", message=message, about=about).outcome == "reinforced"

    stored = facts.get(first.fact_id)
    assert stored.strength <= decay.THIRD_PARTY_CEILING
    assert stored.hit_count == 7


def test_what_others_repeat_of_a_persons_own_words_makes_them_no_firmer_than_their_claims() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"))
    faded = START + timedelta(days=700)
    for day in range(30):
        message = chat.say("林怕蛇", by="chen", at=faded + timedelta(days=day))
        add("林怕蛇", message=message, about=made.person_id)

    assert facts.get(made.id).strength <= decay.THIRD_PARTY_CEILING
    own = chat.say("我怕蛇", at=faded + timedelta(days=40))
    add("林怕蛇", message=own)
    assert facts.get(made.id).strength > decay.THIRD_PARTY_CEILING


def test_repeats_on_one_day_count_once() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"))
    for _ in range(30):
        add("林怕蛇", message=chat.say("我怕蛇"))

    reinforced = [row for row in facts.strengths(made.id) if row.cause == "reinforce"]
    assert reinforced == []
    assert len(facts.evidence(made.id)) == 31


def test_a_repeat_on_another_day_makes_it_firmer() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"), kind="event")
    later = START + timedelta(days=20)

    add("林怕蛇", message=chat.say("我真的怕蛇", at=later))

    stored = facts.get(made.id)
    assert stored.strength_at == later
    assert stored.strength == pytest.approx(decay.reinforce(made.retention(later)))


def test_older_evidence_adds_nothing_to_the_strength() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"))

    add("林怕蛇", message=chat.say("我怕蛇", at=START - timedelta(days=30)), at=START)

    stored = facts.get(made.id)
    assert (stored.strength, stored.strength_at) == (made.strength, made.strength_at)
    assert len(facts.evidence(made.id)) == 2


def test_a_richer_sentence_supersedes_and_takes_the_evidence() -> None:
    chat = Chat()
    old = fact("林知夏的猫叫豆包今年三岁了", message=chat.say("我的猫叫豆包今年三岁了"))

    added = add("林知夏的橘猫叫豆包今年三岁了", message=chat.say("我的橘猫叫豆包今年三岁了"))

    assert added.outcome == "richer"
    assert facts.get(old.id).superseded_by == added.fact_id
    assert len(facts.evidence(added.fact_id)) == 2
    assert [row.id for row in facts.chain(added.fact_id)] == [old.id, added.fact_id]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("林对芒果过敏", "林对芒果不过敏"),
        ("林北京飞上海", "林上海飞北京"),
        ("林有3只猫", "林有4只猫"),
    ],
)
def test_what_only_looks_alike_stays_two_facts(one: str, other: str) -> None:
    chat = Chat()
    add(one, message=chat.say(one))

    assert add(other, message=chat.say(other)).outcome == "created"


def test_two_active_facts_in_one_slot_both_stay_and_are_a_conflict() -> None:
    chat = Chat()
    first = fact("林的生日是3月14日", message=chat.say("生日3月14日"), kind="date", slot="birthday")
    second = fact(
        "林的生日是4月13日", message=chat.say("生日4月13日"), kind="date", slot="birthday"
    )

    group = facts.conflict_groups()[0]

    assert group.fact_ids == (first.id, second.id)
    assert facts.conflicting_ids([first.id, second.id]) == {first.id, second.id}


def test_there_and_back_again_is_seen() -> None:
    """A, then B supersedes it, then A again: a new row, and both B and A stand (SPEC 3.8)."""
    chat = Chat()
    a = fact("陈在出版社上班", message=chat.say("我在出版社上班"), kind="identity", slot="job")
    b = fact("陈在飞鸟科技上班", message=chat.say("我在飞鸟科技上班"), kind="identity", slot="job")
    curate_context = _context()
    facts.supersede(a, by=b, context=curate_context)

    again = add("陈在出版社上班", message=chat.say("我又在出版社上班"), kind="identity", slot="job")

    assert again.outcome == "created"
    assert again.fact_id != a.id
    assert facts.conflict_groups()[0].fact_ids == (b.id, again.fact_id)


def _context() -> facts.Context:
    batch = ledger.open_batch("test", actor=OPERATOR, at=START)

    return facts.Context(
        batch_id=batch, actor=OPERATOR, at=START, isolation="preset", zone=ZoneInfo("Asia/Shanghai")
    )


def test_what_an_operator_archived_comes_back_only_through_review() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"))
    curate.archive(made.id, version=made.version, actor=OPERATOR, at=START)

    added = add("林怕蛇", message=chat.say("我怕蛇"))

    assert (added.outcome, added.held_reason, added.fact_id) == ("held", "archived_twin", made.id)
    assert facts.get(made.id).state == "archived"


def test_a_group_message_of_the_person_makes_a_private_fact_public() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    made = fact("林要辞职", message=private.say("我要辞职", by="lin"))

    add("林要辞职", message=group.say("我要辞职", by="lin"))

    assert facts.get(made.id).origin == "group"
    verbs = [operation.verb for operation in ledger.story("fact", made.id)]
    assert verbs == ["create", "raise_origin"]


def test_a_third_party_in_a_group_does_not_open_what_was_told_in_private() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    made = fact("林要辞职", message=private.say("我要辞职", by="lin"))

    added = add("林要辞职", message=group.say("林要辞职", by="chen"), about=person("lin"))

    assert added.outcome == "created"
    assert facts.get(made.id).origin == "direct"
    assert facts.get(added.fact_id).origin == "group"
    assert facts.conflict_groups() == []


def test_a_private_repeat_does_not_take_a_fact_from_the_group() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    made = fact("林要辞职", message=group.say("我要辞职", by="lin"))

    added = add("林要辞职", message=private.say("我要辞职", by="lin"))

    assert (added.outcome, added.fact_id) == ("reinforced", made.id)
    assert facts.get(made.id).origin == "group"


def test_a_richer_private_sentence_leaves_the_group_its_own() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    made = fact("林知夏的猫叫豆包今年三岁了", message=group.say("我的猫叫豆包今年三岁了"))

    added = add("林知夏的橘猫叫豆包今年三岁了", message=private.say("我的橘猫叫豆包今年三岁了"))

    assert added.outcome == "created"
    assert facts.get(made.id).is_live


def test_a_pinned_fact_is_not_superseded_by_extraction() -> None:
    chat = Chat()
    made = fact("林知夏的猫叫豆包今年三岁了", message=chat.say("我的猫叫豆包今年三岁了"))
    curate.pin(made.id, version=made.version, actor=OPERATOR, at=START)

    added = add("林知夏的橘猫叫豆包今年三岁了", message=chat.say("我的橘猫叫豆包今年三岁了"))

    assert (added.outcome, added.held_reason) == ("held", "protected_twin")
    assert facts.get(made.id).is_live


def test_isolation_by_stream_keeps_two_rows_apart() -> None:
    one, two = Chat("g1"), Chat("g2")
    first = add("林怕蛇", message=one.say("我怕蛇"), isolation="stream")
    second = add("林怕蛇", message=two.say("我怕蛇"), isolation="stream")

    assert second.outcome == "created"
    assert second.fact_id != first.fact_id


def test_a_fact_without_a_word_is_refused() -> None:
    with pytest.raises(Invalid) as refused:
        facts.prepare(NewFact(1, 1, 1, "fact", None, "……！", "user", "group"))

    assert refused.value.code == "blank"


def test_an_unknown_kind_is_an_event() -> None:
    assert facts.as_kind("mood") == "event"
    assert facts.as_kind("plan") == "plan"


def test_sweep_freezes_what_is_due_and_only_once() -> None:
    made = fact("林感冒了", message=Chat().say("我感冒了"), kind="state")

    assert facts.sweep(at=made.due_at - timedelta(seconds=1)) == []
    assert facts.sweep(at=made.due_at) == [made.id]
    assert facts.sweep(at=made.due_at) == []

    stored = facts.get(made.id)
    assert stored.state == "frozen"
    assert facts.strengths(made.id)[-1].cause == "sweep"


def test_saying_it_again_revives_a_frozen_fact() -> None:
    chat = Chat()
    made = fact("林感冒了", message=chat.say("我感冒了"), kind="state")
    facts.sweep(at=made.due_at)

    add("林感冒了", message=chat.say("我感冒了", at=made.due_at + timedelta(days=1)))

    assert facts.get(made.id).state == "active"


def test_every_change_of_strength_is_in_the_log() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"))
    add("林怕蛇", message=chat.say("我怕蛇", at=START + timedelta(days=3)))
    curate.pin(made.id, version=2, actor=OPERATOR, at=START + timedelta(days=4))

    assert [row.cause for row in facts.strengths(made.id)] == ["create", "reinforce", "pin"]
