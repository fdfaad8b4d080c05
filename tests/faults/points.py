"""Fault points: every commit boundary, every write outside a transaction, every call outside.

The points are where Django talks to SQLite and where the engine calls a provider, so a new write
path has its points without being told so.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import OperationalError, connection  # noqa: TID251 - faults strike below the engine

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "VACUUM")
Action = Callable[[str], None]


@dataclass
class Points:
    """Counts what is reached. At the n-th point `strike` happens, and at all later ones too when
    `is_persistent`; n = 0 only counts."""

    strike: Action
    n: int = 0
    is_persistent: bool = False
    reached: int = 0
    struck: list[str] = field(default_factory=list)

    def reach(self, name: str) -> None:
        self.reached += 1
        if self.n and (self.reached == self.n or (self.is_persistent and self.reached > self.n)):
            self.struck.append(name)
            self.strike(name)


def fail(name: str) -> None:
    """What a full disk or a lost file looks like from here."""
    raise OperationalError(f"fault injected {name}")


@contextmanager
def armed(points: Points) -> Iterator[None]:
    """Put the points in place on this thread's connection."""
    commit = connection.commit

    def committing() -> None:
        points.reach("before commit")
        commit()
        points.reach("after commit")

    def statement(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        outside = not connection.in_atomic_block and sql.lstrip().upper().startswith(WRITES)
        if outside:
            points.reach("before a write of its own")
        result = execute(sql, params, many, context)
        if outside:
            points.reach("after a write of its own")
        return result

    connection.ensure_connection()
    connection.commit = committing  # type: ignore[method-assign]
    try:
        with connection.execute_wrapper(statement):
            yield
    finally:
        connection.commit = commit  # type: ignore[method-assign]
