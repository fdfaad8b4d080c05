"""Candidates: proposals that wait for a person's word or were turned down. All SQL of review."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Count

from memory_core.review.models import Candidate as CandidateRow

CandidateKind = Literal["fact", "knowledge"]
CandidateState = Literal["held", "rejected", "accepted", "dismissed"]


@dataclass(frozen=True, slots=True)
class Candidate:
    id: int
    kind: CandidateKind
    preset_id: int | None
    stream_id: int | None
    payload: dict[str, Any]
    quote: str
    message_ids: list[int]
    reason: str
    state: CandidateState
    job_id: int | None
    decided_by: str
    at: datetime


_FIELDS = tuple(Candidate.__dataclass_fields__)


def add(
    *,
    kind: CandidateKind,
    state: CandidateState,
    reason: str,
    payload: Mapping[str, Any],
    quote: str,
    message_ids: Sequence[int],
    preset_id: int,
    stream_id: int,
    job_id: int | None,
    at: datetime,
) -> int:
    """Keep a proposal with the reason it became no memory."""
    return CandidateRow.objects.create(
        kind=kind,
        state=state,
        reason=reason,
        payload=dict(payload),
        quote=quote,
        message_ids=list(message_ids),
        preset_id=preset_id,
        stream_id=stream_id,
        job_id=job_id,
        at=at,
    ).pk


def candidates(
    *, state: str = "", job_id: int | None = None, before_id: int | None = None, limit: int = 50
) -> list[Candidate]:
    """Newest first."""
    rows = CandidateRow.objects.order_by("-id")
    if state:
        rows = rows.filter(state=state)
    if job_id is not None:
        rows = rows.filter(job_id=job_id)
    if before_id is not None:
        rows = rows.filter(id__lt=before_id)
    return [Candidate(*row) for row in rows.values_list(*_FIELDS)[:limit]]


def counts() -> dict[str, int]:
    """How many candidates are in each state."""
    rows = CandidateRow.objects.values("state").annotate(n=Count("id"))
    return {row["state"]: row["n"] for row in rows}


def erase_preset(preset_id: int) -> dict[str, int]:
    return {"candidates": CandidateRow.objects.filter(preset_id=preset_id).delete()[0]}
