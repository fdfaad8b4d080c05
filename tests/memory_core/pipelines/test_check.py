"""check_memory sees each kind of damage: every invariant is broken once on purpose."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from memory_core import clock, db, upkeep
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.pipelines import check
from memory_core.pipelines.check import Finding
from memory_core.retrieval import store as retrieval
from memory_core.samples import load, remove
from memory_core.tasks import work_until_idle
from tests.memory_core.world import START, Chat, add, fact, lease

pytestmark = [pytest.mark.django_db, pytest.mark.breaks_memory]
AT = START + timedelta(days=1)


def broken(*, repair: bool = False) -> dict[str, Finding]:
    found = check.check_memory(at=AT, repair=repair)
    return {item.invariant: item for item in found if not item.is_ok}


def _sql(sql: str, *params: object) -> Callable[[int], None]:
    """Damage a fact behind the engine's back; `{id}` is its id."""

    def damage(fact_id: int) -> None:
        db.execute(sql.replace("{id}", str(fact_id)), list(params))

    return damage


def _without_triggers(sql: str) -> Callable[[int], None]:
    def damage(fact_id: int) -> None:
        with upkeep.erasing():
            db.execute(sql.replace("{id}", str(fact_id)))

    return damage


def _use_space() -> None:
    retrieval.use_space(model="m", dimension=4, at=AT)


DAMAGE: dict[str, list[Callable[[int], None]]] = {
    "I2": [
        _sql("UPDATE messages SET episode_id = 77"),
        _sql(
            "INSERT INTO episodes (stream_id, preset_id, kind, summary, started_at, ended_at,"
            " needs_rebuild, reason, raw_answer, dismissed_reason, model, created_at, version)"
            " SELECT id, preset_id, 'unsummarized', '', created_at, created_at, 0, '', '', '', 'x',"
            " created_at, 1 FROM streams"
        ),
    ],
    "I3": [
        _sql("DELETE FROM facts_tokens WHERE id = {id}"),
        _sql("UPDATE facts_tokens SET words = 'drifted' WHERE id = {id}"),
        _sql("UPDATE facts_tokens SET scope = 'p9 b9 s9 og' WHERE id = {id}"),
        _sql(
            "INSERT INTO facts_fts (rowid, scope, words, bigrams, characters)"
            " VALUES (999, 'p1', 'ghost', '', '')"
        ),
        _sql(
            "INSERT INTO facts_tokens (id, scope, words, bigrams, characters, tokenizer)"
            " VALUES (999, 'p1 b1 og', 'lost', '', '', 'x')"
        ),
    ],
    "I4": [
        _sql("UPDATE facts SET superseded_by = 4242 WHERE id = {id}"),
        _sql("UPDATE facts SET superseded_by = (SELECT MAX(id) FROM facts) WHERE id = {id}"),
    ],
    "I5": [
        _sql("UPDATE facts SET content = '别的' WHERE id = {id}"),
        _sql("UPDATE facts SET strength = 0.5 WHERE id = {id}"),
        _sql("DELETE FROM fact_evidence WHERE fact_id = {id}"),
    ],
    "I6": [
        _sql("UPDATE cursors SET position = 1000000"),
        _sql("UPDATE cursors SET position = (SELECT MAX(id) FROM messages)"),
    ],
    "I8": [
        lambda _fact_id: _use_space(),
    ],
    "I9": [
        _sql("INSERT INTO memory_nodes (id, ref_kind, ref_id) VALUES (1, 'fact', 4242)"),
        _sql("INSERT INTO concepts (id, name) VALUES (1, 'a'), (2, 'b')"),
    ],
    "I10": [_without_triggers("DELETE FROM fact_evidence WHERE fact_id = {id}")],
    "I11": [
        _sql("UPDATE facts SET due_at = '2020-01-01 00:00:00' WHERE id = {id}"),
        _sql("UPDATE facts SET strength = 1.5 WHERE id = {id}"),
        _sql("UPDATE facts SET told_by = '[]' WHERE id = {id}"),
    ],
    "I12": [
        _sql(
            "INSERT INTO jobs (kind, scope, trigger, state, fence, owner, beats, next_try_at,"
            " attempts, step, n, m, tokens, cost, error_kind, error, result, created_at)"
            " VALUES ('x', 'y', '', 'running', 1, '', 0, '2026-01-01', 0, '', 0, 0, 0, 0, '', '',"
            " '{}', '2026-01-01')"
        ),
    ],
    "I14": [_sql("DROP TRIGGER operations_no_update")],
}
# Damage in two steps: the second makes what the first prepared visible.
SECOND = {
    ("I8", 0): (
        "INSERT INTO fact_vectors (fact_id, space_id, text_hash, sq8)"
        " SELECT {id}, id, '', '' FROM vector_spaces"
    ),
    ("I9", 1): "INSERT INTO knowledge_edges (low_id, high_id, count) VALUES (1, 2, 3)",
}
CASES = [(name, number) for name, listed in DAMAGE.items() for number in range(len(listed))]


