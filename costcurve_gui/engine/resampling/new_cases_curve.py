"""What the thresholds that a cost curve chooses at each PC(+) cost on new cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.belief import UNIFORM, trivial_cost
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band, no_interval
from costcurve_gui.engine.resampling.family_outlook import outlook_of
from costcurve_gui.engine.resampling.few_cases import TOO_LONG

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

IN_VAIN = f"no better than trivial classifiers: {TOO_LONG}"
"""Of useless scores of 1000+1000 areas were held in 96 of 100 samples, beliefs in 97."""


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

    Notes
    -----
    Where the cheapest rule decides without looking its cost is known. Elsewhere it is the mean
    out of bag, with Student's interval: of what the thresholds of replicates lose on each case,
    and a case more in each class at a single PC(+). That of the mean over PC(+) starts a quarter
    of the way towards the apparent mean, since a replicate chooses from fewer different cases; its
    upper end is on the scale of logarithms, and it has the normal deviate where all errors of a
    class cost the same.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> rng = np.random.default_rng(1)
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = rng.normal(size=200) + 1.2 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> area = new_cases_curve(resampler(sample, BootstrapSpec(200)), model).expected_cost
    >>> area.apparent < area.estimate, area.low < area.estimate < area.high
    (True, True)
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

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> rng = np.random.default_rng(1)
    >>> y_true = np.arange(200) % 2 == 0
    >>> scores = [rng.normal(size=200) + shift * y_true for shift in (1.5, 0.5)]
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> drawing = resampler(
    ...     resampled_sample(y_true, payoff, error_costs(payoff, y_true)), BootstrapSpec(200)
    ... )
    >>> a, b = (
    ...     RankedModel(evaluate_scores("m", y_true, score), rank_order(y_true, score))
    ...     for score in scores
    ... )
    >>> found = new_cases_curve_lead(drawing, a, b).expected_cost
    >>> found.high < 0
    True
    """
    return _curve(resampler, [a, b], belief, progress)


def _curve(
    resampler: JointResampler, models: list[RankedModel], belief: Belief, progress: Progress
) -> NewCasesCurve:
    found, spec = outlook_of(resampler, models, progress=progress), resampler.spec
    figure, apparent = found.mean(belief), read_only(found.apparent)
    caution = found.caution
    if not caution and len(models) == 1 and _in_vain(figure, belief):
        caution = IN_VAIN
    if found.reason:
        band = no_interval(PC_GRID, np.full(PC_GRID.size, np.nan), found.reason, spec)
        return NewCasesCurve(band, apparent, figure, belief, "", "", found.reason, spec)
    estimate, (down, up) = found.estimate, found.reach()
    ends = read_only(estimate - down), read_only(estimate + up)
    band = Band(PC_GRID, read_only(estimate), *ends, found.method, spec)
    return NewCasesCurve(band, apparent, figure, belief, found.method, caution, "", spec)


def _in_vain(mean: NewCasesFigure, belief: Belief) -> bool:
    """Whether trivial classifiers are expected to cost no more: their cost is nearly known."""
    return mean.estimate is not None and mean.estimate >= trivial_cost(belief)
