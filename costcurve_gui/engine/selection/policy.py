"""What a criterion yields: which decision to make, and what to expect of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.bounds import Objective

BY_CASE = ("per_case", "per_case_capacity")
"""Criteria that decide each case by what it pays."""


@dataclass(frozen=True, slots=True)
class ConfusionCounts:
    """Expected numbers of cases; whole only by chance."""

    tp: float
    fp: float
    fn: float
    tn: float


@dataclass(frozen=True, slots=True)
class Reviewer:
    """The person who decides about referred cases.

    Attributes
    ----------
    cost : float
        Price of a referred case, in units of payoff; at least 0.
    tpr, fpr : float
        How often the person acts on a positive, and on a negative; 0-1.

    Raises
    ------
    ConstraintError
        Where one of them lies outside its range.
    """

    cost: float
    tpr: float = 1.0
    fpr: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.cost < math.inf:
            raise ConstraintError(f"The price of a review must be at least 0; it is {self.cost:g}.")
        for name, rate in (("hit rate", self.tpr), ("false-alarm rate", self.fpr)):
            if not 0 <= rate <= 1:
                raise ConstraintError(
                    f"The reviewer's {name} must lie between 0 and 1; it is {rate:g}."
                )


@dataclass(frozen=True, slots=True)
class Review:
    """The cases below a policy's threshold that a person decides about.

    Attributes
    ----------
    threshold : float
        Cases from here on are referred, up to the threshold of the policy.
    index : int
        Its row of the threshold table.
    referred : float
        Expected share of referred cases, 0-1.
    cost : float
        Price of one of them.
    tpr, fpr : float
        How often the person acts on a positive, and on a negative.
    """

    threshold: float
    index: int
    referred: float
    cost: float
    tpr: float
    fpr: float


@dataclass(frozen=True, slots=True)
class Policy:
    """A threshold, or two of them mixed, with its expected rates, costs and profit.

    Cases are positive from `threshold` on. With a second, lower threshold its decision is taken
    with probability `mixing` and that of the first one otherwise (Fawcett 2004, 7.4.1): cases
    from `threshold` on are always positive, those between the two in `mixing` of the cases.

    Attributes
    ----------
    criterion : str
        How it was chosen, such as "min_cost".
    model : str
        Name of the model; "all" and "none" for the trivial classifiers.
    threshold : float
        +inf where nothing is positive.
    threshold_2 : float or None
        Lower than `threshold`; None where one threshold does.
    mixing : float
        Probability of the second threshold, 0 where there is none.
    fpr, tpr : float
        Expected rates by count, 0-1.
    fp_cost_rate, tp_benefit_rate : float
        Expected shares of the false-positive cost and of the benefit, 0-1: the ROCIV point.
    prior : float
        p(+) at which it was evaluated, 0-1.
    fraction_targeted : float
        Expected share of positive decisions at the prior, 0-1.
    normalized_expected_cost : float
        Share of the worst expected cost, 0-1.
    expected_cost : float
        Per instance above the perfect classifier, in units of payoff.
    expected_profit : float
        Per instance, in units of payoff.
    index : int
        Row of the threshold table; 0 is "always negative" in every table, -1 "always positive".
        For a dominated classifier of a family, which has no row, that of one that dominates it.
    index_2 : int or None
        Row of the second threshold.
    classifiers : tuple of str
        The classifiers of a family that decide, the second one with probability `mixing`; they
        stand in for thresholds, which are NaN then. Empty for a model that scores.
    review : Review or None
        Where some cases are referred to a person; rates and costs are those after the review.
    own_merit : float or None
        What its criterion compares it by, more is better, where none of the other figures is that.
    """

    criterion: str
    model: str
    threshold: float
    threshold_2: float | None
    mixing: float
    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float
    prior: float
    fraction_targeted: float
    normalized_expected_cost: float
    expected_cost: float
    expected_profit: float
    index: int
    index_2: int | None
    classifiers: tuple[str, ...] = ()
    review: Review | None = None
    own_merit: float | None = None

    @property
    def is_per_case(self) -> bool:
        """Whether each case is decided by what it pays, and none by a threshold."""
        return self.criterion in BY_CASE

    @property
    def precision(self) -> float:
        """Share of positives among the positive decisions, NaN where there are none."""
        if self.fraction_targeted <= 0:
            return math.nan
        return min(1.0, self.tpr * self.prior / self.fraction_targeted)

    def confusion(self, population: float, prior: float) -> ConfusionCounts:
        """Return the confusion matrix to expect among `population` cases.

        Parameters
        ----------
        population : float
            Number of cases.
        prior : float
            Share of positives among them, 0-1.
        """
        positives, negatives = population * prior, population * (1 - prior)
        return ConfusionCounts(
            tp=positives * self.tpr,
            fp=negatives * self.fpr,
            fn=positives * (1 - self.tpr),
            tn=negatives * (1 - self.fpr),
        )


def merit(policy: Policy, objective: Objective = Objective.PROFIT) -> tuple[float, float]:
    """Return what to compare a policy by under an objective; more is better.

    The expected profit settles ties.
    """
    if objective is Objective.COST:
        return -policy.normalized_expected_cost, policy.expected_profit
    if objective is Objective.TPR:
        return policy.tpr, policy.expected_profit
    return policy.expected_profit, 0.0
