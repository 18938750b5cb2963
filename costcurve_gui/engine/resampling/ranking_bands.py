"""Bands of the views of a ranking: gain, and precision over recall."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.averaging.spread import GRID
from costcurve_gui.engine.cost.condition import require_rate
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.read_bands import ReadCurve, read_band
from costcurve_gui.engine.resampling.replicates import by_count, curve_rows, line_rows, read_curve
from costcurve_gui.engine.resampling.small_counts import class_sizes
from costcurve_gui.engine.roc.interpolation import fpr_at_tpr
from costcurve_gui.engine.views.confusion_rates import ConfusionRates
from costcurve_gui.engine.views.gain import gain_curve

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.band import Band
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
        Advanced after each batch of replicates.

    Returns
    -------
    Band
        x is the fraction targeted 0, 0.01 .. 1. Method as in `roc_band`.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.
    Cancelled
        Where `progress` was cancelled.
    """
    require_rate("The prior", prior)
    rows = curve_rows(model)
    beside = gain_curve(model.table, prior, line_rows(model.table, GRID, share=prior))
    estimate = read_curve(beside.fraction_targeted, beside.gain, GRID)
    band = read_band(
        by_count(resampler),
        model,
        rows,
        lambda rates: (rates.fpr, rates.tpr),
        ReadCurve(model.table.fpr_at(rows), model.table.tpr_at(rows), share=prior),
        GRID,
        estimate,
        class_sizes(resampler.sample, model),
        progress,
    )
    lower, upper = _possible_gain(prior)
    return replace(
        band,
        lower=read_only(np.maximum(band.lower, lower)),
        upper=read_only(np.minimum(band.upper, upper)),
    )


def _possible_gain(prior: float) -> tuple[Floats, Floats]:
    """Return the gain of targeting negatives first, and of targeting positives first."""
    most = read_curve(np.array([0.0, prior, 1.0]), np.array([0.0, 1.0, 1.0]), GRID)
    least = read_curve(np.array([1 - prior, 1.0]), np.array([0.0, 1.0]), GRID)
    return least, most


def precision_recall_band(
    resampler: Resampler,
    model: RankedModel,
    prior: float,
    *,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return the band of the precision over recall.

    The fpr is resampled at each recall, and the precision follows from it: between two points
    the rates are straight, not the precision (Davis & Goadrich 2006).

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    prior : float
        p(+) where the model will work, 0-1.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    Band
        x is the recall 0.01, 0.02 .. 1. Method as in `roc_band`.

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
    require_rate("The prior", prior)
    rows, recall = curve_rows(model), GRID[1:]

    def precision(tnr: Floats) -> Floats:
        return read_only(ConfusionRates(1 - tnr[::-1], recall, prior).precision)

    mirrored = _mirrored(model.table.fpr_at(rows), model.table.tpr_at(rows))
    band = read_band(
        by_count(resampler),
        model,
        rows,
        lambda rates: _mirrored(rates.fpr, rates.tpr),
        ReadCurve(*mirrored, share=0.0),
        (1 - recall)[::-1],
        1 - fpr_at_tpr(model.table, recall)[::-1],
        class_sizes(resampler.sample, model).swapped,
        progress,
    )
    lower, upper = precision(band.lower), precision(band.upper)
    return replace(band, x=recall, estimate=precision(band.estimate), lower=lower, upper=upper)


def _mirrored(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """Return fnr and tnr, ascending: the curve with the classes in each other's place."""
    return 1 - tpr[..., ::-1], 1 - fpr[..., ::-1]
