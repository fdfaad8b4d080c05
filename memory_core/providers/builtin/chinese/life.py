"""Chinese rules for what somebody plans, likes, owns, does and goes through."""

import re
from typing import Final

from memory_core.providers.builtin.chinese.checks import (
    allergen,
    event,
    liked,
    not_weather,
    ongoing,
    pursued,
    refused,
    rule,
    thing,
)
from memory_core.providers.builtin.chinese.words import COUNT, DEGREE, HAN, PET, UNIT, WHEN
from memory_core.providers.builtin.dates import NUMBER

PLANS: Final = (
    rule(
        rf"(?P<x>{WHEN}.{{0,5}}?(?:要|打算|准备|计划|想(?=去|学|买|投|考|搬|换|请)|会|[还都就又]得|约了|预约了|订了|报了|报名了?|去|回"
        rf"|飞|出发|开始|搬|有[个场一]"
        rf"|考|面试|交|答辩|值班|出差|请假|休假|入职|做手术|复查|手术)(?!了).{{0,40}})",
        "plan", None, "{name}{x}", days="plan", refine=not_weather,
    ),
    rule(
        rf"(?P<x>{WHEN}.{{0,3}}?(?:要|[还都就又]得|打算|准备)(?!是|不).{{2,40}})",
        "plan", None, "{name}{x}", days="plan", refine=not_weather, needs_subject=False,
    ),
    rule(
        rf"(?P<x>(?:要|得|会|想|约了|预约了|订了|买了|改到|改成|改在|推迟到|提前到|约在"
        rf"|定在).*?{WHEN}.*)",
        "plan", None, "{name}{x}", days="plan",
    ),
    rule(
        r"(?P<plan>打算|准备|计划|决定|下定决心)(?!好|了|得|的|中)(?P<x>.{3,40})",
        "plan", None, "{name}打算{x}", days="plan",
    ),
    rule(r"(?P<plan>报名|报)了(?P<x>.{3,30})", "plan", None, "{name}报名了{x}", days="plan"),
)  # fmt: skip

TASTES: Final = (
    rule(
        r"对(?P<x>.{1,12}?)(?:不|没有?)过敏的?", "fact", None, "{name}对{x}不过敏"
    ),
    rule(
        r"(?:天生|严重)?对(?P<x>.{1,12}?)(?:严重|有点|轻微|重度|特别|都|会|也)*过敏(?:的|得厉害"
        r"|体质)?",
        "fact", None, "{name}对{x}过敏", refine=allergen, needs_subject=False,
    ),
    rule(
        r"(?P<x>海鲜|花生|芒果|花粉|尘螨|酒精|青霉素|牛奶|鸡蛋|猫毛|狗毛|坚果|虾|螃蟹|紫外线|头孢"
        r"|桃子|菠萝|柳絮)过敏的?",
        "fact", None, "{name}对{x}过敏",
    ),
    rule(r"(?P<x>乳糖不耐受?|酒精不耐受?|麸质不耐受?)的?", "fact", None, "{name}{x}"),
    rule(
        r"(?:一直|从小|就|也)*+最(?:喜欢|爱)的(?P<c>.{1,8}?)(?:就|还|一直|永远)*+是(?P<x>.+)",
        "preference", None, "{name}最喜欢的{c}是{x}", refine=liked,
    ),
    rule(
        rf"{DEGREE}(?:喜欢|热爱|偏爱|钟爱|沉迷|痴迷|迷上了?|爱上了?)(?P<x>.+)",
        "preference", None, "{name}喜欢{x}", refine=liked,
    ),
    rule(
        rf"{DEGREE}爱(?P<x>(?:吃|喝|看|听|玩|逛|打|拍|写|穿|用|跑|养|去|喂|旅|爬|骑|睡|做|聊|读"
        rf"|唱|钓|收集).+)",
        "preference", None, "{name}爱{x}", refine=liked,
    ),
    rule(
        r"的?(?:最爱|本命|心头好)(?:就)?是(?P<x>.+)",
        "preference", None, "{name}最爱{x}", refine=liked,
    ),
    rule(
        r"的?(?:爱好|兴趣)(?:就)?是(?P<x>.+)",
        "preference", None, "{name}的爱好是{x}", refine=liked,
    ),
    rule(
        r"是(?:个|一个|资深|重度|铁杆)*(?P<x>.{1,10}(?:控|粉|党|迷|爱好者|发烧友|脑袋))",
        "preference", None, "{name}是{x}",
    ),
    rule(
        rf"{DEGREE}(?P<v>不(?:太|是很|怎么|大|是特别)?(?:喜欢|爱)|讨厌|受不了|烦|反感|接受不了"
        rf"|吃不惯|喝不惯|听不了|吃不了|喝不了)(?P<x>.+)",
        "preference", None, "{name}{v}{x}", refine=liked,
    ),
    rule(
        rf"{DEGREE}怕(?P<x>冷|热|黑|高|狗|猫|虫子?|蛇|蜘蛛|蟑螂|鬼|水|辣|苦|打雷|坐飞机|吵|疼"
        rf"|打针|晒)",
        "preference", None, "{name}怕{x}", refine=liked,
    ),
    rule(
        r"(?:从来|一口|一点|完全|基本|绝对|坚决)?(?:都)?不(?P<v>吃|喝|抽|碰)(?P<x>.{1,10})",
        "preference", None, "{name}不{v}{x}",
        refine=refused,
    ),
    rule(r"戒了?(?P<x>.{1,4}?)(?:了|.{1,4}[天月年]了?)?", "preference", None, "{name}戒了{x}"),
    rule(
        r"(?P<c>(?:喝|吃|看|听|拍|用|玩).{1,8}?)?只(?P<v>喝|吃|用|穿|听|拍|看|玩|坐|买"
        r"|加)(?P<x>.{2,20})",
        "preference", None, "{name}{c}只{v}{x}",
        refine=lambda g: None if "了" in g["x"] or re.match(r"到|完|得", g["x"]) else g,
    ),
    rule(
        r"(?:更|比较)?习惯(?!了)(?P<x>.{2,20})", "preference", None, "{name}习惯{x}", refine=liked
    ),
)  # fmt: skip

