from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.db import transaction

from memory_core import samples
from memoryweb.accounts.models import User
from tests.memoryweb.commands.conftest import Run


@pytest.fixture
def password_file(tmp_path: Path) -> str:
    path = tmp_path / "password"
    path.write_text("a long enough secret\nsecond line\n", encoding="utf-8")
    return str(path)


def test_it_makes_the_first_account(run: Run, password_file: str) -> None:
    run("setup", "--username", "ada", "--password-file", password_file, "--language", "en")
    user = User.objects.get()
    assert user.check_password("a long enough secret")
    assert (user.username, user.language) == ("ada", "en")
    assert not samples.is_loaded()


def test_with_demo_the_sample_chat_is_there(run: Run, password_file: str) -> None:
    said = run("setup", "--username", "ada", "--password-file", password_file, "--demo")
    assert samples.is_loaded()
    assert "Sample chat loaded" in said.out


def test_a_second_admin_is_refused(run: Run, password_file: str) -> None:
    run("setup", "--username", "ada", "--password-file", password_file)
    with pytest.raises(CommandError, match="already"), transaction.atomic():
        run("setup", "--username", "eve", "--password-file", password_file)
    assert User.objects.count() == 1


@pytest.mark.parametrize("text", ["short\n", "password123\n", "", "\nsecond line\n"])
def test_a_weak_or_missing_password_is_refused(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "weak"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError), transaction.atomic():
        run("setup", "--username", "ada", "--password-file", str(path))
    assert not User.objects.exists()


def test_a_password_file_that_cannot_be_read_is_one_line(run: Run, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="password file cannot be read"):
        run("setup", "--username", "ada", "--password-file", str(tmp_path / "none"))
