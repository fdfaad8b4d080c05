"""Bodies of requests, taken in before anybody reads them: small and whole (TRUST T30).

Without this a handful of connections that send half a form hold every thread of the web server for
ever, a form cut off on its way is read as if it were whole, and a large upload fills the disk.
"""

import io
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

LARGEST: Final = 2_621_440
"""Bytes; what `DATA_UPLOAD_MAX_MEMORY_SIZE` says, for uploads too. There is no page for more."""
WORKING: Final = 4
"""Threads that answer; each holds one connection to the database."""
WAITING: Final = 48
"""Requests that may wait for their body at a time."""
THREADS: Final = 64
"""Threads of the web server: what does not wait for a body always finds a free one."""
REFUSED: Final = "memoryweb.body_refused"
"""Key of the environ: the status to refuse this request with."""

TOO_LARGE, NOT_WHOLE, LENGTH_UNKNOWN, TOO_MANY = 413, 400, 411, 503
Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


class BodyGuard:
    """A WSGI application around ours. It waits for the body in the server's own thread and answers
    in one of a few others. (A read cannot be given a time-out: granian holds the interpreter when
    it has to end a request whose body another thread still reads.)

    What it refuses it still hands on, without the body and with the status in `REFUSED`, so that
    the answer is a page like every other.
    """

    def __init__(
        self, application: Application, *, largest: int = LARGEST, waiting: int = WAITING
    ) -> None:
        self.application = application
        self.largest = largest
        self.places = threading.BoundedSemaphore(waiting)
        self.pool = ThreadPoolExecutor(WORKING, thread_name_prefix="answer")

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        body = self._take_in(environ)
        if isinstance(body, int):
            environ[REFUSED] = body
            body = b""
        environ["wsgi.input"] = io.BytesIO(body)
        environ["CONTENT_LENGTH"] = str(len(body))
        return self.pool.submit(self.application, environ, start_response).result()

    def _take_in(self, environ: Environ) -> bytes | int:
        """The whole body, or the status to refuse it with."""
        if environ.get("HTTP_TRANSFER_ENCODING"):
            # granian tells no end from a break: half of it would pass for the whole.
            return LENGTH_UNKNOWN
        told = environ.get("CONTENT_LENGTH") or "0"
        if not (told.isascii() and told.isdecimal()):
            return NOT_WHOLE
        length = int(told)
        if length > self.largest:
            return TOO_LARGE
        if length == 0:
            return b""
        if not self.places.acquire(blocking=False):
            return TOO_MANY
        try:
            body = _read(environ["wsgi.input"], length)
        finally:
            self.places.release()
        return body if len(body) == length else NOT_WHOLE


def _read(source: Any, length: int) -> bytes:
    """That many bytes; fewer when the other side broke off."""
    body = bytearray()
    while len(body) < length:
        try:
            piece = source.read(length - len(body))
        except OSError:
            break
        if not piece:
            break
        body += piece
    return bytes(body)
