"""Bands of the ROC curve and of ROCIV: point by point, simultaneous, and at each threshold.

Curves are compared along the lines of slope -1, on which either rate may err, as Campbell (1994)
and Macskassy, Provost & Rosset (2005) move them: there neither end is steep. The differences
between replicates and curve are divided by their spread, and the largest of a curve counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.averaging.roc_averages import GRID
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import Band, ThresholdBand, no_interval
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.replicates import (
    ONE_SCORE,
    ReadCurve,
    by_count,
    curve_rows,
    line_rows,
    mixed,
    read_band,
    read_curve,
    read_curves,
    replicates,
)
from costcurve_gui.engine.resampling.simultaneous import LEAST_FREEDOM, student_deviate
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
    from costcurve_gui.engine.resampling.small_counts import ClassSizes


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
    the band. How many instances a class is worth depends on how unequal its costs are.

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
    at_once = kind == "simultaneous"
    rows = line_rows(source, LINES, share=0.5) if at_once else curve_rows(model)
    sizes = class_sizes(resampler.sample, model, by_cost=sides is _by_cost)
    whole = ReadCurve(source.fpr_at(rows), source.tpr_at(rows), share=0.0)
    make = simultaneous_band if at_once else read_band
    estimate = tpr_at_fpr(source, GRID)
    return make(resampler, model, rows, sides, whole, GRID, estimate, sizes, progress)


LINES = np.arange(201) / 200
"""Means of both rates on the lines that curves are compared on."""


def simultaneous_band(
    resampler: Resampler,
    model: RankedModel,
    rows: Indices,
    sides: Sides,
    whole: ReadCurve,
    x: Floats,
    estimate: Floats,
    sizes: ClassSizes,
    progress: Progress,
) -> Band:
    """Return the band that holds the whole curve at the level; parameters as in `read_band`.

    References
    ----------
    .. [1] Campbell (1994), Advances in statistical methodology for the evaluation of diagnostic
       and laboratory tests, Statistics in Medicine 13.
    .. [2] Macskassy, Provost & Rosset (2005), ROC confidence bands: an empirical evaluation.
    .. [3] Jensen, Müller & Schäfer (2000), Regional confidence bands for ROC curves, Statistics
       in Medicine 19: the largest studentised difference.
    .. [4] Agresti & Coull (1998), Approximate is better than "exact" for interval estimation of
       binomial proportions, The American Statistician 52.
    """

    def read(rates: ResampledRates) -> Floats:
        fpr, tpr = sides(rates)
        return read_curves(mixed(fpr, tpr, 0.5), tpr - fpr, LINES)

    if rows.size == ONE_SCORE:
        return no_interval(x, estimate, "every score is equal", resampler.spec)
    heights = read_curve(mixed(whole.fpr, whole.tpr, 0.5), whole.tpr - whole.fpr, LINES)
    differences = replicates(resampler, model, rows, read, progress) - heights
    reach = _reach(differences, sizes, resampler.spec.level)
    upper, lower = _within(heights + reach), _within(heights - reach)
    return Band(
        x,
        read_only(estimate),
        read_only(_highest(*lower, x)),
        read_only(_lowest(*upper, x)),
        "simultaneous",
        resampler.spec,
    )


def _reach(differences: Floats, sizes: ClassSizes, level: float) -> Floats:
    """Return how far the band reaches on each line, shape (k,)."""
    # Agresti & Coull add so many to a share; at the ends of a curve no replicate differs.
    instances = two_sided_deviate(level) ** 2 / 2
    added = (instances / sizes.positives) ** 2 + (instances / sizes.negatives) ** 2
    spread = np.sqrt(differences.var(axis=0) + added)
    largest = np.abs(differences / spread).max(axis=1)
    # One point alone strays by the deviate, also where no replicate does, as at perfect separation.
    factor = max(float(np.quantile(largest, level)), two_sided_deviate(level))
    reach: Floats = student_deviate(factor, np.array([_freedom(sizes)])) * spread
    return reach


def _freedom(sizes: ClassSizes) -> float:
    """Return the degrees of freedom of a spread that both classes add to (Satterthwaite 1946)."""
    parts = np.array([1 / sizes.positives, 1 / sizes.negatives])
    rest = np.array([sizes.positives, sizes.negatives]) - 1
    found = parts.sum() ** 2 / (parts**2 / np.maximum(rest, 1.0)).sum()
    return max(float(found), LEAST_FREEDOM)


def _within(heights: Floats) -> tuple[Floats, Floats]:
    """Return fpr and tpr at a height above the diagonal of each line, within the square."""
    most = 2 * np.minimum(LINES, 1 - LINES)
    halves = heights.clip(-most, most) / 2
    return LINES - halves, LINES + halves


def _lowest(fpr: Floats, tpr: Floats, x: Floats) -> Floats:
    """Read what no rising curve below these points exceeds."""
    order = np.argsort(fpr, kind="stable")
    rising = np.minimum.accumulate(tpr[order][::-1])[::-1]
    return read_curve(fpr[order], rising, x)


def _highest(fpr: Floats, tpr: Floats, x: Floats) -> Floats:
    """Read what every rising curve above these points reaches."""
    order = np.argsort(fpr, kind="stable")
    return read_curve(fpr[order], np.maximum.accumulate(tpr[order]), x)


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


def _rates_by_count(rates: ResampledRates) -> Floats:
    return np.stack((rates.fpr, rates.tpr), axis=1)


def _rates_by_cost(rates: ResampledRates) -> Floats:
    return np.stack((rates.fp_cost_rate, rates.tp_benefit_rate), axis=1)


def _where(few: Bools, wilson: Floats, resampled: Floats) -> Floats:
    return read_only(np.where(few, wilson, resampled))
