"""A small world to test the engine in: streams, people, messages, scripted providers.

Providers here stand in for a model behind the ports; nothing of the engine itself is replaced.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from memory_core import unit
from memory_core.algorithms.vocabulary import Kind, Origin, Slot, Source
from memory_core.facts import store as facts
from memory_core.facts.store import Added, Context, Evidence, Fact, NewFact
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.pipelines import ingest
from memory_core.pipelines.ingest import Incoming
from memory_core.ports import (
    Assessment,
    Extraction,
    ExtractionRequest,
    ProposedFact,
    ProposedKnowledge,
    Summary,
    SummaryRequest,
)

START = datetime(2026, 3, 2, 4, 0, tzinfo=UTC)
ZONE = ZoneInfo("Asia/Shanghai")
OPERATOR = Actor("user", "su")
JOB = Actor("job", "test")


@dataclass
class Chat:
    """One stream that people talk in, a minute a line."""

    stream: str = "g1"
    kind: str = "group"
    preset: str = "xiaoye"
    at: datetime = START
    sent: int = 0

    def say(
        self,
        text: str,
        *,
        by: str = "lin",
        name: str = "",
        role: str = "user",
        pending: bool = False,
        id: str = "",
        at: datetime | None = None,
    ) -> Message:
        """Send one line through ingest and give back what was stored."""
        self.sent += 1
        moment = at or self.at + timedelta(minutes=self.sent)
        item = Incoming(
            id=id or f"{self.stream}-{self.sent}",
            platform="qq",
            preset=self.preset,
            stream=self.stream,
            stream_kind="group" if self.kind == "group" else "direct",
            stream_title="",
            speaker=by,
            speaker_name=name or by,
            role="assistant" if role == "assistant" else "user",
            text=text,
            time=moment,
            is_pending=pending,
        )
        return messages.get(ingest.ingest(item, at=moment).message_id)

    def say_many(self, count: int, *, by: str = "lin") -> list[Message]:
        return [self.say(f"第{number}句闲话", by=by) for number in range(count)]

    @property
    def stream_id(self) -> int:
        found = people.find_stream(platform="qq", external_id=self.stream)
        assert found is not None
        return found.id


def person(external_id: str) -> int:
    return people.ensure_person(platform="qq", external_id=external_id, is_bot=False, at=START)


def lease(kind: str, scope: str, *, at: datetime) -> Lease:
    """A claimed job, as the worker holds one."""
    job_id = jobs.enqueue(kind, scope=scope, trigger="test", at=at)
    assert job_id is not None
    claimed = jobs.claim(job_id, at=at)
    assert claimed is not None
    return claimed


def add(
    content: str,
    *,
    message: Message,
    about: int | None = None,
    kind: Kind = "fact",
    slot: Slot | None = None,
    source: Source = "extraction",
    origin: Origin | None = None,
    at: datetime | None = None,
    isolation: str = "preset",
) -> Added:
    """Write one fact that rests on `message`, through the one add_fact."""
    stream = people.get_stream(message.stream_id)
    moment = at or message.sent_at
    prepared = facts.prepare(
        NewFact(
            preset_id=message.preset_id,
            stream_id=message.stream_id,
            person_id=about if about is not None else message.person_id,
            kind=kind,
            slot=slot,
            content=content,
            source=source,
            origin=origin or stream.kind,
            evidence=(Evidence(message.id, message.text, message.person_id, message.sent_at),),
        )
    )
    with unit.write():
        batch_id = ledger.open_batch("test", actor=JOB, at=moment)
        context = Context(
            batch_id=batch_id,
            actor=JOB,
            at=moment,
            isolation="stream" if isolation == "stream" else "preset",
            zone=ZONE,
        )
        return facts.add_fact(prepared, context)


def fact(content: str, *, message: Message, **options: object) -> Fact:
    return facts.get(add(content, message=message, **options).fact_id)  # type: ignore[arg-type]


@dataclass
class ScriptedExtractor:
    """Answers what it is told, and remembers what it was asked."""

    answer: Callable[[ExtractionRequest], Extraction]
    worthwhile: bool = True
    model: str = "scripted"
    asked: list[ExtractionRequest] = field(default_factory=list)

    def assess(self, request: ExtractionRequest) -> Assessment:
        return Assessment(self.worthwhile, "scripted")

    def extract(self, request: ExtractionRequest) -> Extraction:
        self.asked.append(request)
        return self.answer(request)


@dataclass
class ScriptedSummarizer:
    answer: Callable[[SummaryRequest], Summary]
    model: str = "scripted"
    asked: int = 0

    def summarize(self, request: SummaryRequest) -> Summary:
        self.asked += 1
        return self.answer(request)


def claim(
    message: Message,
    content: str,
    *,
    about: int | None = None,
    quote: str | None = None,
    kind: str = "fact",
    slot: str | None = None,
    supersedes: Sequence[str] = (),
) -> ProposedFact:
    return ProposedFact(
        person_id=message.person_id if about is None else about,
        kind=kind,
        slot=slot,
        content=content,
        message_ids=(message.id,),
        quote=message.text if quote is None else quote,
        supersedes=tuple(supersedes),
    )


def answering(
    *facts_claimed: ProposedFact, knowledge: Sequence[ProposedKnowledge] = ()
) -> ScriptedExtractor:
    return ScriptedExtractor(lambda _request: Extraction(facts_claimed, tuple(knowledge)))


@dataclass
class ScriptedEmbedder:
    """Gives each text a vector of its own characters; `answer` may spoil a whole answer."""

    answer: Callable[[list[list[float]]], list[list[float]]] = lambda rows: rows
    model: str = "scripted"
    dimension: int = 8
    asked: list[int] = field(default_factory=list)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(len(texts))
        rows = []
        for text in texts:
            row = [0.1] * self.dimension
            for character in text:
                row[ord(character) % self.dimension] += 1.0
            rows.append(row)
        return self.answer(rows)
