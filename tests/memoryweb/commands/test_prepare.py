"""Preparing a house: fresh, older, newer."""

import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from tests.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A folder of its own; these commands run as processes of their own."""
    return House(tmp_path / "data")


def schema_marks(house: House) -> str:
    return house.manage("showmigrations", "--plan").stdout


def test_a_fresh_folder_gets_key_tables_static_files_and_the_link(house: House) -> None:
    done = house.manage("prepare")
    assert done.returncode == 0, done.stderr
    assert f"{house.address}/setup/" in done.stdout
    assert "[ ]" not in schema_marks(house)
    assert stat.S_IMODE((house.folder / "secret_key").stat().st_mode) == 0o600
    assert list((house.folder / "static").rglob("app.*.css"))
    assert not (house.folder / "backups").exists()


def test_a_second_time_it_changes_nothing_but_the_link(house: House) -> None:
    first, second = house.manage("prepare"), house.manage("prepare")
    assert "Collecting" in first.stdout
    assert "Collecting" not in second.stdout
    assert "up to date" not in second.stderr


def test_changed_static_settings_collect_again(house: House) -> None:
    house.manage("prepare")
    shutil.rmtree(house.folder / "static")
    assert "Collecting" in house.manage("prepare").stdout


def test_an_older_database_is_copied_before_it_is_changed(house: House) -> None:
    house.manage("prepare")
    back = house.manage("migrate", "facts", "zero")
    assert back.returncode == 0, back.stderr
    assert "[ ]" in schema_marks(house)
    done = house.manage("prepare")
    assert done.returncode == 0, done.stderr
    copies = list((house.folder / "backups").glob("*.sqlite3"))
    assert len(copies) == 1
    assert stat.S_IMODE(copies[0].stat().st_mode) == 0o600
    assert str(copies[0]) in done.stderr
    assert "[ ]" not in schema_marks(house)


def test_a_newer_database_is_left_alone(house: House) -> None:
    house.manage("prepare")
    code = (
        "from django.db.migrations.recorder import MigrationRecorder as R;"
        "from django.db import connection as c;"
        "R(c).record_applied('accounts', '9999_from_the_future')"
    )
    assert house.manage("shell", "-c", code).returncode == 0
    done = house.manage("prepare")
    assert done.returncode == 1
    assert "newer version" in done.stderr
    assert "9999_from_the_future" in done.stderr


@pytest.mark.parametrize("command", [["demo"], ["check_memory"], ["setup_link"]])
def test_any_command_may_be_the_first_on_a_new_machine(house: House, command: list[str]) -> None:
    done: subprocess.CompletedProcess[str] = house.manage(*command)
    assert done.returncode == 0, done.stderr
    assert (house.folder / "memoryweb.sqlite3").is_file()


def test_importing_the_settings_writes_nothing(house: House) -> None:
    assert house.manage("check").returncode == 0
    assert not house.folder.exists()
