"""Make the first account without a browser."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from memory_core import clock, samples
from memoryweb.accounts import setup
from memoryweb.commands.base import HouseCommand


class Command(HouseCommand):
    help = "Make the first account without a browser; with --demo also load the sample chat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username", required=True)
        parser.add_argument(
            "--password-file", required=True, type=Path, help="its first line is the password"
        )
        parser.add_argument(
            "--language", choices=[code for code, _ in settings.LANGUAGES], default="zh-hans"
        )
        parser.add_argument("--demo", action="store_true", help="load the sample chat")

    def handle(self, *args: Any, **options: Any) -> None:
        setup.create_admin(
            username=options["username"],
            password=_first_line(options["password_file"]),
            language=options["language"],
            at=clock.now(),
        )
        self.stdout.write(f"Account {options['username']} made.")
        if options["demo"]:
            report = samples.load(at=clock.now())
            self.stdout.write(f"Sample chat loaded: {report.new} messages.")


def _first_line(path: Path) -> str:
    """The password; from a file, so that it never stands in a list of processes."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"The password file cannot be read: {error}") from error
    if not lines or not lines[0]:
        raise CommandError("The first line of the password file is empty.")
    return lines[0]
