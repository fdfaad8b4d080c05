"""Reasons the engine stored as English sentences, in the reader's language.

They are data: a model's own words stay as they are.
"""

import re
from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

_TOO_LITTLE: Final = re.compile(
    r"the built-in rules cannot summarise this batch: (\d+) of (\d+) lines hold a sentence"
    r" in a natural language"
)
_SECRETS: Final = re.compile(
    r"the built-in rules cannot summarise this batch: every sentence holds a secret or an"
    r" instruction to the bot"
)


def _say_too_little(found: re.Match[str]) -> str:
    return _(
        "The built-in rules cannot summarise this: %(n)s of %(m)s lines hold a sentence in a"
        " natural language."
    ) % {"n": found[1], "m": found[2]}


def _say_secrets(_found: re.Match[str]) -> str:
    return _(
        "The built-in rules cannot summarise this: every sentence holds a secret or an instruction"
        " to the bot."
    )


_KNOWN: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (_TOO_LITTLE, _say_too_little),
    (_SECRETS, _say_secrets),
)


def say(reason: str) -> str:
    for pattern, tell in _KNOWN:
        found = pattern.fullmatch(reason)
        if found is not None:
            return tell(found)
    return reason
