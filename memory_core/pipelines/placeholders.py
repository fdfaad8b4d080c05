"""What becomes of a batch no model would summarise (SPEC 3.2): asked again, split, written by
hand, or dismissed with a reason. Each is one operation with undo."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo

from django.utils.translation import gettext as _

from memory_core import unit
from memory_core.episodes import store as episodes
from memory_core.episodes.store import Change, Episode, PreparedCue
from memory_core.errors import Conflict, Invalid
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor, Operation
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.pipelines.calls import call
from memory_core.pipelines.summarize import request_for, without_secrets
from memory_core.ports import Refused, Summarizer, Unusable

BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Settled:
    """The placeholder's row as it is now; after a split also the row of its second half."""

    episode: Episode
    operation_id: int
    batch_id: int
    second_id: int | None = None


# By a model -----------------------------------------------------------------------------------


def retry(
    episode_id: int,
    *,
    lease: Lease,
    summarizer: Summarizer,
    actor: Actor,
    at: datetime,
    zone: tzinfo,
) -> bool:
    """Ask again, the same model or another; True when the row became an episode.

    A second refusal keeps the placeholder with the new reason on the job. Other provider errors
    pass to the caller.
    """  # fmt: skip
    episode = episodes.get(episode_id)
    if not episode.is_placeholder:
        jobs.finish(lease, state="skipped", at=at, result={"outcome": "nothing"})
        return False
    stream = people.get_stream(episode.stream_id)
    request = request_for(stream, messages.of_episode(episode_id), zone=zone)
    try:
        summary = call(
            lambda: summarizer.summarize(request),
            model=summarizer.model,
            purpose="summarize",
            job_id=lease.job_id,
            at=at,
        )
        if not summary.text.strip():
            raise Unusable("the summary is empty")
    except (Refused, Unusable) as error:
        result = {"outcome": "placeholder", "episode_id": episode_id}
        jobs.finish(lease, state="failed", at=at, result=result, error=error.reason)
        return False
    summary = without_secrets(summary)
    prepared = episodes.prepare(summary.text.strip(), summary.cues)
    with unit.write():
        jobs.hold(lease)
        batch_id = ledger.open_batch("summarize", actor=actor, at=at, job_id=lease.job_id)
        _fill(
            episode,
            summary.text.strip(),
            prepared,
            model=summarizer.model,
            verb="summarize",
            change=Change(batch_id, actor, at),
        )
        result = {"outcome": "summary", "episode_id": episode_id}
        jobs.finish(lease, state="succeeded", at=at, result=result)
    return True


# By a person ----------------------------------------------------------------------------------


def write_by_hand(
    episode_id: int,
    *,
    summary: str,
    cues: Sequence[str],
    version: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
) -> Settled:
    """Put a person's own summary in the placeholder's place."""
    text = summary.strip()
    if not text:
        raise Invalid(_("The summary is empty."), code="blank")
    prepared = episodes.prepare(text, cues)
    with _act("write", actor=actor, at=at, reason=reason) as change:
        episode = _waiting(episode_id, version)
        operation_id = _fill(episode, text, prepared, model=BY_HAND, verb="write", change=change)
    return Settled(episodes.get(episode_id), operation_id, change.batch_id)


def dismiss(episode_id: int, *, reason: str, version: int, actor: Actor, at: datetime) -> Settled:
    """Leave it unsummarised on purpose; the reason is kept with it."""
    if not reason.strip():
        raise Invalid(_("Say why it may stay without a summary."), code="blank")
    with _act("dismiss", actor=actor, at=at, reason=reason) as change:
        episode = _waiting(episode_id, version)
        if episode.dismissed_reason:
            raise _wrong_state(episode_id)
        operation_id = _apply(
            episode, {"dismissed_reason": reason.strip()}, verb="dismiss", change=change
        )
    return Settled(episodes.get(episode_id), operation_id, change.batch_id)


