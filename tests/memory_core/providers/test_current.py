"""Which provider a call gets, as the environment stands at that moment."""

from collections.abc import Iterator

import pytest

from memory_core import providers
from memory_core.ports import Denied
from memory_core.providers.builtin import BuiltinRules
from memory_core.providers.fake_endpoint import FakeEndpoint
from memory_core.providers.local import LocalEmbedder

VARIABLES = ("BASE_URL", "API_KEY", "MODEL", "SMALL_MODEL", "DIMENSION", "TIMEOUT", "ALLOWED_HOSTS")


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing configured, and nothing kept for the next test."""
    for prefix in ("MEMORYWEB_LLM", "MEMORYWEB_EMBED"):
        for name in VARIABLES:
            monkeypatch.delenv(f"{prefix}_{name}", raising=False)
    yield
    providers.close()


def test_without_an_end_point_rules_and_the_local_embedder_serve() -> None:
    assert isinstance(providers.current().summarizer, BuiltinRules)
    assert providers.current_chat() is None
    assert providers.current_small_chat() is None
    assert isinstance(providers.current_embedder(), LocalEmbedder)
    assert providers.current_embedder() is providers.current_embedder()


def test_an_end_point_counts_from_the_next_call_on(
    fake: FakeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORYWEB_LLM_ALLOWED_HOSTS", "127.0.0.1")
    for prefix in ("MEMORYWEB_LLM", "MEMORYWEB_EMBED"):
        monkeypatch.setenv(f"{prefix}_BASE_URL", fake.base_url)
        monkeypatch.setenv(f"{prefix}_MODEL", "large")
    monkeypatch.setenv("MEMORYWEB_LLM_SMALL_MODEL", "small")
    monkeypatch.setenv("MEMORYWEB_EMBED_DIMENSION", "64")
    chat, small = providers.current_chat(), providers.current_small_chat()
    embedder = providers.current_embedder()
    assert chat is not None
    assert small is not None
    assert embedder is not None
    assert (chat.model, small.model, embedder.model) == ("large", "small", "large")
    fake.script = lambda ask: "hi" if ask.is_chat else None
    assert chat.complete(system="", user="x", schema=None, max_tokens=5).text == "hi"
    assert small.complete(system="", user="x", schema=None, max_tokens=5).text == "hi"
    assert [ask.model for ask in fake.asks] == ["large", "small"]
    assert len(embedder.embed(["one"])[0]) == embedder.dimension == 64
    monkeypatch.delenv("MEMORYWEB_LLM_BASE_URL")
    assert providers.current_chat() is None


def test_a_wrong_set_up_breaks_nothing_until_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYWEB_LLM_BASE_URL", "http://169.254.169.254/v1")
    monkeypatch.setenv("MEMORYWEB_EMBED_BASE_URL", "nonsense")
    chat, embedder = providers.current_chat(), providers.current_embedder()
    assert chat is not None
    assert embedder is not None
    assert (chat.model, embedder.model, embedder.dimension) == ("", "", 0)
    with pytest.raises(Denied, match="never called"):
        chat.complete(system="", user="x", schema=None, max_tokens=5)
    with pytest.raises(Denied, match="MEMORYWEB_EMBED_BASE_URL"):
        embedder.embed(["one"])
