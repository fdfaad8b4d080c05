"""Signed in or not, and for how long (TRUST T01, T09)."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import logout
from django.contrib.auth import middleware as auth
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from memory_core import clock
from memoryweb.accounts.redirects import sign_in_url

IDLE = timedelta(hours=8)
ABSOLUTE = timedelta(hours=24)
# A session is written again at most this often, so that reading pages costs no writes.
SEEN_STEP = timedelta(minutes=10)
SIGNED_IN_AT = "signed_in_at"
SEEN_AT = "seen_at"


class SessionLifeMiddleware:
    """Ends sessions that were idle for 8 hours or are 24 hours old."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.user.is_authenticated:
            self._renew_or_end(request, at=clock.now())
        return self.get_response(request)

    def _renew_or_end(self, request: HttpRequest, *, at: datetime) -> None:
        signed_in_at = _moment(request, SIGNED_IN_AT) or at
        seen_at = _moment(request, SEEN_AT) or signed_in_at
        if at - seen_at > IDLE or at - signed_in_at > ABSOLUTE:
            logout(request)
            return
        if SIGNED_IN_AT not in request.session:
            request.session[SIGNED_IN_AT] = at.isoformat()
        if SEEN_AT not in request.session or at - seen_at > SEEN_STEP:
            request.session[SEEN_AT] = at.isoformat()


def _moment(request: HttpRequest, key: str) -> datetime | None:
    text = request.session.get(key)
    return datetime.fromisoformat(text) if text else None


class LoginRequiredMiddleware(auth.LoginRequiredMiddleware):
    """Default deny. A fragment request gets its whole page sent to the sign-in: the form inside
    a table row would help nobody."""

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: Any,
        view_kwargs: Any,
    ) -> HttpResponseBase | None:
        is_open = not getattr(view_func, "login_required", True)
        if is_open or request.user.is_authenticated:
            return None
        if request.headers.get("HX-Request") != "true":
            return self.handle_no_permission(request, view_func)
        target = sign_in_url(request, shown=_shown(request))
        return HttpResponse(status=401, headers={"HX-Redirect": target})

    def handle_no_permission(
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponseRedirect:
        return HttpResponseRedirect(sign_in_url(request))


def _shown(request: HttpRequest) -> str:
    """The page in front of the person while a fragment is asked for."""
    try:
        return HtmxDetails(request).current_url_abs_path or "/"
    except ValueError:
        # The header is the browser's word, and may be no address at all.
        return "/"
