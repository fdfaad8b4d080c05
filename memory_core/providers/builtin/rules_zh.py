"""Chinese: what people say about themselves, as patterns over the predicate of a clause.

A predicate is the clause without its "我". Order matters: the first rule that matches takes it.
"""

import re
from typing import Final

from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.providers.builtin.dates import NUMBER
from memory_core.providers.builtin.places import is_place, is_region, without_nearby
from memory_core.providers.builtin.rule import Days, Groups, Refine, Rule
from memory_core.providers.builtin.words_zh import (
    ADVERBS,
    COUNT,
    CRAFT,
    DEGREE,
    HAN,
    KIN,
    OCCUPATION,
    PARTNER,
    PET,
    SCHOOL,
    SURNAMES,
    UNIT,
    WHEN,
)

_DATE: Final = rf"{NUMBER}月{NUMBER}[号日]?|\d{{1,2}}[./]\d{{1,2}}"
_UNLIKED: Final = re.compile(
    r"^(?:[这那谁咱]|什么|怎么|自己|小夜|大家|上|死|过|不|了|和|与|跟|人$|是|得|的|就|到)|了$"
)
_NO_WORKPLACE: Final = re.compile(
    r"^(?:家|这|那|哪|路上|线|外面|床|群|一起|一直|偷偷|疯狂|认真|努力|医院$|公司|单位|办公室|学校|车|国|场|现场|店里|状态"
    r"|宿舍|乎|意|考虑|厨房|里面|手机|电脑|网上|身边|旁边|附近|楼)"
)
_NO_PARTNER: Final = re.compile(r"大家|朋友|同事|室友|群|他们|客户|领导|导师")
_NO_THING: Final = re.compile(r"建议|消息|照片|图$|问题|事|想法|路|话|时间|点|意见|规定")
_WEATHER: Final = re.compile(
    r"下雨|下雪|降温|升温|刮风|变天|放晴|开学|放假|结束|停[水电]|台风|下雹|起雾|涨价|阴天|晴天|零下|有雾|有霾"
)
_IS_OVER: Final = re.compile(r"好了|好多了|退了|退烧|结束|[不没别]|完了|好转|缓过来")
_DOG_EARED: Final = {
    "妈": "妈妈",
    "爸": "爸爸",
    "哥": "哥哥",
    "姐": "姐姐",
    "弟": "弟弟",
    "妹": "妹妹",
}


def _place(groups: Groups) -> Groups | None:
    x = groups["x"]
    return {**groups, "x": without_nearby(x)} if is_place(x) else None


def _region(groups: Groups) -> Groups | None:
    return groups if is_region(groups["x"]) else None


def _origin(groups: Groups) -> Groups | None:
    return groups if is_region(groups["x"]) or is_place(groups["x"]) else None


def _workplace(groups: Groups) -> Groups | None:
    x = groups["x"]
    return None if _NO_WORKPLACE.match(x) or is_region(x) or len(x) < 2 else groups


def _city_of_work(groups: Groups) -> Groups | None:
    return groups if is_region(groups["x"]) else None


def _birthday(groups: Groups) -> Groups | None:
    day = re.match(rf"({NUMBER})[月./]({NUMBER})", groups["x"])
    if day is None:
        return None
    month, monthday = _integer(day[1]), _integer(day[2])
    if not (1 <= month <= 12 and 1 <= monthday <= 31):
        return None
    return {**groups, "x": f"{month}月{monthday}日"}


def _integer(text: str) -> int:
    """Zero for what is no number, so that every range check refuses it."""
    from_zh = dict(zip("一二三四五六七八九", range(1, 10), strict=True))
    if text.isascii():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return from_zh.get(tens, 0) if len(tens) == 1 else 0
    return from_zh.get(tens, 1 if not tens else 0) * 10 + from_zh.get(ones, 0)


def _age(groups: Groups) -> Groups | None:
    age = _integer(groups["x"])
    return {**groups, "x": str(age)} if 3 <= age <= 119 else None


def _liked(groups: Groups) -> Groups | None:
    return None if _UNLIKED.search(groups["x"]) else groups


