"""Addresses of the pages. Names are `<area>:<page or verb>`."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from memoryweb.dashboard.converters import RowId
from memoryweb.dashboard.views import (
    curation,
    episodes,
    facts,
    health,
    help,
    messages,
    operations,
    overview,
    placeholders,
)

register_converter(RowId, "id")


def area(name: str, prefix: str, patterns: list[URLPattern]) -> URLResolver:
    return path(prefix, include((patterns, name)))


urlpatterns: list[URLPattern | URLResolver] = [
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    area(
        "overview",
        "",
        [
            path("", overview.page, name="page"),
            path("sample/load/", overview.load_sample, name="load_sample"),
            path("sample/remove/", overview.remove_sample, name="remove_sample"),
            path("sweep/allow/", overview.allow_sweep, name="allow_sweep"),
        ],
    ),
    area("help", "help/", [path("", help.page, name="page")]),
    area(
        "facts",
        "facts/",
        [
            path("", facts.fact_list, name="list"),
            path("<id:fact_id>/", facts.detail, name="detail"),
            path("<id:fact_id>/archive/", curation.archive, name="archive"),
            path("<id:fact_id>/restore/", curation.restore, name="restore"),
            path("<id:fact_id>/pin/", curation.pin, name="pin"),
            path("<id:fact_id>/unpin/", curation.unpin, name="unpin"),
            path("<id:fact_id>/replace/", curation.replace, name="replace"),
        ],
    ),
    area(
        "episodes",
        "episodes/",
        [
            path("", episodes.episode_list, name="list"),
            path("<id:episode_id>/", episodes.detail, name="detail"),
            path("<id:episode_id>/retry/", placeholders.retry, name="retry"),
            path("<id:episode_id>/write/", placeholders.write, name="write"),
            path("<id:episode_id>/split/", placeholders.split, name="split"),
            path("<id:episode_id>/dismiss/", placeholders.dismiss, name="dismiss"),
        ],
    ),
    area(
        "messages",
        "messages/",
        [
            path("", messages.stream_list, name="list"),
            path("<id:stream_id>/", messages.stream, name="stream"),
        ],
    ),
    area(
        "operations",
        "operations/",
        [
            path("", operations.operation_list, name="list"),
            path("<id:operation_id>/undo/", operations.undo, name="undo"),
            path("batch/<id:batch_id>/undo/", operations.undo_batch, name="undo_batch"),
        ],
    ),
]
