"""Profiles, traces and vector spaces: all SQL of the retrieval app."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memory_core.algorithms.scoring import Calibration
from memory_core.retrieval.models import VectorSpace as VectorSpaceRow

OwnerKind = Literal["fact", "knowledge"]


@dataclass(frozen=True, slots=True)
class VectorSpace:
    """`measured_on` = how many vectors the calibration was measured on."""

    id: int
    model: str
    dimension: int
    calibration: Calibration | None
    measured_on: int
    refused: dict[str, list[int]]
    state: Literal["current", "former"]


def _space(row: VectorSpaceRow) -> VectorSpace:
    calibration = None
    if row.low is not None and row.high is not None:
        calibration = Calibration(low=row.low, high=row.high)
    return VectorSpace(
        id=row.pk,
        model=row.model,
        dimension=row.dimension,
        calibration=calibration,
        measured_on=row.measured_on,
        refused=row.refused,
        state="current" if row.state == "current" else "former",
    )


def use_space(*, model: str, dimension: int, at: datetime) -> VectorSpace:
    """Make this model's space the current one, registered on first use; the others are kept."""
    row, _created = VectorSpaceRow.objects.get_or_create(
        model=model, dimension=dimension, defaults={"state": "current", "used_at": at}
    )
    VectorSpaceRow.objects.exclude(pk=row.pk).filter(state="current").update(state="former")
    VectorSpaceRow.objects.filter(pk=row.pk).update(state="current", used_at=at)
    row.state = "current"
    return _space(row)


def find_space(*, model: str, dimension: int) -> VectorSpace | None:
    row = VectorSpaceRow.objects.filter(model=model, dimension=dimension).first()
    return _space(row) if row else None


def current_space() -> VectorSpace | None:
    row = VectorSpaceRow.objects.filter(state="current").first()
    return _space(row) if row else None


def spaces() -> list[VectorSpace]:
    return [_space(row) for row in VectorSpaceRow.objects.order_by("id")]


def former_unused_since(moment: datetime) -> list[int]:
    rows = VectorSpaceRow.objects.filter(state="former", used_at__lt=moment)
    return list(rows.values_list("id", flat=True))


def set_calibration(space_id: int, calibration: Calibration, *, measured_on: int) -> None:
    VectorSpaceRow.objects.filter(id=space_id).update(
        low=calibration.low, high=calibration.high, measured_on=measured_on
    )


def refuse(space_id: int, *, kind: OwnerKind, row_id: int) -> None:
    """Note a row whose text the model will never take, so that it is not sent again for ever."""
    row = VectorSpaceRow.objects.get(id=space_id)
    refused = {**row.refused, kind: sorted({*row.refused.get(kind, []), row_id})}
    VectorSpaceRow.objects.filter(id=space_id).update(refused=refused)
