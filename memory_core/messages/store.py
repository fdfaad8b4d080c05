"""L1, the log: all SQL over messages, cursors and skipped ranges.

Order is always by id, the order of arrival: clocks of platforms lie and move.
"""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, Q, QuerySet

from memory_core import db
from memory_core.algorithms.vocabulary import BodyState, Purpose, Role
from memory_core.errors import Conflict, Missing
from memory_core.messages.models import Cursor, SkippedRange
from memory_core.messages.models import Message as MessageRow


@dataclass(frozen=True, slots=True)
class Message:
    id: int
    stream_id: int
    preset_id: int
    person_id: int
    role: Role
    external_id: str
    speaker_name: str
    text: str
    body_state: BodyState
    sent_at: datetime
    received_at: datetime
    episode_id: int | None
    edited_at: datetime | None

    @property
    def is_ready(self) -> bool:
        """Whether the text is the person's own; a placeholder is never quoted or indexed."""
        return self.body_state == "ready"


@dataclass(frozen=True, slots=True)
class NewMessage:
    stream_id: int
    preset_id: int
    person_id: int
    role: Role
    external_id: str
    speaker_name: str
    text: str
    is_pending: bool
    sent_at: datetime
    received_at: datetime


@dataclass(frozen=True, slots=True)
class Stored:
    message_id: int
    is_new: bool
    is_filled: bool = False
    is_late: bool = False


@dataclass(frozen=True, slots=True)
class StreamCount:
    total: int
    unarchived: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Skipped:
    id: int
    stream_id: int
    purpose: Purpose
    first_id: int
    last_id: int
    reason: str
    job_id: int | None
    at: datetime


_FIELDS = tuple(Message.__dataclass_fields__)


def _messages(rows: QuerySet[MessageRow]) -> list[Message]:
    return [Message(*row) for row in rows.values_list(*_FIELDS)]


# Writing --------------------------------------------------------------------------------------


def add(new: NewMessage) -> Stored:
    """Store one message, or nothing when it is there already (SPEC 3.1).

    A pending row is filled by a re-sent message that brings its body; the time of arrival stays.
    `is_late` = a batch has passed it by with its placeholder, so it needs one of its own.
    """
    found = MessageRow.objects.filter(stream_id=new.stream_id, external_id=new.external_id)
    row = found.values_list("id", "body_state").first()
    if row is None:
        created = MessageRow.objects.create(
            stream_id=new.stream_id,
            preset_id=new.preset_id,
            person_id=new.person_id,
            role=new.role,
            external_id=new.external_id,
            speaker_name=new.speaker_name,
            text=new.text,
            body_state="pending" if new.is_pending else "ready",
            sent_at=new.sent_at,
            received_at=new.received_at,
        )
        # The cursor stands from the first message on: due work is found from the cursors.
        db.execute(
            "INSERT INTO cursors (stream_id, purpose, position) VALUES (%s, 'extraction', 0)"
            " ON CONFLICT DO NOTHING",
            [new.stream_id],
        )
        return Stored(created.pk, is_new=True)
    message_id, state = row
    if state == "ready" or new.is_pending:
        return Stored(message_id, is_new=False)
    found.update(text=new.text, body_state="ready", edited_at=new.received_at)
    return Stored(message_id, is_new=False, is_filled=True, is_late=state == "placeholder")


def archive(message_ids: Sequence[int], *, episode_id: int) -> None:
    """Put a whole batch behind its episode, or nothing of it: Conflict when one is taken."""
    changed = MessageRow.objects.filter(id__in=message_ids, episode_id__isnull=True).update(
        episode_id=episode_id
    )
    if changed != len(message_ids):
        raise Conflict("messages of this batch are archived already", code="archived")


def move(message_ids: Sequence[int], *, source: int, to: int) -> None:
    """Hand messages of one episode to another, all or none."""
    changed = MessageRow.objects.filter(id__in=message_ids, episode_id=source).update(episode_id=to)
    if changed != len(message_ids):
        raise Conflict("messages of this episode have moved", code="moved")


def mark_placeholders(message_ids: Collection[int]) -> None:
    """Bodies that did not come in time: this batch took them with their placeholder."""
    MessageRow.objects.filter(id__in=message_ids, body_state="pending").update(
        body_state="placeholder"
    )


def advance(stream_id: int, *, purpose: Purpose, expected: int, position: int) -> None:
    """Move a cursor forward from where the batch was read; Conflict when it has moved since."""
    if position <= expected:
        raise Conflict("a cursor never goes back", code="cursor")
    Cursor.objects.get_or_create(stream_id=stream_id, purpose=purpose)
    changed = Cursor.objects.filter(stream_id=stream_id, purpose=purpose, position=expected).update(
        position=position
    )
    if not changed:
        raise Conflict("the cursor has moved", code="cursor")


