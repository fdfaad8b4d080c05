"""Chinese rules for who somebody is: name, age, work, home, the people around them."""

import re
from typing import Final

from memory_core.providers.builtin.chinese.checks import (
    DATE,
    age,
    birthday,
    city_of_work,
    craft,
    kin,
    origin,
    partner,
    place,
    region,
    rule,
    today_is_mine,
    workplace,
)
from memory_core.providers.builtin.chinese.words import (
    COUNT,
    CRAFT,
    HAN,
    KIN,
    OCCUPATION,
    PARTNER,
    SCHOOL,
    SURNAMES,
    WHEN,
)
from memory_core.providers.builtin.dates import NUMBER

WHO: Final = (
    rule(
        rf"的?(?:本名|真名|大名|全名|名字)(?:叫|是|就是|其实叫|其实是)(?P<x>{HAN}{{2,4}}"
        rf"|[A-Z][a-z]+)",
        "identity", "name", "{name}的名字叫{x}",
    ),
    rule(rf"(?:叫|名叫)(?P<x>[{SURNAMES}]{HAN}{{1,2}})", "identity", "name", "{name}的名字叫{x}"),
    rule(
        r"的(?:外号|绰号|昵称|小名|网名)(?:叫|是|就是)(?P<x>.{1,12})",
        "identity", None, "{name}的昵称是{x}",
    ),
    rule(
        rf"(?:满|刚满|是|周岁)?(?P<x>{NUMBER})岁了?",
        "identity", "age", "{name}{{x}}岁".replace("{{x}}", "{x}"), refine=age,
    ),
    rule(r"是?(?P<x>(?:19|20)?\d\d)年(?:的|生的?|出生的?)", "identity", None, "{name}是{x}年生的"),
    rule(
        rf"(?:的)?(?P<c>阴历|农历|阳历)?生日(?:其实|应该)?(?:是|在|就是|就在)?(?:农历"
        rf"|阴历)?(?P<x>{DATE})",
        "date", "birthday", "{name}的{c}生日是{x}", refine=birthday,
    ),
    rule(
        rf"是?(?P<c>阴历|农历|阳历)?(?P<x>{DATE})(?:过|的)?(?:生日|出生的?|生的)",
        "date", "birthday", "{name}的{c}生日是{x}", refine=birthday,
    ),
    rule(
        rf"(?P<x>{WHEN})(?:就|又|要|是|就是)*(?:的)?(?:过)?生日",
        "date", "birthday", "{name}的生日是{x}", days="plan", refine=today_is_mine,
    ),
    rule(r"是(?:个|一个)?(?P<x>男|女)(?:生|的|孩子?)", "identity", "gender", "{name}是{x}生"),
    rule(r"属(?P<x>[鼠牛虎兔龙蛇马羊猴鸡狗猪])的?", "identity", None, "{name}属{x}"),
    rule(
        r"是?(?P<x>(?:白羊|金牛|双子|巨蟹|狮子|处女|天秤|天蝎|射手|摩羯|水瓶|双鱼)座)的?",
        "identity", None, "{name}是{x}",
    ),
    rule(r"(?:的?血型是?|是)(?P<x>A|B|O|AB|a|b|o|ab)型血?的?", "identity", None, "{name}是{x}型血"),
    rule(
        r"是(?:个|一个|典型的?|重度)*(?P<x>[EIei][NSns][TFtf][JPjp]|左撇子|素食主义者|素食者"
        r"|夜猫子|社恐|社牛"
        r"|[iIeE]人|色盲|色弱|路痴|急性子|慢性子|完美主义者?|独生子女?|独生女)",
        "identity", None, "{name}是{x}",
    ),
    rule(r"身高(?P<x>1[.\d米]{2,4}\d?(?:cm|厘米)?)", "fact", None, "{name}身高{x}"),
    rule(r"近视(?P<x>.{1,6}度)", "fact", None, "{name}近视{x}"),
)  # fmt: skip

