"""Clients and end points for the tests of the providers; everything goes over the loopback."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memory_core.ports import ChatAnswer
from memory_core.providers.addresses import resolve
from memory_core.providers.dialect import Dialects
from memory_core.providers.endpoint import Endpoint, Setup
from memory_core.providers.fake_endpoint import FakeEndpoint
from memory_core.providers.http import HttpClient
from memory_core.providers.openai_compatible import OpenAiChat, OpenAiEmbedder

KEY = "sk-canary-8f14e45fceea167a5a36dedd4bea2543"
SCHEMA = {
    "title": "Said",
    "type": "object",
    "properties": {"summary": {"type": "string"}},
    "required": ["summary"],
    "additionalProperties": False,
}


@dataclass
class Names:
    """A look-up that says what it is told, and counts. Every answer is used up but the last."""

    answers: Mapping[str, list[tuple[str, ...]]]
    asked: list[str] = field(default_factory=list)

    def __call__(self, host: str, port: int) -> tuple[str, ...]:
        self.asked.append(host)
        if host not in self.answers:
            raise OSError("no such name")
        left = self.answers[host]
        return left.pop(0) if len(left) > 1 else left[0]


class Ticks:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


def setup_of(
    fake: FakeEndpoint,
    *,
    host: str = "",
    key: str = "",
    model: str = "fake-model",
    allowed: str = "127.0.0.1",
    timeout: str = "",
    dimension: str = "64",
) -> Setup:
    """The set-up that leads to a fake end point, by another name where `host` gives one."""
    base_url = f"http://{host}:{fake.port}/v1" if host else fake.base_url
    return Setup(
        prefix="MEMORYWEB_LLM",
        base_url=base_url,
        model=model,
        api_key=key,
        allowed_hosts=allowed,
        dimension=dimension,
        timeout=timeout,
    )


def endpoint_of(
    fake: FakeEndpoint, *, host: str = "", key: str = "", allowed: str = "127.0.0.1"
) -> Endpoint:
    return setup_of(fake, host=host, key=key, allowed=allowed).endpoint()


@dataclass
class Bench:
    """One client against one fake end point."""

    fake: FakeEndpoint
    http: HttpClient = field(default_factory=lambda: HttpClient(resolver=resolve))
    dialects: Dialects = field(default_factory=Dialects)

    def chat(self, *, key: str = "", model: str = "fake-model", timeout: str = "") -> OpenAiChat:
        setup = setup_of(self.fake, key=key, model=model, timeout=timeout)
        return OpenAiChat(setup, http=self.http, dialects=self.dialects)

    def embedder(
        self, *, key: str = "", dimension: str = "64", timeout: str = ""
    ) -> OpenAiEmbedder:
        setup = setup_of(self.fake, key=key, dimension=dimension, timeout=timeout)
        return OpenAiEmbedder(setup, http=self.http)

    def ask(self, user: str = "hello", *, key: str = "", timeout: str = "") -> ChatAnswer:
        """One chat with a schema."""
        chat = self.chat(key=key, timeout=timeout)
        return chat.complete(system="Sum up.", user=user, schema=SCHEMA, max_tokens=500)


BenchOf = Callable[..., Bench]
