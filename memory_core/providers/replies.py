"""What an end point's reply means: a JSON document, or one of the exceptions of `ports`.

Nothing of a body stands in an exception: it may be a page of another machine, or hold the key
(TRUST T11, T14). Only our own words and the status do.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final

from memory_core.ports import Denied, Refused, TooLarge, Unavailable, Unusable
from memory_core.providers.addresses import Origin

DEEPEST: Final = 32
LONGEST_RETRY_SECONDS: Final = 3600.0

# A string is swallowed whole, so that a bracket in a text counts for nothing. The possessive
# quantifiers and the two `\Z` keep this linear on strings that never end.
_STRING_OR_BRACKET: Final = re.compile(
    r'"[^"\\]*+(?:\\(?:.|\Z)[^"\\]*+)*+(?:"|\Z)|[\[\]{}]', re.DOTALL
)

_FILTER_CODES: Final = re.compile(
    r"content_?filter|content_?policy|content_?moderation|moderation_?blocked"
    r"|data_?inspection_?failed|responsible_?ai_?policy|censorship_?blocked|sensitive_?content"
    r"|prohibited_?content|^1301$",
    re.IGNORECASE,
)
_FILTER_WORDS: Final = re.compile(
    r"content exists risk|content management policy|content policy|usage policies"
    r"|inappropriate content|flagged by|不安全或敏感内容|敏感内容|违规内容",
    re.IGNORECASE,
)
_SETUP_CODES: Final = re.compile(
    r"model_?not_?found|invalid_?model|invalid_?api_?key|authentication|insufficient_?quota"
    r"|insufficient_?balance|billing|arrearage|permission",
    re.IGNORECASE,
)
_SETUP_WORDS: Final = re.compile(
    r"model\b.{0,80}\b(?:not exist|not found)"
    r"|(?:incorrect|invalid) api key",
    re.IGNORECASE | re.DOTALL,
)

_DENIED: Final = {401, 402, 403, 404, 405, 410}
_TRANSIENT: Final = {408, 409, 425, 429}
_LEGAL: Final = 451


class NotJson(ValueError):
    """Not a JSON document, or one that nests too deep."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer, within its byte cap. `document` is None where the body was no JSON."""

    status: int
    document: Any
    retry_after: str = ""
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class Complaint:
    """What an error says of itself, in the dialects seen: code and type, parameter, words."""

    codes: tuple[str, ...] = ()
    parameter: str = ""
    words: str = ""

    @property
    def is_refusal(self) -> bool:
        return any(map(_FILTER_CODES.search, self.codes)) or bool(_FILTER_WORDS.search(self.words))

    @property
    def is_about_setup(self) -> bool:
        return any(map(_SETUP_CODES.search, self.codes)) or bool(_SETUP_WORDS.search(self.words))

    def is_about(self, *names: str) -> bool:
        said = f"{self.parameter} {self.words}".lower()
        return any(name in said for name in names)


def parse_json(body: bytes, *, deepest: int = DEEPEST) -> Any:
    """Raises `NotJson`. Depth is looked at first: the parser itself would exhaust the stack."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotJson("not UTF-8") from None
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        mark = found[0]
        depth += (mark in "[{") - (mark in "]}")
        if depth > deepest:
            raise NotJson("nested too deep")
    try:
        return json.loads(text)
    except ValueError:
        # Also a whole number of thousands of digits.
        raise NotJson("not JSON") from None


def complaint_of(document: Any) -> Complaint:
    """The complaint in an error body, empty where there is none."""
    if not isinstance(document, dict):
        return Complaint()
    error = document.get("error", document)
    if isinstance(error, str):
        return Complaint(words=error)
    if not isinstance(error, dict):
        return Complaint()
    inner = error.get("innererror")
    codes = [error.get("code"), error.get("type")]
    codes += [inner.get("code")] if isinstance(inner, dict) else []
    detail = error.get("detail")
    said = (error.get("message"), error.get("msg"), detail)
    return Complaint(
        codes=tuple(str(code) for code in codes if isinstance(code, str | int)),
        parameter=_text(error.get("param")) or _places(detail),
        words=" ".join(_text(part) for part in said),
    )


def _places(detail: object) -> str:
    """Where a validating server found fault: `[{"loc": ["body", "response_format"]}]`."""
    found = detail if isinstance(detail, list) else []
    return " ".join(str(part.get("loc")) for part in found if isinstance(part, dict))


def check(reply: Reply, *, origin: Origin, at: datetime) -> Any:
    """The document of a good reply; every other one raises its exception. `at` is now, aware."""
    status, complaint = _status(reply), complaint_of(reply.document)
    if not 200 <= status < 300 or not _has_answer(reply.document):
        _check_refusal(status, complaint, origin=origin)
    if 200 <= status < 300:
        if "html" in reply.content_type.lower():
            raise Denied(f"{origin} answered with a web page; is the base URL right?")
        if reply.document is None:
            raise Unusable(f"{origin} answered with something that is not JSON.")
        return reply.document
    if 300 <= status < 400:
        raise Denied(f"{origin} redirects; set its final address as the base URL.")
    if status in _DENIED or complaint.is_about_setup:
        raise Denied(_denied(status, origin=origin))
    if status in _TRANSIENT or status >= 500:
        raise Unavailable(
            f"{origin} answered {status}.",
            retry_after_seconds=retry_after(reply.retry_after, at=at),
        )
    raise TooLarge(f"{origin} did not take the request ({status}).")


def retry_after(text: str, *, at: datetime) -> float | None:
    """Seconds from `at` that a Retry-After header asks for: a number or an HTTP date, 0 to an hour.
    None: it asks for nothing that can be understood."""
    text = text.strip()
    if re.fullmatch(r"[0-9]{1,12}(?:\.[0-9]{1,6})?", text):
        seconds = float(text)
    else:
        try:
            moment = parsedate_to_datetime(text)
        except ValueError:
            return None
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (aware - at).total_seconds()
    return min(max(seconds, 0.0), LONGEST_RETRY_SECONDS)


def _status(reply: Reply) -> int:
    """The status; of a "200" that holds an error, the one the error names (gateways do that)."""
    document = reply.document
    if reply.status != 200 or not isinstance(document, dict) or not document.get("error"):
        return reply.status
    if _has_answer(document):
        return reply.status
    # An error without a number is a fault on their side, unless its words say otherwise.
    return next(_numbers(document["error"]), 500)


def _has_answer(document: Any) -> bool:
    return isinstance(document, dict) and bool(document.get("choices") or document.get("data"))


def _numbers(error: Any) -> Iterator[int]:
    for key in ("status", "code"):
        value = error.get(key) if isinstance(error, dict) else None
        if isinstance(value, int) and 400 <= value <= 599:
            yield value


def _check_refusal(status: int, complaint: Complaint, *, origin: Origin) -> None:
    if status == _LEGAL or complaint.is_refusal:
        raise Refused(f"{origin} refuses this content ({status}).")


def _denied(status: int, *, origin: Origin) -> str:
    said = {
        401: "does not accept the key",
        402: "wants to be paid",
        403: "does not allow this key to use it",
        404: "knows neither this address nor this model",
        405: "is no API of this kind",
        429: "says that the account's quota is used up",
    }
    return f"{origin} {said.get(status, 'does not accept the set-up')} ({status})."


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
