"""How the queue meets failure: nobody is blamed who is not to blame, and the rest goes on."""

import os
from datetime import datetime, time, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.db import OperationalError

from memory_core import clock, db, tasks
from memory_core.episodes import store as episodes
from memory_core.facts import store as facts
from memory_core.jobs import services
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.pipelines import care, due, forget
from memory_core.ports import (
    Denied,
    Extraction,
    ExtractionRequest,
    ProviderError,
    Refused,
    Summary,
    SummaryRequest,
    TooLarge,
    Unavailable,
    Usage,
)
from memory_core.providers import Providers
from memory_core.tasks import failing
from tests.memory_core.world import (
    START,
    ZONE,
    Chat,
    ScriptedExtractor,
    ScriptedSummarizer,
    answering,
    fact,
    lease,
)

pytestmark = pytest.mark.django_db


class Wall:
    """A wall clock the test sets."""

    def __init__(self) -> None:
        self.at = START + timedelta(hours=3)

    def forward(self, **by: float) -> None:
        self.at += timedelta(**by)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr(clock, "now", lambda: wall.at)
    return wall


def summary(_request: SummaryRequest) -> Summary:
    return Summary("聊天", ("聊天",), "", usage=Usage(1000, 500))


def raising(error: ProviderError) -> ScriptedSummarizer:
    def answer(_request: SummaryRequest) -> Summary:
        raise error

    return ScriptedSummarizer(answer)


def work(summarizer: ScriptedSummarizer, extractor: ScriptedExtractor | None = None) -> int:
    """Rounds of the real queue until nothing moves; returns the number of rounds."""
    providers = Providers(summarizer, extractor or answering())
    rounds = 0
    while True:
        tasks.open_due_work(providers)
        # The nightly care of the file cannot run inside a test's transaction.
        due_now = jobs.due(at=clock.now(), limit=100)
        ready = [key for key in due_now if jobs.get(key).kind not in {"backup", "tidy"}]
        report = tasks.WorkReport()
        moved = [tasks.run_job(key, providers=providers, report=report) for key in ready]
        if not any(moved):
            return rounds
        rounds += 1
        assert rounds < 100, "the queue turns in a circle"


def streams(count: int) -> list[Chat]:
    chats = [Chat(f"g{number}") for number in range(count)]
    for chat in chats:
        chat.say_many(48)
    return chats


def test_a_wrong_key_stops_the_service_blames_no_batch_and_is_probed_by_one_job(
    wall: Wall,
) -> None:
    streams(3)
    wrong = raising(Denied("401"))

    work(wrong)
    first_calls = wrong.asked
    for _ in range(24):
        wall.forward(hours=1)
        work(wrong)

    assert first_calls == 1
    assert wrong.asked == 25
    stop = services.service_stop("chat")
    assert stop is not None
    assert stop.reason == "401"
    assert stop.since == START + timedelta(hours=3)
    assert {job.attempts for job in jobs.jobs(states=["queued"])} == {0}
    assert episodes.count() == 0

    wall.forward(minutes=5)
    work(ScriptedSummarizer(summary))

    assert services.service_stop("chat") is None
    assert episodes.count(kind="summary") == 3
    assert messages.skipped_ranges() == []


def test_a_day_of_refusals_costs_one_call_a_batch_and_nothing_else_stops(wall: Wall) -> None:
    streams(3)
    refusing = raising(Refused("policy"))

    for _ in range(24):
        work(refusing)
        wall.forward(hours=1)

    assert refusing.asked == 3
    assert episodes.count(kind="unsummarized") == 3
    assert messages.skipped_ranges() == []


def test_the_end_points_own_wait_is_kept(wall: Wall) -> None:
    streams(1)
    busy = raising(Unavailable("429", retry_after_seconds=900))

    work(busy)

    [job] = [job for job in jobs.jobs(states=["queued"]) if job.kind == "summarize"]
    assert job.next_try_at == wall.at + timedelta(seconds=900)
    assert job.attempts == 0


