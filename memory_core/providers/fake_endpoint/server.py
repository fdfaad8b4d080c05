"""A real HTTP server on loopback that speaks like an OpenAI-compatible end point and misbehaves on
command (OPERATIONS "Models"). For tests, and for people who try the product without a model."""

import socket
import socketserver
import struct
import threading
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import TracebackType
from typing import Any, Final, Self

from memory_core.providers.fake_endpoint import modes
from memory_core.providers.fake_endpoint.asked import Ask
from memory_core.providers.fake_endpoint.modes import Mode
from memory_core.providers.fake_endpoint.said import Said, completion, error

Script = Callable[[Ask], Said | str | None]
"""What to say to one request; a text is the content of a completion, None leaves it to the mode."""

REMEMBERED: Final = 1_000
HANG_SECONDS: Final = 60.0


@dataclass
class Counts:
    """What has been asked so far. `tokens_in` and `tokens_out` are estimates."""

    requests: int = 0
    chats: int = 0
    embeddings: int = 0
    texts: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    trapped: int = 0
    statuses: Counter[int] = field(default_factory=Counter)


@dataclass
class FakeEndpoint:
    """The end point; a context manager. `mode`, `script` and the rest may be changed while it runs.

    `formats` are the kinds of `response_format` it takes; `api_key` '' = every key will do.
    """

    mode: Mode = "ok"
    script: Script | None = None
    host: str = "127.0.0.1"
    port: int = 0
    latency_ms: float = 0.0
    dimension: int = 64
    api_key: str = field(default="", repr=False)
    formats: frozenset[str] = frozenset({"json_schema", "json_object"})
    retry_after: str = "7"
    drip_seconds: float = 0.02
    counts: Counts = field(default_factory=Counts)
    asks: deque[Ask] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._server: _Server | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def origin(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def base_url(self) -> str:
        return f"{self.origin}/v1"

    def start(self) -> None:
        """Listen; `port` then holds the real one. Raises OSError where it cannot."""
        self._stopping.clear()
        self._server = _Server(self)
        self.port = self._server.server_address[1]
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Hang up on everybody and wait until nobody is served any more."""
        self._stopping.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.hang_up()
            self._server.server_close()
        self._server = self._thread = None

    def pause(self, seconds: float) -> None:
        """Wait, but not past the end of the server."""
        self._stopping.wait(seconds)

    def counted(self, ask: Ask) -> None:
        with self._lock:
            self.asks.append(ask)
            self.counts.requests += 1
            self.counts.chats += ask.is_chat
            self.counts.embeddings += ask.is_embedding
            self.counts.texts += len(ask.texts)
            self.counts.trapped += ask.path.startswith("/trap")
            self.counts.tokens_in += ask.tokens_in

    def answered(self, said: Said) -> None:
        with self._lock:
            self.counts.statuses[said.status] += 1
            self.counts.tokens_out += said.tokens_out

    def say(self, ask: Ask) -> Said:
        """What to answer, by key, script and mode in this order."""
        if self.api_key and ask.authorization != f"Bearer {self.api_key}":
            return error(401, "Incorrect API key provided.", code="invalid_api_key")
        scripted = self.script(ask) if self.script else None
        if isinstance(scripted, str):
            return completion(scripted, tokens_in=ask.tokens_in)
        if scripted is not None:
            return scripted
        fixed = modes.of_the_wire(self.mode, origin=self.origin, retry_after=self.retry_after)
        if fixed is not None:
            return fixed
        if ask.is_embedding:
            return modes.embeddings(ask, mode=self.mode, dimension=self.dimension)
        if not ask.is_chat:
            return error(404, "There is nothing here.", code="not_found")
        if ask.format not in {"text", *self.formats}:
            words = f"'response_format' of type '{ask.format}' is not supported with this model."
            return error(400, words, parameter="response_format")
        return modes.chat(ask, mode=self.mode)


class _Server(socketserver.ThreadingMixIn, HTTPServer):
    # Joined by server_close, after hang_up has ended their connections.
    daemon_threads = False
    request_queue_size = 64

    def __init__(self, fake: FakeEndpoint) -> None:
        self.fake = fake
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        self.address_family = socket.AF_INET6 if ":" in fake.host else socket.AF_INET
        super().__init__((fake.host, fake.port), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._open_lock:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._open_lock:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """Wake every thread that waits for the next request of a kept connection."""
        with self._open_lock:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Callers hang up on us all the time: that is what they are tested for."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body go out apart: without this the second waits 40 ms for the first to be received.
    disable_nagle_algorithm = True
    server: _Server
    timeout = HANG_SECONDS

    def do_GET(self) -> None:
        self._serve(b"")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "0")
        self._serve(self.rfile.read(int(length) if length.isdecimal() else 0))

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the counters tell more."""

    def _serve(self, body: bytes) -> None:
        fake = self.server.fake
        ask = Ask.read(self.path, body=body, headers=dict(self.headers.items()))
        fake.counted(ask)
        fake.pause(fake.latency_ms / 1000)
        said = fake.say(ask)
        fake.answered(said)
        if said.manner == "hang":
            fake.pause(HANG_SECONDS)
            self.close_connection = True
        elif said.manner == "reset":
            self._reset()
        else:
            self._send(said, is_slow=said.manner == "drip" or fake.mode == "slow-drip")

    def _send(self, said: Said, *, is_slow: bool) -> None:
        self.send_response(said.status)
        self.send_header("Content-Type", said.content_type)
        self.send_header("Content-Length", str(len(said.body)))
        for name, value in said.headers.items():
            self.send_header(name, value)
        self.end_headers()
        if not is_slow:
            self.wfile.write(said.body)
            return
        for number in said.body:
            if self.server.fake._stopping.is_set():
                return
            self.wfile.write(bytes([number]))
            self.server.fake.pause(self.server.fake.drip_seconds)

    def _reset(self) -> None:
        """Close with RST instead of FIN, as a crashed peer does."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.close_connection = True
        # The file objects hold the socket open until they are closed too.
        self.rfile.close()
        self.wfile.close()
        self.connection.close()
