"""Tests of two models over all operating conditions together.

Where all instances of a class differ alike between the two models, no replicate varies in them.
There the rule of three says how many others may be hidden, as in `difference_band`. Where a
class has one instance only there is no test.
"""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.cost.belief import UNIFORM, Belief
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.cell_moments import means_of_rows
from costcurve_gui.engine.resampling.deciding_cases import deciding_cases
from costcurve_gui.engine.resampling.error_rates import HiddenErrors
from costcurve_gui.engine.resampling.independent_samples import are_independent_samples
from costcurve_gui.engine.resampling.out_of_bag import ReoptimisedCost, reoptimised_cost
from costcurve_gui.engine.resampling.paired_tests import (
    ROUNDING,
    DrawnDifference,
    PairedTest,
    paired_test,
    untested,
)
from costcurve_gui.engine.resampling.placements import cost_placements, expected_losses
from costcurve_gui.engine.resampling.resampler import CLASSIFIERS_NOT_JOINT
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from costcurve_gui.engine.resampling.sample import lone_class
from costcurve_gui.engine.resampling.small_counts import class_sizes
from costcurve_gui.engine.resampling.tests_from_counts import (
    area_of_counts,
    difference_of_counts,
    expected_cost_of_counts,
    hidden_in_counts,
    lone_count,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.placements import ClassValues
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.resampling.tests_from_counts import FigureFromCounts


_EVERY_ROW = 20_000
"""Thresholds up to which the area of each replicate is added up from all of them."""
_STUDENT = "spread of replicates, Student"
_CHOSEN = f"in and out of bag, {_STUDENT}"
_WHOLE = 1.0, 1.0
"""By how much an area may change where all instances of a class are in other places."""


def compare_expected_cost(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> PairedTest:
    """Compare what two models cost where PC(+) is uncertain.

    The interval holds the difference on the sample and out of bag, so that the model with more
    thresholds to choose from gains nothing by choosing. Its reach is the spread of replicates that
    keep the thresholds of the whole sample, or of those that choose their own where that is
    larger, and of a case more, times Student's deviate for the cases that the two differ on.

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
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
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
    (-0.038, -0.059, -0.017, True)
    """
    stake = float(belief.moment_below(np.array([1.0]))[0])
    stakes, method = (stake, 1 - stake), _CHOSEN
    if a.order is None or b.order is None:
        figure = partial(expected_cost_of_counts, belief)
        return _of_counts(resampler, (a, b), figure, stakes, _STUDENT, progress)
    values = [expected_losses(resampler.part(model).sample, model, belief) for model in (a, b)]
    parts = _parts(resampler, (a, b), values)
    estimate, replicates = _sums_of_means(parts, progress)
    lone, size = _lone(parts), _fewest(resampler, (a, b))
    if lone:
        drawn = DrawnDifference(estimate, replicates, (), lone, size)
        return paired_test(drawn, method, resampler.spec)
    chosen = [reoptimised_cost(resampler.part(model), model, belief) for model in (a, b)]
    drawn = DrawnDifference(
        estimate,
        replicates,
        _hidden(parts, stakes),
        lone,
        size,
        out_of_bag=estimate + chosen[0].excess - chosen[1].excess,
        re_optimised=_spread_of_choices(resampler, (a, b), chosen),
        deciding=deciding_cases(_weighed(parts)),
    )
    return paired_test(drawn, method, resampler.spec)


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
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
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
    (0.101, 0.03, 0.173, True)
    """
    if a.order is None or b.order is None:
        return _of_counts(resampler, (a, b), area_of_counts, _WHOLE, _STUDENT, progress)
    rows = [np.arange(len(model.table)) for model in (a, b)]
    once = resampler.estimate([a, b], rows)
    estimate = float(_area_difference(once)[0])
    placed = [
        cost_placements(resampler.part(model).sample, model, rates)
        for model, rates in zip((a, b), once, strict=True)
    ]
    parts = _parts(resampler, (a, b), placed)
    instances = all(isinstance(part.resampler, RowResampler) for part in parts)
    if instances and max(row.size for row in rows) <= _EVERY_ROW:
        batches = resampler.joint_rates([a, b], rows)
        areas = collected(batches, _area_difference, resampler.spec, progress)
    else:
        twice, sums = _sums_of_means(parts, progress)
        areas = sums - twice + estimate
    size = _fewest(resampler, (a, b))
    drawn = DrawnDifference(estimate, areas, _hidden(parts, _WHOLE), _lone(parts), size)
    return paired_test(drawn, _STUDENT, resampler.spec)


def _of_counts(
    resampler: JointResampler,
    models: tuple[RankedModel, RankedModel],
    figure: Callable[[RankedModel], FigureFromCounts],
    stakes: tuple[float, float],
    method: str,
    progress: Progress,
) -> PairedTest:
    difference, replicates = difference_of_counts(resampler, models, figure, progress)
    if replicates is None:
        return untested(difference, method, resampler.spec, CLASSIFIERS_NOT_JOINT, resampled=False)
    pairs = [(resampler.part(model).sample, model) for model in models]
    hidden = chain.from_iterable(
        hidden_in_counts(sample, model, figure(model).rows, stakes) for sample, model in pairs
    )
    size = _fewest(resampler, models)
    lone = next(filter(None, (lone_count(sample) for sample, _ in pairs)), "")
    return paired_test(
        DrawnDifference(difference, replicates, tuple(hidden), lone, size), method, resampler.spec
    )


def _fewest(resampler: JointResampler, models: Sequence[RankedModel]) -> float:
    """Return how many instances the smallest class of these models is worth."""
    pairs = ((resampler.part(model).sample, model) for model in models)
    sizes = [class_sizes(sample, model, by_cost=True) for sample, model in pairs]
    return min(min(one.positives, one.negatives) for one in sizes)


def _spread_of_choices(
    resampler: JointResampler, models: Sequence[RankedModel], chosen: Sequence[ReoptimisedCost]
) -> float:
    """Return the spread of the difference where each replicate chooses its own thresholds.

    It is 0, so that it does not count, where the replicates of two models on the same instances do
    not belong together: those of large samples, in which hardly anything depends on the choice.
    """
    drawn = [resampler.part(model) for model in models]
    apart = are_independent_samples(resampler, models)
    if not apart and not all(isinstance(one, RowResampler) for one in drawn):
        return 0.0
    own = chosen[0].own - chosen[1].own
    return float(np.nanstd(own)) if np.isfinite(own).any() else 0.0


class _Part(NamedTuple):
    """What is drawn by itself: the differences of both models, or one of them."""

    resampler: Resampler
    models: tuple[RankedModel, ...]
    values: ClassValues  # to be added up over all parts


def _parts(
    resampler: JointResampler,
    models: tuple[RankedModel, RankedModel],
    values: Sequence[ClassValues],
) -> list[_Part]:
    a, b = (resampler.part(model) for model in models)
    of_a, of_b = values
    if not are_independent_samples(resampler, models):
        return [_Part(a, models, (of_a[0] - of_b[0], of_a[1] - of_b[1]))]
    return [_Part(a, models[:1], of_a), _Part(b, models[1:], (-of_b[0], -of_b[1]))]


def _sums_of_means(parts: Sequence[_Part], progress: Progress) -> tuple[float, Floats]:
    """Return the means over positives plus those over negatives, and their replicates."""
    found = [
        _sum_of_means(part.resampler, part.values, progress.part(turn, len(parts)))
        for turn, part in enumerate(parts)
    ]
    estimate = sum(one for one, _ in found)
    replicates: Floats = np.sum([drawn for _, drawn in found], axis=0)
    return estimate, replicates


def _sum_of_means(
    resampler: Resampler, values: ClassValues, progress: Progress
) -> tuple[float, Floats]:
    batches = resampler.class_means(*values)
    replicates = collected(batches, lambda means: means.sum(axis=1), resampler.spec, progress)
    sample = resampler.sample
    estimate = _mean(sample.positives, values[0]) + _mean(sample.negatives, values[1])
    return estimate, replicates


def _hidden(parts: Sequence[_Part], stakes: tuple[float, float]) -> tuple[HiddenErrors, ...]:
    """Return the classes whose instances are all alike; `stakes` are those of each class."""
    return tuple(
        HiddenErrors(units, stake)
        for part in parts
        for columns, of_class, units, stake in _classes(part, stakes)
        if _are_alike(columns, of_class)
    )


def _classes(
    part: _Part, stakes: tuple[float, float]
) -> Iterator[tuple[ClassColumns, Floats, float, float]]:
    sample = part.resampler.sample
    columns = sample.positives, sample.negatives
    return zip(columns, part.values, sample.units, stakes, strict=True)


def _weighed(parts: Sequence[_Part]) -> Iterator[tuple[Floats, Floats, Indices | None]]:
    """Yield the values of each class, by how much each counts, and its groups."""
    for part in parts:
        sample = part.resampler.sample
        columns = sample.positives, sample.negatives
        groups = sample.groups or (None, None)
        for of_class, values, codes in zip(columns, part.values, groups, strict=True):
            yield values, np.broadcast_to(of_class.error_costs, values.size), codes


def _lone(parts: Sequence[_Part]) -> str:
    found = (lone_class(part.resampler.sample, part.models) for part in parts)
    return next(filter(None, found), "")


def _are_alike(columns: ClassColumns, values: Floats) -> bool:
    counted = values[~np.isnan(values) & (np.asarray(columns.error_costs) > 0)]
    return counted.size > 0 and bool(np.ptp(counted) <= ROUNDING)


def _mean(columns: ClassColumns, values: Floats) -> float:
    return float(means_of_rows(columns, values, np.ones((1, columns.size), np.int64))[0])


def _area_difference(pair: Sequence[ResampledRates]) -> Floats:
    """Return AUCIV of the first minus that of the second, shape (b,)."""
    a, b = (
        np.asarray(np.trapezoid(rates.tp_benefit_rate, rates.fp_cost_rate, axis=1))
        for rates in pair
    )
    return a - b
