"""Which language a request is answered in, and that code activated."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import get_supported_language_variant, trans_real


def wished_language(request: HttpRequest) -> str:
    """Cookie, then the browser's list, then the default. Reads no session and no database."""
    wishes = [request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")]
    accepted = request.headers.get("Accept-Language", "")
    wishes += [code for code, _quality in trans_real.parse_accept_lang_header(accepted)]
    for wish in wishes:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def activate(request: HttpRequest, language: str) -> None:
    translation.activate(language)
    request.LANGUAGE_CODE = language


def language_of(request: HttpRequest) -> str:
    """The language this request was given; error pages may come before it was given one."""
    return getattr(request, "LANGUAGE_CODE", "") or wished_language(request)
