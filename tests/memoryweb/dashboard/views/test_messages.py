"""The log of a stream: borders, cursors, bodies that have not arrived."""

import html
import re

import pytest
from django.db import connection  # noqa: TID251 - counts the queries of a page
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory_core.messages import store as messages
from tests.memory_core.world import Chat, answering
from tests.memoryweb.pages import Memory, extract_once, text_of

pytestmark = pytest.mark.django_db
LOG_QUERIES = 22


def log(client: Client, chat: Chat, query: str = "") -> str:
    address = reverse("messages:stream", args=[chat.stream_id]) + query
    return client.get(address).content.decode()


def test_streams_tell_how_much_waits(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(reverse("messages:list")))
    assert re.search(r"\d+ / 48", told)
    assert "Private chat" in told
    assert "Group chat" in told


def test_batches_have_borders_that_lead_to_their_episodes(
    client_en: Client, memory: Memory
) -> None:
    first = messages.of_episode(memory.placeholder_id)[0].id
    body = log(client_en, memory.group, f"?from={first}")
    borders = re.findall(r'mw-log-border[^"]*"', body)
    assert len(borders) == 2
    assert reverse("episodes:detail", args=[memory.episode_id]) in body
    assert "content policy" in body


def test_both_cursors_are_drawn_where_they_stand(client_en: Client, memory: Memory) -> None:
    extract_once(memory.group, answering())
    stream_id = memory.group.stream_id
    body = log(client_en, memory.group, "?from=1")
    for said, purpose in (
        ("summarised up to here", "summary"),
        ("facts taken up to here", "extraction"),
    ):
        last = messages.cursor(stream_id, "summary" if purpose == "summary" else "extraction")
        assert body.index(f'id="m{last}"') < body.index(said) < body.index(f'id="m{last + 1}"')


def test_a_body_that_has_not_arrived_is_marked(client_en: Client, memory: Memory) -> None:
    assert "body not arrived" in log(client_en, memory.group)


def test_a_message_links_to_the_facts_that_rest_on_it(client_en: Client, memory: Memory) -> None:
    assert reverse("facts:detail", args=[memory.active.id]) in log(client_en, memory.group)


def test_older_and_newer_pages_meet_without_a_gap(client_en: Client, db: None) -> None:
    chat = Chat()
    sent = [message.id for message in chat.say_many(150)]
    seen: list[int] = []
    query, body = "", ""
    for _page in range(3):
        body = log(client_en, chat, query)
        seen = [int(found) for found in re.findall(r'id="m(\d+)"', body)] + seen
        older = re.search(r'href="(\?before=\d+)"', body)
        if older is None:
            break
        query = older[1]
    assert seen == sent
    newer = re.search(r'href="(\?from=\d+)"\s*>[^<]*<svg[^>]*><use href="[^"]*#arrow-down"', body)
    assert newer is not None


def test_a_longer_log_asks_no_more_queries(client_en: Client, db: None) -> None:
    chat = Chat()

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            log(client_en, chat)
        return len(seen)

    chat.say_many(3)
    queries()
    few = queries()
    chat.say_many(50)
    assert queries() == few
    assert few <= LOG_QUERIES


def test_a_stream_that_does_not_exist_is_a_404(client_en: Client) -> None:
    assert client_en.get(reverse("messages:stream", args=[999])).status_code == 404


def test_a_huge_message_shows_its_beginning_and_the_way_to_all_of_it(
    client_en: Client, memory: Memory
) -> None:
    """One bot can send sixty of 256 KiB: the page stays one that can be opened."""
    text = "<b>" + "很长" * 60_000 + "尾"
    ids = [memory.group.say(f"{n}{text}").id for n in range(60)]
    body = log(client_en, memory.group)
    assert len(body) < 400_000
    assert "118,005 more characters" in body
    assert "尾" not in body
    assert "<b>很" not in body
    whole = re.findall(rf'href="(/messages/\d+/\?from={ids[-1]}[^"]*)"', body)[0]
    page = client_en.get(html.unescape(whole)).content.decode()
    assert page.count("尾") == 1
    assert len(page) < 800_000
