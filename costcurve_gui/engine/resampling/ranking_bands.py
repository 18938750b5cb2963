"""Bands of the views of a ranking: gain, and precision over recall."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.averaging.spread import GRID
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import Band, percentile_band
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.replicates import curve_rows, read_curves, replicates
from costcurve_gui.engine.roc.interpolation import fpr_at_tpr
from costcurve_gui.engine.views.confusion_rates import ConfusionRates
from costcurve_gui.engine.views.gain import gain_curve

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


def gain_band(
    resampler: Resampler,
    model: RankedModel,
    prior: float,
    *,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return the band of the share of positives found, over the fraction targeted.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    prior : float
        p(+) where the model will work, 0-1.
    progress : Progress, optional
        Told after each batch.

    Returns
    -------
    Band
        x is the fraction targeted 0, 0.01 .. 1.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.
    Cancelled
        Where `progress` was cancelled.
    """
    rows, spec = curve_rows(model), resampler.spec
    whole = gain_curve(model.table, prior)
    estimate = read_curves(whole.fraction_targeted[None], whole.gain[None], GRID)[0]
    drawn = replicates(
        resampler,
        model,
        rows,
        lambda rates: read_curves(rates.fraction_targeted(prior), rates.tpr, GRID),
        progress,
    )
    return percentile_band(GRID, estimate, drawn, "vertical", spec)


def precision_recall_band(
    resampler: Resampler,
    model: RankedModel,
    prior: float,
    *,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return the band of the precision over recall.

    Between two points the rates are straight, not the precision (Davis & Goadrich 2006).

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    prior : float
        p(+) where the model will work, 0-1.
    progress : Progress, optional
        Told after each batch.

    Returns
    -------
    Band
        x is the recall 0.01, 0.02 .. 1.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Davis & Goadrich (2006), The relationship between precision-recall and ROC curves.
    """
    rows, spec = curve_rows(model), resampler.spec
    recall = read_only(GRID[1:].copy())
    estimate = ConfusionRates(fpr_at_tpr(model.table, recall), recall, prior).precision
    drawn = replicates(
        resampler,
        model,
        rows,
        lambda rates: _lowest_fpr(rates.fpr, rates.tpr, recall),
        progress,
    )
    few, many = percentile_interval(drawn, spec.level)
    lower, upper = (ConfusionRates(fpr, recall, prior).precision for fpr in (many, few))
    return Band(recall, read_only(estimate), read_only(lower), read_only(upper), "vertical", spec)


def _lowest_fpr(fpr: Floats, tpr: Floats, recall: Floats) -> Floats:
    """Read the fpr of each curve where its tpr first has each value."""
    backward = read_curves(1 - tpr[:, ::-1], 1 - fpr[:, ::-1], 1 - recall)
    return 1 - backward
