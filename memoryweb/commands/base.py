"""What our commands share: the shell's language, one line for an error, a prepared house."""

import os
from typing import Any

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from memory_core.errors import Problem
from memoryweb.commands import preparation
from memoryweb.environment import Unsafe


def shell_language() -> str:
    """Chinese for a Chinese shell, English for every other."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return "zh-hans" if os.environ[name].lower().startswith("zh") else "en"
    return "en"


class HouseCommand(BaseCommand):
    """A command on the memory. The first one on a new machine makes folder, key and tables."""

    # The other checks import every page: half a second for a command that shows none.
    requires_system_checks = [Tags.models]

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run in the shell's language; what the engine refuses becomes one line and exit code 1."""
        with translation.override(shell_language()):
            try:
                preparation.make_ready(say=self.stderr.write)
                return super().execute(*args, **options)
            except (Problem, Unsafe) as refused:
                raise CommandError(str(refused)) from refused
