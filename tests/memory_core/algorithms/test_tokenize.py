"""Tokens of index and query: SPEC 4.7 and 5, TRUST T28, T29, H7."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import jieba
import pysqlite3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms import tokenize
from memory_core.algorithms.stopwords import FUNCTION_CHARACTERS, STOP_WORDS

ROOT = Path(tokenize.__file__).parents[2]
HOSTILE = [
    "",
    " ",
    '"',
    '""',
    "'",
    "*",
    "^",
    "-",
    ":",
    "(",
    ")",
    "()",
    "\x00",
    "猫\x00狗",
    '猫" OR "狗',
    "NEAR(",
    "NEAR(猫 狗, 5)",
    "AND OR NOT",
    "NOT 猫",
    "猫 AND",
    "scope : p12",
    "{words bigrams} : 猫",
    "words:*",
    "p12 b3 s7 og",
    "👍👍🏽👨‍👩‍👧",
    "\ud800",
    "猫\udfff狗",
    "a\ud83db",
    "\u202e逆\u200b字",
    "+ - * / = ?",
    "'; DROP TABLE facts; --",
    "c++ c# .net a.b.c 3.14 1,000 50%",
    "\u210c\U0001d522\U0001d529\ufdfa\u337f\ufb01",
    "नमस्ते สวัสดี שלום مرحبا",
    "\U0001e900\U0001e922 𞤀",
    "\ufdd0\uffff\U0010ffff",
    "e\u0301\u0301\u0301",
    "的" * 100_000,
    "a" * 100_000,
    "猫 " * 50_000,
    '"' * 100_000,
    "\x00" * 100_000,
    "林知夏住在苏州工业园区" * 9_000,
    "".join(map(chr, range(0x4E00, 0x9FD5))),
]


@pytest.fixture(scope="module")
def index() -> Iterator[pysqlite3.Connection]:
    connection = pysqlite3.connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE f USING fts5(scope, words, bigrams, characters,"
        " tokenize='porter unicode61')"
    )
    yield connection
    connection.close()


def _write(index: pysqlite3.Connection, *texts: str) -> None:
    index.execute("DELETE FROM f")
    for text in texts:
        columns = tokenize.index_text(text)
        row = ("p12 b3 s7 og", columns.words, columns.bigrams, columns.characters)
        index.execute("INSERT INTO f VALUES (?, ?, ?, ?)", row)


def _find(index: pysqlite3.Connection, text: str) -> list[int]:
    query = tokenize.match_query(text)
    if not query:
        return []
    filtered = f"{{words bigrams characters}} : ({query})"
    rows = index.execute(
        "SELECT rowid, bm25(f) AS score FROM f WHERE f MATCH ? ORDER BY score", (filtered,)
    )
    return [row[0] for row in rows]


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:20]))
def test_no_text_makes_match_raise(index: pysqlite3.Connection, text: str) -> None:
    _write(index, "林知夏住在苏州", text)
    _find(index, text)
    query = tokenize.match_query(text)
    if query:
        index.execute("SELECT count(*) FROM f WHERE f MATCH ?", (query,)).fetchone()


anything = st.text(st.characters(min_codepoint=0, max_codepoint=0x10FFFF))


@given(anything)
def test_no_generated_text_makes_match_raise(index: pysqlite3.Connection, text: str) -> None:
    _write(index, text)
    _find(index, text)


@given(anything)
def test_a_quoted_token_never_raises(index: pysqlite3.Connection, text: str) -> None:
    query = tokenize.quote_token(text)
    index.execute("SELECT count(*) FROM f WHERE f MATCH ?", (query,)).fetchone()


@given(st.text(st.sampled_from('林知夏住在苏州 ab"(*)NEAR:-^\x00\ud800')))
def test_a_row_is_found_by_its_own_text_unless_it_asks_nothing(
    index: pysqlite3.Connection, text: str
) -> None:
    _write(index, text)
    assert _find(index, text) == ([1] if tokenize.match_query(text) else [])


def test_a_quote_inside_a_token_is_doubled_and_controls_are_dropped() -> None:
    assert tokenize.quote_token('a"b') == '"a""b"'
    assert tokenize.quote_token("a\x00\x1f\x7f\ud800b") == '"ab"'


def test_words_of_a_user_do_not_hit_the_scope_column(index: pysqlite3.Connection) -> None:
    _write(index, "林知夏住在苏州")
    assert _find(index, "p12 b3 s7 og") == []


@pytest.mark.parametrize("text", ["", "  ", "。！？…", "👍🎉", "\x00\n", "的了吗", "?!?", "你是谁"])
def test_a_query_that_asks_nothing_is_empty(text: str) -> None:
    assert tokenize.match_query(text) == ""
    assert tokenize.query_tokens(text) == ()


def test_index_tokens_are_words_then_bigrams_with_repeats() -> None:
    tokens = tokenize.index_tokens("苏州和苏州")
    assert tokens == ["苏州", "苏州", "苏州", "州和", "和苏", "苏州"]


def test_bigrams_stay_inside_their_run() -> None:
    columns = tokenize.index_text("北京, 上海abc南京")
    assert columns.bigrams.split() == ["北京", "上海", "南京"]
    assert columns.characters.split() == ["北", "京", "上", "海", "南", "京"]
    assert columns.words.split() == ["北京", "上海", "abc", "南京"]


def test_words_are_lower_case_without_punctuation_and_function_words() -> None:
    assert tokenize.words("我的Python，很好！3.14") == ["python", "3.14"]
    assert tokenize.cut("我的Python") == ["我", "的", "python"]


def test_the_same_text_in_another_width_or_case_gives_the_same_tokens() -> None:
    assert tokenize.index_text("卡拉OK和\uff34恤\uff11\uff12\uff13") == tokenize.index_text(
        "卡拉ok和t恤123"
    )


def test_a_character_without_width_does_not_split_a_word() -> None:
    assert tokenize.index_text("上\u200b海") == tokenize.index_text("上海")


def test_other_scripts_keep_their_words_whole() -> None:
    assert tokenize.words("привет café ソース 안녕") == ["привет", "café", "ソース", "안녕"]


@given(anything)
def test_tokens_hold_no_control_quote_or_operator(text: str) -> None:
    for token in (*tokenize.index_tokens(text), *tokenize.index_text(text).characters.split()):
        token.encode()
        assert token
        assert not set(token) & set("\"'*^():+-{},; \x00\n\t")


def test_a_query_names_words_then_bigrams_then_characters() -> None:
    assert tokenize.query_tokens("猫的苏州") == ("猫", "苏州", "猫的", "的苏", "苏", "州")
    assert tokenize.query_tokens("苏州园林") == (
        "苏州园林",
        "苏州",
        "州园",
        "园林",
        "苏",
        "州",
        "园",
        "林",
    )


@given(st.text(st.sampled_from("林知夏住在苏州的吗了我你ab 3.,")), st.integers(0, 80))
def test_a_query_keeps_distinct_tokens_within_its_limit(text: str, limit: int) -> None:
    tokens = tokenize.query_tokens(text, limit=limit)
    assert len(tokens) == len(set(tokens)) <= limit
    assert not set(tokens) & STOP_WORDS
    assert not set(tokens) & FUNCTION_CHARACTERS


def test_of_a_long_query_the_end_is_kept() -> None:
    names = [f"name{number}" for number in range(200)]
    assert tokenize.query_tokens(" ".join(names)) == tuple(names[-64:])
    assert "苏州" in tokenize.query_tokens("前面说了许多别的话题，" * 2_000 + "我在苏州")


def test_an_index_row_holds_at_most_the_first_8000_characters() -> None:
    columns = tokenize.index_text("猫" * 7_999 + "狗鱼鸟")
    assert columns.characters.count("狗") == 1
    assert "鱼" not in columns.characters
    # One character can become eighteen under NFKC.
    assert len(tokenize.index_text("\ufdfa" * 8_000).words.replace(" ", "")) <= 8_000


@given(st.text(max_size=3_000).flatmap(lambda text: st.just(text * 5)))
def test_text_reaches_jieba_in_pieces_of_at_most_500_characters(text: str) -> None:
    pieces = list(tokenize.pieces(text))
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= 500 for piece in pieces)


def test_a_run_without_end_is_cut_as_its_pieces_are() -> None:
    piece = ("林知夏住在苏州工业园区附近的出租屋里" * 20)[: tokenize.PIECE_CHARACTERS]
    assert tokenize.cut(piece * 40) == [*jieba.cut(piece)] * 40


def test_a_hundred_thousand_function_words_are_cheap() -> None:
    text = "的" * 100_000
    started = time.process_time()
    assert tokenize.words(text) == []
    tokenize.index_text(text)
    tokenize.match_query(text)
    # Uncut it takes over 20 seconds; the bound leaves room for a busy machine.
    assert time.process_time() - started < 3.0


@pytest.mark.parametrize("text", ["runs running", "allergies allergy"])
def test_english_forms_find_each_other(index: pysqlite3.Connection, text: str) -> None:
    written, asked = text.split()
    _write(index, f"she {written} here", "something else")
    assert _find(index, f"what about {asked}?") == [1]


def test_the_better_match_comes_first(index: pysqlite3.Connection) -> None:
    _write(index, "王小明住在北京", "林知夏住在苏州", "林知夏喜欢火锅")
    assert _find(index, "林知夏住在哪里？苏州吗？")[0] == 2


def test_content_words_can_name_concepts() -> None:
    text = "今天我觉得火锅比3.14和2024更喜欢，火锅的Python教程不错 a"
    assert tokenize.content_words(text) == ["火锅", "python", "教程"]


def test_the_version_names_all_that_decides_the_tokens() -> None:
    assert jieba.__version__ in tokenize.version()
    assert "rules" in tokenize.version()


def test_importing_loads_no_dictionary_and_loading_says_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, threading\n"
        "from memory_core.algorithms import tokenize\n"
        "import jieba\n"
        "assert not jieba.dt.initialized\n"
        f"tokenize.set_cache_folder({str(tmp_path)!r})\n"
        "threads = [threading.Thread(target=tokenize.load_dictionary) for _ in range(4)]\n"
        "[thread.start() for thread in threads]; [thread.join() for thread in threads]\n"
        "tokenize.load_dictionary()\n"
        "assert jieba.dt.initialized\n"
        "assert 'jieba.posseg' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "jieba.cache").exists()
