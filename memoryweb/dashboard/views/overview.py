"""The first page, and the sample chat that can be loaded and removed from it."""

from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from memory_core import clock, samples
from memory_core.errors import Problem
from memory_core.pipelines import overview
from memory_core.pipelines.overview import Overview
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import charts, history, labels, notices, rows
from memoryweb.dashboard.views import errors


@needs(Need.VIEW)
@require_safe
def page(request: AuthenticatedHttpRequest) -> HttpResponse:
    at = clock.now()
    found = overview.summary(at, zone=timezone.get_current_timezone())
    return render(request, "overview/page.html", _context(found, at=at))


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
        "jobs": [(job, labels.word(labels.JOB_KINDS, job.kind)) for job in found.failed_jobs],
        "has_sample": samples.is_loaded(),
    }


@needs(Need.MANAGE)
@require_POST
def load_sample(request: AuthenticatedHttpRequest) -> HttpResponse:
    """Hand the sample chat in; the worker makes episodes and facts of it."""
    report = samples.load(at=clock.now())
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
