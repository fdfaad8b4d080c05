"""Every command has a test of its own, and a help text."""

import pytest
from django.core.management import get_commands, load_command_class

from memoryweb.environment import BASE_DIR

OURS = sorted(name for name, app in get_commands().items() if app == "memoryweb.commands")


def test_there_are_commands() -> None:
    assert {"up", "setup", "setup_link", "ingest", "work", "demo", "check_memory"} <= set(OURS)


@pytest.mark.parametrize("name", OURS)
def test_every_command_has_a_test_file(name: str) -> None:
    assert (BASE_DIR / "tests" / "memoryweb" / "commands" / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", OURS)
def test_every_command_says_what_it_does(name: str) -> None:
    command = load_command_class("memoryweb.commands", name)
    assert len(command.help) > 20