def test_a_batch_that_alone_times_out_for_a_day_holds_its_place(wall: Wall) -> None:
    bad, good = streams(2)
    first = messages.unarchived(bad.stream_id, limit=1)[0].id

    def answer(request: SummaryRequest) -> Summary:
        if request.lines[0].id == first:
            raise Unavailable("time-out")
        return summary(request)

    for _ in range(40):
        work(ScriptedSummarizer(answer))
        wall.forward(hours=1)

    kinds = {episode.stream_id: episode.kind for episode in episodes.page()}
    assert kinds == {bad.stream_id: "unsummarized", good.stream_id: "summary"}


def test_when_everybody_times_out_nobody_is_to_blame(wall: Wall) -> None:
    streams(2)

    for _ in range(60):
        work(raising(Unavailable("time-out")))
        wall.forward(hours=1)

    assert episodes.count() == 0


def test_a_batch_that_is_too_large_is_halved_down_to_the_message_at_fault(wall: Wall) -> None:
    chat = streams(1)[0]
    batch = messages.unarchived(chat.stream_id, limit=16)

    def answer(request: SummaryRequest) -> Summary:
        if any(line.id == batch[0].id for line in request.lines):
            raise TooLarge("413")
        return summary(request)

    work(ScriptedSummarizer(answer))

    [placeholder] = episodes.page(kind="unsummarized")
    assert [message.id for message in messages.of_episode(placeholder.id)] == [batch[0].id]


def test_an_extraction_that_is_too_large_is_halved(wall: Wall) -> None:
    Chat().say_many(30)
    sizes: list[int] = []

    def answer(request: ExtractionRequest) -> Extraction:
        sizes.append(len(request.lines))
        if len(request.lines) > 8:
            raise TooLarge("413")
        return Extraction()

    work(ScriptedSummarizer(summary), ScriptedExtractor(answer))

    assert sizes[:3] == [30, 15, 7]
    assert messages.skipped_ranges() == []


def test_one_message_too_large_for_extraction_costs_no_other(wall: Wall) -> None:
    sent = Chat().say_many(30)
    read: set[int] = set()

    def answer(request: ExtractionRequest) -> Extraction:
        ids = {line.id for line in request.lines}
        if sent[3].id in ids:
            raise TooLarge("413")
        read.update(ids)
        return Extraction()

    work(ScriptedSummarizer(summary), ScriptedExtractor(answer))

    [skipped] = messages.skipped_ranges()
    assert (skipped.first_id, skipped.last_id) == (sent[3].id, sent[3].id)
    assert read == {message.id for message in sent} - {sent[3].id}


def test_a_locked_database_is_no_fault_of_the_batch(wall: Wall) -> None:
    Chat().say_many(48)

    def locked(_request: SummaryRequest) -> Summary:
        raise OperationalError("database is locked")

    for _ in range(5):
        work(ScriptedSummarizer(locked))
        wall.forward(hours=1)
    assert episodes.count() == 0

    work(ScriptedSummarizer(summary))
    assert [episode.kind for episode in episodes.page()] == ["summary"]


def test_a_day_with_a_wrong_key_is_not_held_against_a_batch(wall: Wall) -> None:
    slow, quick = streams(2)
    for _ in range(30):
        work(raising(Denied("401")))
        wall.forward(hours=1)
    answering_one = {message.id for message in messages.page(quick.stream_id)}

    def answer(request: SummaryRequest) -> Summary:
        if request.lines[0].id not in answering_one:
            raise Unavailable("timeout")
        return summary(request)

    for _ in range(12):
        work(ScriptedSummarizer(answer))
        wall.forward(hours=1)

    assert [(row.kind, row.stream_id) for row in episodes.page()] == [("summary", quick.stream_id)]
    assert messages.counts()[slow.stream_id].unarchived == 48


def test_a_job_with_nothing_to_ask_does_not_say_that_the_service_works(wall: Wall) -> None:
    Chat().say("一句")
    services.stop_service("chat", reason="401", at=wall.at, probe_at=wall.at)
    jobs.enqueue("summarize", scope="stream:1", trigger="manual", at=wall.at)

    work(ScriptedSummarizer(summary), answering())

    assert [job.state for job in jobs.jobs() if job.kind == "summarize"] == ["skipped"]
    assert services.service_stop("chat") is not None


