"""Verification codes: four to eight digits near a word for them (TRUST T34).

"Near" is the same sentence, at most 24 characters, and nothing else that is counted or numbered in
between. Patterns read a folded copy and begin at the word or at the digits.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.algorithms.secrets.digits import UNIT
from memory_core.algorithms.secrets.kinds import Secret

_FLAGS: Final = re.I | re.A
_ZH_WORD: Final = (
    "(?:(?:[验驗][证証證]|校[验驗]|[动動][态態]|短信|确认|安全|提取|激活|登[录陆錄]|识别|授权)[码碼]"
    "|动态密码|动态口令)"
)
_EN_WORD: Final = (
    r"(?<![a-z])(?:(?:verification|verify|security|confirmation|confirm|authentication"
    r"|authorization|authenticator|auth|log-?in|sign-?in|access|one[ -]time|sms|2fa|mfa|otp|backup"
    r"|recovery|pairing|activation)[ -](?:code|pin|pass ?word|passcode|number)|otp|passcode)"
    r"(?![a-z])"
)
# "code" alone is one of errors, countries and post offices too.
_OTHER_CODES: Final = (
    *("error", "status", "exit", "zip", "post", "postal", "area", "country", "promo", "response"),
    *("return", "reason", "product", "item", "color", "colour", "source", "http", "course"),
    *("fault", "stock", "discount", "coupon", "region", "bank", "sort", "dial"),
)
_BARE_WORD: Final = (
    r"(?<![a-z])(?:(?:your|my|the|ur|this) code(?![a-z])|"
    + "".join(rf"(?<!{word} )" for word in _OTHER_CODES)
    + r"code(?= ?(?:is(?![a-z])|[:=是为])))"
)
_IS: Final = r"(?: ?就?[是为]| is(?: now)?(?![a-z]))?(?: ?[:=])? ?[\"'`“「『【\[(<]?"
_ALONE: Final = r"(?![0-9a-z])(?![.:/-][0-9])"
_DIGITS: Final = rf"[0-9](?:[ .-]?[0-9]){{3,7}}{_ALONE}{UNIT}"
_BETWEEN: Final = r"[^0-9\n。！？!?;；\ufdd0]"

_NEAR: Final = re.compile(
    rf"(?:{_ZH_WORD}|{_EN_WORD})(?P<gap>{_BETWEEN}{{0,24}}?)(?<![0-9a-z.])(?P<value>{_DIGITS})",
    _FLAGS,
)
# Letters among the digits only where nothing stands between.
_BESIDE: Final = re.compile(
    rf"(?:{_ZH_WORD}|{_EN_WORD}|{_BARE_WORD}){_IS}(?:[a-z]-)?"
    rf"(?P<value>{_DIGITS}|(?=[a-z]{{0,7}}[0-9])[0-9a-z]{{4,8}}{_ALONE}{UNIT})",
    _FLAGS,
)
_BEFORE: Final = re.compile(
    rf"(?<![0-9a-z.])(?<![0-9][/:-])(?:[a-z]-)?(?P<value>{_DIGITS}) ?"
    rf"(?:(?:(?:就?[是为]|is|as)(?![a-z])(?P<gap>{_BETWEEN}{{0,32}}?)|[(【\[]{_BETWEEN}{{0,10}}?"
    rf"|[，,、]? ?(?:这是)?(?:[我你您]的)?(?:{_BETWEEN}{{0,4}}的)?)(?:{_ZH_WORD}|{_EN_WORD})"
    rf"|(?:is|as) (?:your|my|the)(?: [a-z-]{{1,16}}){{0,3}} code(?![a-z]))",
    _FLAGS,
)
_CARD_CODE: Final = re.compile(
    r"(?:安全码|(?<![a-z])(?:cvv2?|cvc2?)(?![a-z]))[^0-9\n]{0,6}(?P<value>[0-9]{3,4})(?![0-9])",
    _FLAGS,
)
# A number of something else stands between the word and the digits.
_OTHER_NUMBER: Final = re.compile(
    r"群|QQ|订单|单号|价|[¥$€]|房|门牌|编号|日期|时间|版本|电话|手机|尾号|工号|第|共|约|大概|超过|收不到|等了"
    r"|(?<![a-z])(?:order|version|room|line|page|year|error|in|at|since|after|until|within|over"
    r"|about|port|and)(?![a-z])",
    _FLAGS,
)


def find(text: str) -> Iterator[Secret]:
    """Every code in a folded text; overlaps are the caller's."""
    for pattern in (_NEAR, _BESIDE, _BEFORE, _CARD_CODE):
        for match in pattern.finditer(text):
            if not _OTHER_NUMBER.search(match.groupdict().get("gap") or ""):
                yield Secret(*match.span("value"), "code")
