"""What holds for every answer: headers, no cross-site writes, language, set-up first."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from memoryweb import bodies
from memoryweb.accounts import store
from memoryweb.dashboard import language
from memoryweb.dashboard.views import errors

GetResponse = Callable[[HttpRequest], HttpResponseBase]

CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})


class SecurityHeadersMiddleware:
    """TRUST T06 and T16, outermost: static files, health and error pages carry them too."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Frame-Options"] = "DENY"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
        if response.headers.get("Content-Type", "").startswith(("text/html", "application/json")):
            # Pages hold private talk: a shared computer's cache must not.
            response.headers["Cache-Control"] = "no-store"
        return response


class RefusalMiddleware:
    """Pages for what is refused without one: a body that did not arrive as it should, a method
    the page does not know (which Django answers with an empty page)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if bodies.REFUSED in request.META:
            return errors.body_refused(request, status=request.META[bodies.REFUSED])
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            return errors.not_allowed(request, allow=response.headers["Allow"])
        return response


class CrossSiteMiddleware:
    """A browser says where a request comes from; a write from another site is refused (T07)."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_foreign = request.headers.get("Sec-Fetch-Site") == "cross-site"
        if is_foreign and request.method not in SAFE_METHODS:
            raise PermissionDenied
        return self.get_response(request)


class LanguageMiddleware:
    """The signed-in person's language, else the browser's wish. Patches Vary, since two people
    may ask for one address in two languages."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        chosen = request.user.language if request.user.is_authenticated else ""
        language.activate(request, chosen or language.wished_language(request))
        response = self.get_response(request)
        response.headers["Content-Language"] = language.language_of(request)
        return response


class SetupMiddleware:
    """Until an admin exists every page leads to /setup/. Nothing is asked of the database for
    somebody signed in: where users are, an admin is."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view_func: Callable[..., Any],
        view_args: tuple[Any, ...],
        view_kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        if getattr(view_func, "is_open_before_setup", False) or request.user.is_authenticated:
            return None
        return None if store.admin_exists() else redirect("accounts:setup")
