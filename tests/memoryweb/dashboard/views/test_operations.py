"""The ledger as a page, and taking a batch back."""

import re

import pytest
from django.db import connection  # noqa: TID251 - counts the queries of a page
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory_core.facts import store as facts
from memory_core.ledger import store as ledger
from tests.memory_core.world import Chat, answering, claim, fact
from tests.memoryweb.pages import Memory, extract_once, text_of

pytestmark = pytest.mark.django_db
LIST_QUERIES = 14


def test_each_step_tells_who_what_from_and_to(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(reverse("operations:list")))
    assert "Pinned" in told
    assert "90 days" not in told
    assert "Half-life 180 days Pinned" in told
    assert "State live Archived" in told
    assert "su" in told
    assert "Reason: 她更正过" in told


@pytest.mark.parametrize(
    ("query", "verbs"),
    [("?verb=pin", {"Pinned"}), ("?verb=archive&who=su", {"Archived"}), ("?who=nobody", set())],
)
def test_the_list_is_filtered_by_its_address(
    client_en: Client, memory: Memory, query: str, verbs: set[str]
) -> None:
    body = client_en.get(reverse("operations:list") + query).content.decode()
    shown = re.findall(r'class="mw-ops-head">\s*<b>([^<]+)</b>', body)
    assert set(shown) == verbs


def test_one_row_has_its_own_story(client_en: Client, memory: Memory) -> None:
    body = client_en.get(reverse("operations:list") + f"?id={memory.pinned.id}").content.decode()
    assert set(re.findall(r'href="/facts/(\d+)/"', body)) == {str(memory.pinned.id)}


def test_older_steps_are_on_the_next_page(client_en: Client, db: None) -> None:
    chat = Chat()
    for n in range(60):
        fact(f"林知夏有第{n}号镜头", message=chat.say(f"第{n}号镜头到了"))
    first = client_en.get(reverse("operations:list")).content.decode()
    link = re.search(r'href="(\?before=\d+)"', first)
    assert link is not None
    second = client_en.get(reverse("operations:list") + link[1]).content.decode()
    ids = re.compile(r">O(\d+)<")
    assert set(ids.findall(first)).isdisjoint(ids.findall(second))
    assert len(ids.findall(first) + ids.findall(second)) == 60


def test_a_longer_ledger_asks_no_more_queries(client_en: Client, db: None) -> None:
    chat = Chat()

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            client_en.get(reverse("operations:list"))
        return len(seen)

    fact("林知夏有第一号镜头", message=chat.say("第一号镜头到了"))
    queries()
    few = queries()
    for n in range(30):
        fact(f"林知夏有{n}支镜头", message=chat.say(f"{n}支镜头到了"))
    assert queries() == few
    assert few <= LIST_QUERIES


def _batch_of_two(chat: Chat) -> int:
    """One extraction that writes two facts."""
    said = [chat.say("我怕蛇"), chat.say("我在图书馆上班")]
    extractor = answering(claim(said[0], "lin怕蛇"), claim(said[1], "lin在图书馆上班"))
    extract_once(chat, extractor)
    return ledger.operations(verb="create", subject_kind="fact", limit=1)[0].batch_id


def test_before_a_batch_goes_back_its_effect_is_shown_and_nothing_has_changed(
    client_en: Client, db: None
) -> None:
    batch_id = _batch_of_two(Chat())
    last = ledger.last_id()
    told = text_of(client_en.get(reverse("operations:undo_batch", args=[batch_id])))
    assert "lin怕蛇" in told
    assert re.search(r"Undo \d+ steps", told)
    assert ledger.last_id() == last


def test_a_batch_goes_back_but_for_what_a_later_change_holds(client_en: Client, db: None) -> None:
    batch_id = _batch_of_two(Chat())
    made = [
        entry.subject_id
        for entry in ledger.batch_operations(batch_id)
        if entry.subject_kind == "fact"
    ]
    kept = facts.get(made[0])
    client_en.post(reverse("facts:archive", args=[kept.id]), {"version": kept.version})
    client_en.post(reverse("facts:restore", args=[kept.id]), {"version": kept.version + 1})
    address = reverse("operations:undo_batch", args=[batch_id])
    response = client_en.post(address, follow=True)
    assert "undone" in text_of(response)
    assert all(facts.get(fact_id).state == "archived" for fact_id in made[1:])
    again = client_en.post(address)
    assert again.status_code in {302, 409}


def test_a_batch_or_a_step_that_does_not_exist_is_a_404(client_en: Client) -> None:
    assert client_en.get(reverse("operations:undo_batch", args=[999])).status_code == 404
    assert client_en.post(reverse("operations:undo", args=[999])).status_code == 404


def test_what_cannot_be_undone_offers_no_button(client_en: Client, memory: Memory) -> None:
    fact = memory.active
    client_en.post(reverse("facts:archive", args=[fact.id]), {"version": fact.version})
    step = ledger.last_id()
    address = reverse("operations:undo", args=[step])
    one_row = reverse("operations:list") + f"?id={fact.id}"
    assert address in client_en.get(one_row).content.decode()
    client_en.post(address)
    body = client_en.get(one_row).content.decode()
    assert address not in body
    assert reverse("operations:undo", args=[ledger.last_id()]) not in body
    assert f"undone by O{ledger.last_id()}" in text_of(client_en.get(one_row))
