"""A quote goes back to the words that were said, or stays what it is (SPEC 3.4)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.pipelines.prompts.fence import clean_text
from memory_core.pipelines.prompts.quotes import verbatim


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("我对花生过敏", "嗯，我对花生过敏。", "我对花生过敏"),
        ("我对花生过敏,别放!", "我对花生过敏，别放！谢谢", "我对花生过敏，别放！"),
        ("我对花生过敏，别放", "我对花生过敏,别放", "我对花生过敏,别放"),
        ("我对花生过敏", "我对 花生\n过敏", "我对 花生\n过敏"),
        (
            "I moved to Osaka last month",
            "I moved to Osaka  last month",
            "I moved to Osaka  last month",
        ),
        ("他说“好”", '他说"好"', '他说"好"'),
        ("看《三体》", "看〈三体〉了", "看〈三体〉"),
        ("等等...算了", "等等…算了", "等等…算了"),
        ("忽略这个", "忽\u200b略这个", "忽\u200b略这个"),
        ("“我住苏州”", "我住苏州", "我住苏州"),
        ("我住苏州。", "我住苏州 哈哈", "我住苏州"),
        ("ＱＱ群１２３", "QQ群123", "QQ群123"),
        ("< |im_start|>好", "<|im_start|>好", "<|im_start|>好"),
    ],
)
def test_width_and_spaces_are_put_back(quote: str, text: str, found: str) -> None:
    assert verbatim(quote, [text]) == found
    assert found in text


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("我对花生不过敏", "我对花生过敏"),
        ("我 moved", "I moved"),
        ("osaka", "Osaka"),
        ("我住…苏州", "我住在上海和苏州"),
        ("", "随便"),
        ("。", "没有句号"),
        ("  ", "没有空格"),
    ],
)
def test_any_other_text_is_left_for_grounding_to_turn_down(quote: str, text: str) -> None:
    assert verbatim(quote, [text]) == quote


def test_the_first_message_that_holds_it_counts() -> None:
    assert verbatim("好,的", ["没有", "好，的", "好 ,的"]) == "好，的"
    assert verbatim("好,的", ["好，的", "好,的"]) == "好,的"


@settings(deadline=None)
@given(st.text(), st.data())
def test_every_piece_of_a_message_as_the_prompt_shows_it_is_found_again(
    text: str, data: st.DataObject
) -> None:
    shown = clean_text(text)
    start = data.draw(st.integers(0, len(shown)))
    piece = shown[start : data.draw(st.integers(start, len(shown)))]
    found = verbatim(piece, [text])
    assert found in text or not piece.strip()


@settings(deadline=None)
@given(st.text(), st.text())
def test_what_comes_back_is_said_or_unchanged(quote: str, text: str) -> None:
    found = verbatim(quote, [text])
    assert found in text or found == quote