def skip(
    stream_id: int,
    *,
    purpose: Purpose,
    first_id: int,
    last_id: int,
    reason: str,
    job_id: int | None,
    at: datetime,
) -> None:
    """List a range a cursor steps past, for an operator to retry."""
    SkippedRange.objects.create(
        stream_id=stream_id,
        purpose=purpose,
        first_id=first_id,
        last_id=last_id,
        reason=reason,
        job_id=job_id,
        at=at,
    )


# Reading --------------------------------------------------------------------------------------


def cursor(stream_id: int, purpose: Purpose) -> int:
    """Id of the last message the consumer has taken; for summaries the last archived one."""
    if purpose == "summary":
        archived = MessageRow.objects.filter(stream_id=stream_id, episode_id__isnull=False)
        last: int | None = archived.aggregate(last=Max("id"))["last"]
        return last or 0
    found = Cursor.objects.filter(stream_id=stream_id, purpose=purpose)
    return found.values_list("position", flat=True).first() or 0


def after(stream_id: int, *, position: int, limit: int) -> list[Message]:
    rows = MessageRow.objects.filter(stream_id=stream_id, id__gt=position)
    return _messages(rows.order_by("id")[:limit])


def before(stream_id: int, *, position: int, limit: int) -> list[Message]:
    """The last `limit` messages up to and with `position`, oldest first."""
    rows = MessageRow.objects.filter(stream_id=stream_id, id__lte=position)
    return _messages(rows.order_by("-id")[:limit])[::-1]


def unarchived(stream_id: int, *, limit: int) -> list[Message]:
    """The earliest messages not behind an episode."""
    rows = MessageRow.objects.filter(stream_id=stream_id, episode_id__isnull=True)
    return _messages(rows.order_by("id")[:limit])


def working_memory(stream_id: int, *, limit: int, watermark: int | None = None) -> list[Message]:
    """The last unarchived messages; people's lines after the watermark are hidden, the bot's
    stay (SPEC 4.1)."""
    rows = MessageRow.objects.filter(stream_id=stream_id, episode_id__isnull=True)
    if watermark is not None:
        rows = rows.filter(Q(id__lte=watermark) | Q(role="assistant"))
    return _messages(rows.order_by("-id")[:limit])[::-1]


def page(
    stream_id: int, *, before_id: int | None = None, from_id: int | None = None, limit: int = 50
) -> list[Message]:
    """A screenful, oldest first: the newest, those before an id, or those from an id on."""
    rows = MessageRow.objects.filter(stream_id=stream_id)
    if from_id is not None:
        return _messages(rows.filter(id__gte=from_id).order_by("id")[:limit])
    if before_id is not None:
        rows = rows.filter(id__lt=before_id)
    return _messages(rows.order_by("-id")[:limit])[::-1]


def get(message_id: int) -> Message:
    found = get_many([message_id])
    if not found:
        raise Missing(f"message {message_id} does not exist")
    return found[message_id]


def get_many(ids: Collection[int]) -> dict[int, Message]:
    return {message.id: message for message in _messages(MessageRow.objects.filter(id__in=ids))}


def of_episode(episode_id: int) -> list[Message]:
    return _messages(MessageRow.objects.filter(episode_id=episode_id).order_by("id"))


def of_episodes(episode_ids: Collection[int]) -> dict[int, list[Message]]:
    """The messages behind each of these episodes, oldest first, in one query."""
    found: dict[int, list[Message]] = {}
    for message in _messages(MessageRow.objects.filter(episode_id__in=episode_ids).order_by("id")):
        if message.episode_id is not None:
            found.setdefault(message.episode_id, []).append(message)
    return found


def counts() -> dict[int, StreamCount]:
    """Per stream: all messages, those not archived, the newest arrival."""
    # Three index look-ups a stream; grouping a million rows took two seconds.
    found = db.rows(
        "SELECT c.stream_id,"
        " (SELECT COUNT(*) FROM messages AS m WHERE m.stream_id = c.stream_id),"
        " (SELECT COUNT(*) FROM messages AS m"
        "  WHERE m.stream_id = c.stream_id AND m.episode_id IS NULL),"
        " (SELECT m.received_at FROM messages AS m WHERE m.stream_id = c.stream_id"
        "  ORDER BY m.id DESC LIMIT 1)"
        " FROM cursors AS c WHERE c.purpose = 'extraction'"
    )
    return {
        stream_id: StreamCount(total, unarchived, db.parse_instant(last_at))
        for stream_id, total, unarchived, last_at in found
        if total
    }


def skipped_ranges(*, stream_id: int | None = None) -> list[Skipped]:
    rows = SkippedRange.objects.order_by("-id")
    if stream_id is not None:
        rows = rows.filter(stream_id=stream_id)
    return [
        Skipped(
            row.pk,
            row.stream_id,
            "summary" if row.purpose == "summary" else "extraction",
            row.first_id,
            row.last_id,
            row.reason,
            row.job_id,
            row.at,
        )
        for row in rows
    ]


# Finding due work -----------------------------------------------------------------------------


