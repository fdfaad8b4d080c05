"""L2: batches become episodes or placeholders (SPEC 3.2)."""

from datetime import timedelta

import pytest

from memory_core import clock, tasks
from memory_core.algorithms.scope import Scope
from memory_core.algorithms.tokenize import match_query
from memory_core.episodes import store as episodes
from memory_core.errors import LeaseLost
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.people import store as people
from memory_core.pipelines import summarize
from memory_core.ports import Denied, Refused, Summary, SummaryRequest, Unavailable, Unusable
from memory_core.providers import Providers
from tests.memory_core.world import (
    START,
    ZONE,
    Chat,
    ScriptedSummarizer,
    answering,
    lease,
)

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=3)


def summary(_request: SummaryRequest) -> Summary:
    return Summary("大家聊了爬山和相机", ("爬山", "相机"), "一个爱爬山的群")


def refuse(_request: SummaryRequest) -> Summary:
    raise Refused("content policy", raw="I cannot help with that.")


def run(chat: Chat, summarizer: ScriptedSummarizer) -> summarize.SummarizeResult:
    scope = f"stream:{chat.stream_id}"
    return summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", scope, at=AT),
        summarizer=summarizer,
        at=AT,
        zone=ZONE,
    )


def test_below_the_threshold_nothing_is_summarised() -> None:
    chat = Chat()
    chat.say_many(47)
    summarizer = ScriptedSummarizer(summary)

    assert run(chat, summarizer).outcome == "nothing"
    assert summarizer.asked == 0


def test_the_earliest_sixteen_go_and_thirty_two_stay_in_the_window() -> None:
    chat = Chat()
    sent = chat.say_many(48)

    done = run(chat, ScriptedSummarizer(summary))

    assert done.episode_id is not None
    archived = messages.of_episode(done.episode_id)
    assert [message.id for message in archived] == [message.id for message in sent[:16]]
    assert len(messages.unarchived(chat.stream_id, limit=100)) == 32


def test_episode_cues_index_and_impression_come_together() -> None:
    chat = Chat()
    chat.say_many(48)

    done = run(chat, ScriptedSummarizer(summary))

    assert done.episode_id is not None
    assert episodes.cues(done.episode_id) == ["爬山", "相机"]
    assert people.get_stream(chat.stream_id).impression == "一个爱爬山的群"
    within = Scope("preset", people.get_stream(chat.stream_id).preset_id, chat.stream_id, "group")
    hits = episodes.search(match_query("相机"), within=within, limit=3)
    assert [hit.id for hit in hits] == [done.episode_id]


def test_an_episode_is_not_found_from_another_stream() -> None:
    chat, other = Chat(), Chat("g2")
    chat.say_many(48)
    other.say("在吗")
    run(chat, ScriptedSummarizer(summary))
    preset_id = people.get_stream(other.stream_id).preset_id
    within = Scope("preset", preset_id, other.stream_id, "group")

    assert episodes.search(match_query("相机"), within=within, limit=3) == []
    shared = episodes.search(match_query("相机"), within=within, limit=3, share_group_episodes=True)
    assert len(shared) == 1


def test_isolation_by_stream_holds_for_episodes_whoever_asks() -> None:
    chat, other = Chat(), Chat("g2")
    chat.say_many(48)
    other.say("在吗")
    run(chat, ScriptedSummarizer(summary))
    preset_id = people.get_stream(other.stream_id).preset_id

    def found(stream_id: int) -> int:
        within = Scope("stream", preset_id, stream_id, "all")
        return len(episodes.search(match_query("相机"), within=within, limit=3))

    assert (found(chat.stream_id), found(other.stream_id)) == (1, 0)


def test_a_long_batch_ends_at_the_character_limit_but_takes_at_least_one() -> None:
    chat = Chat()
    chat.say("长" * 13_000)
    chat.say_many(47)

    done = run(chat, ScriptedSummarizer(summary))

    assert done.messages == 1


def test_a_refused_batch_leaves_a_placeholder_that_holds_its_place() -> None:
    chat = Chat()
    chat.say_many(48)
    summarizer = ScriptedSummarizer(refuse)

    done = run(chat, summarizer)

    assert done.outcome == "placeholder"
    assert done.episode_id is not None
    placeholder = episodes.get(done.episode_id)
    assert placeholder.kind == "unsummarized"
    assert placeholder.reason == "content policy"
    assert placeholder.raw_answer == "I cannot help with that."
    assert episodes.cues(placeholder.id) == []
    assert episodes.recent(stream_id=chat.stream_id, limit=5) == []
    assert run(chat, summarizer).outcome == "nothing"
    assert summarizer.asked == 1


