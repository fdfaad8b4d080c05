"""Reading facts: one row, a page of the list, conflicts, and the scoped search."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from memory_core import db
from memory_core.algorithms import decay, scope, tokenize
from memory_core.algorithms.scope import Scope
from memory_core.facts.models import Fact as FactRow
from memory_core.facts.models import FactEvidence, FactTokens
from memory_core.facts.store.rows import INDEX, Fact, get, to_fact

Order = Literal["edited", "due"]
_STATE_SQL: Final = {
    "active": "facts.superseded_by IS NULL AND facts.active = 1",
    "frozen": "facts.superseded_by IS NULL AND facts.active = 0",
    "superseded": "facts.superseded_by IS NOT NULL AND facts.superseded_by <> facts.id",
    "archived": "facts.superseded_by = facts.id",
}
_IN_CONFLICT: Final = (
    "facts.slot IS NOT NULL AND facts.superseded_by IS NULL AND facts.active = 1 AND EXISTS"
    " (SELECT 1 FROM facts AS o WHERE o.person_id = facts.person_id AND o.slot = facts.slot"
    " AND o.preset_id = facts.preset_id AND o.superseded_by IS NULL AND o.active = 1"
    " AND o.content_key <> facts.content_key)"
)
_DUE_SOON: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class FactFilter:
    """What a list shows. Empty collections restrict nothing; `scope` = only what is visible
    from there."""

    text: str = ""
    ids: tuple[int, ...] = ()
    person_ids: tuple[int, ...] = ()
    states: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    pinned: bool | None = None
    in_conflict: bool = False
    due_before: datetime | None = None
    batch_id: int | None = None
    scope: Scope | None = None


@dataclass(frozen=True, slots=True)
class FactPage:
    """`next_cursor` is '' on the last page; `count` is of all pages."""

    rows: tuple[Fact, ...]
    next_cursor: str
    count: int


@dataclass(frozen=True, slots=True)
class Facets:
    """How many rows each value would leave, the filter on its own field set aside."""

    states: dict[str, int]
    kinds: dict[str, int]
    sources: dict[str, int]
    origins: dict[str, int]
    people: dict[int, int]


@dataclass(frozen=True, slots=True)
class QuotedMessage:
    message_id: int
    quote: str


@dataclass(frozen=True, slots=True)
class ConflictGroup:
    """Active facts of one person in one slot that say different things (SPEC 3.9)."""

    preset_id: int
    person_id: int
    slot: str
    fact_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IndexEntry:
    words: str
    bigrams: str
    tokenizer: str


class _Where:
    """Conditions and their values, in step."""

    def __init__(self) -> None:
        self.conditions: list[str] = []
        self.params: list[Any] = []

    def add(self, sql: str, *params: Any) -> None:
        self.conditions.append(f"({sql})")
        self.params.extend(params)

    def add_in(self, column: str, values: Collection[Any]) -> None:
        if values:
            listed = list(values)
            self.add(f"{column} IN ({db.marks(listed)})", *listed)

    @property
    def sql(self) -> str:
        return " AND ".join(self.conditions) or "1 = 1"


def visible_sql(within: Scope) -> tuple[str, list[Any]]:
    """The gate of SPEC 2 as a condition on `facts`; algorithms.scope says the same in Python."""
    where = _Where()
    if within.isolation != "global":
        where.add("facts.preset_id = %s", within.preset_id or 0)
    if within.isolation == "stream":
        where.add("facts.stream_id = %s", within.stream_id or 0)
    if within.stream_kind == "group":
        where.add("facts.origin IN ('group', 'legacy')")
    elif within.stream_kind == "direct":
        where.add(
            "facts.origin IN ('group', 'legacy') OR (facts.origin = 'direct' AND EXISTS"
            " (SELECT 1 FROM json_each(facts.told_by) WHERE value = %s))",
            within.partner_id or 0,
        )
    return where.sql, where.params


def find_text(text: str) -> str:
    """A list's search as a MATCH expression: every part of it must occur. '' = nothing to ask."""
    tokens = tokenize.index_text(text)
    parts = dict.fromkeys(tokens.bigrams.split())
    latin = [word for word in tokens.words.split() if word.isascii()]
    parts.update(dict.fromkeys(latin))
    if not parts:
        parts = dict.fromkeys((tokens.words or tokens.characters).split())
    quoted = [tokenize.quote_token(part) for part in list(parts)[:64]]
    if not quoted:
        return ""
    return f"{{{' '.join(INDEX.columns)}}} : ({' AND '.join(quoted)})"


