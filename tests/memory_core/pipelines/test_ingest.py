"""L1: messages come in once, whole, or with an error that names line and field (SPEC 3.1)."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.errors import Invalid
from memory_core.messages import store as messages
from memory_core.people import store as people
from memory_core.pipelines import ingest
from tests.memory_core.world import START, ZONE, Chat, person

GOOD = {
    "id": "m1",
    "platform": "qq",
    "preset": "xiaoye",
    "stream": "g1",
    "stream_kind": "group",
    "speaker": "lin",
    "speaker_name": "林知夏",
    "role": "user",
    "text": "我怕蛇",
    "time": "2026-03-02T12:00:00+08:00",
}


def parse(**changed: object) -> ingest.Incoming:
    values = {**GOOD, **changed}
    return ingest.parse_line(
        json.dumps({key: value for key, value in values.items() if value is not ...}),
        number=7,
        zone=ZONE,
    )


def test_a_good_line_is_read() -> None:
    item = parse()

    assert item.time == datetime(2026, 3, 2, 4, tzinfo=UTC)
    assert (item.speaker_name, item.role, item.is_pending) == ("林知夏", "user", False)


def test_a_time_without_an_offset_is_local() -> None:
    assert parse(time="2026-03-02T12:00:00").time == datetime(2026, 3, 2, 4, tzinfo=UTC)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("platform", ...),
        ("text", ...),
        ("text", ""),
        ("text", 5),
        ("text", "长" * 100_000),
        ("time", "yesterday"),
        ("time", "0001-01-01T00:00:00"),
        ("time", 1_700_000_000),
        ("role", "admin"),
        ("stream_kind", "channel"),
        ("speaker", ""),
        ("stream", "x" * 201),
        ("pending", "yes"),
        ("mood", "sad"),
        ("preset", ["a"]),
        ("id", {"a": 1}),
    ],
)
def test_a_bad_field_is_named_with_its_line(field: str, value: object) -> None:
    with pytest.raises(Invalid) as refused:
        parse(**{field: value})

    assert refused.value.details == {"number": 7, "field": field}
    assert "7" in str(refused.value)
    assert field in str(refused.value)


@pytest.mark.parametrize("text", ["{", "[]", "null", "", '"text"', "[" * 100_000])
def test_a_line_that_is_no_object_is_named(text: str) -> None:
    with pytest.raises(Invalid, match="7"):
        ingest.parse_line(text, number=7, zone=ZONE)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(values=st.dictionaries(st.sampled_from([*GOOD, "pending", "x"]), JSON))
def test_any_object_is_read_or_refused_by_line(values: dict[str, object]) -> None:
    refused, item = None, None
    try:
        item = ingest.parse_line(json.dumps(GOOD | values), number=3, zone=ZONE)
    except Invalid as error:
        refused = error
    if item is None:
        assert refused is not None
        assert refused.details["number"] == 3
    else:
        assert "\0" not in item.text.encode("utf-8").decode("utf-8")


def test_a_numeric_id_is_taken_as_text() -> None:
    assert parse(id=12, speaker=345).speaker == "345"


def test_a_missing_id_is_made_from_sender_time_and_text() -> None:
    assert parse(id=...).id == parse(id="").id
    assert parse(id=...).id != parse(id=..., text="我不怕蛇").id


def test_a_made_id_does_not_depend_on_the_zone_the_time_was_written_in() -> None:
    here = parse(id=..., time="2026-03-02T12:00:00+08:00")
    there = parse(id=..., time="2026-03-02T04:00:00Z")

    assert here.id == there.id


@pytest.mark.django_db
class TestStoring:
    def test_a_message_sent_again_changes_nothing(self) -> None:
        item = parse()
        first = ingest.ingest(item, at=START)
        again = ingest.ingest(item, at=START + timedelta(hours=1))

        assert (first.is_new, again.is_new) == (True, False)
        assert first.message_id == again.message_id
        assert messages.get(first.message_id).received_at == START

    def test_a_message_sent_again_brings_no_former_title_back(self) -> None:
        first = parse(id="1", stream_title="爬山群")
        ingest.ingest(first, at=START)
        ingest.ingest(parse(id="2", stream_title="相机群"), at=START)

        done = ingest.ingest(first, at=START)

        assert people.get_stream(done.stream_id).title == "相机群"

    def test_a_pending_body_is_filled_once_and_keeps_its_time(self) -> None:
        pending = ingest.ingest(parse(text="[图片]", pending=True), at=START)
        filled = ingest.ingest(parse(text="[图片] 一只猫"), at=START + timedelta(minutes=3))
        third = ingest.ingest(parse(text="[图片] 一只狗"), at=START + timedelta(minutes=4))

        stored = messages.get(pending.message_id)
        assert (filled.is_filled, third.is_filled) == (True, False)
        assert (stored.text, stored.body_state) == ("[图片] 一只猫", "ready")
        assert stored.received_at == START

    def test_a_renamed_person_stays_one_person(self) -> None:
        chat = Chat()
        one = chat.say("大家好", by="5", name="程米")
        two = chat.say("改名了", by="5", name="米米子")

        assert one.person_id == two.person_id
        assert people.names([one.person_id]) == {one.person_id: "米米子"}
        assert people.find_people("程米") == [one.person_id]

    def test_two_people_of_one_name_stay_two(self) -> None:
        chat = Chat()
        one = chat.say("我是阿杰", by="1", name="阿杰")
        two = chat.say("我也是", by="2", name="阿杰")

        assert one.person_id != two.person_id
        assert people.find_people("阿杰") == [one.person_id, two.person_id]

    def test_the_human_of_a_direct_stream_is_its_partner(self) -> None:
        chat = Chat("d1", "direct")
        chat.say("你好", by="bot", role="assistant")
        chat.say("你好", by="lin")

        assert people.get_stream(chat.stream_id).partner_id == person("lin")

    @pytest.mark.parametrize(("field", "value"), [("preset", "other"), ("stream_kind", "direct")])
    def test_a_stream_does_not_change_preset_or_kind_by_a_message(
        self, field: str, value: str
    ) -> None:
        ingest.ingest(parse(), at=START)

        with pytest.raises(Invalid):
            ingest.ingest(parse(**{field: value, "id": "m2"}), at=START)
        with pytest.raises(Invalid) as refused:
            ingest.require_consistent([(9, parse(**{field: value}))])

        assert refused.value.details == {"number": 9, "field": field}
        assert [count.total for count in messages.counts().values()] == [1]

    def test_a_bad_message_in_a_batch_takes_the_whole_batch_back(self) -> None:
        with pytest.raises(Invalid):
            ingest.ingest_many([parse(), parse(id="m2", preset="other")], at=START)

        assert messages.counts() == {}