def test_a_job_erased_since_it_was_found_is_passed_by(wall: Wall) -> None:
    providers = Providers(ScriptedSummarizer(summary), answering())

    assert not tasks.run_job(4242, providers=providers, report=tasks.WorkReport())


def test_the_daily_cap_stops_background_calls_until_midnight_and_not_the_chat(wall: Wall) -> None:
    jobs.set_option("daily_token_cap", 1000, by="su", at=wall.at)
    streams(2)

    work(ScriptedSummarizer(summary))
    assert episodes.count() == 1
    Chat("late").say("还在收消息")

    wall.at = services.next_midnight(at=wall.at, zone=ZONE) + timedelta(minutes=1)
    work(ScriptedSummarizer(summary))
    assert episodes.count() == 2


def test_calls_are_priced_and_add_up_on_their_job(wall: Wall) -> None:
    jobs.set_price("scripted", per_million_in=Decimal(2), per_million_out=Decimal(8))
    held = lease("summarize", "stream:1", at=wall.at)
    for _ in range(2):
        jobs.record_call(
            job_id=held.job_id,
            model="scripted",
            purpose="summarize",
            tokens_in=1000,
            tokens_out=500,
            latency_ms=5,
            outcome="ok",
            raw_answer="",
            at=wall.at,
        )

    job = jobs.get(held.job_id)
    assert (job.tokens, job.cost) == (3000, Decimal("0.012000"))
    assert services.used(since=START).tokens == 3000


def test_at_most_so_many_jobs_of_a_kind_run_at_once() -> None:
    ids = [
        jobs.enqueue("extract", scope=f"stream:{number}", trigger="test", at=START)
        for number in range(3)
    ]
    claimed = [jobs.claim(key or 0, at=START, at_once=2) for key in ids]

    assert [lease is not None for lease in claimed] == [True, True, False]


def test_an_ended_job_can_be_tried_again_by_hand() -> None:
    held = lease("resummarize", "episode:7", at=START)
    jobs.finish(held, state="failed", at=START, result={}, error="policy")

    again = jobs.try_again(held.job_id, at=START)

    assert jobs.get(again).trigger == "manual"


def test_a_large_sweep_after_a_long_absence_asks_first(wall: Wall) -> None:
    chat = Chat()
    for number in range(52):
        fact(f"林感冒了第{number}次", message=chat.say(f"我感冒了第{number}次"), kind="state")
    tasks.heartbeat("worker")
    wall.forward(days=400)
    tasks.heartbeat("worker")

    work(ScriptedSummarizer(summary))
    assert facts.totals(at=wall.at)["active"] == 52
    assert forget.held_sweep(at=wall.at) == 52

    forget.allow_sweep(by="su", at=wall.at)
    work(ScriptedSummarizer(summary))
    assert facts.totals(at=wall.at)["frozen"] == 52


def catch_colds(chat: Chat, count: int) -> None:
    for number in range(count):
        fact(f"林感冒了第{number}次", message=chat.say(f"我感冒了第{number}次"), kind="state")


def test_a_sweep_opened_before_the_absence_asks_too(wall: Wall) -> None:
    catch_colds(Chat(), 52)
    jobs.enqueue("sweep", scope="all", trigger="due", at=START)
    tasks.heartbeat("worker")
    wall.forward(days=400)
    tasks.heartbeat("worker")

    work(ScriptedSummarizer(summary))

    assert facts.totals(at=wall.at)["active"] == 52


def test_an_absence_is_over_once_nothing_is_due(wall: Wall) -> None:
    tasks.heartbeat("worker")
    wall.forward(days=3)
    tasks.heartbeat("worker")
    work(ScriptedSummarizer(summary))
    catch_colds(Chat(at=wall.at), 52)
    for _ in range(30):
        tasks.heartbeat("worker")
        wall.forward(hours=3)

    work(ScriptedSummarizer(summary))

    assert facts.totals(at=wall.at)["frozen"] == 52


