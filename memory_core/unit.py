"""Units of work: `write()` around everything that must happen together, `snapshot()` around
reads that must agree."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import transaction

from memory_core import db


@contextmanager
def write() -> Iterator[None]:
    """One IMMEDIATE transaction. A unit inside a unit is part of it; when the inner one fails
    and the outer catches that, only the inner one is taken back (a savepoint)."""
    with transaction.atomic():
        yield


@contextmanager
def snapshot() -> Iterator[None]:
    """Reads that see one state. Never `atomic()`: under IMMEDIATE that takes the write lock."""
    if db.in_transaction():
        yield
        return
    with db.deferred():
        yield


def after_commit(call: Callable[[], object]) -> None:
    """Run `call` once the outermost unit is on disk; never when it rolls back."""
    transaction.on_commit(call)
