"""The gate of SPEC 2: truth tables, and agreement of the index expression with the rows."""

from collections.abc import Iterator

import pysqlite3
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.algorithms.scope import (
    Scope,
    ScopeStreamKind,
    episode_is_visible,
    fact_is_visible,
    knowledge_is_visible,
    scope_match,
    scope_tokens,
)
from memory_core.algorithms.vocabulary import ISOLATIONS, ORIGINS, Isolation

ANNA, BEN = 12, 13
BOT, OTHER_BOT = 3, 4
HERE, ELSEWHERE = 7, 8
small = st.integers(min_value=1, max_value=3)
scopes = st.builds(
    Scope,
    isolation=st.sampled_from(ISOLATIONS),
    preset_id=st.none() | small,
    stream_id=st.none() | small,
    stream_kind=st.sampled_from(("group", "direct", "all")),
    partner_id=st.none() | small,
)


def _scope(
    kind: ScopeStreamKind, *, isolation: Isolation = "preset", partner_id: int | None = None
) -> Scope:
    return Scope(isolation, BOT, HERE, kind, partner_id)


@pytest.mark.parametrize(
    ("scope", "origin", "told_by", "expected"),
    [
        (_scope("group"), "group", [ANNA], True),
        (_scope("group"), "legacy", [ANNA], True),
        (_scope("group"), "direct", [ANNA], False),
        (_scope("group", partner_id=ANNA), "direct", [ANNA], False),
        (_scope("direct", partner_id=ANNA), "direct", [ANNA], True),
        (_scope("direct", partner_id=ANNA), "direct", [BEN, ANNA], True),
        (_scope("direct", partner_id=BEN), "direct", [ANNA], False),
        (_scope("direct", partner_id=ANNA), "direct", [], False),
        (_scope("direct"), "direct", [ANNA], False),
        (_scope("direct", partner_id=BEN), "group", [ANNA], True),
        (_scope("direct", partner_id=BEN), "legacy", [], True),
        (_scope("all"), "direct", [], True),
        (_scope("all"), "group", [], True),
        (_scope("group"), "somewhere", [ANNA], False),
        (_scope("direct", partner_id=ANNA), "somewhere", [ANNA], False),
    ],
)
def test_a_fact_is_seen_where_it_was_meant_to_be_heard(
    *, scope: Scope, origin: str, told_by: list[int], expected: bool
) -> None:
    seen = fact_is_visible(
        scope, preset_id=BOT, stream_id=ELSEWHERE, origin=origin, told_by=told_by
    )
    assert seen is expected


@pytest.mark.parametrize("kind", ["group", "direct", "all"])
@pytest.mark.parametrize(
    ("isolation", "preset_id", "stream_id", "expected"),
    [
        ("global", OTHER_BOT, ELSEWHERE, True),
        ("global", BOT, None, True),
        ("preset", BOT, ELSEWHERE, True),
        ("preset", BOT, None, True),
        ("preset", OTHER_BOT, HERE, False),
        ("stream", BOT, HERE, True),
        ("stream", BOT, ELSEWHERE, False),
        ("stream", BOT, None, False),
        ("stream", OTHER_BOT, HERE, False),
    ],
)
def test_nothing_bypasses_isolation(
    *,
    kind: ScopeStreamKind,
    isolation: Isolation,
    preset_id: int,
    stream_id: int | None,
    expected: bool,
) -> None:
    scope = _scope(kind, isolation=isolation, partner_id=ANNA)
    seen = fact_is_visible(
        scope, preset_id=preset_id, stream_id=stream_id, origin="group", told_by=[ANNA]
    )
    known = knowledge_is_visible(
        scope, preset_id=preset_id, stream_id=stream_id, origin="group", is_approved=False
    )
    assert seen is expected
    assert known is expected


@pytest.mark.parametrize("isolation", ["preset", "stream"])
def test_a_scope_without_the_id_its_isolation_needs_sees_nothing(isolation: Isolation) -> None:
    scope = Scope(isolation, None, None, "all")
    assert not fact_is_visible(scope, preset_id=BOT, stream_id=None, origin="group", told_by=[])
    assert not knowledge_is_visible(
        scope, preset_id=BOT, stream_id=None, origin="group", is_approved=True
    )
    assert not episode_is_visible(scope, preset_id=BOT, stream_id=HERE, stream_kind="group")


@pytest.mark.parametrize(
    ("kind", "origin", "stream_id", "is_approved", "expected"),
    [
        ("group", "group", ELSEWHERE, False, True),
        ("group", "legacy", ELSEWHERE, False, True),
        ("group", "direct", ELSEWHERE, False, False),
        ("group", "direct", HERE, False, False),
        ("group", "direct", ELSEWHERE, True, True),
        ("direct", "direct", HERE, False, True),
        ("direct", "direct", ELSEWHERE, False, False),
        ("direct", "direct", None, False, False),
        ("direct", "direct", ELSEWHERE, True, True),
        ("direct", "group", ELSEWHERE, False, True),
        ("all", "direct", ELSEWHERE, False, True),
        ("group", "somewhere", HERE, True, False),
    ],
)
def test_private_knowledge_stays_where_it_was_born_until_approved(
    *,
    kind: ScopeStreamKind,
    origin: str,
    stream_id: int | None,
    is_approved: bool,
    expected: bool,
) -> None:
    seen = knowledge_is_visible(
        _scope(kind, partner_id=ANNA),
        preset_id=BOT,
        stream_id=stream_id,
        origin=origin,
        is_approved=is_approved,
    )
    assert seen is expected


