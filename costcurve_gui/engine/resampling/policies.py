"""What a fixed policy does: the thresholds that are cheapest on the whole sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.resampling.band import PC_GRID

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.evaluation import ModelEvaluation


def policy_rows(evaluation: ModelEvaluation, pc_plus: Floats = PC_GRID) -> Indices:
    """Return the row of the threshold table that is cheapest at each PC(+) within 0-1.

    Every replicate keeps these rows.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.2.
    """
    envelope = evaluation.envelope
    rows: Indices = envelope.indices[envelope.segment_at(pc_plus)]
    return rows
