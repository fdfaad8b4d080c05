"""What a click does to a fact, and what happens when somebody was faster."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from memory_core.facts import store as facts
from memory_core.ledger import store as ledger
from tests.memoryweb.pages import Answer, Memory, text_of

pytestmark = pytest.mark.django_db


def act(client: Client, verb: str, fact_id: int, **sent: object) -> Answer:
    htmx = {"HX-Request": "true", "HX-Target": sent.pop("target")} if "target" in sent else {}
    data = {"version": facts.get(fact_id).version, **sent}
    address = reverse(f"facts:{verb}", args=[fact_id])
    return client.post(address, data, headers=htmx)


@pytest.mark.parametrize(
    ("verb", "which", "state"),
    [
        ("archive", "active", "archived"),
        ("restore", "archived", "active"),
        ("pin", "active", "active"),
        ("unpin", "pinned", "active"),
    ],
)
def test_an_action_changes_the_fact_and_writes_one_ledger_row(
    client_en: Client, memory: Memory, verb: str, which: str, state: str
) -> None:
    fact = getattr(memory, which)
    before = ledger.last_id()
    response = act(client_en, verb, fact.id, reason="because")
    assert response.status_code == 302
    assert response.headers["Location"] == reverse("facts:detail", args=[fact.id])
    assert facts.get(fact.id).state == state
    assert facts.get(fact.id).is_pinned == (verb == "pin")
    written = ledger.operations(subject_kind="fact", subject_id=fact.id, limit=1)[0]
    assert ledger.last_id() == before + 1
    assert (written.verb, written.actor, written.reason) == (verb, "operator", "because")


def test_after_an_action_one_comes_back_to_where_one_was(client_en: Client, memory: Memory) -> None:
    place = reverse("facts:list") + "?state=active"
    response = act(client_en, "archive", memory.active.id, next=place)
    assert response.headers["Location"] == place
    away = act(client_en, "restore", memory.active.id, next="https://elsewhere.example/")
    assert away.headers["Location"] == reverse("facts:detail", args=[memory.active.id])


def test_the_next_page_tells_it_with_an_undo(client_en: Client, memory: Memory) -> None:
    act(client_en, "archive", memory.active.id)
    operation = ledger.last_id()
    body = client_en.get(reverse("facts:list")).content.decode()
    assert f"Archived #{memory.active.id}" in body
    assert reverse("operations:undo", args=[operation]) in body
    again = client_en.get(reverse("facts:list")).content.decode()
    assert f"Archived #{memory.active.id}" not in again


def test_in_the_list_the_answer_is_the_row_and_the_toast(client_en: Client, memory: Memory) -> None:
    row = f"fact-{memory.active.id}"
    body = act(client_en, "archive", memory.active.id, target=row).content.decode()
    assert body.lstrip().startswith("<tr")
    assert f'id="{row}"' in body
    assert 'hx-swap-oob="innerHTML"' in body
    assert reverse("operations:undo", args=[ledger.last_id()]) in body
    assert "<html" not in body


def test_on_the_page_the_answer_is_the_page_again(client_en: Client, memory: Memory) -> None:
    response = act(client_en, "pin", memory.active.id, target="fact-detail")
    body = response.content.decode()
    assert 'id="fact-detail"' in body
    assert reverse("facts:unpin", args=[memory.active.id]) in body


class TestSomebodyWasFaster:
    def test_a_stale_version_gets_409_with_the_fresh_fact(
        self, memory: Memory, client_en: Client
    ) -> None:
        fact = memory.active
        act(client_en, "pin", fact.id)
        response = act(client_en, "archive", fact.id, version=fact.version)
        assert response.status_code == 409
        told = text_of(response)
        assert "Somebody was faster" in told
        assert f"version {fact.version + 1}" in told
        assert "Pinned" in told
        assert "What you wanted not done Archive" in told
        assert facts.get(fact.id).state == "active"
        address = reverse("facts:archive", args=[fact.id])
        assert f'action="{address}"' in response.content.decode()

    def test_in_the_list_409_brings_the_fresh_row(self, memory: Memory, client_en: Client) -> None:
        fact = memory.active
        act(client_en, "archive", fact.id)
        response = act(client_en, "pin", fact.id, version=fact.version, target=f"fact-{fact.id}")
        assert response.status_code == 409
        body = response.content.decode()
        assert reverse("facts:restore", args=[fact.id]) in body
        assert "is-error" in body

    def test_the_wrong_state_gets_409(self, memory: Memory, client_en: Client) -> None:
        response = act(client_en, "archive", memory.archived.id)
        assert response.status_code == 409
        assert "not live" in text_of(response)
        page = act(client_en, "pin", memory.archived.id, target="fact-detail")
        assert page.status_code == 409
        assert b'id="fact-detail"' in page.content

    def test_a_stale_rewording_keeps_what_was_typed(
        self, memory: Memory, client_en: Client
    ) -> None:
        fact = memory.active
        act(client_en, "pin", fact.id)
        response = replace(client_en, fact.id, "林知夏爱拍雾凇", version=fact.version)
        assert response.status_code == 409
        body = response.content.decode()
        assert 'value="林知夏爱拍雾凇"' in body
        assert f'name="version" value="{fact.version + 1}"' in re.sub(r"\s+", " ", body)

    def test_a_text_a_dead_fact_has_offers_to_restore_it(
        self, memory: Memory, client_en: Client
    ) -> None:
        response = replace(client_en, memory.active.id, memory.archived.content)
        assert response.status_code == 409
        address = reverse("facts:restore", args=[memory.archived.id])
        assert address in response.content.decode()

    def test_the_same_text_is_an_error_of_the_field(
        self, memory: Memory, client_en: Client
    ) -> None:
        fact = memory.active
        response = replace(client_en, fact.id, fact.content + "。")
        assert response.status_code == 422
        assert "says the same" in text_of(response)
        assert fact.content in response.content.decode()

    def test_undoing_an_undone_step_names_the_undo(self, memory: Memory, client_en: Client) -> None:
        act(client_en, "archive", memory.active.id)
        step = ledger.last_id()
        address = reverse("operations:undo", args=[step])
        assert client_en.post(address).status_code == 302
        again = client_en.post(address)
        assert again.status_code == 409
        assert "already" in text_of(again)
        fragment = client_en.post(address, headers={"HX-Request": "true"})
        assert fragment.status_code == 409
        assert "is-error" in fragment.content.decode()

    def test_a_step_that_was_built_upon_names_the_later_one(
        self, memory: Memory, client_en: Client
    ) -> None:
        fact = memory.active
        act(client_en, "archive", fact.id)
        step = ledger.last_id()
        act(client_en, "restore", fact.id)
        later = ledger.last_id()
        response = client_en.post(reverse("operations:undo", args=[step]))
        assert response.status_code == 409
        assert reverse("operations:undo", args=[later]) in response.content.decode()


def replace(client: Client, fact_id: int, content: str, **sent: object) -> Answer:
    fact = facts.get(fact_id)
    data = {
        "content": content,
        "kind": fact.kind,
        "slot": fact.slot or "",
        "version": fact.version,
        **sent,
    }
    response: Answer = client.post(reverse("facts:replace", args=[fact_id]), data)
    return response


def test_a_new_wording_supersedes_the_old_one(client_en: Client, memory: Memory) -> None:
    response = replace(client_en, memory.active.id, "林知夏爱拍雾凇", reason="exact words")
    assert response.status_code == 302
    old = facts.get(memory.active.id)
    assert old.state == "superseded"
    assert old.superseded_by is not None
    new = facts.get(old.superseded_by)
    assert response.headers["Location"] == reverse("facts:detail", args=[new.id])
    assert (new.content, new.source, new.kind) == ("林知夏爱拍雾凇", "user", memory.active.kind)


def test_a_blank_wording_keeps_the_form(client_en: Client, memory: Memory) -> None:
    response = replace(client_en, memory.active.id, "   ")
    assert response.status_code == 422
    assert b'aria-invalid="true"' in response.content
    assert facts.get(memory.active.id).state == "active"


def test_a_form_without_its_version_does_nothing(client_en: Client, memory: Memory) -> None:
    response = client_en.post(reverse("facts:archive", args=[memory.active.id]))
    assert response.status_code == 422
    assert facts.get(memory.active.id).state == "active"


def test_no_action_works_by_get(client_en: Client, memory: Memory) -> None:
    for verb in ("archive", "restore", "pin", "unpin"):
        address = reverse(f"facts:{verb}", args=[memory.active.id])
        assert client_en.get(address).status_code == 405, verb
    assert client_en.get(reverse("operations:undo", args=[1])).status_code == 405


def test_every_write_wants_its_token(memory: Memory, client_en: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = client_en.cookies
    for address in (
        reverse("facts:archive", args=[memory.active.id]),
        reverse("facts:replace", args=[memory.active.id]),
        reverse("operations:undo", args=[1]),
        reverse("operations:undo_batch", args=[1]),
        reverse("overview:load_sample"),
        reverse("overview:remove_sample"),
        reverse("accounts:logout"),
        reverse("accounts:language"),
        reverse("accounts:theme"),
    ):
        response = strict.post(address, {"version": 1})
        assert response.status_code == 403, address
        assert "no longer valid" in text_of(response), address
    assert facts.get(memory.active.id).state == "active"


def test_a_write_from_another_site_is_refused_even_with_a_token(
    memory: Memory, client_en: Client
) -> None:
    address = reverse("facts:archive", args=[memory.active.id])
    response = client_en.post(
        address, {"version": memory.active.version}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert response.status_code == 403
    assert facts.get(memory.active.id).state == "active"


def test_undo_from_the_toast_brings_the_row_back_in_the_list(
    client_en: Client, memory: Memory
) -> None:
    act(client_en, "archive", memory.active.id)
    place = "http://testserver" + reverse("facts:list") + "?q=x"
    response = client_en.post(
        reverse("operations:undo", args=[ledger.last_id()]),
        headers={"HX-Request": "true", "HX-Current-URL": place},
    )
    body = response.content.decode()
    assert f'id="fact-{memory.active.id}"' in body
    assert 'hx-swap-oob="true"' in body
    assert facts.get(memory.active.id).state == "active"


def test_undo_elsewhere_loads_the_page_anew(client_en: Client, memory: Memory) -> None:
    act(client_en, "archive", memory.active.id)
    place = "http://testserver" + reverse("facts:detail", args=[memory.active.id])
    response = client_en.post(
        reverse("operations:undo", args=[ledger.last_id()]),
        headers={"HX-Request": "true", "HX-Current-URL": place},
    )
    assert response.headers["HX-Refresh"] == "true"
    assert "Undone" in text_of(client_en.get(reverse("overview:page")))


def test_undo_without_script_goes_back_where_it_was_clicked(
    client_en: Client, memory: Memory
) -> None:
    act(client_en, "pin", memory.active.id)
    place = reverse("facts:detail", args=[memory.active.id])
    response = client_en.post(reverse("operations:undo", args=[ledger.last_id()]), {"next": place})
    assert response.headers["Location"] == place
    assert not facts.get(memory.active.id).is_pinned
