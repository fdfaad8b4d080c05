"""What the tests of pages stand on: a small memory with something in every state, and eyes for
what a browser would see."""

import html
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse

from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.facts.store import Fact
from memory_core.jobs.options import Options
from memory_core.pipelines import extract, summarize
from memory_core.ports import Refused, Summary, SummaryRequest
from tests.memory_core.world import (
    OPERATOR,
    START,
    ZONE,
    Chat,
    ScriptedExtractor,
    ScriptedSummarizer,
    fact,
    lease,
)

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse

    Answer = _MonkeyPatchedWSGIResponse
else:
    Answer = HttpResponse

LATER = START + timedelta(hours=5)
HOSTILE = '<img src=x onerror=alert(1)> <b hx-get="/trap" hx-trigger="load">&'


@dataclass(frozen=True)
class Memory:
    """One group and one private chat. `private` was told in private and is about Lin."""

    group: Chat
    direct: Chat
    active: Fact
    pinned: Fact
    frozen: Fact
    archived: Fact
    superseded: Fact
    successor: Fact
    home: Fact
    other_home: Fact
    private: Fact
    hostile: Fact
    episode_id: int
    placeholder_id: int


def remember() -> Memory:
    """Write all of it through the engine."""
    group, direct = Chat("g1"), Chat("d1", kind="direct")
    group.say_many(48)
    placeholder_id = _summarize(group, _refuse)
    group.say_many(16)
    episode_id = _summarize(group, _summary)
    group.say("图片", pending=True)
    group.say("晚安", by="bot", name="小夜", role="assistant")
    work = group.say("我在图书馆上班", name="林知夏")
    superseded = fact("林知夏在图书馆上班", message=work, kind="identity", slot="job")
    replaced = curate.replace_fact(
        superseded.id,
        content="林知夏在档案馆上班",
        kind="identity",
        slot="job",
        version=superseded.version,
        actor=OPERATOR,
        at=LATER,
        reason="她更正过",
    )
    pinned = fact("林知夏对花生过敏", message=group.say("我对花生过敏", name="林知夏"))
    curate.pin(pinned.id, version=pinned.version, actor=OPERATOR, at=LATER)
    archived = fact("林知夏想退群", message=group.say("我要退群", name="林知夏"))
    curate.archive(archived.id, version=archived.version, actor=OPERATOR, at=LATER)
    frozen = fact("林知夏感冒了", message=group.say("我感冒了", name="林知夏"), kind="state")
    facts.sweep(at=LATER + timedelta(days=3))
    homes = [
        fact(f"林知夏住在{place}", message=group.say(f"我住{place}"), kind="identity", slot="home")
        for place in ("苏州", "无锡")
    ]
    secret = direct.say("我想一个人去长白山", name="林知夏")
    hostile = group.say(HOSTILE, by="eve", name="<i>Eve</i>")
    return Memory(
        group=group,
        direct=direct,
        active=fact("林知夏喜欢雾凇", message=group.say("我喜欢雾凇"), kind="preference"),
        pinned=facts.get(pinned.id),
        frozen=facts.get(frozen.id),
        archived=facts.get(archived.id),
        superseded=facts.get(superseded.id),
        successor=replaced.fact,
        home=homes[0],
        other_home=homes[1],
        private=fact("林知夏想一个人去长白山", message=secret, kind="plan"),
        hostile=fact(f"Eve {HOSTILE}", message=hostile),
        episode_id=episode_id,
        placeholder_id=placeholder_id,
    )


def _summary(_request: SummaryRequest) -> Summary:
    return Summary("大家聊了爬山和相机", ("爬山", "相机"), "一个爱爬山的群")


def _refuse(_request: SummaryRequest) -> Summary:
    raise Refused("content policy", raw="I cannot help with that.")


def _summarize(chat: Chat, answer: Any) -> int:
    done = summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=LATER),
        summarizer=ScriptedSummarizer(answer),
        at=LATER,
        zone=ZONE,
    )
    assert done.episode_id is not None
    return int(done.episode_id)


def extract_once(chat: Chat, extractor: ScriptedExtractor) -> None:
    """One extraction of what waits in a stream."""
    batch = extract.next_batch(chat.stream_id, options=Options(), at=LATER)
    assert batch is not None
    held = lease("extract", f"stream:{chat.stream_id}", at=LATER)
    extract.extract_batch(batch, lease=held, extractor=extractor, at=LATER, zone=ZONE)


def text_of(response: Answer) -> str:
    """The page as text: no tags, entities resolved, spaces folded."""
    body = response.content.decode()
    body = re.sub(r"<(script|style|template)\b.*?</\1>", " ", body, flags=re.S)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", body)))


def listed_ids(response: Answer) -> list[int]:
    """Ids of the fact rows, in the order of the list."""
    return [int(found) for found in re.findall(r'id="fact-(\d+)"', response.content.decode())]
