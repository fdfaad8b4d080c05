"""Where a form or a sign-in leads: to a page of ours, or to the overview."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from memory_core.facts import store as facts
from memory_core.ledger import store as ledger
from memoryweb.accounts.models import User
from tests.memoryweb.pages import Memory

PASSWORD = "correct horse battery"
ELSEWHERE = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/",
    "http:evil.example",
    "http://testserver@evil.example/",
    "javascript:alert(1)",
    "data:text/html,x",
    " //evil.example",
    "\x01//evil.example",
    "/" + "a" * 3000,
    # What could be looked up as the name of a page, or is none.
    "frozen",
    "facts:list",
    "facts:detail",
    "{0}",
    "%(x)s",
    "²",
    "?q=1",
]


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_a_form_leads_nowhere_but_to_us(client_en: Client, wanted: str) -> None:
    response = client_en.post("/language/", {"language": "en", "next": wanted})
    assert (response.status_code, response.headers["Location"]) == (302, "/")


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_the_sign_in_leads_nowhere_but_to_us(operator: User, wanted: str) -> None:
    client = Client()
    assert client.get("/login/", {"next": wanted}).status_code == 200
    told = {"username": "operator", "password": PASSWORD, "next": wanted}
    response = client.post("/login/", told)
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    again = client.get("/login/", {"next": wanted})
    assert (again.status_code, again.headers["Location"]) == (302, "/")


def test_a_page_of_ours_with_its_conditions_is_kept(client_en: Client) -> None:
    wanted = "/facts/?state=active&q=%E9%9B%BE%E5%87%87#fact-1"
    response = client_en.post("/language/", {"language": "en", "next": wanted})
    assert response.headers["Location"] == wanted


def test_a_line_break_never_becomes_a_header(client_en: Client) -> None:
    told = {"language": "en", "next": "/x\r\nSet-Cookie: a=b"}
    response = client_en.post("/language/", told)
    assert "\n" not in response.headers["Location"]
    assert "a" not in response.cookies


def sign_in_leads_to(location: str) -> str:
    return parse_qs(urlsplit(location).query)["next"][0]


def test_after_a_lost_session_a_form_leads_back_to_the_page_it_was_on(
    operator: User, memory: Memory
) -> None:
    """The address of an action alone shows nothing: it is not made for looking at."""
    action = f"/facts/{memory.active.id}/archive/"
    response = Client().post(
        action, {"version": 1}, headers={"Referer": "http://testserver/facts/?state=active"}
    )
    assert sign_in_leads_to(response.headers["Location"]) == "/facts/?state=active"


@pytest.mark.parametrize("referer", ["", "https://evil.example/x", "http://[", "nonsense"])
def test_a_form_from_nowhere_leads_to_the_overview_after_the_sign_in(
    operator: User, referer: str
) -> None:
    response = Client().post("/facts/1/pin/", {"version": 1}, headers={"Referer": referer})
    assert sign_in_leads_to(response.headers["Location"]) == "/"


def test_an_endless_address_does_not_bar_the_way_to_the_sign_in(operator: User) -> None:
    response = Client().get("/facts/", {"q": "雾" * 1000})
    assert response.status_code == 302
    assert sign_in_leads_to(response.headers["Location"]) == "/"


def test_a_fragment_that_names_no_address_is_sent_to_the_sign_in_all_the_same(
    operator: User,
) -> None:
    for shown in ("http://[", "https://evil.example/facts/", "//", "x" * 5000):
        response = Client().get("/facts/", headers={"HX-Request": "true", "HX-Current-URL": shown})
        assert response.status_code == 401
        assert response.headers["HX-Redirect"] == "/login/?next=/"


def test_an_undo_from_a_page_that_names_no_address_is_done(
    client_en: Client, memory: Memory
) -> None:
    operation_id = ledger.newest_operation_id("fact", memory.pinned.id)
    response = client_en.post(
        f"/operations/{operation_id}/undo/",
        headers={"HX-Request": "true", "HX-Current-URL": "http://["},
    )
    assert response.status_code == 204
    assert not facts.get(memory.pinned.id).is_pinned
