"""Secrets made of digits: identity numbers, bank cards, telephone numbers (TRUST T34).

Every pattern reads a folded copy. All are linear: a match begins only where a number begins, and
looks at no more than about sixty characters from there.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from memory_core.algorithms.secrets.kinds import Secret

# What people put between the digits of one number, a single one or " - ".
_GAP: Final = r"(?: ?[-._/] ?| {1,2})"
_ANY: Final = rf"{_GAP}?"
# After these a number is an amount, and no number of anything.
UNIT: Final = (
    r"(?! ?(?:[年月元块圆万亿米克秒人次条个位岁股票度%‰℃¥€]|公里|千米|光年"
    r"|分钟|小时|字节|美[元金]|日元|(?:years?|km|kg|bytes?|kb|mb|gb|ms|usd|rmb|cny|dollars?|people|points?|times)\b))"
)
# Where a number may begin: inside no longer number, no decimal fraction, no tracking code of
# letters and digits. "1.138…" is a list and not a fraction when the line begins so.
_BEGIN: Final = (
    r"(?:(?<![0-9A-Za-z])|(?<=tel)|(?<=Tel)|(?<=TEL)|(?<=hone)|(?<=card)|(?<=Card)|(?<=CARD)"
    r"|(?<=vx)|(?<=VX)|(?<=wx)|(?<=WX)|(?<=QQ)|(?<=qq)|(?<=id)|(?<=ID)|(?<=no)|(?<=No)|(?<=NO))"
    r"(?:(?<![0-9]\.)|(?<=^[1-9]\.)|(?<=\n[1-9]\.))"
)
_END: Final = r"(?![0-9])(?!\.[0-9])"

# GB 11643: six digits of place, the birthday, three of order, one that checks the others.
_IDENTITY: Final = re.compile(
    rf"(?<![0-9])(?=([1-9](?:{_ANY}[0-9]){{5}}{_ANY}(?:1{_ANY}[89]|2{_ANY}0)"
    rf"(?:{_ANY}[0-9]){{9}}{_ANY}(?:[0-9](?![0-9])|[Xx](?![0-9A-Za-z]))))"
)
# Mistyped, or of the fifteen digits used before 1999: the word before it tells.
_NAMED_IDENTITY: Final = re.compile(
    rf"(?:身份证|身份號|身份号|证件号|\b(?:id|identity) ?(?:card|number|no\b))[^0-9\n]{{0,12}}"
    rf"([1-9](?:{_ANY}[0-9]){{13}}{_ANY}[0-9](?:(?:{_ANY}[0-9]){{2}}{_ANY}[0-9Xx])?)(?![0-9A-Za-z])",
    re.I | re.A,
)
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS: Final = "10X98765432"

# Travel, banking and (9) older cards of Chinese banks; of 2, what Mastercard and Mir hold. Times in
# milliseconds, order numbers beginning with a year, and most parcels begin otherwise.
_ISSUER: Final = r"(?:3[0-9]|[456][0-9]|9[04-689]|22[0-9]|2[3-7][0-9]{2})"
_CARD: Final = re.compile(rf"{_BEGIN}(?={_ISSUER})([0-9]{{13,19}}){_END}")
# Groups as printed on cards: four by four, 4-6-5, 6-13, 8-8 and their like.
_GROUPED_CARD: Final = re.compile(
    rf"{_BEGIN}(?<![0-9][-.])(?={_ISSUER})(?=([0-9]{{4}}{_GAP}[0-9]{{4}}{_GAP}[0-9]{{4}}{_GAP}[0-9]{{1,4}}"
    rf"(?:{_GAP}[0-9]{{1,3}})?(?![0-9])"
    rf"|[0-9]{{4,8}}{_GAP}[0-9]{{4,15}}(?:{_GAP}[0-9]{{3,9}})?(?![0-9])))"
)
# Cut in any other way, if the cuts are all alike and no other number stands beside.
_CUT_CARD: Final = re.compile(
    rf"{_BEGIN}(?<![0-9][ .-])((?=[2-69])[0-9]{{1,12}}(?P<gap>{_GAP})[0-9]{{1,12}}"
    rf"(?:(?P=gap)[0-9]{{1,12}}){{0,17}})(?!{_ANY}[0-9])"
)
# One number in ten passes Luhn; the word right before it says that this one is no card's.
_OTHER_NUMBER: Final = re.compile(
    r"(?:(?<![a-z])(?:[ugq]?id|isbn|ean|sku|order|tracking)|[单編编条]号?[码碼]?|订单|流水号|快递|运单|书号)"
    r"[ :#是为]{0,2}$",
    re.I | re.A,
)
_NAMED_CARD: Final = re.compile(
    rf"(?:卡号?|账号|帐号|账户|银行|\b(?:card|account|visa|mastercard|amex|iban)\b)[^0-9\n]{{0,16}}"
    rf"([0-9](?:{_ANY}[0-9]){{12,18}})(?![0-9])",
    re.I | re.A,
)
_CARD_DIGITS: Final = range(13, 20)

_COUNTRY: Final = rf"(?:\(?(?:\+ ?86|(?<![0-9])0086|(?<![0-9])86)\)?{_ANY}|0(?=1[3-9][0-9]{{9}}))?"
# With one dot it would be a decimal. Whole, 3-4-4, 7-4, 3-8, 3-3-5, by threes, by twos; with dashes 4-4-3 and 4-3-4. Others look like
# prices in a row, or the version of a browser.
_MOBILE: Final = re.compile(
    rf"{_BEGIN}{_COUNTRY}\(?1[3-9](?:[0-9]{{9}}"
    rf"|[0-9]\)?{_GAP}[0-9]{{4}}{_GAP}[0-9]{{4}}|[0-9]\)?[ -]{{0,3}}[0-9]{{8}}"
    rf"|[0-9]{{5}}[ -]{{1,3}}[0-9]{{4}}"
    r"|[0-9](?P<dash>[ -])[0-9]{3}(?P=dash)[0-9]{5}"
    r"|[0-9]{2}-[0-9]{4}-[0-9]{3}|[0-9]{2}-[0-9]{3}-[0-9]{4}"
    r"|(?P<three>[ -])[0-9]{3}(?P=three)[0-9]{3}(?P=three)[0-9]{3}"
    r"|(?P<two>[ -])[0-9]{2}(?:(?P=two)[0-9]{2}){3}(?P=two)[0-9])"
    rf"{_END}{UNIT}"
)
_SPACED_MOBILE: Final = re.compile(
    rf"{_BEGIN}(?<![0-9][ .-])1{_GAP}[3-9](?:{_GAP}[0-9]){{9}}(?!{_ANY}[0-9])"
)
_PHONE_WORD: Final = (
    r"(?:手机|电话|座机|联系方式|号码|致电|拨打?|打给|加我|加微|微信|威信"
    r"|\b(?:tel|telephone|phone|mobile|cell|whatsapp|wechat|call|text|ring|reach|dial|vx|wx)\b)"
)
_NAMED_MOBILE: Final = re.compile(
    rf"{_PHONE_WORD}[^0-9\n]{{0,16}}((?:\(?\+?(?:00)?86\)?{_ANY})?1{_ANY}[3-9](?:{_ANY}[0-9]){{9}})"
    rf"(?![0-9])",
    re.I | re.A,
)
# Any number said to be a telephone's, but no hotline: those belong to nobody.
_NAMED_PHONE: Final = re.compile(
    r"(?:(?:手机|电话|座机)(?:号码?)?|\b(?:tel|telephone|phone|mobile|cell)(?: (?:number|no\.?))?)"
    r" ?(?!(?:是|为|:|=|is\b)? ?(?:400|800|95))"
    rf"(?:(?:是|为|:|=|is\b) ?(?P<said>\(?[0-9](?:(?:[()]|{_GAP}){{0,2}}[0-9]){{6,12}})"
    rf"|(?P<beside>[0-9]{{7,12}}|[0-9]{{3,4}}-[0-9]{{4,8}}))(?![0-9]){UNIT}",
    re.I | re.A,
)
# Area codes: 010, 02x and 0[3-9]xx; a local number has seven or eight digits.
_LANDLINE: Final = re.compile(
    rf"{_BEGIN}(?:\+86{_ANY})?\(?0(?:10|2[0-9]|[3-9][0-9]{{2}})\)?{_ANY}[1-9]"
    rf"(?:[0-9]{{6,7}}|[0-9]{{2,3}}{_GAP}[0-9]{{4}})"
    rf"(?:(?: ?转 ?|-| ?ext\.? ?)[0-9]{{1,5}})?{_END}{UNIT}"
)
_ABROAD: Final = re.compile(
    r"(?<![0-9A-Za-z_+])\+ ?(?:[17](?:[ .()-]{0,3}[0-9]){10}"
    rf"|[2-689](?:[ .()-]{{0,3}}[0-9]){{8,14}}){_END}{UNIT}"
)
# North America without its +1; 400 and 8xx are hotlines.
_NORTH_AMERICAN: Final = re.compile(
    r"(?<![0-9A-Za-z_(.-])(?!\(?(?:400|8[0-9]{2}))(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[-.])"
    rf"[2-9][0-9]{{2}}[-.][0-9]{{4}}{_END}(?![-.][0-9])"
)


def find(text: str) -> Iterator[Secret]:
    """Every secret of digits in a folded text; overlaps are the caller's."""
    yield from _identities(text)
    yield from _cards(text)
    yield from _phones(text)


