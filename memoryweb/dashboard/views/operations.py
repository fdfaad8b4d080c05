"""The ledger: who changed what, and taking it back, one step or a whole batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from memory_core import clock, unit
from memory_core.errors import Conflict, Missing, Problem
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Batch
from memory_core.pipelines import curate
from memory_core.pipelines.curate import BatchUndone
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.accounts.redirects import next_url
from memoryweb.dashboard import filters, history, htmx, labels, notices, rows
from memoryweb.dashboard.filters import Asked, Chip, Field
from memoryweb.dashboard.history import Step
from memoryweb.dashboard.views import errors
from memoryweb.dashboard.views.curation import actor_of

PAGE_ROWS = 50
STEPS_SHOWN = 5
FIELDS: dict[str, Field] = {
    "who": filters.free_text(),
    "verb": filters.one_of(labels.VERBS, is_many=False),
    "subject": filters.one_of(labels.SUBJECTS, is_many=False),
    "id": filters.a_number(),
    "batch": filters.a_number(),
    "before": filters.a_number(),
}


@dataclass(frozen=True, slots=True)
class BatchSteps:
    """Neighbouring steps of one batch, as the list shows them together."""

    batch: Batch
    steps: list[Step]

    @property
    def first_steps(self) -> list[Step]:
        return self.steps[:STEPS_SHOWN]

    @property
    def more_steps(self) -> list[Step]:
        return self.steps[STEPS_SHOWN:]

    @property
    def undoable(self) -> int:
        return sum(step.can_be_undone for step in self.steps)


@needs(Need.VIEW)
@require_safe
def operation_list(request: AuthenticatedHttpRequest) -> HttpResponse:
    asked = filters.read(request.GET, FIELDS)
    with unit.snapshot():
        context = _list_context(asked)
    return htmx.render_page_or_fragment(
        request, page="operations/list.html", fragment="operations/_list.html", context=context
    )


def _list_context(asked: Asked) -> dict[str, object]:
    found = ledger.operations(
        before_id=asked.number("before"),
        limit=PAGE_ROWS + 1,
        subject_kind=asked.one("subject") or ("fact" if asked.one("id") else None),
        subject_id=asked.number("id"),
        batch_id=asked.number("batch"),
        actor=asked.one("who") or None,
        verb=asked.one("verb") or None,
    )
    shown = found[:PAGE_ROWS]
    has_more = len(found) > PAGE_ROWS
    return {
        "groups": _groups(history.steps(shown)),
        "asked": asked,
        "chips": _chips(asked),
        "unknown": asked.unknown,
        "verbs": [(verb, label.text) for verb, label in labels.VERBS.items()],
        "verb": asked.one("verb"),
        "who": asked.one("who"),
        "id": asked.one("id"),
        "is_first": not asked.one("before"),
        "first_link": asked.link(),
        "next_link": asked.link(before=str(shown[-1].id)) if has_more else "",
    }


def _groups(steps: Sequence[Step]) -> list[BatchSteps]:
    batches = ledger.batches({step.operation.batch_id for step in steps})
    return [
        BatchSteps(batches[batch_id], list(group))
        for batch_id, group in groupby(steps, key=lambda step: step.operation.batch_id)
    ]


def _chips(asked: Asked) -> list[Chip]:
    said = {
        "who": (_("Who"), asked.one("who")),
        "verb": (_("Operation"), str(labels.word(labels.VERBS, asked.one("verb")).text)),
        "subject": (_("Kind of row"), str(labels.word(labels.SUBJECTS, asked.one("subject")).text)),
        "id": (_("Row"), f"#{asked.one('id')}"),
        "batch": (_("Batch"), f"B{asked.one('batch')}"),
    }
    return [
        Chip(name, value, asked.without(key, asked.one(key)))
        for key, (name, value) in said.items()
        if asked.one(key)
    ]


@needs(Need.CURATE)
@require_POST
def undo(request: AuthenticatedHttpRequest, operation_id: int) -> HttpResponse:
    """Take one step back. Without htmx, and on pages of many parts, the page is loaded anew."""
    try:
        done = curate.undo(operation_id, actor=actor_of(request), at=clock.now())
    except Missing as missing:
        return errors.refused(request, missing)
    except Conflict as problem:
        return _cannot(request, operation_id, problem)
    said = _("Undone: O%(id)d. It is a step of its own in the ledger.") % {"id": operation_id}
    notices.notify(request, said)
    if not htmx.wants_fragment(request):
        return HttpResponseRedirect(next_url(request, default="operations:list"))
    if done.subject_kind == "fact" and htmx.current_path(request).partition("?")[0] == reverse(
        "facts:list"
    ):
        context = {"rows": [rows.fact_row(done.subject_id)]}
        return render(request, "facts/_row_undone.html", context)
    return HttpResponse(status=204, headers={"HX-Refresh": "true"})


def _cannot(
    request: AuthenticatedHttpRequest, operation_id: int, problem: Conflict
) -> HttpResponse:
    """Why not, and which step stands in the way."""
    if htmx.wants_fragment(request):
        notices.warn(request, str(problem))
        return render(request, "layout/_toasts_oob.html", status=409)
    named = problem.details.get("operation_id")
    wanted = [ledger.get_operation(operation_id)]
    wanted += [ledger.get_operation(named)] if isinstance(named, int) else []
    context = {
        "message": str(problem),
        "code": problem.code,
        "steps": history.steps(wanted),
        "back": next_url(request, default="operations:list"),
    }
    return render(request, "operations/conflict.html", context, status=409)


@needs(Need.CURATE)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_batch(request: AuthenticatedHttpRequest, batch_id: int) -> HttpResponse:
    """First what would go back and what would not; then, by POST, it goes back."""
    try:
        if request.method == "POST":
            done = curate.undo_batch(batch_id, actor=actor_of(request), at=clock.now())
            notices.notify(request, _told(done.undone, len(done.held), batch_id))
            return redirect("operations:list")
        plan = curate.preview_undo_batch(batch_id, actor=actor_of(request), at=clock.now())
    except Problem as problem:
        return errors.refused(request, problem)
    context = _preview_context(batch_id, plan)
    return render(request, "operations/batch.html", context)


@dataclass(frozen=True, slots=True)
class Held:
    """A step that would not go back, and why."""

    step: Step
    why: str


def _preview_context(batch_id: int, plan: BatchUndone) -> dict[str, object]:
    with unit.snapshot():
        every = ledger.batch_operations(batch_id)
        held = {entry.id for entry in plan.held}
        is_open = [entry for entry in every if not entry.undone_by_id and not entry.undoes_id]
        return {
            "batch": ledger.get_batch(batch_id),
            "steps": history.steps(entry for entry in is_open if entry.id not in held),
            "held": [
                Held(step, why)
                for step, why in zip(history.steps(plan.held), plan.why, strict=True)
            ],
            "undone": plan.undone,
            "done_before": len(every) - len(is_open),
        }


def _told(undone: int, held: int, batch_id: int) -> str:
    said = ngettext(
        "Batch B%(batch)d: %(n)d step undone.", "Batch B%(batch)d: %(n)d steps undone.", undone
    ) % {"batch": batch_id, "n": undone}
    if not held:
        return said
    kept = ngettext(
        "%(n)d step is held by a later change.", "%(n)d steps are held by later changes.", held
    ) % {"n": held}
    return f"{said} {kept}"
