"""Worthwhile or not, however it is said."""

import pytest

from memory_core.algorithms.vocabulary import Readiness
from memory_core.pipelines.prompts import READINESS, ModelExtractor
from memory_core.pipelines.prompts.readiness import WORDS
from memory_core.ports import Assessment, Refused, Unusable, Usage
from tests.memory_core.pipelines.prompts.talk import ScriptedChat, request, says


def assess(chat: ScriptedChat) -> Assessment:
    return ModelExtractor(chat).assess(request())


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ('{"worthwhile": true, "reason": "有人说了过敏"}', (True, "有人说了过敏")),
        ('```json\n{"worthwhile": false, "reason": ""}\n```', (False, "")),
        ('{"worthwhile": "yes"}', (True, "")),
        ("{'worthwhile': False, 'reason': 'p2 only greets'}", (False, "林知夏 only greets")),
        ('{"worthwhile": true, "reason": "cut he', (True, "")),
        ('[{"worthwhile": true}]', (True, "")),
    ],
)
def test_a_judgement_is_read(answer: str, expected: tuple[bool, str]) -> None:
    made = assess(says(answer))
    assert (made.is_worthwhile, made.reason) == expected
    assert made.usage == Usage(100, 10)


def test_a_long_reason_is_cut() -> None:
    assert len(assess(says('{"worthwhile": true, "reason": "' + "长" * 900 + '"}')).reason) == 200


@pytest.mark.parametrize(
    "answer", ["true", "值得", '{"worthwhile": "maybe"}', '{"reason": "x"}', ""]
)
def test_what_is_neither_yes_nor_no_is_asked_once_more(answer: str) -> None:
    chat = says(answer)
    with pytest.raises(Unusable):
        assess(chat)
    assert len(chat.calls) == 2


def test_a_refusal_is_one() -> None:
    with pytest.raises(Refused):
        assess(says("I'm sorry, I can't help with that."))


@pytest.mark.parametrize("readiness", READINESS)
def test_how_readily_to_extract_stands_in_both_prompts(readiness: Readiness) -> None:
    chat = says('{"worthwhile": true, "facts": []}')
    extractor = ModelExtractor(chat, readiness=readiness)
    extractor.assess(request())
    extractor.extract(request())
    for call in chat.calls:
        assert [name for name in READINESS if WORDS[name] in call.system] == [readiness]
