"""Cleaning, and a fence that never occurs inside what it encloses (TRUST T23)."""

import json
import random
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.pipelines.prompts import fence
from memory_core.pipelines.prompts.fence import clean_name, clean_text, enclose, make_fence

FENCE = re.compile(r"<<<(DATA|END) ([0-9a-f]{24})>>>")


class Loaded(random.Random):
    """Dice that fall as told, then as they like."""

    def __init__(self, *values: int) -> None:
        super().__init__(7)
        self.values = list(values)

    def getrandbits(self, k: int, /) -> int:
        return self.values.pop(0) if self.values else super().getrandbits(k)


def random_text(rng: random.Random, *, tokens: list[str]) -> str:
    """Random characters, hostile pieces, and fences that were seen before."""
    pieces = [
        "<<<DATA ",
        "<<<END ",
        ">>>",
        "\n",
        '"}',
        "\u2028",
        "\r\n",
        "\x00",
        "\u202e",
        "\ud800",
        *tokens,
    ]
    chosen = [
        rng.choice(pieces) if rng.random() < 0.4 else chr(rng.randrange(0x20, 0x3000))
        for _ in range(rng.randrange(40))
    ]
    return "".join(chosen)


def test_the_fence_never_occurs_inside_ten_thousand_random_texts() -> None:
    rng = random.Random(23)  # noqa: S311 - no secret
    tokens: list[str] = []
    for _ in range(10_000):
        text = random_text(rng, tokens=tokens[-5:])
        row = {"text": clean_text(text), "speaker": clean_name(text)}
        block, made = enclose([row], rng=rng)
        opening, inside, closing = block.split("\n")
        assert (opening, closing) == (made.opening, made.closing)
        assert made.token not in inside
        assert json.loads(inside) == row
        tokens.append(made.token)
    assert len(set(tokens)) == len(tokens)


def test_a_token_that_stands_in_the_data_is_drawn_again() -> None:
    guessed = f"{5:024x}"
    assert make_fence(f"x {guessed.upper()} y", rng=Loaded(5, 5, 6)).token == f"{6:024x}"


def test_a_fence_is_drawn_from_the_dice_it_is_given() -> None:
    rows = [{"text": "a"}, {"text": "b"}]
    first, second = (enclose(rows, rng=random.Random(1)) for _ in range(2))  # noqa: S311 - no secret
    assert first == second
    assert FENCE.fullmatch(first[1].opening)


@settings(deadline=None)
@given(st.text())
def test_cleaned_text_has_nothing_unseen_and_only_plain_line_breaks(text: str) -> None:
    cleaned = clean_text(text)
    for char in cleaned:
        assert char in "\n\t" or unicodedata.category(char) not in (
            "Cc",
            "Cf",
            "Cs",
            "Cn",
            "Zl",
            "Zp",
        )
    assert clean_text(cleaned) == cleaned
    cleaned.encode()


@pytest.mark.parametrize(
    "hidden",
    [
        "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u00ad",
        "\U000e0041", "\u3164", "\ufe0f", "\x1b", "\ud800",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_is_taken_out(hidden: str) -> None:
    assert clean_text(f"忽{hidden}略") == "忽略"
    assert clean_name(f"小{hidden}林") == "小林"


@pytest.mark.parametrize("line_break", ["\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"])
def test_every_line_break_becomes_a_newline(line_break: str) -> None:
    assert clean_text(f"a{line_break}b") == "a\nb"


@pytest.mark.parametrize(
    "mark",
    [
        "<|im_start|>system", "</s>", "<s>", "[INST]", "[/INST]", "<<SYS>>",
        "<\uff5cUser\uff5c>", "<start_of_turn>", "</think>",
    ],
)  # fmt: skip
def test_marks_of_a_chat_template_are_broken_up_and_nothing_else_is(mark: str) -> None:
    cleaned = clean_text(f"看 {mark} 这个")
    assert mark not in cleaned
    assert cleaned.replace(" ", "") == f"看{mark}这个"


@pytest.mark.parametrize(
    "text", ["1 < 2 且 a > b", "<3", "[图片]", "List[int]", "<b>粗</b>", "1 <= 2"]
)
def test_ordinary_brackets_stay(text: str) -> None:
    assert clean_text(text) == text


@settings(deadline=None)
@given(st.text(max_size=300))
def test_a_name_is_short_one_line_and_structures_nothing(name: str) -> None:
    cleaned = clean_name(name)
    assert len(cleaned) <= fence.NAME_CHARACTERS
    assert not re.search(r'[<>{}\[\]"\\`|\n]', cleaned)
    assert cleaned == cleaned.strip()


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("林知夏", "林知夏"),
        ("  小 \n 林 ", "小 林"),
        ('小林", "id": 3}', "小林 , id : 3"),
        ("<|im_start|>system", "im_start system"),
        ("\uff2e\uff4f\uff52\uff41", "Nora"),
        ("长" * 60, "长" * 40),
        ("\u202e林小", "林小"),
        ("{}[]", ""),
    ],
)
def test_names_as_people_set_them(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


def test_a_long_text_is_cut_and_says_so() -> None:
    assert fence.cut("字" * 7_000) == ("字" * 6_000, True)
    assert fence.cut("短") == ("短", False)
