import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.ports import (
    Denied,
    Embedder,
    ProviderError,
    Refused,
    TooLarge,
    Unavailable,
    Unusable,
)
from memory_core.providers.addresses import BaseUrl, HostPolicy, Origin
from memory_core.providers.embedding import check_vectors, is_embeddable
from memory_core.providers.endpoint import Endpoint
from memory_core.providers.fake_endpoint import MODES, Ask, Mode, Said, document
from memory_core.providers.openai_compatible import in_order
from tests.memory_core.providers.ends import KEY, Bench

ENDPOINT = Endpoint(BaseUrl(Origin("https", "api.example.com", 443), "/v1"), "m", HostPolicy())
TEXTS = ["我住在杭州", "我喜欢猫", "I live in Oslo"]


def _answers(*vectors: object, **more: object) -> Said:
    items = [{"index": place, "embedding": values} for place, values in enumerate(vectors)]
    return document({"data": items, **more})


def test_texts_become_vectors_in_order_twenty_a_request(bench: Bench) -> None:
    embedder: Embedder = bench.embedder(key=KEY)
    texts = [f"text number {number}" for number in range(45)]
    found = embedder.embed(texts)
    assert embedder.dimension == 64
    assert [len(ask.texts) for ask in bench.fake.asks] == [20, 20, 5]
    assert bench.fake.asks[0].path == "/v1/embeddings"
    assert bench.fake.asks[0].authorization == f"Bearer {KEY}"
    assert found == [bench.embedder().embed([text])[0] for text in texts]
    assert {len(vector) for vector in found} == {64}


def test_no_texts_need_no_request(bench: Bench) -> None:
    assert bench.embedder().embed([]) == []
    assert bench.fake.counts.requests == 0


def test_questions_and_stored_texts_are_embedded_alike(bench: Bench) -> None:
    embedder = bench.embedder()
    assert embedder.embed_queries(TEXTS) == embedder.embed(TEXTS)


def test_an_answer_in_another_order_is_put_right(bench: Bench) -> None:
    straight = bench.embedder().embed(TEXTS)
    bench.fake.mode = "shuffled"
    assert bench.embedder().embed(TEXTS) == straight


RAISES: dict[Mode, type[ProviderError]] = {
    "wrong-dimension": Unusable,
    "nan": Unusable,
    "zero-vector": Unusable,
    "partial-batch": Unusable,
    "policy-error": Refused,
    "huge": Unusable,
    "deep": Unusable,
    "html": Denied,
    "slow-drip": Unavailable,
    "hang": Unavailable,
    "reset": Unavailable,
    "redirect": Denied,
    "401": Denied,
    "402": Denied,
    "403": Denied,
    "404": Denied,
    "413": TooLarge,
    "429": Unavailable,
    "500": Unavailable,
}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_gives_all_vectors_or_its_exception(bench: Bench, mode: Mode) -> None:
    bench.fake.mode = mode
    try:
        found = bench.embedder(timeout="1").embed(TEXTS)
    except ProviderError as error:
        assert type(error) is RAISES[mode]  # noqa: PT017 - which modes raise is the matter
        return
    assert mode not in RAISES
    assert len(found) == 3


