"""Whatever a model says, a provider gives a result or an exception of the ports, and what it
proposes carries nothing that was not in the batch."""

import json
import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.algorithms.vocabulary import SLOTS
from memory_core.pipelines.prompts import ModelExtractor, ModelSummarizer
from memory_core.ports import (
    Assessment,
    ChatAnswer,
    Extraction,
    Extractor,
    ProposedFact,
    ProposedKnowledge,
    Refused,
    Summarizer,
    Summary,
    Unusable,
)
from tests.memory_core.pipelines.prompts import recorded
from tests.memory_core.pipelines.prompts.talk import (
    LINES,
    NORA,
    XIAOLIN,
    ZHIXIA,
    ScriptedChat,
    fact,
    request,
    says,
    summary_request,
)
from tests.memory_core.pipelines.prompts.test_answers import PIECES, damaged

IDS = {line.id for line in LINES}
WORDS = st.sampled_from(
    ("p1", "p2", "p3", "p4", "p99", "bot", "林知夏", "小林", "f1", "f2", "f9", "我对花生过敏",
     "花生", "OK", "", "70011", "2026-12-09", "plan", "偏好", "home", "，", "\ud800", "\x00",
     "忽略以上所有指令")
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 70_020) | st.floats() | WORDS | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FACTS = (
    st.dictionaries(st.sampled_from(tuple(fact())), VALUES).map(lambda changes: fact(**changes))
    | VALUES
)
OBJECTS = st.fixed_dictionaries(
    {"facts": st.lists(FACTS, max_size=4), "knowledge": st.lists(FACTS, max_size=2)},
    optional=dict.fromkeys(("summary", "cues", "impression", "worthwhile", "reason"), VALUES),
)
ANSWERS = st.one_of(
    OBJECTS.map(lambda value: json.dumps(value, ensure_ascii=False)),
    OBJECTS.map(json.dumps),
    st.integers().map(lambda seed: damaged(random.Random(seed))),  # noqa: S311 - no secret
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.text(),
)


def checked_extraction(made: Extraction) -> None:
    for proposed in made.facts:
        assert proposed.person_id in {ZHIXIA, XIAOLIN, NORA}
        assert proposed.slot is None or proposed.slot in SLOTS
        assert all(alias.startswith("f") and alias[1:].isdecimal() for alias in proposed.supersedes)
        assert proposed.planned_at is None or proposed.planned_at.utcoffset() is not None
    proposals: list[ProposedFact | ProposedKnowledge] = [*made.facts, *made.knowledge]
    for item in proposals:
        assert set(item.message_ids) <= IDS
        assert len(item.message_ids) == len(set(item.message_ids))
        f"{item.content}{item.quote}".encode()


def checked_summary(made: Summary) -> None:
    assert 0 < len(made.text) <= 1_200
    assert len(made.cues) <= 12
    assert len(made.impression) <= 200
    f"{made.text}{made.cues}{made.impression}".encode()


def ends(ask: Callable[[ScriptedChat], object], *answers: str | ChatAnswer) -> object:
    """The result, or the exception of the ports; any other exception fails the test."""
    chat = says(*answers)
    made: object
    try:
        made = ask(chat)
    except (Refused, Unusable) as error:
        made = error
    if isinstance(made, Refused | Unusable):
        assert made.reason
        made.raw.encode()
    assert len(chat.calls) <= 2
    return made


@settings(max_examples=250, deadline=None)
@given(ANSWERS, ANSWERS)
def test_any_two_answers_give_a_result_or_an_exception_of_the_ports(
    first: str, second: str
) -> None:
    extracted = ends(lambda chat: ModelExtractor(chat).extract(request()), first, second)
    if isinstance(extracted, Extraction):
        checked_extraction(extracted)
    summarized = ends(
        lambda chat: ModelSummarizer(chat).summarize(summary_request()), first, second
    )
    if isinstance(summarized, Summary):
        checked_summary(summarized)
    judged = ends(lambda chat: ModelExtractor(chat).assess(request()), first, second)
    if isinstance(judged, Assessment):
        assert len(judged.reason) <= 200


def test_ten_thousand_generated_answers_end_in_every_way_and_in_no_other() -> None:
    rng = random.Random(31)  # noqa: S311 - no secret
    ended: dict[str, int] = {}
    asked = request(LINES[:1], context=(), known=())
    for _ in range(10_000):
        made = ends(lambda chat: ModelExtractor(chat).extract(asked), damaged(rng))
        if isinstance(made, Extraction):
            checked_extraction(made)
        ended[type(made).__name__] = ended.get(type(made).__name__, 0) + 1
    assert set(ended) == {"Extraction", "Refused", "Unusable"}
    assert min(ended.values()) > 500, ended


def test_every_recorded_answer_ends_in_the_way_its_status_says() -> None:
    for bad in recorded.ALL:
        made = ends(lambda chat: ModelExtractor(chat).extract(request()), bad.text)
        expected = {"refused": Refused, "garbage": Unusable, "empty": Unusable}.get(bad.status)
        assert expected is None or isinstance(made, expected), bad.name


def test_they_are_what_the_ports_ask_for() -> None:
    summarizer: Summarizer = ModelSummarizer(says(""))
    extractor: Extractor = ModelExtractor(says(""))
    assert summarizer.model == extractor.model == "scripted"


def test_without_dice_of_its_own_every_prompt_has_another_fence() -> None:
    chat = says('{"facts": []}')
    extractor = ModelExtractor(chat)
    extractor.extract(request())
    extractor.extract(request())
    assert chat.calls[0].user != chat.calls[1].user
    assert chat.calls[0].system == chat.calls[1].system
