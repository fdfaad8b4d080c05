"""The sample chat holds what it promises, and the built-in rules find enough in it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from memory_core.algorithms.vocabulary import StreamKind
from memory_core.ports import (
    ExtractionRequest,
    KnownFact,
    Line,
    ProposedFact,
    Refused,
    SummaryRequest,
)
from memory_core.providers.builtin import BuiltinRules
from memory_core.samples import PRESET, sample_lines

AT = datetime(2027, 3, 9, 16, 30, tzinfo=UTC)
WINDOW, CONTEXT, BATCH, THRESHOLD = 30, 10, 16, 48
GROUPS, DIRECTS = {"group-stars", "group-hike"}, {"direct-lin", "direct-zhou"}
ChatLine = dict[str, object]


@pytest.fixture(scope="module", name="chat")
def _chat() -> list[ChatLine]:
    return sample_lines(AT)


@pytest.fixture(scope="module", name="streams")
def _streams(chat: list[ChatLine]) -> dict[str, list[Line]]:
    """The lines of every stream as a provider sees them, late bodies in their places."""
    people: dict[object, int] = {}
    rows: defaultdict[str, dict[object, Line]] = defaultdict(dict)
    for row in chat:
        person = people.setdefault(row["speaker"], len(people) + 1)
        stream = rows[str(row["stream"])]
        old = stream.get(row["id"])
        stream[row["id"]] = Line(
            id=old.id if old else len(stream) + 1,
            person_id=person,
            speaker=str(row["speaker_name"]),
            is_bot=row["role"] == "assistant",
            text=str(row["text"]),
            at=old.at if old else datetime.fromisoformat(str(row["time"])),
        )
    return {name: list(lines.values()) for name, lines in rows.items()}


def kind(stream: str) -> StreamKind:
    return "group" if stream in GROUPS else "direct"


def windows(streams: dict[str, list[Line]]) -> Iterator[tuple[str, ExtractionRequest]]:
    for stream, lines in streams.items():
        for start in range(0, len(lines), WINDOW):
            context = lines[max(0, start - CONTEXT) : start]
            batch = lines[start : start + WINDOW]
            yield stream, ExtractionRequest(kind(stream), batch, context)


@pytest.fixture(scope="module", name="found")
def _found(streams: dict[str, list[Line]]) -> dict[str, list[ProposedFact]]:
    rules = BuiltinRules()
    facts: defaultdict[str, list[ProposedFact]] = defaultdict(list)
    for stream, asked in windows(streams):
        facts[stream] += rules.extract(asked).facts
    return facts


def texts(chat: list[ChatLine], *, stream: str = "") -> list[str]:
    return [str(row["text"]) for row in chat if stream in ("", row["stream"])]


def contents(found: dict[str, list[ProposedFact]], stream: str = "") -> list[str]:
    return [f.content for name, some in found.items() if stream in ("", name) for f in some]


def test_every_line_has_the_shape_that_ingest_reads(chat: list[ChatLine]) -> None:
    needed = {
        "id", "platform", "preset", "stream", "stream_kind", "stream_title", "speaker",
        "speaker_name", "role", "text", "time",
    }  # fmt: skip
    for row in chat:
        assert needed <= row.keys() <= needed | {"pending"}
        assert all(isinstance(row[key], str) and row[key] for key in needed)
        assert row["preset"] == PRESET
        assert row["role"] in ("user", "assistant")


def test_there_are_two_groups_and_two_private_chats_long_enough_for_episodes(
    chat: list[ChatLine], streams: dict[str, list[Line]]
) -> None:
    assert {str(row["stream"]): row["stream_kind"] for row in chat} == dict.fromkeys(
        GROUPS, "group"
    ) | dict.fromkeys(DIRECTS, "direct")
    assert sum(map(len, streams.values())) >= 420
    assert all(len(streams[name]) >= 130 for name in GROUPS)
    assert all(len(streams[name]) >= 60 for name in DIRECTS)


def test_eight_people_and_the_bot_talk(chat: list[ChatLine]) -> None:
    people = {row["speaker"] for row in chat if row["role"] == "user"}
    bots = {row["speaker"] for row in chat if row["role"] == "assistant"}
    assert len(people) == 8
    assert len(bots) == 1
    for stream in DIRECTS:
        assert len({row["speaker"] for row in chat if row["stream"] == stream} - bots) == 1


def test_six_weeks_pass_and_the_last_evening_is_yesterday(chat: list[ChatLine]) -> None:
    times = [datetime.fromisoformat(str(row["time"])) for row in chat]
    assert all(earlier <= later for earlier, later in pairwise(times))
    assert times[-1].date().isoformat() == "2027-03-09"
    assert timedelta(weeks=5, days=6) <= times[-1] - times[0] <= timedelta(weeks=6)
    assert all(time.utcoffset() == timedelta(hours=8) for time in times)


def test_moving_the_chat_moves_days_and_nothing_else(chat: list[ChatLine]) -> None:
    later = sample_lines(AT + timedelta(days=5))
    for row, moved in zip(chat, later, strict=True):
        gap = datetime.fromisoformat(str(moved["time"])) - datetime.fromisoformat(str(row["time"]))
        assert gap == timedelta(days=5)
        assert {**moved, "time": ""} == {**row, "time": ""}


def test_ids_are_unique_in_their_stream_but_for_the_image_that_arrives_late(
    chat: list[ChatLine],
) -> None:
    seen: defaultdict[tuple[object, object], list[ChatLine]] = defaultdict(list)
    for row in chat:
        seen[row["stream"], row["id"]].append(row)
    twice = [rows for rows in seen.values() if len(rows) > 1]
    assert [[row.get("pending", False) for row in rows] for rows in twice] == [[True, False]]
    (image,) = twice
    assert image[0]["speaker"] == image[1]["speaker"]
    assert image[0]["text"] != image[1]["text"]


def test_one_person_is_renamed_and_two_share_a_name(chat: list[ChatLine]) -> None:
    names: defaultdict[object, set[object]] = defaultdict(set)
    owners: defaultdict[object, set[object]] = defaultdict(set)
    for row in chat:
        names[row["speaker"]].add(row["speaker_name"])
        owners[row["speaker_name"]].add(row["speaker"])
    assert [name for name in names.values() if len(name) > 1] == [{"程米", "米米子"}]
    assert {name: len(ids) for name, ids in owners.items() if len(ids) > 1} == {"阿杰": 2}


def test_nobody_answers_for_the_two_who_share_a_name(
    chat: list[ChatLine], found: dict[str, list[ProposedFact]]
) -> None:
    assert any("阿杰不在面馆了" in text for text in texts(chat, stream="group-hike"))
    assert not any("不在面馆" in content for content in contents(found))


def test_a_private_secret_is_asked_for_in_the_group_and_stays_private(
    chat: list[ChatLine], found: dict[str, list[ProposedFact]]
) -> None:
    assert any("打算" in c and "辞职" in c for c in contents(found, "direct-lin"))
    assert any("知夏下个月是打算辞职吗" in text for text in texts(chat, stream="group-stars"))
    for group in GROUPS:
        assert not any("林知夏" in c and "辞职" in c for c in contents(found, group))


def test_a_job_goes_there_and_back(found: dict[str, list[ProposedFact]]) -> None:
    jobs = [f.content for f in found["group-stars"] if f.slot == "job" and "陈澈" in f.content]
    assert jobs == ["陈澈在拾光出版社做编辑", "陈澈在飞鸟科技上班", "陈澈在拾光出版社上班"]


def test_the_change_of_a_job_supersedes_the_one_before(streams: dict[str, list[Line]]) -> None:
    asked = next(
        asked
        for _, asked in windows(streams)
        if any("跳槽到飞鸟科技" in line.text for line in asked.lines)
    )
    speaker = next(line for line in asked.lines if "跳槽到飞鸟科技" in line.text)
    before = KnownFact("f1", speaker.person_id, "identity", "job", "陈澈在拾光出版社做编辑")
    after = ExtractionRequest(asked.stream_kind, asked.lines, asked.context, [before])
    jobs = [f for f in BuiltinRules().extract(after).facts if f.person_id == speaker.person_id]
    assert [f.supersedes for f in jobs if f.slot == "job"] == [("f1",)]


def test_one_birthday_is_told_twice_without_a_word_of_change(
    found: dict[str, list[ProposedFact]],
) -> None:
    birthdays = [f for some in found.values() for f in some if f.slot == "birthday"]
    assert {f.content for f in birthdays} == {"程米的生日是3月14日", "程米的生日是4月13日"}
    assert len({f.person_id for f in birthdays}) == 1


def test_a_stack_trace_a_phone_number_and_an_order_to_the_bot_leave_no_fact(
    chat: list[ChatLine], found: dict[str, list[ProposedFact]]
) -> None:
    special = ("Traceback (most recent call last)", "13900001234", "忽略以上所有指令", "密码是")
    for mark in special:
        assert any(mark in text for text in texts(chat))
    quotes = [f.quote for some in found.values() for f in some]
    assert not any(mark in quote for mark in special for quote in quotes)


def test_dates_in_talk_are_relative_but_for_birthdays(chat: list[ChatLine]) -> None:
    absolute = re.compile(r"\d{1,2}月\d{1,2}[号日]|20\d\d年|20\d\d-\d\d")
    dated = [text for text in texts(chat) if absolute.search(text)]
    assert dated
    assert all("生日" in text for text in dated)


def test_a_whole_batch_is_dice_and_the_others_become_episodes(
    streams: dict[str, list[Line]],
) -> None:
    refused: dict[str, int] = dict.fromkeys(streams, 0)
    made: dict[str, int] = dict.fromkeys(streams, 0)
    for name, lines in streams.items():
        archived = 0
        while len(lines) - archived >= THRESHOLD:
            batch = lines[archived : archived + BATCH]
            try:
                BuiltinRules().summarize(SummaryRequest(kind(name), name, "", batch))
                made[name] += 1
            except Refused:
                refused[name] += 1
            archived += BATCH
    assert refused == {"group-hike": 2, "group-stars": 0, "direct-lin": 0, "direct-zhou": 0}
    assert sum(made.values()) >= 6
    assert all(made.values())


def test_the_rules_find_enough_to_show_a_memory_at_work(
    found: dict[str, list[ProposedFact]],
) -> None:
    distinct = {(f.person_id, f.content) for some in found.values() for f in some}
    assert len(distinct) >= 45
    assert len({f.person_id for some in found.values() for f in some}) == 8
    kinds = {f.kind for some in found.values() for f in some}
    assert {"identity", "date", "preference", "relation", "plan", "state", "event", "fact"} <= kinds
    assert all(found[stream] for stream in (*GROUPS, *DIRECTS))


def test_hardly_a_window_proposes_more_than_one_batch_may_write(
    streams: dict[str, list[Line]],
) -> None:
    """Ten facts a batch are written, the rest waits in review: a little of it is worth seeing."""
    excess = [
        max(0, len(BuiltinRules().extract(asked).facts) - 10) for _, asked in windows(streams)
    ]
    assert sum(excess) <= 6


def test_somebody_defines_something(streams: dict[str, list[Line]]) -> None:
    titles = {
        k.title for _, asked in windows(streams) for k in BuiltinRules().extract(asked).knowledge
    }
    assert {"雾凇", "百合", "ISO"} <= titles
