"""Reading JSON the way models write it: once as the standard says, else with its usual faults.

The tolerant reader never goes back over what it read, so its cost grows with the length of the
text; what it cannot read ends the value there, and only whole items before that place are kept.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

DEPTH: Final = 32
"""Nothing we ask for is nested deeper than 4 (TRUST T13)."""
LONGEST_INTEGER: Final = 18
_LONGEST_BARE: Final = 200

# Comments are bounded: a quote before one is looked behind again and again.
_SPACE: Final = re.compile(
    r"(?:[\s\ufeff\u200b-\u200f\u2060]+|//[^\n]{0,200}|/\*.{0,120}?\*/)*", re.DOTALL
)
_OPEN: Final = re.compile(r"[{\[\uff5b\uff3b]")
_OPENING: Final = "{[\uff5b\uff3b"
_END_OF_OBJECT: Final = "}\uff5d"
_END_OF_LIST: Final = "]\uff3d"
_COMMA: Final = ",，"
_COLON: Final = ":："
_QUOTES: Final = {
    '"': re.compile(r'[\\"]'),
    "\uff02": re.compile(r'[\\\uff02"]'),
    "“": re.compile(r"[\\“”]"),
    "”": re.compile(r"[\\“”]"),
    "「": re.compile(r"[\\」]"),
    "'": re.compile(r"[\\']"),
    "‘": re.compile(r"[\\‘’]"),
    "’": re.compile(r"[\\‘’]"),
}
_SINGLE: Final = "'‘’"
_ESCAPES: Final = {
    '"': '"', "'": "'", "\\": "\\", "/": "/", "\n": "\n",
    "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
}  # fmt: skip
_HEX: Final = re.compile(r"[0-9a-fA-F]{4}")
_PAIR: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_KEY: Final = re.compile(r"[\w$.-]{1,80}")
_BARE: Final = re.compile(r'[^,，:：\[\]{}\uff5b\uff5d\uff3b\uff3d"“”\n]+')
# Between the items of a list: commas, dots in place of items, a bracket too many.
_BETWEEN: Final = re.compile(r"[,，}\uff5d]+|\.{2,}|…+")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?")
_LITERALS: Final[dict[str, object]] = {
    "true": True, "false": False, "null": None,
    "none": None, "nan": None, "infinity": None, "-infinity": None, "undefined": None,
}  # fmt: skip
# What may stand behind a comma that ends a text: the start of the next value or key.
_NEXT: Final = re.compile(
    r"[\"'“”‘’「\uff02{\[}\]\uff5b\uff3b\uff5d\uff3d]|$|-?[0-9]|(?:true|false|null|None|True|False)\b|[A-Za-z_]\w{0,40}\s{0,8}[:：]"
)
_NEXT_KEY: Final = re.compile(r"[\"'“”][^\"'“”\n\\]{1,40}[\"'“”]\s{0,8}[:：]")


class TooDeep(Exception):
    """Brackets nested past DEPTH."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A value that began with a bracket. `end` is where the text goes on; `is_cut` = it stopped
    before its brackets closed, and only whole items were kept. No notes = standard JSON."""

    value: object
    start: int
    end: int
    notes: tuple[str, ...] = ()
    is_cut: bool = False


def readings(text: str, *, at_most: int) -> Iterator[Reading]:
    """Every object and list of a text, outermost ones, in order. TooDeep where one is."""
    at = 0
    for _ in range(at_most):
        found = _OPEN.search(text, at)
        if found is None:
            return
        reading = read(text, found.start())
        yield reading
        at = max(reading.end, found.end())


def read(text: str, start: int) -> Reading:
    """The object or list whose bracket stands at `start`."""
    return _read_strictly(text, start) or _Reader(text, start).read()


def _read_strictly(text: str, start: int) -> Reading | None:
    notes: dict[str, None] = {}

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) != len(pairs):
            notes["a key stood twice, the last one counts"] = None
        return made

    def constant(_name: str) -> None:
        notes["a number that is none"] = None

    def number(digits: str) -> object:
        value = _number(digits)
        if value is None:
            notes["a number that is none"] = None
        return value

    decoder = json.JSONDecoder(
        object_pairs_hook=unique, parse_constant=constant, parse_int=number, parse_float=number
    )
    try:
        value, end = decoder.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    if _is_deep(value):
        raise TooDeep
    return Reading(value, start, end, tuple(notes))


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEPTH + 1):
        level = [
            item
            for holder in level
            if isinstance(holder, dict | list)
            for item in (holder.values() if isinstance(holder, dict) else holder)
        ]
        if not level:
            return False
    return any(isinstance(item, dict | list) for item in level)


def _number(digits: str) -> int | float | None:
    """None for what is no finite number; long integers become floats."""
    if digits.lstrip("+-").isdecimal() and len(digits) <= LONGEST_INTEGER:
        return int(digits)
    value = float(digits)
    return value if math.isfinite(value) else None


def _joined(text: str) -> str:
    """Characters beyond the first plane, escaped as two halves, made whole."""
    return _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


_LOST: Final = object()
"""In place of a value that was not there whole."""


class _Reader:
    """One pass over one value. It is over where the text ends early or cannot be read on:
    whoever is called returns at once, and keeps what was whole."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.at = start
        self._is_over = False
        self.notes: dict[str, None] = {}
        self.open: list[str] = []

    def read(self) -> Reading:
        value = self.value()
        notes = tuple(self.notes) or ("punctuation was mended",)
        return Reading(value, self.start, self.at, notes, self.is_over())

    def value(self) -> object:
        char = self.peek()
        if char in _OPENING:
            if len(self.open) >= DEPTH:
                raise TooDeep
            is_object = char in "{\uff5b"
            self.at += 1
            self.open.append("object" if is_object else "list")
            made = self.read_object() if is_object else self.read_list()
            self.open.pop()
            return made
        if char in _QUOTES:
            return self.string(char)
        return self.bare()

    def read_object(self) -> dict[str, object]:
        pairs: dict[str, object] = {}
        while not self.is_over():
            char = self.next()
            if self.is_over():
                break
            if char in _COMMA + _END_OF_OBJECT:
                self.at += 1
                if char in _END_OF_OBJECT:
                    break
                continue
            if char in _END_OF_LIST + _OPENING and "list" in self.open:
                self.note("a closing bracket was missing")
                break
            key = self.key(char)
            if self.is_over():
                break
            value = self.value_of_key()
            if value is _LOST:
                break
            if key in pairs:
                self.note("a key stood twice, the last one counts")
            pairs[key] = value
        return pairs

    def read_list(self) -> list[object]:
        items: list[object] = []
        while not self.is_over():
            char = self.next()
            if self.is_over():
                break
            if char in _END_OF_LIST:
                self.at += 1
                break
            if char in _END_OF_OBJECT and "object" in self.open:
                self.note("a closing bracket was missing")
                break
            if skipped := _BETWEEN.match(self.text, self.at):
                self.at = skipped.end()
                continue
            item = self.value()
            # What was cut off half-way is no item.
            if not self.is_over():
                items.append(item)
        return items

    def key(self, char: str) -> str:
        if char in _QUOTES:
            made = self.string(char, is_key=True)
            return made if isinstance(made, str) else ""
        bare = _KEY.match(self.text, self.at)
        if bare is None:
            self.stop("it breaks off at a character that belongs nowhere")
            return ""
        self.note("a key without quotes")
        self.at = bare.end()
        return bare[0]

    def value_of_key(self) -> object:
        if self.next() not in _COLON:
            self.stop("it breaks off at a key without a value")
            return _LOST
        self.at += 1
        return self.value() if self.next() else _LOST

    def string(self, opener: str, *, is_key: bool = False) -> object:
        text, at, parts = self.text, self.at + 1, list[str]()
        while found := _QUOTES[opener].search(text, at):
            parts.append(text[at : found.start()])
            at = found.end()
            if found[0] == "\\":
                part, at = self.escape(at)
                parts.append(part)
            elif self.closes(at, is_key=is_key):
                self.at = at
                if opener != '"':
                    self.note("other quotes than JSON has")
                return _joined("".join(parts))
            elif opener in _SINGLE and not self.is_apostrophe(found.start()):
                self.at = at
                self.stop("single quotes that can be read in two ways")
                return _LOST
            else:
                self.note("quotes inside a text")
                parts.append(found[0])
        self.at = len(text)
        self.stop("it breaks off inside a text")
        return _LOST

    def escape(self, at: int) -> tuple[str, int]:
        """What the backslash before `at` stands for, and where the text goes on. A backslash
        that escapes nothing is one of the text's own."""
        char = self.text[at : at + 1]
        if char == "u" and (code := _HEX.match(self.text, at + 1)):
            return chr(int(code[0], 16)), code.end()
        if char in _ESCAPES:
            return _ESCAPES[char], at + 1
        self.note("a backslash that escapes nothing")
        return "\\", at

    def closes(self, at: int, *, is_key: bool) -> bool:
        """Whether a quote before `at` ends its text: behind it must stand what may follow one."""
        here = self.skip(at)
        char = self.text[here : here + 1]
        if not char or char in _COLON:
            return is_key or not char
        if char in _END_OF_OBJECT + _END_OF_LIST:
            return True
        if char in _COMMA:
            return _NEXT.match(self.text, self.skip(here + 1)) is not None
        if "\n" in self.text[at:here] and char in _QUOTES:
            return True
        return not is_key and _NEXT_KEY.match(self.text, here) is not None

    def is_apostrophe(self, at: int) -> bool:
        around = self.text[at - 1 : at] + self.text[at + 1 : at + 2]
        return len(around) == 2 and around.isalpha() and around.isascii()

    def bare(self) -> object:
        """A number, a literal, or a text somebody forgot to quote."""
        found = _BARE.match(self.text, self.at, self.at + _LONGEST_BARE)
        if found is None:
            self.stop("it breaks off at a character that belongs nowhere")
            return _LOST
        token = found[0].strip()
        self.at = found.end()
        if token.lower() in _LITERALS:
            return _LITERALS[token.lower()]
        if self.at >= len(self.text):
            self.stop("it breaks off inside a value")
            return _LOST
        if _NUMBER.fullmatch(token):
            return _number(token)
        self.note("a text without quotes")
        return token

    def next(self) -> str:
        """The next character that is neither space nor comment; at the end '', and all is over."""
        self.at = self.skip(self.at)
        char = self.peek()
        if not char:
            self.stop("it breaks off before it closes")
        return char

    def skip(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def is_over(self) -> bool:
        return self._is_over

    def note(self, what: str) -> None:
        self.notes[what] = None

    def stop(self, why: str) -> None:
        self._is_over = True
        self.note(why)
