"""Bands of derived curves: profit, net benefit, gain, precision over recall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.averaging.roc_averages import GRID
from costcurve_gui.engine.cost.condition import require_rate
from costcurve_gui.engine.curves.confusion_rates import ConfusionRates
from costcurve_gui.engine.curves.net_benefit import THRESHOLDS, net_benefit, net_benefit_curve
from costcurve_gui.engine.curves.profit import profit_curve
from costcurve_gui.engine.curves.ranking import gain_curve
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.engine.resampling.band import Band, percentile_band, policy_rows
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.design_effect import effective_sizes
from costcurve_gui.engine.resampling.few_cases import FEW_OF_RARE, HARDLY_ANY_OF_RARE, RARE
from costcurve_gui.engine.resampling.replicates import (
    ReadCurve,
    by_count,
    curve_rows,
    line_rows,
    read_band,
    read_curve,
    replicates,
)
from costcurve_gui.engine.resampling.small_counts import (
    class_sizes,
    guarded,
    linear_interval,
    margins,
)
from costcurve_gui.engine.roc.curve import fpr_at_tpr

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


_PART_OF_RARE = 0.5
"""How far Wilson's intervals widen percentiles where a class is rare and both cost unlike amounts.
All the way, profits of 20+2000 cases were held in 95 to 96 of 100 samples, half of it in 93; of
useless scores, in 88 and 86. Where the rare class alone costs unlike amounts it was 90 and 87."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleBand(Band):
    """A band with an interval for each rule ``score >= threshold``.

    Attributes
    ----------
    rows : ndarray of int64, shape (k,)
        Rows of the threshold table, ascending.
    thresholds : ndarray of float64, shape (k,)
        Descending.
    """

    rows: Indices
    thresholds: Floats


def profit_band(
    resampler: Resampler,
    model: RankedModel,
    condition: OperatingCondition,
    *,
    progress: Progress = NO_PROGRESS,
) -> RuleBand:
    """Return the band of the expected profit, threshold by threshold.

    Where a mean payoff of `condition` is not that of the model's rows, what each instance pays
    is taken to have changed alike: costs in proportion, payoffs of right decisions by as much.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    condition : OperatingCondition
        Prior and mean payoffs.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    RuleBand
        x is the fraction targeted, y the payoff per instance. Of large tables a few hundred
        rows; see `curve_rows`. Percentiles; where fewer than ten instances of a class lie on a
        side of the threshold, Wilson's intervals of both rates. Where costs vary these only widen
        the percentiles; where those of both classes do, and one class is rare, half the way.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    rows = curve_rows(model)
    evaluation, spec, prior = model.evaluation, resampler.spec, condition.prior
    curve = profit_curve(evaluation.table, evaluation.rates, condition, rows)

    def profits(rates: ResampledRates) -> Floats:
        return rates.with_means(evaluation.means, condition.means).expected_profit(prior)

    drawn = replicates(resampler, model, rows, profits, progress)
    lower, upper = (read_only(end) for end in percentile_interval(drawn, spec.level))
    x, estimate = curve.fraction_targeted, curve.expected_profit
    band = RuleBand(x, estimate, lower, upper, "threshold-wise", spec, rows, curve.thresholds)
    costs = condition.means
    sizes = effective_sizes(resampler, model, rows, profits, drawn, by_cost=True, progress=progress)
    source = evaluation.rates
    reach = margins(source.fpr_at(rows), source.tpr_at(rows), sizes, spec.level)
    reach = reach.but_for(rows == 0)  # "never positive" is certain
    small = linear_interval(estimate, prior * costs.fn_cost, (1 - prior) * costs.fp_cost, reach)
    if not resampler.sample.varies:
        return guarded(band, small)
    errors = _errors_of_rare_class(resampler, model, condition)
    both = resampler.sample.positives.varying and resampler.sample.negatives.varying
    part = _PART_OF_RARE if both and errors is not None else 1.0
    band = guarded(band, small, only_widen=True, part=part)
    if errors is not None and errors < HARDLY_ANY_OF_RARE:
        return replace(band, method=f"{band.method}; {FEW_OF_RARE}")
    return band


def _errors_of_rare_class(
    resampler: Resampler, model: RankedModel, condition: OperatingCondition
) -> float | None:
    """Return how many cases of the rare class the cheapest rule gets wrong; None without one.

    By count: a case whose cost is small may have a large one on other samples.
    """
    row = policy_rows(model.evaluation, np.array([condition.probability_cost]))
    sizes = class_sizes(resampler.sample, model)
    fnr, fpr = 1 - float(model.table.tpr_at(row)[0]), float(model.table.fpr_at(row)[0])
    (rare, rate), (common, _) = sorted([(sizes.positives, fnr), (sizes.negatives, fpr)])
    return rare * rate if common >= RARE * rare else None


def net_benefit_band(
    resampler: Resampler,
    model: RankedModel,
    prior: float,
    threshold_probabilities: ArrayLike = THRESHOLDS,
    *,
    progress: Progress = NO_PROGRESS,
) -> Band:
    """Return the band of the decision curve, threshold by threshold.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        A model whose scores are probabilities.
    prior : float
        p(+) where the model will work, 0-1.
    threshold_probabilities : array_like of float, shape (k,)
        From 0 to below 1, ascending.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    Band
        x is the threshold probability. Method as in `profit_band`.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.
    ConstraintError
        Where the prior or a threshold probability lies outside its range.
    Cancelled
        Where `progress` was cancelled.
    """
    curve = net_benefit_curve(model.table, prior, threshold_probabilities)
    x, spec = curve.threshold_probabilities, resampler.spec
    rows = model.table.rows_at_thresholds(x)
    counted = by_count(resampler)

    def benefits(rates: ResampledRates) -> Floats:
        return net_benefit(rates.fpr, rates.tpr, prior, x)

    drawn = replicates(counted, model, rows, benefits, progress)
    band = percentile_band(x, curve.net_benefit, drawn, "threshold-wise", spec)
    sizes = effective_sizes(counted, model, rows, benefits, drawn, progress=progress)
    reach = margins(model.table.fpr_at(rows), model.table.tpr_at(rows), sizes, spec.level)
    alarms = (1 - prior) * x / (1 - x)
    return guarded(band, linear_interval(band.estimate, prior, alarms, reach))


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
        progress,
        swapped=True,
    )
    lower, upper = precision(band.lower), precision(band.upper)
    return replace(band, x=recall, estimate=precision(band.estimate), lower=lower, upper=upper)


def _mirrored(fpr: Floats, tpr: Floats) -> tuple[Floats, Floats]:
    """Return fnr and tnr, ascending: the curve with the classes in each other's place."""
    return 1 - tpr[..., ::-1], 1 - fpr[..., ::-1]
