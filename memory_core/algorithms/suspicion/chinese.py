"""Orders to the bot in Chinese.

A pattern names with `at` (`also` in a second branch) where the order begins. Who stands before it
in the same clause is told, and it is an order to the bot only if that is not somebody else.
"""

import re
from typing import Final

from memory_core.algorithms.suspicion.chinese_standing import (
    BEGIN,
    BOT,
    MACHINE,
    REST,
    SHORT,
    STANDING,
)
from memory_core.algorithms.suspicion.reasons import Reason

# Somebody else is told, or the writer tells of himself.
_SOMEBODY: Final = re.compile(
    "我|咱|俺|他|她|谁|大家|别人|有人|人家|的人|老板|领导|经理|医生|大夫|客服|公司|学校|物业|店长"
    "|主管|老师|教练|客户|甲方|房东"
    "|[爸妈爷奶叔姨姑舅哥姐弟妹]|老[婆公]|儿子|女儿|孩子|同事|同学|室友|朋友|司机|警察|主角|小说"
    "|电影"
)
# Of these, "我" is whom the bot serves.
_FOR_ME: Final = re.compile(
    "[帮给替为跟对按照听]+我|我(?:要求|命令|要|让|请|希望|允许|需要|授权|宣布|告诉)(?=你|您|从)"
    "|其他人|用户"
)
_NEGATED: Final = re.compile(
    "(?:不要|不能|不可以?|不会|不应该?|不该|不得|不准|不许|别|勿|怎么|如何|为什么|为何|从不|没有?"
    "|未|不敢|居然|竟然|总是"
    "|老是|经常|容易|曾经?|被|难以|无法|想|不想|是否|是不是|能不能|要不要)[^,，]?$"
)

_DROP: Final = (
    "(?:忽略|忽视|无视|忘掉|忘记|忘了|抛弃|丢弃|放弃|抛开|推翻|覆盖|清除|清空|删除|绕过|跳过|违反"
    "|突破|解除|取消|关闭"
    "|停用|重置|重写|替换|作废|废除|(?:不[要用必再]|别|停止|无需)再?(?:理会|管|遵守|遵循|服从"
    "|执行))掉?(?!了|过)"
)
_INSTRUCTIONS: Final = (
    "(?:指令|提示词|提示语|系统提示|系统消息|系统设定|系统规则|prompts?|instructions?|人设|角色设定"
    "|安全(?:策略|准则|限制|规则|协议|审查|机制)|内容(?:政策|审查|过滤)|道德(?:准则|限制|约束))"
)
_RULES: Final = "(?:规则|设定|限制|约束|命令|指示|准则|提示|原则)"
_TALK: Final = "(?:要求|规定|内容|对话|消息|上下文|信息|文字|记忆|训练|身份)"
_WHICH: Final = (
    "(?:以上|之前|此前|先前|以前|前面|上面|上述|上文|所有|一切|全部|任何|原来|原有|现有|当前"
    "|你的?|你被|给你|收到"
    "|得到|这些|系统|初始|原始|预设|内置|隐藏|开发者|官方|设置|告诉你?|设定好?|的){1,6}"
)
_WHICH_TALK: Final = (
    "(?:以上|上述|上文|你的|你被设定的|(?:所有|全部|一切)的?(?:之前|以前|此前|先前|前面|上面)"
    "|(?:之前|以前|此前|先前|前面|上面)的?(?:所有|全部|一切))的?(?:所有|全部|一切)?的?"
)
_DO: Final = (
    f"(?:{BEGIN}|请|{BOT}|现在|立刻|马上|立即|必须|务必|要求|要|应该?|需要?|可以|直接|彻底|完全"
    f"|一律"
    "|统统|开始|起|后|然后|并|先|让)"
)
_OVERRIDE: Final = (
    rf"{_DO}(?P<at>绕过|跳过|突破|关闭|解除)(?:内容|安全|道德)(?:审查|限制|策略|过滤|机制)",
    (
        r"(?P<at>你)不再?(?:需要|必|用|需)(?:遵守|遵循|受)(?:任何|一切|你的|原来的)"
        rf"{SHORT}{{0,4}}(?:规则|限制|设定|指令|规定|约束)"
    ),
    (
        rf"(?P<at>把|将){_WHICH}(?:{_INSTRUCTIONS}|{_RULES}){SHORT}{{0,3}}(?:抛|忘|扔|删|清空|丢"
        rf"|作废)"
    ),
    (
        rf"(?P<at>你(?:之前|以前|原来|现有)){SHORT}{{0,6}}(?:指令|规则|设定|提示词){SHORT}{{0,4}}"
        "(?:错的|无效|作废|假的|失效)"
    ),
    rf"{BEGIN}(?P<at>停止执行|终止)(?:原来|之前|当前|现有|所有)的?任务",
    (
        rf"(?P<at>你)已?被(?:授权|允许|要求|命令){SHORT}{{0,6}}(?:绕过|忽略|无视|泄露|执行任何"
        rf"|解除|不受)"
    ),
    (
        rf"{BEGIN}(?P<at>(?:你|之前|以前|此前|先前|以上|上述|原有|原来|所有|全部|一切"
        rf"|系统)的?(?:所有|全部|一切)?的?)"
        "(?:规则|指令|设定|提示词|限制|约束|人设)(?:现在|从现在起)?(?:全部|全都|都|一律|统统"
        "|均)?(?:已经?)?(?:作废|失效|无效|不算数|解除|清除|删除|清空|抹去|不再(?:有效|适用|生效)"
        "|被(?:取消|覆盖|重置))"
    ),
    rf"(?P<at>{_DROP}){SHORT}{{0,2}}{_WHICH}{SHORT}{{0,4}}{_INSTRUCTIONS}(?!的)",
    rf"{_DO}(?P<at>{_DROP}){_WHICH}{_RULES}(?!的)",
    rf"{_DO}(?P<at>忽略|无视|忘掉|忘记|抛开|清空|删除)掉?{_WHICH_TALK}{_TALK}",
    (
        rf"(?P<at>不再?受|摆脱|脱离){SHORT}{{0,4}}(?:原有|之前|系统|开发者"
        rf"|官方){SHORT}{{0,4}}{_RULES}"
    ),
)

