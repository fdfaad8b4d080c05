"""What near and far mean in a vector space (OPERATIONS "Models"): some use a tenth of the range."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from memory_core.algorithms.dense import build
from memory_core.algorithms.scoring import Calibration

SAMPLE_ROWS: Final = 400
"""A share of 400 rows squared is 160,000 cosines: enough to know both ends, under 50 ms."""
FEWEST_ROWS: Final = 20
"""Below that chance decides, and (cosine + 1) / 2 is the honest map."""


def calibrate(blobs: Sequence[bytes]) -> Calibration | None:
    """Low = what two texts that have nothing to do with each other score (the median of all
    pairs), high = what the nearest do (the 90th percentile of each row's best). None when there
    are too few rows, or they do not differ.

    Raises BadVector when the blobs do not fit together.
    """
    step = max(1, len(blobs) // SAMPLE_ROWS)
    matrix = build(list(enumerate(blobs[::step][:SAMPLE_ROWS])))
    rows = matrix.payloads.astype(np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    kept = lengths[:, 0] > 0.0
    if int(kept.sum()) < FEWEST_ROWS:
        return None
    unit = rows[kept] / lengths[kept]
    cosines = unit @ unit.T
    count = cosines.shape[0]
    pairs = cosines[np.triu_indices(count, k=1)]
    np.fill_diagonal(cosines, -1.0)
    low = float(np.median(pairs))
    high = float(np.percentile(cosines.max(axis=1), 90))
    return Calibration(low=low, high=high) if high - low > 1e-6 else None
