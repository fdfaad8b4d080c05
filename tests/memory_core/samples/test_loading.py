"""The sample comes in once, goes out whole, and never takes somebody's own chat with it."""

from datetime import UTC, datetime

import pytest

from memory_core import db, samples, tasks
from memory_core.episodes import store as episodes
from memory_core.errors import Conflict
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.people import store as people
from tests.memory_core.world import Chat, lease

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_loading_twice_adds_nothing() -> None:
    first, again = samples.load(at=AT), samples.load(at=AT)

    assert first.new >= 300
    assert first.filled == 1
    assert (again.new, again.filled) == (0, 0)


def test_removing_leaves_no_message_and_no_person() -> None:
    samples.load(at=AT)

    gone = samples.remove(at=AT)

    assert gone["messages"] >= 300
    assert (messages.counts(), people.people(with_bots=True), people.presets()) == ({}, [], [])
    assert not samples.is_loaded()
    assert samples.remove(at=AT) == {}


def test_somebodys_own_preset_of_that_name_is_left_alone() -> None:
    Chat(preset=samples.PRESET).say("我的群")

    with pytest.raises(Conflict):
        samples.load(at=AT)
    assert samples.remove(at=AT) == {}

    assert [count.total for count in messages.counts().values()] == [1]


def test_the_sample_does_not_take_a_chat_along_that_moved_in_with_it() -> None:
    samples.load(at=AT)
    Chat(stream="mine", preset=samples.PRESET).say("我的群", by="me")

    with pytest.raises(Conflict, match="qq:mine"):
        samples.remove(at=AT)

    assert samples.is_loaded()
    assert len(people.streams()) == 5


def test_another_chat_stays_when_the_sample_goes() -> None:
    Chat(stream="mine", preset="mybot").say("我的群", by="me")
    samples.load(at=AT)

    samples.remove(at=AT)

    assert [person.name for person in people.people()] == ["me"]


def test_what_a_model_said_of_a_placeholder_goes_with_the_sample() -> None:
    samples.load(at=AT)
    tasks.work_until_idle()
    [placeholder, *_rest] = episodes.page(kind="unsummarized")
    held = lease("resummarize", f"episode:{placeholder.id}", at=AT)
    jobs.record_call(
        job_id=held.job_id,
        model="m",
        purpose="summarize",
        tokens_in=1,
        tokens_out=1,
        latency_ms=1,
        outcome="refused",
        raw_answer="I will not repeat what 林知夏 said",
        at=AT,
    )

    samples.remove(at=AT)

    assert db.rows("SELECT id FROM model_calls WHERE raw_answer <> ''") == []
    assert not [job for job in jobs.jobs(limit=1000) if job.scope.startswith("episode:")]
