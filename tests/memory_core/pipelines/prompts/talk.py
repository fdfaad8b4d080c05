"""A small chat, and a chat model that says what a test tells it to. Now is Monday, 2026-11-30."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from memory_core.algorithms.vocabulary import StreamKind
from memory_core.ports import (
    ChatAnswer,
    ExtractionRequest,
    KnownFact,
    Line,
    ProviderError,
    SummaryRequest,
    Usage,
)

ZONE = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 30, 20, 0, tzinfo=ZONE)
ZHIXIA, XIAOLIN, NORA, BOT = 90_001, 90_002, 90_003, 90_009
NAMES = {ZHIXIA: "林知夏", XIAOLIN: "小林", NORA: "Nora", BOT: "小夜"}


def as_it_is(text: str) -> str:
    """A mask that hides nothing."""
    return text


def line(
    text: str,
    *,
    id: int = 70_001,
    by: int = ZHIXIA,
    name: str | None = None,
    at: datetime = NOW,
    is_pending: bool = False,
) -> Line:
    speaker = NAMES[by] if name is None else name
    return Line(id, by, speaker, by == BOT, text, at, is_pending)


CONTEXT = (
    line("周末谁有空？", id=70_001, by=XIAOLIN, at=NOW - timedelta(days=1)),
    line("我可以安排一下。", id=70_002, by=BOT, at=NOW - timedelta(days=1)),
)
LINES = (
    line("我对花生过敏，上次吃一口就进了医院。", id=70_011),
    line("那下周三的聚餐我们换一家", id=70_012, by=XIAOLIN, at=NOW + timedelta(minutes=1)),
    line("[图片]", id=70_013, by=NORA, at=NOW + timedelta(minutes=2), is_pending=True),
    line("好的，我记下了。", id=70_014, by=BOT, at=NOW + timedelta(minutes=3)),
    line("I moved to Osaka  last month", id=70_015, by=NORA, at=NOW + timedelta(minutes=4)),
)
KNOWN = (
    KnownFact("f1", NORA, "identity", "home", "Nora 住在东京"),
    KnownFact("f2", XIAOLIN, "preference", None, None),
)


def request(
    lines: Sequence[Line] = LINES,
    *,
    kind: StreamKind = "group",
    context: Sequence[Line] = CONTEXT,
    known: Sequence[KnownFact] = KNOWN,
) -> ExtractionRequest:
    return ExtractionRequest(kind, lines, context, known)


def summary_request(
    lines: Sequence[Line] = LINES, *, impression: str = "在商量周末"
) -> SummaryRequest:
    return SummaryRequest("group", "周末饭搭子", impression, lines)


@dataclass(frozen=True, slots=True)
class Call:
    system: str
    user: str
    schema: Mapping[str, Any] | None
    max_tokens: int


@dataclass
class ScriptedChat:
    """Gives its answers in turn, the last one for ever; an exception is raised."""

    answers: list[str | ChatAnswer | ProviderError]
    calls: list[Call] = field(default_factory=list)
    model: str = "scripted"

    def complete(
        self, *, system: str, user: str, schema: Mapping[str, Any] | None, max_tokens: int
    ) -> ChatAnswer:
        answer = self.answers[min(len(self.calls), len(self.answers) - 1)]
        self.calls.append(Call(system, user, schema, max_tokens))
        if isinstance(answer, ProviderError):
            raise answer
        if isinstance(answer, ChatAnswer):
            return answer
        return ChatAnswer(answer, usage=Usage(100, 10))


def says(*answers: str | ChatAnswer | ProviderError) -> ScriptedChat:
    return ScriptedChat(list(answers))


def fact(**changes: object) -> dict[str, object]:
    """One good fact of LINES as a model writes it."""
    good: dict[str, object] = {
        "person": "p2",
        "kind": "preference",
        "slot": None,
        "content": "林知夏对花生过敏",
        "messages": [1],
        "quote": "我对花生过敏",
        "supersedes": [],
        "date": None,
    }
    return good | changes


def extraction(*facts: object, knowledge: Sequence[object] = ()) -> str:
    return json.dumps({"facts": list(facts), "knowledge": list(knowledge)}, ensure_ascii=False)
