"""Who a clause speaks about: the speaker, somebody present, or nobody we can tell (SPEC 3.4)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from memory_core.ports import Line
from memory_core.providers.builtin.chinese.words import KIN, PARTNER, PET, WHEN
from memory_core.providers.builtin.clauses import HAN, Clause

Whose = Literal["self", "other", "none", "unknown"]

_FILLER_ZH: Final = (
    r"(?:哈+|嗯+|啊+|哎呀?|唉+|诶|欸|嘿+|呜+|哦+|噢|对了|其实|话说|说起来|说到这个|说实话|老实说"
    r"|那个|不过|但是?|可是|而且|所以"
    r"|因为|反正|顺便|另外|还有|好吧|对(?=\W)|是的|主要是?|果然|原来|当然|突然|小声说|偷偷说一?句?|救命"
    r"|好消息|坏消息|笑死|毕竟|正好|刚好"
    r"|本来|终于|结果|早上好|大家好|各位|家人们|天哪|完了|跟你们说|跟大家说|告诉你们|悄悄告诉你"
    r"|确实|谢谢|报告|更新|总之|现在|目前"
    r"|今年|从小|哇|靠|可惜|幸好|还好|难怪|怪不得|不然|虽然|既然|尤其|更正一?下?|纠正一?下?"
    r"|补充一?下?|记一下|自我介绍一下|\W)*+"
)
_TIME_ZH: Final = (
    rf"(?P<when>(?:{WHEN}|最近|平时|周末|以前|之前|小时候|当年|去年|前年|曾经|以后"
    rf"|这阵子|这段时间)*+)"
)
_SELF_ZH: Final = re.compile(
    rf"{_FILLER_ZH}{_TIME_ZH}(?P<is>[是就]*)(?:我(?!们(?!家)|国|靠|天|擦|晕|勒|滴妈|的天|的妈"
    rf"|去[!！]?$)|本人|俺)"
)
_FILL_ONLY_ZH: Final = re.compile(_FILLER_ZH)
_OTHER_ZH: Final = re.compile(
    r"[他她它你您咱这那]|大家|人家|别人|有人|有的|谁|我们(?!家)|小夜|老板|同事|朋友|医生|老师"
    r"|房东|客户|领导"
)
_FILLER_EN: Final = (
    r"(?:(?:well|oh|so|and|but|yeah|yes|no|nope|hey|hi|hello|haha+|lol|ok|okay|also|btw|honestly"
    r"|tbh|fyi|ps|update|anyway"
    r"|actually|guys|hmm+|um+|ugh|wow|news|fun fact|by the way|to be honest|these days|right now"
    r"|currently|plus)\b|\W)*+"
)
_SELF_EN: Final = re.compile(rf"{_FILLER_EN}(?P<rest>(?:I\b|i\b(?='|\s)|[Mm]y\b).*)", re.I | re.S)


_REVERSED_ZH: Final = re.compile(
    r"(?P<x>.{1,12}?)(?:才|就|也|一直|永远)*+是我(?P<rest>的最爱|的本命|的心头好|最(?:喜欢"
    r"|爱)的.{1,8})\W*$"
)
# "我妈在…，还会…": what follows is about the mother.
_BELONGING: Final = re.compile(
    rf"(?:们?家里?|们)?的?(?:{KIN}|{PARTNER}|{PET})(?!过敏)|(?:们家|家里?|们)?的(?!生日|名字|本名"
    rf"|工作|老家|爱好|最爱)"
    r"|[Mm]y\b"
)


# "我知道他…，还…": what follows may be about him.
_SOMEBODY_ELSE: Final = re.compile(r"[你您她它]|(?<![吉其])他")


@dataclass(frozen=True, slots=True)
class Subject:
    """`predicate` = what is said, without the subject in Chinese, with it in English.

    `carries`: a following clause without a subject of its own is about the same one.
    """

    whose: Whose
    predicate: str
    person_id: int | None = None
    name: str = ""

    @property
    def carries(self) -> bool:
        if self.whose not in ("self", "other") or _BELONGING.match(self.predicate):
            return False
        return not _SOMEBODY_ELSE.search(self.predicate)


class Names:
    """The names under which exactly one of the people present is known.

    A Chinese full name of three characters also answers to its last two, as people talk. What
    two persons share names neither of them.
    """

    def __init__(self, lines: Iterable[Line]) -> None:
        owners: defaultdict[str, set[int]] = defaultdict(set)
        shown: dict[tuple[str, int], str] = {}
        for line in lines:
            if line.is_bot or len(line.speaker.strip()) < 2:
                continue
            for name in _called(line.speaker.strip()):
                owners[name].add(line.person_id)
                shown[name, line.person_id] = line.speaker.strip()
        unique = {name: min(ids) for name, ids in owners.items() if len(ids) == 1}
        self._people: Mapping[str, tuple[int, str]] = {
            name: (unique[name], shown[name, unique[name]])
            for name in sorted(unique, key=lambda n: (-len(n), n))
        }
        self._known: tuple[str, ...] = tuple(sorted(owners, key=lambda n: (-len(n), n)))

    def at_start_of(self, text: str) -> tuple[str, int | None, str]:
        """(the name as written, person, the person's full name); '' when none stands there."""
        for name in self._known:
            if text.startswith(name):
                person_id, full = self._people.get(name, (None, ""))
                return name, person_id, full
        return "", None, ""


def _called(name: str) -> tuple[str, ...]:
    return (name, name[1:]) if re.fullmatch(rf"{HAN}{{3}}", name) else (name,)


def of_chinese(clause: Clause, *, names: Names) -> Subject:
    text = clause.text
    if match := _REVERSED_ZH.match(text):
        return Subject("self", f"{match['rest']}是{match['x']}")
    if match := _SELF_ZH.match(text):
        return Subject("self", match["when"] + text[match.end() :].lstrip())
    filler = _FILL_ONLY_ZH.match(text)
    bare = text[filler.end() :] if filler else text
    name, person_id, full = names.at_start_of(bare)
    if name:
        return _third_person(bare[len(name) :].lstrip(), person_id=person_id, name=full)
    if _OTHER_ZH.match(bare):
        return Subject("none", "")
    return Subject("unknown", bare)


def of_english(clause: Clause, *, names: Names) -> Subject:
    if match := _SELF_EN.match(clause.text):
        rest = match["rest"]
        return Subject("self", "I" + rest[1:] if rest.startswith("i") else rest)
    bare = clause.text.lstrip()
    name, person_id, full = names.at_start_of(bare)
    if not name:
        return Subject("unknown", bare)
    rest = bare[len(name) :]
    if person_id is None or not rest.startswith((" ", "'s ")):
        return Subject("none", "")
    return Subject("other", _as_first_person(rest), person_id, full)


def _third_person(rest: str, *, person_id: int | None, name: str) -> Subject:
    """A name alone is an address ("知夏，明天…"), and "你" in the clause speaks to its owner."""
    if person_id is None or not rest or re.search(r"[你您]", rest):
        return Subject("none", "")
    return Subject("other", rest, person_id, name)


_EN_THIRD: Final = (
    (
        re.compile(r"^'s (?=birthday|name|favou?rite|cat|dog|mom|dad|sister|brother|wife|husband)"),
        "My ",
    ),
    (re.compile(r"^(?:'s| is| was)(?= )"), "I'm"),
    (re.compile(r"^ (?:doesn't|does not)(?= )"), "I don't"),
    (re.compile(r"^ no longer works(?= )"), "I no longer work"),
    (re.compile(r"^ has(?= )"), "I have"),
    (re.compile(r"^ (live|work|love|like|hate|enjoy|own|drive|prefer)s(?= )"), r"I \1"),
    (re.compile(r"^ (?=moved|joined|switched|graduated)"), "I "),
)


def _as_first_person(rest: str) -> str:
    """ " lives in Osaka" as "I live in Osaka", so that one set of rules serves both."""
    for pattern, other in _EN_THIRD:
        changed, count = pattern.subn(other, rest)
        if count:
            return changed
    return ""
