"""Print a fresh set-up link."""

from typing import Any

from memory_core import clock
from memoryweb import environment
from memoryweb.accounts import setup
from memoryweb.commands.base import HouseCommand


class Command(HouseCommand):
    help = "Print a fresh one-time link that makes the first account; links before it are void."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{environment.address()}{setup.issue_link(clock.now())}")
