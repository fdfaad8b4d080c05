"""Bodies that are too large, cut off, endless or slow, as a WSGI server hands them on."""

import io
import threading
from collections.abc import Iterable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client

from memoryweb import bodies
from memoryweb.bodies import BodyGuard
from tests.house import wait_for
from tests.memoryweb.pages import text_of

ROOM = 1000


class Line:
    """A body on its way: what was sent so far, and whether the other side is gone."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.gone = threading.Event()

    def read(self, size: int = -1) -> bytes:
        if not self.pieces:
            assert self.gone.wait(20)
            return b""
        return self.pieces.pop(0)


def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Says what it was handed."""
    start_response("200 OK", [])
    told = environ.get(bodies.REFUSED)
    return [str(told).encode() if told else environ["wsgi.input"].read()]


def send(guard: BodyGuard, source: Any, **environ: str) -> bytes:
    return b"".join(guard({"wsgi.input": source, **environ}, lambda *_: None))


@pytest.fixture
def guard() -> BodyGuard:
    return BodyGuard(answer, largest=ROOM, waiting=2)


def test_a_whole_body_comes_through_in_however_many_pieces(guard: BodyGuard) -> None:
    assert send(guard, Line(b"name", b"=Lin"), CONTENT_LENGTH="8") == b"name=Lin"


def test_a_request_without_a_body_waits_for_none(guard: BodyGuard) -> None:
    assert send(guard, Line()) == b""
    assert send(guard, Line(), CONTENT_LENGTH="0") == b""


def test_a_body_cut_off_on_its_way_is_not_taken_for_the_whole(guard: BodyGuard) -> None:
    assert send(guard, io.BytesIO(b"content=half"), CONTENT_LENGTH="40") == b"400"


def test_a_line_that_breaks_is_no_error_of_ours(guard: BodyGuard) -> None:
    class Broken:
        def read(self, _size: int) -> bytes:
            raise ConnectionResetError

    assert send(guard, Broken(), CONTENT_LENGTH="40") == b"400"


@pytest.mark.parametrize("told", ["-1", "1e3", "\uff11", "0x10", "1 2"])
def test_a_length_that_is_no_number_is_refused(guard: BodyGuard, told: str) -> None:
    assert send(guard, Line(), CONTENT_LENGTH=told) == b"400"


@pytest.mark.parametrize("length", [ROOM + 1, 2**40, 10**30])
def test_a_large_body_is_refused_before_a_byte_of_it_is_read(guard: BodyGuard, length: int) -> None:
    assert send(guard, Line(), CONTENT_LENGTH=str(length)) == b"413"


def test_a_body_without_a_length_is_refused(guard: BodyGuard) -> None:
    assert send(guard, Line(), HTTP_TRANSFER_ENCODING="chunked") == b"411"
    told = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": "3"}
    assert send(guard, Line(), **told) == b"411"


def test_slow_bodies_keep_nobody_else_waiting(guard: BodyGuard) -> None:
    """Two may wait, the third is refused at once, and pages are answered all the while."""
    slow = [Line(b"name") for _ in range(2)]
    answers: list[bytes] = []
    threads = [
        threading.Thread(
            target=lambda line=line: answers.append(send(guard, line, CONTENT_LENGTH="8"))
        )
        for line in slow
    ]
    for thread in threads:
        thread.start()
    wait_for(lambda: not any(line.pieces for line in slow), seconds=5, why="nobody read")
    assert send(guard, Line(b"name"), CONTENT_LENGTH="8") == b"503"
    assert [send(guard, Line()) for _ in range(20)] == [b""] * 20
    for line in slow:
        line.gone.set()
    for thread in threads:
        thread.join()
    assert answers == [b"400", b"400"]
    assert send(guard, Line(b"name", b"=Lin"), CONTENT_LENGTH="8") == b"name=Lin"


@pytest.mark.django_db
@pytest.mark.parametrize("status", [400, 411, 413, 503])
def test_what_is_refused_gets_a_page_like_every_other(status: int) -> None:
    defaults: dict[str, Any] = {bodies.REFUSED: status}
    client = Client(headers={"Accept-Language": "en"}, **defaults)
    response = client.post("/login/", {"username": "x"})
    assert response.status_code == status
    assert "Content-Security-Policy" in response.headers
    assert "Nothing was changed" in text_of(response)
    assert ("Retry-After" in response.headers) == (status == bodies.TOO_MANY)


def test_django_reads_what_the_guard_let_through() -> None:
    """The real application: a form through the guard, and one that lost its second half."""
    told: list[str] = []

    def start(status: str, _headers: Any) -> None:
        told.append(status)

    guard = BodyGuard(WSGIHandler())
    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/health/live",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "HTTP_HOST": "localhost",
        "wsgi.url_scheme": "http",
        "wsgi.errors": io.StringIO(),
        "CONTENT_TYPE": "application/x-www-form-urlencoded",
        "CONTENT_LENGTH": "8",
    }
    for body in (b"name=Lin", b"name"):
        b"".join(guard({**environ, "wsgi.input": io.BytesIO(body)}, start))
    assert [status.split()[0] for status in told] == ["403", "400"]
