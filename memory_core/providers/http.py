"""One HTTP client for every end point: bounded in time, bytes and depth, bound to its origin.

TRUST T11 (addresses), T12 (key), T13 (hostile answers), F03 (faults).
"""

import http.cookiejar
import json
import logging
import os
import ssl
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

import httpcore
import httpx

from memory_core import clock
from memory_core.ports import TooLarge, Unavailable, Unusable
from memory_core.providers.addresses import HostPolicy, Origin, Resolver, resolve
from memory_core.providers.breaker import Breakers
from memory_core.providers.endpoint import Endpoint
from memory_core.providers.replies import NotJson, Reply, check, parse_json
from memory_core.providers.wire import Call, GuardedTransport, current_call

CONNECT_SECONDS: Final = 5.0
# An answer that is not streamed is silent while the model thinks: nearly the whole time-out.
SILENT_SHARE: Final = 0.8
ERROR_BYTES: Final = 65_536

# One line a request is noise, and their DEBUG lines hold the headers of answers.
for _name in ("httpx", "httpcore"):
    logging.getLogger(_name).setLevel(logging.WARNING)


class _TooManyBytes(Exception):
    pass


class HttpClient:
    """Posts JSON and gives back JSON, or raises the exceptions of `ports`. Thread-safe.

    Connections are kept for the next call: a look-up, TCP and TLS would cost a chat turn several
    round trips. Environment proxies are not used: a proxy would connect where it likes.
    """

    def __init__(
        self,
        *,
        resolver: Resolver = resolve,
        trust: Callable[[], ssl.SSLContext] = httpx.create_ssl_context,
        breakers: Breakers | None = None,
        monotonic: Callable[[], float] = clock.monotonic,
        now: Callable[[], datetime] = clock.now,
    ) -> None:
        self.breakers = breakers or Breakers(monotonic=monotonic)
        self._resolver = resolver
        self._trust = trust
        self._monotonic = monotonic
        self._now = now
        self._clients: dict[tuple[int, str, HostPolicy], httpx.Client] = {}
        self._lock = threading.Lock()

    def post(
        self, endpoint: Endpoint, *, path: str, payload: Mapping[str, Any], max_bytes: int
    ) -> Any:
        """The JSON document answered by a POST of `payload` to the end point's `path`.

        `max_bytes` caps the body of the answer.
        """
        reply = self.exchange(endpoint, path=path, payload=payload, max_bytes=max_bytes)
        return check(reply, origin=endpoint.origin, at=self._now())

    def exchange(
        self, endpoint: Endpoint, *, path: str, payload: Mapping[str, Any], max_bytes: int
    ) -> Reply:
        """Like `post`, but what would be `TooLarge` comes back as it is, for a caller that can ask
        in another way."""
        with self.breakers.of(endpoint.origin).guard():
            reply = self._send(endpoint, path=path, payload=payload, max_bytes=max_bytes)
            try:
                check(reply, origin=endpoint.origin, at=self._now())
            except TooLarge:
                return reply
            return reply

    def close(self) -> None:
        """Close every connection; the next call opens new ones."""
        with self._lock:
            clients, self._clients = self._clients, {}
        for (process, *_), client in clients.items():
            if process == os.getpid():
                client.close()

    def _send(
        self, endpoint: Endpoint, *, path: str, payload: Mapping[str, Any], max_bytes: int
    ) -> Reply:
        endpoint.policy.check(endpoint.origin)
        call = Call(
            origin=endpoint.origin,
            policy=endpoint.policy,
            ends_at=self._monotonic() + endpoint.total_seconds,
            monotonic=self._monotonic,
        )
        mark = current_call.set(call)
        try:
            return self._read(endpoint, path=path, payload=payload, max_bytes=max_bytes)
        # `from None` everywhere: httpx's exceptions carry the request, and that the key.
        except httpcore.TimeoutException:
            raise Unavailable(f"{endpoint.origin} did not answer in time.") from None
        except httpcore.ConnectError as error:
            raise Unavailable(_not_connected(endpoint.origin, error)) from None
        except (httpcore.NetworkError, httpcore.ProtocolError, httpx.HTTPError):
            raise Unavailable(f"The connection to {endpoint.origin} broke.") from None
        except _TooManyBytes:
            raise Unusable(f"{endpoint.origin} answered more than {max_bytes} bytes.") from None
        finally:
            current_call.reset(mark)

    def _read(
        self, endpoint: Endpoint, *, path: str, payload: Mapping[str, Any], max_bytes: int
    ) -> Reply:
        # A lone surrogate has no UTF-8; it is sent as "?" and never as a broken request.
        body = json.dumps(payload, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        with self._client(endpoint).stream(
            "POST",
            f"{endpoint.base}{path}",
            content=body,
            headers={"Content-Type": "application/json", **endpoint.headers()},
            timeout=httpx.Timeout(
                endpoint.total_seconds * SILENT_SHARE,
                connect=min(CONNECT_SECONDS, endpoint.total_seconds),
            ),
        ) as response:
            is_good = 200 <= response.status_code < 300
            return Reply(
                status=response.status_code,
                document=_document(response, max_bytes=max_bytes, is_good=is_good),
                retry_after=response.headers.get("Retry-After", ""),
                content_type=response.headers.get("Content-Type", ""),
            )

    def _client(self, endpoint: Endpoint) -> httpx.Client:
        """One pool a policy, so that no connection outlives the rule it was opened under; and one
        a process, so that a fork shares no socket with its parent."""
        scheme = endpoint.origin.scheme
        with self._lock:
            place = (os.getpid(), scheme, endpoint.policy)
            if place not in self._clients:
                # Loading the authorities costs more than a call on the loopback.
                trust = self._trust() if scheme == "https" else None
                no_cookies = http.cookiejar.DefaultCookiePolicy(allowed_domains=[])
                self._clients[place] = httpx.Client(
                    transport=GuardedTransport(resolver=self._resolver, trust=trust),
                    trust_env=False,
                    follow_redirects=False,
                    cookies=http.cookiejar.CookieJar(no_cookies),
                    # Compression would let a small body grow large behind the byte cap.
                    headers={
                        "User-Agent": "memoryweb",
                        "Accept": "application/json",
                        "Accept-Encoding": "identity",
                    },
                )
            return self._clients[place]


def _document(response: httpx.Response, *, max_bytes: int, is_good: bool) -> Any:
    """The body as JSON. Of an error a little is enough, and what cannot be read is left."""
    try:
        if response.headers.get("Content-Encoding", "identity").lower() != "identity":
            return None
        return parse_json(_body(response, max_bytes=max_bytes if is_good else ERROR_BYTES))
    except NotJson:
        return None
    except _TooManyBytes:
        if is_good:
            raise
        return None


def _body(response: httpx.Response, *, max_bytes: int) -> bytes:
    body = bytearray()
    for piece in response.iter_raw():
        body += piece
        if len(body) > max_bytes:
            raise _TooManyBytes
    return bytes(body)


def _not_connected(origin: Origin, error: httpcore.ConnectError) -> str:
    # httpcore wraps what the socket raised, and its pool takes the cause off again.
    if any(isinstance(part, ssl.SSLCertVerificationError) for part in error.args):
        return f"The certificate of {origin} is not valid for it."
    return f"{origin} cannot be reached."
