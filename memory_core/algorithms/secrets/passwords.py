"""Passwords said in words (TRUST T34).

The word alone is harmless ("密码错了", "password is required"). A secret is what a mark announces
("密码：…", "pwd=…"), or what follows a verb and is no ordinary word. Each pattern begins at the end
of the word, and looks a bounded stretch ahead.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.algorithms.secrets.kinds import Secret
from memory_core.algorithms.secrets.patterns import HAN, UNIT, WALL, english

# Printable ASCII without quotation marks and tags, which stand around a value.
_ASCII: Final = "!#-&(-;=?-_a-~"
_ZH_WORD: Final = "(?:密[码碼]|口令|暗[号號]|通行码|pin码)"
_EN_WORD: Final = (
    "p(?<![a-z]p)(?:ass ?word(?!s)|ass ?words(?= ?[:=])|asswd|asscode|wd|ass(?= ?[:=]))"
)
_WORD: Final = re.compile(
    rf"(?:(?P<zh>{_ZH_WORD})|{_EN_WORD})(?:'(?!s)|[\"”」)\]])?(?: ?\([^()\n{WALL}]{{1,12}}\))?"
)
_ZH_IS: Final = (
    "(?:(?:已经?|现在|目前|还|就|应该|都|也|仍然?|依然|一直|原来)?[是为為]"
    "|[改換换設设變变][成为為]了?|设置[成为]了?|[设用]的是)"
)
_EN_IS: Final = (
    "(?:'s|(?: (?:is|was)(?: (?:now|still|just|actually|simply|always))?| to| as)(?![a-z]))"
)
_IS: Final = f"(?: ?{_ZH_IS}|{_EN_IS})"
_QUOTE: Final = "[\"'`“「『《【\\[(<]?"
_NOT_LENGTH: Final = "(?! ?[位个次天年月种])"

_MARKED: Final = re.compile(
    rf"{_IS}? ?(?:[:=]|->|→|即)[=> ]{{0,3}}{_QUOTE}"
    rf"(?P<value>[{_ASCII}]{{3,128}}+|[{HAN}]{{2,12}}+[{_ASCII}]{{0,64}}+)"
)
_QUOTED: Final = re.compile(
    rf"{_IS}? ?[:=]? ?(?:\"(?P<value>[^\"\n{WALL}]{{3,64}})\""
    rf"|[“「『](?P<cjk>[^“”「」『』\n{WALL}]{{2,64}})[”」』])"
)
_TOLD: Final = re.compile(
    rf"(?:{_IS}| ?(?:填|输入?)) ?{_QUOTE}"
    rf"(?P<value>(?=[!-~]{{0,128}}[0-9!@#$%^&*_+=])[{_ASCII}]{{3,128}}+){_NOT_LENGTH}"
)
_BESIDE: Final = re.compile(
    rf" ?(?P<value>(?![:=>-])(?=[!-~]{{0,64}}[0-9])[{_ASCII}]{{4,64}}+){_NOT_LENGTH}"
)
# A plain word, if the sentence ends with it: "password is very important" goes on.
_PLAIN: Final = re.compile(
    rf"{_IS} ?{_QUOTE}(?P<value>[a-z][a-z'-]{{2,31}}+)(?! ?[a-z0-9])(?!{WALL})"
)
_HAN_TOLD: Final = re.compile(
    rf" ?{_ZH_IS} ?{_QUOTE}(?P<value>[{HAN}]{{2,12}}+[{_ASCII}]{{0,64}}+)"
)
_TAILS: Final = (_MARKED, _TOLD, _BESIDE, _PLAIN)

_BEFORE: Final = re.compile(
    rf"[{_ASCII}](?<![!-~].)(?P<value>(?<=(?=[!-~]{{0,64}}[0-9!@#$%^&*_+=]).)[{_ASCII}]{{3,64}}+)"
    rf"[\"'”」)]? ?"
    rf"(?:[，,]? ?(?:就?是|为|这是)(?:[a-z{HAN} -]{{0,12}}的)?[a-z{HAN}-]{{0,6}}{_ZH_WORD}"
    rf"|(?:is|was) (?:(?:my|your|the|our|his|her|their)(?: [a-z-]{{1,12}}){{0,2}} )?{_EN_WORD})"
)
_PHRASE: Final = re.compile(
    rf"(?:助记词|{english('pass ?phrase', 'seed phrase', 'recovery phrase', 'mnemonic')})"
    rf"{_IS}? ?:? ?{_QUOTE}(?P<value>[a-z]{{2,12}}+(?:[ ,-]{{1,2}}[a-z]{{2,12}}+){{2,23}})"
)
_PIN: Final = re.compile(
    rf"p(?<![a-z]p)in(?: ?(?:code(?![a-z])|number(?![a-z])|码|:|=|[是为])|{_EN_IS}){{0,2}} ?"
    rf"(?P<value>[0-9](?:[ .-]?[0-9]){{3,7}})(?![0-9a-z]){UNIT}"
)

# What is said of a password, and is none.
_ORDINARY: Final = re.compile(
    r"(?:"
    r"a|an|the|my|your|his|her|our|their|its|this|that|not|no|none|null|nil|true|false|wrong"
    r"|right|correct|incorrect|invalid|valid|required|optional|missing|empty|expired|expiring"
    r"|changed|reset|resetting|set|saved|stored|hashed|encrypted|hidden|protected|safe|secure"
    r"|insecure|weak|strong|stronger|weaker|easy|hard|too|so|very|really|quite|pretty|long"
    r"|longer|short|shorter|simple|same|different|new|old|gone|lost|forgotten|leaked|stolen"
    r"|shared|written|in|on|at|with|without|for|from|by|under|out|only|also|always|never|still"
    r"|now|what|which|where|why|how|whatever|something|anything|nothing|everything|fine|good|bad"
    r"|great|ok|okay|important|there|here|it|unlock|open|log|login|access|enter|get|use|be|see"
    r"|please|you|me|us|everyone|someone|anyone|one|two|three|four|six|eight|str|string|int"
    r"|bytes|bool|text|field|default|random|generated|being|been|needed|necessary|case|known"
    r"|unknown|unique|working|broken|blank|well|as|to|if|or|and|but|because|about|mine|yours|his"
    r"|hers|ours|theirs|bullshit|annoying"
    r")[!?]*"
)
_ORDINARY_HAN: Final = re.compile(
    r"什么|啥|多少|几|谁|哪|怎|咋|不|没|否|我|你|您|他|她|它|咱|俺|大家|别人|自己|一样|同|对"
    r"|错|正确|随机|空|无|加密|明文|真|假|在|要|用|需|必|应该|可以|可能|从|以|由|有|被|记|忘"
    r"|改|换|设|新|旧|老|原来|之前|以前|刚|很|太|挺|最|非常|简单|复杂|安全|强|弱|初始|默认"
    r"|通用|个人|私密|保密|机密|重要|秘密|为了|因为|生日|手机|身份|纪念|名字|拼音|关键|问题"
    r"|一个|一种|一串|两|三个|六位|八位|这|那|啊|吗|呢|吧|了|的|必填|略|见|请|如下"
)


def find(text: str) -> Iterator[Secret]:
    """Every password in a lower-case folded text; overlaps are the caller's."""
    for word in _WORD.finditer(text):
        yield from _after(text, word.end(), is_chinese=word["zh"] is not None)
    for match in _BEFORE.finditer(text):
        yield Secret(match.start(), match.end("value"), "password")
    for pattern in (_PHRASE, _PIN):
        for match in pattern.finditer(text):
            yield Secret(*match.span("value"), "password")


def _after(text: str, end: int, *, is_chinese: bool) -> Iterator[Secret]:
    if match := _QUOTED.match(text, end):
        yield Secret(*match.span(match.lastgroup or "value"), "password")
    for tail in (*_TAILS, _HAN_TOLD) if is_chinese else _TAILS:
        if match := tail.match(text, end):
            start, value = match.start("value"), match["value"]
            # The mark that ends the sentence is not the password's.
            length = max(len(value.rstrip(",.;:)]")), 3)
            if not _is_ordinary(value[:length]):
                yield Secret(start, min(start + length, match.end()), "password")


def _is_ordinary(value: str) -> bool:
    return bool(_ORDINARY.fullmatch(value) or _ORDINARY_HAN.match(value))
