"""Placeholders are worked off: asked again, split, written by hand, dismissed; all with undo."""

from datetime import timedelta

import pytest

from memory_core.algorithms.scope import Scope
from memory_core.episodes import store as episodes
from memory_core.episodes.store import Episode
from memory_core.errors import Conflict, Invalid
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.pipelines import curate as undoing
from memory_core.pipelines import placeholders, summarize
from memory_core.ports import Refused, Summary, SummaryRequest
from tests.memory_core.world import OPERATOR, START, ZONE, Chat, ScriptedSummarizer, lease

pytestmark = pytest.mark.django_db
AT = START + timedelta(hours=3)


def refuse(_request: SummaryRequest) -> Summary:
    raise Refused("content policy", raw="no")


def summary(_request: SummaryRequest) -> Summary:
    return Summary("大家聊了爬山", ("爬山",), "")


@pytest.fixture
def placeholder() -> Episode:
    chat = Chat()
    chat.say_many(48)
    done = summarize.summarize_batch(
        chat.stream_id,
        lease=lease("summarize", f"stream:{chat.stream_id}", at=AT),
        summarizer=ScriptedSummarizer(refuse),
        at=AT,
        zone=ZONE,
    )
    assert done.episode_id is not None
    return episodes.get(done.episode_id)


def undo(settled: placeholders.Settled) -> None:
    undoing.undo(settled.operation_id, actor=OPERATOR, at=AT)


def found(episode: Episode, word: str) -> bool:
    within = Scope("preset", episode.preset_id, episode.stream_id, "group")
    return bool(episodes.search(f'"{word}"', within=within, limit=3))


def retry(episode: Episode, summarizer: ScriptedSummarizer) -> bool:
    return placeholders.retry(
        episode.id,
        lease=lease("resummarize", f"episode:{episode.id}", at=AT),
        summarizer=summarizer,
        actor=OPERATOR,
        at=AT,
        zone=ZONE,
    )


def test_a_retry_turns_the_same_row_into_an_episode(placeholder: Episode) -> None:
    assert retry(placeholder, ScriptedSummarizer(summary, model="another"))

    stored = episodes.get(placeholder.id)
    assert (stored.kind, stored.summary, stored.model) == ("summary", "大家聊了爬山", "another")
    assert len(messages.of_episode(placeholder.id)) == 16
    assert found(placeholder, "爬山")


def test_a_retry_that_is_refused_keeps_the_placeholder_and_says_so(placeholder: Episode) -> None:
    assert not retry(placeholder, ScriptedSummarizer(refuse))

    assert episodes.get(placeholder.id).is_placeholder
    assert jobs.jobs(states=["failed"])[0].error == "content policy"


def test_a_summary_by_hand_is_found_and_undone(placeholder: Episode) -> None:
    before = episodes.curated(placeholder)

    settled = placeholders.write_by_hand(
        placeholder.id, summary="他们在掷骰子", cues=["掷骰子"], version=1, actor=OPERATOR, at=AT
    )
    assert settled.episode.model == placeholders.BY_HAND
    assert found(placeholder, "骰子")
    undo(settled)

    assert episodes.curated(episodes.get(placeholder.id)) == before
    assert not found(placeholder, "骰子")


def test_dismissed_stays_with_its_reason_and_waits_no_more(placeholder: Episode) -> None:
    assert episodes.count_waiting() == 1

    settled = placeholders.dismiss(
        placeholder.id, reason="只是掷骰子", version=1, actor=OPERATOR, at=AT
    )
    assert settled.episode.dismissed_reason == "只是掷骰子"
    assert episodes.count_waiting() == 0
    undo(settled)

    assert episodes.count_waiting() == 1


def test_a_split_gives_the_second_half_to_a_row_of_its_own(placeholder: Episode) -> None:
    settled = placeholders.split(placeholder.id, version=1, actor=OPERATOR, at=AT)

    assert settled.second_id is not None
    halves = [messages.of_episode(placeholder.id), messages.of_episode(settled.second_id)]
    assert [len(half) for half in halves] == [8, 8]
    assert halves[0][-1].id < halves[1][0].id
    assert episodes.get(settled.second_id).started_at == halves[1][0].sent_at
    undo(settled)

    assert len(messages.of_episode(placeholder.id)) == 16
    assert episodes.count() == 1
    assert episodes.get(placeholder.id).ended_at == placeholder.ended_at


def test_undoing_the_batch_of_a_split_takes_all_of_it_back(placeholder: Episode) -> None:
    settled = placeholders.split(placeholder.id, version=1, actor=OPERATOR, at=AT)

    outcome = undoing.undo_batch(settled.batch_id, actor=OPERATOR, at=AT)

    assert (outcome.undone, outcome.held) == (2, ())
    assert episodes.count() == 1


def test_a_split_is_held_once_its_second_half_was_worked_on(placeholder: Episode) -> None:
    settled = placeholders.split(placeholder.id, version=1, actor=OPERATOR, at=AT)
    assert settled.second_id is not None
    placeholders.dismiss(settled.second_id, reason="骰子", version=1, actor=OPERATOR, at=AT)

    with pytest.raises(Conflict) as held:
        undo(settled)

    assert held.value.code == "later"


@pytest.mark.parametrize("act", ["write", "dismiss", "split"])
def test_a_stale_form_and_a_settled_placeholder_are_refused(placeholder: Episode, act: str) -> None:
    def do(version: int) -> None:
        if act == "write":
            placeholders.write_by_hand(
                placeholder.id, summary="x", cues=[], version=version, actor=OPERATOR, at=AT
            )
        elif act == "dismiss":
            placeholders.dismiss(placeholder.id, reason="x", version=version, actor=OPERATOR, at=AT)
        else:
            placeholders.split(placeholder.id, version=version, actor=OPERATOR, at=AT)

    with pytest.raises(Conflict) as stale:
        do(7)
    retry(placeholder, ScriptedSummarizer(summary))
    with pytest.raises(Conflict) as settled:
        do(2)

    assert (stale.value.code, settled.value.code) == ("stale", "state")


def test_a_blank_summary_or_reason_is_refused(placeholder: Episode) -> None:
    with pytest.raises(Invalid):
        placeholders.write_by_hand(
            placeholder.id, summary="  ", cues=[], version=1, actor=OPERATOR, at=AT
        )
    with pytest.raises(Invalid):
        placeholders.dismiss(placeholder.id, reason=" ", version=1, actor=OPERATOR, at=AT)


def test_a_single_message_cannot_be_split(placeholder: Episode) -> None:
    current = placeholder
    for _ in range(4):
        settled = placeholders.split(current.id, version=current.version, actor=OPERATOR, at=AT)
        current = settled.episode

    with pytest.raises(Conflict) as refused:
        placeholders.split(current.id, version=current.version, actor=OPERATOR, at=AT)
    assert refused.value.code == "state"
