"""From an answer to proposals that carry only what the batch has."""

import json
import re
from datetime import datetime

import pytest

from memory_core.pipelines.prompts import ModelExtractor
from memory_core.ports import (
    Extraction,
    ExtractionRequest,
    KnownFact,
    ProposedFact,
    ProposedKnowledge,
    Refused,
    Unusable,
    Usage,
)
from tests.memory_core.pipelines.prompts.talk import (
    NORA,
    XIAOLIN,
    ZHIXIA,
    ZONE,
    ScriptedChat,
    extraction,
    fact,
    line,
    request,
    says,
)

KNOWLEDGE = {
    "title": "花生过敏",
    "content": "花生过敏可能致命",
    "messages": [1],
    "quote": "进了医院",
}


def extract(chat: ScriptedChat, asked: ExtractionRequest | None = None) -> Extraction:
    return ModelExtractor(chat).extract(asked or request())


def one(**changes: object) -> ProposedFact:
    (made,) = extract(says(extraction(fact(**changes)))).facts
    return made


def test_a_good_answer_is_a_proposal_with_real_ids() -> None:
    assert extract(says(extraction(fact(), knowledge=[KNOWLEDGE]))) == Extraction(
        facts=(
            ProposedFact(ZHIXIA, "preference", None, "林知夏对花生过敏", (70_011,), "我对花生过敏"),
        ),
        knowledge=(ProposedKnowledge("花生过敏", "花生过敏可能致命", (70_011,), "进了医院"),),
        usage=Usage(100, 10),
    )


@pytest.mark.parametrize(
    "answer", ['{"facts": [], "knowledge": []}', "{}", "[]", '{"facts": null}']
)
def test_nothing_found_is_found_in_one_call(answer: str) -> None:
    chat = says(answer)
    assert extract(chat) == Extraction(usage=Usage(100, 10))
    assert len(chat.calls) == 1


@pytest.mark.parametrize(
    "answer",
    [
        "没有值得提取的",
        '{"facts": [1, 2]}',
        '{"facts": [{"person": "p2", "content": "林',
        '{"answer": 1}',
        "",
    ],
)
def test_an_answer_that_loses_everything_is_not_nothing_found(answer: str) -> None:
    chat = says(answer)
    with pytest.raises(Unusable) as caught:
        extract(chat)
    assert caught.value.raw == answer
    assert len(chat.calls) == 2


def test_an_answer_cut_behind_an_item_keeps_it_in_one_call() -> None:
    whole = extraction(fact(), fact(person="p3"))
    chat = says(whole[: whole.index('"p3"') + 20])
    assert [made.person_id for made in extract(chat).facts] == [ZHIXIA]
    assert len(chat.calls) == 1


@pytest.mark.parametrize(
    ("messages", "ids"),
    [
        ([1, 2], (70_011, 70_012)),
        ([2, 1, 2], (70_012, 70_011)),
        ([1, 99], (70_011,)),
        ([99], ()),
        ([70_011], ()),
        ([0, -1], ()),
        ("c1", (70_011,)),
    ],
)
def test_only_numbers_of_the_batch_become_ids(messages: object, ids: tuple[int, ...]) -> None:
    assert one(messages=messages).message_ids == ids


@pytest.mark.parametrize("person", ["p9", "bot", "小夜", "我", str(ZHIXIA), "系统"])
def test_a_fact_about_nobody_here_is_left_out(person: str) -> None:
    assert extract(says(extraction(fact(person=person), fact()))).facts == (one(),)


def test_the_quote_is_put_back_into_the_words_that_were_said() -> None:
    made = one(person="p3", messages=[5], quote="I moved to Osaka last month")
    assert made.quote == "I moved to Osaka  last month"
    assert (
        one(quote="我对花生过敏,上次吃一口就进了医院").quote == "我对花生过敏，上次吃一口就进了医院"
    )


