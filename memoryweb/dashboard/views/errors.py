"""When something is wrong: the cause, an id, the next step, in the reader's language.

Rendered without a request context: a page that tells of a broken database must not ask it.
"""

import logging
import sys
import uuid
from dataclasses import dataclass

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from memory_core.errors import Conflict, Missing, Problem
from memoryweb import bodies
from memoryweb.dashboard import language

log = logging.getLogger(__name__)

TOO_LARGE = _("This is more than a page takes at once (2.5 MB).")
NOT_WHOLE = _("The form did not arrive whole. Send it again.")


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why nothing can be written just now: reading goes on, and nothing was half-written."""

    page: str
    retry_seconds: int


# By what SQLite says: the exception that reaches us carries no code of it.
HINDRANCES = {
    "locked": Hindrance("503", 5),
    "disk is full": Hindrance("disk_full", 60),
    "readonly database": Hindrance("read_only", 60),
    "unable to open database file": Hindrance("read_only", 60),
}


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


def body_refused(request: HttpRequest, *, status: int) -> HttpResponse:
    """A form that is too large (413), was cut off on its way (400), does not say how long it is
    (411), or comes while too many others are on their way (503)."""
    message = TOO_LARGE if status == bodies.TOO_LARGE else NOT_WHOLE
    response = _page(request, status=status, name="refused", message=message)
    if status == bodies.TOO_MANY:
        response.headers["Retry-After"] = "5"
    return response


def not_allowed(request: HttpRequest, *, allow: str) -> HttpResponse:
    """405: an action's address was opened like a page."""
    response = _page(request, status=405)
    response.headers["Allow"] = allow
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500; 503 with a time to try again when the database cannot be written to just now."""
    broken = sys.exc_info()[1]
    hindrance = _hindrance(broken)
    if hindrance is not None:
        log.error("%s", broken)
        response = _page(request, status=503, name=hindrance.page)
        response.headers["Retry-After"] = str(hindrance.retry_seconds)
        return response
    error_id = uuid.uuid4().hex[:12]
    log.error("error %s", error_id)
    return _page(request, status=500, error_id=error_id)


def _hindrance(broken: BaseException | None) -> Hindrance | None:
    if not isinstance(broken, OperationalError):
        return None
    said = str(broken)
    return next((found for words, found in HINDRANCES.items() if words in said), None)


def _page(
    request: HttpRequest, *, status: int, name: str = "", message: object = "", error_id: str = ""
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
