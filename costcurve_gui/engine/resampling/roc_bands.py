"""Bands of the ROC curve and of ROCIV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from costcurve_gui.engine.averaging.spread import GRID
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import percentile_band
from costcurve_gui.engine.resampling.replicates import curve_rows, read_curves, replicates
from costcurve_gui.engine.roc.interpolation import tpr_at_fpr

if TYPE_CHECKING:
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.band import Band
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

Kind: TypeAlias = Literal["vertical", "simultaneous"]


def roc_band(
    resampler: Resampler,
    model: RankedModel,
    kind: Kind = "vertical",
    *,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return a band of tpr over fpr.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    kind : {"vertical", "simultaneous"}, default "vertical"
        Whether the level holds at each fpr by itself, or for the whole curve at once.
    progress : Progress, optional
        Told after each batch.

    Returns
    -------
    Band
        x is the fpr 0, 0.01 .. 1.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    rows = curve_rows(model)
    drawn = replicates(
        resampler,
        model,
        rows,
        lambda rates: read_curves(rates.fpr, rates.tpr, GRID),
        progress,
    )
    estimate = tpr_at_fpr(model.table, GRID)
    return percentile_band(GRID, estimate, drawn, kind, resampler.spec)
