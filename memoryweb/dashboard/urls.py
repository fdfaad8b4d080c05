"""Addresses of the pages. Names are `<area>:<page or verb>`."""

from django.urls import URLPattern, URLResolver, include, path

from memoryweb.dashboard.views import health, help


def area(name: str, prefix: str, patterns: list[URLPattern]) -> URLResolver:
    return path(prefix, include((patterns, name)))


urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    area("overview", "", [path("", help.page, name="page")]),
    area("facts", "facts/", [path("", help.page, name="list")]),
    area("episodes", "episodes/", [path("", help.page, name="list")]),
    area("messages", "messages/", [path("", help.page, name="list")]),
    area(
        "operations",
        "operations/",
        [path("", help.page, name="list"), path("undo/<int:id>", help.page, name="undo")],
    ),
    area("help", "help/", [path("", help.page, name="page")]),
]
