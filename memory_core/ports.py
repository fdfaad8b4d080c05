"""What the engine needs from outside: a summarizer, an extractor, an embedder.

Pipelines take these as arguments; the entry point resolves the provider at each call. A provider
sees only what is in its request, answers with the small dataclasses below, and fails with one of
four exceptions, because each of them is answered differently (SPEC 3.2, 3.3).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from memory_core.algorithms.vocabulary import Kind, Slot, StreamKind


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call. Zero for the built-in rules."""

    tokens_in: int = 0
    tokens_out: int = 0


class ProviderError(Exception):
    """A model call that gave nothing to store. `raw` is the answer, as far as there was one,
    `usage` what it cost all the same."""

    def __init__(self, reason: str, *, raw: str = "", usage: Usage | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.raw = raw
        self.usage = usage or Usage()


class Refused(ProviderError):
    """Deterministic: the model will not work on this content, now or later."""


class Unusable(ProviderError):
    """Deterministic after a repair and one retry: an answer nobody can read."""


class Unavailable(ProviderError):
    """Transient: time-out, 429, 5xx, connection. Nobody is to blame; try again later.

    `retry_after_seconds` is what the end point asked for, None when it named no time.
    """

    def __init__(
        self, reason: str, *, raw: str = "", retry_after_seconds: float | None = None
    ) -> None:
        super().__init__(reason, raw=raw)
        self.retry_after_seconds = retry_after_seconds


class TooLarge(ProviderError):
    """400, 413, 422: the end point will not take this request. A smaller one may pass: the batch
    is halved down to the single message (SPEC 3.2)."""


class Denied(ProviderError):
    """401, 402, 403, 404: the set-up is wrong. The job kind stops, no batch is blamed."""


@dataclass(frozen=True, slots=True)
class Line:
    """One message as a provider sees it.

    `id` is what an answer cites. `person_id` tells two people of one name apart.
    `at` is aware, in the operator's zone. `is_pending` marks a body that has not arrived:
    it may be read around, never quoted.
    """

    id: int
    person_id: int
    speaker: str
    is_bot: bool
    text: str
    at: datetime
    is_pending: bool = False


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    stream_kind: StreamKind
    stream_title: str
    impression: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Summary:
    """`text` is one paragraph, `cues` what somebody might later ask with, `impression` ≤ 200."""

    text: str
    cues: tuple[str, ...]
    impression: str
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class KnownFact:
    """What is already known, under an alias of this batch; `content` is None where it is private
    and the batch is public (TRUST H1)."""

    alias: str
    person_id: int
    kind: Kind
    slot: Slot | None
    content: str | None


@dataclass(frozen=True, slots=True)
class ExtractionRequest:
    """`context` comes just before `lines` and may not be cited."""

    stream_kind: StreamKind
    lines: Sequence[Line]
    context: Sequence[Line] = ()
    known: Sequence[KnownFact] = ()


@dataclass(frozen=True, slots=True)
class ProposedFact:
    """A claim about `person_id`, resting on `quote`, verbatim in one of `message_ids`.

    `planned_at` is the day a plan is for: it is not due before (SPEC 2).
    """

    person_id: int
    kind: str
    slot: str | None
    content: str
    message_ids: tuple[int, ...]
    quote: str
    supersedes: tuple[str, ...] = ()
    planned_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ProposedKnowledge:
    title: str
    content: str
    message_ids: tuple[int, ...]
    quote: str


@dataclass(frozen=True, slots=True)
class Assessment:
    is_worthwhile: bool
    reason: str
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class Extraction:
    facts: tuple[ProposedFact, ...] = ()
    knowledge: tuple[ProposedKnowledge, ...] = ()
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What a chat model said, as it said it. `refusal` is the end point's own refusal field or
    content filter, '' when it named none; `is_cut` = it stopped at its length limit."""

    text: str
    refusal: str = ""
    is_cut: bool = False
    usage: Usage = field(default_factory=Usage)


class ChatModel(Protocol):
    """A chat model behind an end point. Raises the exceptions above, never returns half an
    answer. `schema` is a JSON schema for end points that can hold an answer to it; others are
    asked plainly."""

    @property
    def model(self) -> str: ...

    def complete(
        self, *, system: str, user: str, schema: Mapping[str, Any] | None, max_tokens: int
    ) -> ChatAnswer: ...


class Summarizer(Protocol):
    """`model` names itself on every row it makes."""

    @property
    def model(self) -> str: ...

    def summarize(self, request: SummaryRequest) -> Summary: ...


class Extractor(Protocol):
    @property
    def model(self) -> str: ...

    def assess(self, request: ExtractionRequest) -> Assessment: ...

    def extract(self, request: ExtractionRequest) -> Extraction: ...


class Embedder(Protocol):
    """`embed` returns one vector of `dimension` floats for each text, in order."""

    @property
    def model(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...
