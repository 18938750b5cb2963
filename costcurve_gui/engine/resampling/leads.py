"""How sure the lead of one policy over another one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import percentile_interval
from costcurve_gui.engine.resampling.collecting import collected
from costcurve_gui.engine.resampling.independent_samples import can_compare
from costcurve_gui.engine.resampling.policy_figures import (
    NO_CHANGE,
    PERCENTILE,
    FigureInterval,
    figure_interval,
    policy_rules,
)

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.policy import Policy


NOTHING_IN_COMMON = "no cases of both classes that both models scored"


def lead_interval(
    resampler: JointResampler,
    a: RankedModel,
    policy_a: Policy,
    b: RankedModel,
    policy_b: Policy,
    condition: OperatingCondition,
    *,
    progress: Progress = NO_PROGRESS,
) -> FigureInterval:
    """Return how sure the lead in expected profit of one policy over another is.

    Both decide on the same resampled instances, or each on its own where they were tested on
    different ones. The lead is shown where the interval leaves out 0.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    a, policy_a : RankedModel, Policy
        The policy whose lead it is.
    b, policy_b : RankedModel, Policy
        The policy it is compared with, of the same or of another model.
    condition : OperatingCondition
        As in `policy_intervals`.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.7.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> from costcurve_gui.engine.selection.criteria import manual
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = np.arange(200) % 7 + 3 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> condition = model.evaluation.condition()
    >>> a, b = (manual(model.evaluation, condition, threshold) for threshold in (5.0, 9.0))
    >>> lead = lead_interval(resampler(sample, BootstrapSpec()), model, a, model, b, condition)
    >>> round(lead.low, 2), round(a.expected_profit - b.expected_profit, 2), round(lead.high, 2)
    (0.09, 0.14, 0.2)
    """
    pairs = ((a, policy_rules(a, policy_a)), (b, policy_rules(b, policy_b)))
    models = [model for model, rules in pairs for _ in rules.rows]
    rows = [np.array([row]) for _, rules in pairs for row in rules.rows.tolist()]
    weights = np.concatenate([pairs[0][1].weights, -pairs[1][1].weights])
    own, prior = a.evaluation.means, condition.prior

    def lead(drawn: tuple[ResampledRates, ...]) -> Floats:
        profits = (rates.with_means(own, condition.means).expected_profit(prior) for rates in drawn)
        difference: Floats = (np.concatenate(list(profits), axis=1) * weights).sum(axis=1)
        return difference

    if not can_compare(resampler, (a, b)):
        return FigureInterval(None, None, "", NOTHING_IN_COMMON)
    leads = collected(resampler.joint_rates(models, rows), lead, resampler.spec, progress)
    low, high = percentile_interval(leads, resampler.spec.level)
    return figure_interval(float(low), float(high), PERCENTILE, NO_CHANGE)
