"""What the thresholds that a cost curve chooses at each PC(+) cost on new cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.belief import UNIFORM, expected_cost
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band, no_interval
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.figure_interval import NOTHING_IN_COMMON
from costcurve_gui.engine.resampling.independent_samples import can_compare
from costcurve_gui.engine.resampling.new_cases_interval import (
    NewCasesFigure,
    no_figure,
)
from costcurve_gui.engine.resampling.new_cases_pivot import (
    NewCasesFigures,
    Replicated,
    new_cases_figures,
)
from costcurve_gui.engine.resampling.rule_choice import RuleChooser, cheapest_over

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


@dataclass(frozen=True, slots=True, eq=False)
class NewCasesCurve:
    """Normalized expected cost of a model's own thresholds, or the difference of two such curves.

    Attributes
    ----------
    band : Band
        On new cases over `PC_GRID`: `estimate` is out of bag, and its interval pointwise.
    apparent : ndarray of float64, shape (101,)
        On this sample.
    expected_cost : NewCasesFigure
        Mean under the belief; under the uniform one the area under the curve.
    belief : BetaBelief or TriangularBelief
        Density of PC(+).
    method, caution, reason : str
        As in `NewCasesEstimate`.
    spec : BootstrapSpec
        Replicates, level and seed.
    """

    band: Band
    apparent: Floats
    expected_cost: NewCasesFigure
    belief: Belief
    method: str
    caution: str
    reason: str
    spec: BootstrapSpec


def new_cases_curve(
    resampler: Resampler,
    model: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> NewCasesCurve:
    """Estimate what the cheapest threshold at each PC(+) costs on new cases.

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    belief : BetaBelief or TriangularBelief, optional
        Density of PC(+) that the cost is averaged over as well.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    return _curve(resampler, [model], belief, progress)


def new_cases_curve_lead(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> NewCasesCurve:
    """Estimate how much more one model's own thresholds cost on new cases than another's.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    a, b : RankedModel
        The costs of the second are taken off those of the first.
    belief : BetaBelief or TriangularBelief, optional
        Density of PC(+) that the difference is averaged over as well.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """
    if not can_compare(resampler, (a, b)):
        unknown = np.full(PC_GRID.size, np.nan)
        band = no_interval(PC_GRID, unknown, NOTHING_IN_COMMON, resampler.spec)
        cells = band, unknown, no_figure(), belief, "", "", NOTHING_IN_COMMON
        return NewCasesCurve(*cells, resampler.spec)
    return _curve(resampler, [a, b], belief, progress)


def _curve(
    resampler: JointResampler, models: list[RankedModel], belief: Belief, progress: Progress
) -> NewCasesCurve:
    choosers = [RuleChooser(model, model.evaluation.condition()) for model in models]
    whole = [chooser.on_sample() for chooser in choosers]
    weights = _weights(belief)

    def costs(drawn: tuple[tuple[ResampledRates, ResampledRates], ...]) -> Floats:
        found = [
            _replicated(own, on_sample, rest)
            for (own, rest), on_sample in zip(drawn, whole, strict=True)
        ]
        return _with_mean(_difference(found), weights)

    batches = resampler.joint_rates_and_rest(models, [chooser.rows for chooser in choosers])
    drawn = Replicated(collected(batches, costs, resampler.spec, progress))
    apparent = _difference([_replicated(one, one, one) for one in whole])[0, 0]
    of_means = [expected_cost(model.evaluation.envelope, belief) for model in models]
    mean = of_means[0] - sum(of_means[1:])
    found = new_cases_figures(drawn, np.append(apparent, mean), resampler.spec.level)
    return _named(found, apparent, belief, resampler.spec)


def _named(
    found: NewCasesFigures, apparent: Floats, belief: Belief, spec: BootstrapSpec
) -> NewCasesCurve:
    *points, mean = found.figures
    if found.reason:
        band = no_interval(PC_GRID, np.full(PC_GRID.size, np.nan), found.reason, spec)
    else:
        columns = np.array([(one.estimate, one.low, one.high) for one in points], np.float64)
        estimate, low, high = (read_only(column) for column in columns.T)
        band = Band(PC_GRID, estimate, low, high, found.method, spec)
    words = found.method, found.caution, found.reason
    return NewCasesCurve(band, read_only(apparent), mean, belief, *words, spec)


def _replicated(own: ResampledRates, on_sample: ResampledRates, rest: ResampledRates) -> Floats:
    """Return what thresholds chosen on replicates cost there, on the sample and elsewhere."""
    chosen = cheapest_over(own, PC_GRID)
    at = np.arange(len(chosen))[:, None], chosen
    found = []
    for rates in (own, on_sample, rest):
        shape = own.fpr.shape
        fnr = np.broadcast_to(1 - rates.tp_benefit_rate, shape)[at]
        fpr = np.broadcast_to(rates.fp_cost_rate, shape)[at]
        found.append(fnr * PC_GRID + fpr * (1 - PC_GRID))
    return np.stack(found, axis=1)


def _difference(found: list[Floats]) -> Floats:
    return found[0] if len(found) == 1 else found[0] - found[1]


def _with_mean(costs: Floats, weights: Floats) -> Floats:
    """Add the mean over PC(+) as a last figure."""
    return np.concatenate([costs, (costs @ weights)[..., None]], axis=-1)


def _weights(belief: Belief) -> Floats:
    """Return the weight of each point of `PC_GRID` in the mean of a curve straight between."""
    probability = np.diff(belief.cdf(PC_GRID))
    moment = np.diff(belief.moment_below(PC_GRID))
    width = np.diff(PC_GRID)
    upper = (moment - PC_GRID[:-1] * probability) / width
    weights = np.zeros(PC_GRID.size)
    weights[:-1] += probability - upper
    weights[1:] += upper
    return weights