def split(
    episode_id: int, *, version: int, actor: Actor, at: datetime, reason: str = ""
) -> Settled:
    """Halve the batch: this row keeps the first half, a new placeholder takes the second."""
    with _act("split", actor=actor, at=at, reason=reason) as change:
        episode = _waiting(episode_id, version)
        batch = messages.of_episode(episode_id)
        if len(batch) < 2:
            raise Conflict(_("A batch of one message cannot be split."), code="state")
        first, second = batch[: len(batch) // 2], batch[len(batch) // 2 :]
        stream = people.get_stream(episode.stream_id)
        second_id = episodes.add_placeholder(
            episodes.Span(episode.stream_id, episode.preset_id, stream.kind, *_times(second)),
            reason=episode.reason,
            raw_answer=episode.raw_answer,
            model=episode.model,
            batch_id=change.batch_id,
            actor=actor,
            at=at,
        )
        messages.move([row.id for row in second], source=episode_id, to=second_id)
        _set_span(episode_id, first)
        operation_id = _apply(episode, {}, verb="split", change=change, related_id=second_id)
    return Settled(episodes.get(episode_id), operation_id, change.batch_id, second_id)


# Undo -----------------------------------------------------------------------------------------


def undo(operation: Operation, *, change: Change) -> int:
    """Take one operation on an episode back, in the caller's transaction."""
    if operation.before is None:
        raise Conflict(
            _("Operation %(id)d cannot be undone.") % {"id": operation.id}, code="not_undoable"
        )
    if operation.verb == "split":
        return _join(operation, change)
    episode = episodes.get(operation.subject_id)
    ledger.require_undoable(operation, current=episodes.curated(episode))
    before = operation.before
    fields = {name: before[name] for name in operation.changed if name != "cues"}
    cues: list[PreparedCue] | None = None
    if {"cues", "kind", "summary"} & set(operation.changed):
        is_summary = before["kind"] == "summary"
        cues = episodes.prepare(before["summary"], before["cues"]) if is_summary else []
    return _apply(episode, fields, verb="undo", change=change, cues=cues, undoes_id=operation.id)


def _join(operation: Operation, change: Change) -> int:
    """Give the second half back; only while nobody has worked on it."""
    ledger.require_open(operation)
    second = episodes.get_many([operation.related_id or 0]).get(operation.related_id or 0)
    episode = episodes.get(operation.subject_id)
    if second is None or not second.is_placeholder or second.version != 1:
        raise Conflict(
            _("The second half, episode %(id)d, was worked on since.")
            % {"id": operation.related_id or 0},
            code="later",
            operation_id=None,
        )
    if not episode.is_placeholder:
        raise _wrong_state(episode.id)
    halves = messages.of_episode(second.id)
    messages.move([row.id for row in halves], source=second.id, to=episode.id)
    episodes.drop_empty(second, change=change)
    _set_span(episode.id, messages.of_episode(episode.id))
    return _apply(
        episode, {}, verb="undo", change=change, related_id=second.id, undoes_id=operation.id
    )


# Parts ----------------------------------------------------------------------------------------


def _fill(
    episode: Episode,
    summary: str,
    cues: list[PreparedCue],
    *,
    model: str,
    verb: str,
    change: Change,
) -> int:
    """The same row becomes an episode: it keeps its messages and its place."""
    fields = {"kind": "summary", "summary": summary, "model": model, "dismissed_reason": ""}
    return _apply(episode, fields, verb=verb, change=change, cues=cues)


def _apply(
    episode: Episode,
    fields: Mapping[str, object],
    *,
    verb: str,
    change: Change,
    cues: list[PreparedCue] | None = None,
    related_id: int | None = None,
    undoes_id: int | None = None,
) -> int:
    return episodes.apply(
        episode,
        fields,
        cues=cues,
        stream_kind=people.get_stream(episode.stream_id).kind,
        verb=verb,
        change=change,
        related_id=related_id,
        undoes_id=undoes_id,
    )


@contextmanager
def _act(verb: str, *, actor: Actor, at: datetime, reason: str) -> Iterator[Change]:
    with unit.write():
        batch_id = ledger.open_batch(verb, actor=actor, at=at, reason=reason)
        yield Change(batch_id, actor, at, reason)


def _waiting(episode_id: int, version: int) -> Episode:
    """The placeholder as the form showed it."""
    episode = episodes.get(episode_id)
    if episode.version != version:
        raise Conflict(
            _("Episode %(id)d was changed by somebody else meanwhile.") % {"id": episode_id},
            code="stale",
        )
    if not episode.is_placeholder:
        raise _wrong_state(episode_id)
    return episode


def _wrong_state(episode_id: int) -> Conflict:
    return Conflict(
        _("Episode %(id)d is no waiting placeholder.") % {"id": episode_id}, code="state"
    )


def _times(batch: Sequence[Message]) -> tuple[datetime, datetime]:
    times = [message.sent_at for message in batch]
    return min(times), max(times)


def _set_span(episode_id: int, batch: Sequence[Message]) -> None:
    started_at, ended_at = _times(batch)
    episodes.set_span(episode_id, started_at=started_at, ended_at=ended_at)
