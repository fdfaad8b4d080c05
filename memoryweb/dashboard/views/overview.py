"""The first page: how the memory stands, what waits for a person, and the sample chat that can be
loaded and removed from it."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from memory_core import clock, samples, unit
from memory_core.errors import Problem
from memory_core.jobs import services
from memory_core.jobs.store import Job
from memory_core.pipelines import forget, overview
from memory_core.pipelines.overview import Overview
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import charts, history, labels, notices, rows
from memoryweb.dashboard.htmx import render_page_or_fragment
from memoryweb.dashboard.labels import Label
from memoryweb.dashboard.views import errors

SERVICES: Final = ("chat", "embed")
SETTLING: Final = timedelta(seconds=30)


@needs(Need.VIEW)
@require_safe
def page(request: AuthenticatedHttpRequest) -> HttpResponse:
    at = clock.now()
    found = overview.summary(at, zone=timezone.get_current_timezone())
    return render_page_or_fragment(
        request,
        page="overview/page.html",
        fragment="overview/_body.html",
        context=_context(found, at=at),
    )


def _context(found: Overview, *, at: datetime) -> dict[str, object]:
    return {
        "overview": found,
        "conflict_count": len(found.conflicts),
        "bar": charts.stack_bar(
            [
                ("c-active", found.facts["active"] - found.facts["pinned"]),
                ("c-pinned", found.facts["pinned"]),
                ("c-frozen", found.facts["frozen"]),
                ("c-superseded", found.facts["superseded"]),
                ("c-archived", found.facts["archived"]),
            ]
        ),
        "unpinned": found.facts["active"] - found.facts["pinned"],
        "week": charts.week_chart(found.week),
        "fact_rows": rows.fact_rows(found.newest_facts),
        "steps": history.steps(found.newest_operations),
        "jobs": [_failed(job) for job in found.failed_jobs],
        "has_sample": samples.is_loaded(),
        "is_busy": found.open_jobs > 0 or _just_spoken(found, at=at),
        **_banners(at),
    }


def _just_spoken(found: Overview, *, at: datetime) -> bool:
    """Whether messages came in so lately that the worker may be about to take them up."""
    last = found.last_message_at
    return last is not None and at - last < SETTLING


@dataclass(frozen=True, slots=True)
class FailedJob:
    """`episode_id` is the placeholder it worked on, where it did."""

    job: Job
    label: Label
    episode_id: int | None


def _failed(job: Job) -> FailedJob:
    kind, _colon, number = job.scope.partition(":")
    is_episode = kind == "episode" and number.isdecimal()
    return FailedJob(
        job, labels.word(labels.JOB_KINDS, job.kind), int(number) if is_episode else None
    )


def _banners(at: datetime) -> dict[str, object]:
    """What stands still until a person does something."""
    zone = timezone.get_current_timezone()
    stops = [services.service_stop(service) for service in SERVICES]
    return {
        "stops": [stop for stop in stops if stop is not None],
        "is_budget_spent": services.is_budget_spent(at=at, zone=zone),
        "budget_until": services.next_midnight(at=at, zone=zone),
        "held_facts": forget.held_sweep(at=at),
    }


@needs(Need.CURATE)
@require_POST
def allow_sweep(request: AuthenticatedHttpRequest) -> HttpResponse:
    """The operator has looked at the clock: what is due may freeze."""
    at = clock.now()
    with unit.write():
        held = forget.held_sweep(at=at)
        if held:
            forget.allow_sweep(by=request.user.username, at=at)
    if held:
        said = ngettext("%(n)d fact may freeze now.", "%(n)d facts may freeze now.", held)
        notices.notify(request, said % {"n": held})
    else:
        notices.warn(request, _("Nothing waits to freeze any more."))
    return redirect("overview:page")


@needs(Need.MANAGE)
@require_POST
def load_sample(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Hand the sample chat in; the worker makes episodes and facts of it."""
    try:
        report = samples.load(at=clock.now())
    except Problem as problem:
        notices.warn(request, str(problem))
        return redirect("overview:page")
    said = ngettext(
        "The sample chat is in: %(n)d message. The worker reads it now; reload in a moment.",
        "The sample chat is in: %(n)d messages. The worker reads them now; reload in a moment.",
        report.new,
    )
    notices.notify(request, said % {"n": report.new})
    return redirect("overview:page")


@needs(Need.MANAGE)
@require_POST
def remove_sample(request: AuthenticatedHttpRequest) -> HttpResponse:
    try:
        samples.remove(at=clock.now())
    except Problem as problem:
        return errors.refused(request, problem)
    notices.notify(request, _("The sample chat and all that was made of it is gone."))
    return redirect("overview:page")
