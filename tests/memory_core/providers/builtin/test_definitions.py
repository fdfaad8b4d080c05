"""What is objective and about nobody, and what only looks like it (SPEC 3.5)."""

import pytest

from memory_core.ports import ProposedKnowledge
from memory_core.providers.builtin import BuiltinRules
from tests.memory_core.providers.builtin.talk import PRESENT, line, request


def known_things(text: str) -> tuple[ProposedKnowledge, ...]:
    return BuiltinRules().extract(request([line(text)], context=PRESENT)).knowledge


@pytest.mark.parametrize(
    ("text", "title", "content"),
    [
        ("雾凇是一种水汽直接结成的冰晶", "雾凇", "雾凇是一种水汽直接结成的冰晶"),
        ("科普一下，百合对猫有毒", "百合", "百合对猫有毒"),
        ("港铁末班车 0:30", "港铁末班车", "港铁末班车 0:30"),
        ("苏州博物馆闭馆时间是17:00", "苏州博物馆闭馆时间", "苏州博物馆闭馆时间是17:00"),
        ("澳大利亚的首都是堪培拉", "澳大利亚", "澳大利亚的首都是堪培拉"),
        ("猫不能吃巧克力", "猫不能吃巧克力", "猫不能吃巧克力"),
        ("SLR stands for single-lens reflex", "SLR", "SLR stands for single-lens reflex"),
        ("A haiku is a kind of short poem", "haiku", "A haiku is a kind of short poem"),
        ("Haiku is a kind of short poem", "Haiku", "Haiku is a kind of short poem"),
        (
            "Canberra is the capital of Australia",
            "Canberra",
            "Canberra is the capital of Australia",
        ),
    ],
)
def test_a_definition_becomes_knowledge(text: str, title: str, content: str) -> None:
    found = [(k.title, k.content, k.message_ids) for k in known_things(text)]
    assert found == [(title, content, (1,))]


@pytest.mark.parametrize(
    "text",
    [
        "我是一种很新的东西",
        "他是一款好人",
        "小林是一种现象",
        "这是一种什么鱼？",
        "雾凇是一种冰晶吗",
        "如果雾凇是一种冰晶就好了",
        "据说雾凇是一种冰晶",
        "“雾凇是一种冰晶”",
        "Nora is a kind of genius",
        "It stands for something",
        "验证码是一种密码：123456",
    ],
)
def test_what_is_about_somebody_asked_or_told_is_no_knowledge(text: str) -> None:
    assert known_things(text) == ()


def test_the_bot_teaches_nothing() -> None:
    asked = request([line("雾凇是一种水汽直接结成的冰晶", is_bot=True, person_id=9)])
    assert BuiltinRules().extract(asked).knowledge == ()


def test_one_definition_said_twice_is_one_candidate() -> None:
    lines = [line("百合对猫有毒", number=1), line("百合对猫有毒。", number=2)]
    assert [k.message_ids for k in BuiltinRules().extract(request(lines)).knowledge] == [(1,)]
