"""Finding and masking secrets in a text (SPEC 3.3, TRUST T34).

Numbers with a check digit are told by it; the rest by their shape or by a word beside them. A find
may be wrong and costs a few words then; a miss may put a password into a prompt. So where the two
pull, finding wins, except over plain numbers, of which chats are full.

A mask names the class and nothing else: no digit, no length. Its language is that of the text:
Chinese if the text has a Han character, English if not. Masks are never secrets themselves, and
no word counts as beside something on the other side of a mask.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from memory_core.algorithms.folding import fold
from memory_core.algorithms.secrets import codes, digits, keys, passwords
from memory_core.algorithms.secrets.kinds import (
    KINDS,
    LABELS_EN,
    LABELS_ZH,
    POLICY,
    Kind,
    Policy,
    Secret,
)
from memory_core.algorithms.secrets.patterns import WALL

__all__ = ["KINDS", "POLICY", "Kind", "Masked", "Policy", "Secret", "find", "mask", "verdict"]

_HAN: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
# Three or more: "三八" is a day, "一三八零零…" a telephone.
_SPOKEN: Final = re.compile("[零〇○一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]{3,}")
_SPOKEN_DIGITS: Final = str.maketrans(
    "零〇○一二三四五六七八九幺壹贰叁肆伍陆柒捌玖", "0001234567891123456789"
)
_LOWER: Final = {ord(letter): letter.lower() for letter in ascii_uppercase}
_LABEL: Final = re.compile(
    "|".join(re.escape(label) for label in (*LABELS_ZH.values(), *LABELS_EN.values()))
)
_RANK: Final = {kind: rank for rank, kind in enumerate(KINDS)}
_STRICTNESS: Final[tuple[Policy, ...]] = ("mask", "review", "drop")


@dataclass(frozen=True, slots=True)
class Masked:
    """`counts` = how many secrets of each kind were masked; kinds without any are left out."""

    text: str
    counts: Mapping[Kind, int]


def find(text: str) -> tuple[Secret, ...]:
    """The secrets of a text by position, none overlapping. No text raises."""
    folded = fold(text)
    copy = _LABEL.sub(_wall, _SPOKEN.sub(_as_digits, folded.text))
    found: list[Secret] = []
    # A find can uncover another that it overlapped; each round walls off what it found, so the
    # rounds end, and in real texts the second finds nothing.
    while some := _joined(_candidates(copy)):
        found += some
        copy = _walled(copy, some)
    return tuple(
        sorted(Secret(*folded.span(secret.start, secret.end), secret.kind) for secret in found)
    )


def mask(text: str) -> Masked:
    """The text with the name of its class for every secret; masking twice changes nothing."""
    found = find(text)
    labels = LABELS_ZH if _HAN.search(text) else LABELS_EN
    pieces, end = [], 0
    for secret in found:
        pieces += [text[end : secret.start], labels[secret.kind]]
        end = secret.end
    return Masked("".join((*pieces, text[end:])), Counter(secret.kind for secret in found))


def verdict(kinds: Iterable[Kind]) -> Policy | None:
    """What becomes of a candidate that held secrets of these kinds; None = it held none."""
    return max((POLICY[kind] for kind in kinds), key=_STRICTNESS.index, default=None)


def _candidates(copy: str) -> list[Secret]:
    # Of ASCII only: str.lower() can grow, and positions would move.
    lower = copy.translate(_LOWER)
    return [
        *keys.find(copy, lower=lower),
        *digits.find(lower),
        *passwords.find(lower),
        *codes.find(lower),
    ]


def _joined(candidates: Iterable[Secret]) -> list[Secret]:
    """Overlapping finds become one, of the surest kind: half a password left over is a leak."""
    joined: list[Secret] = []
    for secret in sorted(candidates):
        if joined and secret.start < joined[-1].end:
            last = joined.pop()
            kind = min(last.kind, secret.kind, key=_RANK.__getitem__)
            joined.append(Secret(last.start, max(last.end, secret.end), kind))
        else:
            joined.append(secret)
    return joined


def _walled(copy: str, found: Iterable[Secret]) -> str:
    pieces, end = [], 0
    for secret in found:
        pieces += [copy[end : secret.start], WALL * (secret.end - secret.start)]
        end = secret.end
    return "".join((*pieces, copy[end:]))


def _as_digits(match: re.Match[str]) -> str:
    run = match[0]
    # A name may end in a numeral (张三, 王五): of twelve, the last eleven are a telephone's.
    name = run[: len(run) == 12 and run[1] in "一幺"]
    return name + run[len(name) :].translate(_SPOKEN_DIGITS)


def _wall(match: re.Match[str]) -> str:
    return WALL * len(match[0])