def test_an_absence_is_noted_by_the_work_itself_before_it_sweeps(
    wall: Wall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due, "NIGHTLY_AT", time(23, 59))
    tasks.work_until_idle()
    catch_colds(Chat(), 52)
    wall.at = (wall.at + timedelta(days=2)).replace(hour=1)
    for kind in ("backup", "tidy"):
        jobs.finish(lease(kind, "all", at=wall.at), state="succeeded", at=wall.at, result={})

    tasks.work_until_idle()

    assert facts.totals(at=wall.at)["frozen"] == 0
    assert forget.held_sweep(at=wall.at) >= 52


def test_a_large_sweep_without_an_absence_needs_nobody(wall: Wall) -> None:
    chat = Chat()
    for number in range(52):
        fact(f"林感冒了第{number}次", message=chat.say(f"我感冒了第{number}次"), kind="state")
    for _ in range(30):
        tasks.heartbeat("worker")
        wall.forward(hours=3)

    work(ScriptedSummarizer(summary))

    assert facts.totals(at=wall.at)["frozen"] == 52


def kinds_due(at: datetime) -> list[str]:
    return [work.kind for work in due.due_work(at=at, embedder=None, zone=ZONE)]


def test_backup_and_tidying_come_once_a_night(wall: Wall) -> None:
    assert "backup" not in kinds_due(wall.at)
    night = datetime(2026, 3, 3, 3, 31, tzinfo=ZONE)
    assert {"backup", "tidy"} <= set(kinds_due(night))
    for kind in ("backup", "tidy"):
        held = lease(kind, "all", at=night)
        jobs.finish(held, state="succeeded", at=night, result={})

    assert "backup" not in kinds_due(night + timedelta(hours=20))
    assert "backup" in kinds_due(night + timedelta(days=1))


def test_what_failed_for_good_is_not_tried_again_every_second(wall: Wall) -> None:
    kinds_due(wall.at)
    night = datetime(2026, 3, 3, 3, 31, tzinfo=ZONE)
    for kind in ("backup", "tidy", "decay_edges"):
        held = lease(kind, "all", at=night)
        jobs.finish(held, state="failed", at=night, result={}, error="the disk is full")

    assert kinds_due(night + timedelta(minutes=1)) == []
    assert set(kinds_due(night + timedelta(hours=1))) == {"backup", "tidy", "decay_edges"}


@pytest.mark.django_db(transaction=True)
def test_a_backup_is_whole_private_and_the_old_ones_go(tmp_path: Path) -> None:
    fact("林怕蛇", message=Chat().say("我怕蛇"))
    made = []
    for number in range(care.BACKUPS_KEPT + 2):
        at = START + timedelta(days=number)
        draft = tmp_path / f"memoryweb-killed-{number}.part"
        draft.touch()
        os.utime(draft, times=(0, (at - timedelta(days=2)).timestamp()))
        made.append(care.back_up(lease=lease("backup", "all", at=at), folder=tmp_path, at=at))

    kept = sorted(tmp_path.iterdir())
    assert kept == sorted(made)[2:]
    assert kept[-1].stat().st_mode & 0o777 == 0o600
    db.execute("ATTACH DATABASE %s AS copy", [str(kept[-1])])
    try:
        assert db.scalar("SELECT content FROM copy.facts") == "林怕蛇"
    finally:
        db.execute("DETACH DATABASE copy")


def test_waits_grow_and_never_beyond_an_hour() -> None:
    held = lease("summarize", "stream:1", at=START)
    waits = []
    for _ in range(14):
        waits.append(failing._wait(held, Unavailable("x")))
        jobs.retry_later(
            held, next_try_at=START, error_kind="x", error="x", counts=False, waits=True
        )
        again = jobs.claim(held.job_id, at=START)
        assert again is not None
        held = again

    assert waits[0] <= failing.FIRST_WAIT
    assert waits[5] > waits[0]
    assert max(waits) <= failing.LONGEST_WAIT
