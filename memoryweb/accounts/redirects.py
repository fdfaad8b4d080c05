"""Where to go after a form or a sign-in: only ever to a page of ours."""

from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme

# Django refuses to redirect to more than 2,048 characters.
ADDRESS_CHARACTERS = 2000
SAFE_METHODS = frozenset({"GET", "HEAD"})


def next_url(request: HttpRequest, *, default: str) -> str:
    """The `next` of the form or address when it is a path of ours, else the page called `default`
    (a path or a URL name).

    The answer is a path, never a name: whatever somebody typed is not looked up.
    """
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if _is_ours(request, wanted) else resolve_url(default)


def sign_in_url(request: HttpRequest, *, shown: str = "") -> str:
    """The sign-in, which leads back to the page the person saw: `shown`, or the one asked for.

    A form cannot be sent again from there: it leads back to the page the form was on.
    """
    back = shown
    if not back and request.method in SAFE_METHODS:
        back = request.get_full_path()
    if not back:
        back = _referring_path(request)
    address = _sign_in(back if _is_ours(request, back) else "/")
    # Percent-encoded once more the page's address may have grown too long.
    return address if len(address) <= ADDRESS_CHARACTERS else _sign_in("/")


def _sign_in(back: str) -> str:
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': back}, safe='/')}"


def _is_ours(request: HttpRequest, address: str) -> bool:
    return (
        address.startswith("/")
        and len(address) <= ADDRESS_CHARACTERS
        and url_has_allowed_host_and_scheme(
            address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    )


def _referring_path(request: HttpRequest) -> str:
    """The page a form was sent from, as the browser tells it; empty when it is not ours."""
    try:
        referer = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return ""
    if referer.netloc != request.get_host():
        return ""
    return f"{referer.path}?{referer.query}" if referer.query else referer.path