def test_an_empty_summary_is_no_summary() -> None:
    chat = Chat()
    chat.say_many(48)

    assert run(chat, ScriptedSummarizer(lambda _r: Summary("  ", (), ""))).outcome == "placeholder"


def test_without_an_impression_the_last_lines_of_people_stand_in() -> None:
    chat = Chat()
    chat.say_many(48)

    run(chat, ScriptedSummarizer(lambda _r: Summary("聊天", (), "")))

    assert people.get_stream(chat.stream_id).impression.endswith("第15句闲话")


def test_a_body_still_awaited_stops_the_batch() -> None:
    chat = Chat(at=AT - timedelta(minutes=50))
    chat.say_many(4)
    chat.say("[图片]", pending=True, at=AT - timedelta(minutes=1))
    chat.say_many(43)

    assert run(chat, ScriptedSummarizer(summary)).messages == 4


def test_a_body_awaited_too_long_is_taken_with_its_placeholder() -> None:
    chat = Chat()
    image = chat.say("[图片]", pending=True)
    chat.say_many(47)

    assert run(chat, ScriptedSummarizer(summary)).messages == 16
    assert messages.get(image.id).body_state == "placeholder"


def test_a_worker_that_lost_its_lease_writes_nothing() -> None:
    chat = Chat()
    chat.say_many(48)
    held = lease("summarize", f"stream:{chat.stream_id}", at=AT)

    def meanwhile(request: SummaryRequest) -> Summary:
        assert jobs.requeue(held.job_id, fence=held.fence, at=AT)
        return summary(request)

    with pytest.raises(LeaseLost):
        summarize.summarize_batch(
            chat.stream_id, lease=held, summarizer=ScriptedSummarizer(meanwhile), at=AT, zone=ZONE
        )

    assert episodes.count() == 0
    assert len(messages.unarchived(chat.stream_id, limit=100)) == 48


def worked(summarizer: ScriptedSummarizer) -> tasks.WorkReport:
    report = tasks.WorkReport()
    providers = Providers(summarizer, answering())
    tasks.open_due_work(providers)
    for job_id in jobs.due(at=clock.now()):
        tasks.run_job(job_id, providers=providers, report=report)
    return report


@pytest.mark.parametrize("error", [Unavailable("time-out"), Denied("401")])
def test_a_transient_or_set_up_fault_keeps_the_batch_and_blames_nobody(
    error: Unavailable | Denied,
) -> None:
    chat = Chat()
    chat.say_many(48)

    def fail(_request: SummaryRequest) -> Summary:
        raise error

    worked(ScriptedSummarizer(fail))

    [job] = [job for job in jobs.jobs(states=["queued"]) if job.kind == "summarize"]
    assert job.attempts == 0
    assert job.next_try_at > clock.now()
    assert job.error == error.reason
    assert episodes.count() == 0


def test_a_provider_that_crashes_three_times_costs_one_placeholder_and_the_rest_goes_on() -> None:
    chat, other = Chat(), Chat("g2")
    chat.say_many(48)
    other.say_many(48)
    bad = people.get_stream(chat.stream_id)

    def crash(request: SummaryRequest) -> Summary:
        if request.stream_title == "" and request.lines[0].id == first.id:
            raise ZeroDivisionError("a fault of ours")
        return summary(request)

    first = messages.unarchived(bad.id, limit=1)[0]
    for _ in range(3):
        worked(ScriptedSummarizer(crash))

    kinds = {episode.stream_id: episode.kind for episode in episodes.page()}
    assert kinds == {bad.id: "unsummarized", other.stream_id: "summary"}
    assert "ZeroDivisionError" in episodes.page(stream_id=bad.id)[0].reason


def test_an_unreadable_answer_is_deterministic() -> None:
    chat = Chat()
    chat.say_many(48)

    def garbage(_request: SummaryRequest) -> Summary:
        raise Unusable("not JSON", raw="{{{")

    assert run(chat, ScriptedSummarizer(garbage)).outcome == "placeholder"
