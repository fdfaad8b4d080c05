"""The list: filters, facets, pages by keyset."""

from datetime import timedelta

import pytest

from memory_core.facts import curate
from memory_core.facts import store as facts
from memory_core.facts.store import FactFilter
from tests.memory_core.world import OPERATOR, START, Chat, fact

pytestmark = pytest.mark.django_db


def contents(wanted: FactFilter) -> set[str]:
    return {row.content for row in facts.page(wanted).rows}


def test_pages_show_every_row_once_while_others_write() -> None:
    chat = Chat()
    texts = [f"林喜欢第{number}首歌" for number in range(25)]
    for number, text in enumerate(texts):
        fact(text, message=chat.say(text), at=START + timedelta(seconds=number // 3))
    seen: list[str] = []
    cursor = ""
    while True:
        page = facts.page(FactFilter(), cursor=cursor, limit=4)
        seen += [row.content for row in page.rows]
        cursor = page.next_cursor
        if not cursor:
            break
        fact(f"新{len(seen)}", message=chat.say(f"新{len(seen)}"), at=START + timedelta(days=1))

    assert seen == sorted(texts, key=lambda text: int(text[4:-2]), reverse=True)
    assert facts.page(FactFilter()).count > 25


@pytest.mark.parametrize("cursor", ["x", "~", "a~b", "2026~", "~5", "'; DROP TABLE facts; --~1"])
def test_a_broken_cursor_harms_nothing(cursor: str) -> None:
    fact("林怕蛇", message=Chat().say("我怕蛇"))

    assert facts.page(FactFilter(), cursor=cursor).count == 1


def test_each_filter_narrows_and_facets_leave_their_own_field_out() -> None:
    chat, private = Chat(), Chat("d1", "direct")
    snake = fact("林怕蛇", message=chat.say("我怕蛇"), kind="preference")
    home = fact(
        "陈住在苏州", message=private.say("住苏州", by="chen"), kind="identity", slot="home"
    )
    gone = fact("林喜欢鸟", message=chat.say("我喜欢鸟"), kind="preference")
    curate.archive(gone.id, version=1, actor=OPERATOR, at=START)
    curate.pin(home.id, version=1, actor=OPERATOR, at=START)

    assert contents(FactFilter(states=("active",))) == {"林怕蛇", "陈住在苏州"}
    assert contents(FactFilter(states=("archived",))) == {"林喜欢鸟"}
    assert contents(FactFilter(kinds=("identity",))) == {"陈住在苏州"}
    assert contents(FactFilter(slots=("home",))) == {"陈住在苏州"}
    assert contents(FactFilter(origins=("direct",))) == {"陈住在苏州"}
    assert contents(FactFilter(person_ids=(snake.person_id,))) == {"林怕蛇", "林喜欢鸟"}
    assert contents(FactFilter(pinned=True)) == {"陈住在苏州"}
    assert contents(FactFilter(ids=(snake.id,))) == {"林怕蛇"}
    assert contents(FactFilter(states=("nonsense",))) == set()
    counted = facts.facets(FactFilter(kinds=("identity",), states=("active",)))
    assert counted.kinds == {"preference": 1, "identity": 1}
    assert counted.states == {"active": 1}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("怕蛇", True),
        ("蛇", True),
        ("14mm", True),
        ("蛇 14mm", True),
        ("怕狗", False),
        ("😀", False),
        ('" OR 1 NEAR(', False),
    ],
)
def test_search_in_the_list_wants_every_part(text: str, found: bool) -> None:  # noqa: FBT001
    fact("林怕蛇也喜欢14mm镜头", message=Chat().say("我怕蛇也喜欢14mm镜头"))

    assert bool(facts.page(FactFilter(text=text)).rows) is found


def test_totals_count_by_state() -> None:
    chat = Chat()
    cold = fact("林感冒了", message=chat.say("我感冒了"), kind="state")
    fact("林怕蛇", message=chat.say("我怕蛇"))
    facts.sweep(at=cold.due_at)

    totals = facts.totals(at=START)

    assert (totals["active"], totals["frozen"], totals["total"]) == (1, 1, 2)


def test_soonest_due_comes_first_when_asked_for() -> None:
    chat = Chat()
    fact("林怕蛇", message=chat.say("我怕蛇"))
    fact("林感冒了", message=chat.say("我感冒了"), kind="state")

    rows = facts.page(FactFilter(), order="due").rows

    assert [row.content for row in rows] == ["林感冒了", "林怕蛇"]