@pytest.mark.parametrize(
    ("kind", "isolation", "preset_id", "stream_id", "stream_kind", "share", "expected"),
    [
        ("group", "preset", BOT, HERE, "group", False, True),
        ("direct", "preset", BOT, HERE, "direct", False, True),
        ("group", "preset", BOT, ELSEWHERE, "group", False, False),
        ("group", "preset", BOT, ELSEWHERE, "group", True, True),
        ("direct", "preset", BOT, ELSEWHERE, "group", True, True),
        ("group", "preset", BOT, ELSEWHERE, "direct", True, False),
        ("direct", "preset", BOT, ELSEWHERE, "direct", True, False),
        ("group", "preset", OTHER_BOT, ELSEWHERE, "group", True, False),
        ("group", "preset", OTHER_BOT, HERE, "group", True, False),
        ("group", "global", OTHER_BOT, ELSEWHERE, "group", True, False),
        ("group", "stream", BOT, ELSEWHERE, "group", True, False),
        ("group", "stream", BOT, HERE, "group", False, True),
        ("all", "preset", BOT, ELSEWHERE, "direct", False, True),
        ("all", "preset", OTHER_BOT, ELSEWHERE, "group", True, False),
        ("all", "global", OTHER_BOT, ELSEWHERE, "direct", False, True),
    ],
)
def test_episodes_stay_in_their_stream_unless_groups_share(
    *,
    kind: ScopeStreamKind,
    isolation: Isolation,
    preset_id: int,
    stream_id: int,
    stream_kind: str,
    share: bool,
    expected: bool,
) -> None:
    seen = episode_is_visible(
        _scope(kind, isolation=isolation),
        preset_id=preset_id,
        stream_id=stream_id,
        stream_kind=stream_kind,
        share_group_episodes=share,
    )
    assert seen is expected


def test_scope_tokens_name_person_preset_stream_and_origin() -> None:
    tokens = scope_tokens(person_id=12, preset_id=3, stream_id=7, origin="group")
    assert tokens == "p12 b3 s7 og"
    assert scope_tokens(person_id=None, preset_id=3, stream_id=None, origin="direct") == "b3 od"
    assert scope_tokens(person_id=1, preset_id=3, stream_id=7, origin="legacy") == "p1 b3 s7 og"


def test_scope_tokens_refuse_an_unknown_origin() -> None:
    with pytest.raises(ValueError, match="somewhere"):
        scope_tokens(person_id=1, preset_id=1, stream_id=1, origin="somewhere")


@pytest.mark.parametrize(
    ("scope", "person_ids", "expected"),
    [
        (_scope("group"), (13, 12), 'scope : (("p12" OR "p13") AND "b3" AND "og")'),
        (_scope("group"), (12,), 'scope : ("p12" AND "b3" AND "og")'),
        (_scope("direct"), (), 'scope : ("b3")'),
        (_scope("all", isolation="stream"), (), 'scope : ("b3" AND "s7")'),
        (_scope("all", isolation="global"), (), ""),
        (_scope("group", isolation="global"), (), 'scope : ("og")'),
        (Scope("preset", None, None, "all"), (), 'scope : ("b0")'),
    ],
)
def test_the_index_expression_names_what_restricts(
    scope: Scope, person_ids: tuple[int, ...], expected: str
) -> None:
    assert scope_match(scope, person_ids=person_ids) == expected


def test_rows_that_an_approval_opens_are_not_narrowed_by_origin() -> None:
    assert scope_match(_scope("group"), any_origin=True) == 'scope : ("b3")'


@pytest.fixture(scope="module")
def index() -> Iterator[pysqlite3.Connection]:
    """An index with a row for every person, preset, stream and origin of a small world."""
    connection = pysqlite3.connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE f USING fts5(scope, words, tokenize='porter unicode61')"
    )
    for person in (1, 2, 3):
        for preset in (1, 2, 3):
            for stream in (1, 2, 3):
                for origin in ORIGINS:
                    tokens = scope_tokens(
                        person_id=person, preset_id=preset, stream_id=stream, origin=origin
                    )
                    # The words hold the same tokens, as a user's text may.
                    row = (tokens, f"p1 p2 p3 b0 b1 b2 b3 s1 s2 s3 og od {origin}")
                    connection.execute("INSERT INTO f VALUES (?, ?)", row)
    yield connection
    connection.close()


@given(scope=scopes, person_ids=st.sets(small))
def test_the_index_expression_never_loses_a_visible_fact(
    index: pysqlite3.Connection, scope: Scope, person_ids: set[int]
) -> None:
    expression = scope_match(scope, person_ids=person_ids)
    where = " WHERE f MATCH ?" if expression else ""
    found = {
        row[0]
        for row in index.execute(f"SELECT scope FROM f{where}", (expression,) if expression else ())
    }
    for person in person_ids or {1, 2, 3}:
        for preset in (1, 2, 3):
            for stream in (1, 2, 3):
                for origin in ORIGINS:
                    tokens = scope_tokens(
                        person_id=person, preset_id=preset, stream_id=stream, origin=origin
                    )
                    is_visible = fact_is_visible(
                        scope,
                        preset_id=preset,
                        stream_id=stream,
                        origin=origin,
                        told_by={1, 2, 3},
                    )
                    assert tokens in found or not is_visible
    inside = [tokens.split() for tokens in found]
    if scope.isolation != "global":
        assert {tokens[1] for tokens in inside} <= {f"b{scope.preset_id}"}
    if scope.isolation == "stream":
        assert {tokens[2] for tokens in inside} <= {f"s{scope.stream_id}"}
    if scope.stream_kind == "group":
        assert {tokens[3] for tokens in inside} <= {"og"}
