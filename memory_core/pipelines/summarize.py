"""L2: a run of messages becomes an episode, or a placeholder that holds its place (SPEC 3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import Final, Literal

from memory_core import unit
from memory_core.algorithms import secrets
from memory_core.episodes import store as episodes
from memory_core.jobs import store as jobs
from memory_core.jobs.options import Options
from memory_core.jobs.store import Lease
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor
from memory_core.messages import store as messages
from memory_core.messages.store import Message
from memory_core.people import store as people
from memory_core.people.store import Stream
from memory_core.pipelines.calls import call
from memory_core.pipelines.lines import as_lines
from memory_core.ports import (
    ProviderError,
    Refused,
    Summarizer,
    Summary,
    SummaryRequest,
    TooLarge,
    Unusable,
)

ACTOR: Final = Actor("job", "summarize")


@dataclass(frozen=True, slots=True)
class SummarizeResult:
    """What one run did. `nothing` = not enough messages (any more), or a body is awaited."""

    outcome: Literal["summary", "placeholder", "nothing"]
    episode_id: int | None = None
    messages: int = 0


def summarize_batch(
    stream_id: int, *, lease: Lease, summarizer: Summarizer, at: datetime, zone: tzinfo
) -> SummarizeResult:
    """Put the earliest batch of a stream behind an episode, and end the job with it.

    Refused and Unusable answers give a placeholder; other provider errors pass to the caller,
    who keeps the batch pending. LeaseLost rolls everything back.
    """
    options = jobs.load_options()
    stream = people.get_stream(stream_id)
    batch: Sequence[Message] = next_batch(stream_id, options=options, at=at)
    if not batch:
        jobs.finish(lease, state="skipped", at=at, result={"outcome": "nothing"})
        return SummarizeResult("nothing")
    error: ProviderError
    try:
        batch, summary = _ask(stream, batch, lease=lease, summarizer=summarizer, at=at, zone=zone)
    except _OfTheBatch as failure:
        batch, error = failure.batch, failure.error
        return _hold_place(stream, batch, error, lease=lease, model=summarizer.model, at=at)
    return _write(stream, batch, summary, lease=lease, model=summarizer.model, at=at)


def request_for(stream: Stream, batch: Sequence[Message], *, zone: tzinfo) -> SummaryRequest:
    """What a model is shown of a batch, secrets masked in all of it."""
    return SummaryRequest(
        stream_kind=stream.kind,
        stream_title=secrets.mask(stream.title).text,
        impression=secrets.mask(stream.impression).text,
        lines=as_lines(batch, zone=zone),
    )


def without_secrets(summary: Summary) -> Summary:
    """Masked before the model and again after it: what is stored holds none."""
    return replace(
        summary,
        text=secrets.mask(summary.text).text,
        cues=tuple(secrets.mask(cue).text for cue in summary.cues),
        impression=secrets.mask(summary.impression).text,
    )


class _OfTheBatch(Exception):
    """A deterministic failure of these messages."""

    def __init__(self, batch: Sequence[Message], error: ProviderError) -> None:
        super().__init__(error.reason)
        self.batch = batch
        self.error = error


def _ask(
    stream: Stream,
    batch: Sequence[Message],
    *,
    lease: Lease,
    summarizer: Summarizer,
    at: datetime,
    zone: tzinfo,
) -> tuple[Sequence[Message], Summary]:
    """The summary, and of which messages: a batch that is too large is halved, down to one."""
    while True:
        request = request_for(stream, batch, zone=zone)
        ask = partial(summarizer.summarize, request)
        try:
            summary = call(
                ask, model=summarizer.model, purpose="summarize", job_id=lease.job_id, at=at
            )
        except TooLarge as error:
            if len(batch) == 1:
                raise _OfTheBatch(batch, error) from error
            batch = batch[: len(batch) // 2]
        except (Refused, Unusable) as error:
            raise _OfTheBatch(batch, error) from error
        else:
            if not summary.text.strip():
                raise _OfTheBatch(batch, Unusable("the summary is empty"))
            return batch, without_secrets(summary)


def give_up(
    stream_id: int, *, lease: Lease, error: ProviderError, model: str, at: datetime
) -> SummarizeResult:
    """A batch that failed again and again for a reason of its own: hold its place."""
    batch = next_batch(stream_id, options=jobs.load_options(), at=at)
    if not batch:
        jobs.finish(lease, state="skipped", at=at, result={"outcome": "nothing"})
        return SummarizeResult("nothing")
    stream = people.get_stream(stream_id)
    return _hold_place(stream, batch, error, lease=lease, model=model, at=at)


def next_batch(stream_id: int, *, options: Options, at: datetime) -> list[Message]:
    """The earliest messages due for a summary: at least one, at most a batch, within the
    character limit, up to a body still awaited. Empty below the threshold."""
    waiting = messages.unarchived(stream_id, limit=options.summary_threshold)
    if len(waiting) < options.summary_threshold:
        return []
    ready = messages.ready_prefix(
        waiting[: options.summary_batch],
        at=at,
        patience=timedelta(minutes=options.pending_body_minutes),
    )
    taken: list[Message] = []
    characters = 0
    for message in ready:
        characters += len(message.text)
        if taken and characters > options.summary_characters:
            break
        taken.append(message)
    return taken


def _write(
    stream: Stream,
    batch: Sequence[Message],
    summary: Summary,
    *,
    lease: Lease,
    model: str,
    at: datetime,
) -> SummarizeResult:
    """One transaction: episode, cues, cue index, archive marks, impression."""
    cues = episodes.prepare(summary.text.strip(), summary.cues)
    with unit.write():
        jobs.hold(lease)
        batch_id = ledger.open_batch("summarize", actor=ACTOR, at=at, job_id=lease.job_id)
        episode_id = episodes.add_summary(
            _span(stream, batch),
            summary=summary.text.strip(),
            cues=cues,
            model=model,
            batch_id=batch_id,
            actor=ACTOR,
            at=at,
        )
        _archive(batch, episode_id)
        people.set_impression(stream.id, text=summary.impression or _last_lines(batch))
        _finish(lease, "summary", episode_id, batch, at=at)
    return SummarizeResult("summary", episode_id, len(batch))


def _hold_place(
    stream: Stream,
    batch: Sequence[Message],
    error: ProviderError,
    *,
    lease: Lease,
    model: str,
    at: datetime,
) -> SummarizeResult:
    """The model will never summarise this: without a placeholder it would be asked for ever."""
    with unit.write():
        jobs.hold(lease)
        batch_id = ledger.open_batch("summarize", actor=ACTOR, at=at, job_id=lease.job_id)
        episode_id = episodes.add_placeholder(
            _span(stream, batch),
            reason=error.reason,
            raw_answer=secrets.mask(error.raw).text,
            model=model,
            batch_id=batch_id,
            actor=ACTOR,
            at=at,
        )
        _archive(batch, episode_id)
        _finish(lease, "placeholder", episode_id, batch, at=at)
    return SummarizeResult("placeholder", episode_id, len(batch))


def _finish(
    lease: Lease, outcome: str, episode_id: int, batch: Sequence[Message], *, at: datetime
) -> None:
    result = {
        "outcome": outcome,
        "episode_id": episode_id,
        "first_id": batch[0].id,
        "last_id": batch[-1].id,
    }
    jobs.finish(lease, state="succeeded", at=at, result=result)


def _archive(batch: Sequence[Message], episode_id: int) -> None:
    ids = [message.id for message in batch]
    messages.archive(ids, episode_id=episode_id)
    messages.mark_placeholders(ids)


def _span(stream: Stream, batch: Sequence[Message]) -> episodes.Span:
    """Presets may change: the episode keeps the one its messages were written under."""
    times = [message.sent_at for message in batch]
    return episodes.Span(
        stream_id=stream.id,
        preset_id=batch[0].preset_id,
        stream_kind=stream.kind,
        started_at=min(times),
        ended_at=max(times),
    )


def _last_lines(batch: Sequence[Message]) -> str:
    """The impression when a model gives none: the last 6 lines by people."""
    spoken = [message.text for message in batch if message.role == "user" and message.is_ready]
    joined = " / ".join(line.strip() for line in spoken[-6:])
    return secrets.mask(joined).text[: people.IMPRESSION_CHARACTERS]
