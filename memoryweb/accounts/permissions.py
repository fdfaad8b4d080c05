"""What each page needs, stated once, at the view (TRUST T01).

`needs(Need.CURATE)` refuses everybody below that rank and writes the need on the view, where the
test that walks every address reads it. `open_to_all` marks the few pages before the sign-in.
"""

from collections.abc import Callable
from enum import IntEnum
from functools import update_wrapper
from typing import Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from memoryweb.accounts.http import AuthenticatedHttpRequest
from memoryweb.accounts.models import Role, User

P = ParamSpec("P")
OpenView = Callable[Concatenate[HttpRequest, P], HttpResponse]
GuardedView = Callable[Concatenate[AuthenticatedHttpRequest, P], HttpResponse]


class Need(IntEnum):
    """Ranks: each includes the ones below."""

    VIEW = 1
    CURATE = 2
    TUNE = 3
    MANAGE = 4


RANKS: dict[str, Need] = {
    Role.VIEWER: Need.VIEW,
    Role.CURATOR: Need.CURATE,
    Role.TUNER: Need.TUNE,
    Role.MANAGER: Need.MANAGE,
}


def may(user: User | AnonymousUser, need: Need) -> bool:
    """Whether this person may do what `need` names. Nobody signed in may do nothing."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or RANKS.get(user.role, 0) >= need


def needs(need: Need) -> Callable[[GuardedView[P]], OpenView[P]]:
    def decorate(view: GuardedView[P]) -> OpenView[P]:
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not may(request.user, need):
                raise PermissionDenied
            return view(cast(AuthenticatedHttpRequest, request), *args, **kwargs)

        update_wrapper(guarded, view)
        guarded.need = need  # type: ignore[attr-defined]
        return guarded

    return decorate


def open_to_all(view: OpenView[P]) -> OpenView[P]:
    """A page before the sign-in."""
    marked: OpenView[P] = login_not_required(view)
    return marked


def open_before_setup(view: OpenView[P]) -> OpenView[P]:
    """A page that answers even while no admin exists."""
    view.is_open_before_setup = True  # type: ignore[attr-defined]
    return open_to_all(view)
