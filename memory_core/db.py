"""The one door to raw SQL and full-text search. Only stores (and unit, upkeep) come in here.

Times in raw SQL are text, as Django writes them on SQLite: `instant()` and `parse_instant()`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db import DatabaseError, connection  # noqa: TID251 - this file is the door

Row = tuple[Any, ...]

SearchError = DatabaseError


def execute(sql: str, params: Sequence[Any] = ()) -> int:
    """Run one statement; returns the number of changed rows."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return int(cursor.rowcount)


def execute_many(sql: str, params: Iterable[Sequence[Any]]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(sql, list(params))


def rows(sql: str, params: Sequence[Any] = ()) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return list(cursor.fetchall())


def row(sql: str, params: Sequence[Any] = ()) -> Row | None:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        found = cursor.fetchone()
        return tuple(found) if found is not None else None


def scalar(sql: str, params: Sequence[Any] = ()) -> Any:
    found = row(sql, params)
    return found[0] if found else None


def marks(values: Sequence[object]) -> str:
    """Placeholders for an IN list: `%s, %s, %s`."""
    return ", ".join(["%s"] * len(values))


def chunks(values: Sequence[int], size: int = 500) -> Iterator[Sequence[int]]:
    """Pieces small enough for one IN list (SQLite allows 32,766 variables, older ones 999)."""
    for start in range(0, len(values), size):
        yield values[start : start + size]


def instant(at: datetime) -> str:
    """An aware moment as SQLite holds it: UTC, naive text, comparable as text.

    ValueError for a naive one: what raw SQL reads from a time column goes through
    `parse_instant` first.
    """
    if at.tzinfo is None:
        raise ValueError("a naive time says nothing about its zone")
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(sep=" ")


def parse_instant(stored: str | datetime) -> datetime:
    """A moment as raw SQL reads it (text, or naive in UTC), aware."""
    moment = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
    return moment.replace(tzinfo=UTC)


def in_transaction() -> bool:
    connection.ensure_connection()
    return bool(connection.connection.in_transaction)


@contextmanager
def deferred() -> Iterator[None]:
    """A plain BEGIN … COMMIT for reads that must agree; takes no write lock."""
    execute("BEGIN")
    try:
        yield
    finally:
        # A reader has nothing to lose: COMMIT only ends its snapshot.
        if in_transaction():
            execute("COMMIT")


def close() -> None:
    """Give the connection back; threads of a worker call it between jobs."""
    connection.close()


@dataclass(frozen=True, slots=True)
class Hit:
    """One row a search found. `bm25` is FTS5's value: the smaller, the better, always < 0."""

    id: int
    bm25: float


@dataclass(frozen=True, slots=True)
class IndexRow:
    """What an index holds of one row: its scope tokens and the text of each column."""

    id: int
    scope: str
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class NewVector:
    """One row's vector in both forms, with the hash of the text it was made from."""

    id: int
    text_hash: str
    sq8: bytes
    f32: bytes


@dataclass(frozen=True, slots=True)
class VectorTables:
    """Two narrow tables of one kind of row: SQ8 for scoring, float32 for checking and going back.

    Both are written in one transaction; a missing vector is a missing row. SQ8 lies alone,
    since behind a float32 column loading 20,000 of them took 823 ms instead of 42.
    """

    sq8: str
    f32: str
    owner: str

    def put(self, vectors: Iterable[NewVector], *, space_id: int) -> None:
        """Write both forms; the caller holds a transaction."""
        for vector in vectors:
            self.drop([vector.id], space_id=space_id)
            execute(
                f"INSERT INTO {self.sq8} ({self.owner}, space_id, text_hash, sq8)"  # noqa: S608
                " VALUES (%s, %s, %s, %s)",
                [vector.id, space_id, vector.text_hash, vector.sq8],
            )
            execute(
                f"INSERT INTO {self.f32} ({self.owner}, space_id, f32) VALUES (%s, %s, %s)",  # noqa: S608
                [vector.id, space_id, vector.f32],
            )

    def drop(self, ids: Sequence[int], *, space_id: int) -> None:
        for part in chunks(ids):
            for table in (self.sq8, self.f32):
                execute(
                    f"DELETE FROM {table} WHERE space_id = %s"  # noqa: S608
                    f" AND {self.owner} IN ({marks(part)})",
                    [space_id, *part],
                )

    def load(self, ids: Sequence[int], *, space_id: int) -> dict[int, bytes]:
        """SQ8 blobs of these rows; rows without a vector are left out."""
        found: dict[int, bytes] = {}
        for part in chunks(ids):
            held = rows(
                f"SELECT {self.owner}, sq8 FROM {self.sq8} WHERE space_id = %s"  # noqa: S608
                f" AND {self.owner} IN ({marks(part)})",
                [space_id, *part],
            )
            found.update((row[0], bytes(row[1])) for row in held)
        return found

    def load_all(self, *, space_id: int) -> dict[int, bytes]:
        held = rows(
            f"SELECT {self.owner}, sq8 FROM {self.sq8} WHERE space_id = %s",  # noqa: S608
            [space_id],
        )
        return {row[0]: bytes(row[1]) for row in held}

    def count(self, *, space_id: int) -> int:
        return int(
            scalar(f"SELECT COUNT(*) FROM {self.sq8} WHERE space_id = %s", [space_id]) or 0  # noqa: S608
        )

    def drop_other_spaces(self, *, keep: Sequence[int]) -> int:
        """Remove the vectors of every other space; returns how many rows went."""
        gone = 0
        for table in (self.sq8, self.f32):
            gone += execute(
                f"DELETE FROM {table} WHERE space_id NOT IN ({marks(keep)})",  # noqa: S608
                keep,
            )
        return gone

    def halves(self) -> list[int]:
        """Rows that have one form and not the other (I8)."""
        found = rows(
            f"SELECT {self.owner} FROM (SELECT {self.owner}, space_id FROM {self.sq8} EXCEPT"  # noqa: S608
            f" SELECT {self.owner}, space_id FROM {self.f32}) UNION"
            f" SELECT {self.owner} FROM (SELECT {self.owner}, space_id FROM {self.f32} EXCEPT"
            f" SELECT {self.owner}, space_id FROM {self.sq8})"
        )
        return [row[0] for row in found]


@dataclass(frozen=True, slots=True)
class IndexDrift:
    """Rows whose index entry differs from the stored tokens, in either direction."""

    missing: tuple[int, ...]
    surplus: tuple[int, ...]
    is_consistent: bool

    @property
    def is_clean(self) -> bool:
        return self.is_consistent and not self.missing and not self.surplus


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """An FTS5 table with external content over a narrow table of stored tokens (DATA.md).

    `name` is the FTS table, `tokens` its content table, `columns` the text columns of both.
    `weights` are bm25 weights in the same order; the scope column always weighs 0.
    Another engine can stand here later: index, remove, search, check, rebuild.
    """

    name: str
    tokens: str
    columns: tuple[str, ...]
    weights: tuple[float, ...]

    def index(self, entry: IndexRow, *, tokenizer: str) -> None:
        """Write the token row and its index row, same rowid; the caller holds a transaction."""
        names = ", ".join(self.columns)
        values = [entry.texts[column] for column in self.columns]
        execute(
            f"INSERT INTO {self.tokens} (id, scope, {names}, tokenizer)"  # noqa: S608
            f" VALUES (%s, %s, {marks(values)}, %s)",
            [entry.id, entry.scope, *values, tokenizer],
        )
        execute(
            f"INSERT INTO {self.name} (rowid, scope, {names})"  # noqa: S608
            f" VALUES (%s, %s, {marks(values)})",
            [entry.id, entry.scope, *values],
        )

    def remove(self, id: int) -> None:
        """Take one row out: FTS5's 'delete' with the stored tokens, before the token row goes.

        A plain DELETE afterwards says ok and leaves ghosts.
        """
        names = ", ".join(self.columns)
        execute(
            f"INSERT INTO {self.name} ({self.name}, rowid, scope, {names})"  # noqa: S608
            f" SELECT 'delete', id, scope, {names} FROM {self.tokens} WHERE id = %s",
            [id],
        )
        execute(f"DELETE FROM {self.tokens} WHERE id = %s", [id])  # noqa: S608

    def search(
        self,
        match: str,
        *,
        limit: int,
        scope_match: str = "",
        join: str = "",
        where: str = "",
        params: Sequence[Any] = (),
        columns: Sequence[str] = (),
    ) -> list[Hit]:
        """Best rows first. `match` is an OR of quoted tokens from `tokenize.match_query`.

        `join` and `where` are SQL of the calling store (the row is `t.rowid`); state is checked
        there, before the limit, since dead rows stay indexed.
        """
        if not match:
            return []
        wanted = " ".join(columns or self.columns)
        expression = f"{{{wanted}}} : ({match})"
        if scope_match:
            expression = f"({scope_match}) AND ({expression})"
        weights = ", ".join(str(weight) for weight in (0.0, *self.weights))
        condition = f" AND ({where})" if where else ""
        found = rows(
            f"SELECT t.rowid, bm25({self.name}, {weights}) AS score"  # noqa: S608
            f" FROM {self.name} AS t {join} WHERE {self.name} MATCH %s{condition}"
            " ORDER BY score, t.rowid LIMIT %s",
            [expression, *params, limit],
        )
        return [Hit(id=found_id, bm25=score) for found_id, score in found]

    def check(self) -> IndexDrift:
        """Compare index and stored tokens, both directions (invariant I3)."""
        held = f"SELECT id FROM {self.name}_docsize"  # noqa: S608
        stored = f"SELECT id FROM {self.tokens}"  # noqa: S608
        missing = rows(f"{stored} EXCEPT {held} LIMIT 50")
        surplus = rows(f"{held} EXCEPT {stored} LIMIT 50")
        try:
            # Without rank = 1 FTS5 compares nothing with the content table.
            execute(
                f"INSERT INTO {self.name} ({self.name}, rank) VALUES ('integrity-check', 1)"  # noqa: S608
            )
            is_consistent = True
        except DatabaseError:
            is_consistent = False
        return IndexDrift(
            missing=tuple(found[0] for found in missing),
            surplus=tuple(found[0] for found in surplus),
            is_consistent=is_consistent,
        )

    def rebuild(self, entries: Iterable[IndexRow], *, tokenizer: str) -> None:
        """Make stored tokens and index anew, exactly from `entries`; the caller holds a
        transaction (the last step alone locks writers out for 1.6 s at 100 k rows)."""
        names = ", ".join(self.columns)
        kept = set()
        for entry in entries:
            values = [entry.texts[column] for column in self.columns]
            execute(
                f"INSERT OR REPLACE INTO {self.tokens} (id, scope, {names}, tokenizer)"  # noqa: S608
                f" VALUES (%s, %s, {marks(values)}, %s)",
                [entry.id, entry.scope, *values, tokenizer],
            )
            kept.add(entry.id)
        for stored in rows(f"SELECT id FROM {self.tokens}"):  # noqa: S608
            if stored[0] not in kept:
                execute(f"DELETE FROM {self.tokens} WHERE id = %s", [stored[0]])  # noqa: S608
        execute(f"INSERT INTO {self.name} ({self.name}) VALUES ('rebuild')")  # noqa: S608
