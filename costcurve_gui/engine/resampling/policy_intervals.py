"""How sure the figures of a chosen policy are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.curves.confusion_rates import confusion_rates
from costcurve_gui.engine.distributions.normal import wilson_interval
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected, percentile_interval
from costcurve_gui.engine.resampling.cost_bands import WILSON_WHERE_UNSEEN
from costcurve_gui.engine.resampling.error_rates import ErrorShares, cases_of, error_shares
from costcurve_gui.engine.resampling.exact_costs import exact_cost
from costcurve_gui.engine.resampling.few_cases import (
    DIFFERENCES,
    ERRORS,
    HARDLY_ANY,
    MAY_BE_LONG,
    RARE,
    TOO_LONG,
    acted_on,
    deciding_number,
)
from costcurve_gui.engine.resampling.figure_interval import (
    CERTAIN,
    NO_CHANGE,
    PERCENTILE,
    WILSON,
    FigureInterval,
    PolicyRules,
    figure_interval,
    policy_rules,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample
    from costcurve_gui.engine.selection.policy import Policy, Review


_MONEY = [0, 1, 2, 9, 10, 11]  # figures in units of payoff, of cost, or of net benefit


@dataclass(frozen=True, slots=True)
class PolicyIntervals:
    """Intervals of what a policy achieves, named and in the units of `Policy`.

    Attributes
    ----------
    expected_cost, expected_profit, normalized_expected_cost : FigureInterval
        Per instance; the last as a share of the worst.
    fpr, tpr, fraction_targeted, precision, npv, accuracy : FigureInterval
        0-1, by count, those after tpr at the prior of the condition.
    lead_over_none, lead_over_all : FigureInterval
        How much more than calling no instance positive, or every one, it earns per instance.
    net_benefit : FigureInterval
        By count, at the threshold probability that the mean costs imply.
    exact_cost : FigureInterval
        Of the normalized expected cost, by two binomials where errors are binomial.
    """

    expected_cost: FigureInterval
    expected_profit: FigureInterval
    normalized_expected_cost: FigureInterval
    fpr: FigureInterval
    tpr: FigureInterval
    fraction_targeted: FigureInterval
    precision: FigureInterval
    npv: FigureInterval
    accuracy: FigureInterval
    lead_over_none: FigureInterval
    lead_over_all: FigureInterval
    net_benefit: FigureInterval
    exact_cost: FigureInterval


def policy_intervals(
    resampler: Resampler,
    model: RankedModel,
    policy: Policy,
    condition: OperatingCondition,
    *,
    progress: Progress = NO_PROGRESS,
) -> PolicyIntervals:
    """Return how sure the figures of a policy are, its thresholds as given.

    Where the sample lacks an error, costs and profits are at least as unsure as Wilson's
    intervals of both error rates make them. Rates of a single threshold have Wilson's interval
    where instances count alike.

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    policy : Policy
        One or two of its thresholds.
    condition : OperatingCondition
        Prior and mean payoffs. The means are resampled with the instances; where they are not
        those of the model, as `ResampledRates.with_means`.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6.
    .. [2] Wilson (1927), Probable inference, the law of succession, and statistical inference.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> from costcurve_gui.engine.resampling.resampler import resampler
    >>> from costcurve_gui.engine.resampling.sample import RankedModel, resampled_sample
    >>> from costcurve_gui.engine.selection.criteria import min_cost
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = np.arange(200) % 7 + 3 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> condition = model.evaluation.condition()
    >>> policy = min_cost(model.evaluation, condition)
    >>> drawn = resampler(sample, BootstrapSpec())
    >>> cost = policy_intervals(drawn, model, policy, condition).expected_cost
    >>> round(cost.low, 3), round(policy.expected_cost, 3), round(cost.high, 3)
    (0.235, 0.285, 0.335)
    """
    if policy.review is not None:
        return _of_band(resampler, model, policy, policy.review, condition, progress)
    rules = policy_rules(model, policy)
    own = model.evaluation.means
    values = collected(
        resampler.rates(model, rules.rows),
        lambda rates: _figures(rates.with_means(own, condition.means), rules, condition),
        resampler.spec,
        progress,
    )
    level = resampler.spec.level
    bounds = np.stack(percentile_interval(values, level))
    methods = [PERCENTILE] * bounds.shape[1]
    shares = error_shares(resampler.sample, model, rules.rows)
    if shares.unseen.any():
        money = bounds[:, _MONEY]
        bounds[:, _MONEY] = _no_surer_than_seen(money, policy, condition, shares, rules, level)
        for at in _MONEY:
            methods[at] = f"{PERCENTILE}, {WILSON_WHERE_UNSEEN}"
    if _has_wilson(resampler.sample, shares):
        bounds[:, 3:5] = _wilson_rates(model, rules.rows, level)
        methods[3:5] = [WILSON] * 2
    same = CERTAIN if shares.trivial.all() else NO_CHANGE
    found = list(map(figure_interval, *bounds.tolist(), methods, [same] * len(methods)))
    if resampler.sample.varies or not shares.unseen.any():  # else Wilson's intervals are not short
        found = _cautioned(found, resampler.sample, model, rules, condition)
    pc_plus = condition.probability_cost
    exact = exact_cost(resampler.sample, model, rules, pc_plus, level)
    every = [*found, exact]
    return PolicyIntervals(*(every if resampler.sample.varies else _too_long(every, shares)))


_FPR, _TPR = 3, 4
_OF_BOTH, _OF_NEGATIVES, _OF_POSITIVES = [*_MONEY, 12], [_FPR, 6], [_TPR]
_OF_RARE_POSITIVES = [7]
_FEW_OF_RATE = 5.0
"""Errors; with fewer Wilson's interval of a rate holds in 91 to 96 of 100 samples: it moves in
steps of whole errors, and none of so few is in step with every rate."""


def _too_long(found: list[FigureInterval], shares: ErrorShares) -> list[FigureInterval]:
    """Say which intervals are longer than need be where a class has few errors, or hardly any."""
    looks = ~shares.trivial
    misses, alarms = (
        float(errors[looks].min(initial=np.inf))
        for errors in (shares.fnr * shares.positives, shares.fpr * shares.negatives)
    )
    in_steps = f"few {ERRORS} of a class: {MAY_BE_LONG}"
    pairs = (_FPR, alarms), (_TPR, misses)
    said = {at: found[at].caution or in_steps for at, errors in pairs if errors < _FEW_OF_RATE}
    told = _OF_POSITIVES * (misses < HARDLY_ANY) + _OF_NEGATIVES * (alarms < HARDLY_ANY)
    told += _OF_BOTH * (min(misses, alarms) < HARDLY_ANY)
    # Of as many negatives the npv of so few misses held in 86 of 100, of many in 97.
    rare = bool((shares.negatives >= RARE * shares.positives).all())
    told += _OF_RARE_POSITIVES * (misses < HARDLY_ANY and rare)
    said |= dict.fromkeys(told, f"hardly any {ERRORS} of a class: {TOO_LONG}")
    return [
        replace(one, caution=said.get(at, one.caution)) if one.low is not None else one
        for at, one in enumerate(found)
    ]


def _of_band(
    resampler: Resampler,
    model: RankedModel,
    policy: Policy,
    review: Review,
    condition: OperatingCondition,
    progress: Progress,
) -> PolicyIntervals:
    """Return the percentile intervals of a policy that refers cases to a person."""
    rows = np.array([policy.index, review.index]) % len(model.table)
    rules, own = PolicyRules(rows[:1], np.ones(1)), model.evaluation.means
    values = collected(
        resampler.rates(model, rows),
        lambda rates: _figures(
            rates.with_means(own, condition.means).reviewed(review), rules, condition
        ),
        resampler.spec,
        progress,
    )
    low, high = (ends.tolist() for ends in percentile_interval(values, resampler.spec.level))
    found = [figure_interval(*ends, PERCENTILE, NO_CHANGE) for ends in zip(low, high, strict=True)]
    no_binomials = FigureInterval(None, None, "", "a person decides about some cases", False)
    return PolicyIntervals(*(*found, no_binomials))


def _cautioned(
    found: Sequence[FigureInterval],
    sample: Sample,
    model: RankedModel,
    rules: PolicyRules,
    condition: OperatingCondition,
) -> list[FigureInterval]:
    """Say of which of the figures of `_MONEY` few cases decide."""
    acted = acted_on(sample, model, rules.rows, rules.weights)
    if acted is None:
        return list(found)
    stakes, means = condition.stakes, condition.means
    by_count = condition.prior, (1 - condition.prior) * means.fp_cost / means.fn_cost
    errors = deciding_number(sample, acted.errors, stakes), ERRORS
    decisive = dict.fromkeys(_MONEY[:3], errors) | dict(
        zip(
            _MONEY[3:],
            (
                (deciding_number(sample, acted, stakes), DIFFERENCES),
                (deciding_number(sample, acted.spared, stakes), DIFFERENCES),
                (deciding_number(sample.by_count, acted, by_count), DIFFERENCES),
            ),
            strict=True,
        )
    )
    return [
        one.decided_by(*decisive[at]) if at in decisive else one for at, one in enumerate(found)
    ]


def _figures(rates: ResampledRates, rules: PolicyRules, condition: OperatingCondition) -> Floats:
    prior = condition.prior
    money = rates.expected_cost(prior), rates.expected_profit(prior)
    normalized = rates.normalized_expected_cost(condition.probability_cost)
    fpr, tpr = rules.mixed(rates.fpr), rules.mixed(rates.tpr)
    found = confusion_rates(fpr, tpr, prior)
    return np.stack(
        [
            *(rules.mixed(by_rule) for by_rule in (*money, normalized)),
            fpr,
            tpr,
            found.fraction_targeted,
            found.precision,
            found.npv,
            found.accuracy,
            rules.mixed(_over_none(rates, prior)),
            rules.mixed(_over_all(rates, prior)),
            _net_benefit(tpr, fpr, condition),
        ],
        axis=1,
    )


def _over_none(rates: ResampledRates, prior: float) -> Floats:
    """Return what is saved of the positives less what the false alarms cost, shape (b, k)."""
    saved: Floats = prior * rates.fn_cost * rates.tp_benefit_rate
    return saved - (1 - prior) * rates.fp_cost * rates.fp_cost_rate


def _over_all(rates: ResampledRates, prior: float) -> Floats:
    """Return what is saved of the negatives less what the misses cost, shape (b, k)."""
    saved: Floats = (1 - prior) * rates.fp_cost * (1 - rates.fp_cost_rate)
    return saved - prior * rates.fn_cost * (1 - rates.tp_benefit_rate)


def _no_surer_than_seen(
    bounds: Floats,
    policy: Policy,
    condition: OperatingCondition,
    shares: ErrorShares,
    rules: PolicyRules,
    level: float,
) -> Floats:
    """Widen the bounds of the figures of `_MONEY` to Wilson's."""
    stakes = condition.stakes
    below, above = (
        float(rules.mixed(np.where(shares.trivial, 0.0, margin)))
        for margin in shares.margins(*stakes, level)
    )
    units = np.array([1.0, 1.0, condition.worst_cost, 1.0, 1.0, condition.means.fn_cost])
    worth = [
        *(policy.expected_cost, policy.expected_profit, policy.normalized_expected_cost),
        *(stake - policy.expected_cost for stake in stakes),  # what deciding all alike costs
        float(_net_benefit(np.array(policy.tpr), np.array(policy.fpr), condition)),
    ]
    is_cost = np.array([True, False, True, False, False, False])
    low = np.array(worth) - np.where(is_cost, below, above) / units
    high = np.array(worth) + np.where(is_cost, above, below) / units
    low[is_cost] = low[is_cost].clip(0.0)
    return np.stack([np.minimum(bounds[0], low), np.maximum(bounds[1], high)])


def _net_benefit(tpr: Floats, fpr: Floats, condition: OperatingCondition) -> Floats:
    """Return the net benefit by count, at the threshold probability that mean costs imply."""
    prior, means = condition.prior, condition.means
    found: Floats = prior * tpr - (1 - prior) * means.fp_cost / means.fn_cost * fpr
    return found


def _has_wilson(sample: Sample, shares: ErrorShares) -> bool:
    """Whether both rates are shares of instances that count alike, by one rule that looks."""
    alike = sample.positives.weights is None and sample.groups is None
    return alike and shares.fpr.size == 1 and not shares.trivial.any()


def _wilson_rates(model: RankedModel, rows: Indices, level: float) -> tuple[Floats, Floats]:
    rates = np.concatenate([model.table.fpr_at(rows), model.table.tpr_at(rows)])
    positives, negatives = cases_of(model.table, rows)
    sizes = np.concatenate([negatives, positives])
    return wilson_interval(rates, sizes, level)
