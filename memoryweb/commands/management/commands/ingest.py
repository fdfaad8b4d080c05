"""Take in a chat from a JSONL file."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import CommandError, CommandParser

from memory_core import clock
from memory_core.algorithms import tokenize
from memory_core.errors import Invalid
from memory_core.pipelines import ingest
from memory_core.pipelines.ingest import Incoming
from memoryweb.commands.base import HouseCommand

BATCH = 500
"""Messages in one transaction: short enough for others to write in between."""


class Command(HouseCommand):
    help = "Take in a chat, one JSON object a line; a second run adds nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="JSONL file, or - for standard input")
        parser.add_argument(
            "--skip-bad",
            action="store_true",
            help="leave out lines that cannot be read, and name each; without it one such line"
            " and nothing is written",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        with _opened(options["file"]) as file:
            items, skipped = self.read(file, skip_bad=options["skip_bad"])
        tokenize.load_dictionary()
        new = filled = repeated = 0
        for start in range(0, len(items), BATCH):
            report = ingest.ingest_many(items[start : start + BATCH], at=clock.now())
            new, filled = new + report.new, filled + report.filled
            repeated += report.repeated
        self.stdout.write(
            f"{new} messages new, {filled} filled, {repeated} already here, {skipped} skipped."
        )

    def read(self, file: TextIO, *, skip_bad: bool) -> tuple[list[Incoming], int]:
        """Every line before the first write: nothing of a bad file is half-written."""
        items: list[Incoming] = []
        skipped = 0
        for number, text in enumerate(file, start=1):
            if not text.strip():
                continue
            try:
                items.append(ingest.parse_line(text, number=number))
            except Invalid as bad:
                if not skip_bad:
                    raise CommandError(f"{bad} Nothing was written.") from bad
                self.stderr.write(f"skipped: {bad}")
                skipped += 1
        return items, skipped


@contextmanager
def _opened(name: str) -> Iterator[TextIO]:
    if name == "-":
        yield sys.stdin
        return
    try:
        with Path(name).open(encoding="utf-8-sig", errors="surrogateescape") as file:
            yield file
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from error
