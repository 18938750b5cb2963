"""Tests of two models over all operating conditions together.

The p-value is the percentile interval read backwards: one less the confidence at which the
interval just reaches 0. As with every test by simulation the sample itself counts as one
replicate more, so that no p-value is 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.belief import UNIFORM, Belief
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.class_means import means_of_rows
from costcurve_gui.engine.resampling.classifier_resampling import NOT_JOINT
from costcurve_gui.engine.resampling.collecting import collected
from costcurve_gui.engine.resampling.counted_tests import (
    area_of_counts,
    difference_of_counts,
    expected_cost_of_counts,
    half,
)
from costcurve_gui.engine.resampling.independent_samples import are_apart
from costcurve_gui.engine.resampling.instance_values import cost_placements, expected_losses
from costcurve_gui.engine.resampling.row_resampling import RowResampler

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.columns import ClassColumns
    from costcurve_gui.engine.resampling.counted_tests import CountedFigure
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.instance_values import ClassValues
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_EVERY_ROW = 20_000
"""Thresholds up to which the area of each replicate is added up from all of them."""
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The difference of a figure of two models, on the instances that both scored or each its own.

    Attributes
    ----------
    difference : float
        First minus second.
    low, high : float or None
        Percentile interval; None where there is none.
    p_value : float or None
        Two-sided, of no difference.
    method : str
        How it was found, in the words of views and files.
    spec : BootstrapSpec
        Replicates, level and seed.
    reason : str
        Why there is no interval, to be read after "no interval:"; else empty.
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    method: str
    spec: BootstrapSpec
    reason: str = ""


def compare_expected_cost(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> PairedTest:
    """Compare what two models cost where PC(+) is uncertain.

    Each replicate keeps the thresholds that are cheapest on the whole sample.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    a, b : RankedModel
        The models.
    belief : BetaBelief or TriangularBelief, optional
        Density of PC(+); the uniform one compares the areas under the cost curves.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    PairedTest
        Normalized expected cost of a minus that of b.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 3.3 and 4.7.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(200) % 2 == 0
    >>> def model(name, y_score):
    ...     return RankedModel(evaluate_scores(name, y_true, y_score), rank_order(y_true, y_score))
    >>> a = model("a", np.arange(200) % 7 + 3 * y_true)
    >>> b = model("b", np.arange(200) % 11 + 3 * y_true)
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> test = compare_expected_cost(resampler(sample, BootstrapSpec()), a, b)
    >>> round(test.difference, 3), round(test.low, 3), round(test.high, 3), test.p_value < 0.05
    (-0.038, -0.057, -0.017, True)
    """
    if a.order is None or b.order is None:
        figure = partial(expected_cost_of_counts, belief)
        return _of_counts(resampler, (a, b), figure, "fixed policy, percentile", progress)
    values = [expected_losses(resampler.part(model).sample, model, belief) for model in (a, b)]
    estimate, replicates = _differences_of_sums(resampler, (a, b), values, progress)
    return _tested(estimate, replicates, "fixed policy, percentile", resampler.spec)


def compare_auciv(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    *,
    progress: Progress = NO_PROGRESS,
) -> PairedTest:
    """Compare the areas under two ROCIV curves: AUC where errors of a class cost the same.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be. Where it does not draw instances, the
        area of a replicate is taken as a sum over them: what is left out is of the order of one
        pair of instances.
    a, b : RankedModel
        The models.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    PairedTest
        AUCIV of a minus that of b.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Fawcett (2006), section 5.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> y_true = np.arange(200) % 2 == 0
    >>> def model(name, y_score):
    ...     return RankedModel(evaluate_scores(name, y_true, y_score), rank_order(y_true, y_score))
    >>> a = model("a", np.arange(200) % 7 + 3 * y_true)
    >>> b = model("b", np.arange(200) % 11 + 3 * y_true)
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> test = compare_auciv(resampler(sample, BootstrapSpec()), a, b)
    >>> round(test.difference, 3), round(test.low, 3), round(test.high, 3), test.p_value < 0.05
    (0.101, 0.031, 0.173, True)
    """
    if a.order is None or b.order is None:
        return _of_counts(resampler, (a, b), area_of_counts, "percentile", progress)
    rows = [np.arange(len(model.table)) for model in (a, b)]
    once = resampler.estimate([a, b], rows)
    estimate = float(_area_difference(once)[0])
    instances = all(isinstance(resampler.part(model), RowResampler) for model in (a, b))
    if instances and max(row.size for row in rows) <= _EVERY_ROW:
        batches = resampler.joint_rates([a, b], rows)
        areas = collected(batches, _area_difference, resampler.spec, progress)
        return _tested(estimate, areas, "percentile", resampler.spec)
    placed = [
        cost_placements(resampler.part(model).sample, model, rates)
        for model, rates in zip((a, b), once, strict=True)
    ]
    twice, replicates = _differences_of_sums(resampler, (a, b), placed, progress)
    return _tested(estimate, replicates - twice + estimate, "percentile", resampler.spec)


def _of_counts(
    resampler: JointResampler,
    models: tuple[RankedModel, RankedModel],
    figure: Callable[[RankedModel], CountedFigure],
    method: str,
    progress: Progress,
) -> PairedTest:
    difference, replicates = difference_of_counts(resampler, models, figure, progress)
    if replicates is None:
        return PairedTest(difference, None, None, None, method, resampler.spec, NOT_JOINT)
    return _tested(difference, replicates, method, resampler.spec)


def _differences_of_sums(
    resampler: JointResampler,
    models: tuple[RankedModel, RankedModel],
    values: Sequence[ClassValues],
    progress: Progress,
) -> tuple[float, Floats]:
    """Return `_sums_of_means` of a minus those of b."""
    parts = [resampler.part(model) for model in models]
    if not are_apart(resampler, models):
        positives, negatives = (left - right for left, right in zip(*values, strict=True))
        return _sums_of_means(parts[0], (positives, negatives), progress)
    (of_a, drawn_a), (of_b, drawn_b) = (
        _sums_of_means(part, own, half(progress, second=second))
        for part, own, second in zip(parts, values, (False, True), strict=True)
    )
    return of_a - of_b, drawn_a - drawn_b


def _sums_of_means(
    resampler: Resampler, values: ClassValues, progress: Progress
) -> tuple[float, Floats]:
    """Return the mean over positives plus that over negatives, and its replicates."""
    positives, negatives = values
    batches = resampler.class_means(positives, negatives)
    replicates = collected(batches, lambda means: means.sum(axis=1), resampler.spec, progress)
    sample = resampler.sample
    estimate = _mean(sample.positives, positives) + _mean(sample.negatives, negatives)
    return estimate, replicates


def _mean(columns: ClassColumns, values: Floats) -> float:
    return float(means_of_rows(columns, values, np.ones((1, columns.size), np.int64))[0])


def _area_difference(pair: Sequence[ResampledRates]) -> Floats:
    """Return AUCIV of the first minus that of the second, shape (b,)."""
    a, b = (
        np.asarray(np.trapezoid(rates.tp_benefit_rate, rates.fp_cost_rate, axis=1))
        for rates in pair
    )
    return a - b


def _tested(difference: float, replicates: Floats, method: str, spec: BootstrapSpec) -> PairedTest:
    reason = _no_interval(replicates)
    if reason:
        return PairedTest(difference, None, None, None, method, spec, reason)
    low, high = percentile_interval(replicates, spec.level)
    beyond = min(np.count_nonzero(replicates <= 0), np.count_nonzero(replicates >= 0))
    p_value = min(2 * (int(beyond) + 1) / (replicates.size + 1), 1.0)
    return PairedTest(difference, float(low), float(high), p_value, method, spec)


def _no_interval(replicates: Floats) -> str:
    if np.isnan(replicates).any():
        return "a class has no weight in some resampled sets"
    if np.ptp(replicates) <= _ROUNDING:
        return "every resampled set has the same difference"
    return ""
