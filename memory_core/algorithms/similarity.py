"""When two texts say the same (SPEC 3.8), and the guard that keeps them apart when they do not.

Letter overlap alone calls 过敏 and 不过敏, or 北京飞上海 and 上海飞北京, the same. Every check here
errs towards "different": a second row can be merged later, a swallowed one is lost.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from memory_core.algorithms import tokenize
from memory_core.algorithms.stopwords import FUNCTION_CHARACTERS

CHARACTER_JACCARD: Final = 0.85
BIGRAM_JACCARD: Final = 0.55
NEAR_DUPLICATE_JACCARD: Final = 0.5

# Dashes and apostrophes that NFKC leaves apart although people type them for one another.
_ASCII_TWINS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u2018": "'",
        "\u2019": "'",
    }
)
_INVISIBLE: Final = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_ROUNDS: Final = 4
_CJK: Final = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
# Punctuation inside belongs to the token (3.5, 1,000, 8:30, node.js, c++, -5), at its end not.
_ASCII_ATOM: Final = (
    r"(?:(?<![a-z0-9.+\-#])(?:[.#@$]|[+\-](?=[0-9])))?[a-z0-9]"
    r"(?:[a-z0-9]|://(?=[a-z0-9])|[._\-+/@&:'=*](?=[a-z0-9])|(?<=[0-9]),(?=[0-9]))*"
    r"(?:\+\+|[+#%])?"
)
_ASCII: Final = re.compile(_ASCII_ATOM)
# The letters of most texts come in runs; one by one they would cost ten times as much.
_ATOM: Final = re.compile(
    f"(?P<ascii>{_ASCII_ATOM})|(?P<run>[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]+)|.",
    re.DOTALL,
)
_BORDER: Final = re.compile(f"[{_CJK}]")

# In the first kind the character negates nothing, and no negation reads the same.
_NEGATION: Final = re.compile(
    "(?:非常|特[别別]|[分区性级类个差识告离派][别別]|[别別][人的处墅致称]|[无無][锡錫线線论論]|非洲|差不多|对不起)"
    "|(?P<negation>[不没沒別别未无無非勿莫毋甭否])"
)
_NUMERAL: Final = re.compile(
    "[零〇一二三四五六七八九十百千万萬亿億两兩俩仨半壹贰叁肆伍陆柒捌玖拾佰仟几多]+"
)
_DATE: Final = re.compile(
    "(?:周|星期|礼拜|禮拜)[一二三四五六日天末]|大?[前昨今明后後次当][天日晚早年]|[上下这這本]{1,3}个?(?:周|星期|礼拜|月|季度|年)"
    "|凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|半夜|深夜|午夜|今早|今晚|明早|明晚"
    "|春[天季节]|夏[天季]|秋[天季]|冬[天季]|[农農公阴阳新旧][历曆]|生肖|正月|腊月|月[初中底末]|年[初中底末]"
    "|元旦|除夕|春节|元宵|清明|端午|七夕|中秋|重阳|国庆|圣诞"
)
_DIGITS: Final = {
    **{digit: value for value, digit in enumerate("零一二三四五六七八九")},
    **{digit: value for value, digit in enumerate("〇壹贰叁肆伍陆柒捌玖")},
    **dict.fromkeys("两兩俩", 2),
    "仨": 3,
}
_UNITS: Final = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_GROUPS: Final = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
# Words that may come, go or be exchanged without another thing being said.
_FILLERS: Final = frozenset(
    (
        *"的地得了着过呢吧啊呀嘛哦啦哈很太挺蛮好最更真也都就还又再才一个位名只种这那是在有会要说",
        *"和与跟同及并但之其于",
        *("真的", "非常", "特别", "十分", "相当", "比较", "有点", "确实", "其实", "一个", "这个"),
        *("那个", "觉得", "现在", "目前", "已经", "一直", "以及", "并且", "而且", "然后", "所以"),
        *("因为", "但是", "不过", "可是", "来着", "的话"),
    )
)
_LIGHT_ENGLISH: Final = frozenset(
    ("a", "an", "the", "really", "very", "just", "so", "also", "quite", "too", "actually", "that")
)


def content_key(text: str) -> str:
    """What makes a text unique: NFKC, case-fold, without spaces and loose punctuation (SPEC 3.8).

    Punctuation inside numbers and ASCII tokens stays (3.5 is not 35, C++ is not C), symbols such
    as emoji stay too. '' when nothing is left; such a text is refused by who writes it. The key of
    a key is the key itself.
    """
    key = _key_of(_fold(text))
    # Without the gap a mark can meet a letter it composes with; twice settles all but oddities.
    for _ in range(_ROUNDS):
        again = _key_of(_fold(key))
        if again == key:
            break
        key = again
    return key


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What comparisons of one text need again and again."""

    key: str
    bigrams: frozenset[str]


