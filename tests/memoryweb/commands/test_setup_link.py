import pytest
from django.core.management.base import CommandError
from django.test import Client

from memoryweb.accounts.models import User
from tests.memoryweb.commands.conftest import Run


def path_of(link: str) -> str:
    prefix = "http://127.0.0.1:8000"
    assert link.startswith(prefix)
    return link.removeprefix(prefix).strip()


def test_the_link_opens_the_set_up_page_and_voids_the_one_before(run: Run) -> None:
    first, second = path_of(run("setup_link").out), path_of(run("setup_link").out)
    assert Client().get(second).status_code == 200
    assert b"password" in Client().get(second).content
    assert b'name="password"' not in Client().get(first).content


def test_it_follows_the_address_people_use(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORYWEB_URL", "https://memory.example.org/")
    assert run("setup_link").out.startswith("https://memory.example.org/setup/")


def test_there_is_no_link_once_an_admin_exists(run: Run, operator: User) -> None:
    with pytest.raises(CommandError, match="already"):
        run("setup_link")