def _where(wanted: FactFilter, *, without: str = "") -> _Where:
    """The conditions of a filter; `without` leaves one facet's own field out."""
    where = _Where()
    _add_text(where, wanted.text)
    where.add_in("facts.id", wanted.ids)
    fields = {
        "people": ("facts.person_id", wanted.person_ids),
        "kinds": ("facts.kind", wanted.kinds),
        "slots": ("facts.slot", wanted.slots),
        "sources": ("facts.source", wanted.sources),
        "origins": ("facts.origin", wanted.origins),
    }
    for name, (column, values) in fields.items():
        if name != without:
            where.add_in(column, values)
    if wanted.states and without != "states":
        known = [_STATE_SQL[state] for state in wanted.states if state in _STATE_SQL]
        where.add(" OR ".join(f"({sql})" for sql in known) or "0 = 1")
    _add_marks(where, wanted)
    return where


def _add_text(where: _Where, text: str) -> None:
    if not text:
        return
    match = find_text(text)
    if match:
        where.add("facts.id IN (SELECT rowid FROM facts_fts WHERE facts_fts MATCH %s)", match)
    else:
        where.add("0 = 1")


def _add_marks(where: _Where, wanted: FactFilter) -> None:
    if wanted.pinned is not None:
        compare = ">=" if wanted.pinned else "<"
        where.add(f"facts.half_life_hours {compare} %s", decay.PIN_HALF_LIFE_HOURS)
    if wanted.in_conflict:
        where.add(_IN_CONFLICT)
    if wanted.due_before is not None:
        where.add("facts.active = 1 AND facts.due_at <= %s", db.instant(wanted.due_before))
    if wanted.batch_id is not None:
        where.add("facts.batch_id = %s", wanted.batch_id)
    if wanted.scope is not None:
        sql, params = visible_sql(wanted.scope)
        where.add(sql, *params)


def page(
    wanted: FactFilter, *, cursor: str = "", limit: int = 50, order: Order = "edited"
) -> FactPage:
    """A screenful by keyset: the same row never shows twice, however the list grows."""
    where = _where(wanted)
    count = int(db.scalar(f"SELECT COUNT(*) FROM facts WHERE {where.sql}", where.params) or 0)  # noqa: S608
    column, direction, compare = (
        ("edited_at", "DESC", "<") if order == "edited" else ("due_at", "ASC", ">")
    )
    key, _separator, shown_id = cursor.rpartition("~")
    # SQLite holds no longer number; a cursor comes out of an address, so it may be anything.
    if key and shown_id.isdecimal() and len(shown_id) < 19:
        where.add(f"(facts.{column}, facts.id) {compare} (%s, %s)", key, int(shown_id))
    found = db.rows(
        f"SELECT facts.id, facts.{column} FROM facts WHERE {where.sql}"  # noqa: S608
        f" ORDER BY facts.{column} {direction}, facts.id {direction} LIMIT %s",
        [*where.params, limit + 1],
    )
    shown = found[:limit]
    rows = get_many([row[0] for row in shown])
    next_cursor = ""
    if len(found) > limit:
        last_id, last_key = shown[-1]
        next_cursor = f"{db.instant(db.parse_instant(last_key))}~{last_id}"
    return FactPage(tuple(rows[row[0]] for row in shown), next_cursor, count)


def facets(wanted: FactFilter) -> Facets:
    def grouped(name: str, column: str) -> dict[Any, int]:
        where = _where(wanted, without=name)
        found = db.rows(
            f"SELECT {column}, COUNT(*) FROM facts WHERE {where.sql} GROUP BY 1 ORDER BY 2 DESC",  # noqa: S608
            where.params,
        )
        return {row[0]: row[1] for row in found}

    state = (
        "CASE WHEN superseded_by = id THEN 'archived'"
        " WHEN superseded_by IS NOT NULL THEN 'superseded'"
        " WHEN active = 1 THEN 'active' ELSE 'frozen' END"
    )
    return Facets(
        states=grouped("states", state),
        kinds=grouped("kinds", "kind"),
        sources=grouped("sources", "source"),
        origins=grouped("origins", "origin"),
        people=grouped("people", "person_id"),
    )


def get_many(ids: Collection[int]) -> dict[int, Fact]:
    found: dict[int, Fact] = {}
    for part in db.chunks(list(ids)):
        found.update((row.pk, to_fact(row)) for row in FactRow.objects.filter(id__in=part))
    return found


def evidence(fact_id: int) -> list[QuotedMessage]:
    rows = FactEvidence.objects.filter(fact_id=fact_id).order_by("message_id")
    return [QuotedMessage(*row) for row in rows.values_list("message_id", "quote")]


def by_evidence(message_ids: Collection[int]) -> dict[int, list[int]]:
    """Which facts rest on each message."""
    found: dict[int, list[int]] = {}
    rows = FactEvidence.objects.filter(message_id__in=message_ids).order_by("fact_id")
    for message_id, fact_id in rows.values_list("message_id", "fact_id"):
        found.setdefault(message_id, []).append(fact_id)
    return found


def index_entry(fact_id: int) -> IndexEntry | None:
    row = FactTokens.objects.filter(id=fact_id).first()
    return IndexEntry(row.words, row.bigrams, row.tokenizer) if row else None


