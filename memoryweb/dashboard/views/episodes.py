"""Episodes, and the placeholders that wait for a person."""

from dataclasses import dataclass

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from memory_core import unit
from memory_core.episodes import store as episodes
from memory_core.episodes.store import Episode, EpisodeKind
from memory_core.errors import Missing
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.ledger import store as ledger
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people.store import Stream
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import filters, history, htmx, rows
from memoryweb.dashboard.filters import Asked, Field
from memoryweb.dashboard.views import errors

PAGE_ROWS = 20
RETRY_JOB = "resummarize"
LINES_SHOWN = 4
FIELDS: dict[str, Field] = {
    "kind": filters.one_of(["summary", "unsummarized"], is_many=False),
    "stream": filters.a_number(),
    "before": filters.a_number(),
}


@dataclass(frozen=True, slots=True)
class EpisodeRow:
    episode: Episode
    stream: Stream | None
    first_lines: list[Message]
    message_count: int


@needs(Need.VIEW)
@require_safe
def episode_list(request: AuthenticatedHttpRequest) -> HttpResponse:
    asked = filters.read(request.GET, FIELDS)
    with unit.snapshot():
        context = _list_context(asked)
    return htmx.render_page_or_fragment(
        request, page="episodes/list.html", fragment="episodes/_list.html", context=context
    )


def _list_context(asked: Asked) -> dict[str, object]:
    kind: EpisodeKind = "unsummarized" if asked.one("kind") == "unsummarized" else "summary"
    stream_id = asked.number("stream")
    found = episodes.page(
        kind=kind, stream_id=stream_id, before_id=asked.number("before"), limit=PAGE_ROWS + 1
    )
    shown = found[:PAGE_ROWS]
    streams = rows.streams_by_id()
    counts = messages.counts()
    lines = messages.of_episodes([episode.id for episode in shown])
    return {
        "rows": [_row(episode, streams, lines.get(episode.id, [])) for episode in shown],
        "kind": kind,
        "summary_count": episodes.count(kind="summary"),
        "placeholder_count": episodes.count(kind="unsummarized"),
        "streams": list(streams.values()),
        "stream_id": stream_id,
        "waiting": max((count.unarchived for count in counts.values()), default=0),
        "threshold": jobs.load_options().summary_threshold,
        "unknown": asked.unknown,
        "is_first": not asked.one("before"),
        "first_link": asked.link(),
        "next_link": asked.link(before=str(shown[-1].id)) if len(found) > PAGE_ROWS else "",
    }


def _row(episode: Episode, streams: dict[int, Stream], lines: list[Message]) -> EpisodeRow:
    return EpisodeRow(
        episode=episode,
        stream=streams.get(episode.stream_id),
        first_lines=lines[:LINES_SHOWN] if episode.is_placeholder else [],
        message_count=len(lines),
    )


@needs(Need.VIEW)
@require_safe
def detail(request: AuthenticatedHttpRequest, episode_id: int) -> HttpResponse:
    try:
        with unit.snapshot():
            context = detail_context(episode_id)
    except Missing as missing:
        return errors.refused(request, missing)
    return render(request, "episodes/detail.html", context)


def retry_scope(episode_id: int) -> str:
    """The scope of the job that asks a model once more about this placeholder."""
    return f"episode:{episode_id}"


def detail_context(episode_id: int, *, form: Form | None = None) -> dict[str, object]:
    """Template context of episodes/detail.html; `form` is one that was sent and refused."""
    episode = episodes.get(episode_id)
    lines = messages.of_episode(episode_id)
    by_message = facts.by_evidence([line.id for line in lines])
    found = facts.get_many({fact for ids in by_message.values() for fact in ids})
    operations = ledger.operations(subject_kind="episode", subject_id=episode_id)
    return {
        "episode": episode,
        "is_asked_again": retry_scope(episode_id) in jobs.open_scopes(RETRY_JOB),
        "errors": form.errors if form else {},
        "typed_summary": form.data.get("summary", "") if form else "",
        "typed_cues": form.data.get("cues", "") if form else "",
        "half": len(lines) // 2,
        "rest": len(lines) - len(lines) // 2,
        "stream": rows.streams_by_id().get(episode.stream_id),
        "cues": [] if episode.is_placeholder else episodes.cues(episode_id),
        "lines": lines,
        "fact_rows": rows.fact_rows(found.values()),
        "steps": history.steps(operations),
    }