@pytest.mark.parametrize(("invariant", "number"), CASES)
def test_each_kind_of_damage_is_found(invariant: str, number: int) -> None:
    chat = Chat()
    made = fact("林怕蛇", message=chat.say("我怕蛇", by="lin"))
    add("陈怕鬼", message=chat.say("我怕鬼", by="chen"))
    assert broken() == {}

    DAMAGE[invariant][number](made.id)
    if (invariant, number) in SECOND:
        db.execute(SECOND[invariant, number].replace("{id}", str(made.id)))

    assert invariant in broken()


@pytest.mark.parametrize("number", range(len(DAMAGE["I3"])))
def test_repair_rebuilds_a_damaged_index(number: int) -> None:
    made = fact("林怕蛇", message=Chat().say("我怕蛇"))
    DAMAGE["I3"][number](made.id)

    assert broken(repair=True) == {}


def test_what_one_stream_read_does_not_count_for_another() -> None:
    one, other = Chat("g1"), Chat("g2")
    first = one.say("我怕蛇")
    unread = other.say("我怕鬼")
    last = one.say("我怕狗")
    held = lease("extract", f"stream:{one.stream_id}", at=AT)
    messages.advance(one.stream_id, purpose="extraction", expected=0, position=last.id)
    jobs.finish(held, state="succeeded", at=AT, result={"first_id": first.id, "last_id": last.id})
    assert broken() == {}

    messages.advance(other.stream_id, purpose="extraction", expected=0, position=unread.id)

    assert broken()["I6"].ids == (unread.id,)


def test_thousands_of_batches_are_checked() -> None:
    chat = Chat()
    sent = chat.say("开头")
    db.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
        " INSERT INTO messages (stream_id, preset_id, person_id, role, external_id, speaker_name,"
        "  text, body_state, sent_at, received_at)"
        " SELECT m.stream_id, m.preset_id, m.person_id, m.role, 'x' || n.i, m.speaker_name,"
        "  m.text, 'ready', m.sent_at, m.received_at FROM n, messages AS m"
    )
    last = sent.id + 3000
    db.execute(
        "INSERT INTO jobs (kind, scope, trigger, state, fence, owner, beats, next_try_at, attempts,"
        " step, n, m, tokens, cost, error_kind, error, result, created_at, finished_at)"
        " SELECT 'extract', 'stream:' || stream_id, '', 'succeeded', 1, '', 0, sent_at, 0, '', 0,"
        " 0, 0, 0, '', '', json_object('first_id', id, 'last_id', id), sent_at, sent_at"
        " FROM messages"
        " WHERE id <> %s",
        [last],
    )
    messages.advance(chat.stream_id, purpose="extraction", expected=0, position=last)

    assert broken()["I6"].ids == (last,)


def test_a_circle_of_supersession_is_found() -> None:
    chat = Chat()
    one = fact("林怕蛇", message=chat.say("我怕蛇"))
    two = fact("林喜欢鸟", message=chat.say("我喜欢鸟"))
    db.execute("UPDATE facts SET superseded_by = %s WHERE id = %s", [two.id, one.id])
    db.execute("UPDATE facts SET superseded_by = %s WHERE id = %s", [one.id, two.id])

    assert set(broken()["I4"].ids) == {one.id, two.id}


def test_the_sample_chat_makes_sound_memories_and_leaves_nothing_behind() -> None:
    before = _counts()
    load(at=clock.now())
    work_until_idle()
    now = clock.now()
    findings = [item for item in check.check_memory(at=now) if not item.is_ok]
    assert findings == []
    totals = facts.totals(at=now)
    assert totals["total"] >= 40
    assert facts.conflict_groups()

    remove(at=now)

    after = _counts()
    kept = {name: count for name, count in after.items() if count != before[name]}
    # The receipt, jobs and calls for the whole database, revisions, signs of life: numbers
    # without a text.
    numbers = {"events", "jobs", "model_calls", "meta", "vector_spaces", "knowledge_changes"}
    numbers.add("heartbeats")
    assert set(kept) <= numbers


def _counts() -> dict[str, int]:
    tables = db.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%%'"
        " AND name NOT LIKE '%%_fts_%%' AND sql NOT LIKE 'CREATE VIRTUAL%%'"
    )
    return {row[0]: db.scalar(f"SELECT COUNT(*) FROM {row[0]}") for row in tables}
