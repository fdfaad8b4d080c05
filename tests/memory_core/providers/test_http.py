import logging
import socket
import ssl
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest

from memory_core.ports import Denied, ProviderError, TooLarge, Unavailable, Unusable
from memory_core.providers.breaker import FAILURES_TO_OPEN
from memory_core.providers.endpoint import Endpoint, Setup
from memory_core.providers.fake_endpoint import Ask, FakeEndpoint, Mode, Said, document
from memory_core.providers.http import HttpClient
from tests.memory_core.providers.ends import KEY, Bench, Names, Ticks, endpoint_of

TLS = Path(__file__).parent / "tls"
CHAT = "/chat/completions"


def _post(http: HttpClient, endpoint: Endpoint, *, max_bytes: int = 1 << 20) -> object:
    return http.post(endpoint, path=CHAT, payload={"model": "m"}, max_bytes=max_bytes)


def _quick(fake: FakeEndpoint, *, key: str = "") -> Endpoint:
    """An end point with a time-out of half a second."""
    found = endpoint_of(fake, key=key)
    return Endpoint(found.base, found.model, found.policy, found.key, total_seconds=0.5)


@contextmanager
def _talker(*pieces: bytes, pause: float = 0.0) -> Iterator[FakeEndpoint]:
    """A server that sends the same bytes whatever it hears, a pause after each; then hangs up.

    Given as the end point it stands in for.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.05)
        is_over = threading.Event()

        def serve() -> None:
            while not is_over.is_set():
                try:
                    connection, _peer = server.accept()
                except TimeoutError:
                    continue
                with connection:
                    connection.recv(65536)
                    for piece in pieces:
                        try:
                            connection.sendall(piece)
                        except OSError:
                            break
                        if is_over.wait(pause):
                            break

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield FakeEndpoint(port=server.getsockname()[1])
        finally:
            is_over.set()
            thread.join()


# Time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["hang", "slow-drip"])
def test_a_call_ends_at_its_deadline(bench: Bench, mode: Mode) -> None:
    bench.fake.mode = mode
    started = time.monotonic()
    with pytest.raises(Unavailable, match="in time"):
        _post(bench.http, _quick(bench.fake))
    assert time.monotonic() - started < 1.5


def test_headers_that_drip_end_at_the_deadline_too(bench: Bench) -> None:
    line = [bytes([byte]) for byte in b"HTTP/1.1 200 OK\r\n" + b"X-Filler: " + b"x" * 500]
    started = time.monotonic()
    with _talker(*line, pause=0.02) as slow, pytest.raises(Unavailable, match="in time"):
        _post(bench.http, _quick(slow))
    assert time.monotonic() - started < 1.5


def test_a_peer_that_never_shakes_hands_ends_at_the_deadline() -> None:
    http = HttpClient(resolver=Names({"model.test": [("127.0.0.1",)]}))
    with _talker(b"", pause=5) as slow:
        setup = Setup(
            "MEMORYWEB_LLM",
            base_url=f"https://model.test:{slow.port}/v1",
            model="m",
            allowed_hosts="model.test",
        )
        found = setup.endpoint()
        quick = Endpoint(found.base, "m", found.policy, total_seconds=0.5)
        started = time.monotonic()
        with pytest.raises(Unavailable):
            _post(http, quick)
        assert time.monotonic() - started < 1.5
    http.close()


# Bytes and depth -----------------------------------------------------------------------------


def test_a_huge_answer_is_left_unread(bench: Bench) -> None:
    bench.fake.mode = "huge"
    with pytest.raises(Unusable, match="more than 1048576 bytes"):
        _post(bench.http, endpoint_of(bench.fake))


def test_the_cap_is_exact(bench: Bench) -> None:
    body = b'"' + b"x" * 998 + b'"'
    bench.fake.script = lambda ask: Said(body=body)
    endpoint = endpoint_of(bench.fake)
    assert _post(bench.http, endpoint, max_bytes=1000) == "x" * 998
    with pytest.raises(Unusable):
        _post(bench.http, endpoint, max_bytes=999)


def test_a_body_without_end_is_cut_off(bench: Bench) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = [b"ffff\r\n" + b"x" * 0xFFFF + b"\r\n"] * 64
    with _talker(head, *chunks) as endless, pytest.raises(Unusable, match="more than"):
        _post(bench.http, endpoint_of(endless))


def test_a_deep_answer_is_not_parsed(bench: Bench) -> None:
    bench.fake.mode = "deep"
    with pytest.raises(Unusable, match="not JSON"):
        _post(bench.http, endpoint_of(bench.fake))


def test_a_compressed_answer_is_not_unpacked(bench: Bench) -> None:
    bench.fake.script = lambda ask: Said(body=b"{}", headers={"Content-Encoding": "gzip"})
    with pytest.raises(Unusable):
        _post(bench.http, endpoint_of(bench.fake))
    assert bench.fake.asks[-1].headers["accept-encoding"] == "identity"


def test_a_huge_error_is_judged_by_its_status(bench: Bench) -> None:
    bench.fake.script = lambda ask: Said(status=400, body=b"x" * 500_000)
    with pytest.raises(TooLarge):
        _post(bench.http, endpoint_of(bench.fake))


# Faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pieces",
    [
        (b"",),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",),
        (b"SSH-2.0-OpenSSH_9.2\r\n",),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n{}",),
        (b"\x15\x03\x01\x00\x02\x02\x16",),
    ],
)
def test_a_peer_that_breaks_the_protocol_is_tried_again_later(
    bench: Bench, pieces: tuple[bytes, ...]
) -> None:
    with _talker(*pieces) as odd, pytest.raises(Unavailable):
        _post(bench.http, endpoint_of(odd))


def test_a_reset_is_nobodys_fault(bench: Bench) -> None:
    bench.fake.mode = "reset"
    with pytest.raises(Unavailable, match="broke"):
        _post(bench.http, endpoint_of(bench.fake))


def test_a_closed_port_is_nobodys_fault(bench: Bench) -> None:
    endpoint = endpoint_of(bench.fake)
    bench.fake.stop()
    with pytest.raises(Unavailable, match="cannot be reached"):
        _post(bench.http, endpoint)


def test_the_breaker_spares_an_end_point_that_fails(fake: FakeEndpoint) -> None:
    ticks = Ticks()
    http = HttpClient(monotonic=ticks)
    fake.mode = "500"
    endpoint = endpoint_of(fake)
    for _ in range(FAILURES_TO_OPEN + 3):
        with pytest.raises(Unavailable):
            _post(http, endpoint)
    assert fake.counts.requests == FAILURES_TO_OPEN
    fake.mode = "ok"
    ticks.seconds += 60
    assert _post(http, endpoint)
    assert http.breakers.of(endpoint.origin).state() == "closed"
    http.close()


@pytest.mark.parametrize("mode", ["401", "413", "policy-error"])
def test_the_breaker_does_not_mind_an_end_point_that_says_no(bench: Bench, mode: Mode) -> None:
    bench.fake.mode = mode
    for _ in range(FAILURES_TO_OPEN + 3):
        with pytest.raises(ProviderError):
            _post(bench.http, endpoint_of(bench.fake))
    assert bench.fake.counts.requests == FAILURES_TO_OPEN + 3


# Where it goes -------------------------------------------------------------------------------


def test_a_redirect_is_not_followed_and_the_key_stays_at_home(bench: Bench) -> None:
    bench.fake.mode = "redirect"
    with pytest.raises(Denied, match="redirects") as caught:
        _post(bench.http, endpoint_of(bench.fake, key=KEY))
    assert "trap" not in caught.value.reason
    assert bench.fake.counts.requests == 1
    assert bench.fake.counts.trapped == 0


def test_a_redirect_to_metadata_is_not_followed(bench: Bench) -> None:
    target = {"Location": "http://169.254.169.254/latest/meta-data"}
    for status in (301, 302, 303, 307, 308):
        bench.fake.script = lambda ask, status=status: Said(status=status, headers=target)
        with pytest.raises(Denied):
            _post(bench.http, endpoint_of(bench.fake, key=KEY))
    assert bench.fake.counts.requests == 5


def test_a_name_is_looked_up_once_and_connected_to_as_judged(fake: FakeEndpoint) -> None:
    names = Names({"model.test": [("127.0.0.1",), ("169.254.169.254",)]})
    http = HttpClient(resolver=names)
    assert _post(http, endpoint_of(fake, host="model.test", allowed="model.test"))
    assert names.asked == ["model.test"]
    assert fake.asks[-1].headers["host"] == f"model.test:{fake.port}"
    http.close()


def test_a_name_that_turns_against_us_is_refused_at_the_next_connection(
    fake: FakeEndpoint,
) -> None:
    names = Names({"model.test": [("127.0.0.1",), ("169.254.169.254",)]})
    http = HttpClient(resolver=names)
    endpoint = endpoint_of(fake, host="model.test", allowed="model.test")
    assert _post(http, endpoint)
    http.close()
    with pytest.raises(Denied, match="never called"):
        _post(http, endpoint)
    assert fake.counts.requests == 1
    http.close()


def test_a_public_name_that_leads_home_is_refused_unless_listed(fake: FakeEndpoint) -> None:
    http = HttpClient(resolver=Names({"model.test": [("127.0.0.1",)]}))
    with pytest.raises(Denied, match="ALLOWED_HOSTS"):
        _post(http, endpoint_of(fake, host="model.test", allowed=""))
    assert fake.counts.requests == 0
    http.close()


def test_a_connection_does_not_outlive_the_rule_it_was_opened_under(fake: FakeEndpoint) -> None:
    http = HttpClient(resolver=Names({"model.test": [("127.0.0.1",)]}))
    assert _post(http, endpoint_of(fake, host="model.test", allowed="model.test"))
    with pytest.raises(Denied):
        _post(http, endpoint_of(fake, host="model.test", allowed=""))
    http.close()


def test_the_next_address_is_tried_where_one_does_not_listen(fake: FakeEndpoint) -> None:
    http = HttpClient(resolver=Names({"model.test": [("127.0.0.2", "127.0.0.1")]}))
    assert _post(http, endpoint_of(fake, host="model.test", allowed="model.test"))
    http.close()


def test_proxies_of_the_environment_are_not_asked(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeEndpoint() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.origin)
        assert _post(bench.http, endpoint_of(bench.fake, key=KEY))
        assert proxy.counts.requests == 0


def test_connections_are_kept_and_cookies_are_not(bench: Bench) -> None:
    ports: set[str] = set()

    def script(ask: Ask) -> Said:
        ports.add(ask.headers.get("cookie", "none"))
        return Said(body=b"{}", headers={"Set-Cookie": "id=1; Path=/"})

    bench.fake.script = script
    names = Names({"model.test": [("127.0.0.1",)]})
    http = HttpClient(resolver=names)
    for _ in range(3):
        _post(http, endpoint_of(bench.fake, host="model.test", allowed="model.test"))
    assert ports == {"none"}
    assert names.asked == ["model.test"]
    http.close()


# TLS -----------------------------------------------------------------------------------------


class _Hello(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        said = document({"choices": ["over TLS"]})
        self.send_response(200)
        self.send_header("Content-Length", str(len(said.body)))
        self.end_headers()
        self.wfile.write(said.body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def tls_port() -> Iterator[int]:
    """A TLS server on the loopback whose certificate is for model.test."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / "server.pem")
    with HTTPServer(("127.0.0.1", 0), _Hello) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.handle_error = lambda request, client_address: None  # type: ignore[method-assign]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def _over_tls(host: str, port: int, *, trust: ssl.SSLContext) -> object:
    names = Names({"model.test": [("127.0.0.1",)], "other.test": [("127.0.0.1",)]})
    http = HttpClient(resolver=names, trust=lambda: trust)
    setup = Setup(
        "MEMORYWEB_LLM",
        base_url=f"https://{host}:{port}/v1",
        model="m",
        allowed_hosts="model.test,other.test,127.0.0.1",
    )
    try:
        return _post(http, setup.endpoint())
    finally:
        http.close()


