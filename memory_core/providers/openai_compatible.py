"""Chat and embeddings behind an OpenAI-compatible end point (OPERATIONS "Models")."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from memory_core import clock
from memory_core.ports import ChatAnswer, Denied, Refused, Unavailable, Unusable, Usage
from memory_core.providers.dialect import Dialect, Dialects
from memory_core.providers.embedding import BATCH, check_texts, check_vectors
from memory_core.providers.endpoint import Endpoint, Setup
from memory_core.providers.http import HttpClient
from memory_core.providers.replies import Reply, check, complaint_of

CHAT_BYTES: Final = 1 << 20
# A number in JSON takes up to 25 characters, in a file meant for people twice that.
_BYTES_A_NUMBER: Final = 48
_BYTES_AROUND: Final = 1 << 16
_MOST_TOKENS: Final = 10**9

_FILTERED: Final = {"content_filter", "refusal", "safety", "prohibited_content", "sensitive"}
_BROKEN: Final = {"error", "network_error"}


@dataclass(frozen=True, slots=True)
class OpenAiChat:
    """`ports.ChatModel`. Holds no state of its own: set-up, connections and what is known of the
    end point come from outside.
    """

    setup: Setup
    http: HttpClient = field(repr=False)
    dialects: Dialects = field(repr=False)

    @property
    def model(self) -> str:
        return self.setup.model

    def complete(
        self, *, system: str, user: str, schema: Mapping[str, Any] | None, max_tokens: int
    ) -> ChatAnswer:
        """One answer. A refusal, by whatever sign, is `Refused`; `raw` then is what was said."""
        endpoint = self.setup.endpoint()
        dialect = self.dialects.of(endpoint.origin, model=endpoint.model)
        while True:
            body = dialect.request(
                model=endpoint.model,
                system=system,
                user=user,
                schema=schema,
                max_tokens=max_tokens,
            )
            reply = self.http.exchange(
                endpoint, path="/chat/completions", payload=body, max_bytes=CHAT_BYTES
            )
            other = _other(dialect, reply, has_schema=schema is not None)
            if other is None:
                break
            dialect = other
        document = check(reply, origin=endpoint.origin, at=clock.now())
        self.dialects.worked(
            endpoint.origin,
            model=endpoint.model,
            dialect=dialect,
            has_schema=schema is not None,
        )
        return chat_answer(document, endpoint=endpoint)


def _other(dialect: Dialect, reply: Reply, *, has_schema: bool) -> Dialect | None:
    """The dialect to ask in again, None when the reply is no matter of words."""
    if reply.status not in (400, 422):
        return None
    return dialect.after(complaint_of(reply.document), has_schema=has_schema)


def chat_answer(document: object, *, endpoint: Endpoint) -> ChatAnswer:
    """Read a chat completion. Raises `Refused`, `Unavailable` or `Unusable`."""
    choice = _first(document, "choices")
    message = choice.get("message") if choice else None
    if choice is None or not isinstance(message, dict):
        raise Unusable(f"{endpoint.origin} answered with something that is no chat completion.")
    text = endpoint.scrub(_text(message.get("content")))
    refusal = endpoint.scrub(_text(message.get("refusal")))
    end = str(choice.get("finish_reason") or "").lower()
    if refusal or end in _FILTERED:
        raise Refused(f"{endpoint.model} refuses this content.", raw=refusal or text)
    if end in _BROKEN:
        raise Unavailable(f"{endpoint.origin} broke off its answer.", raw=text)
    return ChatAnswer(text=text, is_cut=end == "length", usage=_usage(document))


def _first(document: object, name: str) -> dict[str, Any] | None:
    found = document.get(name) if isinstance(document, dict) else None
    first = found[0] if isinstance(found, list) and found else None
    return first if isinstance(first, dict) else None


def _text(content: object) -> str:
    """Content is a text, or parts of which some hold text. A lone surrogate has no place in a
    database and becomes "?"."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "".join(part for part in parts if isinstance(part, str))
    return content.encode("utf-8", "replace").decode() if isinstance(content, str) else ""


def _usage(document: object) -> Usage:
    usage = document.get("usage") if isinstance(document, dict) else None
    said = usage if isinstance(usage, dict) else {}
    return Usage(_count(said.get("prompt_tokens")), _count(said.get("completion_tokens")))


def _count(value: object) -> int:
    is_count = isinstance(value, int) and not isinstance(value, bool)
    return min(max(value, 0), _MOST_TOKENS) if is_count and isinstance(value, int) else 0


@dataclass(frozen=True, slots=True)
class OpenAiEmbedder:
    """`SearchEmbedder`. The API knows no difference between questions and stored texts."""

    setup: Setup
    http: HttpClient = field(repr=False)

    @property
    def model(self) -> str:
        return self.setup.model

    @property
    def dimension(self) -> int:
        """0 where the set-up names none that makes sense; `embed` then says so."""
        try:
            return self.setup.vector_dimension()
        except Denied:
            return 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order, ≤ 20 texts a request; all of them or an exception."""
        check_texts(texts)
        endpoint, dimension = self.setup.endpoint(), self.setup.vector_dimension()
        found: list[list[float]] = []
        for start in range(0, len(texts), BATCH):
            found += self._batch(
                endpoint, texts=list(texts[start : start + BATCH]), dimension=dimension
            )
        return found

    def embed_queries(self, texts: Sequence[str]) -> list[list[float]]:
        return self.embed(texts)

    def _batch(self, endpoint: Endpoint, *, texts: list[str], dimension: int) -> list[list[float]]:
        document = self.http.post(
            endpoint,
            path="/embeddings",
            payload={"model": endpoint.model, "input": texts, "encoding_format": "float"},
            max_bytes=_BYTES_AROUND + len(texts) * dimension * _BYTES_A_NUMBER,
        )
        return check_vectors(
            in_order(document, endpoint=endpoint), count=len(texts), dimension=dimension
        )


def in_order(document: object, *, endpoint: Endpoint) -> list[object]:
    """The vectors of an answer, put in the order of the texts by their `index`.

    Raises `Unusable` where the indexes do not number the vectors from 0 on: nobody could say which
    vector is whose.
    """
    data = document.get("data") if isinstance(document, dict) else None
    if not isinstance(data, list) or not all(isinstance(item, dict) for item in data):
        raise Unusable(f"{endpoint.origin} answered with something that is no list of vectors.")
    if not any("index" in item for item in data):
        return [item.get("embedding") for item in data]
    by_index = {
        item["index"]: item.get("embedding") for item in data if type(item.get("index")) is int
    }
    if len(by_index) != len(data) or set(by_index) != set(range(len(data))):
        raise Unusable(f"{endpoint.origin} numbered its vectors wrongly.")
    return [by_index[place] for place in range(len(data))]
