"""How many secrets are caught, how many numbers are not, and at what cost (TRUST T34, T29)."""

# ruff: noqa: S311 - no secret of ours

import random
import re
import time
from itertools import islice

import pytest

from memory_core.algorithms.secrets import Kind, find, mask
from tests.memory_core.algorithms.harmless_numbers import harmless
from tests.memory_core.algorithms.secret_lines import MAKERS, Line

A_KIND = 400
NUMBERS = 12_000
FALSE_SHARE = 0.005
CAUGHT: dict[Kind, float] = {
    "identity": 1.0,
    "card": 1.0,
    "phone": 0.98,
    "code": 0.98,
    "password": 0.98,
    "key": 0.98,
    "userinfo": 0.98,
}
# Some ten times what a quiet machine takes.
SECONDS_A_MEBIBYTE = 30.0
PLAIN = ["1", "4", "a", "A1", "1 ", "4111 1111 ", "中文，"]
WORST = [
    *("\uff11", "\u200b1", "4 ", "13 ", "4444 ", "1 9 0 1 ", "0-", "(", "+2 3 ", "13800138000 "),
    *("密码", "密码是", "密码=", "password is ", "pin 1234 ", "验证码", "验证码1", "1234 is "),
    *("eyJaaaaaaaa.", "sk-", "://a:", "https://", "-----BEGIN PRIVATE KEY-----", "token=", "a1@"),
    *("卡4 ", "电话1", "身份证1 1", "seed phrase a b ", "[密码]", "一二三 ", '"', "code is "),
]


def _leaks(line: Line) -> bool:
    masked = mask(line.text)
    return not masked.counts or any(canary in masked.text for canary in line.canaries)


@pytest.mark.parametrize("kind", MAKERS)
def test_secrets_are_caught(kind: Kind) -> None:
    dice = random.Random(f"secrets of kind {kind}")
    lines = [MAKERS[kind](dice) for _ in range(A_KIND)]
    missed = [line.text for line in lines if _leaks(line)]
    caught = 1 - len(missed) / len(lines)
    assert caught >= CAUGHT[kind], f"{kind}: {caught:.2%} of {len(lines)}; missed {missed[:20]}"


def test_more_than_two_thousand_secrets_were_tried() -> None:
    assert A_KIND * len(MAKERS) >= 2_000


def test_a_find_covers_the_whole_secret_and_little_else() -> None:
    dice = random.Random("how exact")
    for kind in ("identity", "card"):
        for _ in range(A_KIND):
            line = MAKERS[kind](dice)
            begin = line.text.index(line.canaries[0])
            end = begin + len(line.canaries[0])
            assert [(s.start, s.end, s.kind) for s in find(line.text)] == [(begin, end, kind)], line


def test_harmless_numbers_are_left_alone() -> None:
    dice = random.Random("harmless numbers")
    lines = list(islice(harmless(dice), NUMBERS))
    assert sum(bool(re.search(r"\d", line)) for line in lines) >= 10_000
    wrong = {line: mask(line).text for line in lines if find(line)}
    share = len(wrong) / len(lines)
    assert share <= FALSE_SHARE, f"{share:.3%} of {len(lines)}: {list(wrong.items())[:20]}"


@pytest.mark.parametrize(
    ("unit", "size"), [(unit, 1 << 20) for unit in PLAIN] + [(unit, 1 << 17) for unit in WORST]
)
def test_long_texts_are_searched_in_linear_time(unit: str, size: int) -> None:
    text = (unit * (size // len(unit) + 1))[:size]
    started = time.process_time()
    find(text)
    assert time.process_time() - started < SECONDS_A_MEBIBYTE * size / (1 << 20)
