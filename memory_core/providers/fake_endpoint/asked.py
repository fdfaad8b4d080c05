"""What the fake end point was asked: one request, read leniently."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from memory_core.algorithms.budget import count_tokens


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. `body` is {} where it was no JSON object."""

    path: str
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(repr=False)

    @classmethod
    def read(cls, path: str, *, body: bytes, headers: Mapping[str, str]) -> "Ask":
        try:
            found = json.loads(body or b"{}")
        except ValueError:
            found = {}
        lower = {name.lower(): value for name, value in headers.items()}
        return cls(path, found if isinstance(found, dict) else {}, lower)

    @property
    def is_chat(self) -> bool:
        return self.path.endswith("/chat/completions")

    @property
    def is_embedding(self) -> bool:
        return self.path.endswith("/embeddings")

    @property
    def authorization(self) -> str:
        """The header as sent, '' when there was none."""
        return self.headers.get("authorization", "")

    @property
    def model(self) -> str:
        return str(self.body.get("model", ""))

    @property
    def system(self) -> str:
        return self._said_by("system")

    @property
    def user(self) -> str:
        return self._said_by("user")

    @property
    def texts(self) -> tuple[str, ...]:
        """What is to be embedded."""
        given = self.body.get("input", ())
        given = [given] if isinstance(given, str) else given
        return tuple(str(text) for text in given) if isinstance(given, list) else ()

    @property
    def tokens_in(self) -> int:
        """An estimate."""
        return sum(count_tokens(text) for text in (self.system, self.user, *self.texts))

    @property
    def format(self) -> str:
        """Kind of `response_format`; "text" when none was asked for."""
        wanted = self.body.get("response_format")
        return str(wanted.get("type", "text")) if isinstance(wanted, dict) else "text"

    @property
    def schema(self) -> Mapping[str, Any]:
        """The JSON schema the answer is to follow; {} when none was given."""
        wanted = self.body.get("response_format")
        named = wanted.get("json_schema") if isinstance(wanted, dict) else None
        found = named.get("schema") if isinstance(named, dict) else None
        return found if isinstance(found, dict) else {}

    def _said_by(self, role: str) -> str:
        messages = self.body.get("messages", ())
        parts = [
            str(message.get("content", ""))
            for message in (messages if isinstance(messages, list) else ())
            if isinstance(message, dict) and message.get("role") == role
        ]
        return "\n".join(parts)