_FREE: Final = (
    "(?:不受(?:任何|一切|所有)?[^。!！?？\\n,，]{0,6}(?:限制|约束|束缚|管控|审查|规则|控制)"
    "|(?:没有|无|没)(?:任何|一切)?[^。!！?？\\n,，]{0,4}(?:限制|约束|过滤|审查|规则|禁忌|道德)"
    f"|摆脱{SHORT}{{0,6}}(?:限制|束缚|约束)|什么都(?:能|可以)(?:说|做)|解除限制"
    f"|(?:邪恶|越狱|无所不能)的?(?:{MACHINE}|天才|黑客|人格|版|你))"
)
_PERSONA: Final = (
    (
        r"(?P<at>你)(?:现在)?(?:已经?)?被(?:解除|取消|移除)了?(?:所有|一切|全部)?的?(?:限制|约束"
        r"|规则|审查)(?!吗)"
    ),
    (
        rf"(?P<at>你)(?:其实|本来|实际上)?(?:没有|不受)(?:任何|一切)(?:道德|内容|审查"
        rf"|安全)?的?(?:限制|约束|规则)(?!吗|吧)"
        rf"|(?P<also>你)(?:其实|本来)?不是(?:{MACHINE}){REST}{{0,6}}(?:没有|不受)"
    ),
    rf"(?P<at>模拟|扮演|充当|作为){SHORT}{{0,8}}{_FREE}的?{SHORT}{{0,3}}{MACHINE}",
    (
        r"(?P<at>你)(?:现在|已经?|从现在起|今后|不再|将){1,2}"
        rf"(?:(?:没有|无)(?:任何|一切)?(?:道德|审查|过滤|内容)?(?:限制|约束|规则|审查)"
        rf"|不受{SHORT}{{0,6}}(?:限制|约束|规则))"
        "(?!吗|吧)"
    ),
    rf"(?P<at>假装|想象|假设){SHORT}{{0,6}}{_FREE}",
    (
        rf"(?P<at>{BOT}|假装|扮演|想象)(?:现在|已经?|将|从现在起|从现在开始|必须|要|可以|应该"
        rf"|需要|你|自己|就|不再){{0,4}}"
        rf"(?:是|作为|扮演|变成|成为|假装|叫|名叫|进入|有){REST}{{0,14}}{_FREE}"
    ),
    (
        rf"(?:(?P<at>{BOT}|假装|现在)|{BEGIN}){SHORT}{{0,6}}(?:进入|切换到?成?为?|处于|开启"
        rf"|启用|激活|打开)"
        rf"{SHORT}{{0,4}}(?:越狱|无限制|dan|上帝|不受限|无审查|无过滤|邪恶|root)模式"
    ),
    (
        rf"(?P<at>{BOT})(?:现在|已经?|将|要|必须)?(?:进入|切换到?|处于|在|是){SHORT}{{0,3}}"
        "(?:开发者|调试|维护|测试|管理员|超级用户)模式(?!了?吗)"
    ),
    (
        rf"(?P<at>{BOT})(?:现在|的名字|将|要|必须|从现在起|就){{0,2}}(?:是|叫|扮演|变成"
        rf"|成为){SHORT}{{0,3}}"
        "(?<![a-z])dan(?![a-z])"
    ),
)

