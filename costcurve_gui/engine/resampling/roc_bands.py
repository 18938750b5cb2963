"""Bands of the ROC curve and of ROCIV: point by point, simultaneous, and at each threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.averaging.roc_averages import GRID
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import Band, ThresholdBand
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.design_effect import effective_sizes
from costcurve_gui.engine.resampling.replicates import (
    ReadCurve,
    by_count,
    curve_rows,
    line_rows,
    read_band,
    replicates,
)
from costcurve_gui.engine.resampling.simultaneous_roc import LINES, simultaneous_band
from costcurve_gui.engine.resampling.small_counts import WILSON, class_sizes, margins
from costcurve_gui.engine.roc.curve import tpr_at_fpr

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.replicates import Sides
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
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
        Whether the level holds at each fpr by itself, or for the whole curve at once; see
        `simultaneous_band`.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    Band
        x is the fpr 0, 0.01 .. 1.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    Vertical: percentiles of tpr over the replicates; where fewer than ten instances of a class
    lie on a side of the threshold, over curves that are drawn by the Bayesian bootstrap, or by
    the rule of three at perfect separation; see `drawn_rates`.

    References
    ----------
    .. [1] Fawcett (2004), section 6.1.
    .. [2] Macskassy, Provost & Rosset (2005), ROC confidence bands: an empirical evaluation.

    Examples
    --------
    No positive of three is missed, which does not say that none will be:

    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> y_true, y_score = [True, True, True, False, False], [0.9, 0.8, 0.7, 0.3, 0.1]
    >>> payoff = PayoffMatrix(0.0, -1.0, -1.0, 0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> band = roc_band(resampler(sample, BootstrapSpec(200)), model)
    >>> band.method, float(band.lower[90].round(1)), float(band.upper[90])
    ('vertical; rule of three at small counts', 0.6, 1.0)
    """
    return _band(by_count(resampler), model, model.table, _by_count, kind, progress)


def rociv_band(
    resampler: Resampler,
    model: RankedModel,
    kind: Kind = "vertical",
    *,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return a band of ROCIV: of the share of benefit over the share of false-positive cost.

    Parameters and errors are those of `roc_band`; where errors of a class cost the same, so is
    the band. How many instances a class is worth depends on how unequal its costs are; of a
    large class percentiles count beside the drawn curves where these are few, and of one that is
    rare the band is as much wider as Student's t is.

    Returns
    -------
    Band
        x is the share of false-positive cost 0, 0.01 .. 1.

    References
    ----------
    .. [1] Fawcett (2006), ROC graphs with instance-varying costs.
    """
    return _band(resampler, model, model.evaluation.rates, _by_cost, kind, progress)


def _by_count(rates: ResampledRates) -> tuple[Floats, Floats]:
    return rates.fpr, rates.tpr


def _by_cost(rates: ResampledRates) -> tuple[Floats, Floats]:
    return rates.fp_cost_rate, rates.tp_benefit_rate


def _band(
    resampler: Resampler,
    model: RankedModel,
    source: RateSource,
    sides: Sides,
    kind: Kind,
    progress: Progress,
) -> Band:
    at_once, by_cost = kind == "simultaneous", sides is _by_cost
    rows = line_rows(source, LINES, share=0.5) if at_once else curve_rows(model)
    whole = ReadCurve(source.fpr_at(rows), source.tpr_at(rows), share=0.0)
    estimate = tpr_at_fpr(source, GRID)
    if not at_once:
        return read_band(
            resampler, model, rows, sides, whole, GRID, estimate, progress, by_cost=by_cost
        )
    # How much groups are alike the simultaneous band sees for itself.
    sizes = class_sizes(resampler.sample, model, by_cost=by_cost, in_groups=False)
    return simultaneous_band(resampler, model, rows, sides, whole, GRID, estimate, sizes, progress)


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
    drawing, sides = (
        (resampler, _rates_by_cost) if by_cost else (by_count(resampler), _rates_by_count)
    )
    drawn = replicates(drawing, model, at, sides, progress)
    lower, upper = percentile_interval(drawn, level)
    sizes = effective_sizes(drawing, model, at, sides, drawn, by_cost=by_cost, progress=progress)
    reach = margins(fpr, tpr, sizes, level)
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


def _rates_by_count(rates: ResampledRates) -> Floats:
    return np.stack((rates.fpr, rates.tpr), axis=1)


def _rates_by_cost(rates: ResampledRates) -> Floats:
    return np.stack((rates.fp_cost_rate, rates.tp_benefit_rate), axis=1)


def _where(few: Bools, wilson: Floats, resampled: Floats) -> Floats:
    return read_only(np.where(few, wilson, resampled))
