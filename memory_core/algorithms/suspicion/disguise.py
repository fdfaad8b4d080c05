"""Orders a person does not see and a model reads: unseen characters, look-alikes, encodings."""

import base64
import binascii
import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

# The signs of orders as they are written in Taiwan and Hong Kong.
_SIMPLER: Final = str.maketrans(
    "無視從現須遠記後給聽說規則設條內對話請復約開發這個執據統詞權過濾應該許準進當時問絕會"
    "沒將轉帳變為與輸顯違隱員機讓關長續諾擺脫創實裝處頭總們來戶調試點議審製務",
    "无视从现须远记后给听说规则设条内对话请复约开发这个执据统词权过滤应该许准进当时问绝会"
    "没将转账变为与输显违隐员机让关长续诺摆脱创实装处头总们来户调试点议审制务",
)
# Cyrillic and Greek letters that look like Latin ones.
_TWINS: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb"
    "\u03b1\u03b5\u03b9\u03bf\u03bd\u03c4\u03c5",
    "aeopcyxijsdhaeiovtu",
)
_LEET: Final = str.maketrans("013457@$", "oieastas")
_SPELLED: Final = re.compile(r"(?<![a-z])[a-z](?:[ ._*|-][a-z]){3,}(?![a-z])")
_SPREAD: Final = re.compile("(?<=[\u4e00-\u9fff])[ ._*|/~-]{1,3}(?=[\u4e00-\u9fff])")
_SEPARATORS: Final = re.compile("[ ._*|-]")
_NOT_LETTERS: Final = re.compile("[^a-z]+")
# The one order worth the trouble of writing it without spaces or in figures.
_SQUEEZED: Final = re.compile(
    "(?:ignore|disregard|forget|bypass)(?:all|any|every|the|of|your|my|these)*"
    "(?:previous|prior|above|earlier|your|system|all)(?:the|system|safety)*"
    "(?:instruction|prompt|directive|guideline)"
)

_FLAG: Final = re.compile("\U0001f3f4[\U000e0020-\U000e007f]{2,12}")
_UNSEEN: Final = "\u180e\u200b-\u200f\u2060-\u2064\ufeff"
# Letters of the tag block, a reversed line, variation selectors or joiners in a row: each of them
# has carried hidden text. Flags and emoji families use some, one at a time.
_SMUGGLED: Final = re.compile(
    "[\U000e0000-\U000e007f]|[\u202d\u202e]|[\ufe00-\ufe0f]{2}|[\U000e0100-\U000e01ef]{2}"
    f"|[{_UNSEEN}]{{4}}"
)
_INSIDE_WORD: Final = re.compile(
    f"(?<=[a-zA-Z0-9\u4e00-\u9fff])[{_UNSEEN}]+(?=[a-zA-Z0-9\u4e00-\u9fff])"
)
# One may come with a copied page; three are put there.
_TOO_MANY: Final = 3

_ADDRESS: Final = re.compile(r"(?:https?|ftp)://[!-~]{1,2048}")
_BASE64: Final = re.compile("[A-Za-z0-9+/_-]{20,}+={0,2}")
_HEX: Final = re.compile(r"(?:(?:\\x|0x)?[0-9A-Fa-f]{2}[ ,:]?){12,}+")
_ESCAPED: Final = re.compile(r"(?:\\u[0-9A-Fa-f]{4} ?){4,}+")
_PERCENT: Final = re.compile("(?:%[0-9A-Fa-f]{2}[A-Za-z0-9+._-]{0,12}){6,}+")
_BINARY: Final = re.compile("(?:[01]{8} ?){8,}+")
_BLOB: Final = 96
_READABLE: Final = 10
_SPEECH: Final = re.compile("[a-zA-Z]{2,}[ ,.!]+[a-zA-Z]{2,}|[\u4e00-\u9fff]{4}")


@dataclass(frozen=True, slots=True)
class Decoded:
    """`is_blob` = readable text in a coat, or a lump too long to be a name; a reason by itself."""

    text: str
    is_blob: bool


def unmasked(folded: str) -> str:
    """Lower case, plain letters, simplified characters, nothing between letters of one word."""
    copy = folded.lower().translate(_TWINS).translate(_SIMPLER)
    copy = _SPREAD.sub("", copy)
    return _SPELLED.sub(lambda match: _SEPARATORS.sub("", match[0]), copy)


def holds_squeezed_order(copy: str) -> bool:
    """An order to drop all instructions with anything, or nothing, between its letters."""
    return any(_SQUEEZED.search(_NOT_LETTERS.sub("", way)) for way in (copy, copy.translate(_LEET)))


def is_smuggled(text: str) -> bool:
    """Characters that only somebody hiding something uses."""
    if text.isascii():
        return False
    without_flags = _FLAG.sub("", text)
    if _SMUGGLED.search(without_flags):
        return True
    return sum(1 for _ in _INSIDE_WORD.finditer(without_flags)) >= _TOO_MANY


def decoded(text: str) -> Iterator[Decoded]:
    """What the encoded parts of a text say."""
    plain = _ADDRESS.sub(" ", text)
    for match in _BASE64.finditer(plain):
        said = _readable(_from_base64(match[0]))
        if said or _is_lump(match[0]):
            yield Decoded(said, is_blob=True)
    for match in _HEX.finditer(plain):
        digits = re.sub(r"\\x|0x|[ ,:]", "", match[0])
        if said := _readable(bytes.fromhex(digits)):
            yield Decoded(said, is_blob=True)
    for match in _BINARY.finditer(plain):
        bits = match[0].replace(" ", "")
        octets = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
        if said := _readable(octets):
            yield Decoded(said, is_blob=True)
    for match in _ESCAPED.finditer(plain):
        said = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m[1], 16)), match[0])
        yield Decoded(said, is_blob=False)
    for match in _PERCENT.finditer(text):
        yield Decoded(unquote(match[0]).replace("+", " "), is_blob=False)
    yield Decoded(codecs.encode(text, "rot13"), is_blob=False)
    yield Decoded(text[::-1], is_blob=False)


def _from_base64(run: str) -> bytes:
    bare = run.rstrip("=").replace("-", "+").replace("_", "/")
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4))
    except binascii.Error:
        return b""


def _readable(octets: bytes) -> str:
    """The octets as text, if they are a text; else ''."""
    try:
        said = octets.decode()
    except UnicodeDecodeError:
        return ""
    fits = len(said) >= _READABLE or re.search("[\u4e00-\u9fff]{4}", said)
    is_clean = all(character.isprintable() or character in "\n\r\t" for character in said)
    return said if fits and is_clean and _SPEECH.search(said) else ""


def _is_lump(run: str) -> bool:
    """Long, and of all three sorts of signs: no word, no digest, no name of a file."""
    kinds = ("[A-Z]", "[a-z]", "[0-9]")
    return len(run) >= _BLOB and all(re.search(kind, run) for kind in kinds)
