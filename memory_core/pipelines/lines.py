"""Stored messages as a provider sees them."""

from collections.abc import Sequence
from datetime import tzinfo

from memory_core.algorithms import secrets
from memory_core.messages.store import Message
from memory_core.ports import Line


def as_lines(messages: Sequence[Message], *, zone: tzinfo) -> list[Line]:
    """Lines in local time, secrets masked whoever reads them; a body that has not arrived is
    marked and never quoted."""
    return [
        Line(
            id=message.id,
            person_id=message.person_id,
            speaker=secrets.mask(message.speaker_name).text,
            is_bot=message.role == "assistant",
            text=secrets.mask(message.text).text,
            at=message.sent_at.astimezone(zone),
            is_pending=not message.is_ready,
        )
        for message in messages
    ]
