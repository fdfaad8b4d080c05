"""What has just happened, told once: a toast, with the operation it can take back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest

_OPERATION = "operation-"


@dataclass(frozen=True, slots=True)
class Toast:
    """`operation_id` is what the undo button takes back; None where there is nothing to."""

    text: str
    is_error: bool
    operation_id: int | None


def notify(request: HttpRequest, text: str, *, operation_id: int | None = None) -> None:
    tag = f"{_OPERATION}{operation_id}" if operation_id is not None else ""
    messages.success(request, text, extra_tags=tag)


def warn(request: HttpRequest, text: str) -> None:
    messages.error(request, text)


def from_messages(stored: Iterable[Message]) -> Iterator[Toast]:
    """Lazily: a message that no page shows waits for the next one."""
    for message in stored:
        tag = message.extra_tags or ""
        number = tag.removeprefix(_OPERATION)
        is_undoable = tag.startswith(_OPERATION) and number.isdecimal()
        yield Toast(
            text=str(message.message),
            is_error=message.level >= messages.ERROR,
            operation_id=int(number) if is_undoable else None,
        )
