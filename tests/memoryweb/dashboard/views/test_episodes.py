"""Summaries, and the placeholders with their reasons."""

import pytest
from django.db import connection  # noqa: TID251 - counts the queries of a page
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from memory_core.messages import store as messages
from tests.memoryweb.pages import Memory, text_of

pytestmark = pytest.mark.django_db
LIST_QUERIES = 14


def test_summaries_and_placeholders_are_told_apart(client_en: Client, memory: Memory) -> None:
    summaries = text_of(client_en.get(reverse("episodes:list")))
    assert "大家聊了爬山和相机" in summaries
    assert "content policy" not in summaries
    placeholders = text_of(client_en.get(reverse("episodes:list") + "?kind=unsummarized"))
    assert "content policy" in placeholders
    assert "大家聊了爬山和相机" not in placeholders
    assert "第0句闲话" in placeholders


def test_an_episode_shows_its_cues_and_every_message(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(reverse("episodes:detail", args=[memory.episode_id])))
    assert "爬山" in told
    for message in messages.of_episode(memory.episode_id):
        assert message.text in told


def test_a_placeholder_shows_what_the_model_answered(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(reverse("episodes:detail", args=[memory.placeholder_id])))
    assert "I cannot help with that." in told
    assert "content policy" in told


def test_the_list_of_one_stream(client_en: Client, memory: Memory) -> None:
    address = reverse("episodes:list") + f"?stream={memory.direct.stream_id}"
    assert "No episodes yet" in text_of(client_en.get(address))


def test_the_list_asks_a_fixed_number_of_queries(client_en: Client, memory: Memory) -> None:
    client_en.get(reverse("episodes:list"))
    with CaptureQueriesContext(connection) as seen:
        client_en.get(reverse("episodes:list"))
    assert len(seen) <= LIST_QUERIES


def test_an_episode_that_does_not_exist_is_a_404(client_en: Client) -> None:
    assert client_en.get(reverse("episodes:detail", args=[999])).status_code == 404
