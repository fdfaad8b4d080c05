"""Running our commands in the test's own process and database."""

from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

import pytest
from django.core.management import call_command

from memoryweb import environment


@dataclass(frozen=True, slots=True)
class Said:
    """What a command wrote."""

    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(db: None, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call a command by name and arguments, in an English shell."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    # The suite's database has a name of its own beside the data folder's.
    assert environment.data_folder().is_dir()

    def run(name: str, *arguments: str) -> Said:
        out, err = StringIO(), StringIO()
        call_command(name, *arguments, stdout=out, stderr=err)
        return Said(out.getvalue(), err.getvalue())

    return run
