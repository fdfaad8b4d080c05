"""Take in a chat from a JSONL file."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from memory_core import clock
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
            numbered = list(enumerate(file, start=1))
        reader = Reader(skip=self.stderr.write if options["skip_bad"] else None)
        items = reader.read(numbered)
        new = filled = repeated = 0
        for start in range(0, len(items), BATCH):
            report = ingest.ingest_many(items[start : start + BATCH], at=clock.now())
            new, filled = new + report.new, filled + report.filled
            repeated += report.repeated
        self.stdout.write(
            f"{new} messages new, {filled} filled, {repeated} already here,"
            f" {reader.skipped} skipped."
        )


class Reader:
    """Reads every line before the first is written: nothing of a bad file is half-written.

    `skip` hears of each line left out; None = the first bad line is a CommandError.
    """

    def __init__(self, *, skip: Callable[[str], object] | None) -> None:
        self.skip = skip
        self.skipped = 0

    def read(self, numbered: Iterable[tuple[int, str]]) -> list[Incoming]:
        zone = timezone.get_default_timezone()
        items: list[Incoming] = []
        # The first good line of each stream, and what is known to agree with it.
        first: dict[tuple[str, str], tuple[int, Incoming]] = {}
        agreed: set[tuple[str, str, str, str]] = set()
        for number, text in numbered:
            if not text.strip():
                continue
            try:
                item = ingest.parse_line(text, number=number, zone=zone)
                stream = (item.platform, item.stream)
                if (*stream, item.preset, item.stream_kind) not in agreed:
                    before = [first[stream]] if stream in first else []
                    ingest.require_consistent([*before, (number, item)])
                    first.setdefault(stream, (number, item))
                    agreed.add((*stream, item.preset, item.stream_kind))
            except Invalid as bad:
                self.refuse(bad)
                continue
            items.append(item)
        return items

    def refuse(self, bad: Invalid) -> None:
        if self.skip is None:
            raise CommandError(f"{bad} Nothing was written.") from bad
        self.skip(f"skipped: {bad}")
        self.skipped += 1


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
