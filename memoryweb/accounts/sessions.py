"""Sessions in the database, whose failures say what they are."""

from django.contrib.sessions.backends import base, db
from django.db import OperationalError


class SessionStore(db.SessionStore):
    """Django turns every failure to save into "the session was deleted", a fault of the browser
    (400). A database that is locked or full is ours, and the answer to that is "try again"."""

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - Django's signature
        try:
            super().save(must_create=must_create)
        except base.UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise
