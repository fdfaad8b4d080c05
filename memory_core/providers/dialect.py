"""In which words an end point wants to be asked: found out once, remembered in this process.

"OpenAI-compatible" end points differ in three things: whether they hold an answer to a JSON schema,
what they call the length limit, and whether the temperature may be set. Each says so with a 400 the
first time; asking again in other words costs one call, once for an origin and a model.
"""

import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from memory_core.providers.addresses import Origin
from memory_core.providers.replies import Complaint

Format = Literal["schema", "object", "plain"]
_LOWER: Final[Mapping[Format, Format]] = {"schema": "object", "object": "plain"}
_FORMAT_WORDS: Final = (
    "response_format",
    "response format",
    "json_schema",
    "json_object",
    "json schema",
    "structured output",
    "guided",
)
_NAME: Final = re.compile(r"[^A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way to ask. Starts with everything the API offers.

    `is_proven`: the end point has taken this format before.
    """

    format: Format = "schema"
    limit_name: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    has_temperature: bool = True
    is_proven: bool = False

    def request(
        self,
        *,
        model: str,
        system: str,
        user: str,
        schema: Mapping[str, Any] | None,
        max_tokens: int,
    ) -> dict[str, Any]:
        """The body of a chat completion in this dialect."""
        messages = [{"role": "system", "content": system}] if system else []
        body: dict[str, Any] = {
            "model": model,
            "messages": [*messages, {"role": "user", "content": user}],
            self.limit_name: max_tokens,
            "stream": False,
        }
        if self.has_temperature:
            # The same chat should give the same memory.
            body["temperature"] = 0
        if schema is not None and self.format == "schema":
            body["response_format"] = {"type": "json_schema", "json_schema": _named(schema)}
        elif schema is not None and self.format == "object":
            body["response_format"] = {"type": "json_object"}
        return body

    def after(self, complaint: Complaint, *, has_schema: bool) -> "Dialect | None":
        """The dialect to try after a 400 or 422; None when the words are not to blame.

        An end point that does not say what it minds is asked more plainly too, unless it has taken
        this dialect before: then the content is to blame.
        """
        if self.limit_name == "max_tokens" and complaint.is_about("max_completion_tokens"):
            return replace(self, limit_name="max_completion_tokens")
        if self.has_temperature and complaint.is_about("temperature"):
            return replace(self, has_temperature=False)
        lower = _LOWER.get(self.format)
        if not has_schema or lower is None:
            return None
        if complaint.is_about(*_FORMAT_WORDS) or not self.is_proven:
            return replace(self, format=lower, is_proven=False)
        return None


def _named(schema: Mapping[str, Any]) -> dict[str, Any]:
    name = _NAME.sub("_", str(schema.get("title") or "answer"))[:64]
    return {"name": name, "schema": dict(schema), "strict": is_closed(schema)}


def is_closed(schema: object) -> bool:
    """Whether every object of a JSON schema names all its keys and requires them, which is what the
    strict mode asks for; a schema that does not is refused in strict mode and followed without."""
    if isinstance(schema, list):
        return all(is_closed(part) for part in schema)
    if not isinstance(schema, Mapping):
        return True
    properties = schema.get("properties")
    if schema.get("type") == "object" or isinstance(properties, Mapping):
        names = set(properties) if isinstance(properties, Mapping) else set()
        if schema.get("additionalProperties") is not False:
            return False
        if set(schema.get("required") or ()) != names:
            return False
    return all(is_closed(part) for part in schema.values())


@dataclass
class Dialects:
    """What each origin and model was last asked in with success."""

    _known: dict[tuple[Origin, str], Dialect] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def of(self, origin: Origin, *, model: str) -> Dialect:
        with self._lock:
            return self._known.get((origin, model), Dialect())

    def worked(self, origin: Origin, *, model: str, dialect: Dialect, has_schema: bool) -> None:
        """Remember what was taken; without a schema the format was not put to the test."""
        with self._lock:
            self._known[origin, model] = replace(dialect, is_proven=dialect.is_proven or has_schema)

    def reset(self) -> None:
        with self._lock:
            self._known.clear()
