"""The log of a stream, with the borders of its batches and how far each reader has come."""

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from memory_core import unit
from memory_core.episodes import store as episodes
from memory_core.episodes.store import Episode
from memory_core.errors import Missing
from memory_core.facts import store as facts
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.people.store import Stream
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import filters, htmx
from memoryweb.dashboard.filters import Asked, Field
from memoryweb.dashboard.views import errors

PAGE_ROWS = 60
# Lines shown before the one a link leads to, so that it can be understood.
LEAD_ROWS = 10
FIELDS: dict[str, Field] = {
    "before": filters.a_number(),
    "from": filters.a_number(),
    "whole": filters.a_number(),
}


@dataclass(frozen=True, slots=True)
class StreamRow:
    stream: Stream
    total: int
    unarchived: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Line:
    """One message; `opens` is the episode that begins here. The two cursors are drawn under the
    last line each has read."""

    message: Message
    opens: Episode | None
    is_summary_cursor: bool
    is_extraction_cursor: bool
    fact_ids: list[int]


@needs(Need.VIEW)
@require_safe
def stream_list(request: AuthenticatedHttpRequest) -> HttpResponse:
    with unit.snapshot():
        counts = messages.counts()
        found = [
            StreamRow(
                stream=stream,
                total=counts[stream.id].total if stream.id in counts else 0,
                unarchived=counts[stream.id].unarchived if stream.id in counts else 0,
                last_at=counts[stream.id].last_at if stream.id in counts else None,
            )
            for stream in people.streams()
        ]
        threshold = jobs.load_options().summary_threshold
    return render(request, "messages/list.html", {"rows": found, "threshold": threshold})


@needs(Need.VIEW)
@require_safe
def stream(request: AuthenticatedHttpRequest, stream_id: int) -> HttpResponse:
    asked = filters.read(request.GET, FIELDS)
    try:
        with unit.snapshot():
            context = _stream_context(stream_id, asked)
    except Missing as missing:
        return errors.refused(request, missing)
    return htmx.render_page_or_fragment(
        request, page="messages/stream.html", fragment="messages/_log.html", context=context
    )


def _stream_context(stream_id: int, asked: Asked) -> dict[str, object]:
    stream = people.get_stream(stream_id)
    found = _page(stream_id, asked)
    count = messages.counts().get(stream_id)
    summary_at = messages.cursor(stream_id, "summary")
    extraction_at = messages.cursor(stream_id, "extraction")
    first_id, last_id = (found[0].id, found[-1].id) if found else (0, 0)
    has_older = bool(found) and bool(messages.page(stream_id, before_id=first_id, limit=1))
    has_newer = bool(found) and bool(messages.page(stream_id, from_id=last_id + 1, limit=1))
    return {
        "stream": stream,
        "lines": _lines(found, summary_at=summary_at, extraction_at=extraction_at),
        "total": count.total if count else 0,
        "unarchived": count.unarchived if count else 0,
        "threshold": jobs.load_options().summary_threshold,
        "window": jobs.load_options().extraction_window,
        "summary_at": summary_at,
        "extraction_at": extraction_at,
        "skipped": messages.skipped_ranges(stream_id=stream_id),
        "unknown": asked.unknown,
        "older_link": f"?before={first_id}" if has_older else "",
        "newer_link": f"?from={last_id + 1}" if has_newer else "",
        "wanted_id": asked.number("from"),
        "whole_id": asked.number("whole"),
    }


def _page(stream_id: int, asked: Asked) -> list[Message]:
    start = asked.number("from")
    if start is None:
        return messages.page(stream_id, before_id=asked.number("before"), limit=PAGE_ROWS)
    lead = messages.page(stream_id, before_id=start, limit=LEAD_ROWS)
    return [*lead, *messages.page(stream_id, from_id=start, limit=PAGE_ROWS - len(lead))]


def _lines(found: list[Message], *, summary_at: int, extraction_at: int) -> list[Line]:
    ids = {message.episode_id for message in found if message.episode_id is not None}
    known = episodes.get_many(ids)
    cited = facts.by_evidence([message.id for message in found])
    lines: list[Line] = []
    previous: int | None = None
    for n, message in enumerate(found):
        is_border = n == 0 or message.episode_id != previous
        here = known.get(message.episode_id) if message.episode_id is not None else None
        lines.append(
            Line(
                message=message,
                opens=here if is_border else None,
                is_summary_cursor=message.id == summary_at,
                is_extraction_cursor=message.id == extraction_at,
                fact_ids=cited.get(message.id, []),
            )
        )
        previous = message.episode_id
    return lines
