"""Intervals of both rates of each rule ``score >= threshold``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.replicates import by_count, curve_rows, replicates
from costcurve_gui.engine.resampling.small_counts import WILSON, class_sizes, margins

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdBand:
    """Points of a ROC curve with an interval along each axis.

    Attributes
    ----------
    rows : ndarray of int64, shape (k,)
        Rows of the threshold table, ascending.
    thresholds : ndarray of float64, shape (k,)
        Descending.
    fpr, tpr : ndarray of float64, shape (k,)
        Rates on the whole sample.
    fpr_lower, fpr_upper, tpr_lower, tpr_upper : ndarray of float64, shape (k,)
        The intervals, each by itself.
    method : str
        Which intervals they are.
    spec : BootstrapSpec
        Replicates, level and seed.
    """

    rows: Indices
    thresholds: Floats
    fpr: Floats
    tpr: Floats
    fpr_lower: Floats
    fpr_upper: Floats
    tpr_lower: Floats
    tpr_upper: Floats
    method: str
    spec: BootstrapSpec


def threshold_band(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices | None = None,
    *,
    progress: Progress = NO_PROGRESS,
) -> ThresholdBand:
    """Return the intervals of fpr and tpr at fixed thresholds.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,), optional
        Rows of the threshold table, ascending; None for those of `curve_rows`.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    Percentiles; Wilson's interval of a rate of fewer than ten instances, or of all but ten. The
    rule "never positive" is certain.

    References
    ----------
    .. [1] Fawcett (2004), section 6.2.
    """
    at = curve_rows(model) if rows is None else rows
    level, table = resampler.spec.level, model.table
    fpr, tpr = table.fpr_at(at), table.tpr_at(at)
    drawn = replicates(
        by_count(resampler),
        model,
        at,
        lambda rates: np.stack((rates.fpr, rates.tpr), axis=1),
        progress,
    )
    lower, upper = percentile_interval(drawn, level)
    reach = margins(fpr, tpr, class_sizes(resampler.sample, model), level).but_for(at == 0)
    return ThresholdBand(
        rows=at,
        thresholds=read_only(table.thresholds[at]),
        fpr=read_only(fpr),
        tpr=read_only(tpr),
        fpr_lower=_where(reach.few_fpr, fpr - reach.fpr_down, lower[0]),
        fpr_upper=_where(reach.few_fpr, fpr + reach.fpr_up, upper[0]),
        tpr_lower=_where(reach.few_tpr, tpr - reach.tpr_down, lower[1]),
        tpr_upper=_where(reach.few_tpr, tpr + reach.tpr_up, upper[1]),
        method="threshold-wise" + (WILSON if reach.few.any() else ""),
        spec=resampler.spec,
    )


def _where(few: Bools, wilson: Floats, resampled: Floats) -> Floats:
    return read_only(np.where(few, wilson, resampled))
