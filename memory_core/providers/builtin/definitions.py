"""Objective sentences about nobody: what something is, stands for, costs, when it closes."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.algorithms.similarity import content_key
from memory_core.ports import Line, ProposedKnowledge
from memory_core.providers.builtin.clauses import BLANK, HAN, sentences
from memory_core.providers.builtin.rule import tidy
from memory_core.providers.builtin.statements import can_speak

_TITLE: Final = rf"(?P<title>(?:《[^》]{{1,20}}》|(?:{HAN}|[A-Za-z0-9·/+. -]){{2,24}}?))"
_ZH: Final = tuple(
    re.compile(pattern)
    for pattern in (
        (
            rf"{_TITLE}(?<![也都就才还算不])是(?P<x>(?:一种|一款|一类|一项|一门|一座|一部|用来|指|由|属于|世界上|中国"
            rf"|全国).{{3,60}})$"
        ),
        (
            rf"{_TITLE}(?P<x>(?:指的是|全称是|全名是|的全称是|的意思是|的缩写是|的英文是|就是指"
            rf"|的首都是|的沸点是|的熔点是|的省会是|的作者是|的原理是).{{2,60}})$"
        ),
        (
            rf"(?P<title>(?:{HAN}|[A-Za-z0-9·]){{2,24}}?(?:末班车|首班车|营业时间|开门时间|闭馆时间"
            rf"|闭馆|开馆|关门|打烊|门票|票价"
            r"|开放时间|限速|海拔))(?P<x>(?:时间)?(?:是|在|到|为|改到|：|:| )*.{0,8}\d.{0,30})$"
        ),
        (
            rf"{_TITLE}(?P<x>(?:一般|通常|每年)在?.{{1,12}}(?:开花|成熟|开放|封山|结冰|入梅|出现"
            rf"|爆发).{{0,20}})$"
        ),
        (
            rf"(?P<title>(?:猫|狗|猫咪|小猫|小狗|兔子|婴儿|孕妇)(?:绝对|千万|都)?不能(?:吃|碰|喝"
            rf"|闻)(?:{HAN}|[A-Za-z]){{1,16}})(?P<x>)$"
        ),
        rf"{_TITLE}(?P<x>(?:对|会让)(?:猫|狗|猫狗|人体)(?:有毒|中毒).{{0,12}})$",
        rf"{_TITLE}(?P<x>(?:需要|要有|形成要|形成需要)(?:低温|高温|高湿).{{2,40}})$",
    )
)
_ARTICLE: Final = re.compile(r"^(?:The|An?) ")
_EN_TITLE: Final = r"(?P<title>[A-Z][\w'&/+.-]*(?: [\w'&/+.-]+){0,5}?)"
_EN: Final = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_EN_TITLE} (?P<x>(?:stands for|is short for|is an acronym for|refers to) .{{3,80}})$",
        (
            rf"{_EN_TITLE} (?P<x>(?:is|are) (?:a|an) (?:kind|type|sort|form|species|breed|style"
            rf"|method|unit|way) (?:of|to) .{{3,80}})$"
        ),
        (
            rf"{_EN_TITLE} (?P<x>(?:closes|opens|boils|melts|freezes|costs) (?:at|from"
            rf"|on)? ?.{{0,20}}\d.{{0,30}})$"
        ),
        (
            rf"{_EN_TITLE} (?P<x>is the (?:capital|currency|largest|smallest|highest|longest"
            rf"|national) .{{3,60}})$"
        ),
    )
)
_FILLER: Final = re.compile(
    r"^(?:科普一?下?|冷知识|知识点|补充|提醒一?下?|注意|对了|其实|PSA|FYI|Fun fact)(?:[，,：:]\s*"
    r"|\s+)",
    re.I,
)
_ABOUT_SOMEBODY: Final = re.compile(
    r"[我你您他她它咱]|大家|人家|别人|这|那|群|小夜|今天|昨天|明天|刚才"
    r"|\b(?:I|you|he|she|it|we|they|my|your|his|her|our|their|this|that|these|those|there)\b",
    re.I,
)


def knowledge(lines: Sequence[Line], *, present: Sequence[str]) -> Iterator[ProposedKnowledge]:
    """Definitional sentences of the batch, in order; none that names somebody present."""
    seen: set[str] = set()
    for line in lines:
        if not can_speak(line):
            continue
        for candidate in _of_line(line, present=present):
            key = content_key(candidate.content)
            if key and key not in seen:
                seen.add(key)
                yield candidate


def _of_line(line: Line, *, present: Sequence[str]) -> Iterator[ProposedKnowledge]:
    for sentence in sentences(line.text):
        if not all(c.is_claim and BLANK not in c.text for c in sentence.clauses):
            continue
        end = sentence.clauses[-1].end
        for clause in sentence.clauses:
            candidate = _of_quote(
                line.text[clause.start : end],
                line=line, is_chinese=sentence.is_chinese, present=present,
            )  # fmt: skip
            if candidate is not None:
                yield candidate
                break


def _of_quote(
    quote: str, *, line: Line, is_chinese: bool, present: Sequence[str]
) -> ProposedKnowledge | None:
    """The definition that a sentence, or the rest of one from some clause on, spells out."""
    filler = _FILLER.match(quote)
    body = quote[filler.end() :] if filler else quote
    if _ABOUT_SOMEBODY.search(body) or any(name in body for name in present):
        return None
    content = tidy(body, is_chinese=is_chinese)
    for pattern in _ZH if is_chinese else _EN:
        if match := pattern.match(content):
            title = _ARTICLE.sub("", " ".join(match["title"].split()))
            return ProposedKnowledge(title, content, (line.id,), quote)
    return None
