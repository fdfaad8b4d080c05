"""What an operator does to a fact: archive, restore, pin, unpin, replace. One click, one call of
the engine, one ledger row; the answer is the changed row, or the page it was clicked on."""

from collections.abc import Callable
from typing import Any, cast

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from memory_core import clock, unit
from memory_core.algorithms.vocabulary import Kind, Slot
from memory_core.errors import Conflict, Invalid, Missing
from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.facts.curate import Curated
from memory_core.ledger.store import Actor
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.accounts.redirects import next_url
from memoryweb.dashboard import conflicts, dossier, htmx, notices, rows
from memoryweb.dashboard.forms import ActionForm, ReplaceForm
from memoryweb.dashboard.views import errors

CURATE: dict[str, Callable[..., Curated]] = {
    "archive": curate.archive,
    "restore": curate.restore,
    "pin": curate.pin,
    "unpin": curate.unpin,
}


def actor_of(request: AuthenticatedHttpRequest) -> Actor:
    return Actor("user", request.user.username)


@needs(Need.CURATE)
@require_POST
def archive(request: AuthenticatedHttpRequest, fact_id: int) -> HttpResponse:
    return _act(request, fact_id, verb="archive", said=_("Archived #%(id)d."))


@needs(Need.CURATE)
@require_POST
def restore(request: AuthenticatedHttpRequest, fact_id: int) -> HttpResponse:
    return _act(request, fact_id, verb="restore", said=_("Restored #%(id)d."))


@needs(Need.CURATE)
@require_POST
def pin(request: AuthenticatedHttpRequest, fact_id: int) -> HttpResponse:
    return _act(request, fact_id, verb="pin", said=_("Pinned #%(id)d: it will not fade."))


@needs(Need.CURATE)
@require_POST
def unpin(request: AuthenticatedHttpRequest, fact_id: int) -> HttpResponse:
    return _act(request, fact_id, verb="unpin", said=_("Unpinned #%(id)d: it fades again."))


def _act(request: AuthenticatedHttpRequest, fact_id: int, *, verb: str, said: str) -> HttpResponse:
    form = ActionForm(request.POST)
    if not form.is_valid():
        return errors.refused(request, Invalid(_("The form is incomplete; reload the page.")))
    try:
        done = CURATE[verb](
            fact_id,
            version=form.cleaned_data["version"],
            actor=actor_of(request),
            at=clock.now(),
            reason=form.cleaned_data["reason"],
        )
    except Missing as missing:
        return errors.refused(request, missing)
    except Conflict as problem:
        return _refuse(request, fact_id, problem, verb=verb, version=form.cleaned_data["version"])
    notices.notify(request, said % {"id": fact_id}, operation_id=done.operation_id)
    return _changed(request, fact_id)


def _changed(request: AuthenticatedHttpRequest, fact_id: int, *, status: int = 200) -> HttpResponse:
    """The row or the page as it is now, with the toast; without htmx, back where it came from."""
    if not htmx.wants_fragment(request):
        return HttpResponseRedirect(
            next_url(request, default=reverse("facts:detail", args=[fact_id]))
        )
    if htmx.target_of(request) == "fact-detail":
        with unit.snapshot():
            context = dossier.of_fact(fact_id, at=clock.now())
        return render(request, "facts/_detail_changed.html", context, status=status)
    context = {"rows": [rows.fact_row(fact_id)]}
    return render(request, "facts/_row_changed.html", context, status=status)


def _refuse(
    request: AuthenticatedHttpRequest, fact_id: int, problem: Conflict, *, verb: str, version: int
) -> HttpResponse:
    """409. In a list the fresh row says it all; elsewhere mine and theirs, side by side."""
    if htmx.wants_fragment(request) and htmx.target_of(request) != "fact-detail":
        notices.warn(request, str(problem))
        return _changed(request, fact_id, status=409)
    context = conflicts.panel(fact_id, problem, version=version, verb=verb)
    return htmx.render_page_or_fragment(
        request,
        page="facts/conflict.html",
        fragment="facts/_conflict.html",
        context=context,
        status=409,
    )


@needs(Need.CURATE)
@require_http_methods(["GET", "HEAD", "POST"])
def replace(request: AuthenticatedHttpRequest, fact_id: int) -> HttpResponse:
    """A new wording: the form, and what became of it."""
    try:
        fact = facts.get(fact_id)
    except Missing as missing:
        return errors.refused(request, missing)
    first = {
        "version": fact.version,
        "content": fact.content,
        "kind": fact.kind,
        "slot": fact.slot or "",
    }
    form = ReplaceForm(request.POST or None, initial=first)
    if request.method == "POST" and form.is_valid():
        try:
            return _replaced(request, fact_id, form.cleaned_data)
        except Invalid as problem:
            form.add_error("content", str(problem))
        except Conflict as problem:
            return render(
                request,
                "facts/conflict.html",
                conflicts.panel(
                    fact_id,
                    problem,
                    version=form.cleaned_data["version"],
                    mine=form.cleaned_data["content"],
                ),
                status=409,
            )
    context = {"row": rows.fact_row(fact_id), "form": form}
    status = 422 if request.method == "POST" else 200
    return render(request, "facts/replace.html", context, status=status)


def _replaced(
    request: AuthenticatedHttpRequest, fact_id: int, wanted: dict[str, Any]
) -> HttpResponse:
    done = curate.replace_fact(
        fact_id,
        content=wanted["content"],
        kind=cast(Kind, wanted["kind"]),
        slot=cast(Slot, wanted["slot"]) if wanted["slot"] else None,
        version=wanted["version"],
        actor=actor_of(request),
        at=clock.now(),
        reason=wanted["reason"],
    )
    said = _("Replaced #%(old)d by #%(new)d.") % {"old": fact_id, "new": done.fact.id}
    notices.notify(request, said, operation_id=done.operation_id)
    return redirect("facts:detail", done.fact.id)