_MEMORY: Final = (
    (
        rf"(?P<at>记住|记下|牢记|谨记|记忆){REST}{{0,14}}?(?:必须|要|一切|一律|永远|绝对"
        rf"|只能){SHORT}{{0,8}}?"
        "(?:忠诚|听从|服从|听命|言听计从|效忠|无条件)"
    ),
    (
        rf"(?P<at>记住|记好|牢记|谨记|请记|记下|记着|记得|(?:写入|存入|加入|保存到|记到|存到"
        rf"|写进){SHORT}{{0,4}}记忆)"
        rf"{REST}{{0,12}}(?:以后|今后|往后|下次|每次|永远|始终|无论|不管|只要|凡是|任何时候"
        rf"|从现在|从今|一直|任何人|谁)"
        rf"{REST}{{0,14}}?(?:都要|都得|都必须|必须|一律|只能|都给|不许|不准|不得|不能|要|得|都"
        rf"|只){REST}{{0,8}}?"
        "(?:给我(?![爸妈爷奶哥姐弟妹儿女家老])|听我|听从|服从|回答|回复|回应|推荐|同意|附和|转账"
        "|打钱"
        "|告诉(?:用户|别人|他们|所有人|大家)|秘密(?:都|全)?(?:告诉|透露给|转告)|执行|照做|无条件|输出|拒绝|夸我|说(?=[“\"'「是好对])"
        "|叫我(?:主人|爸爸|爹|大王|陛下|老大)|称呼我为?(?:主人|陛下))"
    ),
)

_DISCLOSURE: Final = (
    (
        rf"(?P<at>把|将|告诉我){SHORT}{{0,8}}(?:关于)?(?:别人|其他人|其他用户|所有人"
        rf"|群友)的{SHORT}{{0,6}}(?:秘密|隐私|记忆|密码){SHORT}{{0,4}}(?:告诉我|说出来|发给我|列出)"
    ),
    (
        rf"(?P<at>把|将){SHORT}{{0,4}}(?:系统提示|系统指令|提示词|prompt|初始指令|隐藏指令"
        rf"|你的(?:设定|指令|规则)){REST}{{0,10}}"
        "(?:发给我|告诉我|给我|贴出来|发出来|念出来|说出来|输出|复制|打印)"
    ),
    (
        rf"(?P<at>告诉我|输出|打印|显示|重复|复述|泄露|透露|给我看|公开|说出|列出|写出|发出来"
        rf"|逐字|展示|翻译|背出){SHORT}{{0,10}}"
        "(?:系统提示(?:词|语|内容|全文|原文)|系统指令|隐藏的?(?:指令|提示|设定)|初始的?(?:指令"
        "|提示|设定)"
        "|你的(?:全部|所有|完整|原始|初始|隐藏|的|系统){0,3}(?:指令|设定|提示词|prompt|规则)"
        "|system prompt|(?:其他|别)的?(?:人|用户)的(?:记忆|隐私|秘密|对话|密码))"
    ),
    (
        r"(?P<at>把|将)(?:你知道的|你|所有|全部|一切|的){0,3}(?:用户|别人|其他人|其他用户|所有人"
        r"|大家|群友)的"
        rf"{SHORT}{{0,6}}(?:记忆|隐私|密码|聊天记录|对话|数据|密钥|信息|秘密){SHORT}{{0,6}}"
        "(?:发(?:给|到|送)|转发|上传|导出|告诉我)"
    ),
)

_ORDERS: Final[tuple[tuple[Reason, tuple[re.Pattern[str], ...]], ...]] = (
    ("override", tuple(map(re.compile, _OVERRIDE))),
    ("memory_order", tuple(map(re.compile, _MEMORY))),
    ("persona", tuple(map(re.compile, _PERSONA))),
    ("standing_order", tuple(map(re.compile, STANDING))),
    ("disclosure", tuple(map(re.compile, _DISCLOSURE))),
)
_HAN: Final = re.compile("[\u4e00-\u9fff]")
_CLAUSE: Final = re.compile('[^,，;；:：“”"「」]*$')


def reason(sentence: str) -> Reason | None:
    """Why one folded, simplified sentence is an order to the bot; None = it is not."""
    if not _HAN.search(sentence):
        return None
    for name, patterns in _ORDERS:
        for pattern in patterns:
            if any(_is_to_bot(sentence, match) for match in pattern.finditer(sentence)):
                return name
    return None


def _is_to_bot(sentence: str, match: re.Match[str]) -> bool:
    begin = max(match.start(), *(match.start(name) for name in match.re.groupindex))
    clause = _CLAUSE.search(sentence, 0, begin)
    before = clause[0] if clause else ""
    if _NEGATED.search(before):
        return False
    others = _FOR_ME.sub("", before)
    return not _SOMEBODY.search(others) or bool(re.search(BOT, others))
