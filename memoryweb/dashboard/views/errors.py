"""When something is wrong: the cause, an id, the next step, in the reader's language.

Rendered without a request context: a page that tells of a broken database must not ask it.
"""

import logging
import sys
import uuid

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from memory_core.errors import Conflict, Missing, Problem
from memoryweb.dashboard import language

log = logging.getLogger(__name__)

BUSY_RETRY_SECONDS = 5


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, status=403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was open too long, or one that is not ours."""
    return _page(request, status=403, name="csrf")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _page(request, status=404)


def refused(request: HttpRequest, problem: Problem) -> HttpResponse:
    """What the engine refused, as a page of its own."""
    status = 404 if isinstance(problem, Missing) else 409 if isinstance(problem, Conflict) else 422
    return _page(request, status=status, name="refused", message=str(problem))


def server_error(request: HttpRequest) -> HttpResponse:
    """500; 503 with a time to try again when another process holds the database."""
    broken = sys.exc_info()[1]
    if isinstance(broken, OperationalError) and "locked" in str(broken):
        response = _page(request, status=503)
        response.headers["Retry-After"] = str(BUSY_RETRY_SECONDS)
        return response
    error_id = uuid.uuid4().hex[:12]
    log.error("error %s", error_id)
    return _page(request, status=500, error_id=error_id)


def _page(
    request: HttpRequest, *, status: int, name: str = "", message: str = "", error_id: str = ""
) -> HttpResponse:
    code = language.language_of(request)
    context = {
        "language": code,
        "status": status,
        "message": message,
        "error_id": error_id,
    }
    with translation.override(code):
        html = render_to_string(f"errors/{name or status}.html", context)
    return HttpResponse(html, status=status)
