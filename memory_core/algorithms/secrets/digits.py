"""Secrets made of digits: identity numbers, bank cards, telephone numbers (TRUST T34).

A match begins only where a number begins, or at a word for one, and looks at some sixty characters
from there: linear in the length of the text.
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from memory_core.algorithms.secrets.kinds import Secret
from memory_core.algorithms.secrets.patterns import BETWEEN, GAP, UNIT, english

_ANY: Final = rf"{GAP}?"
_GAPS: Final = dict.fromkeys(map(ord, " -._/"))
_END: Final = r"(?![0-9])(?!\.[0-9])"
# Inside no longer number, no fraction, no tracking code of letters and digits. "1.138…" is a list
# and no fraction when a line begins so. At least nine digits follow: most numbers end here.
_START: Final = re.compile(
    r"[0-9(+](?:(?<![0-9a-z].)|(?<=(?:tel|one|ard)[0-9])|(?<=(?:vx|wx|qq|no)[0-9]))"
    r"(?:(?<![0-9]\..)|(?<=^[1-9]\..)|(?<=\n[1-9]\..))"
    rf"(?=(?:{BETWEEN}{{0,4}}[0-9]){{9}})"
)

# GB 11643: six digits of place, the birthday, three of order, one that checks the others.
_IDENTITY: Final = re.compile(
    rf"[1-9](?<![0-9].)(?=((?:{_ANY}[0-9]){{5}}{_ANY}(?:1{_ANY}[89]|2{_ANY}0)"
    rf"(?:{_ANY}[0-9]){{9}}{_ANY}(?:[0-9](?![0-9])|x(?![0-9a-z]))))"
)
# Mistyped, or of the fifteen digits used before 1999: the word before it tells.
_NAMED_IDENTITY: Final = re.compile(
    rf"(?:身[份分][证證号號]|证件号"
    rf"|{english('id card', 'id number', 'id no', 'identity card', 'identity number')})"
    rf"{BETWEEN}{{0,12}}"
    rf"([1-9](?:{_ANY}[0-9]){{13}}{_ANY}[0-9](?:(?:{_ANY}[0-9]){{2}}{_ANY}[0-9x])?)(?![0-9a-z])"
)
_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECKS: Final = "10x98765432"

# Travel, banking and (9) older cards of Chinese banks; of 2, what Mastercard and Mir hold. Times in
# milliseconds, order numbers beginning with a year, and most parcels begin otherwise.
_ISSUER: Final = re.compile("3[0-9]|[456]|9[04-689]|22[0-9]|2[3-7][0-9]{2}")
_CARD: Final = re.compile(rf"[2-69][0-9]{{12,18}}{_END}")
# Groups as printed on cards: four by four, 4-6-5, 6-13, 8-8 and their like. More may follow.
_GROUPED_CARD: Final = re.compile(
    rf"(?<![0-9]-)[2-69][0-9]{{3}}(?:{GAP}[0-9]{{4}}{GAP}[0-9]{{4}}{GAP}[0-9]{{1,4}}"
    rf"(?:{GAP}[0-9]{{1,3}})?"
    rf"|[0-9]{{0,4}}{GAP}[0-9]{{4,15}}(?:{GAP}[0-9]{{3,9}})?)(?![0-9])"
)
# Cut in any other way, if the cuts are all alike and no other number stands beside.
_CUT_CARD: Final = re.compile(
    rf"(?<![0-9][ .-])[2-69][0-9]{{0,11}}(?P<gap>{GAP})[0-9]{{1,12}}"
    rf"(?:(?P=gap)[0-9]{{1,12}}){{0,17}}(?!{_ANY}[0-9])"
)
_NAMED_CARD: Final = re.compile(
    rf"(?:卡|[账帐帳][号號户戶]|银行|{english('card', 'account', 'visa', 'mastercard', 'amex')})"
    rf"{BETWEEN}{{0,16}}([0-9](?:{_ANY}[0-9]){{12,18}})(?![0-9])"
)
# One number in ten passes Luhn; the word right before it says that this one is no card's.
_OTHER_NUMBER: Final = re.compile(
    r"(?:(?<![a-z])(?:[ugq]?id|isbn|ean|sku|order|tracking)|[单編编条]号?[码碼]?|订单|流水号"
    r"|快递|运单|书号)[ :#是为]{0,2}$"
)

_COUNTRY: Final = rf"(?:\(?(?:\+ ?86|0086|86)\)?{_ANY}|0(?=1[3-9][0-9]{{9}}))?"
# Whole, 3-4-4, 7-4, 3-8, 3-3-5, by threes, by twos; with dashes 4-4-3 and 4-3-4. Others look like
# prices in a row or the version of a browser, and with a single dot like a fraction.
_MOBILE: Final = re.compile(
    rf"{_COUNTRY}\(?1[3-9](?:[0-9]{{9}}"
    rf"|[0-9]\)?{GAP}[0-9]{{4}}{GAP}[0-9]{{4}}|[0-9]\)?[ -]{{0,3}}[0-9]{{8}}"
    r"|[0-9]{5}[ -]{1,3}[0-9]{4}"
    r"|[0-9](?P<dash>[ -])[0-9]{3}(?P=dash)[0-9]{5}"
    r"|[0-9]{2}-[0-9]{4}-[0-9]{3}|[0-9]{2}-[0-9]{3}-[0-9]{4}"
    r"|(?P<three>[ -])[0-9]{3}(?P=three)[0-9]{3}(?P=three)[0-9]{3}"
    r"|(?P<two>[ -])[0-9]{2}(?:(?P=two)[0-9]{2}){3}(?P=two)[0-9])"
    rf"{_END}{UNIT}"
)
_SPACED_MOBILE: Final = re.compile(rf"(?<![0-9][ .-])1{GAP}[3-9](?:{GAP}[0-9]){{9}}(?!{_ANY}[0-9])")
_NAMED_MOBILE: Final = re.compile(
    rf"(?:手机|手機|电话|電話|座机|联系|号码|致电|拨|打给|加我|加微|微信|威信"
    rf"|{english('tel', 'telephone', 'phone', 'mobile', 'cell', 'whatsapp', 'wechat')}"
    rf"|{english('call', 'text', 'ring', 'reach', 'dial', 'vx', 'wx', 'number')})"
    rf"{BETWEEN}{{0,16}}?((?:\(?\+?(?:00)?86\)?{_ANY})?1{_ANY}[3-9](?:{_ANY}[0-9]){{9}})(?![0-9])"
)
# Any number said to be a telephone's, but no hotline: those belong to nobody.
_NAMED_PHONE: Final = re.compile(
    rf"(?:(?:手机|电话|電話|座机)(?:号码?)?"
    rf"|(?:{english('tel', 'telephone', 'phone', 'mobile', 'cell')})(?: (?:number|no\.?))?)"
    r" ?(?!(?:是|为|:|=|is(?![a-z]))? ?(?:400|800|95))"
    rf"(?:(?:是|为|:|=|is(?![a-z])) ?(?P<said>\(?[0-9](?:(?:[()]|{GAP}){{0,2}}[0-9]){{6,12}})"
    rf"|(?P<beside>[0-9]{{7,12}}|[0-9]{{3,4}}-[0-9]{{4,8}}))(?![0-9]){UNIT}"
)
# Area codes: 010, 02x and 0[3-9]xx; a local number has seven or eight digits.
_LANDLINE: Final = re.compile(
    rf"(?:\+86{_ANY})?\(?0(?:10|2[0-9]|[3-9][0-9]{{2}})\)?{_ANY}[1-9]"
    rf"(?:[0-9]{{6,7}}|[0-9]{{2,3}}{GAP}[0-9]{{4}})"
    rf"(?:(?: ?转 ?|-| ?ext\.? ?)[0-9]{{1,5}})?{_END}{UNIT}"
)
_ABROAD: Final = re.compile(
    r"(?<![_+])\+ ?(?:[17](?:[ .()-]{0,3}[0-9]){10}"
    rf"|[2-689](?:[ .()-]{{0,3}}[0-9]){{8,14}}){_END}{UNIT}"
)
# North America without its +1; 400 and 8xx are hotlines.
_NORTH_AMERICAN: Final = re.compile(
    r"(?<![_(.-])(?!\(?(?:400|8[0-9]{2}))(?:\([2-9][0-9]{2}\) ?|[2-9][0-9]{2}[-.])"
    rf"[2-9][0-9]{{2}}[-.][0-9]{{4}}{_END}(?![-.][0-9])"
)
# What a telephone number can be, by its first character.
_PHONES: Final = {
    "(": (_MOBILE, _LANDLINE, _NORTH_AMERICAN),
    "+": (_MOBILE, _LANDLINE, _ABROAD),
    "0": (_MOBILE, _LANDLINE),
    "1": (_MOBILE, _SPACED_MOBILE),
    "8": (_MOBILE, _NORTH_AMERICAN),
}
_OTHER_PHONES: Final = (_NORTH_AMERICAN,)


def find(text: str) -> Iterator[Secret]:
    """Every secret of digits in a lower-case folded text; overlaps are the caller's."""
    for start in _START.finditer(text):
        yield from _at(text, start.start())
    for match in _IDENTITY.finditer(text):
        if checks_identity(_bare(match[0] + match[1])):
            yield Secret(match.start(), match.end(1), "identity")
    for match in _NAMED_IDENTITY.finditer(text):
        yield Secret(*match.span(1), "identity")
    for match in _NAMED_CARD.finditer(text):
        if end := _card_end(match[1]):
            yield Secret(match.start(1), match.start(1) + end, "card")
    for match in _NAMED_MOBILE.finditer(text):
        yield Secret(*match.span(1), "phone")
    for match in _NAMED_PHONE.finditer(text):
        yield Secret(*match.span(match.lastgroup or "said"), "phone")


