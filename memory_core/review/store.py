"""Candidates: proposals that wait for a person's word or were turned down. All SQL of review."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from django.db.models import Count, F
from django.utils.translation import gettext as _

from memory_core.errors import Conflict, Missing
from memory_core.ledger import store as ledger
from memory_core.ledger.store import Actor
from memory_core.review.models import Candidate as CandidateRow

CandidateKind = Literal["fact", "knowledge"]
CandidateState = Literal["held", "rejected", "accepted", "dismissed"]

CURATED: Final = ("state", "fact_id", "decided_by")


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
    fact_id: int | None
    version: int
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


def get(candidate_id: int) -> Candidate:
    row = CandidateRow.objects.filter(id=candidate_id).values_list(*_FIELDS).first()
    if row is None:
        raise Missing(_("Candidate %(id)d does not exist.") % {"id": candidate_id})
    return Candidate(*row)


def curated(candidate: Candidate) -> dict[str, Any]:
    """The fields the ledger holds, as they are now."""
    return {name: getattr(candidate, name) for name in CURATED}


def decide(
    candidate: Candidate,
    *,
    state: CandidateState,
    fact_id: int | None,
    verb: str,
    batch_id: int,
    actor: Actor,
    at: datetime,
    reason: str = "",
    undoes_id: int | None = None,
) -> int:
    """Settle a candidate nobody settled meanwhile, and write the ledger row; returns its id."""
    decided_by = "" if state == "held" else actor.name
    changed = CandidateRow.objects.filter(id=candidate.id, version=candidate.version).update(
        state=state, fact_id=fact_id, decided_by=decided_by, version=F("version") + 1
    )
    if not changed:
        raise Conflict(
            _("Candidate %(id)d was settled by somebody else meanwhile.") % {"id": candidate.id},
            code="stale",
        )
    return ledger.record(
        batch_id,
        subject_kind="candidate",
        subject_id=candidate.id,
        verb=verb,
        before=curated(candidate),
        after=curated(get(candidate.id)),
        actor=actor,
        at=at,
        related_id=fact_id,
        reason=reason,
        undoes_id=undoes_id,
    )


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


def ids_of(preset_id: int) -> list[int]:
    return list(CandidateRow.objects.filter(preset_id=preset_id).values_list("id", flat=True))


def erase_preset(preset_id: int) -> dict[str, int]:
    return {"candidates": CandidateRow.objects.filter(preset_id=preset_id).delete()[0]}
