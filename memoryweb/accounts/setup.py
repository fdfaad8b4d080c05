"""The first admin, by a one-time link or from the command line. There is no default account.

The token has 256 bits, is kept as a digest, lives 24 hours and is void once an admin exists.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from memory_core import unit
from memory_core.errors import Conflict, Invalid
from memory_core.jobs import store as jobs
from memoryweb.accounts import store
from memoryweb.accounts.models import User

LIFETIME = timedelta(hours=24)
DIGEST = "setup_token_digest"
EXPIRES = "setup_token_expires"


def issue_link(at: datetime) -> str:
    """A fresh link as a path; links given out before are void. Refused once an admin exists."""
    token = secrets.token_urlsafe(32)
    with unit.write():
        _refuse_second_admin()
        jobs.set_meta(DIGEST, _digest(token))
        jobs.set_meta(EXPIRES, (at + LIFETIME).isoformat())
    return reverse("accounts:setup_link", kwargs={"token": token})


def is_open(at: datetime) -> bool:
    """Whether a link is out that somebody could still use."""
    expires = jobs.meta(EXPIRES)
    return bool(expires) and at < datetime.fromisoformat(expires) and not store.admin_exists()


def is_valid(token: str, *, at: datetime) -> bool:
    if not is_open(at):
        return False
    return secrets.compare_digest(jobs.meta(DIGEST), _digest(token))


def redeem(token: str, *, username: str, password: str, language: str, at: datetime) -> User:
    """Use the link: the first admin, and the link is void. Two at once: one wins."""
    with unit.write():
        if not is_valid(token, at=at):
            raise Conflict(_("This set-up link is used up or too old."), code="setup_closed")
        return create_admin(username=username, password=password, language=language, at=at)


def create_admin(*, username: str, password: str, language: str, at: datetime) -> User:
    """The first admin. Refused when there is one, or when the password is too weak."""
    with unit.write():
        _refuse_second_admin()
        if not username.strip() or store.username_exists(username):
            raise Invalid(_("Choose another name."), code="username")
        try:
            validate_password(password, User(username=username))
        except ValidationError as weak:
            raise Invalid(" ".join(weak.messages), code="password") from weak
        user = store.add_admin(username=username, password=password, language=language, at=at)
        jobs.set_meta(DIGEST, "")
        jobs.set_meta(EXPIRES, "")
        return user


def _refuse_second_admin() -> None:
    if store.admin_exists():
        raise Conflict(_("An admin exists already; sign in."), code="admin_exists")


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
