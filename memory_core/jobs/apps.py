from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate

from memory_core import upkeep


def create_triggers(**_: Any) -> None:
    """After every migrate: a rebuilt table has lost its triggers."""
    upkeep.create_triggers()


@checks.register(checks.Tags.database)
def check_triggers(databases: Any = None, **_: Any) -> list[checks.CheckMessage]:
    """Runs with `check --database default` and before every migrate, which mends it: so this
    warns, an error would stop the mending."""
    if not databases or not upkeep.is_migrated():
        return []
    return [
        checks.Warning(
            f"The database lacks the trigger {name}.",
            hint="Run manage.py migrate, which makes every trigger again.",
            id="memory.W001",
        )
        for name in upkeep.missing_triggers()
    ]


class JobsConfig(AppConfig):
    name = "memory_core.jobs"
    label = "jobs"
    verbose_name = "Jobs"

    def ready(self) -> None:
        post_migrate.connect(create_triggers, dispatch_uid="memory_core.triggers")
