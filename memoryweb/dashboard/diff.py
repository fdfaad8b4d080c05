"""Word by word: what went and what came, so that it reads without colour (mockups/README)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final, Literal

from memory_core.algorithms import tokenize

Change = Literal["same", "gone", "new"]
AROUND_CHARACTERS: Final = 400
_HAN_FIRST, _HAN_LAST = 0x4E00, 0x9FD5
# Han runs go through the dictionary, everything else is a word, a space or a sign.
_PARTS: Final = re.compile(r"[\u4e00-\u9fd5]+|[^\W\u4e00-\u9fd5]+|\s+|.", re.S)


@dataclass(frozen=True, slots=True)
class Piece:
    change: Change
    text: str


def words(before: str, after: str) -> list[Piece]:
    """The pieces of a change, what went before what came."""
    return list(_pieces(_split(before), _split(after)))


def _split(text: str) -> list[str]:
    """Words that join to exactly `text` again."""
    found: list[str] = []
    for part in _PARTS.findall(text):
        cut = tokenize.cut(part) if _HAN_FIRST <= ord(part[0]) <= _HAN_LAST else [part]
        # The tokenizer normalises; what it would change is shown letter by letter instead.
        found += cut if "".join(cut) == part else list(part)
    return found


def _pieces(old: list[str], new: list[str]) -> Iterator[Piece]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_from, old_to, new_from, new_to in matcher.get_opcodes():
        if tag == "equal":
            yield Piece("same", "".join(old[old_from:old_to]))
            continue
        if old_to > old_from:
            yield Piece("gone", "".join(old[old_from:old_to]))
        if new_to > new_from:
            yield Piece("new", "".join(new[new_from:new_to]))


def marked(text: str, quotes: list[str]) -> list[Piece]:
    """A message with its quoted words as `new` pieces; overlapping quotes melt together."""
    is_marked = [False] * len(text)
    for quote in quotes:
        start = text.find(quote) if quote else -1
        while start >= 0:
            is_marked[start : start + len(quote)] = [True] * len(quote)
            start = text.find(quote, start + len(quote))
    pieces: list[Piece] = []
    begin = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or is_marked[end] != is_marked[begin]:
            pieces.append(Piece("new" if is_marked[begin] else "same", text[begin:end]))
            begin = end
    return pieces


def shortened(pieces: list[Piece]) -> list[Piece]:
    """The marked words of a long text with what stands around them: long stretches between lose
    their middle. Anybody can send a message of 256 KiB."""
    return [_short(piece) if piece.change == "same" else piece for piece in pieces]


def _short(piece: Piece) -> Piece:
    if len(piece.text) <= 2 * AROUND_CHARACTERS:
        return piece
    return Piece("same", f"{piece.text[:AROUND_CHARACTERS]} … {piece.text[-AROUND_CHARACTERS:]}")
