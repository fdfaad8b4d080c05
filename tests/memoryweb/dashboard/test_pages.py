"""Every page, in both languages, for everybody."""

import re

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from memory_core import clock
from memory_core.jobs import store as jobs
from memoryweb.accounts.models import User
from tests.memoryweb.pages import HOSTILE, LATER, Memory, text_of

pytestmark = pytest.mark.django_db
CJK = re.compile("[\u4e00-\u9fff]")


def addresses(memory: Memory) -> list[str]:
    kept = [memory.active, memory.pinned, memory.frozen, memory.archived, memory.superseded]
    kept += [memory.successor, memory.home, memory.private, memory.hostile]
    details = [reverse("facts:detail", args=[fact.id]) for fact in kept]
    return [
        *details,
        reverse("overview:page"),
        reverse("help:page"),
        reverse("facts:list"),
        reverse("facts:list") + "?state=archived&q=nothing+like+this",
        reverse("facts:list") + f"?seen={memory.group.stream_id}&order=due&pinned=yes",
        reverse("facts:replace", args=[memory.active.id]),
        reverse("episodes:list"),
        reverse("episodes:list") + "?kind=unsummarized",
        reverse("episodes:detail", args=[memory.episode_id]),
        reverse("episodes:detail", args=[memory.placeholder_id]),
        reverse("messages:list"),
        reverse("messages:stream", args=[memory.group.stream_id]),
        reverse("messages:stream", args=[memory.direct.stream_id]),
        reverse("operations:list"),
        reverse("operations:list") + f"?id={memory.active.id}",
    ]


def test_every_page_renders_in_chinese(client_zh: Client, memory: Memory) -> None:
    for address in addresses(memory):
        response = client_zh.get(address)
        assert response.status_code == 200, address
        assert b'lang="zh-Hans"' in response.content, address


def test_every_page_renders_in_english_and_its_own_words_hold_no_chinese(
    client_en: Client, memory: Memory
) -> None:
    for address in addresses(memory):
        response = client_en.get(address)
        assert response.status_code == 200, address
        assert b'<html lang="en"' in response.content, address
        heading = re.search(r"<nav class=\"mw-side\".*?</nav>", response.content.decode(), re.S)
        assert heading is not None
        assert not CJK.search(heading[0]), address


def test_every_page_renders_with_nothing_in_the_memory(client_en: Client) -> None:
    for name in ("overview:page", "facts:list", "episodes:list", "messages:list"):
        assert client_en.get(reverse(name)).status_code == 200, name
    assert client_en.get(reverse("operations:list")).status_code == 200
    assert "No facts yet" in text_of(client_en.get(reverse("facts:list")))
    assert "First steps" in text_of(client_en.get(reverse("overview:page")))


def test_what_people_said_never_becomes_markup(client_en: Client, memory: Memory) -> None:
    seen = 0
    for address in addresses(memory):
        body = client_en.get(address).content.decode()
        assert "<img src=x" not in body, address
        assert '<b hx-get="/trap"' not in body, address
        assert "<i>Eve</i>" not in body, address
        seen += HOSTILE[:12].replace("<", "&lt;") in body
    assert seen >= 3


def test_every_answer_carries_the_policy_and_pages_are_not_stored(
    client_en: Client, memory: Memory
) -> None:
    for address in [*addresses(memory), "/nothing/", "/health/live"]:
        response = client_en.get(address)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy, address
        assert "unsafe" not in policy, address
        assert "frame-ancestors 'none'" in policy, address
        assert response.headers["X-Content-Type-Options"] == "nosniff", address
        assert response.status_code == (404 if address == "/nothing/" else 200), address
        assert response.headers["Referrer-Policy"] == "same-origin", address
        if response.headers["Content-Type"].startswith("text/html"):
            assert response.headers["Cache-Control"] == "no-store", address


def test_reading_every_page_twice_changes_nothing(
    client_en: Client, memory: Memory, operator: User
) -> None:
    before = _fingerprint()
    for _round in range(2):
        for address in addresses(memory):
            client_en.get(address)
    assert _fingerprint() == before


def _fingerprint() -> dict[str, list[object]]:
    """Every row of every table, those of sessions aside."""
    return {
        model._meta.db_table: list(model._default_manager.order_by("pk").values_list())
        for model in apps.get_models()
        if model._meta.app_label != "sessions"
    }


def test_the_frame_has_only_pages_that_exist(client_en: Client) -> None:
    body = client_en.get(reverse("overview:page")).content.decode()
    menu = re.search(r"<nav class=\"mw-side\".*?</nav>", body, re.S)
    assert menu is not None
    links = re.findall(r'<a href="([^"]+)"', menu[0])
    assert len(links) >= 5
    for link in links:
        assert client_en.get(link).status_code == 200, link


def test_the_menu_marks_where_one_is(client_en: Client) -> None:
    body = client_en.get(reverse("episodes:list")).content.decode()
    current = re.search(r'<a href="([^"]+)"\s*aria-current="page"', body)
    assert current is not None
    assert current[1] == reverse("episodes:list")


def test_the_top_bar_tells_when_no_worker_is_there(client_en: Client) -> None:
    assert "No worker" in text_of(client_en.get(reverse("facts:list")))
    jobs.beat_alive("worker", at=clock.now())
    assert "No worker" not in text_of(client_en.get(reverse("facts:list")))


def test_times_are_in_the_operators_zone_with_the_absolute_one_beside(
    client_en: Client, memory: Memory
) -> None:
    body = client_en.get(reverse("facts:detail", args=[memory.successor.id])).content.decode()
    assert LATER.strftime("%Y-%m-%d") in body
    assert 'title="2026-03-02 17:00:00"' in body
