"""Copy the database while others write."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from memory_core import clock, upkeep
from memoryweb.commands.base import HouseCommand


class Command(HouseCommand):
    help = "Copy the database to a new file while everything runs, and check the copy."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--folder",
            type=Path,
            default=settings.DATA_DIR / "backups",
            help="default: %(default)s",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            copy = upkeep.backup(options["folder"], at=clock.now())
        except (OSError, upkeep.BackupFailed) as error:
            raise CommandError(f"No backup was made: {error}") from error
        self.stdout.write(str(copy))
