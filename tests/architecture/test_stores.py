"""A store writes SQL about its own tables only; what joins two apps is a pipeline."""

import re
from pathlib import Path

import pytest
from django.apps import apps

from tests.architecture.source import name_of, python_files, strings_of

IN_SQL = re.compile(r"\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+([a-z_]+)", re.IGNORECASE)
MADE_BY_SQL = re.compile(r"CREATE\s+(?:VIRTUAL\s+)?TABLE\s+(?:IF NOT EXISTS\s+)?([a-z_]+)")


def tables_by_app() -> dict[str, set[str]]:
    """Folder of each engine app -> the tables its models and its migrations make."""
    found: dict[str, set[str]] = {}
    for config in apps.get_app_configs():
        if not config.name.startswith("memory_core."):
            continue
        tables = {model._meta.db_table for model in config.get_models()}
        for migration in (Path(config.path) / "migrations").glob("*.py"):
            tables |= set(MADE_BY_SQL.findall(migration.read_text(encoding="utf-8")))
        found[config.name.rpartition(".")[2]] = tables
    return found


def app_files() -> list[Path]:
    folders = tuple(f"memory_core/{app}/" for app in tables_by_app())
    return [path for path in python_files(*folders) if "migrations" not in path.parts]


@pytest.mark.parametrize("path", app_files(), ids=name_of)
def test_sql_names_tables_of_its_own_app_only(path: Path) -> None:
    tables = tables_by_app()
    app = name_of(path).split("/")[1]
    own = tables[app]
    foreign = {name: other for other, names in tables.items() if other != app for name in names}
    crossings = [
        f"line {line}: {table} belongs to {foreign[table]}"
        for line, text in strings_of(path)
        for table in IN_SQL.findall(text)
        if table in foreign and table not in own
    ]
    assert not crossings, crossings


def test_every_engine_app_that_has_tables_is_looked_at() -> None:
    assert {"facts", "facts_fts", "facts_tokens"} <= tables_by_app()["facts"]
    assert "memory_core/jobs/store.py" in {name_of(path) for path in app_files()}
