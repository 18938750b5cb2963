"""Choose a rule again in each replicate, by the criterion that chose it on the whole sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.cost.cost_curve import lower_envelope
from costcurve_gui.engine.cost.payoff import PayoffMeans
from costcurve_gui.engine.counts.rate_source import ClassSums, RateSource
from costcurve_gui.engine.counts.threshold_table import ThresholdTable
from costcurve_gui.engine.evaluation import ModelEvaluation
from costcurve_gui.engine.resampling.figure_interval import PolicyRules, policy_rules
from costcurve_gui.engine.resampling.replicate_rules import (
    BestBand,
    BestMixture,
    BestThreshold,
    ChosenPolicy,
    RuleChoice,
)
from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
from costcurve_gui.engine.resampling.uncertain_rules import BestAtCosts, CheapestThere
from costcurve_gui.engine.roc.curve import decimate
from costcurve_gui.engine.roc.hull import convex_hull
from costcurve_gui.engine.selection.bounds import Objective
from costcurve_gui.engine.selection.criteria import min_cost
from costcurve_gui.engine.selection.policy import Reviewer

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.policy import Policy

    Chooser: TypeAlias = Callable[[ModelEvaluation, OperatingCondition], Policy | None]
    """A criterion with its bounds; None where no rule suits it."""


_SIDES = 4
"""A quarter of few rows on either side of the policy, the others spread."""
_ROWS = 1_000
"""So many thresholds stand for those of a longer table, beside the vertices of its hull."""
_OF_LEAST_COST = frozenset(
    {
        *("min_cost", "max_profit", "neyman_pearson_profit", "neyman_pearson_profit_single"),
        *("workforce_profit", "workforce_profit_single", "review_band"),
    }
)
"""Criteria by which an expected cost is least, by the keys that policies bear."""
_NO_RULE = -1, -1, 0.0


class RuleChooser:
    """Chooses among rows of a model at a condition.

    Parameters
    ----------
    model : RankedModel
        The model.
    condition : OperatingCondition
        Prior and mean payoffs. Where they are not those of the sample, the costs of all
        instances of a class are taken to have changed in proportion.
    choose : callable or ChosenPolicy, optional
        A criterion of the engine with its bounds, which is called for each replicate by itself;
        or the policy at hand and a rule for all replicates. None is that of least expected cost.

    Attributes
    ----------
    policy : Policy or None
        What the criterion chooses on the whole sample, of all thresholds.
    rows : ndarray of int64, shape (k,)
        Rows of the threshold table that replicates choose from; the first, the last and those of
        the policy are among them.
    """

    def __init__(
        self,
        model: RankedModel,
        condition: OperatingCondition,
        choose: Chooser | ChosenPolicy | None = None,
    ) -> None:
        self._model, self._condition = model, condition
        self._own = model.evaluation.means
        self._choose: Chooser | None = None
        self._rule: ReplicateRule = BestThreshold()
        if isinstance(choose, ChosenPolicy):
            self.policy, self._rule = choose.policy, choose.rule
        else:
            self._choose = choose
            self.policy = (choose or min_cost)(model.evaluation, condition)
        self.rows: Indices = self._rows()

    def _rows(self) -> Indices:
        evaluation = self._model.evaluation
        keep = evaluation.roc_hull.indices
        if self.policy is not None:
            keep = np.append(keep, self.policy_rows)
        return decimate(evaluation.rates, _ROWS, keep.tolist(), hull=evaluation.rociv_hull).indices

    def thin(self, most: int) -> None:
        """Leave at most so many rows to choose from: those next to the policy's, and others apart.

        For what takes all pairs of two models' rules.
        """
        last = self.rows.size - 1
        if self.policy is None or last < most:
            return
        own = np.searchsorted(self.rows, self.policy_rows)
        steps = np.unique(np.geomspace(1, last, most // _SIDES).astype(np.int64))
        beside = (own[:, None] + np.concatenate([-steps, steps])).ravel()
        spread = np.linspace(0, last, most // _SIDES).astype(np.int64)
        self.rows = self.rows[distinct(own, beside.clip(0, last), spread)]

    @property
    def least_cost(self) -> bool:
        """Whether the rule of least expected cost is chosen, maybe within bounds."""
        if self._choose is None:
            rule = self._rule
            if isinstance(rule, BestBand):
                return True
            if isinstance(rule, BestThreshold | BestMixture):
                return rule.objective is Objective.PROFIT
            return False
        return self.policy is not None and self.policy.criterion in _OF_LEAST_COST

    @property
    def stands_in(self) -> bool:
        """Whether replicates choose by least cost in place of the criterion."""
        return isinstance(self._rule, CheapestThere)

    @property
    def at_other_costs(self) -> bool:
        """Whether the cheapest rule is chosen at other costs or another prior than in force."""
        return isinstance(self._rule, BestAtCosts)

    @property
    def fixed(self) -> RuleChoice:
        """The choice that the policy is, of one replicate; none where there is no policy."""
        if self.policy is None:
            first, second, mixing = (np.array([part]) for part in _NO_RULE)
            return RuleChoice(first, second, mixing)
        at = np.searchsorted(self.rows, self.policy_rows)
        return RuleChoice(at[:1], at[-1:], np.array([self.policy.mixing]), self.reviewer)

    @property
    def rules(self) -> PolicyRules:
        """Rows of the policy, and how often each decides; none where there is no policy."""
        if self.policy is None:
            return PolicyRules(np.zeros(0, np.int64), np.zeros(0))
        return policy_rules(self._model, self.policy)

    @property
    def policy_rows(self) -> Indices:
        """Rows of the policy: one, those of two that are mixed, or both of a band."""
        if self.policy is None or self.policy.review is None:
            return self.rules.rows
        return np.array([self.policy.index, self.policy.review.index]) % len(self._model.table)

    @property
    def reviewer(self) -> Reviewer | None:
        """The person who decides about some cases, where the policy refers them."""
        review = None if self.policy is None else self.policy.review
        return None if review is None else Reviewer(review.cost, review.tpr, review.fpr)

    def on_sample(self) -> ResampledRates:
        """Return the rates of all rows on the whole sample, of one replicate."""
        evaluation, means = self._model.evaluation, self._own
        table, source = evaluation.table, evaluation.rates
        rates = (table.fpr_at, table.tpr_at, source.fpr_at, source.tpr_at)
        payoffs = (means.tp_payoff, means.tn_payoff, means.fn_cost, means.fp_cost)
        return self.asked(
            ResampledRates(
                *(rate_at(self.rows)[None] for rate_at in rates),
                *(np.array([[mean]]) for mean in payoffs),
            )
        )

    def asked(self, rates: ResampledRates) -> ResampledRates:
        """Return rates with the mean payoffs of the condition."""
        return rates.with_means(self._own, self._condition.means)

    def chosen(self, rates: ResampledRates) -> RuleChoice:
        """Return the rule that each replicate chooses, of rates as `asked` returns them."""
        if self._choose is None:
            return self._rule.chosen(rates, self._condition)
        found = [self._choice(rates, at, self._choose) for at in range(rates.fpr.shape[0])]
        first, second, mixing = map(np.array, zip(*found, strict=True))
        return RuleChoice(first, second, mixing.astype(np.float64), self.reviewer)

    def _choice(self, rates: ResampledRates, at: int, choose: Chooser) -> tuple[int, int, float]:
        """Choose by the criterion as if a replicate were the sample."""
        columns = (rates.tp_payoff, rates.tn_payoff, rates.fn_cost, rates.fp_cost)
        means = PayoffMeans(*(float(column[at, 0]) for column in columns))
        if not np.isfinite(means.fn_cost + means.fp_cost):
            return _NO_RULE
        kept = _distinct_rules(rates.fpr[at], rates.tpr[at])
        evaluation = self._evaluation(rates, at, kept, means)
        found = choose(evaluation, OperatingCondition(self._condition.prior, means))
        if found is None:
            return _NO_RULE
        first = found.index % kept.size
        second = first if found.index_2 is None else found.index_2
        if found.review is not None:
            second = found.review.index
        return int(kept[first]), int(kept[second]), found.mixing

    def _evaluation(
        self, rates: ResampledRates, at: int, kept: Indices, means: PayoffMeans
    ) -> ModelEvaluation:
        whole = self._model.evaluation
        thresholds = whole.table.thresholds[self.rows[kept]]
        table = ThresholdTable(
            thresholds,
            ClassSums(rates.fpr[at, kept] * whole.table.negatives),
            ClassSums(rates.tpr[at, kept] * whole.table.positives),
            whole.table.rows,
            whole.table.missing,
        )
        hull = convex_hull(table)
        source: RateSource = table
        cost_hull = hull
        if whole.rates is not whole.table:
            costs = (rates.fp_cost_rate[at, kept], rates.tp_benefit_rate[at, kept])
            source = RateSource(thresholds, *(ClassSums(column) for column in costs))
            cost_hull = convex_hull(source)
        return ModelEvaluation(
            name=whole.name,
            table=table,
            rates=source,
            roc_hull=hull,
            rociv_hull=cost_hull,
            envelope=lower_envelope(cost_hull),
            auc=np.nan,  # no criterion looks at areas
            auciv=np.nan,
            means=means,
        )


def _distinct_rules(fpr: Floats, tpr: Floats) -> Indices:
    """Return the highest threshold of those that decide alike on a replicate."""
    new = (np.diff(fpr) > 0) | (np.diff(tpr) > 0)
    return np.flatnonzero(np.append(True, new))


def cheapest_over(rates: ResampledRates, pc_plus: Floats) -> Indices:
    """Return the rule of least cost of each replicate at each PC(+), shape (b, number of PC(+)).

    `pc_plus` ascends. Of equal rules it is the one of smallest fpr.

    Notes
    -----
    Where the rules ascend in both rates, those that are cheapest at a PC(+) lie between the ones
    that are cheapest at a smaller and at a larger one. The middle of the axis is decided first, and
    either half then looks at the rules on its side alone.
    """
    at_0, at_1 = rates.normalized_expected_cost(0.0), rates.normalized_expected_cost(1.0)
    slope = at_1 - at_0
    chosen = np.empty((at_0.shape[0], pc_plus.size), np.int64)
    ordered = bool((slope[:, 1:] <= slope[:, :-1]).all())
    waiting = [(0, pc_plus.size, 0, at_0.shape[1])]
    while waiting:
        start, stop, first, end = waiting.pop()
        if start == stop:
            continue
        middle, seen = (start + stop) // 2, slice(first, end)
        best = (slope[:, seen] * pc_plus[middle] + at_0[:, seen]).argmin(axis=1) + first
        chosen[:, middle] = best
        below, above = (best.max() + 1, best.min()) if ordered else (end, first)
        waiting += [(start, middle, first, int(below)), (middle + 1, stop, int(above), end)]
    return chosen
