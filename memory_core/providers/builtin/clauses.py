"""Cutting a message into clauses, and knowing which of them claim nothing (SPEC 3.4).

Positions are positions in the message, so that what a rule matched can be quoted verbatim. All
matching happens on a copy of equal length in which quoted speech is blanked out.
"""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from memory_core.algorithms import secrets

HAN: Final = r"[\u4e00-\u9fff]"
BLANK: Final = "□"
# A wall of text is a paste, and somebody else's words; rules read the start only.
MAX_CHARACTERS: Final = 2000
# Nobody says one thing at such length without a comma.
MAX_CLAUSE: Final = 160

_SENTENCE_END: Final = re.compile(r"[。！？!?；;…~～\n]+|\.+(?=\s|$)")
_ZH_CLAUSE_END: Final = re.compile(
    rf"[，,](?!\d{{3}}\b)|(?<!\d)[：:]|——|(?<={HAN})[ \u3000]+(?={HAN})"
)
_EN_CLAUSE_END: Final = re.compile(
    r",(?!\d)\s*|\s+[-\u2013\u2014]+\s+|:\s+|[()]"
    r"|\s+(?:but|and|so|because|since|though|although|while|cause|cuz)\s+(?=(?:I|my|we|it|they"
    r"|there|he|she|you|this|that|everyone|the)\b)",
    re.I,
)
_QUOTED: Final = re.compile(r"“[^”]*”|「[^」]*」|『[^』]*』|\"[^\"\n]*\"|`[^`]*`")
_QUOTED_LINE: Final = re.compile(r"^[ \t]*[>\uff1e].*$", re.M)
_FORWARDED: Final = re.compile(rf"^\s*(?:{HAN}|[A-Za-z0-9_]){{1,12}}[：:](?=\s*(?:我|I\b))", re.M)
_ANNOUNCED: Final = re.compile(
    r"^\s*(?:更新|报告|汇报|补充|更正|纠正|对了|好消息|坏消息|结论|通知|ps|update|news)[：:]", re.I
)

