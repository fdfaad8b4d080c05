"""Settling a batch no model would summarise."""

import pytest
from django.test import Client
from django.urls import reverse

from memory_core import clock, tasks
from memory_core.episodes import store as episodes
from memory_core.jobs import store as jobs
from memory_core.ledger import store as ledger
from memory_core.ports import Extraction, Summary
from memory_core.providers import Providers
from tests.memory_core.world import ScriptedExtractor, ScriptedSummarizer
from tests.memoryweb.pages import Answer, Memory, text_of

pytestmark = pytest.mark.django_db


def settle(client: Client, verb: str, episode_id: int, **sent: object) -> Answer:
    data = {"version": episodes.get(episode_id).version, **sent}
    return client.post(reverse(f"episodes:{verb}", args=[episode_id]), data)


def test_a_summary_by_hand_makes_it_an_episode_and_undo_brings_the_placeholder_back(
    client_en: Client, memory: Memory
) -> None:
    wanted = memory.placeholder_id
    response = settle(client_en, "write", wanted, summary="大家掷骰子", cues="骰子\n掷骰子\n\n")
    assert response.headers["Location"] == reverse("episodes:detail", args=[wanted])
    assert episodes.get(wanted).summary == "大家掷骰子"
    assert episodes.cues(wanted) == ["骰子", "掷骰子"]
    page = client_en.get(response.headers["Location"])
    assert "Settle it" not in text_of(page)
    step = ledger.last_id()
    assert reverse("operations:undo", args=[step]) in page.content.decode()
    client_en.post(reverse("operations:undo", args=[step]))
    assert episodes.get(wanted).is_placeholder


def test_it_can_be_split_in_two(client_en: Client, memory: Memory) -> None:
    before = episodes.count(kind="unsummarized")
    assert settle(client_en, "split", memory.placeholder_id).status_code == 302
    assert episodes.count(kind="unsummarized") == before + 1


def test_it_can_stay_as_it_is_with_a_reason(client_en: Client, memory: Memory) -> None:
    settle(client_en, "dismiss", memory.placeholder_id, reason="only dice")
    assert episodes.get(memory.placeholder_id).dismissed_reason == "only dice"
    told = text_of(client_en.get(reverse("episodes:detail", args=[memory.placeholder_id])))
    assert "left as it is: only dice" in told


def test_an_empty_summary_keeps_what_was_typed(client_en: Client, memory: Memory) -> None:
    response = settle(client_en, "write", memory.placeholder_id, summary=" ", cues="骰子")
    assert response.status_code == 422
    assert "骰子</textarea>" in response.content.decode()
    assert episodes.get(memory.placeholder_id).is_placeholder


def test_a_stale_form_gets_409(client_en: Client, memory: Memory) -> None:
    response = settle(client_en, "dismiss", memory.placeholder_id, reason="x", version=99)
    assert response.status_code == 409
    assert "changed by somebody else" in text_of(response)


def test_a_summary_offers_no_such_thing(client_en: Client, memory: Memory) -> None:
    told = text_of(client_en.get(reverse("episodes:detail", args=[memory.episode_id])))
    assert "Settle it" not in told
    response = settle(client_en, "write", memory.episode_id, summary="x")
    assert response.status_code == 409


def test_the_model_can_be_asked_again_and_its_summary_takes_the_place(
    client_en: Client, memory: Memory
) -> None:
    wanted = memory.placeholder_id
    response = client_en.post(reverse("episodes:retry", args=[wanted]), follow=True)
    assert f"The worker asks the model about E{wanted}" in text_of(response)
    assert "The worker will ask" in text_of(response)
    assert reverse("episodes:retry", args=[wanted]) not in response.content.decode()
    client_en.post(reverse("episodes:retry", args=[wanted]))
    (job_id,) = jobs.due(at=clock.now())
    asked = Providers(
        summarizer=ScriptedSummarizer(lambda _request: Summary("大家掷骰子", ("骰子",), "")),
        extractor=ScriptedExtractor(lambda _request: Extraction()),
        embedder=None,
    )
    assert tasks.run_job(job_id, providers=asked, report=tasks.WorkReport())
    assert episodes.get(wanted).summary == "大家掷骰子"


def test_an_episode_with_a_summary_is_not_asked_about_again(
    client_en: Client, memory: Memory
) -> None:
    response = client_en.post(reverse("episodes:retry", args=[memory.episode_id]))
    assert response.status_code == 409
    assert client_en.post(reverse("episodes:retry", args=[999])).status_code == 404
    assert not jobs.open_scopes("resummarize")