def streams_to_summarize(*, threshold: int) -> list[int]:
    """Streams with at least `threshold` messages behind no episode."""
    # Looked for every second: a backlog of a million messages is counted up to the threshold.
    found = db.rows(
        "SELECT c.stream_id FROM cursors AS c WHERE c.purpose = 'extraction' AND"
        " (SELECT COUNT(*) FROM (SELECT 1 FROM messages AS m WHERE m.stream_id = c.stream_id"
        "  AND m.episode_id IS NULL LIMIT %s)) >= %s ORDER BY c.stream_id",
        [threshold, threshold],
    )
    return [row[0] for row in found]


def streams_to_extract(*, window: int, idle_before: datetime) -> list[int]:
    """Streams with a full window behind the cursor, or anything there and quiet since."""
    # Of each stream at most a window is read: a full one is due however quiet it is.
    found = db.rows(
        "SELECT c.stream_id,"
        " (SELECT json_array(COUNT(*), MAX(w.moment)) FROM"
        "  (SELECT MIN(m.sent_at, m.received_at) AS moment FROM messages AS m"
        "   WHERE m.stream_id = c.stream_id AND m.id > c.position ORDER BY m.id LIMIT %s) AS w)"
        " FROM cursors AS c WHERE c.purpose = 'extraction' ORDER BY c.stream_id",
        [window],
    )
    idle = db.instant(idle_before)
    due = []
    for stream_id, waiting in found:
        count, last_at = json.loads(waiting)
        if count >= window or (count and last_at <= idle):
            due.append(stream_id)
    return due


def ready_prefix(
    messages: Sequence[Message], *, at: datetime, patience: timedelta
) -> list[Message]:
    """The messages a batch may take: it stops at a body still awaited, and where the stream
    changed its preset (SPEC 3.1, DATA)."""
    taken: list[Message] = []
    for message in messages:
        awaited = message.body_state == "pending" and at - message.received_at < patience
        if awaited or (taken and message.preset_id != taken[0].preset_id):
            break
        taken.append(message)
    return taken


# Invariants -----------------------------------------------------------------------------------


def archived_by() -> dict[int, int]:
    """Messages per episode id, for I2."""
    found = db.rows(
        "SELECT episode_id, COUNT(*) FROM messages WHERE episode_id IS NOT NULL GROUP BY 1"
    )
    return {row[0]: row[1] for row in found}


def uncovered(stream_id: int, ranges: Sequence[tuple[int, int]]) -> list[int]:
    """Messages of a stream up to its extraction cursor in none of its ranges (I6)."""
    position = cursor(stream_id, "extraction")
    rows = MessageRow.objects.filter(stream_id=stream_id, id__lte=position).order_by("id")
    ahead = iter(sorted(ranges))
    reached = 0  # everything up to here lies in a range, from `first` of the newest one on
    first = 0
    found: list[int] = []
    for message_id in rows.values_list("id", flat=True).iterator():
        while message_id > reached and (following := next(ahead, None)) is not None:
            first, reached = following[0], max(reached, following[1])
        if not first <= message_id <= reached:
            found.append(message_id)
    return found[:50]


def streams_with_cursor() -> list[int]:
    return list(Cursor.objects.filter(purpose="extraction").values_list("stream_id", flat=True))


def check() -> dict[str, list[int]]:
    """Part of I6: cursors stand on a message of their stream; skipped ranges lie behind them."""
    astray = db.rows(
        "SELECT c.id FROM cursors AS c WHERE c.position > 0 AND NOT EXISTS"
        " (SELECT 1 FROM messages AS m WHERE m.id = c.position AND m.stream_id = c.stream_id)"
    )
    ahead = db.rows(
        "SELECT s.id FROM skipped_ranges AS s LEFT JOIN cursors AS c"
        " ON c.stream_id = s.stream_id AND c.purpose = s.purpose"
        " WHERE s.last_id > COALESCE(c.position, 0) OR s.first_id > s.last_id"
    )
    return {
        "cursor not on a message of its stream": [row[0] for row in astray[:50]],
        "skipped range before its cursor": [row[0] for row in ahead[:50]],
    }


def people_of(preset_id: int) -> set[int]:
    rows = MessageRow.objects.filter(preset_id=preset_id)
    return set(rows.values_list("person_id", flat=True).distinct())


def ids_of(preset_id: int) -> list[int]:
    return list(MessageRow.objects.filter(preset_id=preset_id).values_list("id", flat=True))


def erase_preset(preset_id: int, *, stream_ids: Collection[int]) -> dict[str, int]:
    """Remove everything of a preset's streams from the log. Returns counts per table."""
    return {
        "skipped_ranges": SkippedRange.objects.filter(stream__in=stream_ids).delete()[0],
        "cursors": Cursor.objects.filter(stream__in=stream_ids).delete()[0],
        "messages": MessageRow.objects.filter(preset_id=preset_id).delete()[0],
    }
