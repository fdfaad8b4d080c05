"""Verification codes: four to eight digits near a word for them (TRUST T34).

"Near" is the same sentence, at most 24 characters, and nothing else that is counted or numbered in
between.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.algorithms.secrets.kinds import Secret
from memory_core.algorithms.secrets.patterns import BETWEEN, UNIT, english

_WORD: Final = (
    "(?:[验驗][证証證][码碼]|校[验驗][码碼]|[动動][态態](?:[码碼]|密[码碼]|口令)"
    "|(?:短信|确认|安全|提取|激活|登[录陆錄]|识别|授权)[码碼]|"
    + english(
        *(
            f"{kind}[ -](?:code|pin|pass ?word|passcode|number)"
            for kind in (
                *("verification", "verify", "security", "confirmation", "confirm", "auth"),
                *("authentication", "authorization", "authenticator", "log-?in", "sign-?in"),
                *("access", "one[ -]time", "sms", "2fa", "mfa", "otp", "backup", "recovery"),
                *("pairing", "activation"),
            )
        ),
        *("otp", "passcode"),
    )
    + ")"
)
# "code" alone is one of errors, countries and post offices too.
_OTHER_CODES: Final = (
    *("error", "status", "exit", "zip", "post", "postal", "area", "country", "promo", "response"),
    *("return", "reason", "product", "item", "color", "colour", "source", "http", "course"),
    *("fault", "stock", "discount", "coupon", "region", "bank", "sort", "dial"),
)
_BARE_WORD: Final = (
    f"(?:{english('your code', 'my code', 'the code', 'this code', 'ur code')}|c(?<![a-z]c)ode"
    + "".join(f"(?<!{word} code)" for word in _OTHER_CODES)
    + r"(?= ?(?:is(?![a-z])|[:=是为])))"
)
_IS: Final = r"(?: ?就?[是为]| is(?: now)?(?![a-z]))?(?: ?[:=])? ?[\"'`“「『【\[(<]?"
_ALONE: Final = r"(?![0-9a-z])(?![.:/-][0-9])"
_DIGITS: Final = rf"[0-9](?:[ .-]?[0-9]){{3,7}}{_ALONE}{UNIT}"
_BETWEEN: Final = rf"(?![。！？!?;；]){BETWEEN}"

_NEAR: Final = re.compile(
    rf"{_WORD}(?P<gap>(?:{_BETWEEN}){{0,24}}?)(?<![0-9a-z.])(?P<value>{_DIGITS})"
)
# Letters among the digits only where nothing stands between.
_BESIDE: Final = re.compile(
    rf"(?:{_WORD}|{_BARE_WORD}){_IS}(?:[a-z]-)?"
    rf"(?P<value>{_DIGITS}|(?=[a-z]{{0,7}}[0-9])[0-9a-z]{{4,8}}{_ALONE}{UNIT})"
)
_BEFORE: Final = re.compile(
    rf"[0-9](?<![0-9a-z.].)(?<![0-9][/:-].)(?P<value>(?:[ .-]?[0-9]){{3,7}}+){_ALONE}{UNIT} ?"
    rf"(?:(?:(?:就?[是为]|is|as)(?![a-z])(?P<gap>(?:{_BETWEEN}){{0,32}}?)|[(【\[](?:{_BETWEEN}){{0,10}}?"
    rf"|[，,、]? ?(?:这是)?(?:[我你您]的)?(?:(?:{_BETWEEN}){{0,4}}的)?){_WORD}"
    rf"|(?:is|as) (?:your|my|the)(?: [a-z-]{{1,16}}){{0,3}} code(?![a-z]))"
)
_CARD_CODE: Final = re.compile(
    rf"(?:安全码|{english('cvv2?', 'cvc2?')}){BETWEEN}{{0,6}}(?P<value>[0-9]{{3,4}})(?![0-9])"
)
# A number of something else stands between the word and the digits.
_OTHER_NUMBER: Final = re.compile(
    "群|qq|订单|单号|价|[¥$€]|房|门牌|编号|日期|时间|版本|电话|手机|尾号|工号|第|共|约|大概|超过|收不到|等了|"
    + english(
        *("order", "version", "room", "line", "page", "year", "error", "in", "at", "since"),
        *("after", "until", "within", "over", "about", "port", "and"),
    )
)


def find(text: str) -> Iterator[Secret]:
    """Every code in a lower-case folded text; overlaps are the caller's."""
    for pattern in (_NEAR, _BESIDE, _CARD_CODE):
        for match in pattern.finditer(text):
            if not _OTHER_NUMBER.search(match.groupdict().get("gap") or ""):
                yield Secret(*match.span("value"), "code")
    for match in _BEFORE.finditer(text):
        if not _OTHER_NUMBER.search(match["gap"] or ""):
            yield Secret(match.start(), match.end("value"), "code")
