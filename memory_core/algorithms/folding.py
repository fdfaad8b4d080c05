"""A copy of a text to match on, and the way back to positions of the text itself.

People and attackers write one thing in many ways: full-width or bold digits, exotic spaces and
dashes, characters that cannot be seen between two digits. The copy has plain ones and none unseen,
so that a pattern need not know them (TRUST T34, T37).
"""

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

# Stands for what is taken out in the second step; itself unseen, so no visible text is lost.
_UNSEEN: Final = "\u200b"
# Letters by category, but drawn as nothing: Hangul fillers.
_FILLERS: Final = frozenset("\u115f\u1160\u3164\uffa0")
_LIKE_DASH: Final = frozenset("\u2212\u2500\u30fc\uff70")
_LIKE_DOT: Final = frozenset("\u00b7\u2022\u2027\u2219\u22c5\u30fb")
_LIKE_QUOTE: Final = frozenset("\u2018\u2019\u2032")
# They end a sentence or a clause, which their ASCII twins do only sometimes.
_STOPS: Final = frozenset("\uff0c\uff1b\uff01\uff1f")
_LIKE_SPACE: Final = frozenset("\u2800\t\x0b\x0c\r\x1c\x1d\x1e\x1f\x85")
_VISIBLE: Final = re.compile(f"[^{_UNSEEN}]+")


@dataclass(frozen=True, slots=True)
class Folded:
    """`text` = the copy; what begins at its `at[i]` begins at `origin[i]` of the original."""

    text: str
    at: tuple[int, ...]
    origin: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where copy[start:end] stands in the original, with what cannot be seen behind it."""
        return self._origin(start), self._origin(end)

    def _origin(self, position: int) -> int:
        run = bisect_right(self.at, position) - 1
        return self.origin[run] + position - self.at[run]


def fold(text: str) -> Folded:
    """The matching copy: line breaks stay, letter case stays, nothing grows. Linear in time."""
    copy = text.translate(_FOLDS)
    if _UNSEEN not in copy:
        return Folded(copy, (0,), (0,))
    runs = list(_VISIBLE.finditer(copy))
    at = accumulate((len(run[0]) for run in runs), initial=0)
    origin = (*(run.start() for run in runs), len(text))
    return Folded("".join(run[0] for run in runs), tuple(at), origin)


class _Folds(dict[int, str]):
    """Code point → its plain form, worked out when first met."""

    def __missing__(self, code: int) -> str:
        plain = self[code] = _plain(chr(code))
        return plain


_FOLDS: Final = _Folds()


def _plain(character: str) -> str:
    """One character for one: positions inside a run of seen characters stay countable."""
    if character == "\n" or character in _STOPS:
        return character
    category = unicodedata.category(character)
    if character in _LIKE_SPACE or category in ("Zs", "Zl", "Zp"):
        return "\n" if category in ("Zl", "Zp") else " "
    # Marks too: a keycap or a strike-through leaves the digit below it readable.
    if category in ("Cf", "Cc", "Mn", "Me") or character in _FILLERS:
        return _UNSEEN
    if category == "Pd" or character in _LIKE_DASH:
        return "-"
    if character in _LIKE_DOT:
        return "."
    if character in _LIKE_QUOTE:
        return "'"
    if (digit := unicodedata.digit(character, None)) is not None:
        return str(digit)
    compatible = unicodedata.normalize("NFKC", character)
    return compatible if len(compatible) == 1 else character