THINGS: Final = (
    rule(
        rf"(?:们家|家里?)?的?(?P<k>{PET})(?:的?名字)?(?:叫|取名叫?|起名叫?|就叫)(?P<x>.{{1,12}})",
        "fact", None, "{name}的{k}叫{x}",
    ),
    rule(
        rf"(?:们家|家里?)的?(?P<k>{PET})(?P<x>(?:今年|已经)?(?:对.+过敏|{NUMBER}岁.*|(?:最"
        rf"|特别)?(?:喜欢|爱|怕).+|不吃.+|只吃.+|是.+))",
        "fact", None, "{name}的{k}{x}",
    ),
    rule(
        rf"(?:们家|家里?)?(?P<v>养了|养着|养|领养了|收养了)(?P<x>{COUNT}?(?:{UNIT}|个).{{1,24}})",
        "fact", None, "{name}{v}{x}",
    ),
    rule(
        rf"(?:们家|家里?|手上|手里)?有(?P<x>{COUNT}{UNIT}.{{1,24}})",
        "fact", None, "{name}有{x}", refine=thing,
    ),
    rule(
        r"用的(?P<c>相机|手机|电脑|镜头|键盘|耳机|机身|三脚架)?(?:一直|还)?是(?P<x>.{2,20})",
        "fact", None, "{name}用的{c}是{x}",
    ),
    rule(
        rf"会(?P<x>(?:说|弹|拉|吹|修).{{1,10}}|游泳|滑雪|手语|潜水|攀岩|做饭|做菜|{HAN}{{1,3}}语)",
        "fact", None, "{name}会{x}", refine=liked,
    ),
    rule(
        r"(?:有|拿到了?|考出了?|考到了?|考了)(?P<x>驾照|.{2,8}(?:资格证|证书|证))了?",
        "fact", None, "{name}有{x}", holds_now=False,
    ),
    rule(
        r"(?P<x>(?:每天(?!被)|每[周星]|每个(?:月|周|星期|礼拜|早|晚)|每晚|每年|天天|经常|从不"
        r"|从来不|周末一般|工作日|雷打不动).{3,40})",
        "fact", None, "{name}{x}",
    ),
    rule(
        r"在(?P<x>(?:学|准备|备考|练|追|减肥|戒|装修|找工作|找房|筹备|复习|攒钱|看房|织|写(?:论文"
        r"|小说|书|剧本|毕业|稿)"
        r"|做(?:毕|副业|项目|课题|一[个本])|考(?:研|公|证|驾照)|翻译).{0,30})",
        "context", None, "{name}在{x}", refine=pursued,
    ),
)  # fmt: skip

NOW: Final = (
    rule(
        rf"(?P<x>(?:{WHEN})?(?:有点|又|还在|正在|在|快|得|好像)*(?:重?感冒|发烧|发高烧|低烧|咳嗽"
        rf"|头疼|头痛|牙疼|胃疼|肚子疼|拉肚子"
        r"|失眠|加班|出差|住院|崴了?脚|落枕|生病|中暑|通宵|请假|隔离|痛经|阳了).{0,20})",
        "state", None, "{name}{x}", refine=ongoing, days="past", needs_subject=False,
    ),
    rule(
        r"的?(?P<x>(?:手|脚|膝盖|腰|腿|胳膊|脚踝|手腕|肩膀|牙|胃|眼睛|嗓子|喉咙)(?:有点|还|又"
        r"|还在|也|好)*"
        r"(?:疼|痛|扭|伤|肿|哑|断|拉伤|发炎|骨折).{0,12})",
        "state", None, "{name}{x}", refine=ongoing,
    ),
    rule(
        rf"(?P<x>(?:{WHEN})?(?:在.{{1,12}}?)?(?:刚刚?|终于|已经|不小心"
        rf"|一口气)*(?:把.{{1,14}}?)?(?:买了|入手|去了|去过|拿到|考过|考了|通过了"
        r"|过了|搬完|丢了|弄丢|修好|捡到|捡了|收到|参加了|跑完|跑了|拍到|拍了|做了|摔|换了|升职"
        r"|升了|毕业了|辞职|离职|拿了"
        r"|获得|得了|订了|卖了|领养|种了|看了|看完|读完|写完|学会|学完|寄了|送修|送去|借给|撞了"
        r"|打碎|面了|投了|提了|签了|交了"
        r"|回了|爬了|骑了|办了|中了|抽中|赢了|输了|被).{0,40})",
        "event", None, "{name}{x}", refine=event, days="past", holds_now=False,
    ),
)  # fmt: skip
