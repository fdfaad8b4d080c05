"""What people wrote, on its way into a prompt: cleaned, one JSON object a line, inside a fence that
nobody could know beforehand (TRUST T23)."""

import json
import random
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

NAME_CHARACTERS: Final = 40
TEXT_CHARACTERS: Final = 6_000
"""Of one message; half of what a whole batch may have (SPEC 3.2)."""
_FENCE_BITS: Final = 96

_BREAKS: Final = re.compile("\r\n?|[\u0085\u2028\u2029\x0b\x0c]")
# Characters of other categories that show nothing: fillers, joiners, selectors of a glyph's form.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
_UNSEEN_CATEGORIES: Final = ("Cc", "Cf", "Cs", "Cn")
# Marks that some end points take for the borders of a turn, wherever they stand.
_ROLE_MARK: Final = re.compile(
    r"<(?=[|\uff5c]|/?s>|<SYS>>|/?(?:start|end)_of_|/?(?:think|system|assistant|user)\b)"
    r"|\[(?=/?INST\])",
    re.IGNORECASE,
)
_NOT_IN_NAMES: Final = re.compile(r"[<>{}\[\]\"\\`|\uff5c]+")

Clean = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Fence:
    """A pair of marks for one batch."""

    token: str

    @property
    def opening(self) -> str:
        return f"<<<DATA {self.token}>>>"

    @property
    def closing(self) -> str:
        return f"<<<END {self.token}>>>"


def visible(text: str) -> str:
    """Without control, bidi and zero-width characters and without broken ones; any line break
    is a newline."""
    text = _UNSEEN.sub("", _BREAKS.sub("\n", text))
    if text.isprintable():
        return text
    return "".join(char for char in text if char in "\n\t" or is_visible(char))


def is_visible(char: str) -> bool:
    return unicodedata.category(char) not in _UNSEEN_CATEGORIES and not _UNSEEN.match(char)


def clean_text(text: str) -> str:
    """A message's text for a prompt. A space parts the marks of roles from what follows; quotes
    are found again without it."""
    return _ROLE_MARK.sub(lambda found: found[0] + " ", visible(text))


def clean_name(name: str) -> str:
    """A name of at most 40 characters on one line, without anything that structures a prompt."""
    bare = _NOT_IN_NAMES.sub(" ", visible(unicodedata.normalize("NFKC", visible(name))))
    return " ".join(bare.split())[:NAME_CHARACTERS].strip()


def cut(text: str, *, limit: int = TEXT_CHARACTERS) -> tuple[str, bool]:
    """The first `limit` characters, and whether that is less than all."""
    return text[:limit], len(text) > limit


def as_line(row: Mapping[str, object]) -> str:
    """One row on one line: `clean_text` left no other line break than the one JSON escapes."""
    return json.dumps(row, ensure_ascii=False, separators=(", ", ": "))


def make_fence(data: str, *, rng: random.Random) -> Fence:
    """A fence whose token does not occur in `data`, in any case of its letters."""
    lowered = data.lower()
    while True:
        token = f"{rng.getrandbits(_FENCE_BITS):0{_FENCE_BITS // 4}x}"
        if token not in lowered:
            return Fence(token)


def enclose(rows: Sequence[Mapping[str, object]], *, rng: random.Random) -> tuple[str, Fence]:
    """The rows as lines between the two marks of a fresh fence."""
    data = "\n".join(as_line(row) for row in rows)
    fence = make_fence(data, rng=rng)
    return f"{fence.opening}\n{data}\n{fence.closing}", fence
