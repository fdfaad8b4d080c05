"""For programs that watch: no sign-in, no set-up, no private word."""

from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, JsonResponse
from django.utils.log import log_response
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
    if not missing:
        return JsonResponse({"status": "ready", "missing": []})
    response = JsonResponse({"status": "not ready", "missing": missing}, status=503)
    # An answer to a probe, no failure: without this every probe during a start is an ERROR line.
    log_response(
        "not ready: %s", ", ".join(missing), response=response, request=request, level="info"
    )
    return response


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