def test_tls_is_verified_by_name_though_the_address_is_connected_to(tls_port: int) -> None:
    trust = ssl.create_default_context(cafile=TLS / "authority.pem")
    assert _over_tls("model.test", tls_port, trust=trust) == {"choices": ["over TLS"]}


@pytest.mark.parametrize("host", ["other.test", "127.0.0.1"])
def test_a_certificate_for_another_name_is_refused(tls_port: int, host: str) -> None:
    trust = ssl.create_default_context(cafile=TLS / "authority.pem")
    with pytest.raises(Unavailable, match="certificate"):
        _over_tls(host, tls_port, trust=trust)


def test_a_certificate_of_nobody_we_trust_is_refused(tls_port: int) -> None:
    with pytest.raises(Unavailable, match="certificate"):
        _over_tls("model.test", tls_port, trust=httpx.create_ssl_context())


# The key -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mode",
    [
        "401",
        "403",
        "429",
        "500",
        "redirect",
        "hang",
        "reset",
        "huge",
        "deep",
        "html",
        "policy-error",
    ],
)
def test_the_key_stands_in_no_exception_and_no_log(
    bench: Bench, mode: Mode, caplog: pytest.LogCaptureFixture
) -> None:
    bench.fake.mode = mode
    with caplog.at_level(logging.DEBUG), pytest.raises(ProviderError) as caught:
        _post(bench.http, _quick(bench.fake, key=KEY))
    assert bench.fake.asks[-1].authorization == f"Bearer {KEY}"
    shown = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    assert KEY not in "".join(shown.format())
    assert KEY not in repr(caught.value) + caught.value.reason + caught.value.raw
    assert KEY not in caplog.text
    assert KEY not in repr(vars(bench.http))


def test_an_end_point_that_echoes_the_key_gets_it_into_no_exception(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    def script(ask: Ask) -> Said:
        secret = ask.authorization
        echo = {"error": {"message": secret, "code": secret, "type": secret, "param": secret}}
        body = document(echo).body
        return Said(status=400, body=body, headers={"X-Echo": secret, "Retry-After": secret})

    bench.fake.script = script
    with caplog.at_level(logging.DEBUG), pytest.raises(TooLarge) as caught:
        _post(bench.http, endpoint_of(bench.fake, key=KEY))
    assert KEY not in f"{caught.value!r} {caught.value.reason} {caught.value.raw} {caplog.text}"


def test_many_threads_share_one_client(bench: Bench) -> None:
    endpoint, errors = endpoint_of(bench.fake), []

    def call() -> None:
        try:
            for _ in range(10):
                _post(bench.http, endpoint)
        except ProviderError as error:
            errors.append(error)

    threads = [threading.Thread(target=call) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert bench.fake.counts.requests == 120
