"""Who summarises, extracts, chats and embeds: resolved at each call, so that a changed setting
counts at once.

Resolving never fails: a wrong set-up shows as `ports.Denied` when it is used.
"""

import atexit
from dataclasses import dataclass
from typing import Final

from memory_core.ports import ChatModel, Embedder, Extractor, Summarizer
from memory_core.providers import endpoint, local
from memory_core.providers.builtin import BuiltinRules
from memory_core.providers.dialect import Dialects
from memory_core.providers.embedding import SearchEmbedder
from memory_core.providers.http import HttpClient
from memory_core.providers.local import LocalEmbedder
from memory_core.providers.openai_compatible import OpenAiChat, OpenAiEmbedder

__all__ = [
    "LocalEmbedder",
    "Providers",
    "SearchEmbedder",
    "close",
    "current",
    "current_chat",
    "current_embedder",
    "current_small_chat",
]


@dataclass(frozen=True, slots=True)
class Providers:
    summarizer: Summarizer
    extractor: Extractor
    embedder: Embedder | None = None


_RULES: Final = BuiltinRules()
# What a process keeps between calls: connections, breakers, what end points can do, the engine.
_HTTP: Final = HttpClient()
_DIALECTS: Final = Dialects()
_LOCAL: Final = LocalEmbedder()
atexit.register(_HTTP.close)


def current() -> Providers:
    """The built-in rules: no network, named as such on every row they make."""
    return Providers(summarizer=_RULES, extractor=_RULES)


def current_chat() -> ChatModel | None:
    """The chat model of the environment; None when no end point is configured."""
    return _chat(endpoint.chat_setup())


def current_small_chat() -> ChatModel | None:
    """The model for assessment, extraction and dream: MEMORYWEB_LLM_SMALL_MODEL, or the main one
    (which then costs more: its `model` equals that of `current_chat()`)."""
    return _chat(endpoint.chat_setup(is_small=True))


def current_embedder() -> SearchEmbedder | None:
    """The embedding end point if one is configured, else the local embedder if it is installed,
    else None: recall by words only."""
    setup = endpoint.embedding_setup()
    if setup is not None:
        return OpenAiEmbedder(setup, http=_HTTP)
    return _LOCAL if local.is_installed() else None


def close() -> None:
    """Forget connections, failures and dialects; the next call starts afresh."""
    _HTTP.close()
    _HTTP.breakers.reset()
    _DIALECTS.reset()


def _chat(setup: endpoint.Setup | None) -> ChatModel | None:
    return None if setup is None else OpenAiChat(setup, http=_HTTP, dialects=_DIALECTS)
