"""Where to go after a form: only ever to a page of ours."""

from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme


def next_url(request: HttpRequest, *, default: str) -> str:
    """The `next` of the form or address when it is ours, else the page called `default`."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if is_ours else resolve_url(default)
