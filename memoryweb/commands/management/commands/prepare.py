"""Make everything ready for a start: tables, static files, and the link to the first account."""

from typing import Any

from django.core.checks import Tags

from memory_core import clock
from memoryweb import environment
from memoryweb.accounts import setup, store
from memoryweb.commands import preparation
from memoryweb.commands.base import HouseCommand


class Command(HouseCommand):
    help = (
        "Migrate, collect static files, print the set-up link of an empty house (`up` does this)."
    )
    # A wrong end point is said at every start, and stops none.
    requires_system_checks = [Tags.models, "providers"]

    def handle(self, *args: Any, **options: Any) -> None:
        preparation.collect_static(say=self.stdout.write)
        if not store.admin_exists():
            self.stdout.write(
                "First start. Open this link once, within 24 hours, to make the first account:\n"
                f"  {environment.address()}{setup.issue_link(clock.now())}"
            )
