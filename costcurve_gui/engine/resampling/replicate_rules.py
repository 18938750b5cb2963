"""Criteria that choose a rule in every replicate at once, from a matrix of rates.

They choose as the functions of `engine.selection` do from the curves of one sample.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from costcurve_gui.engine.selection.bounds import Objective, covers_all
from costcurve_gui.engine.selection.review_band import best_bands
from costcurve_gui.engine.selection.several_bounds import pair_from

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.selection.bounds import Bound, HalfPlane
    from costcurve_gui.engine.selection.policy import Policy, Reviewer


TIE = 1e-12
"""Relative difference by which rounding parts rules that are equally good."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleChoice:
    """The rule of each of b replicates: one threshold, two mixed, or a band between two.

    Attributes
    ----------
    first, second : ndarray of int64, shape (b,)
        Positions among the rows that are chosen from; -1 where no rule suits.
    mixing : ndarray of float64, shape (b,)
        Probability of the second.
    reviewer : Reviewer or None
        Who decides about the cases between both.
    """

    first: Indices
    second: Indices
    mixing: Floats
    reviewer: Reviewer | None = None

    @classmethod
    def single(cls, rows: Indices) -> RuleChoice:
        """Return the choice of one threshold in each replicate."""
        return cls(rows, rows, np.zeros(rows.size))

    @property
    def ends(self) -> tuple[Indices, Indices]:
        """Both positions of each replicate."""
        return self.first, self.second

    def of(self, replicates: int) -> RuleChoice:
        """Return the one choice for so many replicates."""
        first, second = (np.repeat(part, replicates) for part in (self.first, self.second))
        return RuleChoice(first, second, np.repeat(self.mixing, replicates), self.reviewer)

    def rates(self, rates: ResampledRates) -> ResampledRates:
        """Return the rates of the chosen rules, shape (b, 1) each.

        Parameters
        ----------
        rates : ResampledRates
            Of all rows that are chosen from, in b replicates; or on the sample, in one.
        """
        ends = self.at_ends(rates)
        if self.reviewer is not None:
            return ends.reviewed(self.reviewer)
        mixing = self.mixing[:, None]

        def mixed(column: Floats) -> Floats:
            if column.shape[1] == 1:
                return column
            found: Floats = (1 - mixing) * column[:, :1] + mixing * column[:, 1:]
            return found

        return ends.of_columns(mixed)

    def at_ends(self, rates: ResampledRates) -> ResampledRates:
        """Return the rates of both thresholds of the chosen rules, shape (b, 2) each."""
        replicates = np.arange(self.first.size) if rates.fpr.shape[0] > 1 else 0
        unknown = (self.first < 0)[:, None]

        def taken(column: Floats) -> Floats:
            if column.shape[1] == 1:
                return column
            found = [column[replicates, end] for end in self.ends]
            return np.where(unknown, np.nan, np.stack(found, axis=1))

        return rates.of_columns(taken)


