"""The nouns of a sentence: what a cue or an impression can be made of."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from memory_core.algorithms.tokenize import content_words

# Nouns, names of people, places, bodies and works, verbal nouns, foreign words.
_TAGS: Final = frozenset({"n", "nr", "nrt", "nrfg", "ns", "nt", "nz", "vn", "eng", "j", "s"})
_VAGUE: Final = re.compile(
    r"[我你您他她它们这那]|^[一二两三四五六七八九十几半每]|^(?:时候|事情|东西|问题|感觉|时间|人家"
    r"|大家|家人|个人|同意|名字"
    r"|意思|办法|里面|上面|下面|后面|前面|旁边|地方|样子|有人|没人|不知|个事|说个|晚上|早上|中午"
    r"|下午|上午)$"
)
_ENGLISH_NOISE_ROWS: Final = (
    "able also another anything around back because before being better both come could",
    "does done down each either else even every everyone everything fine first from gets",
    "give going good great have here into just keep kind know last least less like little",
    "long look made make many maybe mean mine more most much must need never next nice",
    "none only other over part pretty quick read real really right said same says seen",
    "should since some someone something sorry still stuff sure take than thank thanks",
    "that their them then there these they thing things think this those though three",
    "through time today told tomorrow took used very want well went were what when where",
    "which while will with without work would year your yours four five deal fully hello",
)
_ENGLISH_NOISE: Final = frozenset(word for row in _ENGLISH_NOISE_ROWS for word in row.split())


@cache
def _tagger() -> Callable[[str], Iterator[Any]]:
    """The tagger reads its dictionary when imported: half a second nobody pays without need."""
    from jieba import posseg  # noqa: PLC0415 - loading costs time and memory; summaries only

    tagged: Callable[[str], Iterator[Any]] = posseg.cut
    return tagged


def nouns(text: str) -> tuple[str, ...]:
    """Distinct nouns in order; every content word when the tagger finds no noun."""
    words = content_words(text)
    tags: dict[str, str] = {pair.word.lower(): pair.flag for pair in _tagger()(text[:500])}
    kept = [w for w in words if tags.get(w, "n") in _TAGS and not _is_vague(w)]
    return tuple(dict.fromkeys(kept or [w for w in words if not _is_vague(w)]))


def _is_vague(word: str) -> bool:
    if word.isascii():
        return len(word) < 3 or word in _ENGLISH_NOISE
    return bool(_VAGUE.search(word))
