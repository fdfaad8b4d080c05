"""Fragment or page: the one place that reads htmx's headers."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

VARY = ("HX-Request", "HX-Boosted", "HX-History-Restore-Request")


def wants_fragment(request: HttpRequest) -> bool:
    """A boosted link and Back after a lost history both need the whole page."""
    htmx = HtmxDetails(request)
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def target_of(request: HttpRequest) -> str:
    """The id of the element a fragment goes into; empty without htmx."""
    return HtmxDetails(request).target or "" if wants_fragment(request) else ""


def current_path(request: HttpRequest) -> str:
    """The address the person sees while a fragment is asked for; empty without htmx."""
    try:
        return HtmxDetails(request).current_url_abs_path or "" if wants_fragment(request) else ""
    except ValueError:
        # The header is the browser's word, and may be no address at all.
        return ""


def render_page_or_fragment(
    request: HttpRequest,
    *,
    page: str,
    fragment: str,
    context: dict[str, object],
    status: int = 200,
) -> HttpResponse:
    """One address, two answers, told apart by Vary."""
    template = fragment if wants_fragment(request) else page
    response = render(request, template, context, status=status)
    patch_vary_headers(response, VARY)
    return response
