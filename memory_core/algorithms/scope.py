"""Who may see what (SPEC 2 "Visibility", "Isolation"): the one gate, in Python and for the index.

Everything fails closed: an unknown origin, or a scope without the preset or stream that its
isolation asks for, shows nothing.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, Literal

from memory_core.algorithms.vocabulary import Isolation

ScopeStreamKind = Literal["group", "direct", "all"]

_SHARED_ORIGINS: Final = frozenset({"group", "legacy"})
_ORIGIN_TOKENS: Final = {"group": "og", "legacy": "og", "direct": "od"}
# Row ids begin at 1: a scope that lacks the id it needs asks for this one and finds nothing.
_NO_ROW: Final = 0


@dataclass(frozen=True, slots=True)
class Scope:
    """From where somebody looks. `partner_id` is the human of a direct stream.

    `stream_kind="all"` (de-duplication, administration) bypasses origin, never isolation.
    """

    isolation: Isolation
    preset_id: int | None
    stream_id: int | None
    stream_kind: ScopeStreamKind
    partner_id: int | None = None


def fact_is_visible(
    scope: Scope,
    *,
    preset_id: int,
    stream_id: int | None,
    origin: str,
    told_by: Collection[int],
) -> bool:
    """Whether a fact may be seen; `told_by` are the persons whose messages are its evidence."""
    if not _is_inside(scope, preset_id=preset_id, stream_id=stream_id):
        return False
    if scope.stream_kind == "all" or origin in _SHARED_ORIGINS:
        return True
    return (
        origin == "direct"
        and scope.stream_kind == "direct"
        and scope.partner_id is not None
        and scope.partner_id in told_by
    )


def knowledge_is_visible(
    scope: Scope,
    *,
    preset_id: int,
    stream_id: int | None,
    origin: str,
    is_approved: bool,
) -> bool:
    """Whether a knowledge text may be seen.

    Born in a private chat, it stays in that chat until an operator approves it: a model can
    mistake private talk for something objective, and another person's private chat is no
    better place for it than a group.
    """
    if not _is_inside(scope, preset_id=preset_id, stream_id=stream_id):
        return False
    if scope.stream_kind == "all" or origin in _SHARED_ORIGINS:
        return True
    if origin != "direct":
        return False
    is_at_home = scope.stream_kind == "direct" and _is_same_row(scope.stream_id, stream_id)
    return is_approved or is_at_home


def episode_is_visible(
    scope: Scope,
    *,
    preset_id: int,
    stream_id: int,
    stream_kind: str,
    share_group_episodes: bool = False,
) -> bool:
    """Own stream always; group episodes of the same preset elsewhere only when switched on."""
    if not _is_inside(scope, preset_id=preset_id, stream_id=stream_id):
        return False
    if scope.stream_kind == "all" or _is_same_row(scope.stream_id, stream_id):
        return True
    return (
        share_group_episodes and stream_kind == "group" and _is_same_row(scope.preset_id, preset_id)
    )


def scope_tokens(
    *, person_id: int | None, preset_id: int, stream_id: int | None, origin: str
) -> str:
    """The scope column of an index row, such as "p12 b3 s7 og" (DATA "Scope tokens").

    All that is known is written, whatever the isolation, so that switching it re-indexes nothing.
    Raises ValueError on an unknown origin.
    """
    origin_token = _ORIGIN_TOKENS.get(origin)
    if origin_token is None:
        raise ValueError(f"unknown origin: {origin!r}")
    tokens = [
        f"p{person_id}" if person_id is not None else "",
        f"b{preset_id}",
        f"s{stream_id}" if stream_id is not None else "",
        origin_token,
    ]
    return " ".join(token for token in tokens if token)


def scope_match(scope: Scope, *, person_ids: Collection[int] = (), any_origin: bool = False) -> str:
    """The FTS5 expression for the scope column, '' when nothing restricts.

    It narrows, it does not decide: what `told_by` or an approval decides is checked on the rows.
    `any_origin` is for rows that an approval can open (knowledge).
    """
    parts: list[str] = []
    if person_ids:
        people = " OR ".join(f'"p{person_id}"' for person_id in sorted(set(person_ids)))
        parts.append(f"({people})" if " OR " in people else people)
    if scope.isolation != "global":
        parts.append(f'"b{_row_or_none(scope.preset_id)}"')
    if scope.isolation == "stream":
        parts.append(f'"s{_row_or_none(scope.stream_id)}"')
    if scope.stream_kind == "group" and not any_origin:
        parts.append('"og"')
    return f"scope : ({' AND '.join(parts)})" if parts else ""


def _is_inside(scope: Scope, *, preset_id: int, stream_id: int | None) -> bool:
    """Isolation, which nothing bypasses. `stream` includes `preset`: streams can change preset."""
    if scope.isolation == "global":
        return True
    if not _is_same_row(scope.preset_id, preset_id):
        return False
    return scope.isolation == "preset" or _is_same_row(scope.stream_id, stream_id)


def _is_same_row(mine: int | None, other: int | None) -> bool:
    return mine is not None and mine == other


def _row_or_none(row_id: int | None) -> int:
    return _NO_ROW if row_id is None else row_id
