import pytest
from django.core.management.base import CommandError

from memory_core import samples
from memory_core.facts import store as facts
from memory_core.messages import store as messages
from memory_core.people import store as people
from tests.memory_core.world import Chat
from tests.memoryweb.commands.conftest import Run


def test_the_sample_chat_is_loaded_once(run: Run) -> None:
    first, second = run("demo").out, run("demo").out
    assert samples.is_loaded()
    assert " 0 messages new" in second
    assert first != second
    assert sum(count.total for count in messages.counts().values()) >= 300


def test_one_command_removes_it_with_all_that_came_of_it(run: Run) -> None:
    run("demo")
    run("work", "--until-idle")
    assert facts.page(facts.FactFilter()).count
    run("demo", "--remove")
    assert not samples.is_loaded()
    assert not people.streams()
    assert not facts.page(facts.FactFilter()).count


def test_a_preset_of_that_name_is_one_line_and_no_traceback(run: Run) -> None:
    Chat("g1", preset=samples.PRESET).say("早")
    with pytest.raises(CommandError, match=f"preset called {samples.PRESET} already"):
        run("demo")
    assert not samples.is_loaded()
