"""What each kind of job does: one pipeline each."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils import timezone

from memory_core import clock
from memory_core.jobs import store as jobs
from memory_core.jobs.store import Lease
from memory_core.ledger.store import Actor
from memory_core.pipelines import care, embed, extract, forget, placeholders, summarize
from memory_core.ports import TooLarge
from memory_core.providers import Providers

SLICE_SECONDS: Final = 30.0
"""A look ends after this long, so that no thread of the worker is held for ever."""
RETRY: Final = Actor("job", "resummarize")

SERVICES: Final = {
    "summarize": "chat",
    "resummarize": "chat",
    "extract": "chat",
    "embed": "embed",
}
"""Which outside service a kind of job calls; the others call none."""

AT_ONCE = {"summarize": 2, "resummarize": 1, "extract": 2}
"""How many jobs of a kind run at the same time, over all workers; the others one by one."""


def run(lease: Lease, providers: Providers, *, at: datetime) -> None:
    """Do one job and end it. What goes wrong passes to the caller."""
    _RUN[lease.kind](lease, providers, at)


def end_as_nothing(lease: Lease, *, at: datetime, error: str = "") -> None:
    """There was nothing (left) to do."""
    jobs.finish(lease, state="skipped", at=at, result={"outcome": "nothing"}, error=error)


def row_id(lease: Lease) -> int:
    """The row a scope names: `stream:12`, `message:7`, `episode:3`."""
    return int(lease.scope.partition(":")[2])


def extraction_batch(lease: Lease, *, at: datetime) -> extract.Batch | None:
    options = jobs.load_options()
    if lease.scope.startswith("message:"):
        return extract.late_batch(row_id(lease), options=options)
    return extract.next_batch(row_id(lease), options=options, at=at)


def _summarize(lease: Lease, providers: Providers, at: datetime) -> None:
    summarize.summarize_batch(
        row_id(lease),
        lease=lease,
        summarizer=providers.summarizer,
        at=at,
        zone=timezone.get_default_timezone(),
    )


def _resummarize(lease: Lease, providers: Providers, at: datetime) -> None:
    placeholders.retry(
        row_id(lease),
        lease=lease,
        summarizer=providers.summarizer,
        actor=RETRY,
        at=at,
        zone=timezone.get_default_timezone(),
    )


def _extract(lease: Lease, providers: Providers, at: datetime) -> None:
    batch = extraction_batch(lease, at=at)
    if batch is None:
        end_as_nothing(lease, at=at)
        return
    zone = timezone.get_default_timezone()
    while True:
        try:
            extract.extract_batch(
                batch, lease=lease, extractor=providers.extractor, at=at, zone=zone
            )
            return
        except TooLarge:
            if len(batch.messages) == 1:
                raise
            batch = batch.first_half()


def _embed(lease: Lease, providers: Providers, at: datetime) -> None:
    if providers.embedder is None:
        end_as_nothing(lease, at=at)
        return
    ends_at = clock.monotonic() + SLICE_SECONDS
    embed.fill(
        lease=lease,
        embedder=providers.embedder,
        at=at,
        is_over=lambda: clock.monotonic() >= ends_at,
    )


def _sweep(lease: Lease, _providers: Providers, at: datetime) -> None:
    forget.sweep(lease=lease, at=at)


def _decay_edges(lease: Lease, _providers: Providers, at: datetime) -> None:
    forget.decay_edges(lease=lease, at=at)


def _backup(lease: Lease, _providers: Providers, at: datetime) -> None:
    care.back_up(lease=lease, folder=Path(settings.DATA_DIR) / "backups", at=at)


def _tidy(lease: Lease, _providers: Providers, at: datetime) -> None:
    care.tidy(lease=lease, at=at)


_RUN: Final[dict[str, Callable[[Lease, Providers, datetime], None]]] = {
    "summarize": _summarize,
    "resummarize": _resummarize,
    "extract": _extract,
    "embed": _embed,
    "sweep": _sweep,
    "decay_edges": _decay_edges,
    "backup": _backup,
    "tidy": _tidy,
}