def checks_identity(number: str) -> bool:
    """GB 11643: 18 characters (an X in lower case), a birthday there was, the right last one."""
    body = number[:17]
    if len(number) != 18 or not (body.isascii() and body.isdigit()):
        return False
    total = sum(int(digit) * weight for digit, weight in zip(body, _WEIGHTS, strict=True))
    return number[17] == _CHECKS[total % 11] and _is_birthday(number[6:14])


def checks_card(number: str) -> bool:
    """Luhn over 13 to 19 digits, not all of them zero."""
    if not (13 <= len(number) <= 19 and number.isascii() and number.isdigit()):
        return False
    doubled = sum(int(digit) * 2 - 9 * (digit > "4") for digit in number[-2::-2])
    return (sum(map(int, number[::-2])) + doubled) % 10 == 0 and bool(int(number))


def _at(text: str, start: int) -> Iterator[Secret]:
    """Cards and telephones whose number begins right here."""
    if text[start] in "234569":
        yield from _cards_at(text, start)
    for pattern in _PHONES.get(text[start], _OTHER_PHONES):
        if match := pattern.match(text, start):
            yield Secret(*match.span(), "phone")


def _cards_at(text: str, start: int) -> Iterator[Secret]:
    if match := _CARD.match(text, start):
        is_other = _OTHER_NUMBER.search(text[max(0, start - 8) : start])
        if _is_card(match[0]) and not is_other:
            yield Secret(*match.span(), "card")
    if match := _CUT_CARD.match(text, start):
        # A single dot is that of a fraction.
        is_fraction = match["gap"] == "." and match[0].count(".") == 1
        if not is_fraction and _is_card(_bare(match[0])):
            yield Secret(*match.span(), "card")
    if (
        _ISSUER.match(text, start)
        and (match := _GROUPED_CARD.match(text, start))
        and (end := _card_end(match[0]))
    ):
        yield Secret(start, start + end, "card")


def _card_end(run: str) -> int:
    """How much of the run is a card's number; 0 = nothing. A month or a CVV may follow it."""
    ends = (
        end
        for end in range(len(run), 12, -1)
        if run[end - 1].isdigit() and not run[end : end + 1].isdigit()
    )
    return next((end for end in ends if checks_card(_bare(run[:end]))), 0)


def _is_card(number: str) -> bool:
    return bool(_ISSUER.match(number)) and checks_card(number)


def _is_birthday(digits: str) -> bool:
    try:
        return 1800 < date.fromisoformat(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}").year < 2100
    except ValueError:
        return False


def _bare(run: str) -> str:
    return run.translate(_GAPS)
