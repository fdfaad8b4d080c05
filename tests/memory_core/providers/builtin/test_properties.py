"""What holds for any text whatever: grounded, deterministic, never an exception."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.algorithms import secrets
from memory_core.algorithms.vocabulary import KINDS, SLOTS
from memory_core.ports import ExtractionRequest, Line, Refused, SummaryRequest
from memory_core.providers.builtin import BuiltinRules
from tests.memory_core.providers.builtin.talk import NOW

FRAGMENTS = (
    "我", "我是", "住在", "苏州", "喜欢", "不", "吃", "对花生过敏", "下周三", "要去", "昨天",
    "买了", "小林", "Nora ",
    "，", "。", "？", "\n", "> ", "“", "”", "他说", "如果", "哈哈", "13812345678", "密码", "I ",
    "I'm ", "my ", "live in ",
    "Osaka", "allergic to ", "tomorrow", ", ", ". ", "?", "的", "叫", "猫", "在", "上班", "腾讯",
    "不在", "了", "是一种",
    "生日", "3月14号", "2月31号", "岁", "二十", "😂", "\x00", "\ud800", "①", "\uff11\uff12", "٣",
    "\u200b",
)  # fmt: skip
TEXTS = st.one_of(
    st.text(max_size=80), st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join)
)
LINES = st.lists(
    st.builds(
        lambda text, person, flags: (text, person, flags),
        TEXTS,
        st.integers(1, 4),
        st.sampled_from(("", "", "", "bot", "pending")),
    ),
    max_size=8,
)
NAMES = {1: "林知夏", 2: "小林", 3: "Nora", 4: "小林"}


def as_lines(drawn: list[tuple[str, int, str]], *, first: int = 1) -> list[Line]:
    return [
        Line(number, person, NAMES[person], flag == "bot", text, NOW, flag == "pending")
        for number, (text, person, flag) in enumerate(drawn, start=first)
    ]


@settings(max_examples=400, deadline=None)
@given(LINES, LINES)
def test_every_fact_and_definition_rests_on_a_verbatim_quote_of_a_citable_line(
    drawn: list[tuple[str, int, str]], before: list[tuple[str, int, str]]
) -> None:
    lines, context = as_lines(drawn), as_lines(before, first=100)
    citable = {line.id: line for line in lines if not (line.is_bot or line.is_pending)}
    asked = ExtractionRequest("group", lines, context)
    found = BuiltinRules().extract(asked)
    cited = [(f.quote, f.message_ids) for f in found.facts]
    cited += [(k.quote, k.message_ids) for k in found.knowledge]
    for quote, message_ids in cited:
        assert quote
        assert all(quote in citable[number].text for number in message_ids)
    for fact in found.facts:
        assert fact.kind in KINDS
        assert fact.slot is None or fact.slot in SLOTS
        assert fact.content.startswith(NAMES[fact.person_id])
        assert fact.person_id in {line.person_id for line in (*lines, *context)}
        assert not secrets.find(fact.content)
    assert BuiltinRules().extract(asked) == found
    if found.facts or found.knowledge:
        assert BuiltinRules().assess(asked).is_worthwhile
    else:
        assert not BuiltinRules().assess(asked).is_worthwhile


@settings(max_examples=200, deadline=None)
@given(LINES)
def test_a_summary_of_anything_is_bounded_or_refused(drawn: list[tuple[str, int, str]]) -> None:
    asked = SummaryRequest("group", "", "", as_lines(drawn))
    try:
        made = BuiltinRules().summarize(asked)
    except Refused:
        return
    assert 0 < len(made.text) <= 400
    assert 4 <= len(made.cues) <= 10
    assert len(made.impression) <= 200
    assert BuiltinRules().summarize(asked) == made


REPEATED = (
    "哈", "刚", "真的", "从小就", "上上", "下周", "我", "我是", "hah", "a", "aa ", "0x", "1",
    "12 ", "I'm ", "really ",
    "，", "。我", "说", "是一种", "3天后", "《", "“", "`", "my cat's ", "一只", "不",
    "tomorrow ", "-", " ",
)  # fmt: skip


@pytest.mark.parametrize("piece", REPEATED)
def test_a_text_made_to_confuse_a_pattern_costs_no_time(piece: str) -> None:
    """Process time, with room for a slow machine: such a text took minutes before."""
    for text in (piece * (3000 // len(piece)), f"我{piece * (150 // len(piece))}x"):
        started = time.process_time()
        BuiltinRules().extract(ExtractionRequest("group", [Line(1, 1, "林知夏", False, text, NOW)]))  # noqa: FBT003
        assert time.process_time() - started < 1.0
