"""Load or remove the sample chat."""

from typing import Any

from django.core.management.base import CommandParser

from memory_core import clock, samples
from memoryweb.commands.base import HouseCommand


class Command(HouseCommand):
    help = "Load the sample chat (the worker, or `manage.py work`, then makes memories of it)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--remove", action="store_true", help="take it out again, with all of it"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            removed = samples.remove(at=clock.now())
            self.stdout.write(f"Sample chat removed: {removed}")
            return
        report = samples.load(at=clock.now())
        self.stdout.write(
            f"Sample chat: {report.new} messages new, {report.filled} filled later,"
            f" {report.repeated} already here."
        )
