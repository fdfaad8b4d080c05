"""The first page, and the sample chat."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory_core import clock, samples
from memory_core.jobs import services
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.pipelines import forget
from tests.memory_core.world import Chat, fact, lease
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


def test_a_preset_of_the_samples_name_is_told_and_not_mixed_up(client_en: Client) -> None:
    """Somebody's own chat has the preset the sample would take."""
    Chat("g1", preset=samples.PRESET).say("早")
    response = client_en.post(reverse("overview:load_sample"), follow=True)
    assert response.status_code == 200
    assert f"There is a preset called {samples.PRESET} already" in text_of(response)
    assert not samples.is_loaded()


def test_a_service_that_refuses_us_is_told_with_the_reason_and_the_next_try(
    client_en: Client,
) -> None:
    for service in ("chat", "embed"):
        assert f'id="stop-{service}"' not in client_en.get("/").content.decode()
    at = clock.now()
    services.stop_service(
        "chat", reason="401 <b>bad key</b>", at=at, probe_at=at + timedelta(minutes=5)
    )
    response = client_en.get("/")
    assert 'id="stop-chat"' in response.content.decode()
    assert 'id="stop-embed"' not in response.content.decode()
    assert "&lt;b&gt;bad key" in response.content.decode()
    told = text_of(response)
    assert "The language model refuses us" in told
    assert timezone.localtime(at + timedelta(minutes=5)).strftime("%Y-%m-%d %H:%M") in told
    services.stop_service("embed", reason="402", at=at, probe_at=at)
    assert "The vector service refuses us" in text_of(client_en.get("/"))


def test_a_spent_budget_is_told(client_en: Client) -> None:
    assert "budget" not in text_of(client_en.get("/"))
    at = clock.now()
    jobs.set_option("daily_token_cap", 100, by="operator", at=at)
    jobs.record_call(
        job_id=None,
        model="m",
        purpose="summarize",
        tokens_in=90,
        tokens_out=20,
        latency_ms=1,
        outcome="ok",
        raw_answer="",
        at=at,
    )
    assert "Today's budget for models is spent" in text_of(client_en.get("/"))


@pytest.fixture
def held(memory: Memory) -> int:
    """More facts than a sweep may freeze unasked are due, after a long absence."""
    at = clock.now()
    message = memory.group.say("一百件小事")
    for n in range(forget.HELD_FROM + 1):
        fact(f"林知夏记得第{n}件小事", message=message, kind="state")
    jobs.note_absence(since=at - timedelta(days=40), until=at)
    found = forget.held_sweep(at=at)
    assert found > forget.HELD_FROM
    return found


def test_a_sweep_that_would_freeze_too_much_waits_for_a_click(
    client_en: Client, viewer_client: Client, held: int
) -> None:
    assert f"{held} facts would freeze at once" in text_of(viewer_client.get("/"))
    assert reverse("overview:allow_sweep") not in viewer_client.get("/").content.decode()
    assert viewer_client.post(reverse("overview:allow_sweep")).status_code == 403
    assert f"Let {held} facts freeze" in text_of(client_en.get("/"))
    told = text_of(client_en.post(reverse("overview:allow_sweep"), follow=True))
    assert f"{held} facts may freeze now" in told
    assert "would freeze at once" not in told
    assert forget.held_sweep(at=clock.now()) == 0
    again = text_of(client_en.post(reverse("overview:allow_sweep"), follow=True))
    assert "Nothing waits to freeze any more" in again


def test_a_retry_that_failed_leads_to_its_placeholder(client_en: Client, memory: Memory) -> None:
    held = lease("resummarize", f"episode:{memory.placeholder_id}", at=clock.now())
    jobs.finish(held, state="failed", at=clock.now(), result={}, error="<i>no</i>")
    page = client_en.get("/").content.decode()
    assert "Another try at a summary" in page
    assert f'href="/episodes/{memory.placeholder_id}/"' in page
    assert "&lt;i&gt;no" in page


def test_the_overview_asks_for_itself_only_while_the_worker_has_something_to_do(
    client_en: Client, at: datetime
) -> None:
    assert "hx-trigger" not in client_en.get("/").content.decode()
    jobs.enqueue("extract", scope="stream:1", trigger="test", at=at)

    page = client_en.get("/").content.decode()
    fragment = client_en.get("/", headers={"HX-Request": "true"}).content.decode()

    assert 'hx-trigger="every 3s"' in page
    assert fragment.lstrip().startswith('<div id="overview"')
    assert 'hx-get="/"' in fragment
    assert "<html" not in fragment
