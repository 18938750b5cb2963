"""Intervals of both rates of each rule ``score >= threshold``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import ThresholdBand
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.replicates import by_count, curve_rows, replicates
from costcurve_gui.engine.resampling.small_counts import WILSON, class_sizes, margins

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


def threshold_band(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices | None = None,
    *,
    by_cost: bool = False,
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
    by_cost : bool, default False
        Whether the rates are those of ROCIV: shares of false-positive cost and of benefit.
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
    source = model.evaluation.rates if by_cost else table
    fpr, tpr = source.fpr_at(at), source.tpr_at(at)
    drawing, sides = (resampler, _by_cost) if by_cost else (by_count(resampler), _by_count)
    drawn = replicates(drawing, model, at, sides, progress)
    lower, upper = percentile_interval(drawn, level)
    reach = margins(fpr, tpr, class_sizes(resampler.sample, model, by_cost=by_cost), level)
    reach = reach.but_for(at == 0)
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


def _by_count(rates: ResampledRates) -> Floats:
    return np.stack((rates.fpr, rates.tpr), axis=1)


def _by_cost(rates: ResampledRates) -> Floats:
    return np.stack((rates.fp_cost_rate, rates.tp_benefit_rate), axis=1)


def _where(few: Bools, wilson: Floats, resampled: Floats) -> Floats:
    return read_only(np.where(few, wilson, resampled))
