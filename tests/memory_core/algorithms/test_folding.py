"""The copy patterns match on, and the way back."""

# ruff: noqa: RUF001 - look-alikes are what this is about

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms.folding import fold


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("１３８", "138"),
        ("𝟙𝟛𝟠", "138"),
        ("١٣٨", "138"),
        ("①③⑧", "138"),
        ("1️⃣3️⃣8️⃣", "138"),
        ("1\u200b3\u00ad8\ufeff", "138"),
        ("1\u03363\u03368\u0336", "138"),
        ("密码：ａｂｃ", "密码:abc"),
        ("1\u00a03\u30008", "1 3 8"),
        ("1–3—8−9", "1-3-8-9"),
        ("好，真的！", "好，真的！"),
        ("a\r\nb\tc", "a \nb c"),
        ("𝐢𝐠𝐧𝐨𝐫𝐞", "ignore"),
        ("ﬁ", "ﬁ"),
        ("", ""),
    ],
)
def test_one_thing_written_in_many_ways_reads_the_same(text: str, copy: str) -> None:
    assert fold(text).text == copy


def test_positions_lead_back_across_what_cannot_be_seen() -> None:
    text = "\u200b电话1\u200b\u200b3\u200b8。"
    folded = fold(text)
    start = folded.text.index("138")
    begin, end = folded.span(start, start + 3)
    assert text[begin:end] == "1\u200b\u200b3\u200b8"


def test_what_hangs_on_the_last_character_goes_with_it() -> None:
    assert fold("\u200b1️⃣8️⃣").span(0, 2) == (1, 7)
    assert fold("8️⃣。").span(0, 1) == (0, 3)


@given(st.text())
def test_every_character_of_the_copy_stands_for_one_of_the_text(text: str) -> None:
    folded = fold(text)
    for i, character in enumerate(folded.text):
        start, end = folded.span(i, i + 1)
        assert fold(text[start]).text == character
        assert fold(text[start + 1 : end]).text == ""


@given(st.text())
def test_a_copy_of_a_copy_is_the_copy(text: str) -> None:
    copy = fold(text).text
    assert fold(copy).text == copy
