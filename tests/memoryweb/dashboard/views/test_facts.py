"""The list of facts: its address is its state."""

import re

import pytest
from django.db import connection  # noqa: TID251 - counts the queries of a page
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.memory_core.world import Chat, fact
from tests.memoryweb.pages import Memory, listed_ids, text_of

pytestmark = pytest.mark.django_db
LIST_QUERIES = 30


def address(**query: object) -> str:
    return reverse("facts:list", query=query)


def test_the_list_shows_the_newest_change_first(client_en: Client, memory: Memory) -> None:
    ids = listed_ids(client_en.get(reverse("facts:list")))
    assert set(ids) >= {memory.active.id, memory.archived.id, memory.superseded.id}
    assert ids.index(memory.successor.id) < ids.index(memory.active.id)


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ({"state": "archived"}, "archived", "active"),
        ({"state": "frozen"}, "frozen", "active"),
        ({"state": "superseded"}, "superseded", "successor"),
        ({"pinned": "yes"}, "pinned", "active"),
        ({"pinned": "no"}, "active", "pinned"),
        ({"kind": "preference"}, "active", "home"),
        ({"slot": "job"}, "successor", "active"),
        ({"source": "user"}, "successor", "superseded"),
        ({"origin": "direct"}, "private", "active"),
        ({"conflict": "yes"}, "home", "active"),
        ({"q": "雾凇"}, "active", "home"),
        ({"due": "9999", "state": "active"}, "active", "pinned"),
    ],
    ids=str,
)
def test_a_filter_in_the_address_narrows_the_list(
    client_en: Client, memory: Memory, query: dict[str, str], shown: str, hidden: str
) -> None:
    ids = listed_ids(client_en.get(address(**query)))
    assert getattr(memory, shown).id in ids
    assert getattr(memory, hidden).id not in ids


def test_an_id_with_a_hash_finds_that_fact_alone(client_en: Client, memory: Memory) -> None:
    wanted = memory.pinned.id
    assert listed_ids(client_en.get(address(q=f"#{wanted}"))) == [wanted]
    both = f"#{wanted}, #{memory.active.id}"
    assert set(listed_ids(client_en.get(address(q=both)))) == {wanted, memory.active.id}


def test_a_person_is_a_filter_and_a_chip_with_a_name(client_en: Client, memory: Memory) -> None:
    response = client_en.get(address(person=memory.hostile.person_id))
    assert listed_ids(response) == [memory.hostile.id]
    assert "Person" in text_of(response)
    assert "<i>Eve</i>" in text_of(response)


def test_what_was_told_in_private_is_in_no_group_view(client_en: Client, memory: Memory) -> None:
    from_group = listed_ids(client_en.get(address(seen=memory.group.stream_id)))
    assert memory.active.id in from_group
    assert memory.private.id not in from_group
    assert memory.private.id in listed_ids(client_en.get(address(seen=memory.direct.stream_id)))


def test_unknown_conditions_are_left_out_and_told(client_en: Client, memory: Memory) -> None:
    response = client_en.get(address(colour="red", state="melted", seen="99999", kind="plan"))
    assert response.status_code == 200
    assert listed_ids(response) == [memory.private.id]
    told = text_of(response)
    for word in ("colour", "state=melted", "seen=99999"):
        assert word in told


def test_every_condition_has_a_chip_that_takes_it_away(client_en: Client, memory: Memory) -> None:
    response = client_en.get(address(state="archived", kind="fact", q="退群"))
    chips = re.findall(r'class="mw-chip".*?href="([^"]+)"', response.content.decode(), re.S)
    assert len(chips) == 3
    without = [client_en.get(chip.replace("&amp;", "&")) for chip in chips]
    assert all(page.status_code == 200 for page in without)
    assert "state=archived" not in chips[1]


def test_facets_count_what_each_value_would_show(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(address(kind="plan")))
    assert re.search(r"Plan 1\b", told)
    assert re.search(r"Identity [2-9]", told)


def test_pages_follow_each_other_and_show_every_fact_once(client_en: Client, db: None) -> None:
    chat = Chat()
    made = [
        fact(f"林知夏有第{n}号镜头", message=chat.say(f"第{n}号镜头到了")).id for n in range(120)
    ]
    link, seen = reverse("facts:list"), list[int]()
    following: re.Match[str] | None = None
    for _page in range(3):
        response = client_en.get(link)
        seen += listed_ids(response)
        following = re.search(r'href="(\?[^"]*cursor=[^"]+)"', response.content.decode())
        if following is None:
            break
        link = reverse("facts:list") + following[1].replace("&amp;", "&")
    assert sorted(seen) == sorted(made)
    assert len(seen) == len(set(seen))
    assert following is None


