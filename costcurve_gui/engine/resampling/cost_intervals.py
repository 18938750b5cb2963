"""Interval of what a model costs where PC(+) is uncertain."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from costcurve_gui.engine.cost.belief import UNIFORM, Belief
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.collecting import collected
from costcurve_gui.engine.resampling.instance_values import expected_losses
from costcurve_gui.engine.resampling.policy_figures import FigureInterval
from costcurve_gui.engine.resampling.sample import lone_class

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

_METHOD = "fixed policy, percentile"
_NO_SPREAD = "every resampled set has the same cost"
_NO_WEIGHT = "a class has no weight in some resampled sets"


def expected_cost_interval(
    resampler: Resampler,
    model: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> FigureInterval:
    """Return how sure the expected cost of a model under a belief over PC(+) is.

    Each replicate keeps the thresholds that are cheapest on the whole sample.

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    belief : BetaBelief or TriangularBelief, optional
        Density of PC(+); under the uniform one the expected cost is the area under the cost
        curve.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    FigureInterval
        In normalized expected cost; without bounds where the replicates do not differ, or where
        a class has one instance only.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 3.3 and 4.6.

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
    >>> y_score = np.arange(200) % 7 + 3 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> found = expected_cost_interval(resampler(sample, BootstrapSpec()), model)
    >>> found.low < model.evaluation.envelope.area < found.high
    True
    """
    reason = lone_class(resampler.sample, [model])
    if reason:
        return FigureInterval(None, None, "", reason, resampled=False)
    means = resampler.class_means(*expected_losses(resampler.sample, model, belief))
    costs = collected(means, lambda batch: batch.sum(axis=1), resampler.spec, progress)
    low, high = (float(end) for end in percentile_interval(costs, resampler.spec.level))
    if low < high:
        return FigureInterval(low, high, _METHOD)
    return FigureInterval(None, None, "", _NO_WEIGHT if isnan(low) else _NO_SPREAD)
