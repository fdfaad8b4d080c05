"""Bring the house up. `manage.py up` itself never comes here: manage.py starts the supervisor
without Django. This entry is what `manage.py help` lists."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memoryweb.commands import supervisor


class Command(BaseCommand):
    help = "Run web and worker, and keep them running (address from MEMORYWEB_BIND)."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        if supervisor.main([]):
            raise CommandError("memoryweb was not started.")