def checks_identity(number: str) -> bool:
    """GB 11643: 18 characters, a birthday there was, the right last one."""
    body = number[:17]
    if len(number) != 18 or not body.isdigit():
        return False
    total = sum(int(digit) * weight for digit, weight in zip(body, _WEIGHTS, strict=True))
    return number[17].upper() == _CHECKS[total % 11] and _is_birthday(number[6:14])


def checks_card(number: str) -> bool:
    """Luhn over 13 to 19 digits."""
    if len(number) not in _CARD_DIGITS:
        return False
    digits = [int(digit) for digit in reversed(number)]
    doubled = sum(digit * 2 - 9 * (digit > 4) for digit in digits[1::2])
    return (sum(digits[::2]) + doubled) % 10 == 0 and any(digits)


def _is_birthday(digits: str) -> bool:
    try:
        return 1800 < date.fromisoformat(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}").year < 2100
    except ValueError:
        return False


def _identities(text: str) -> Iterator[Secret]:
    for match in _IDENTITY.finditer(text):
        if checks_identity(_bare(match[1])):
            yield Secret(match.start(1), match.end(1), "identity")
    for match in _NAMED_IDENTITY.finditer(text):
        yield Secret(match.start(1), match.end(1), "identity")


def _cards(text: str) -> Iterator[Secret]:
    for match in _CARD.finditer(text):
        before = text[max(0, match.start() - 8) : match.start()]
        if checks_card(match[1]) and not _OTHER_NUMBER.search(before):
            yield Secret(match.start(1), match.end(1), "card")
    for match in _CUT_CARD.finditer(text):
        number = _bare(match[1])
        is_decimal = match["gap"] == "." and match[1].count(".") == 1
        if re.match(_ISSUER, number) and checks_card(number) and not is_decimal:
            yield Secret(match.start(1), match.end(1), "card")
    for pattern in (_GROUPED_CARD, _NAMED_CARD):
        for match in pattern.finditer(text):
            if end := _card_end(match[1]):
                yield Secret(match.start(1), match.start(1) + end, "card")


def _card_end(run: str) -> int:
    """How much of the run is a card's number; 0 = nothing. A month or a CVV may follow it."""
    ends = [
        i for i in range(len(run), 12, -1) if run[i - 1].isdigit() and not run[i : i + 1].isdigit()
    ]
    return next((end for end in ends if checks_card(_bare(run[:end]))), 0)


def _phones(text: str) -> Iterator[Secret]:
    for pattern in (_MOBILE, _SPACED_MOBILE, _LANDLINE, _ABROAD, _NORTH_AMERICAN):
        for match in pattern.finditer(text):
            yield Secret(match.start(), match.end(), "phone")
    for match in _NAMED_MOBILE.finditer(text):
        yield Secret(match.start(1), match.end(1), "phone")
    for match in _NAMED_PHONE.finditer(text):
        group = match.lastgroup or "said"
        yield Secret(match.start(group), match.end(group), "phone")


def _bare(run: str) -> str:
    return "".join(character for character in run if character.isalnum())
