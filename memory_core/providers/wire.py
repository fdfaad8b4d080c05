"""The connection itself: opened only to a judged IP, and never read past a call's deadline.

httpx resolves a name where it connects, and its read time-out starts anew with every byte. So the
network layer below it is ours: the IP that was checked is the IP that is connected to (a second
look-up cannot swap it, TRUST T11), while TLS still verifies the name; and every read, write and
handshake is cut at the end of the whole call (T13: slow drip, also of headers).
"""

import ssl
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import httpcore
import httpx

from memory_core.ports import Denied
from memory_core.providers.addresses import HostPolicy, Origin, Resolver

MOST_CONNECTIONS: Final = 16
IDLE_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Call:
    """What the network layer must know of the request it carries. `ends_at` is monotonic."""

    origin: Origin
    policy: HostPolicy
    ends_at: float
    monotonic: Callable[[], float]

    def seconds(self, wanted: float | None, *, late: type[Exception]) -> float:
        """The time-out of one step; raises `late` when the call is over."""
        rest = self.ends_at - self.monotonic()
        if rest <= 0:
            raise late("the whole call took too long")
        return rest if wanted is None else min(wanted, rest)


# The pool opens connections and reads them on the caller's own thread, so the caller's context is
# the one place both sides see; httpcore passes nothing of the kind down.
current_call: Final[ContextVar[Call]] = ContextVar("current_call")


class _Stream(httpcore.NetworkStream):
    """A stream whose every step ends with the call."""

    def __init__(self, inner: httpcore.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        seconds = current_call.get().seconds(timeout, late=httpcore.ReadTimeout)
        return self._inner.read(max_bytes, timeout=seconds)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        seconds = current_call.get().seconds(timeout, late=httpcore.WriteTimeout)
        self._inner.write(buffer, timeout=seconds)

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        seconds = current_call.get().seconds(timeout, late=httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout=seconds))

    def close(self) -> None:
        self._inner.close()

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Network(httpcore.NetworkBackend):
    """Opens connections to judged addresses of the call's own origin, and to nothing else."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver
        self._sockets = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        call = current_call.get()
        if (host, port) != (call.origin.host, call.origin.port):
            raise Denied(f"A connection that is not to {call.origin} was refused.")
        failure: Exception = httpcore.ConnectError("no address")
        for address in call.policy.addresses(call.origin, resolver=self._resolver):
            seconds = call.seconds(timeout, late=httpcore.ConnectTimeout)
            try:
                return _Stream(
                    self._sockets.connect_tcp(
                        str(address), port, seconds, local_address, socket_options
                    )
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


class GuardedTransport(httpx.BaseTransport):
    """httpx's own transport with the network above in it. Raises httpcore's exceptions.

    `trust` is who may vouch for a host; None where there is no TLS.
    """

    def __init__(self, *, resolver: Resolver, trust: ssl.SSLContext | None) -> None:
        self._pool = httpcore.ConnectionPool(
            ssl_context=trust,
            max_connections=MOST_CONNECTIONS,
            keepalive_expiry=IDLE_SECONDS,
            network_backend=_Network(resolver),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            answer.status, headers=answer.headers, stream=_Body(answer), request=request
        )

    def close(self) -> None:
        self._pool.close()