def fingerprint(text: str) -> Fingerprint:
    key = content_key(text)
    return Fingerprint(key=key, bigrams=frozenset(_bigrams(_squeeze(key))))


def is_same(a: str, b: str) -> bool:
    """SPEC 3.8: equal keys, or much the same letters and nothing that tells the texts apart."""
    one, other = fingerprint(a), fingerprint(b)
    if not one.key or not other.key:
        return False
    if one.key == other.key:
        return True
    return (
        _jaccard(set(_squeeze(one.key)), set(_squeeze(other.key))) >= CHARACTER_JACCARD
        and _jaccard(one.bigrams, other.bigrams) >= BIGRAM_JACCARD
        and not _keys_tell_apart(one.key, other.key)
        and not _exchanges_a_word(one.key, other.key)
    )


def is_richer(new: str, than: str) -> bool:
    """Whether `new` holds the tokens of `than`, in their order, and says more (SPEC 3.8).

    Tokens are CJK characters and whole ASCII words: jieba cuts a name differently
    beside another word, so its words cannot be looked for. Function characters say nothing more.
    """
    old_atoms, new_atoms = _telling_atoms(than), _telling_atoms(new)
    remaining = iter(new_atoms)
    keeps_all = all(atom in remaining for atom in old_atoms)
    return keeps_all and len(new_atoms) > len(old_atoms)


def tells_apart(a: str, b: str) -> bool:
    """The guard: whether numbers, dates, negations, ASCII tokens or the order of names differ."""
    return _keys_tell_apart(content_key(a), content_key(b))


def near_duplicate(a: str, b: str) -> bool:
    """Near enough to stand last in a ranked list: bigram Jaccard > .5, not told apart."""
    return is_near_duplicate(fingerprint(a), fingerprint(b))


def is_near_duplicate(one: Fingerprint, other: Fingerprint) -> bool:
    """`near_duplicate` of two fingerprints, for lists where each text meets many others."""
    if not one.key or not other.key:
        return False
    if one.key == other.key:
        return True
    return _jaccard(one.bigrams, other.bigrams) > NEAR_DUPLICATE_JACCARD and not _keys_tell_apart(
        one.key, other.key
    )


def _keys_tell_apart(key_a: str, key_b: str) -> bool:
    if key_a == key_b:
        return False
    traits: Sequence[Callable[[str], list[str]]] = (_ascii_tokens, _numerals, _dates)
    if any(trait(key_a) != trait(key_b) for trait in traits):
        return True
    clauses_a, clauses_b = _clauses(key_a), _clauses(key_b)
    if len(clauses_a) != len(clauses_b):
        return True
    common = _flatten(clauses_a) & _flatten(clauses_b)
    return _order(clauses_a, common) != _order(clauses_b, common)


def _fold(text: str) -> str:
    """NFKC and case-fold, without the characters that cannot be seen."""
    visible = _INVISIBLE.sub("", text).translate(_ASCII_TWINS)
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())


