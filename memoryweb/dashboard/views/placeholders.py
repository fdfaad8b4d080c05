"""What an operator makes of a batch no model would summarise: another try, a summary by hand, two
halves, or nothing, with a reason. Each is one operation with undo."""

from collections.abc import Callable

from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from memory_core import clock, unit
from memory_core.episodes import store
from memory_core.errors import Conflict, Missing, Problem
from memory_core.jobs import store as jobs
from memory_core.pipelines import placeholders
from memory_core.pipelines.placeholders import Settled
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import notices
from memoryweb.dashboard.forms import ActionForm, DismissForm, SummaryForm
from memoryweb.dashboard.views import episodes, errors
from memoryweb.dashboard.views.curation import actor_of


@needs(Need.CURATE)
@require_POST
def retry(request: AuthenticatedHttpRequest, episode_id: int) -> HttpResponse:
    """Let the model of now try again: the worker asks it, and a summary takes the placeholder's
    place. Asked twice is asked once."""
    try:
        episode = store.get(episode_id)
    except Missing as missing:
        return errors.refused(request, missing)
    if not episode.is_placeholder:
        problem = Conflict(
            _("Episode %(id)d is no waiting placeholder.") % {"id": episode_id}, code="state"
        )
        return errors.refused(request, problem)
    jobs.enqueue(
        episodes.RETRY_JOB, scope=episodes.retry_scope(episode_id), trigger="manual", at=clock.now()
    )
    notices.notify(request, _("The worker asks the model about E%(id)d.") % {"id": episode_id})
    return redirect("episodes:detail", episode_id)


@needs(Need.CURATE)
@require_POST
def write(request: AuthenticatedHttpRequest, episode_id: int) -> HttpResponse:
    form = SummaryForm(request.POST)

    def settle() -> Settled:
        return placeholders.write_by_hand(
            episode_id,
            summary=form.cleaned_data["summary"],
            cues=form.cleaned_data["cues"],
            version=form.cleaned_data["version"],
            actor=actor_of(request),
            at=clock.now(),
            reason=form.cleaned_data["reason"],
        )

    said = _("E%(id)d has its summary now, by hand.")
    return _settle(request, episode_id, form=form, settle=settle, said=said)


@needs(Need.CURATE)
@require_POST
def dismiss(request: AuthenticatedHttpRequest, episode_id: int) -> HttpResponse:
    form = DismissForm(request.POST)

    def settle() -> Settled:
        return placeholders.dismiss(
            episode_id,
            reason=form.cleaned_data["reason"],
            version=form.cleaned_data["version"],
            actor=actor_of(request),
            at=clock.now(),
        )

    said = _("E%(id)d stays without a summary.")
    return _settle(request, episode_id, form=form, settle=settle, said=said)


@needs(Need.CURATE)
@require_POST
def split(request: AuthenticatedHttpRequest, episode_id: int) -> HttpResponse:
    form = ActionForm(request.POST)

    def settle() -> Settled:
        return placeholders.split(
            episode_id,
            version=form.cleaned_data["version"],
            actor=actor_of(request),
            at=clock.now(),
            reason=form.cleaned_data["reason"],
        )

    said = _("E%(id)d was split; each half can be settled alone.")
    return _settle(request, episode_id, form=form, settle=settle, said=said)


def _settle(
    request: AuthenticatedHttpRequest,
    episode_id: int,
    *,
    form: Form,
    settle: Callable[[], Settled],
    said: str,
) -> HttpResponse:
    """Do it, or show the page again with what was typed and what is wrong with it."""
    try:
        if form.is_valid():
            done = settle()
            notices.notify(request, said % {"id": episode_id}, operation_id=done.operation_id)
            return redirect("episodes:detail", episode_id)
        with unit.snapshot():
            context = episodes.detail_context(episode_id, form=form)
    except Problem as problem:
        return errors.refused(request, problem)
    return render(request, "episodes/detail.html", context, status=422)
