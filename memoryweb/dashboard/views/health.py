"""For programs that watch: no sign-in, no set-up, no private word."""

from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from memory_core import clock
from memory_core.jobs import store as jobs
from memoryweb.accounts.permissions import open_before_setup

WORKER_SILENCE = timedelta(seconds=30)


@open_before_setup
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers; nothing else is asked."""
    return JsonResponse({"status": "ok"})


@open_before_setup
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database is migrated and the worker was heard of in the last 30 seconds."""
    missing = _missing()
    status = "not ready" if missing else "ready"
    return JsonResponse({"status": status, "missing": missing}, status=503 if missing else 200)


def _missing() -> list[str]:
    try:
        if has_pending_migrations():
            return ["migrations"]
        is_working = jobs.is_alive("worker", at=clock.now(), within=WORKER_SILENCE)
    except DatabaseError:
        return ["database"]
    return [] if is_working else ["worker"]


def has_pending_migrations() -> bool:
    """Whether a migration in the code is not in the database yet."""
    loader = MigrationLoader(transaction.get_connection())
    return any(leaf not in loader.applied_migrations for leaf in loader.graph.leaf_nodes())
