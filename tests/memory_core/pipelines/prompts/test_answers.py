"""Any text gives an Answer of one of five statuses, in time that grows with its length."""

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.pipelines.prompts import answers
from memory_core.pipelines.prompts.answers import SIZE, Answer, parse
from tests.memory_core.pipelines.prompts import recorded
from tests.memory_core.pipelines.prompts.recorded import Recorded

WANTED = frozenset(("facts", "knowledge"))
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
PIECES = (
    "{", "}", "[", "]", '"', "'", ",", ":", "\\", "\\u", "\\ud800", "facts", '"facts"',
    '"facts": [', '"person": "p1"', "null", "true", "NaN", "1e999", "-", "0", "```json\n", "```",
    "<think>", "</think>", "我无法", "I can't help", "\n", " ", "，", "：", "“", "”", "\uff5b",
    "\uff3d", "//", "/*", "*/", "\x00", "\ufeff", "\ud800", "…", "...", '\\"', '{\\"facts\\"',
)  # fmt: skip


@pytest.mark.parametrize("bad", recorded.ALL, ids=lambda bad: bad.name)
def test_a_recorded_answer_ends_in_its_state(bad: Recorded) -> None:
    answer = parse(bad.text, wanted=WANTED)
    assert (answer.status, answer.value) == (bad.status, bad.value), answer.note
    assert bool(answer.note) == (answer.status != "parsed")


def test_the_table_has_every_status_and_no_name_twice() -> None:
    assert len(recorded.ALL) >= 100
    assert len({bad.name for bad in recorded.ALL}) == len(recorded.ALL)
    assert {bad.status for bad in recorded.ALL} == {
        "parsed",
        "repaired",
        "refused",
        "garbage",
        "empty",
    }


@pytest.mark.parametrize("bad", recorded.CUT, ids=lambda bad: bad.name)
def test_an_answer_that_broke_off_says_so(bad: Recorded) -> None:
    assert parse(bad.text, wanted=WANTED).is_cut


@pytest.mark.parametrize("bad", recorded.AROUND, ids=lambda bad: bad.name)
def test_a_whole_answer_is_not_called_cut(bad: Recorded) -> None:
    assert not parse(bad.text, wanted=WANTED).is_cut


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(st.sampled_from(("facts", "knowledge")), JSON_VALUES, min_size=1))
def test_standard_json_comes_out_as_it_went_in(value: dict[str, object]) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=2)):
        assert parse(text, wanted=WANTED) == Answer("parsed", value)


@settings(max_examples=300, deadline=None)
@given(JSON_VALUES, st.data())
def test_of_an_answer_cut_anywhere_only_whole_items_are_kept(
    inner: object, data: st.DataObject
) -> None:
    items = [{"content": inner, "number": number} for number in range(3)]
    text = json.dumps({"facts": items})
    length = data.draw(st.integers(0, len(text) - 1))
    answer = parse(text[:length], wanted=WANTED)
    if answer.is_usable and isinstance(answer.value, dict) and answer.value:
        kept = answer.value["facts"]
        assert kept == items[: len(kept)]
        assert answer.is_cut


def damaged(rng: random.Random) -> str:
    """A recorded answer with pieces of it taken out, doubled, moved, or strange ones put in."""
    text = rng.choice(recorded.ALL).text[:400]
    for _ in range(rng.randrange(1, 5)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randrange(12))
        change = rng.randrange(4)
        if change == 0:
            text = text[:start] + text[end:]
        elif change == 1:
            text = text[:start] + rng.choice(PIECES) + text[start:]
        elif change == 2:
            text = text[:end] + text[start:]
        else:
            text = text[:start] + rng.choice(recorded.ALL).text[:200]
    return text


def assert_is_sound(answer: Answer) -> None:
    assert answer.is_usable == isinstance(answer.value, dict | list)
    # Whatever is left can be stored and sent on.
    json.dumps(answer.value, ensure_ascii=False, allow_nan=False).encode()
    answer.note.encode()


def test_ten_thousand_generated_answers_raise_nothing_and_leave_what_can_be_stored() -> None:
    rng = random.Random(20261130)  # noqa: S311 - no secret
    seen = set()
    for number in range(10_000):
        text = damaged(rng) if number % 2 else "".join(rng.choices(PIECES, k=rng.randrange(30)))
        answer = parse(text, wanted=WANTED)
        assert_is_sound(answer)
        seen.add(answer.status)
    assert seen == {"parsed", "repaired", "refused", "garbage", "empty"}


@settings(max_examples=500, deadline=None)
@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=40).map("".join)))
def test_any_text_gives_an_answer(text: str) -> None:
    assert_is_sound(parse(text, wanted=WANTED))
    assert_is_sound(parse(text))


REPEATED = (
    "{", "[", '{"', '{"a"', "{a ", '{"a":', "<think>", "</think>", "<think></think>", "{/*", '"',
    "{'a':' ", "a[1]", "我无法", "[{", '{\\"', "\\", '"//', '"/*', "``` ", "``` \n", "  ", "\n",
    '"x",', "{}", "[]{", '{"facts":[', "'a',", '{"facts":"', "“", "“：", "facts:", '"facts":',
    "/* */", ",", "…", "\\u00", "抱歉", "sorry ", "I ", "content ",
)  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED)
def test_a_text_made_to_confuse_the_reader_costs_no_time(piece: str) -> None:
    """Process time, with room for a slow machine."""
    for opening in ("", '{"facts": ["', '{"facts": [{"content": "', "```"):
        text = (opening + piece * (SIZE // len(piece)))[:SIZE]
        started = time.process_time()
        parse(text, wanted=WANTED)
        assert time.process_time() - started < 2.0, (opening, piece)


def test_what_is_kept_of_a_failed_answer_is_short_and_can_be_stored() -> None:
    kept = answers.kept("a\x00b\ud800" + "长" * 10_000)
    assert kept.startswith("ab长")
    assert len(kept) <= answers.RAW_CHARACTERS
    kept.encode()


def test_what_cannot_be_seen_is_taken_from_around_an_answer_and_left_inside() -> None:
    text = '\ufeff\u200b{"facts": ["\u200b👨\u200d👩"]}\u200b\u2060\x00'
    assert parse(text, wanted=WANTED) == Answer("parsed", {"facts": ["\u200b👨\u200d👩"]})


def test_without_wanted_keys_any_object_is_the_answer() -> None:
    assert parse('so: {"anything": 1}') == Answer("parsed", {"anything": 1})