def _key_of(folded: str) -> str:
    """Atoms joined; a space only where two words without one would read as a single word."""
    out: list[str] = []
    is_gap = was_ascii = False
    for match in _ATOM.finditer(folded):
        atom, is_ascii = match[0], match["ascii"] is not None
        if not is_ascii and match["run"] is None and not _is_kept(atom):
            is_gap = True
            continue
        parts_words = is_gap or (is_ascii and was_ascii)
        if out and parts_words and not (_BORDER.match(atom) or _BORDER.match(out[-1])):
            out.append(" ")
        out.append(atom)
        is_gap, was_ascii = False, is_ascii
    return "".join(out)


def _is_kept(character: str) -> bool:
    """Letters, digits, marks and symbols such as emoji; but no ornament such as ~ or ^."""
    category = unicodedata.category(character)
    return category[0] in "LNMS" and category != "Sk" and character not in "~|"


def _telling_atoms(text: str) -> list[str]:
    atoms: list[str] = []
    for match in _ATOM.finditer(content_key(text)):
        atoms.extend([match[0]] if match["ascii"] is not None else match[0])
    return [atom for atom in atoms if atom != " " and atom not in FUNCTION_CHARACTERS]


def _squeeze(key: str) -> str:
    return key.replace(" ", "")


def _bigrams(letters: str) -> set[str]:
    return {letters[index : index + 2] for index in range(len(letters) - 1)}


def _jaccard(a: AbstractSet[str], b: AbstractSet[str]) -> float:
    shared = len(a & b)
    union = len(a) + len(b) - shared
    return shared / union if union else 0.0


def _ascii_tokens(key: str) -> list[str]:
    """Numbers and ASCII words in order; n't, never, no are words and so need no list."""
    return [token for token in _ASCII.findall(key) if token not in _LIGHT_ENGLISH]


def _numerals(key: str) -> list[str]:
    """Chinese numbers by value, in order. A lone 一 counts nothing (一起, 一下, 有一只猫)."""
    return [_numeral(run) for run in _NUMERAL.findall(key) if run != "一"]


def _numeral(run: str) -> str:
    """The value of a numeral such as 二十三 or 三万五; the run itself if it has none (几十, 半)."""
    total = section = digit = 0
    for character in run:
        if character in _DIGITS:
            digit = digit * 10 + _DIGITS[character]  # 二〇二四 is read digit by digit
        elif character in _UNITS:
            section += (digit or 1) * _UNITS[character]
            digit = 0
        elif character in _GROUPS:
            total = (total + section + digit) * _GROUPS[character]
            section = digit = 0
        else:
            return run
    return str(total + section + digit)


def _dates(key: str) -> list[str]:
    """Weekdays, relative days, times of day and seasons; dates in digits are numbers already."""
    return [
        re.sub("星期|礼拜|禮拜", "周", term).replace("周天", "周日") for term in _DATE.findall(key)
    ]


def _clauses(key: str) -> list[list[str]]:
    """The words between one negation and the next, so that what is negated is compared too.

    Cut before the words are: jieba takes 不过 out of 不过敏.
    """
    ends = [match.span() for match in _NEGATION.finditer(key) if match["negation"]]
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(key)]
    return [
        [word for word in tokenize.cut(key[start:stop]) if word not in _FILLERS]
        for start, stop in zip(starts, stops, strict=True)
    ]


def _flatten(clauses: Iterable[Iterable[str]]) -> set[str]:
    return {word for clause in clauses for word in clause}


def _order(clauses: Iterable[Iterable[str]], common: set[str]) -> list[list[str]]:
    """The shared words of each clause in order. Names cannot be told from nouns without a model
    of speech, so the order of all of them is compared."""
    return [list(dict.fromkeys(word for word in clause if word in common)) for clause in clauses]


def _exchanges_a_word(key_a: str, key_b: str) -> bool:
    """Whether each text has a word that the other lacks, as when one name stands for another."""
    return _has_word_outside(key_a, key_b) and _has_word_outside(key_b, key_a)


def _has_word_outside(key: str, other: str) -> bool:
    return any(word not in _FILLERS and word not in other for word in tokenize.cut(key))
