"""Do the background work in the foreground."""

from typing import Any

from django.core.management.base import CommandParser

from memory_core import tasks
from memory_core.algorithms import tokenize
from memoryweb.commands.base import HouseCommand


class Command(HouseCommand):
    help = "Do all background work that is due, here and now."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--until-idle", action="store_true", required=True, help="until nothing is due"
        )
        parser.add_argument("--at-most-seconds", type=float, help="stop after so long")

    def handle(self, *args: Any, **options: Any) -> None:
        tokenize.load_dictionary()
        report = tasks.work_until_idle(at_most_seconds=options["at_most_seconds"])
        done = ", ".join(f"{kind} {count}" for kind, count in sorted(report.done.items()))
        self.stdout.write(f"Done: {done or 'nothing was due'}.")
        for kind, count in sorted(report.failed.items()):
            self.stderr.write(f"Failed: {kind} {count}; the reason stands in its job.")
