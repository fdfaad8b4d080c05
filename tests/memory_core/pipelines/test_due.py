"""Due work is looked for every second: what it reads must not grow with what is stored."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection  # noqa: TID251 - counts the steps SQLite takes

from memory_core import db
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.jobs.options import Options
from memory_core.messages import store as messages
from memory_core.pipelines import due, extract, summarize
from tests.memory_core.world import START, ZONE, Chat

pytestmark = [pytest.mark.django_db, pytest.mark.breaks_memory]
AT = START + timedelta(days=1)
MANY = 20_000
STEPS = 4_000
"""Steps of SQLite's machine; one pass over the rows below takes more than a hundred thousand."""


def steps(read: Callable[[], object]) -> int:
    """How many hundred-step ticks SQLite's machine made, in steps."""
    ticks = 0

    def tick() -> int:
        nonlocal ticks
        ticks += 1
        return 0

    read()
    connection.connection.set_progress_handler(tick, 100)
    try:
        read()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return ticks * 100


def flood(chat: Chat, *, archived: bool) -> None:
    """Messages straight into the table, all behind an episode or none."""
    chat.say("开头")
    db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
        " INSERT INTO messages (stream_id, preset_id, person_id, role, external_id, speaker_name,"
        "  text, body_state, sent_at, received_at, episode_id)"
        " SELECT m.stream_id, m.preset_id, m.person_id, m.role, 'x' || n.i, m.speaker_name,"
        "  m.text, 'ready', m.sent_at, m.received_at, %s FROM n, messages AS m"
        "  WHERE m.stream_id = %s AND m.external_id NOT LIKE 'x%%'",
        [MANY, 1 if archived else None, chat.stream_id],
    )


@pytest.mark.parametrize("archived", [False, True])
def test_a_long_log_is_read_no_further_than_a_batch(archived: bool) -> None:  # noqa: FBT001
    chat = Chat()
    flood(chat, archived=archived)
    stream_id, options = chat.stream_id, Options()
    reads: list[Callable[[], object]] = [
        lambda: messages.streams_to_summarize(threshold=48),
        lambda: messages.streams_to_extract(window=30, idle_before=AT),
        lambda: summarize.next_batch(stream_id, options=options, at=AT),
        lambda: extract.next_batch(stream_id, options=options, at=AT),
    ]

    assert [steps(read) < STEPS for read in reads] == [True] * len(reads)


def test_ended_jobs_are_not_read_to_find_the_last_of_a_kind() -> None:
    db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
        " INSERT INTO jobs (kind, scope, trigger, state, fence, owner, beats, next_try_at,"
        "  attempts, step, n, m, tokens, cost, error_kind, error, result, created_at, finished_at)"
        " SELECT 'extract', 'stream:' || i, '', 'succeeded', 1, '', 0, %s, 0, '', 0, 0, 0, 0, '',"
        "  '', '{}', %s, %s FROM n",
        [MANY, *[db.instant(START)] * 3],
    )

    assert steps(lambda: due.due_work(at=AT, embedder=None, zone=ZONE)) < STEPS
    assert steps(lambda: jobs.open_scopes("extract")) < STEPS


def test_facts_that_are_not_due_are_not_read() -> None:
    Chat().say("开头")
    db.execute(
        "INSERT INTO batches (id, kind, actor_kind, actor, reason, at)"
        " VALUES (1, 'test', 'job', '', '', %s)",
        [db.instant(START)],
    )
    db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
        " INSERT INTO facts (preset_id, stream_id, person_id, told_by, kind, content, content_key,"
        "  source, origin, half_life_hours, strength, strength_at, due_at, active, hit_count,"
        "  heard_at, created_at, edited_at, batch_id, version)"
        " SELECT m.preset_id, m.stream_id, m.person_id, '[]', 'fact', 'x', 'x' || n.i,"
        "  'extraction', 'group', 4320, 1, %s, '2099-01-01 00:00:00', 1, 0, %s, %s, %s, 1, 1"
        " FROM n, messages AS m",
        [MANY, *[db.instant(START)] * 4],
    )

    assert steps(lambda: facts.count_due(at=AT)) < STEPS