WORK: Final = (
    rule(
        r"不在(?P<x>.{2,12}?)(?:上班|工作|干|做|待)?了",
        "identity", "job", "{name}不在{x}了", refine=workplace,
    ),
    rule(
        r"(?:又|重新)?回(?:到|了)*(?:老东家)(?P<x>.{2,12}?)(?:上班|工作|任职)?了?",
        "identity", "job", "{name}在{x}上班", refine=workplace,
    ),
    rule(
        rf"(?:{WHEN})?(?:又|重新)?回(?:到|了)*(?P<x>.{{2,12}}?)(?:上班|工作|任职)了?",
        "identity", "job", "{name}在{x}上班", refine=workplace,
    ),
    rule(
        rf"(?:{WHEN})?(?:跳槽|入职|加盟)(?:到|去|来)?了?(?P<x>.{{2,14}}?)(?:上班|工作"
        rf"|做{CRAFT})?了?",
        "identity", "job", "{name}在{x}上班", refine=workplace,
    ),
    rule(
        r"(?:换|转)(?:到|去)了?(?P<x>.{2,14}?)(?:上班|工作|任职)了?",
        "identity", "job", "{name}在{x}上班", refine=workplace,
    ),
    rule(
        rf"(?:换|转)(?:到|去)了?(?P<x>.{{2,14}}?)(?:做|当)(?P<y>.{{0,10}}(?:{OCCUPATION}"
        rf"|{CRAFT}))了?",
        "identity", "job", "{name}在{x}做{y}", refine=workplace,
    ),
    rule(
        rf"在(?P<x>.{{2,16}}?)(?:做|当|搞|负责|干)(?P<y>.{{0,12}}(?:{OCCUPATION}|{CRAFT}))",
        "identity", "job", "{name}在{x}做{y}", refine=workplace,
    ),
    rule(
        r"(?:在|去|到)(?P<x>.{2,16}?)(?:那边|这边)?(?:上班|工作|任职|供职|就职|实习|打工|搬砖)"
        r"(?:了|好?.{1,3}年了?)?",
        "identity", "job", "{name}在{x}上班", refine=workplace,
    ),
    rule(
        r"(?:在|去|到)(?P<x>.{2,6}?)(?:那边|这边)?(?:上班|工作)(?:了|好?.{1,3}年了?)?",
        "fact", None, "{name}在{x}工作", refine=city_of_work,
    ),
    rule(
        r"在(?P<x>.{2,10}?)开了?(?:一)?(?P<y>[家间].{2,14}(?:店|馆|工作室|公司|铺|厅))",
        "identity", "job", "{name}在{x}开了一{y}", refine=workplace,
    ),
    rule(r"的?(?:工作|职业|本职)(?:是|就是)(?P<x>.{2,16})", "identity", "job", "{name}的工作是{x}"),
    rule(
        r"(?:做|搞|干|写)(?P<x>.{2,10})的", "identity", "job", "{name}是做{x}的", refine=craft
    ),
    rule(
        rf"(?:是|当|做)(?:一?[名个位]|做)?(?P<x>.{{0,12}}{OCCUPATION})的?",
        "identity", "job", "{name}是{x}",
        refine=lambda g: None if g["x"].startswith("做") else g,
    ),
    rule(
        rf"(?P<x>(?:{WHEN})?从.{{2,14}}?(?:离职|辞职|退伍)了?)",
        "event", None, "{name}{x}", days="past", holds_now=False,
    ),
)  # fmt: skip

