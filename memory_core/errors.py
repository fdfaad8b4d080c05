"""What the engine refuses, in words for the person who asked.

Messages are lazy translations: they turn into the reader's language where they are shown.
"""

from typing import Any


class Problem(Exception):
    """A request the engine refuses. `message` is for people, `code` for programs."""

    code = "problem"

    def __init__(self, message: Any, *, code: str = "", **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code
        self.details = details

    def __str__(self) -> str:
        return str(self.message)


class Missing(Problem):
    """The row does not exist (404)."""

    code = "missing"


class Conflict(Problem):
    """The row is in another state, or somebody was faster (409)."""

    code = "conflict"


class Invalid(Problem):
    """The input itself is wrong (422)."""

    code = "invalid"


class LeaseLost(Exception):
    """The job now belongs to somebody else; whatever this worker made is rolled back."""
