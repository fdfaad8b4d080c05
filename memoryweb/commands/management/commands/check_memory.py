"""Check the invariants of the memory."""

import sys
from typing import Any

from django.core.management.base import CommandParser

from memory_core import clock
from memory_core.pipelines import check
from memory_core.pipelines.check import Finding
from memoryweb.commands.base import HouseCommand

SHOWN_IDS = 20


class Command(HouseCommand):
    help = "Check every invariant of the memory, one line each; exit code 1 when one is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--repair", action="store_true", help="rebuild what can be rebuilt (search indexes)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        findings = check.check_memory(at=clock.now(), repair=options["repair"])
        for finding in findings:
            self.stdout.write(line(finding))
        if not all(finding.is_ok for finding in findings):
            sys.exit(1)


def line(finding: Finding) -> str:
    """`I3 ok      search indexes hold ...` or `I3 broken  search indexes hold ...: 4, 17`."""
    word = "ok" if finding.is_ok else "broken"
    text = f"{finding.invariant:<4}{word:<8}{finding.title}"
    if finding.ids:
        more = len(finding.ids) - SHOWN_IDS
        text += ": " + ", ".join(str(found) for found in finding.ids[:SHOWN_IDS])
        text += f" and {more} more" if more > 0 else ""
    return f"{text} ({finding.detail})" if finding.detail else text
