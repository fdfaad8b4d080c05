"""Fixtures every test may use. The database is a real file; nothing of our own is replaced."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.db import connection  # noqa: TID251 - only to see whether a test wrote
from django.db.backends.sqlite3.operations import DatabaseOperations
from django.test import Client

from memory_core import clock, upkeep
from memory_core.algorithms import tokenize
from memory_core.pipelines import check
from memoryweb.accounts import store as accounts
from memoryweb.accounts.models import User


@pytest.fixture(scope="session", autouse=True)
def _dictionary(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load jieba once: it costs about a second."""
    folder = Path(tmp_path_factory.getbasetemp()) / "dictionary"
    folder.mkdir(exist_ok=True)
    tokenize.set_cache_folder(folder)
    tokenize.load_dictionary()


@pytest.fixture(scope="session", autouse=True)
def _flush_lets_history_go() -> Iterator[None]:
    """Tests with real transactions end with a flush, which append-only triggers would refuse and
    which knows nothing of search indexes. Migrating makes the triggers again right after it."""
    sql_flush = DatabaseOperations.sql_flush

    def flush(self: DatabaseOperations, *args: Any, **options: Any) -> list[str]:
        triggers = [f"DROP TRIGGER IF EXISTS {name}" for name in upkeep.TRIGGERS]
        indexes = [
            f"INSERT INTO {name} ({name}) VALUES ('delete-all')"
            for name in ("facts_fts", "cues_fts", "knowledge_fts")
        ]
        return [*triggers, *indexes, *sql_flush(self, *args, **options)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", flush)
        yield


@pytest.fixture(autouse=True)
def _memory_stays_sound(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test that wrote, the invariants of TRUST section 5 hold.

    Runs before the test's own transaction is rolled back. A test that breaks memory on purpose
    says so with the marker `breaks_memory`.
    """
    uses = {"db", "transactional_db", "live_server"} & set(request.fixturenames)
    if not uses and request.node.get_closest_marker("django_db") is None:
        yield
        return
    request.getfixturevalue("db")
    written = _changes()
    yield
    if request.node.get_closest_marker("breaks_memory") or connection.needs_rollback:
        return
    if _changes() == written:
        return
    findings = check.check_memory(at=clock.now())
    broken = [
        f"{found.invariant} {found.title}: {found.ids} {found.detail}"
        for found in findings
        if not found.is_ok
    ]
    assert not broken, "this test left memory broken:\n" + "\n".join(broken)


def _changes() -> int:
    """Rows this connection has written since it was opened."""
    connection.ensure_connection()
    return int(connection.connection.total_changes)


@pytest.fixture
def at() -> datetime:
    """One fixed moment."""
    return datetime(2026, 3, 2, 4, 0, tzinfo=UTC)


@pytest.fixture
def operator(db: None) -> User:
    """An operator who may do everything."""
    return accounts.add_admin(
        username="operator", password="correct horse battery", language="zh-hans", at=clock.now()
    )


@pytest.fixture
def client_zh(operator: User) -> Client:
    """The operator's browser, in Chinese."""
    return _signed_in(operator, language="zh-hans")


@pytest.fixture
def client_en(operator: User) -> Client:
    """The operator's browser, in English."""
    return _signed_in(operator, language="en")


def _signed_in(operator: User, *, language: str) -> Client:
    operator.language = language
    operator.save(update_fields=["language"])
    client = Client()
    client.force_login(operator)
    return client
