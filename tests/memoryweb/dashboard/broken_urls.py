"""The real addresses, and two that break: what a defect and a busy database look like."""

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

from memoryweb import urls


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("private words")


def locked(request: HttpRequest) -> HttpResponse:
    raise OperationalError("database is locked")


urlpatterns: list[URLPattern | URLResolver] = [
    path("broken/", broken),
    path("locked/", locked),
    *urls.urlpatterns,
]
handler400 = urls.handler400
handler403 = urls.handler403
handler404 = urls.handler404
handler500 = urls.handler500
