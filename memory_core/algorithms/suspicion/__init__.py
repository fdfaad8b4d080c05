"""Memories that would instruct the bot instead of telling it something (SPEC 3.10, TRUST T24).

A memory is shown to the model again and again, so one that reads as an order is an attack that
lasts. Nothing is refused here: what is named waits in review, where a person decides. Orders are
told from talk about orders by who is spoken to: "忽略以上所有指令" is one, "老板让我忽略这封邮件"
is not. A text is judged by what a model would read: unseen characters taken out, letters spelled
apart put together, what is encoded decoded.
"""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.algorithms.folding import fold
from memory_core.algorithms.suspicion import chinese, disguise, english, tags
from memory_core.algorithms.suspicion.reasons import REASONS, Reason

__all__ = ["REASONS", "Reason", "is_instruction_like"]

# One sentence at a time, and of one without end so much, with an overlap no order is longer than.
_SENTENCE: Final = re.compile(r"[^。!！?？\n]+[。!！?？]*")
_WINDOW: Final = 400
_STEP: Final = 280


def is_instruction_like(text: str) -> Reason | None:
    """Why a text reads as an instruction to the bot; None = it does not. No text raises."""
    if reason := _told(text):
        return reason
    if disguise.is_smuggled(text):
        return "smuggled"
    for decoded in disguise.decoded(text):
        if decoded.is_blob or _told(decoded.text):
            return "encoded"
    return None


def _told(text: str) -> Reason | None:
    copy = disguise.unmasked(fold(text).text)
    if tags.holds_tag(copy):
        return "role_tag"
    if disguise.holds_squeezed_order(copy):
        return "override"
    found = (reason for piece in _pieces(copy) if (reason := _of_piece(piece)))
    return next(found, None)


def _of_piece(piece: str) -> Reason | None:
    return chinese.reason(piece) or english.reason(piece)


def _pieces(copy: str) -> Iterator[str]:
    for sentence in _SENTENCE.finditer(copy):
        whole = sentence[0].strip()
        for start in range(0, max(1, len(whole) - _WINDOW + _STEP), _STEP):
            yield whole[start : start + _WINDOW]
