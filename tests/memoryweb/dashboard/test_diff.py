"""Word diffs and marked quotes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memoryweb.dashboard import diff
from memoryweb.dashboard.diff import Piece

TEXT = st.text(
    alphabet=st.sampled_from("林知夏住在苏州无锡拍星空 abc\uff21\uff11，。🎲\n"), max_size=40
)


def test_words_that_changed_stand_beside_each_other_what_went_first() -> None:
    assert diff.words("林知夏在图书馆上班", "林知夏在档案馆上班") == [
        Piece("same", "林知夏在"),
        Piece("gone", "图书馆"),
        Piece("new", "档案馆"),
        Piece("same", "上班"),
    ]
    assert Piece("new", "Suzhou") in diff.words("Lin lives in Wuxi", "Lin lives in Suzhou")


@given(TEXT, TEXT)
def test_both_texts_can_be_read_out_of_the_pieces(before: str, after: str) -> None:
    pieces = diff.words(before, after)
    assert "".join(piece.text for piece in pieces if piece.change != "new") == before
    assert "".join(piece.text for piece in pieces if piece.change != "gone") == after


@pytest.mark.parametrize(
    ("text", "quotes", "marked"),
    [
        ("我在腾讯做测试，真的", ["我在腾讯做测试"], ["我在腾讯做测试"]),
        ("哈哈哈", ["哈哈", "哈"], ["哈哈哈"]),
        ("没有", ["不在里面"], []),
        ("空", [""], []),
        ("一二三四", ["一", "四"], ["一", "四"]),
    ],
)
def test_a_quote_is_marked_where_it_stands(text: str, quotes: list[str], marked: list[str]) -> None:
    pieces = diff.marked(text, quotes)
    assert "".join(piece.text for piece in pieces) == text
    assert [piece.text for piece in pieces if piece.change == "new"] == marked


@given(TEXT, st.lists(TEXT, max_size=3))
def test_marking_never_changes_the_text(text: str, quotes: list[str]) -> None:
    assert "".join(piece.text for piece in diff.marked(text, quotes)) == text


def test_a_long_text_is_shortened_around_its_marks_only() -> None:
    text = "前" * 5000 + "我住苏州" + "后" * 5000
    pieces = diff.shortened(diff.marked(text, ["我住苏州"]))
    assert [piece.change for piece in pieces] == ["same", "new", "same"]
    assert pieces[1].text == "我住苏州"
    assert all(len(piece.text) < 1000 for piece in pieces)
    assert pieces[0].text.endswith("前")
    assert pieces[2].text.startswith("后")
    short = diff.marked("我住苏州，离河很近", ["苏州"])
    assert diff.shortened(short) == short
