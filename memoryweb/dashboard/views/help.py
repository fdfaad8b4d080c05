"""The words of the product, and how a bot connects."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from memory_core.algorithms import decay
from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.permissions import Need, needs
from memoryweb.dashboard import labels

HOURS_A_DAY = 24


@needs(Need.VIEW)
@require_safe
def page(request: AuthenticatedHttpRequest) -> HttpResponse:
    half_lives = [
        (label.text, decay.half_life_hours(kind) / HOURS_A_DAY)
        for kind, label in labels.KINDS.items()
    ]
    context = {
        "states": labels.STATES,
        "half_lives": half_lives,
        "freeze": decay.FREEZE,
        "revive": decay.REVIVE,
    }
    return render(request, "help/page.html", context)