def _partner(groups: Groups) -> Groups | None:
    return None if _NO_PARTNER.search(groups["x"]) else groups


def _thing(groups: Groups) -> Groups | None:
    return None if _NO_THING.search(groups["x"]) else groups


def _kin(groups: Groups) -> Groups | None:
    return {**groups, "k": _DOG_EARED.get(groups["k"], groups["k"])}


def _ongoing(groups: Groups) -> Groups | None:
    return None if _IS_OVER.search(groups["x"]) else groups


def _not_weather(groups: Groups) -> Groups | None:
    x = groups["x"]
    return None if _WEATHER.search(x) or x.endswith(("了", "去", "过")) else groups


def _allergen(groups: Groups) -> Groups | None:
    return None if groups["x"].endswith(("不", "没", "没有", "会")) else groups


def _event(groups: Groups) -> Groups | None:
    return (
        groups
        if len(groups["x"]) >= 4 and not re.search(r"没|不[^锈同少错]", groups["x"])
        else None
    )


def _craft(groups: Groups) -> Groups | None:
    return None if re.match(r"什么|饭|菜|梦|错|到|好|完|得|了", groups["x"]) else groups


def _rule(
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


_WHO: Final = (
    _rule(
        rf"的?(?:本名|真名|大名|全名|名字)(?:叫|是|就是|其实叫|其实是)(?P<x>{HAN}{{2,4}}|[A-Z][a-z]+)",
        "identity", "name", "{name}的名字叫{x}",
    ),
    _rule(rf"(?:叫|名叫)(?P<x>[{SURNAMES}]{HAN}{{1,2}})", "identity", "name", "{name}的名字叫{x}"),
    _rule(
        r"的(?:外号|绰号|昵称|小名|网名)(?:叫|是|就是)(?P<x>.{1,12})",
        "identity", None, "{name}的昵称是{x}",
    ),
    _rule(rf"(?:满|刚满|是|周岁)?(?P<x>{NUMBER})岁了?", "identity", "age", "{name}{{x}}岁".replace("{{x}}", "{x}"), refine=_age),
    _rule(r"是?(?P<x>(?:19|20)?\d\d)年(?:的|生的?|出生的?)", "identity", None, "{name}是{x}年生的"),
    _rule(
        rf"(?:的)?(?P<c>阴历|农历|阳历)?生日(?:其实|应该)?(?:是|在|就是|就在)?(?:农历|阴历)?(?P<x>{_DATE})",
        "date", "birthday", "{name}的{c}生日是{x}", refine=_birthday,
    ),
    _rule(
        rf"是?(?P<c>阴历|农历|阳历)?(?P<x>{_DATE})(?:过|的)?(?:生日|出生的?|生的)",
        "date", "birthday", "{name}的{c}生日是{x}", refine=_birthday,
    ),
    _rule(
        rf"(?P<x>{WHEN})(?:就|又|要|是|就是)*(?:的)?(?:过)?生日",
        "date", "birthday", "{name}的生日是{x}", days="plan",
    ),
    _rule(r"是(?:个|一个)?(?P<x>男|女)(?:生|的|孩子?)", "identity", "gender", "{name}是{x}生"),
    _rule(r"属(?P<x>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?", "identity", None, "{name}属{x}"),
    _rule(
        r"是?(?P<x>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)的?",
        "identity", None, "{name}是{x}",
    ),
    _rule(r"(?:的?血型是?|是)(?P<x>A|B|O|AB|a|b|o|ab)型血?的?", "identity", None, "{name}是{x}型血"),
    _rule(
        r"是(?:个|一个|典型的?|重度)*(?P<x>[EIei][NSns][TFtf][JPjp]|左撇子|素食主义者|素食者|夜猫子|社恐|社牛"
        r"|[iIeE]人|色盲|色弱|路痴|急性子|慢性子|完美主义者?|独生子女?|独生女)",
        "identity", None, "{name}是{x}",
    ),
    _rule(r"身高(?P<x>1[.\d米]{2,4}\d?(?:cm|厘米)?)", "fact", None, "{name}身高{x}"),
    _rule(r"近视(?P<x>.{1,6}度)", "fact", None, "{name}近视{x}"),
)  # fmt: skip

_PLANS: Final = (
    _rule(
        rf"(?P<x>{WHEN}.{{0,5}}?(?:要|打算|准备|计划|想|会|得|约了|预约了|订了|报了|报名了?|去|回|飞|出发|开始|搬|有[个场一]"
        rf"|考|面试|交|答辩|值班|出差|请假|休假|入职|做手术|复查|手术)(?!了).{{0,40}})",
        "plan", None, "{name}{x}", days="plan", refine=_not_weather,
    ),
    _rule(
        rf"(?P<x>{WHEN}.{{0,3}}?(?:要|得|打算|准备)(?!是|不).{{2,40}})",
        "plan", None, "{name}{x}", days="plan", refine=_not_weather, needs_subject=False,
    ),
    _rule(
        rf"(?P<x>(?:要|得|会|想|约了|预约了|订了|买了|改到|改成|改在|推迟到|提前到|约在|定在).*?{WHEN}.*)",
        "plan", None, "{name}{x}", days="plan",
    ),
    _rule(
        r"(?P<plan>打算|准备|计划|决定|下定决心)(?!好|了|得|的|中)(?P<x>.{3,40})",
        "plan", None, "{name}打算{x}", days="plan",
    ),
    _rule(r"(?P<plan>报名|报)了(?P<x>.{3,30})", "plan", None, "{name}报名了{x}", days="plan"),
)  # fmt: skip

_WORK: Final = (
    _rule(
        r"不在(?P<x>.{2,12}?)(?:上班|工作|干|做|待)?了",
        "identity", "job", "{name}不在{x}了", refine=_workplace,
    ),
    _rule(
        r"(?:又|重新)?回(?:到|了)*(?:老东家)(?P<x>.{2,12}?)(?:上班|工作|任职)?了?",
        "identity", "job", "{name}在{x}上班", refine=_workplace,
    ),
    _rule(
        rf"(?:{WHEN})?(?:又|重新)?回(?:到|了)*(?P<x>.{{2,12}}?)(?:上班|工作|任职)了?",
        "identity", "job", "{name}在{x}上班", refine=_workplace,
    ),
    _rule(
        rf"(?:{WHEN})?(?:跳槽|入职|加盟)(?:到|去|来)?了?(?P<x>.{{2,14}}?)(?:上班|工作|做{CRAFT})?了?",
        "identity", "job", "{name}在{x}上班", refine=_workplace,
    ),
    _rule(
        r"(?:换|转)(?:到|去)了?(?P<x>.{2,14}?)(?:上班|工作|任职)了?",
        "identity", "job", "{name}在{x}上班", refine=_workplace,
    ),
    _rule(
        rf"(?:换|转)(?:到|去)了?(?P<x>.{{2,14}}?)(?:做|当)(?P<y>.{{0,10}}(?:{OCCUPATION}|{CRAFT}))了?",
        "identity", "job", "{name}在{x}做{y}", refine=_workplace,
    ),
    _rule(
        rf"在(?P<x>.{{2,16}}?)(?:做|当|搞|负责|干)(?P<y>.{{0,12}}(?:{OCCUPATION}|{CRAFT}))",
        "identity", "job", "{name}在{x}做{y}", refine=_workplace,
    ),
    _rule(
        r"(?:在|去|到)(?P<x>.{2,16}?)(?:那边|这边)?(?:上班|工作|任职|供职|就职|实习|打工|搬砖)"
        r"(?:了|好?.{1,3}年了?)?",
        "identity", "job", "{name}在{x}上班", refine=_workplace,
    ),
    _rule(
        r"(?:在|去|到)(?P<x>.{2,6}?)(?:那边|这边)?(?:上班|工作)(?:了|好?.{1,3}年了?)?",
        "fact", None, "{name}在{x}工作", refine=_city_of_work,
    ),
    _rule(
        r"在(?P<x>.{2,10}?)开了?(?:一)?(?P<y>[家间].{2,14}(?:店|馆|工作室|公司|铺|厅))",
        "identity", "job", "{name}在{x}开了一{y}", refine=_workplace,
    ),
    _rule(
        rf"(?:是|当|做)(?:一?[名个位]|做)?(?P<x>.{{0,12}}{OCCUPATION})的?",
        "identity", "job", "{name}是{x}",
        refine=lambda g: None if g["x"].startswith("做") else g,
    ),
    _rule(r"的?(?:工作|职业|本职)(?:是|就是)(?P<x>.{2,16})", "identity", "job", "{name}的工作是{x}"),
    _rule(
        r"(?:做|搞|干|写)(?P<x>.{2,10})的", "identity", "job", "{name}是做{x}的", refine=_craft
    ),
    _rule(
        rf"(?P<x>(?:{WHEN})?从.{{2,14}}?(?:离职|辞职|退伍)了?)",
        "event", None, "{name}{x}", days="past", holds_now=False,
    ),
)  # fmt: skip

_HOME: Final = (
    _rule(
        r"家?(?:就)?(?:住在|住|定居在|定居|租在|租住在)(?P<x>.{2,14})(?<!了)",
        "identity", "home", "{name}住在{x}", refine=_place,
    ),
    _rule(r"家(?:就)?在(?P<x>.{2,14})", "identity", "home", "{name}住在{x}", refine=_place),
    _rule(
        rf"(?:{WHEN})?(?:刚刚?|终于|已经)?(?:搬到|搬来|搬去|搬回|搬进)了?(?P<x>.{{2,14}}?)(?:住|去|来)?了?",
        "identity", "home", "{name}住在{x}", refine=_place,
    ),
    _rule(
        r"在(?P<x>.{2,12}?)(?:租|买|置)(?:了|到|下)*(?:一?[个套间])?(?:新|小)?(?:房子?|公寓|单间|一居室|两居室)",
        "identity", "home", "{name}住在{x}", refine=_place,
    ),
    _rule(
        r"在(?P<x>.{2,12}?)住(?:了|着)?(?:.{1,5}[年月])?了?",
        "identity", "home", "{name}住在{x}", refine=_place,
    ),
    _rule(
        rf"(?:是|算是?|也是)?(?:土生土长的?|地道的?|正宗的?)?(?P<x>{HAN}{{2,6}})人",
        "identity", "hometown", "{name}是{x}人", refine=_region, holds_now=False,
    ),
    _rule(
        rf"的?老家(?:就)?(?:是|在)(?P<x>{HAN}{{2,10}}?)的?",
        "identity", "hometown", "{name}的老家在{x}", refine=_origin,
    ),
    _rule(
        r"(?:在|是在)(?P<x>.{2,10}?)长大的?",
        "identity", "hometown", "{name}在{x}长大", refine=_origin, holds_now=False,
    ),
    _rule(
        r"来自(?P<x>.{2,10}?)的?", "identity", "hometown", "{name}来自{x}", refine=_origin
    ),
    _rule(
        rf"(?:在|去)(?P<x>{SCHOOL})(?:读|念|上|学)(?P<y>.{{0,12}}?)",
        "identity", "school", "{name}在{x}读{y}",
    ),
    _rule(
        rf"的?(?P<c>本科|硕士|研究生|博士|大学|高中|初中)(?:是|在|就读于?|读的?是?)+(?P<x>{SCHOOL})(?:读|念|上|毕业)?的?",
        "identity", "school", "{name}的{c}是{x}",
    ),
    _rule(rf"(?:是)?从?(?P<x>{SCHOOL})毕业的?", "identity", "school", "{name}毕业于{x}"),
    _rule(rf"毕业于(?P<x>{SCHOOL})", "identity", "school", "{name}毕业于{x}"),
    _rule(
        rf"是(?P<x>{SCHOOL})的?(?P<y>.{{0,8}}(?:大[一二三四五]|研[一二三]|博[一二三]|本科生?|研究生|硕士生?|博士生?|学生|新生))的?",
        "identity", "school", "{name}是{x}的{y}",
    ),
    _rule(
        rf"考上了?(?P<x>{SCHOOL})(?:的?(?P<y>.{{0,4}}研究生|博士))?了?",
        "identity", "school", "{name}考上了{x}{y}",
    ),
    _rule(
        rf"(?:大学)?[读学念]的?是?(?P<x>{HAN}{{2,10}}?)专业的?", "identity", None, "{name}读的是{x}专业"
    ),
    _rule(r"大学[读学念]的是?(?P<x>.{2,10}?)的?", "identity", None, "{name}大学读的是{x}", holds_now=False),
    _rule(
        r"(?:读|在读|上|是)?(?P<x>大[一二三四]|研[一二三]|博[一二三]|高[一二三])了?的?",
        "identity", None, "{name}读{x}",
    ),
)  # fmt: skip

_PEOPLE: Final = (
    _rule(
        rf"的?(?P<k>{PARTNER})(?:的?名字)?叫(?P<x>.{{2,12}})",
        "relation", "partner", "{name}的{k}叫{x}",
    ),
    _rule(
        rf"的?(?P<k>{PARTNER})是(?P<x>.{{2,20}})", "relation", "partner", "{name}的{k}是{x}"
    ),
    _rule(
        r"(?:和|跟)(?P<x>.{2,8}?)(?P<y>在一起|谈恋爱|领证|结婚|订婚|分手|复合)了?",
        "relation", "partner", "{name}和{x}{y}了", refine=_partner,
    ),
    _rule(
        r"(?:是)?(?P<x>单身|已婚|离异)(?:狗|汉|贵族|状态)?", "relation", "partner", "{name}{x}"
    ),
    _rule(r"离婚(?:了|.{1,4}年了?)?", "relation", "partner", "{name}离婚了"),
    _rule(r"(?P<x>脱单|分手|订婚|领证|结婚)了", "relation", "partner", "{name}{x}了"),
    _rule(
        rf"(?:们家|家)?的?(?P<k>{KIN}|{PARTNER})(?P<x>(?:叫|是|今年|在.+(?:上班|工作|读|念|上学|当|做|住|教|开|学)|住|对.+过敏"
        r"|(?:最|特别|很|挺)?(?:喜欢|爱|讨厌|怕)|不[吃喝喜]|退休|养|属|会(?!不会|议)|教|开了|有|以前是).{0,30})",
        "relation", None, "{name}的{k}{x}", refine=_kin, holds_now=False,
    ),
    _rule(
        rf"(?:们家|家)?的?(?P<k>{KIN}|{PARTNER})(?P<x>(?:{WHEN})?(?:刚|终于|要|已经|也)*(?:生病|住院|出院|做了?.{{0,4}}手术|结婚|订婚"
        r"|生了|考上|怀孕|去世|过世|摔|骨折|感冒|退休|毕业|参军|来看|寄|送).{0,24})",
        "event", None, "{name}的{k}{x}", refine=_kin, days="past",
    ),
    _rule(
        rf"有(?P<x>{COUNT}?[个对](?:双胞胎|亲|龙凤胎)?{KIN}?.{{0,10}})",
        "relation", None, "{name}有{x}",
        refine=lambda g: g if re.search(rf"{KIN}|双胞胎|龙凤胎", g["x"]) else None,
    ),
)  # fmt: skip

_TASTES: Final = (
    _rule(
        r"对(?P<x>.{1,12}?)(?:不|没有?)过敏的?", "fact", None, "{name}对{x}不过敏"
    ),
    _rule(
        r"(?:天生|严重)?对(?P<x>.{1,12}?)(?:严重|有点|轻微|重度|特别|都|会|也)*过敏(?:的|得厉害|体质)?",
        "fact", None, "{name}对{x}过敏", refine=_allergen, needs_subject=False,
    ),
    _rule(
        r"(?P<x>海鲜|花生|芒果|花粉|尘螨|酒精|青霉素|牛奶|鸡蛋|猫毛|狗毛|坚果|虾|螃蟹|紫外线|头孢|桃子|菠萝|柳絮)过敏的?",
        "fact", None, "{name}对{x}过敏",
    ),
    _rule(r"(?P<x>乳糖不耐受?|酒精不耐受?|麸质不耐受?)的?", "fact", None, "{name}{x}"),
    _rule(
        rf"{DEGREE}最(?:喜欢|爱)的(?P<c>.{{1,8}}?)(?:就|还|一直|永远)*是(?P<x>.+)",
        "preference", None, "{name}最喜欢的{c}是{x}", refine=_liked,
    ),
    _rule(
        rf"{DEGREE}(?:喜欢|热爱|偏爱|钟爱|沉迷|痴迷|迷上了?|爱上了?)(?P<x>.+)",
        "preference", None, "{name}喜欢{x}", refine=_liked,
    ),
    _rule(
        rf"{DEGREE}爱(?P<x>(?:吃|喝|看|听|玩|逛|打|拍|写|穿|用|跑|养|去|喂|旅|爬|骑|睡|做|聊|读|唱|钓|收集).+)",
        "preference", None, "{name}爱{x}", refine=_liked,
    ),
    _rule(
        r"的?(?:最爱|本命|心头好)(?:就)?是(?P<x>.+)",
        "preference", None, "{name}最爱{x}", refine=_liked,
    ),
    _rule(
        r"的?(?:爱好|兴趣)(?:就)?是(?P<x>.+)",
        "preference", None, "{name}的爱好是{x}", refine=_liked,
    ),
    _rule(
        r"是(?:个|一个|资深|重度|铁杆)*(?P<x>.{1,10}(?:控|粉|党|迷|爱好者|发烧友|脑袋))",
        "preference", None, "{name}是{x}",
    ),
    _rule(
        rf"{DEGREE}(?P<v>不(?:太|是很|怎么|大|是特别)?(?:喜欢|爱)|讨厌|受不了|最烦|反感|接受不了|吃不惯|喝不惯|听不了|吃不了|喝不了)(?P<x>.+)",
        "preference", None, "{name}{v}{x}", refine=_liked,
    ),
    _rule(
        rf"{DEGREE}怕(?P<x>冷|热|黑|高|狗|猫|虫子?|蛇|蜘蛛|蟑螂|鬼|水|辣|苦|打雷|坐飞机|吵|疼|打针|晒)",
        "preference", None, "{name}怕{x}", refine=_liked,
    ),
    _rule(
        r"(?:从来|一口|一点|完全|基本|绝对|坚决)?(?:都)?不(?P<v>吃|喝|抽|碰)(?P<x>.{1,10})",
        "preference", None, "{name}不{v}{x}",
        refine=lambda g: None if re.match(r"[了到下起完惯出懂清上进得动过饱]|饭|早饭|药", g["x"]) or g["x"].endswith("了") else g,
    ),
    _rule(r"戒了?(?P<x>.{1,4}?)(?:了|.{1,4}[天月年]了?)?", "preference", None, "{name}戒了{x}"),
    _rule(
        r"(?P<c>(?:喝|吃|看|听|拍|用|玩).{1,8}?)?只(?P<v>喝|吃|用|穿|听|拍|看|玩|坐|买|加)(?P<x>.{2,20})",
        "preference", None, "{name}{c}只{v}{x}",
        refine=lambda g: None if "了" in g["x"] or re.match(r"到|完|得", g["x"]) else g,
    ),
    _rule(
        r"(?:更|比较)?习惯(?!了)(?P<x>.{2,20})", "preference", None, "{name}习惯{x}", refine=_liked
    ),
)  # fmt: skip

_THINGS: Final = (
    _rule(
        rf"(?:们家|家里?)?的?(?P<k>{PET})(?:的?名字)?(?:叫|取名叫?|起名叫?|就叫)(?P<x>.{{1,12}})",
        "fact", None, "{name}的{k}叫{x}",
    ),
    _rule(
        rf"(?:们家|家里?)的?(?P<k>{PET})(?P<x>(?:今年|已经)?(?:对.+过敏|{NUMBER}岁.*|(?:最|特别)?(?:喜欢|爱|怕).+|不吃.+|只吃.+|是.+))",
        "fact", None, "{name}的{k}{x}",
    ),
    _rule(
        rf"(?:们家|家里?)?(?P<v>养了|养着|养|领养了|收养了)(?P<x>{COUNT}?(?:{UNIT}|个).{{1,24}})",
        "fact", None, "{name}{v}{x}",
    ),
    _rule(
        rf"(?:们家|家里?|手上|手里)?有(?P<x>{COUNT}{UNIT}.{{1,24}})",
        "fact", None, "{name}有{x}", refine=_thing,
    ),
    _rule(
        r"用的(?P<c>相机|手机|电脑|镜头|键盘|耳机|机身|三脚架)?(?:一直|还)?是(?P<x>.{2,20})",
        "fact", None, "{name}用的{c}是{x}",
    ),
    _rule(
        rf"会(?P<x>(?:说|弹|拉|吹|修).{{1,10}}|游泳|滑雪|手语|潜水|攀岩|做饭|做菜|{HAN}{{1,3}}语)",
        "fact", None, "{name}会{x}", refine=_liked,
    ),
    _rule(
        r"(?:有|拿到了?|考出了?|考到了?|考了)(?P<x>驾照|.{2,8}(?:资格证|证书|证))了?",
        "fact", None, "{name}有{x}", holds_now=False,
    ),
    _rule(
        r"(?P<x>(?:每天(?!被)|每[周星]|每个(?:月|周|星期|礼拜|早|晚)|每晚|每年|天天|经常|从不|从来不|周末一般|工作日|雷打不动).{3,40})",
        "fact", None, "{name}{x}",
    ),
    _rule(
        r"在(?P<x>(?:学|准备|备考|练|追|减肥|戒|装修|找工作|找房|筹备|复习|攒钱|看房|织|写(?:论文|小说|书|剧本|毕业|稿)"
        r"|做(?:毕|副业|项目|课题|一[个本])|考(?:研|公|证|驾照)|翻译).{0,30})",
        "context", None, "{name}在{x}", refine=lambda g: None if g["x"] in {"学", "练", "追"} else g,
    ),
)  # fmt: skip

_NOW: Final = (
    _rule(
        rf"(?P<x>(?:{WHEN})?(?:有点|又|还在|正在|在|快|得|好像)*(?:重?感冒|发烧|发高烧|低烧|咳嗽|头疼|头痛|牙疼|胃疼|肚子疼|拉肚子"
        r"|失眠|加班|出差|住院|崴了?脚|落枕|生病|中暑|通宵|请假|隔离|痛经|阳了).{0,20})",
        "state", None, "{name}{x}", refine=_ongoing, days="past", needs_subject=False,
    ),
    _rule(
        r"的?(?P<x>(?:手|脚|膝盖|腰|腿|胳膊|脚踝|手腕|肩膀|牙|胃|眼睛|嗓子|喉咙)(?:有点|还|又|还在|也|好)*"
        r"(?:疼|痛|扭|伤|肿|哑|断|拉伤|发炎|骨折).{0,12})",
        "state", None, "{name}{x}", refine=_ongoing,
    ),
    _rule(
        rf"(?P<x>(?:{WHEN})?(?:在.{{1,12}}?)?(?:刚刚?|终于|已经|不小心|一口气)*(?:把.{{1,14}}?)?(?:买了|入手|去了|去过|拿到|考过|考了|通过了"
        r"|过了|搬完|丢了|弄丢|修好|捡到|捡了|收到|参加了|跑完|跑了|拍到|拍了|做了|摔|换了|升职|升了|毕业了|辞职|离职|拿了"
        r"|获得|得了|订了|卖了|领养|种了|看了|看完|读完|写完|学会|学完|寄了|送修|送去|借给|撞了|打碎|面了|投了|提了|签了|交了"
        r"|回了|爬了|骑了|办了|中了|抽中|赢了|输了|被).{0,40})",
        "event", None, "{name}{x}", refine=_event, days="past", holds_now=False,
    ),
)  # fmt: skip

RULES: Final[tuple[Rule, ...]] = (
    *_WHO, *_PLANS, *_WORK, *_HOME, *_PEOPLE, *_TASTES, *_THINGS, *_NOW,
)  # fmt: skip
