"""The token budget of SPEC 9."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms.budget import count_tokens, fit

lines_of_text = st.lists(st.text(st.sampled_from("林夏ab 1，。é🐱"), max_size=12), max_size=12)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("你好", 2),
        ("abcd", 1),
        ("abcde", 2),
        ("你好abc", 3),
        ("a你b好c", 3),
        ("你好，", 3),
        ("ソース", 3),
        ("안녕", 2),
        ("\U00020000", 1),
        ("🐱", 1),
    ],
)
def test_cjk_counts_one_and_the_rest_a_quarter_rounded_up(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


@given(st.text(), st.text())
def test_a_longer_text_never_counts_less_and_joining_never_costs_more(a: str, b: str) -> None:
    assert count_tokens(a) <= count_tokens(a + b) <= count_tokens(a) + count_tokens(b)


@given(lines=lines_of_text, budget=st.integers(0, 40))
def test_what_fits_is_the_longest_run_of_first_lines(lines: list[str], budget: int) -> None:
    fitted = fit(lines, budget=budget)
    kept = len(fitted.lines)
    assert list(fitted.lines) == lines[:kept]
    assert fitted.cut == len(lines) - kept
    assert fitted.tokens == count_tokens("\n".join(fitted.lines)) <= budget
    if fitted.cut:
        assert count_tokens("\n".join(lines[: kept + 1])) > budget


def test_a_long_line_ends_the_text_even_if_a_later_one_would_fit() -> None:
    fitted = fit(["一", "二三四五六", "七"], budget=4)
    assert fitted.lines == ("一",)
    assert fitted.cut == 2
