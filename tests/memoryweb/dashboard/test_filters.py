"""Reading a list's address never fails."""

from datetime import UTC, datetime, timedelta

from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from memoryweb.dashboard import filters

AT = datetime(2026, 3, 2, tzinfo=UTC)


def read(query: str) -> filters.Asked:
    return filters.read(QueryDict(query), filters.FACT_FIELDS)


def test_known_conditions_are_read() -> None:
    asked = read("state=active&state=frozen&person=3&pinned=yes&due=7&q=雾凇")
    wanted = filters.fact_filter(asked, at=AT)
    assert wanted.states == ("active", "frozen")
    assert wanted.person_ids == (3,)
    assert wanted.pinned is True
    assert wanted.due_before == AT + timedelta(days=7)
    assert wanted.text == "雾凇"
    assert asked.unknown == ()


def test_ids_need_their_hash_so_that_a_number_can_be_searched() -> None:
    assert filters.fact_filter(read("q=%2312,%20%2313"), at=AT).ids == (12, 13)
    assert filters.fact_filter(read("q=2027"), at=AT).text == "2027"


def test_blank_conditions_are_none() -> None:
    assert read("q=&state=&seen=+") == filters.Asked({})


def test_a_condition_can_be_taken_out_of_the_address() -> None:
    asked = read("state=active&state=frozen&cursor=x&order=due")
    assert asked.without("state", "active") == "?state=frozen&order=due"
    assert "cursor" not in asked.link()
    assert asked.link(cursor="y").endswith("cursor=y")


@given(
    st.lists(
        st.tuples(
            st.one_of(st.sampled_from(sorted(filters.FACT_FIELDS)), st.text(max_size=8)),
            st.text(max_size=30),
        ),
        max_size=6,
    )
)
def test_any_address_gives_a_filter_and_what_was_left_out(pairs: list[tuple[str, str]]) -> None:
    query = QueryDict(mutable=True)
    for key, value in pairs:
        query.appendlist(key, value)
    asked = filters.read(query, filters.FACT_FIELDS)
    filters.fact_filter(asked, at=AT)
    filters.fact_chips(asked, filters.Names())
    filled = {key for key, value in pairs if value.strip()}
    told = {item.partition("=")[0] for item in asked.unknown} | set(asked.values)
    assert {key for key in filled if key in filters.FACT_FIELDS} <= told


def test_a_thousand_conditions_are_as_many_as_a_page_can_show() -> None:
    query = "&".join(f"person={n}&nonsense{n}=1" for n in range(400))
    asked = read(query)
    assert asked.many("person") == tuple(str(n) for n in range(filters.MOST_VALUES))
    assert len(asked.unknown) == filters.MOST_UNKNOWN
