"""What the patterns of several classes share. All but those of keys read a lower-case folded copy.

Speed: `re` skips to the first letter of a pattern fast only if every branch begins with a letter or
a class, so what must stand before a word is asked after its first letter (`english`).
"""

from typing import Final

# What people put between the digits of one number: a single sign, " - ", or two spaces.
GAP: Final = r"(?: ?[-._/] ?| {1,2})"
# After these a number is an amount, and no number of anything.
UNIT: Final = (
    r"(?! ?(?:[年月元块圆万亿米克秒人次条个位岁股票度%‰℃¥€]|公里|千米|光年"
    r"|分钟|小时|字节|美[元金]|日元"
    r"|(?:years?|km|kg|bytes?|kb|mb|gb|ms|usd|rmb|cny|dollars?|people|points?|times)(?![a-z])))"
)
# Stands where a secret or a mask was: no pattern takes it in or reaches across it.
WALL: Final = "\ufdd0"
# Other than digits; what may stand between a word and the number it announces.
BETWEEN: Final = rf"[^0-9\n{WALL}]"
HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"


def english(*words: str) -> str:
    """Branches for patterns of whole words; Han characters may touch them."""
    return "|".join(f"{word[0]}(?<![a-z]{word[0]}){word[1:]}(?![a-z])" for word in words)
