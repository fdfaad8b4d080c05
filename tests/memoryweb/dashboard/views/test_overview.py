"""The first page, and the sample chat."""

import pytest
from django.test import Client
from django.urls import reverse

from memory_core import samples
from memory_core.messages import store as messages
from tests.memoryweb.pages import Memory, text_of

pytestmark = pytest.mark.django_db


def test_it_counts_every_layer(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(reverse("overview:page")))
    assert "2 streams" in told
    assert "1 placeholder" in told
    assert "Conflicts in one slot 1" in told
    assert "Pinned 1" in told
    assert "Archived 1" in told


def test_the_sample_comes_in_and_goes_out_by_one_click_each(client_en: Client, db: None) -> None:
    before = text_of(client_en.get(reverse("overview:page")))
    assert "Load the sample chat" in before
    told = text_of(client_en.post(reverse("overview:load_sample"), follow=True))
    assert samples.is_loaded()
    assert "The sample chat is in" in told
    assert "Remove the sample chat" in told
    assert sum(count.total for count in messages.counts().values()) > 300
    told = text_of(client_en.post(reverse("overview:remove_sample"), follow=True))
    assert not samples.is_loaded()
    assert "First steps" in told
    assert not messages.counts()


def test_only_a_manager_loads_and_removes_it(curator_client: Client, memory: Memory) -> None:
    for name in ("overview:load_sample", "overview:remove_sample"):
        assert curator_client.post(reverse(name)).status_code == 403, name
        assert curator_client.get(reverse(name)).status_code == 403, name