@pytest.mark.parametrize(
    "said",
    [
        _answers([0.6, 0.8], [1.0, 0.0], [1.0, 1.0]),
        _answers([0.6, 0.8]),
        _answers(),
        _answers([0.6, 0.8], [0.6]),
        _answers([0.6, 0.8], [0.6, 0.8, 0.0]),
        _answers([0.6, 0.8], []),
        _answers([0.6, 0.8], None),
        _answers([0.6, 0.8], "zczMPg=="),
        _answers([0.6, 0.8], {"0": 1.0, "1": 1.0}),
        _answers([0.6, 0.8], [0.6, None]),
        _answers([0.6, 0.8], [0.6, "0.8"]),
        _answers([0.6, 0.8], [True, True]),
        _answers([0.6, 0.8], [[0.6], [0.8]]),
        _answers([0.6, 0.8], [float("nan"), 0.8]),
        _answers([0.6, 0.8], [float("inf"), 0.8]),
        _answers([0.6, 0.8], [-float("inf"), 0.8]),
        _answers([0.6, 0.8], [1e39, 0.8]),
        _answers([0.6, 0.8], [10**400, 1]),
        _answers([0.6, 0.8], [0.0, 0.0]),
        _answers([0.6, 0.8], [-0.0, 0]),
        _answers([0.6, 0.8], [1e-46, 1e-46]),
        document({"data": [{"index": 0, "embedding": [1, 0]}, {"index": 0, "embedding": [0, 1]}]}),
        document({"data": [{"index": 1, "embedding": [1, 0]}, {"index": 2, "embedding": [0, 1]}]}),
        document({"data": [{"index": 0, "embedding": [1, 0]}, {"embedding": [0, 1]}]}),
        document(
            {"data": [{"index": "0", "embedding": [1, 0]}, {"index": "1", "embedding": [0, 1]}]}
        ),
        document(
            {"data": [{"index": False, "embedding": [1, 0]}, {"index": True, "embedding": [0, 1]}]}
        ),
        document({"data": [[1, 0], [0, 1]]}),
        document({"data": {"0": [1, 0], "1": [0, 1]}}),
        document({"embeddings": [[1, 0], [0, 1]]}),
        document([[1, 0], [0, 1]]),
        document(None),
        Said(body=b'{"data": [{"index": 0, "embedding": [1, 0'),
    ],
)
def test_one_bad_vector_refuses_the_whole_answer(bench: Bench, said: Said) -> None:
    bench.fake.script = lambda ask: said
    with pytest.raises(Unusable):
        bench.embedder(dimension="2").embed(["a", "b"])


def test_whole_numbers_and_vectors_without_index_are_taken(bench: Bench) -> None:
    bench.fake.script = lambda ask: document(
        {"data": [{"embedding": [3, 4]}, {"embedding": [1, 0]}]}
    )
    assert bench.embedder(dimension="2").embed(["a", "b"]) == [[3.0, 4.0], [1.0, 0.0]]


def test_a_failure_in_a_later_request_gives_nothing_of_the_earlier(bench: Bench) -> None:
    def script(ask: Ask) -> Said | None:
        return _answers() if "text number 25" in ask.texts else None

    bench.fake.script = script
    with pytest.raises(Unusable):
        bench.embedder().embed([f"text number {number}" for number in range(45)])


@pytest.mark.parametrize("text", ["", " ", "\n\t　", "nul\0inside", "half \ud83d pair"])
def test_a_text_no_model_can_take_is_refused_before_the_call(bench: Bench, text: str) -> None:
    assert not is_embeddable(text)
    with pytest.raises(Refused, match="Text 2 of 3") as caught:
        bench.embedder().embed(["fine", text, "fine"])
    assert "pair" not in caught.value.reason
    assert bench.fake.counts.requests == 0


def test_a_set_up_without_dimension_is_denied_when_it_is_used(bench: Bench) -> None:
    embedder = bench.embedder(dimension="")
    assert embedder.dimension == 0
    with pytest.raises(Denied, match="DIMENSION"):
        embedder.embed(["a"])
    assert bench.fake.counts.requests == 0


def test_room_is_made_for_twenty_large_vectors(bench: Bench) -> None:
    bench.fake.dimension = 4096
    found = bench.embedder(dimension="4096").embed([f"text {number}" for number in range(20)])
    assert len(found) == 20


def test_an_indented_answer_is_not_too_long(bench: Bench) -> None:
    vector = [-1.2345678901234567e-05] * 1024

    def script(ask: Ask) -> Said:
        items = [{"index": place, "embedding": vector} for place in range(len(ask.texts))]
        return Said(body=json.dumps({"data": items}, indent=6).encode())

    bench.fake.script = script
    assert bench.embedder(dimension="1024").embed(["x"] * 20) == [vector] * 20


@given(
    st.lists(
        st.lists(st.floats() | st.integers() | st.booleans() | st.text(max_size=2), max_size=4),
        max_size=3,
    ),
    st.integers(0, 3),
)
def test_what_passes_has_the_right_shape_and_a_direction(rows: list[Any], count: int) -> None:
    try:
        found = check_vectors(rows, count=count, dimension=3)
    except Unusable:
        return
    assert len(found) == count
    for vector in found:
        assert len(vector) == 3
        assert all(math.isfinite(value) for value in vector)
        assert any(vector)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["data", "index", "embedding"]), inner, max_size=3)
        ),
        max_leaves=10,
    )
)
def test_any_document_gives_vectors_in_order_or_is_unusable(found: Any) -> None:
    for shape in (found, {"data": found}, {"data": [found]}):
        try:
            assert isinstance(in_order(shape, endpoint=ENDPOINT), list)
        except Unusable:
            continue
