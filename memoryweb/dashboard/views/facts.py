"""The list of facts and the page of one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from memory_core import clock, unit
from memory_core.errors import Missing
from memory_core.facts import store as facts
from memory_core.facts.store import Facets, FactPage
from memory_core.people import store as people
from memory_core.people.store import Stream
from memory_core.pipelines import visibility
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import dossier, filters, htmx, labels, rows
from memoryweb.dashboard.filters import Asked, Names
from memoryweb.dashboard.labels import Label
from memoryweb.dashboard.rows import Choice
from memoryweb.dashboard.views import errors

PAGE_ROWS = 50
PEOPLE_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Facet:
    key: str
    title: str
    choices: list[Choice]


@needs(Need.VIEW)
@require_safe
def fact_list(request: AuthenticatedHttpRequest) -> HttpResponse:
    at = clock.now()
    asked = filters.read(request.GET, filters.FACT_FIELDS)
    with unit.snapshot():
        context = _list_context(asked, at=at)
    return htmx.render_page_or_fragment(
        request, page="facts/list.html", fragment="facts/_list.html", context=context
    )


def _list_context(asked: Asked, *, at: datetime) -> dict[str, object]:
    wanted = filters.fact_filter(asked, at=at)
    unknown = list(asked.unknown)
    seen = asked.number("seen")
    if seen is not None:
        try:
            wanted = replace(wanted, scope=visibility.scope_of_stream(seen))
        except Missing:
            unknown.append(f"seen={seen}")
    order: Literal["edited", "due"] = "due" if asked.one("order") == "due" else "edited"
    page: FactPage = facts.page(wanted, cursor=asked.one("cursor"), limit=PAGE_ROWS, order=order)
    counts = facts.facets(wanted)
    streams = rows.streams_by_id()
    names = _names(asked, counts, streams)
    chips = filters.fact_chips(asked, names)
    return {
        "rows": rows.fact_rows(page.rows, streams=streams),
        "count": page.count,
        "asked": asked,
        "q": asked.one("q"),
        "order": order,
        "chips": chips,
        "unknown": unknown,
        "facets": _facets(asked, counts, names),
        "streams": list(streams.values()),
        "seen": seen,
        "is_first": not asked.one("cursor"),
        "first_link": asked.link(),
        "next_link": asked.link(cursor=page.next_cursor) if page.next_cursor else "",
        "order_link": asked.link(order="edited" if order == "due" else "due"),
        "total": facts.totals(at=at)["total"] if page.count == 0 else page.count,
        "hidden": [(key, value) for key in ("batch", "due", "slot") for value in asked.many(key)],
    }


def _names(asked: Asked, counts: Facets, streams: Mapping[int, Stream]) -> Names:
    wanted = {int(person) for person in asked.many("person")} | set(counts.people)
    labelled = {stream.id: stream.label for stream in streams.values()}
    return Names(people=people.names(wanted), streams=labelled)


def _facets(asked: Asked, counts: Facets, names: Names) -> list[Facet]:
    def of(key: str, title: str, found: dict[str, int], words: dict[str, Label]) -> Facet:
        told = {value: (str(label.text), label.icon) for value, label in words.items()}
        return Facet(key, title, rows.choices(found, words=told, chosen=asked.many(key)))

    ranked = sorted(counts.people, key=lambda person: (-counts.people[person], person))
    chosen = [int(person) for person in asked.many("person")]
    shown = dict.fromkeys([*ranked[:PEOPLE_SHOWN], *chosen])
    persons = {str(person): (names.people.get(person, f"P{person}"), "") for person in shown}
    by_person = {str(person): count for person, count in counts.people.items()}
    everybody = rows.choices(by_person, words=persons, chosen=asked.many("person"))
    return [
        of("state", _("State"), counts.states, labels.STATES),
        Facet("person", _("Person"), everybody),
        of("kind", _("Kind"), counts.kinds, labels.KINDS),
        of("source", _("Source"), counts.sources, labels.SOURCES),
        of("origin", _("Heard in"), counts.origins, labels.ORIGINS),
    ]


@needs(Need.VIEW)
@require_safe
def detail(request: AuthenticatedHttpRequest, fact_id: int) -> HttpResponse:
    try:
        with unit.snapshot():
            context = dossier.of_fact(fact_id, at=clock.now())
    except Missing as missing:
        return errors.refused(request, missing)
    return htmx.render_page_or_fragment(
        request, page="facts/detail.html", fragment="facts/_detail.html", context=context
    )
