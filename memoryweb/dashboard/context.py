"""What the frame around every page needs."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from memory_core import clock
from memory_core.jobs import store as jobs
from memoryweb.accounts.forms import THEME_COOKIE, THEMES
from memoryweb.accounts.permissions import Need, may
from memoryweb.dashboard import language, notices

WORKER_SILENCE = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Room:
    """One line of the side menu. `area` is the URL namespace, by which the current one shows."""

    title: Any
    icon: str
    area: str
    url_name: str


@dataclass(frozen=True, slots=True)
class Group:
    title: Any
    rooms: tuple[Room, ...]


# Only rooms that exist. The seven groups are Overview, Memory, Curation, Retrieval, Running,
# Data, Settings; a group without a room is not shown.
MENU = (
    Group(_("Overview"), (Room(_("Overview"), "layout-dashboard", "overview", "overview:page"),)),
    Group(
        _("Memory"),
        (
            Room(_("Facts"), "notebook-pen", "facts", "facts:list"),
            Room(_("Episodes"), "book-open-text", "episodes", "episodes:list"),
            Room(_("Messages"), "messages-square", "messages", "messages:list"),
        ),
    ),
    Group(_("Curation"), (Room(_("Operations"), "scroll-text", "operations", "operations:list"),)),
)


@dataclass(frozen=True, slots=True)
class Pulse:
    """The two lights of the top bar."""

    open_jobs: int
    is_working: bool
    worker_seen_at: datetime | None


def pulse(at: datetime) -> Pulse:
    seen_at = jobs.heartbeats().get("worker")
    is_working = seen_at is not None and abs(at - seen_at) <= WORKER_SILENCE
    return Pulse(open_jobs=jobs.open_count(), is_working=is_working, worker_seen_at=seen_at)


def frame(request: HttpRequest) -> dict[str, object]:
    """Context processor. `pulse` asks the database only when a page shows it."""
    at = clock.now()
    match = request.resolver_match
    user = request.user
    theme = user.theme if user.is_authenticated else request.COOKIES.get(THEME_COOKIE, "auto")
    return {
        "at": at,
        "version": settings.VERSION,
        "menu": MENU,
        "area": match.namespace if match else "",
        "language": language.language_of(request),
        "languages": settings.LANGUAGES,
        "theme": theme if theme in THEMES else "auto",
        "pulse": SimpleLazyObject(lambda: pulse(at)),
        "toasts": notices.from_messages(messages.get_messages(request)),
        "may_curate": may(user, Need.CURATE),
        "may_manage": may(user, Need.MANAGE),
    }
