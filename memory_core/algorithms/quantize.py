"""SQ8: a vector in one byte a dimension (SPEC 5).

Layout, little endian: version (1 byte), dimension (2), scale (float32), then the int8 payload;
value ≈ scale * payload. Cosines are taken on the payloads of both sides, where the scales cancel
and every product is a whole number, so equal vectors get equal cosines to the last bit.
"""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Vector = Sequence[float] | NDArray[np.floating[Any]]
Payload = NDArray[np.int8]

VERSION: Final = 1
PEAK: Final = 127
_HEADER: Final = struct.Struct("<BHf")
_LARGEST: Final = float(np.finfo(np.float32).max)
_LARGEST_DIMENSION: Final = 0xFFFF


class BadVector(ValueError):
    """A vector or blob that must not be used; `row_id` names its row where one is known."""

    def __init__(self, reason: str, *, row_id: int | None = None) -> None:
        super().__init__(reason if row_id is None else f"row {row_id}: {reason}")
        self.reason = reason
        self.row_id = row_id


@dataclass(frozen=True, slots=True)
class Header:
    version: int
    dimension: int
    scale: float


def pack(vector: Vector) -> bytes:
    """SQ8 blob of a vector. Raises BadVector when it is not one finite float32 row.

    The error of each value is at most half the scale, max(|vector|) / 254.
    """
    values = _float32(vector)
    # float64, as neither a tiny nor a huge float32 then leaves the range of the quotient.
    wide = values.astype(np.float64)
    peak = float(np.abs(wide).max())
    payload = np.zeros(values.size, np.int8)
    if peak > 0.0:
        payload = np.rint(wide / peak * PEAK).astype(np.int8)
    return _HEADER.pack(VERSION, values.size, peak / PEAK) + payload.tobytes()


def unpack_header(blob: bytes) -> Header:
    """The header, checked against the length. Raises BadVector."""
    if len(blob) < _HEADER.size:
        raise BadVector("shorter than its header")
    version, dimension, scale = _HEADER.unpack_from(blob)
    if version != VERSION:
        raise BadVector(f"unknown version {version}")
    if dimension == 0 or len(blob) - _HEADER.size != dimension:
        raise BadVector(f"{len(blob) - _HEADER.size} bytes of payload for dimension {dimension}")
    if not math.isfinite(scale) or scale < 0.0:
        raise BadVector("scale is not a finite number above zero")
    return Header(version=version, dimension=dimension, scale=scale)


def payload(blob: bytes) -> Payload:
    """The int8 values of a blob, a view of its bytes. Raises BadVector."""
    unpack_header(blob)
    return np.frombuffer(blob, dtype=np.int8, offset=_HEADER.size)


def unpack(blob: bytes) -> NDArray[np.float32]:
    """The vector a blob stands for, in float32. Raises BadVector."""
    header = unpack_header(blob)
    wide = payload(blob).astype(np.float64) * header.scale
    # The rounded scale can carry the largest float32 just past its own range.
    return np.clip(wide, -_LARGEST, _LARGEST).astype(np.float32)


def cosine(blob: bytes, other: bytes | Vector) -> float:
    """Cosine of two blobs, or of a blob and a vector (quantised first); 0 for a zero vector.

    Raises BadVector on a bad blob or vector and on dimensions that differ.
    """
    left = payload(blob).astype(np.int64)
    right = payload(other if isinstance(other, bytes) else pack(other)).astype(np.int64)
    if left.size != right.size:
        raise BadVector(f"dimension {left.size} against {right.size}")
    norms = math.sqrt(int(left @ left)) * math.sqrt(int(right @ right))
    return min(1.0, max(-1.0, int(left @ right) / norms)) if norms else 0.0


def _float32(vector: Vector) -> NDArray[np.float32]:
    try:
        with np.errstate(over="ignore"):  # becomes infinity, which is refused below
            values = np.asarray(vector, dtype=np.float32)
    except (TypeError, ValueError, OverflowError) as error:
        raise BadVector("not a row of numbers") from error
    if values.ndim != 1 or not 0 < values.size <= _LARGEST_DIMENSION:
        raise BadVector(f"not a row of 1 to {_LARGEST_DIMENSION} numbers")
    if not np.isfinite(values).all():
        raise BadVector("not finite")
    return values
