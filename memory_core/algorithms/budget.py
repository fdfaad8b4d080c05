"""The token budget of the memory index (SPEC 9): CJK characters 1 each, of the rest a quarter."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

# CJK punctuation and full-width forms too: models spend about a token on each.
_CJK: Final = re.compile(
    "[\u2e80-\u303f\u3040-\u30ff\u3100-\u318f\u31a0-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The lines that fit, how many were cut, and the tokens of the kept ones joined by newlines."""

    lines: tuple[str, ...]
    cut: int
    tokens: int


def count_tokens(text: str) -> int:
    """CJK characters, and a quarter of all others, rounded up."""
    wide = _wide(text)
    return wide + _quarter(len(text) - wide)


def fit(lines: Iterable[str], *, budget: int) -> Fitted:
    """The longest run of first lines that stays within `budget` tokens, cut at whole lines.

    It stops at the first line too long, even if a later one would fit: which lines are in then
    depends on what stands before them alone, and the text stays byte-stable.
    """
    every = list(lines)
    kept: list[str] = []
    wide = narrow = tokens = 0
    for line in every:
        line_wide = _wide(line)
        wide += line_wide
        narrow += len(line) - line_wide + bool(kept)  # the newline before it
        total = wide + _quarter(narrow)
        if total > budget:
            break
        kept.append(line)
        tokens = total
    return Fitted(lines=tuple(kept), cut=len(every) - len(kept), tokens=tokens)


def _wide(text: str) -> int:
    return len(_CJK.findall(text))


def _quarter(characters: int) -> int:
    return -(-characters // 4)
