"""Text into the tokens of index and query (SPEC 5, RETRIEVAL "Lexical steps that pay").

Three columns: jieba's precise-mode words, pairs of neighbouring CJK characters (they catch names
and new words that the dictionary cuts wrongly), and single CJK characters. The tokens are stored,
and FTS5 reads them with `porter unicode61`. Only letters and digits ever become tokens: no control
character, surrogate or quote can reach the index or a MATCH.

Importing this module loads no dictionary; processes call `load_dictionary()` at their start.
"""

import re
import unicodedata
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from memory_core.algorithms.stopwords import FUNCTION_CHARACTERS, NOT_CONCEPTS, STOP_WORDS

with warnings.catch_warnings():
    # jieba's patterns are plain strings with "\s": a SyntaxWarning when Python compiles them, and
    # its use of pkg_resources is deprecated. Neither is ours to mend; under -W error both stop us.
    warnings.simplefilter("ignore")
    import jieba

jieba.default_logger.setLevel("ERROR")  # it tells stderr about every dictionary load

PIECE_CHARACTERS: Final = 200
"""jieba's cost grows faster than the length of an unbroken run (TRUST T29 asks for ≤ 500)."""
INDEXED_CHARACTERS: Final = 8_000
QUERY_CHARACTERS: Final = 2_000
"""Of a long query only the end is read: what somebody wants stands last (SPEC 4.7)."""
QUERY_TOKENS: Final = 64

_RULES: Final = 1
"""Raise whenever the same text would give other tokens: stored indexes then show as stale."""
# Han, kana, hangul, and the marks that belong inside their words; not ・, which separates.
_CJK: Final = (
    "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_CJK_RUN: Final = re.compile(f"[{_CJK}]+")
# Numbers keep their decimals and versions their parts: "3.14" is no "3" and "14".
_RUN: Final = re.compile(
    rf"(?P<cjk>[{_CJK}]+)|[^\W_{_CJK}]+(?:\.[0-9]+(?![^\W_{_CJK}]))*", re.UNICODE
)
_HAN_RUN: Final = re.compile("[\u4e00-\u9fd5]+|[^\u4e00-\u9fd5]+")
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_UNQUOTABLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class IndexText:
    """The token columns of one index row; tokens are joined by spaces, repeats kept (for BM25)."""

    words: str
    bigrams: str
    characters: str


def load_dictionary() -> None:
    """Load jieba's dictionary (about a second, once a process; jieba itself locks)."""
    jieba.initialize()


def set_cache_folder(path: Path | str) -> None:
    """Where jieba keeps its parsed dictionary; call it before the dictionary is loaded."""
    jieba.dt.tmp_dir = str(path)


def version() -> str:
    """Names all that decides the tokens of a text; stored beside the index (ARCHITECTURE)."""
    return f"jieba {jieba.__version__} rules {_RULES}"


def cut(text: str) -> list[str]:
    """Every word in order, grammar included: normalised (NFKC), lower case, no punctuation."""
    return list(_cut(_normalise(text)))


def words(text: str) -> list[str]:
    """The words of the index: as `cut`, without single-character function words."""
    return [word for word in cut(text) if word not in FUNCTION_CHARACTERS]


def content_words(text: str) -> list[str]:
    """Words that can name a concept, each once, in order: no stop word, no number, no letter."""
    return [word for word in dict.fromkeys(words(text)) if _names_something(word)]


def index_tokens(text: str) -> list[str]:
    """Words, then CJK bigrams of each CJK run, repeats kept (SPEC 5)."""
    columns = index_text(text)
    return [*columns.words.split(), *columns.bigrams.split()]


def index_text(text: str) -> IndexText:
    """The columns of an index row, made from the first 8,000 characters (TRUST T29)."""
    normal = _normalise(text[:INDEXED_CHARACTERS])[:INDEXED_CHARACTERS]
    return IndexText(
        words=" ".join(word for word in _cut(normal) if word not in FUNCTION_CHARACTERS),
        bigrams=" ".join(_bigrams(normal)),
        characters=" ".join(_characters(normal)),
    )


def query_tokens(text: str, *, limit: int = QUERY_TOKENS) -> tuple[str, ...]:
    """At most `limit` distinct tokens: words first, then bigrams, then characters (SPEC 4.7).

    Stop words are out. Where a class of tokens has to be cut, its last ones stay.
    """
    normal = _normalise(text[-QUERY_CHARACTERS:])[-QUERY_CHARACTERS:]
    chosen: dict[str, None] = {}
    for tokens in (_cut(normal), _bigrams(normal), _characters(normal)):
        fresh = [token for token in _last_distinct(tokens) if token not in chosen]
        room = max(0, limit - len(chosen))
        chosen.update(dict.fromkeys(fresh[max(0, len(fresh) - room) :]))
    return tuple(chosen)


def match_query(text: str, *, limit: int = QUERY_TOKENS) -> str:
    """An FTS5 expression that any text may enter, '' when it asks nothing (SPEC 4.7, 5).

    Put it behind a column filter, or a user who types "p12" hits the scope column.
    """
    return " OR ".join(quote_token(token) for token in query_tokens(text, limit=limit))


def quote_token(token: str) -> str:
    """An FTS5 string: quotes doubled, control characters and lone surrogates dropped (TRUST H7)."""
    return '"' + _UNQUOTABLE.sub("", token).replace('"', '""') + '"'


def _normalise(text: str) -> str:
    """NFKC and lower case; characters without width go, as they split words unseen.

    Lower case comes before the cut, so that the same text in another case gives the same words.
    """
    return _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).lower()


def _cut(normal: str) -> Iterator[str]:
    for run in _RUN.finditer(normal):
        if run["cjk"] is None:
            yield run[0]
            continue
        for part in _HAN_RUN.finditer(run[0]):
            yield from _cut_run(part[0])


def _cut_run(run: str) -> Iterator[str]:
    """Words of a run of Han characters; kana and hangul, strange to jieba, stay whole."""
    for piece in pieces(run):
        if "\u4e00" <= piece[0] <= "\u9fd5":
            yield from jieba.cut(piece)
        else:
            yield piece


def pieces(text: str) -> Iterator[str]:
    """`text` in parts that jieba reads in linear time."""
    for start in range(0, len(text), PIECE_CHARACTERS):
        yield text[start : start + PIECE_CHARACTERS]


def _bigrams(normal: str) -> Iterator[str]:
    for run in _CJK_RUN.finditer(normal):
        text = run[0]
        for index in range(len(text) - 1):
            yield text[index : index + 2]


def _characters(normal: str) -> Iterator[str]:
    for run in _CJK_RUN.finditer(normal):
        yield from run[0]


def _last_distinct(tokens: Iterable[str]) -> list[str]:
    """Distinct tokens worth asking for, ordered by where each stands last."""
    latest = dict.fromkeys(reversed([token for token in tokens if not _is_stop(token)]))
    return list(reversed(latest))


def _is_stop(token: str) -> bool:
    if token in STOP_WORDS:
        return True
    # A pair such as "的是" says no more than its two characters.
    return len(token) == 2 and all(character in FUNCTION_CHARACTERS for character in token)


def _names_something(word: str) -> bool:
    return len(word) > 1 and word not in NOT_CONCEPTS and not word.replace(".", "").isnumeric()
