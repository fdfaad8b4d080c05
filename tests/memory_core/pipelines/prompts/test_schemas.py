"""Near types are taken for what they mean, the rest is left out and counted."""

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.algorithms.vocabulary import KINDS, SLOTS
from memory_core.pipelines.prompts import schemas
from memory_core.pipelines.prompts.schemas import (
    AssessmentAnswer,
    ExtractionAnswer,
    FactAnswer,
    SummaryAnswer,
    extracted,
    json_schema,
    one,
)
from tests.memory_core.pipelines.prompts.talk import fact

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                (
                    "facts",
                    "knowledge",
                    "person",
                    "content",
                    "messages",
                    "summary",
                    "cues",
                    "id",
                    "x",
                )
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def read(**changes: object) -> FactAnswer:
    made = one(FactAnswer, fact(**changes))
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        (3, [3]),
        ("3", [3]),
        ("#3", [3]),
        ("3, 4和5", [3, 4, 5]),
        ([3, "4", 4.0], [3, 4]),
        ([{"id": 3}, {"message": "4"}], [3, 4]),
        ({"id": [3]}, []),
        ([[3]], []),
        (None, []),
        (True, []),
        (-1, []),
        (0, []),
        (10**30, []),
        ("123456789012", []),
        (list(range(1, 100)), list(range(1, 13))),
    ],
)
def test_message_numbers_in_whatever_form(said: object, numbers: list[int]) -> None:
    assert read(messages=said).messages == numbers


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("2026-12-09", date(2026, 12, 9)),
        ("2026/12/9", date(2026, 12, 9)),
        ("2026年12月9日 下午", date(2026, 12, 9)),
        ("2026-12-09T10:00:00+08:00", date(2026, 12, 9)),
        ("2026-02-30", None),
        ("下周三", None),
        ("0000-01-01", None),
        (20261209, None),
        (None, None),
    ],
)
def test_days_in_whatever_form(said: object, day: date | None) -> None:
    assert read(date=said).date == day


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Preference", "preference"),
        ("偏好", "preference"),
        ("计划", "plan"),
        ("hobby", "hobby"),
        (None, ""),
        ({}, "event"),
    ],
)
def test_kinds_in_whatever_form(said: object, kind: str) -> None:
    assert read(kind=said).kind == kind


@pytest.mark.parametrize(
    ("said", "slot"),
    [
        ("Home", "home"),
        ("住址", None),
        ("null", None),
        (None, None),
        (["home"], "home"),
        ({}, None),
    ],
)
def test_a_slot_is_one_of_the_list_or_none(said: object, slot: str | None) -> None:
    assert read(slot=said).slot == slot


@pytest.mark.parametrize(
    ("said", "yes"),
    [
        (True, True),
        ("yes", True),
        ("是", True),
        ("值得。", True),
        (1, True),
        ("No", False),
        ("没有", False),
        (0, False),
    ],
)
def test_yes_and_no_in_whatever_form(said: object, *, yes: bool) -> None:
    made = one(AssessmentAnswer, {"worthwhile": said})
    assert made is not None
    assert made.worthwhile is yes


@pytest.mark.parametrize("said", ["maybe", "也许", None, [], {}, "truefalse"])
def test_neither_yes_nor_no_is_no_answer(said: object) -> None:
    assert one(AssessmentAnswer, {"worthwhile": said}) is None


def test_keys_count_in_any_case_and_by_other_words() -> None:
    made = one(
        FactAnswer, {"Subject": "p1", "TEXT": "x", "Message-IDs": [1], "Replaces": "f1", "extra": 1}
    )
    assert made is not None
    assert (made.person, made.content, made.messages, made.supersedes) == ("p1", "x", [1], ["f1"])


def test_the_key_that_was_asked_for_counts_before_another_word_for_it() -> None:
    for said in ({"content": "right", "text": "wrong"}, {"text": "wrong", "content": "right"}):
        made = one(FactAnswer, {"person": "p1", "messages": [1]} | said)
        assert made is not None
        assert made.content == "right"


@pytest.mark.parametrize(
    "changes",
    [
        {"person": ""},
        {"person": {}},
        {"content": ""},
        {"content": None},
        {"content": {"a": 1}},
        {"content": "长" * 501},
    ],
)
def test_a_fact_without_person_or_statement_is_none(changes: dict[str, object]) -> None:
    assert one(FactAnswer, fact(**changes)) is None


def test_bad_items_are_left_out_and_counted() -> None:
    found = extracted(
        {"facts": [fact(), 3, None, {"person": "p1"}, "x", []], "knowledge": [{"title": "t"}]}
    )
    assert found is not None
    assert len(found.facts) == 1
    assert found.dropped == 6


def test_more_items_than_anybody_needs_are_counted_too() -> None:
    found = extracted({"facts": [fact()] * 500})
    assert found is not None
    assert (len(found.facts), found.dropped) == (schemas.ITEMS, 500 - schemas.ITEMS)


@pytest.mark.parametrize(
    "value",
    [
        [fact()],
        fact(),
        {"facts": fact()},
        {"facts": json.dumps([fact()])},
        [{"facts": [fact()]}, {"knowledge": []}],
        {"Facts": [fact()], "knowledge": "none"},
    ],
)
def test_one_fact_however_it_is_wrapped(value: object) -> None:
    found = extracted(value)
    assert found is not None
    assert [item.content for item in found.facts] == ["林知夏对花生过敏"]
    assert found.dropped == 0


@pytest.mark.parametrize(
    "value", [{}, [], {"facts": []}, {"facts": None}, {"facts": "无", "knowledge": "[]"}]
)
def test_nothing_found_is_an_answer(value: object) -> None:
    found = extracted(value)
    assert found is not None
    assert (found.facts, found.knowledge, found.dropped) == ((), (), 0)


@pytest.mark.parametrize("value", [{"answer": 1}, [1], ["facts"], [[fact()]], "facts", None, 1])
def test_something_else_is_no_answer(value: object) -> None:
    assert extracted(value) is None


def test_a_summary_takes_cues_from_a_text_that_holds_a_list() -> None:
    made = one(SummaryAnswer, {"summary": 3, "cues": '["a", "b", "a"]', "impression": None})
    assert made is not None
    assert (made.summary, made.cues, made.impression) == ("3", ["a", "b"], "")


@settings(deadline=None)
@given(ANYTHING)
def test_no_value_raises(value: object) -> None:
    extracted(value)
    for shape in (SummaryAnswer, AssessmentAnswer, FactAnswer):
        one(shape, value)


def objects(schema: Any) -> list[dict[str, Any]]:
    if isinstance(schema, list):
        return [found for item in schema for found in objects(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if schema.get("type") == "object" else []
    return here + [found for item in schema.values() for found in objects(item)]


@pytest.mark.parametrize("shape", [SummaryAnswer, AssessmentAnswer, ExtractionAnswer])
def test_schemas_are_strict_and_whole(
    shape: type[SummaryAnswer | AssessmentAnswer | ExtractionAnswer],
) -> None:
    schema = json_schema(shape)
    assert "$ref" not in json.dumps(schema)
    for found in objects(schema):
        assert found["required"] == list(found["properties"])
        assert found["additionalProperties"] is False


def test_the_schema_of_a_fact_knows_the_vocabularies() -> None:
    properties = json_schema(ExtractionAnswer)["properties"]["facts"]["items"]["properties"]
    assert properties["kind"]["enum"] == list(KINDS)
    assert properties["slot"]["enum"] == [*SLOTS, None]
    assert properties["messages"] == {"type": "array", "items": {"type": "integer"}}