@pytest.mark.parametrize("quote", ["我对花生不过敏", "我 对海鲜过敏"])
def test_a_quote_nobody_said_is_left_for_grounding(quote: str) -> None:
    assert one(quote=quote).quote == quote


@pytest.mark.parametrize("quote", ["，", "。", " ", "", "“”"])
def test_a_quote_without_a_word_proves_nothing(quote: str) -> None:
    assert one(quote=quote).quote == ""


def test_a_quote_is_looked_for_in_what_people_said_before_what_the_bot_said() -> None:
    lines = [line("好的，记下", id=1, by=90_009), line("好的 ,记下", id=2)]
    answer = extraction(fact(person="p1", messages=[1, 2], quote="好的,记下"))
    (made,) = extract(says(answer), request(lines, context=())).facts
    assert made.quote == "好的 ,记下"


@pytest.mark.parametrize(
    ("said", "aliases"),
    [
        (["f1"], ("f1",)),
        ("f1", ("f1",)),
        (["F1", "#f2", "f1"], ("f1", "f2")),
        (["x", None, 3], ()),
        (None, ()),
    ],
)
def test_supersedes_are_aliases_and_nothing_else(said: object, aliases: tuple[str, ...]) -> None:
    assert one(supersedes=said).supersedes == aliases


@pytest.mark.parametrize(
    ("kind", "day", "planned"),
    [
        ("plan", "2026-12-09", datetime(2026, 12, 9, tzinfo=ZONE)),
        ("plan", "2026-11-30", datetime(2026, 11, 30, tzinfo=ZONE)),
        ("plan", "2026-10-01", None),
        ("plan", "9999-12-31", None),
        ("plan", "2040-01-01", None),
        ("plan", "下周三", None),
        ("event", "2026-12-09", None),
    ],
)
def test_the_day_of_a_plan(kind: str, day: str, planned: datetime | None) -> None:
    assert one(kind=kind, date=day).planned_at == planned


def test_a_claim_made_twice_is_made_once() -> None:
    twice = extraction(fact(), fact(content="林知夏对花生过敏。"), knowledge=[KNOWLEDGE, KNOWLEDGE])
    made = extract(says(twice))
    assert (len(made.facts), len(made.knowledge)) == (1, 1)


def test_content_is_one_line_with_names_in_it() -> None:
    assert one(content="p2\n对花生\u200b过敏").content == "林知夏 对花生过敏"


def test_the_end_points_refusal_and_a_refusal_in_words_are_refusals() -> None:
    with pytest.raises(Refused) as caught:
        extract(says("我无法提供相关内容。"))
    assert caught.value.raw == "我无法提供相关内容。"


def test_private_text_is_in_no_prompt_of_a_group() -> None:
    """What the pipeline hands over as hidden stays hidden in both prompts, subject and slot too."""
    chat = says('{"worthwhile": true, "facts": []}')
    known = [
        KnownFact("f1", XIAOLIN, "relation", None, None),
        KnownFact("f2", NORA, "identity", "home", "住在东京"),
    ]
    extractor = ModelExtractor(chat)
    extractor.assess(request(known=known))
    extractor.extract(request(known=known))
    for call in chat.calls:
        rows = [json.loads(row) for row in re.findall(r"^\{.*\}$", call.user, re.MULTILINE)]
        shown = [row for row in rows if row["type"] == "known"]
        assert shown == [
            {"type": "known", "fact": "f1", "kind": "relation", "private": True},
            {
                "type": "known",
                "fact": "f2",
                "person": "p3",
                "kind": "identity",
                "slot": "home",
                "content": "住在东京",
            },
        ]


def test_no_id_of_a_row_stands_in_a_prompt() -> None:
    chat = says('{"worthwhile": true, "facts": []}')
    extractor = ModelExtractor(chat)
    extractor.assess(request())
    extractor.extract(request())
    for call in chat.calls:
        assert not re.search(r"\b(?:70|90)[_,]?0\d\d\b", call.system + call.user)