def test_an_empty_list_says_why(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(address(q="没有这样的话")))
    assert "No fact meets these conditions" in told
    assert re.search(r"There are \d+ facts in all", told)


def test_hostile_searches_find_nothing_and_break_nothing(client_en: Client, memory: Memory) -> None:
    for text in ('"', "NEAR(", "a OR b", "%", "\x00", "*", "p12", "🎲" * 60, "')--"):
        assert client_en.get(address(q=text)).status_code == 200, text
    assert listed_ids(client_en.get(address(q="p1"))) == []


def test_the_fragment_is_the_list_alone_and_caches_are_told(
    client_en: Client, memory: Memory
) -> None:
    fragment = client_en.get(reverse("facts:list"), headers={"HX-Request": "true"})
    assert fragment.content.decode().lstrip().startswith("<div")
    assert b"<html" not in fragment.content
    assert "HX-Request" in fragment.headers["Vary"]
    for extra in ({"HX-Boosted": "true"}, {"HX-History-Restore-Request": "true"}):
        page = client_en.get(reverse("facts:list"), headers={"HX-Request": "true", **extra})
        assert b"<html" in page.content
        assert "HX-History-Restore-Request" in page.headers["Vary"]


def test_a_longer_list_asks_no_more_queries(client_en: Client, db: None) -> None:
    chat = Chat()

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client_en.get(reverse("facts:list"))
        return len(seen)

    for n in range(2):
        fact(f"林知夏有第{n}号镜头", message=chat.say(f"第{n}号镜头到了"))
    queries()  # the first page of a session also writes the session
    few = queries()
    for n in range(2, 40):
        fact(f"林知夏有第{n}号镜头", message=chat.say(f"第{n}号镜头到了", by=f"p{n}"))
    assert queries() == few
    assert few <= LIST_QUERIES


def test_a_viewer_sees_no_buttons(viewer_client: Client, memory: Memory) -> None:
    for place in (reverse("facts:list"), reverse("facts:detail", args=[memory.active.id])):
        body = viewer_client.get(place).content.decode()
        assert "/archive/" not in body
        assert "/pin/" not in body


def test_the_page_of_a_fact_quotes_the_message_and_marks_the_words(
    client_en: Client, memory: Memory
) -> None:
    body = client_en.get(reverse("facts:detail", args=[memory.successor.id])).content.decode()
    assert "<mark>我在图书馆上班</mark>" in body
    stream = reverse("messages:stream", args=[memory.group.stream_id])
    link = re.search(rf"{stream}\?from=(\d+)#m(\d+)", body)
    assert link is not None
    assert link[1] == link[2]
    assert f'id="m{link[1]}"' in client_en.get(f"{stream}?from={link[1]}").content.decode()


def test_the_page_of_a_fact_tells_chain_history_and_reason(
    client_en: Client, memory: Memory
) -> None:
    response = client_en.get(reverse("facts:detail", args=[memory.superseded.id]))
    told = text_of(response)
    assert "林知夏在档案馆上班" in told
    assert "她更正过" in told
    body = response.content.decode()
    assert "<del>图书馆</del>" in body
    assert "<ins>档案馆</ins>" in body


def test_the_curve_has_both_lines_now_and_the_due_date(client_en: Client, memory: Memory) -> None:
    body = client_en.get(reverse("facts:detail", args=[memory.active.id])).content.decode()
    for part in ('class="freeze"', 'class="revive"', 'class="now"', "is-due", 'class="past"'):
        assert part in body, part
    pinned = client_en.get(reverse("facts:detail", args=[memory.pinned.id])).content.decode()
    assert "is-due" not in pinned


def test_the_page_says_where_a_private_fact_does_not_come_to_mind(
    client_en: Client, memory: Memory
) -> None:
    told = text_of(client_en.get(reverse("facts:detail", args=[memory.private.id])))
    assert "said in private" in told
    assert "heard here" in told


def test_a_fact_that_does_not_exist_is_a_404_in_words(client_en: Client) -> None:
    response = client_en.get(reverse("facts:detail", args=[99999]))
    assert response.status_code == 404
    assert "99999" in text_of(response)


def test_a_page_asks_no_more_and_names_the_nearest_among_many_streams(
    client_en: Client, memory: Memory
) -> None:
    address = reverse("facts:detail", args=[memory.private.id])
    client_en.get(address)
    with CaptureQueriesContext(connection) as few:
        client_en.get(address)
    for n in range(40):
        Chat(f"more{n}").say("早")
    with CaptureQueriesContext(connection) as many:
        response = client_en.get(address)
    assert len(many) == len(few)
    told = text_of(response)
    places = told[told.index("Where it may come to mind") :]
    assert "heard here" in places
    assert "not in 30 more streams" in places
