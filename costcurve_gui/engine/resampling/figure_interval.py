"""Intervals of single figures: of a policy, of an expected cost, of a lead of one policy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isnan
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.belief import UNIFORM, Belief
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.few_cases import (
    DIFFERENCES,
    acted_on,
    caution_of_few,
    deciding_number,
)
from costcurve_gui.engine.resampling.independent_samples import (
    are_independent_samples,
    can_compare,
)
from costcurve_gui.engine.resampling.placements import expected_losses
from costcurve_gui.engine.resampling.sample import lone_class

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.policy import Policy


PERCENTILE = "percentile"
WILSON = "Wilson"
CERTAIN = "the rule decides without looking"
NO_CHANGE = "every replicate gives the same"
_NO_SHARE = "some replicates have no such decisions"


@dataclass(frozen=True, slots=True)
class FigureInterval:
    """Bounds of one figure.

    Attributes
    ----------
    low, high : float or None
        None where there is no interval.
    method : str
        "percentile" or "Wilson", or the first with what widens it; empty where there is none.
    reason : str
        Why there is no interval, to be read after "no interval:"; else empty.
    resampled : bool
        Whether it, or the reason, follows from replicates.
    caution : str
        Why the interval is known to be too short; else empty.
    """

    low: float | None
    high: float | None
    method: str
    reason: str = ""
    resampled: bool = True
    caution: str = ""

    def decided_by(self, number: float, what: str) -> FigureInterval:
        """Return the same with a caution where so many cases of a kind are few."""
        return self if self.low is None else replace(self, caution=caution_of_few(number, what))


@dataclass(frozen=True, slots=True, eq=False)
class PolicyRules:
    """The rules that a policy takes, and how often each."""

    rows: Indices
    weights: Floats

    def mixed(self, by_rule: Floats) -> Floats:
        """Return the mean over the rules, the last axis."""
        mixture: Floats = (by_rule * self.weights).sum(axis=-1)
        return mixture


def policy_rules(model: RankedModel, policy: Policy) -> PolicyRules:
    """Return the rows of the model's table that a policy takes."""
    rows = [policy.index] if policy.index_2 is None else [policy.index, policy.index_2]
    weights = [1.0] if policy.index_2 is None else [1 - policy.mixing, policy.mixing]
    return PolicyRules(np.array(rows) % len(model.table), np.array(weights))


def figure_interval(low: float, high: float, method: str, same: str) -> FigureInterval:
    """Return the bounds of a figure, none where they are NaN or, for the reason `same`, equal."""
    if isnan(low):
        return FigureInterval(None, None, "", _NO_SHARE)
    if low < high:
        return FigureInterval(low, high, method, resampled=method != WILSON)
    return FigureInterval(None, None, "", same, resampled=same != CERTAIN)


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
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
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
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
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
    found = figure_interval(float(low), float(high), PERCENTILE, NO_CHANGE)
    if are_independent_samples(resampler, (a, b)):
        return found
    sample, stakes = resampler.part(a).sample, condition.stakes
    acted = [acted_on(sample, model, rules.rows, rules.weights) for model, rules in pairs]
    if acted[0] is None or acted[1] is None:
        return found
    number = deciding_number(sample, acted[0].less(acted[1]), stakes)
    return found.decided_by(number, DIFFERENCES)
