"""Is there a sentence in this line, or only dice, emoji, a log, a hex dump? (SPEC 3.2)."""

import re
from typing import Final

from memory_core.providers.builtin.clauses import HAN, is_paste

_LINK: Final = re.compile(r"https?://\S+|www\.\S+")
_PLACEHOLDER: Final = re.compile(
    r"[\[【\u3014(（](?:图片|图|表情|动画表情|语音|视频|文件|链接|image|sticker"
    r"|photo)[^\]】\u3015)）]*[\]】\u3015)）]",
    re.I,
)
_DICE: Final = re.compile(
    r"^\s*[.。/!！](?:r|ra|rc|rd|rh|roll|sc|st|en|dice|li|ti)\b|\b\d*[dD]\d{1,4}\b|掷出|掷骰|骰子"
    r"|检定",
    re.I,
)
_HEX: Final = re.compile(
    r"^\W*(?:(?:0x)?[0-9a-f]{2,}\W+){3,}+(?:0x)?[0-9a-f]*\W*$|^\W*[0-9a-f]{16,}\W*$", re.I
)
_LOG: Final = re.compile(
    r"^\s*(?:\[?\d{1,4}[-/:.]\d\d[-/:.]\d\d|at [\w.$]+\(|File \"|\w+(?:Error|Exception)\b"
    r"|(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\b)"
)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z']*")
_SMALL_WORDS_ROWS: Final = (
    "i you he she it we they a an the is are was were be am to of in on at for and or but",
    "not my your this that with have has had do does did so just will can me i'm it's",
    "don't what how",
)
_SMALL_WORDS: Final = frozenset(word for row in _SMALL_WORDS_ROWS for word in row.split())
MIN_HAN: Final = 5
MIN_WORDS: Final = 4


def is_natural(text: str) -> bool:
    """Whether a line holds at least one short sentence of a language people speak."""
    bare = _PLACEHOLDER.sub(" ", _LINK.sub(" ", text)).strip()
    if not bare or _DICE.search(bare) or _HEX.match(bare) or _LOG.match(bare) or is_paste(bare):
        return False
    solid = [c for c in bare if not c.isspace()]
    han = re.findall(HAN, bare)
    if len(han) >= MIN_HAN and len(set(han)) > len(han) // 4 and len(han) * 2 >= len(solid):
        return True
    words = _WORD.findall(bare)
    letters = sum(c.isascii() and c.isalpha() for c in solid)
    mixed = len(han) >= 2 and len(words) >= 1 and len(han) + len(words) >= MIN_HAN
    return mixed or (
        len(words) >= MIN_WORDS
        and letters * 10 >= len(solid) * 7
        and any(word.lower() in _SMALL_WORDS for word in words)
    )