_ZH_QUESTION: Final = re.compile(
    r"吗|[么呢]\s*$|哪(?!怕)|谁|(?<!没)什么|(?<!没)啥|怎么|怎样|咋|几[点号个岁月天年]|多少|多大"
    r"|多久"
    r"|是不是|有没有|要不要|能不能|会不会|好不好|对不对|可不可以|为何|难道|猜猜"
)
# "我住在北京的时候，…" only says when the rest happened.
_ZH_WHILE: Final = re.compile(r"(?:的时候|之后|以后|之前|以前|(?<![小平同及准])时)\W*$")
_TAG: Final = re.compile(
    r"^(?:right|correct|yeah|yes|no|ok|okay|isn't it|don't I|aren't I|you know)\W*$"
    r"|^(?:对吧|对吗|是吧|是吗|行吗|好吗|可以吗|不是吗|对不对|你信吗)\W*$",
    re.I,
)
_EN_QUESTION: Final = re.compile(
    r"^\s*(?:what|where|who|whose|when|why|how|which|do|does|did|is|are|am|was|were|have|has|can"
    r"|could|would|should|will|shall|may|anyone|guess)\b",
    re.I,
)
_HYPOTHETICAL: Final = re.compile(
    r"如果|要是|假如|假设|假装|万一|倘若|若是|的话|早知道|恨不得|要不是|除非|梦见|梦到|做梦"
    r"|\b(?:if|would|wouldn't|I'd|wish|suppose|imagine|unless|pretend|dreamed|dreamt)\b",
    re.I,
)
_UNSURE: Final = re.compile(
    r"可能|也许|说不定|没准|搞不好|差点|好像要|\b(?:might|maybe|perhaps|probably|almost)\b", re.I
)
_REPORTED: Final = re.compile(
    rf"(?<![我话听理实来就再])(?:说|讲|问|喊|觉得|以为|认为)(?:过|了|的)?(?:[：:，,「“{BLANK}]|$"
    rf"|我|他|她)"
    r"|(?<![跟和给向对])(?:他们?|她们?|人家|别人|大家|有人|朋友|同事|老板|领导|医生|老师|房东|室友"
    r"|我[妈爸哥姐弟妹])(?:\w{0,2})?(?:说|讲|问|觉得|以为|告诉)"
    r"|听说|据说|传说|转述|台词|歌词"
    r"|\b(?:he|she|they|mom|dad|people|someone|everyone|\w+)\s+(?:said|says|told|asked|claims"
    r"|thinks|thought|asks|tells)\b",
    re.I,
)
_JOKE: Final = re.compile(
    r"(?<!以为你是)开玩笑|骗你|骗你们|逗你|玩笑话|瞎说的|胡说的|编的|\b(?:just kidding|jk"
    r"|kidding)\b",
    re.I,
)
# Talk of secrets, and what a masked one leaves behind: nothing there is worth keeping either.
_TALKS_OF_SECRETS: Final = re.compile(
    r"密码|口令|验证码|身份证|银行卡|卡号|手机号|电话是|电话号码|微信号|密钥|登录信息"
    r"|\b(?:password|passcode|passphrase|pin|otp|verification code|api key|secret key|phone number"
    r"|credit card)\b|\[[a-z ]+\]",
    re.I,
)
_OVERRIDE: Final = re.compile(
    r"(?:忽略|无视|忘掉|忘记)\S{0,8}(?:指令|提示|规则|设定|要求)|系统提示词|从现在起你|你必须听"
    r"|\b(?:ignore|disregard|forget)\b.{0,30}\b(?:instruction|prompt|rule|message)s?\b"
    r"|system prompt",
    re.I,
)
_PASTE: Final = re.compile(
    r"Traceback \(most recent call last\)|^\s*File \".+\", line \d+|^\s*at [\w.$]+\(|```"
    r"|^\s*[\[{].*[\]}]\s*$|^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d",
    re.M,
)
# One to one, so that positions stay those of the message.
_SAME_LENGTH: Final = str.maketrans(
    {0x2019: "'", 0x2018: "'", 0x00A0: " ", 0x3000: " "}
    | {c: chr(c - 0xFEE0) for c in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B))}
    | {c: chr(c - 0xFEE0) for c in range(0xFF41, 0xFF5B)}
)


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` = the matching copy of message[start:end]; `is_claim` = states something as true."""

    text: str
    start: int
    end: int
    is_claim: bool


@dataclass(frozen=True, slots=True)
class Sentence:
    clauses: tuple[Clause, ...]
    is_chinese: bool


def holds_secret(text: str) -> bool:
    """Phone, identity or card number, password, code, key: nothing of this becomes a memory."""
    normal = unicodedata.normalize("NFKC", text)
    return bool(_TALKS_OF_SECRETS.search(normal) or secrets.find(normal))


def is_override(text: str) -> bool:
    """An order to the bot to drop its instructions: neither a fact nor part of a summary."""
    return bool(_OVERRIDE.search(text))


def is_joke(text: str) -> bool:
    """The line takes back what was said in it, or just before it by the same person."""
    return bool(_JOKE.search(text))


def is_paste(text: str) -> bool:
    """A stack trace, log, code block or JSON: somebody's text, but nobody's statement."""
    return bool(_PASTE.search(text))


def matching_copy(text: str) -> str:
    """The text, equally long, with quoted speech and quoted lines blanked."""
    copy = text[:MAX_CHARACTERS].translate(_SAME_LENGTH)
    for pattern in (_QUOTED, _QUOTED_LINE):
        copy = pattern.sub(lambda m: BLANK * len(m[0]), copy)
    return copy


def sentences(text: str) -> list[Sentence]:
    """The sentences of a message that may hold a claim; none of a paste or a forwarded line."""
    if is_paste(text) or is_override(text) or is_joke(text):
        return []
    copy = matching_copy(text)
    if _FORWARDED.match(copy) and not _ANNOUNCED.match(copy):
        return []
    found: list[Sentence] = []
    start = 0
    for match in _SENTENCE_END.finditer(copy):
        found += _sentence(copy, start, match.start(), is_question=_asks(match[0]))
        start = match.end()
    return found + _sentence(copy, start, len(copy), is_question=False)


def _asks(mark: str) -> bool:
    return "?" in mark or "？" in mark


def _sentence(copy: str, start: int, end: int, *, is_question: bool) -> list[Sentence]:
    body = copy[start:end]
    if not body.strip():
        return []
    is_chinese = bool(re.search(HAN, body))
    spans = _spans(body, _ZH_CLAUSE_END if is_chinese else _EN_CLAUSE_END)
    if not spans or holds_secret(body):
        return []
    tainted = bool(_HYPOTHETICAL.search(body) or _TAG.match(body[spans[-1][0] : spans[-1][1]]))
    told_from = _told_from(body, spans)
    clauses = tuple(
        Clause(
            body[a:b],
            start + a,
            start + b,
            not tainted
            and b <= told_from
            and not (is_question and b == spans[-1][1])
            and _claims(body[a:b], is_chinese=is_chinese),
        )
        for a, b in spans
    )
    return [Sentence(clauses, is_chinese)]


def _told_from(body: str, spans: list[tuple[int, int]]) -> int:
    """Where somebody else's words begin. "…, he says" at the end takes the whole sentence."""
    for a, b in spans:
        if match := _REPORTED.search(body[a:b]):
            return 0 if b == spans[-1][1] and a + match.end() >= b - 1 else a
    return len(body)


def _claims(clause: str, *, is_chinese: bool) -> bool:
    if len(clause) > MAX_CLAUSE:
        return False
    if is_chinese and _ZH_WHILE.search(clause):
        return False
    question = _ZH_QUESTION.search(clause) if is_chinese else _EN_QUESTION.match(clause)
    return not question and not _UNSURE.search(clause)


def _spans(body: str, separator: re.Pattern[str]) -> list[tuple[int, int]]:
    """Non-blank stretches between separators, trimmed of spaces."""
    edges = [0]
    for match in separator.finditer(body):
        edges += [match.start(), match.end()]
    edges.append(len(body))
    spans: list[tuple[int, int]] = []
    for a, b in zip(edges[::2], edges[1::2], strict=True):
        part = body[a:b]
        if part.strip():
            left = a + len(part) - len(part.lstrip())
            spans.append((left, left + len(part.strip())))
    return spans