class ReplicateRule(Protocol):
    """How replicates choose. Rules that are equal choose alike."""

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses.

        Parameters
        ----------
        rates : ResampledRates
            Of k thresholds, descending, in b replicates, with mean payoffs as the condition has
            them.
        condition : OperatingCondition
            Prior and mean payoffs.
        """
        ...


@dataclass(frozen=True, slots=True)
class ChosenPolicy:
    """A policy that the sample chose, None where no rule suits, and how replicates choose."""

    policy: Policy | None
    rule: ReplicateRule


@dataclass(frozen=True, slots=True)
class BestThreshold:
    """The one threshold that is best by an objective within bounds, of equal ones the highest."""

    objective: Objective = Objective.PROFIT
    bounds: tuple[Bound, ...] = ()

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        if covers_all(self.bounds, self.objective):
            return _all_positive(rates)
        values, tie = _worth(rates, condition, self.objective)
        for bound in self.bounds:
            within = bound.at(condition.prior).holds(rates.fpr, rates.tpr)
            values = np.where(within, values, -np.inf)
        return RuleChoice.single(first_best(values, tie))


@dataclass(frozen=True, slots=True)
class BestMixture:
    """The best mixture of two thresholds within one bound, as `constrained` finds it.

    Its thresholds are vertices of the envelope of (bounded quantity, objective).
    """

    objective: Objective
    bound: Bound

    @property
    def bounds(self) -> tuple[Bound, ...]:
        """The bound, as of rules within several."""
        return (self.bound,)

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        if covers_all((self.bound,), self.objective):
            return _all_positive(rates)
        values, tie = _worth(rates, condition, self.objective)
        edges = _Edges(rates, values, tie, self.bound.at(condition.prior))
        edges.find()
        return edges.choice()


@dataclass(frozen=True, slots=True)
class BestMixtureOfSeveral:
    """The best mixture of two thresholds within several bounds, as `constrained_mixture` finds it.

    Most often it is the best one within one of the bounds alone; see there.
    """

    objective: Objective
    bounds: tuple[Bound, ...]

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        values, tie = _worth(rates, condition, self.objective)
        planes = [bound.at(condition.prior) for bound in self.bounds]
        if any(plane.must_act for plane in planes):
            values = np.where(rates.fpr + rates.tpr > 0, values, -np.inf)
        within = BestThreshold(self.objective, self.bounds).chosen(rates, condition)
        alone = [BestMixture(self.objective, one).chosen(rates, condition) for one in self.bounds]
        choices = [RuleChoice.single(first_best(values, tie)), *alone]
        found, left = np.full((3, len(rates.fpr)), -1.0), np.ones(len(rates.fpr), np.bool_)
        for choice in choices:
            taken = left & _keeps(choice, rates, planes)
            found[:, taken] = np.array([choice.first, choice.second, choice.mixing])[:, taken]
            left &= ~taken
        if self.objective is not Objective.TPR and not np.array_equal(
            rates.tpr, rates.tp_benefit_rate
        ):
            for at in np.flatnonzero(left).tolist():  # few: two bounds bind at once
                starts = {int(part[at]) for one in (within, *choices) for part in one.ends}
                points = rates.fpr[at], rates.tpr[at], values[at]
                pair = pair_from(points, planes, np.array(sorted(starts - {-1})), tie)
                if pair is not None:
                    found[:, at] = pair[:3]
        first, second, mixing = found
        return RuleChoice(first.astype(np.int64), second.astype(np.int64), mixing.clip(0))


@dataclass(frozen=True, slots=True)
class BestBand:
    """The two thresholds of highest profit between which a person decides; see `review_band`."""

    reviewer: Reviewer
    capacity: float = np.inf

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        prior = condition.prior
        benefit = prior * rates.fn_cost * rates.tp_benefit_rate
        harm = (1 - prior) * rates.fp_cost * rates.fp_cost_rate
        share, limits = rates.fraction_targeted(prior), (self.capacity, condition.worst_cost)
        high, low = best_bands(benefit, harm, share, self.reviewer, *limits)
        known = np.isfinite(benefit + harm).all(axis=1)
        first = np.where(known, _highest_alike(rates, high), -1)
        return RuleChoice(first, np.where(known, low, -1), np.zeros(low.size), self.reviewer)


def _highest_alike(rates: ResampledRates, rules: Indices) -> Indices:
    """Return the highest threshold that decides like a rule of each replicate, without a tie."""
    before = np.diff(rates.fpr, axis=1) + np.diff(rates.tpr, axis=1) > 0
    at = np.where(before, np.arange(1, rates.fpr.shape[1]), 0)
    starts = np.maximum.accumulate(np.pad(at, ((0, 0), (1, 0))), axis=1)
    found: Indices = starts[np.arange(rules.size), rules]
    return found


@dataclass(frozen=True, slots=True)
class BestPoint:
    """The threshold whose ROC point has most merit: "youden" or "closest_to_corner"."""

    criterion: str

    def chosen(self, rates: ResampledRates, _condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        return RuleChoice.single(first_best(MERITS[self.criterion](rates.fpr, rates.tpr)))


@dataclass(frozen=True, slots=True)
class TargetRecall:
    """The highest threshold whose tpr is at least `recall`."""

    recall: float

    def chosen(self, rates: ResampledRates, _condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        return RuleChoice.single(first_best(np.minimum(rates.tpr, self.recall)))


@dataclass(frozen=True, slots=True)
class HighestPrecision:
    """The threshold of highest precision, the largest tpr of several."""

    def chosen(self, rates: ResampledRates, _condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        acted = rates.tpr + rates.fpr
        share = np.divide(rates.tpr, acted, out=np.zeros_like(acted), where=acted > 0)
        best = share >= share.max(axis=1, keepdims=True) - TIE
        unknown = np.isnan(acted).any(axis=1, keepdims=True)
        return RuleChoice.single(
            first_best(np.where(unknown, np.nan, np.where(best, rates.tpr, -np.inf)))
        )


def _youden(fpr: Floats, tpr: Floats) -> Floats:
    return tpr - fpr


def _nearness(fpr: Floats, tpr: Floats) -> Floats:
    nearness: Floats = -np.hypot(fpr, 1 - tpr)
    return nearness


MERITS: Mapping[str, Callable[[Floats, Floats], Floats]] = {
    "youden": _youden,
    "closest_to_corner": _nearness,
}
"""What makes a point (fpr, tpr) of ROC space good, by criterion."""


def first_best(values: Floats, tie: float = TIE) -> Indices:
    """Return the first column that is best in each row; -1 where a row has no finite best.

    Parameters
    ----------
    values : ndarray of float64, shape (b, k)
        More is better; -inf leaves a column out.
    tie : float, optional
        Difference within which two are equally good.
    """
    most = values.max(axis=1, keepdims=True)
    best: Indices = (values >= most - tie).argmax(axis=1)
    return np.where(np.isfinite(most[:, 0]), best, -1)


def _keeps(choice: RuleChoice, rates: ResampledRates, planes: Sequence[HalfPlane]) -> Bools:
    """Return in which replicates a choice is within all half-planes, where there is one."""
    replicates = np.arange(choice.first.size)
    fpr, tpr = (
        (1 - choice.mixing) * column[replicates, choice.first]
        + choice.mixing * column[replicates, choice.second]
        for column in (rates.fpr, rates.tpr)
    )
    kept = choice.first >= 0
    for plane in planes:
        kept &= plane.holds(fpr, tpr)
    return kept


def _all_positive(rates: ResampledRates) -> RuleChoice:
    replicates, rules = rates.fpr.shape
    return RuleChoice.single(np.full(replicates, rules - 1))


def _worth(
    rates: ResampledRates, condition: OperatingCondition, objective: Objective
) -> tuple[Floats, float]:
    """Return the objective of each rule, more is better, and what counts as equally good."""
    if objective is Objective.TPR:
        return rates.tpr, TIE
    return -rates.expected_cost(condition.prior), TIE * condition.worst_cost


class _Edges:
    """The edge of each replicate's envelope that crosses the bound.

    `left` is the end within the bound, `right` the other one. Each step takes the tangent that is
    parallel to the line through both; its point replaces one of them.
    """

    def __init__(self, rates: ResampledRates, values: Floats, tie: float, plane: HalfPlane) -> None:
        self._within: Bools = plane.holds(rates.fpr, rates.tpr)
        self._used = np.asarray(plane.used(rates.fpr, rates.tpr), np.float64)
        acts = rates.fpr + rates.tpr > 0
        self._values = np.where(acts, values, -np.inf) if plane.must_act else values
        self._tie, self._plane = tie, plane
        self.left = first_best(np.where(self._within, self._values, -np.inf), tie)
        self.right = np.where(self.left < 0, -1, first_best(self._values, tie))

    def find(self) -> None:
        """Move both ends of every replicate until no rule lies above the line through them."""
        left = np.flatnonzero(self.left != self.right)
        while left.size:
            left = self._moved(left)

    def _moved(self, at: Indices) -> Indices:
        """Move one end in some replicates; return those that have to go on."""
        values, used, within = self._values[at], self._used[at], self._within[at]
        each, left, right = np.arange(at.size), self.left[at], self.right[at]
        rise = values[each, right] - values[each, left]
        run = used[each, right] - used[each, left]
        apart = (rise > self._tie) & (run > 0)
        price = np.divide(rise, run, out=np.zeros_like(rise), where=apart)
        line = values - price[:, None] * used
        slack = 4 * (self._tie + TIE * price * (self._plane.by_fpr + abs(self._plane.by_tpr)))
        best = line.argmax(axis=1)
        above = apart & (line[each, best] - line[each, left] > slack)
        inside = within[each, best]
        on_line = line >= (line[each, best] - slack)[:, None]
        # The outermost rules on the line are vertices of the envelope.
        ends = (
            np.where(on_line & within, used, np.inf).argmin(axis=1),
            np.where(on_line & ~within, used, -np.inf).argmax(axis=1),
        )
        self.left[at] = np.select([~apart, ~above, inside], [left, ends[0], best], left)
        self.right[at] = np.select([~apart, ~above, ~inside], [left, ends[1], best], right)
        left_over: Indices = at[above]
        return left_over

    def choice(self) -> RuleChoice:
        """Return the mixtures that use up the bound, the stricter threshold first."""
        each = np.arange(self.left.size)
        used, more = self._used[each, self.left], self._used[each, self.right]
        room, run = self._plane.limit - used, more - used
        share = np.divide(room, run, out=np.zeros_like(room), where=(room > 0) & (run > 0))
        right = np.where(share > 0, self.right, self.left)
        turned = right < self.left
        return RuleChoice(
            np.minimum(self.left, right),
            np.maximum(self.left, right),
            np.where(turned, 1 - share, share),
        )
