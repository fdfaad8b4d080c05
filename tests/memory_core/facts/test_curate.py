"""What a person does to a fact, and taking it back (SPEC 8)."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_core import unit
from memory_core.algorithms import decay
from memory_core.algorithms.scope import Scope
from memory_core.clock import now
from memory_core.errors import Conflict, Invalid, Missing, Problem
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.facts.store import Context, Evidence, Fact, NewFact
from memory_core.ledger import store as ledger
from memory_core.pipelines import check
from memory_core.pipelines import curate as undoing
from tests.memory_core.world import OPERATOR, START, ZONE, Chat, add, fact, person

pytestmark = pytest.mark.django_db
LATER = START + timedelta(days=5)


def undo(operation_id: int) -> undoing.Undone:
    return undoing.undo(operation_id, actor=OPERATOR, at=LATER)


def curated(made: Fact) -> dict[str, object]:
    return facts.curated(facts.get(made.id))


def test_archive_puts_a_fact_away_and_undo_brings_it_back_exactly() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    before = curated(made)

    done = curate.archive(made.id, version=1, actor=OPERATOR, at=LATER, reason="听错了")
    assert done.fact.state == "archived"
    assert done.fact.version == 2

    undo(done.operation_id)
    assert curated(made) == before
    assert facts.get(made.id).state == "active"
    story = ledger.story("fact", made.id)
    assert [row.verb for row in story] == ["create", "archive", "undo"]
    assert story[1].reason == "听错了"
    assert story[1].undone_by_id == story[2].id


def test_an_archived_fact_is_found_by_no_search() -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇"))
    within = Scope("preset", made.preset_id, made.stream_id, "group")
    assert facts.search('"怕蛇"', within=within, limit=5)

    curate.archive(made.id, version=1, actor=OPERATOR, at=LATER)

    assert facts.search('"怕蛇"', within=within, limit=5) == []


def test_a_stale_form_is_refused_and_changes_nothing() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    curate.pin(made.id, version=1, actor=OPERATOR, at=LATER)
    after = curated(made)

    with pytest.raises(Conflict) as refused:
        curate.archive(made.id, version=1, actor=OPERATOR, at=LATER)

    assert refused.value.code == "stale"
    assert curated(made) == after


def test_what_does_not_exist_is_missing() -> None:
    with pytest.raises(Missing):
        curate.archive(404, version=1, actor=OPERATOR, at=LATER)


def test_archiving_twice_and_restoring_what_lives_are_wrong_states() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    with pytest.raises(Conflict) as alive:
        curate.restore(made.id, version=1, actor=OPERATOR, at=LATER)
    assert alive.value.code == "state"
    curate.archive(made.id, version=1, actor=OPERATOR, at=LATER)

    with pytest.raises(Conflict) as refused:
        curate.archive(made.id, version=2, actor=OPERATOR, at=LATER)
    assert refused.value.code == "state"


def test_restore_names_the_live_twin() -> None:
    chat = Chat()
    old = fact("陈在出版社上班", message=chat.say("我在出版社上班"))
    new = fact("陈在飞鸟科技上班", message=chat.say("我在飞鸟科技上班"))
    replaced = curate.replace_fact(
        new.id, content="陈在飞鸟上班", version=1, actor=OPERATOR, at=LATER
    )
    curate.archive(old.id, version=1, actor=OPERATOR, at=LATER)
    twin = add("陈在飞鸟科技上班", message=chat.say("我在飞鸟科技上班"))
    assert twin.outcome == "created"

    with pytest.raises(Conflict) as refused:
        curate.restore(new.id, version=2, actor=OPERATOR, at=LATER)

    assert refused.value.code == "twin"
    assert refused.value.details["fact_id"] == twin.fact_id
    assert replaced.replaced_id == new.id


def test_pin_stops_the_forgetting_from_the_retention_of_now() -> None:
    made = fact("林感冒了", message=Chat().say("我感冒了"), kind="state")
    at = START + timedelta(hours=12)
    held = made.retention(at)

    pinned = curate.pin(made.id, version=1, actor=OPERATOR, at=at).fact

    assert pinned.is_pinned
    assert pinned.strength == pytest.approx(held)
    assert pinned.retention(at + timedelta(days=365)) == pytest.approx(held, abs=0.01)


def test_undo_of_a_pin_returns_to_the_old_curve_with_later_uses_counted() -> None:
    chat = Chat()
    made = fact("林打算考驾照", message=chat.say("我打算考驾照"), kind="plan")
    pinned = curate.pin(made.id, version=1, actor=OPERATOR, at=START + timedelta(days=1))
    said_again = START + timedelta(days=3)
    add("林打算考驾照", message=chat.say("我打算考驾照", at=said_again))

    undo(pinned.operation_id)

    stored = facts.get(made.id)
    expected = decay.reinforce(made.retention(said_again))
    assert stored.half_life_hours == made.half_life_hours
    assert stored.strength == pytest.approx(expected)
    assert stored.strength_at == said_again


def test_only_an_active_fact_can_be_pinned() -> None:
    made = fact("林感冒了", message=Chat().say("我感冒了"), kind="state")
    facts.sweep(at=made.due_at)

    with pytest.raises(Conflict) as refused:
        curate.pin(made.id, version=1, actor=OPERATOR, at=made.due_at)
    assert refused.value.code == "state"


def test_unpin_lets_it_fade_at_the_pace_of_its_kind() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    curate.pin(made.id, version=1, actor=OPERATOR, at=START)

    unpinned = curate.unpin(made.id, version=2, actor=OPERATOR, at=START).fact

    assert unpinned.half_life_hours == decay.HALF_LIFE_HOURS["fact"]


def test_replace_writes_a_new_row_on_the_same_evidence_and_curve() -> None:
    made = fact("林住在苏州工业园", message=Chat().say("我住苏州工业园"), slot="home")

    done = curate.replace_fact(
        made.id, content="林住在苏州工业园区", slot="home", version=1, actor=OPERATOR, at=LATER
    )

    assert done.fact.id != made.id
    assert done.fact.source == "user"
    assert (done.fact.strength, done.fact.strength_at) == (made.strength, made.strength_at)
    assert facts.evidence_ids(done.fact.id) == facts.evidence_ids(made.id)
    assert facts.get(made.id).superseded_by == done.fact.id


def test_undo_of_a_replace_archives_the_row_it_made() -> None:
    made = fact("林住在苏州工业园", message=Chat().say("我住苏州工业园"))
    done = curate.replace_fact(
        made.id, content="林住在苏州工业园区", version=1, actor=OPERATOR, at=LATER
    )

    undo(done.operation_id)

    assert facts.get(made.id).state == "active"
    assert facts.get(done.fact.id).state == "archived"


@pytest.mark.parametrize(("text", "code"), [("  ", "blank"), ("林怕蛇！", "same")])
def test_replace_refuses_blank_and_same_texts(text: str, code: str) -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))

    with pytest.raises(Invalid) as refused:
        curate.replace_fact(made.id, content=text, version=1, actor=OPERATOR, at=LATER)

    assert refused.value.code == code


def test_replace_by_the_text_of_a_dead_fact_offers_to_restore_it() -> None:
    chat = Chat()
    dead = fact("林怕蛇", message=chat.say("我怕蛇"))
    curate.archive(dead.id, version=1, actor=OPERATOR, at=LATER)
    made = fact("林喜欢鸟", message=chat.say("我喜欢鸟"))

    with pytest.raises(Conflict) as refused:
        curate.replace_fact(made.id, content="林怕蛇", version=1, actor=OPERATOR, at=LATER)

    assert refused.value.code == "dead_twin"
    assert refused.value.details["fact_id"] == dead.id


def test_replace_by_the_text_of_a_live_fact_offers_to_merge() -> None:
    chat = Chat()
    other = fact("林怕蛇", message=chat.say("我怕蛇"))
    made = fact("林喜欢鸟", message=chat.say("我喜欢鸟"))

    with pytest.raises(Conflict) as refused:
        curate.replace_fact(made.id, content="林怕蛇", version=1, actor=OPERATOR, at=LATER)

    assert (refused.value.code, refused.value.details["fact_id"]) == ("twin", other.id)


def test_nothing_is_undone_twice_and_an_undo_not_at_all() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    done = curate.archive(made.id, version=1, actor=OPERATOR, at=LATER)
    undone = undo(done.operation_id)

    with pytest.raises(Conflict) as twice:
        undo(done.operation_id)
    with pytest.raises(Conflict) as of_undo:
        undo(undone.operation_id)

    assert (twice.value.code, of_undo.value.code) == ("undone", "not_undoable")


def test_a_later_change_of_the_same_field_holds_an_operation() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    first = curate.archive(made.id, version=1, actor=OPERATOR, at=LATER)
    second = curate.restore(made.id, version=2, actor=OPERATOR, at=LATER)

    with pytest.raises(Conflict) as refused:
        undo(first.operation_id)

    assert refused.value.code == "later"
    assert refused.value.details["operation_id"] == second.operation_id


def test_a_later_change_of_another_field_does_not() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    pinned = curate.pin(made.id, version=1, actor=OPERATOR, at=LATER)
    curate.archive(made.id, version=2, actor=OPERATOR, at=LATER)

    undo(pinned.operation_id)

    stored = facts.get(made.id)
    assert stored.state == "archived"
    assert not stored.is_pinned


def test_undo_of_a_raised_origin_makes_it_private_again() -> None:
    private, group = Chat("d1", "direct"), Chat("g1")
    made = fact("林要辞职", message=private.say("我要辞职"))
    add("林要辞职", message=group.say("我要辞职"))
    raised = ledger.story("fact", made.id)[-1]
    in_group = Scope("preset", made.preset_id, group.stream_id, "group")
    assert facts.search('"辞职"', within=in_group, limit=5)

    undo(raised.id)

    assert facts.get(made.id).origin == "direct"
    assert facts.search('"辞职"', within=in_group, limit=5) == []
    assert facts.get(made.id).strength == made.strength


ACTS = st.lists(
    st.tuples(st.sampled_from(["archive", "restore", "pin", "unpin", "replace", "undo", "say"]),
              st.integers(0, 3)),
    max_size=14,
)  # fmt: skip


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(acts=ACTS)
def test_any_order_of_acts_and_undos_keeps_every_invariant(acts: list[tuple[str, int]]) -> None:
    """Two operators click whatever they like; what is refused changes nothing, and ledger,
    strength log, chains and index still tell the rows of now."""
    chat = Chat(stream=f"g{now().timestamp()}")
    texts = ["林怕蛇", "林喜欢鸟", "林住在苏州", "林养了一只猫"]
    ids = [fact(text, message=chat.say(text)).id for text in texts]
    done: list[int] = []
    for step, (verb, pick) in enumerate(acts):
        at = START + timedelta(days=step + 1)
        current = facts.get(ids[pick])
        before = facts.curated(current)
        try:
            if verb == "undo":
                if done:
                    undoing.undo(done[pick % len(done)], actor=OPERATOR, at=at)
            elif verb == "say":
                add(current.content, message=chat.say(current.content, at=at))
            elif verb == "replace":
                made = curate.replace_fact(
                    current.id,
                    content=f"{texts[pick]}第{step}版",
                    version=current.version,
                    actor=OPERATOR,
                    at=at,
                )
                ids[pick] = made.fact.id
                done.append(made.operation_id)
            else:
                act = {
                    "archive": curate.archive,
                    "restore": curate.restore,
                    "pin": curate.pin,
                    "unpin": curate.unpin,
                }[verb]
                done.append(
                    act(current.id, version=current.version, actor=OPERATOR, at=at).operation_id
                )
        except Problem:
            assert facts.curated(facts.get(current.id)) == before
    broken = [found for found in check.check_memory(at=LATER) if not found.is_ok]
    assert broken == []


def test_a_person_is_told_apart_by_id_not_by_name() -> None:
    chat = Chat()
    one = fact("阿杰怕蛇", message=chat.say("我怕蛇", by="1", name="阿杰"))
    two = fact("阿杰怕蛇", message=chat.say("我怕蛇", by="2", name="阿杰"))

    assert one.id != two.id
    assert (one.person_id, two.person_id) == (person("1"), person("2"))


def test_undoing_a_restore_never_closes_a_circle() -> None:
    chat = Chat()
    one = fact("林住上海", message=chat.say("我住上海"))
    two = fact("林住北京", message=chat.say("我住北京"))
    with unit.write():
        context = Context(
            batch_id=ledger.open_batch("test", actor=OPERATOR, at=LATER),
            actor=OPERATOR,
            at=LATER,
            isolation="preset",
            zone=ZONE,
        )
        facts.supersede(one, by=two, context=context)
    restored = curate.restore(one.id, version=2, actor=OPERATOR, at=LATER)
    with unit.write():
        facts.supersede(facts.get(two.id), by=facts.get(one.id), context=context)

    with pytest.raises(Conflict) as refused:
        undo(restored.operation_id)

    assert refused.value.code == "later"
    superseding = ledger.get_operation(refused.value.details["operation_id"])
    assert (superseding.verb, superseding.subject_id) == ("supersede", two.id)
    assert facts.get(one.id).is_live


def test_undoing_the_batch_of_a_replace_takes_all_of_it_back() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    done = curate.replace_fact(made.id, content="林怕蜘蛛", version=1, actor=OPERATOR, at=LATER)

    outcome = undoing.undo_batch(done.batch_id, actor=OPERATOR, at=LATER)

    assert (outcome.undone, outcome.held) == (2, ())
    assert facts.get(made.id).is_live
    assert facts.get(done.fact.id).state == "archived"


def test_what_undoing_a_replace_put_away_is_itself_no_operation_to_undo() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    done = curate.replace_fact(made.id, content="林怕蜘蛛", version=1, actor=OPERATOR, at=LATER)

    undo(done.operation_id)

    assert ledger.newest_operation_id("fact", done.fact.id) is None
    assert [row.undoes_id is not None for row in ledger.story("fact", done.fact.id)] == [
        False,
        True,
    ]


def test_undoing_the_pin_of_a_plan_leaves_it_awake_until_its_day() -> None:
    message = Chat().say("明年我要去冰岛")
    prepared = facts.prepare(
        NewFact(
            preset_id=message.preset_id,
            stream_id=message.stream_id,
            person_id=message.person_id,
            kind="plan",
            slot=None,
            content="林要去冰岛",
            source="extraction",
            origin="group",
            evidence=(Evidence(message.id, message.text, message.person_id, message.sent_at),),
            planned_at=START + timedelta(days=365),
        )
    )
    with unit.write():
        batch_id = ledger.open_batch("test", actor=OPERATOR, at=START)
        context = Context(
            batch_id=batch_id, actor=OPERATOR, at=START, isolation="preset", zone=ZONE
        )
        made = facts.add_fact(prepared, context)
    late = START + timedelta(days=200)
    assert facts.get(made.fact_id).retention(late) < decay.FREEZE
    pinned = curate.pin(made.fact_id, version=1, actor=OPERATOR, at=late)

    undoing.undo(pinned.operation_id, actor=OPERATOR, at=late)

    assert facts.get(made.fact_id).state == "active"
