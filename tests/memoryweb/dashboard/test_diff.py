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
