import re

import pytest
from django.db import connection  # noqa: TID251 - breaks what no store would

from memory_core.facts import store as facts
from tests.memoryweb.commands.conftest import Run


@pytest.fixture
def sample(run: Run) -> Run:
    run("demo")
    run("work", "--until-idle")
    return run


def test_every_invariant_has_one_line(sample: Run) -> None:
    lines = sample("check_memory").out.splitlines()
    assert len(lines) >= 11
    assert all(re.match(r"I\d+ +ok +\S", line) for line in lines)
    assert len({line.split()[0] for line in lines}) == len(lines)


@pytest.mark.breaks_memory
def test_a_broken_index_is_named_ends_with_1_and_can_be_repaired(sample: Run) -> None:
    row = facts.page(facts.FactFilter()).rows[0]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE facts_tokens SET words = 'something else' WHERE id = %s", [row.id])
    with pytest.raises(SystemExit) as broken:
        sample("check_memory")
    assert broken.value.code == 1
    said = sample("check_memory", "--repair").out
    assert re.search(r"^I3 +ok", said, re.MULTILINE), said
