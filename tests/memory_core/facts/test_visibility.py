"""The gate in SQL and the gate in Python are one (SPEC 2, TRUST T26)."""

from datetime import timedelta
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_core.algorithms.scope import Scope, fact_is_visible
from memory_core.algorithms.tokenize import match_query
from memory_core.facts import store as facts
from memory_core.people import store as people
from memory_core.pipelines import visibility
from tests.memory_core.world import START, Chat, add, fact, person

pytestmark = pytest.mark.django_db
PEOPLE = ("lin", "chen", "zhou")
STREAMS = (("g1", "group", "a"), ("g2", "group", "a"), ("g3", "group", "b"),
           ("d1", "direct", "a"), ("d2", "direct", "a"))  # fmt: skip
SAID = st.lists(
    st.tuples(
        st.integers(0, 4), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE), st.integers(0, 2)
    ),
    min_size=1,
    max_size=6,
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(said=SAID, isolation=st.sampled_from(["global", "preset", "stream"]))
def test_no_channel_shows_what_the_gate_forbids(
    said: list[tuple[int, str, str, int]], isolation: Literal["global", "preset", "stream"]
) -> None:
    """Random worlds: whoever said whatever about whomever, wherever."""
    for place, speaker, about, topic in said:
        name, kind, preset = STREAMS[place]
        message = Chat(name, kind, preset, START + timedelta(minutes=place)).say(
            f"{about}喜欢第{topic}种苹果", by=speaker
        )
        add(f"{about}喜欢第{topic}种苹果", message=message, about=person(about))
    stored = facts.page(facts.FactFilter(), limit=100).rows
    for stream in people.streams():
        within = Scope(isolation, stream.preset_id, stream.id, stream.kind, stream.partner_id)
        allowed = {
            row.id
            for row in stored
            if row.is_live
            and fact_is_visible(
                within,
                preset_id=row.preset_id,
                stream_id=row.stream_id,
                origin=row.origin,
                told_by=row.told_by,
            )
        }
        found = facts.search(match_query("苹果"), within=within, limit=100)
        listed = facts.page(facts.FactFilter(scope=within, states=("active",)), limit=100)
        tops = {
            row.id
            for name in PEOPLE
            for row in facts.top_facts(within=within, person_id=person(name), at=START, limit=99)
        }
        assert {hit.id for hit in found} == allowed
        assert {row.id for row in listed.rows} == allowed == tops
        assert facts.count_visible(within=within) == len(allowed)


def test_a_secret_told_in_private_is_in_no_group_and_in_no_other_private_chat() -> None:
    private, group, other = Chat("d1", "direct"), Chat("g1"), Chat("d2", "direct")
    secret = fact("林要辞职", message=private.say("我要辞职", by="lin"))
    group.say("林最近怎么样", by="chen")
    other.say("林最近怎么样", by="chen")

    def sees(chat: Chat) -> bool:
        within = visibility.scope_of_stream(chat.stream_id)
        return bool(facts.search('"辞职"', within=within, limit=5))

    assert sees(private)
    assert not sees(group)
    assert not sees(other)
    assert facts.get(secret.id).told_by == (person("lin"),)


def test_the_scope_column_cannot_be_asked_for_by_words() -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    within = Scope("global", None, None, "all")

    assert facts.search(f'"p{made.person_id}"', within=within, limit=5) == []
    assert facts.page(facts.FactFilter(text=f"p{made.person_id}")).rows == ()