def chain(fact_id: int) -> list[Fact]:
    """Everything this fact replaced and was replaced by, oldest first."""
    fact = get(fact_id)
    older = _older(fact_id)
    newer: list[Fact] = []
    seen = {fact_id, *(row.id for row in older)}
    next_id = fact.superseded_by
    while next_id is not None and next_id not in seen:
        seen.add(next_id)
        newer.append(get(next_id))
        next_id = newer[-1].superseded_by
    return [*older, fact, *newer]


def _older(fact_id: int) -> list[Fact]:
    found: dict[int, Fact] = {}
    wanted = [fact_id]
    while wanted:
        rows = FactRow.objects.filter(superseded_by__in=wanted).exclude(id__in=[fact_id, *found])
        wanted = []
        for row in rows:
            found[row.pk] = to_fact(row)
            wanted.append(row.pk)
    return [found[key] for key in sorted(found)]


def conflict_groups(*, limit: int = 50) -> list[ConflictGroup]:
    """Groups of active facts in one slot whose keys differ; equal keys say the same twice."""
    found = db.rows(
        "SELECT preset_id, person_id, slot, json_group_array(id) FROM facts"
        " WHERE slot IS NOT NULL AND superseded_by IS NULL AND active = 1"
        " GROUP BY preset_id, person_id, slot HAVING COUNT(DISTINCT content_key) > 1"
        " ORDER BY MAX(id) DESC LIMIT %s",
        [limit],
    )
    return [
        ConflictGroup(preset_id, person_id, slot, tuple(_ids(ids)))
        for preset_id, person_id, slot, ids in found
    ]


def _ids(text: str) -> list[int]:
    """A JSON array of numbers from SQL, sorted."""
    return sorted(int(part) for part in text.strip("[]").split(",") if part)


def conflicting_ids(ids: Collection[int]) -> set[int]:
    """Those of `ids` that stand in a conflict group."""
    listed = list(ids)
    if not listed:
        return set()
    found = db.rows(
        f"SELECT facts.id FROM facts WHERE facts.id IN ({db.marks(listed)}) AND {_IN_CONFLICT}",  # noqa: S608
        listed,
    )
    return {row[0] for row in found}


def totals(*, at: datetime) -> dict[str, int]:
    """Counts by state, plus pinned, conflicts (groups) and due_soon (freezing within a week)."""
    by_state = ", ".join(f"SUM({sql})" for sql in _STATE_SQL.values())
    row = db.row(
        f"SELECT {by_state}, SUM(half_life_hours >= %s AND superseded_by IS NULL),"  # noqa: S608
        " SUM(superseded_by IS NULL AND active = 1 AND due_at <= %s), COUNT(*) FROM facts",
        [decay.PIN_HALF_LIFE_HOURS, db.instant(at + _DUE_SOON)],
    )
    names = (*_STATE_SQL, "pinned", "due_soon", "total")
    return dict(zip(names, [int(value or 0) for value in row or [0] * len(names)], strict=True))


# Scoped search --------------------------------------------------------------------------------


def search(
    match: str,
    *,
    within: Scope,
    person_ids: Sequence[int] = (),
    limit: int,
    exclude_corrected: bool = True,
    live_only: bool = True,
) -> list[db.Hit]:
    """Best visible facts about these persons: visibility in SQL, before the limit and any score."""
    visible, params = visible_sql(within)
    conditions = [visible]
    if live_only:
        conditions.append("facts.superseded_by IS NULL")
    if exclude_corrected:
        conditions.append("facts.corrected_at IS NULL")
    return INDEX.search(
        match,
        limit=limit,
        scope_match=scope.scope_match(within, person_ids=person_ids),
        join="JOIN facts ON facts.id = t.rowid",
        where=" AND ".join(conditions),
        params=params,
        columns=("words", "bigrams"),
    )


def top_facts(*, within: Scope, person_id: int, at: datetime, limit: int) -> list[Fact]:
    """Active, visible facts of one person: retention first, then the newer id (SPEC 6)."""
    visible, params = visible_sql(within)
    found = db.rows(
        "SELECT facts.id FROM facts WHERE facts.person_id = %s AND facts.active = 1"  # noqa: S608
        f" AND facts.superseded_by IS NULL AND facts.corrected_at IS NULL AND {visible}",
        [person_id, *params],
    )
    rows = get_many([row[0] for row in found]).values()
    return sorted(rows, key=lambda fact: (-fact.retention(at), -fact.id))[:limit]


def count_visible(*, within: Scope) -> int:
    """How many live facts are visible from there."""
    visible, params = visible_sql(within)
    return int(
        db.scalar(
            f"SELECT COUNT(*) FROM facts WHERE facts.superseded_by IS NULL AND {visible}",  # noqa: S608
            params,
        )
        or 0
    )
