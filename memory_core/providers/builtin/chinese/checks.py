"""What the Chinese rules share: how a rule is written and which captured words it accepts.

A rule is a pattern over the predicate of a clause, which is the clause without its "我". A check
takes the captured groups and gives them back, reworded perhaps, or None to refuse the match.
"""

import re
from typing import Final

from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.providers.builtin.chinese.words import (
    ADVERBS,
)
from memory_core.providers.builtin.dates import NUMBER
from memory_core.providers.builtin.places import is_place, is_region, without_nearby
from memory_core.providers.builtin.rule import Days, Groups, Refine, Rule

DATE: Final = rf"{NUMBER}月{NUMBER}[号日]?|\d{{1,2}}[./]\d{{1,2}}"
UNLIKED: Final = re.compile(
    r"^(?:[这那谁咱]|什么|怎么|自己|小夜|大家|上|死|过|不|了|和|与|跟|人$|是|得|的|就|到|里面|那里|其中)|了$"
)
NO_WORKPLACE: Final = re.compile(
    r"^(?:家|这|那|哪|路上|线|外面|床|群|一起|一直|偷偷|疯狂|认真|努力|医院$|公司|单位|办公室"
    r"|学校|车|国|场|现场|店里|状态"
    r"|宿舍|乎|意|考虑|厨房|里面|手机|电脑|网上|身边|旁边|附近|楼|找|忙|完成|准备|一家公司$)"
)
NO_PARTNER: Final = re.compile(r"大家|朋友|同事|室友|群|他们|客户|领导|导师")
NO_THING: Final = re.compile(r"建议|消息|照片|图$|问题|事|想法|路|话|时间|点|意见|规定")
WEATHER: Final = re.compile(
    r"下雨|下雪|降温|升温|刮风|变天|放晴|开学|放假|结束|停[水电]|台风|下雹|起雾|涨价|阴天|晴天"
    r"|零下|有雾|有霾"
)
IS_OVER: Final = re.compile(r"好了|好多了|退了|退烧|结束|[不没别]|完了|好转|缓过来")
FULL_KIN: Final = {
    "妈": "妈妈",
    "爸": "爸爸",
    "哥": "哥哥",
    "姐": "姐姐",
    "弟": "弟弟",
    "妹": "妹妹",
}


def place(groups: Groups) -> Groups | None:
    x = groups["x"]
    return {**groups, "x": without_nearby(x)} if is_place(x) else None


def region(groups: Groups) -> Groups | None:
    return groups if is_region(groups["x"]) else None


def origin(groups: Groups) -> Groups | None:
    return groups if is_region(groups["x"]) or is_place(groups["x"]) else None


def workplace(groups: Groups) -> Groups | None:
    x = groups["x"]
    return None if NO_WORKPLACE.match(x) or is_region(x) or len(x) < 2 else groups


def city_of_work(groups: Groups) -> Groups | None:
    return groups if is_region(groups["x"]) else None


def birthday(groups: Groups) -> Groups | None:
    day = re.match(rf"({NUMBER})[月./]({NUMBER})", groups["x"])
    if day is None:
        return None
    month, monthday = integer(day[1]), integer(day[2])
    if not (1 <= month <= 12 and 1 <= monthday <= 31):
        return None
    return {**groups, "x": f"{month}月{monthday}日"}


def integer(text: str) -> int:
    """Zero for what is no number, so that every range check refuses it."""
    from_zh = dict(zip("一二三四五六七八九", range(1, 10), strict=True))
    if text.isascii():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return from_zh.get(tens, 0) if len(tens) == 1 else 0
    return from_zh.get(tens, 1 if not tens else 0) * 10 + from_zh.get(ones, 0)


def today_is_mine(groups: Groups) -> Groups:
    """ "今天是我的生日" leaves its 的 with the day."""
    return {**groups, "x": groups["x"].removesuffix("的")}


def age(groups: Groups) -> Groups | None:
    age = integer(groups["x"])
    return {**groups, "x": str(age)} if 3 <= age <= 119 else None


def liked(groups: Groups) -> Groups | None:
    return None if UNLIKED.search(groups["x"]) else groups


def partner(groups: Groups) -> Groups | None:
    return None if NO_PARTNER.search(groups["x"]) else groups


def thing(groups: Groups) -> Groups | None:
    return None if NO_THING.search(groups["x"]) else groups


def kin(groups: Groups) -> Groups | None:
    return {**groups, "k": FULL_KIN.get(groups["k"], groups["k"])}


def ongoing(groups: Groups) -> Groups | None:
    return None if IS_OVER.search(groups["x"]) else groups


def not_weather(groups: Groups) -> Groups | None:
    x = groups["x"]
    return None if WEATHER.search(x) or x.endswith(("了", "去", "过")) else groups


def allergen(groups: Groups) -> Groups | None:
    return None if groups["x"].endswith(("不", "没", "没有", "会")) else groups


def event(groups: Groups) -> Groups | None:
    return (
        groups
        if len(groups["x"]) >= 4 and not re.search(r"没|不[^锈同少错]", groups["x"])
        else None
    )


def refused(groups: Groups) -> Groups | None:
    """What somebody never eats or drinks, not what he does not eat right now."""
    x = groups["x"]
    eaten_now = re.match(r"[了到下起完惯出懂清上进得动过饱]|饭|早饭|药", x) or x.endswith("了")
    return None if eaten_now else groups


def pursued(groups: Groups) -> Groups | None:
    return None if groups["x"] in {"学", "练", "追"} else groups


def craft(groups: Groups) -> Groups | None:
    return None if re.match(r"什么|饭|菜|梦|错|到|好|完|得|了", groups["x"]) else groups


def rule(
    pattern: str,
    kind: Kind,
    slot: Slot | None,
    render: str,
    *,
    refine: Refine | None = None,
    days: Days = "keep",
    needs_subject: bool = True,
    holds_now: bool = True,
) -> Rule:
    return Rule(
        re.compile(rf"{ADVERBS}(?:{pattern})$"), kind, slot, render,
        refine=refine, days=days, needs_subject=needs_subject, holds_now=holds_now,
    )  # fmt: skip