HOME: Final = (
    rule(
        r"家?(?:就)?(?:住在|住|定居在|定居|租在|租住在)(?P<x>.{2,14})(?<!了)",
        "identity", "home", "{name}住在{x}", refine=place,
    ),
    rule(r"家(?:就)?在(?P<x>.{2,14})", "identity", "home", "{name}住在{x}", refine=place),
    rule(
        rf"(?:{WHEN})?(?:刚刚?|终于|已经)?(?:搬到|搬来|搬去|搬回|搬进)了?(?P<x>.{{2,14}}?)(?:住"
        rf"|去|来)?了?",
        "identity", "home", "{name}住在{x}", refine=place,
    ),
    rule(
        r"在(?P<x>.{2,12}?)(?:租|买|置)(?:了|到|下)*(?:一?[个套间])?(?:新|小)?(?:房子?|公寓|单间"
        r"|一居室|两居室)",
        "identity", "home", "{name}住在{x}", refine=place,
    ),
    rule(
        r"在(?P<x>.{2,12}?)住(?:了|着)?(?:.{1,5}[年月])?了?",
        "identity", "home", "{name}住在{x}", refine=place,
    ),
    rule(
        rf"(?:是|算是?|也是)?(?:土生土长的?|地道的?|正宗的?)?(?P<x>{HAN}{{2,6}})人",
        "identity", "hometown", "{name}是{x}人", refine=region, holds_now=False,
    ),
    rule(
        rf"的?老家(?:就)?(?:是|在)(?P<x>{HAN}{{2,10}}?)的?",
        "identity", "hometown", "{name}的老家在{x}", refine=origin,
    ),
    rule(
        r"(?:在|是在)(?P<x>.{2,10}?)长大的?",
        "identity", "hometown", "{name}在{x}长大", refine=origin, holds_now=False,
    ),
    rule(
        r"来自(?P<x>.{2,10}?)的?", "identity", "hometown", "{name}来自{x}", refine=origin
    ),
    rule(
        rf"(?:在|去)(?P<x>{SCHOOL})(?:读|念|上|学)(?P<y>.{{0,12}}?)",
        "identity", "school", "{name}在{x}读{y}",
    ),
    rule(
        rf"的?(?P<c>本科|硕士|研究生|博士|大学|高中|初中)(?:是|在|就读于?"
        rf"|读的?是?)+(?P<x>{SCHOOL})(?:读|念|上|毕业)?的?",
        "identity", "school", "{name}的{c}是{x}",
    ),
    rule(rf"(?:是)?从?(?P<x>{SCHOOL})毕业的?", "identity", "school", "{name}毕业于{x}"),
    rule(rf"毕业于(?P<x>{SCHOOL})", "identity", "school", "{name}毕业于{x}"),
    rule(
        rf"是(?P<x>{SCHOOL})的?(?P<y>.{{0,8}}(?:大[一二三四五]|研[一二三]|博[一二三]|本科生?"
        rf"|研究生|硕士生?|博士生?|学生|新生))的?",
        "identity", "school", "{name}是{x}的{y}",
    ),
    rule(
        rf"考上了?(?P<x>{SCHOOL})(?:的?(?P<y>.{{0,4}}研究生|博士))?了?",
        "identity", "school", "{name}考上了{x}{y}",
    ),
    rule(
        rf"(?:大学)?[读学念]的?是?(?P<x>{HAN}{{2,10}}?)专业的?",
        "identity", None, "{name}读的是{x}专业",
    ),
    rule(
        r"大学[读学念]的是?(?P<x>.{2,10}?)的?",
        "identity", None, "{name}大学读的是{x}", holds_now=False,
    ),
    rule(
        r"(?:读|在读|上|是)?(?P<x>大[一二三四]|研[一二三]|博[一二三]|高[一二三])了?的?",
        "identity", None, "{name}读{x}",
    ),
)  # fmt: skip

PEOPLE: Final = (
    rule(
        rf"的?(?P<k>{PARTNER})(?:的?名字)?叫(?P<x>.{{2,12}})",
        "relation", "partner", "{name}的{k}叫{x}",
    ),
    rule(
        rf"的?(?P<k>{PARTNER})是(?P<x>.{{2,20}})", "relation", "partner", "{name}的{k}是{x}"
    ),
    rule(
        r"(?:和|跟)(?P<x>.{2,8}?)(?P<y>在一起|谈恋爱|领证|结婚|订婚|分手|复合)了?",
        "relation", "partner", "{name}和{x}{y}了", refine=partner,
    ),
    rule(
        r"(?:是)?(?P<x>单身|已婚|离异)(?:狗|汉|贵族|状态)?", "relation", "partner", "{name}{x}"
    ),
    rule(r"离婚(?:了|.{1,4}年了?)?", "relation", "partner", "{name}离婚了"),
    rule(r"(?P<x>脱单|分手|订婚|领证|结婚)了", "relation", "partner", "{name}{x}了"),
    rule(
        rf"(?:们家|家)?的?(?P<k>{KIN}|{PARTNER})(?P<x>(?:叫|是|今年|在.+(?:上班|工作|读|念|上学"
        rf"|当|做|住|教|开|学)|住|对.+过敏"
        r"|(?:最|特别|很|挺)?(?:喜欢|爱|讨厌|怕)|不[吃喝喜]|退休|养|属|会(?!不会|议)|教|开了|有"
        r"|以前是).{0,30})",
        "relation", None, "{name}的{k}{x}", refine=kin, holds_now=False,
    ),
    rule(
        rf"(?:们家|家)?的?(?P<k>{KIN}|{PARTNER})(?P<x>(?:{WHEN})?(?:刚|终于|要|已经|也)*(?:生病"
        rf"|住院|出院|做了?.{{0,4}}手术|结婚|订婚"
        r"|生了|考上|怀孕|去世|过世|摔|骨折|感冒|退休|毕业|参军|来看|寄|送).{0,24})",
        "event", None, "{name}的{k}{x}", refine=kin, days="past",
    ),
    rule(
        rf"有(?P<x>{COUNT}?[个对](?:双胞胎|亲|龙凤胎)?{KIN}?.{{0,10}})",
        "relation", None, "{name}有{x}",
        refine=lambda g: g if re.search(rf"{KIN}|双胞胎|龙凤胎", g["x"]) else None,
    ),
)  # fmt: skip
