"""Triggers: history cannot be rewritten, revisions move, and a table rebuild loses nothing."""

import time

import pytest
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.db import connection, models  # noqa: TID251 - the test forces a table rebuild
from django.db.utils import IntegrityError

from memory_core import db, upkeep
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.ledger.models import Operation
from memory_core.retrieval import store as retrieval
from tests.memory_core.world import START, Chat, fact


@pytest.mark.django_db
@pytest.mark.parametrize("table", ["operations", "batches", "fact_strengths"])
@pytest.mark.parametrize("sql", ["UPDATE {} SET id = id", "DELETE FROM {}"])
def test_history_is_append_only(table: str, sql: str) -> None:
    fact("林怕蛇", message=Chat().say("我怕蛇"))

    with pytest.raises(IntegrityError, match="append-only"):
        db.execute(sql.format(table))


@pytest.mark.django_db
def test_vectors_written_by_anybody_move_the_revision() -> None:
    space = retrieval.use_space(model="m", dimension=2, at=START)

    db.execute(
        "INSERT INTO knowledge_vectors (knowledge_id, space_id, text_hash, sq8)"
        " VALUES (5, %s, '', '')",
        [space.id],
    )
    db.execute("UPDATE knowledge_vectors SET text_hash = 'b'")
    db.execute("DELETE FROM knowledge_vectors")

    assert jobs.meta("knowledge_vector_revision") == "3"
    logged = db.rows("SELECT knowledge_id, revision FROM knowledge_changes ORDER BY id")
    assert logged == [(5, 1), (5, 2), (5, 3)]


@pytest.mark.django_db(transaction=True)
def test_a_table_rebuild_drops_triggers_and_the_next_migrate_makes_them_again() -> None:
    """Django rebuilds a table by copy, drop, rename: AlterField does it here for real."""
    old = Operation._meta.get_field("verb")
    new: models.CharField[str, str] = models.CharField(max_length=31)
    new.set_attributes_from_name("verb")
    with connection.schema_editor() as editor:
        editor.alter_field(Operation, old, new)
    assert upkeep.missing_triggers() == ["operations_no_delete", "operations_no_update"]
    warned = run_checks(tags=[Tags.database], databases=["default"])
    assert [message.id for message in warned] == ["memory.W001", "memory.W001"]

    with connection.schema_editor() as editor:
        editor.alter_field(Operation, new, old)
    call_command("migrate", verbosity=0)

    assert upkeep.missing_triggers() == []
    assert run_checks(tags=[Tags.database], databases=["default"]) == []


@pytest.mark.django_db
def test_the_file_is_sound() -> None:
    assert upkeep.damage() == ""
    assert facts.check_index().is_clean


@pytest.mark.django_db(transaction=True)
def test_a_checkpoint_does_not_keep_writers_out_for_a_long_reader() -> None:
    jobs.set_meta("a", "1")
    reader = connection.copy()
    try:
        with reader.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("SELECT * FROM meta")
            cursor.fetchall()
        jobs.set_meta("a", "2")
        patience = db.scalar("PRAGMA busy_timeout")
        started = time.monotonic()

        upkeep.checkpoint()

        assert time.monotonic() - started < 3.0
        assert db.scalar("PRAGMA busy_timeout") == patience
    finally:
        reader.close()
