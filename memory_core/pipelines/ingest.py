"""L1: messages come in (SPEC 3.1). Synchronous, one short transaction, twice is once."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from django.utils.translation import gettext as _

from memory_core import unit
from memory_core.algorithms.vocabulary import ROLES, STREAM_KINDS, Role, StreamKind
from memory_core.errors import Invalid
from memory_core.jobs import store as jobs
from memory_core.messages import store as messages
from memory_core.people import store as people

MESSAGE_BYTES: Final = 256 * 1024
NAME_CHARACTERS: Final = 120
_UNDECODED: Final = re.compile("[\udc80-\udcff]")
"""What reading a file with `surrogateescape` leaves of bytes that are no UTF-8."""
ID_CHARACTERS: Final = 200
REQUIRED: Final = ("platform", "preset", "stream", "stream_kind", "speaker", "role", "text", "time")
_OPTIONAL: Final = ("id", "speaker_name", "stream_title", "pending")
_LIMITS: Final = {
    "id": ID_CHARACTERS,
    "platform": 40,
    "preset": 80,
    "stream": ID_CHARACTERS,
    "stream_title": 200,
    "speaker": ID_CHARACTERS,
}


@dataclass(frozen=True, slots=True)
class Incoming:
    """One message as a bot sends it. `id` may be empty: it is then made from sender, time, text.

    `is_pending` = the body (an image's description, say) comes later under the same id.
    """

    id: str
    platform: str
    preset: str
    stream: str
    stream_kind: StreamKind
    stream_title: str
    speaker: str
    speaker_name: str
    role: Role
    text: str
    time: datetime
    is_pending: bool = False


@dataclass(frozen=True, slots=True)
class Ingested:
    message_id: int
    stream_id: int
    is_new: bool
    is_filled: bool


@dataclass(frozen=True, slots=True)
class IngestReport:
    """How many messages were new, filled a pending body, or were there already."""

    new: int = 0
    filled: int = 0
    repeated: int = 0


# Reading a line -------------------------------------------------------------------------------


def parse_line(text: str, *, number: int, zone: tzinfo) -> Incoming:
    """One line of a JSONL file. Invalid names the line and the field; a time without an offset
    is read in `zone`."""
    if _UNDECODED.search(text):
        raise _bad(number, "", _("is not UTF-8"))
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        problem = _("is not JSON: %(error)s at character %(place)d")
        details = {"error": error.msg, "place": error.pos + 1}
        raise _bad(number, "", problem % details) from error
    except (ValueError, RecursionError) as error:
        raise _bad(number, "", _("is not JSON: %(error)s") % {"error": error}) from error
    if not isinstance(values, dict):
        raise _bad(number, "", _("is not a JSON object"))
    return parse(values, number=number, zone=zone)


def parse(values: Mapping[str, Any], *, number: int, zone: tzinfo) -> Incoming:
    """One message from plain values. Invalid names the line and the field."""
    unknown = [name for name in values if name not in REQUIRED and name not in _OPTIONAL]
    if unknown:
        raise _bad(number, str(unknown[0]), _("is not a field of a message"))
    for name in REQUIRED:
        if name not in values:
            raise _bad(number, name, _("is missing"))
    texts = {name: _text(values, name, number) for name in (*REQUIRED, *_OPTIONAL[:3])}
    pending = values.get("pending", False)
    if not isinstance(pending, bool):
        raise _bad(number, "pending", _("must be true or false"))
    if texts["stream_kind"] not in STREAM_KINDS:
        raise _bad(number, "stream_kind", _("must be group or direct"))
    if texts["role"] not in ROLES:
        raise _bad(number, "role", _("must be user or assistant"))
    if not texts["text"].strip() and not pending:
        raise _bad(number, "text", _("is empty"))
    if len(texts["text"].encode()) > MESSAGE_BYTES:
        raise _bad(number, "text", _("is longer than 256 KiB"))
    moment = _moment(texts["time"], number=number, zone=zone)
    return Incoming(
        id=texts["id"] or _made_id(texts["speaker"], moment, texts["text"]),
        platform=texts["platform"],
        preset=texts["preset"],
        stream=texts["stream"],
        stream_kind=texts["stream_kind"],
        stream_title=texts["stream_title"],
        speaker=texts["speaker"],
        speaker_name=(texts["speaker_name"].strip() or texts["speaker"])[:NAME_CHARACTERS],
        role=texts["role"],
        text=texts["text"],
        time=moment,
        is_pending=pending,
    )


def _text(values: Mapping[str, Any], name: str, number: int) -> str:
    value = values.get(name)
    if value is None:
        value = ""
    if isinstance(value, int) and not isinstance(value, bool) and name != "text":
        value = str(value)
    if not isinstance(value, str):
        raise _bad(number, name, _("must be text"))
    # A lone surrogate or NUL cannot be stored as text; what it stood for is marked, not dropped.
    clean = value.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    if name in _LIMITS:
        clean = clean.strip()
        if len(clean) > _LIMITS[name]:
            raise _bad(number, name, _("is longer than %(n)d characters") % {"n": _LIMITS[name]})
        if not clean and name in REQUIRED:
            raise _bad(number, name, _("is empty"))
    return clean


def _moment(text: str, *, number: int, zone: tzinfo) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise _bad(
            number, "time", _("must be an ISO 8601 time such as 2026-11-30T21:40:00+08:00")
        ) from error
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=zone)
    if not 1990 <= moment.year <= 2200:
        raise _bad(number, "time", _("lies outside the years 1990 to 2200"))
    return moment


def _made_id(speaker: str, moment: datetime, text: str) -> str:
    """The id of a message without one: the same sender, time and text are the same message, in
    whatever zone the time was written."""
    instant = moment.astimezone(UTC).isoformat()
    digest = hashlib.sha256(f"{speaker}\n{instant}\n{text}".encode())
    return f"sha256:{digest.hexdigest()[:40]}"


def _bad(number: int, field: str, problem: str) -> Invalid:
    where = (
        _("Line %(number)d, field %(field)s: %(problem)s.")
        if field
        else _("Line %(number)d: it %(problem)s.")
    )
    return Invalid(
        where % {"number": number, "field": field, "problem": problem},
        code="line",
        number=number,
        field=field,
    )


def require_consistent(items: Sequence[tuple[int, Incoming]]) -> None:
    """Refuse a file whose streams contradict each other or what is stored, before writing any.

    `items` are (line number, message).
    """
    seen: dict[tuple[str, str], tuple[str, str]] = {}
    for number, item in items:
        key = (item.platform, item.stream)
        if key not in seen:
            stored = people.find_stream(platform=item.platform, external_id=item.stream)
            seen[key] = (
                (stored.preset_name, stored.kind) if stored else (item.preset, item.stream_kind)
            )
        preset, kind = seen[key]
        if item.preset != preset:
            raise _bad(
                number, "preset", _("must be %(preset)s for this stream") % {"preset": preset}
            )
        if item.stream_kind != kind:
            raise _bad(
                number, "stream_kind", _("must be %(kind)s for this stream") % {"kind": kind}
            )


# Writing --------------------------------------------------------------------------------------


def ingest(item: Incoming, *, at: datetime) -> Ingested:
    """Store one message durably. A re-sent one changes nothing; one that brings a pending body
    fills it, and is queued for extraction when a batch has passed it by."""
    with unit.write():
        return _store(item, at=at)


def ingest_many(items: Iterable[Incoming], *, at: datetime) -> IngestReport:
    """Store messages in one transaction: all or none."""
    done = []
    with unit.write():
        done = [_store(item, at=at) for item in items]
    new = sum(item.is_new for item in done)
    filled = sum(item.is_filled for item in done)
    return IngestReport(new=new, filled=filled, repeated=len(done) - new - filled)


def _store(item: Incoming, *, at: datetime) -> Ingested:
    stream = people.ensure_stream(
        platform=item.platform,
        external_id=item.stream,
        preset=item.preset,
        kind=item.stream_kind,
        title=item.stream_title,
        at=at,
    )
    person_id = people.ensure_person(
        platform=item.platform,
        external_id=item.speaker,
        is_bot=item.role == "assistant",
        at=at,
    )
    people.see_name(
        platform=item.platform,
        external_id=item.speaker,
        stream_id=stream.id,
        name=item.speaker_name,
        at=item.time,
    )
    if stream.kind == "direct" and stream.partner_id is None and item.role == "user":
        people.set_partner(stream.id, person_id=person_id)
    stored = messages.add(
        messages.NewMessage(
            stream_id=stream.id,
            preset_id=stream.preset_id,
            person_id=person_id,
            role=item.role,
            external_id=item.id,
            speaker_name=item.speaker_name,
            text=item.text,
            is_pending=item.is_pending,
            sent_at=item.time,
            received_at=at,
        )
    )
    if stored.is_new and item.stream_title and item.stream_title != stream.title:
        # Not by one sent again: it would bring a former title back.
        people.retitle(stream.id, title=item.stream_title)
    if stored.is_late:
        jobs.enqueue("extract", scope=f"message:{stored.message_id}", trigger="late_body", at=at)
    return Ingested(stored.message_id, stream.id, stored.is_new, stored.is_filled)
