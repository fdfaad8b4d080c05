"""A database that cannot be written to: locked, full, read-only. Reading goes on, nothing is
half-written, and the answer is never a fault of ours."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import connection  # noqa: TID251 - to break the database on purpose
from django.test import Client

from memory_core.facts import store as facts
from tests.memoryweb.pages import Memory, remember, text_of

PAGES = ("/", "/facts/", "/episodes/", "/messages/", "/operations/", "/help/", "/health/live")
Fault = Callable[[], AbstractContextManager[None]]


def pragma(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {text}")


@contextmanager
def locked() -> Iterator[None]:
    """Another process in the middle of a long write."""
    pragma("busy_timeout = 50")
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()
        pragma("busy_timeout = 20000")


@contextmanager
def full() -> Iterator[None]:
    """Not a page more than there is."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        pages = cursor.fetchone()[0]
    pragma(f"max_page_count = {pages}")
    try:
        yield
    finally:
        pragma("max_page_count = 4294967294")


@contextmanager
def read_only() -> Iterator[None]:
    pragma("query_only = ON")
    try:
        yield
    finally:
        pragma("query_only = OFF")


FAULTS: dict[str, tuple[Fault, str]] = {
    "locked": (locked, "Busy for a moment"),
    "full": (full, "The disk is full"),
    "read-only": (read_only, "The data folder cannot be written"),
}


@pytest.fixture
def memory(transactional_db: None) -> Memory:
    return remember()


@pytest.fixture(params=FAULTS)
def fault(request: pytest.FixtureRequest) -> tuple[Fault, str]:
    return FAULTS[request.param]


def fill_up(client: Client, memory: Memory) -> int:
    """Write until a write is refused; some pages of a full database still have room."""
    for n in range(200):
        fact = facts.get(memory.active.id)
        verb = "unpin" if fact.is_pinned else "pin"
        told = {"version": fact.version, "reason": f"{n} " * 200}
        status = client.post(f"/facts/{fact.id}/{verb}/", told).status_code
        if status != 302:
            return status
    raise AssertionError("nothing was ever refused")


def test_an_action_is_refused_with_the_reason_and_a_time_to_try_again(
    client_en: Client, memory: Memory, fault: tuple[Fault, str]
) -> None:
    breaks, heading = fault
    client_en.raise_request_exception = False
    client_en.get("/")
    with breaks():
        assert fill_up(client_en, memory) == 503
        before = facts.get(memory.active.id)
        verb = "unpin" if before.is_pinned else "pin"
        told = {"version": before.version, "reason": "x " * 240}
        response = client_en.post(f"/facts/{before.id}/{verb}/", told)
        assert response.status_code == 503
        assert heading in text_of(response)
        assert int(response.headers["Retry-After"]) > 0
        assert facts.get(before.id) == before
    assert client_en.post(f"/facts/{before.id}/{verb}/", told).status_code == 302


def test_pages_are_read_all_the_while(
    client_en: Client, memory: Memory, fault: tuple[Fault, str]
) -> None:
    client_en.get("/")
    with fault[0]():
        assert {page: client_en.get(page).status_code for page in PAGES} == dict.fromkeys(
            PAGES, 200
        )


def test_a_session_that_cannot_be_kept_is_no_fault_of_the_browser(
    client_en: Client, memory: Memory
) -> None:
    """A page that has to note when somebody was last seen: "try again", not "bad request"."""
    client_en.raise_request_exception = False
    with locked():
        response = client_en.get("/")
        assert response.status_code == 503
        assert "Retry-After" in response.headers
    assert client_en.get("/").status_code == 200


def test_a_sign_in_during_a_fault_says_why_and_works_afterwards(
    client_en: Client, memory: Memory, fault: tuple[Fault, str]
) -> None:
    breaks, heading = fault
    browser = Client(raise_request_exception=False)
    told = {"username": "operator", "password": "correct horse battery"}
    if breaks is not full:
        with breaks():
            response = browser.post("/login/", told, headers={"Accept-Language": "en"})
            assert (response.status_code, heading in text_of(response)) == (503, True)
    assert browser.post("/login/", told).status_code == 302
