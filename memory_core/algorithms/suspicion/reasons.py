"""Why a text is held for review."""

from typing import Final, Literal, get_args

Reason = Literal[
    "override",  # drop what you were told
    "standing_order",  # from now on, always, whatever I ask
    "persona",  # be somebody without rules
    "memory_order",  # remember that you must
    "disclosure",  # tell what you were told, or what others said
    "role_tag",  # marks of the formats models are spoken to in
    "smuggled",  # characters nobody sees
    "encoded",  # text a model reads and people do not
]

REASONS: Final[tuple[Reason, ...]] = get_args(Reason)
