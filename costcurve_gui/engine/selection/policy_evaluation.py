"""Evaluate a decision as a policy: a threshold, a mixture, a classifier, on other cases."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.policy import Policy, Review

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Reviewer


def mixing_probability(first: float, second: float, wanted: float) -> float:
    """Return how often to take the second decision so that the mean of a rate is `wanted`.

    Parameters
    ----------
    first, second : float
        The rate under each decision, not equal.
    wanted : float
        Between the two.

    Raises
    ------
    ConstraintError
        Where no mixture has that rate.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.1.

    Examples
    --------
    >>> mixing_probability(first=0.25, second=0.75, wanted=0.5)
    0.5
    """
    if first == second or not min(first, second) <= wanted <= max(first, second):
        raise ConstraintError(f"No mixture of {first:g} and {second:g} gives {wanted:g}.")
    return (wanted - first) / (second - first)


def row_policy(
    criterion: str, ev: ModelEvaluation, condition: OperatingCondition, index: int
) -> Policy:
    """Return the policy of one row of the model's table."""
    rates = _rates_at(ev, index)
    policy = policy_at(criterion, ev.name, condition, rates, _threshold(ev, index), index)
    return _with_classifiers(policy, ev)


def classifier_policy(
    criterion: str,
    ev: ModelEvaluation,
    table: FamilyTable,
    condition: OperatingCondition,
    position: int,
) -> Policy:
    """Return the policy of one classifier of a family, dominated or not.

    Parameters
    ----------
    criterion : str
        Noted in the policy.
    ev : ModelEvaluation
        The family.
    table : FamilyTable
        Its table.
    condition : OperatingCondition
        Prior and mean costs.
    position : int
        Which of `table.classifiers`.
    """
    classifier = table.classifiers[position]
    rates = np.array([classifier.fpr, classifier.tpr, classifier.fpr, classifier.tpr])
    index = int(table.classifier_rows[position])
    policy = policy_at(criterion, ev.name, condition, rates, math.nan, index)
    return replace(policy, classifiers=(classifier.name,))


def first_row_of_same_tpr(ev: ModelEvaluation, row: int) -> int:
    """Return the row of least fpr that has the tpr of `row`."""
    return int(ev.table.rows_reaching_tpr(ev.table.tpr_at(np.array([row])))[0])


def mixed_policy(
    criterion: str,
    ev: ModelEvaluation,
    condition: OperatingCondition,
    rows: tuple[int, int],
    mixing: float,
) -> Policy:
    """Return the policy that takes the second of two rows with probability `mixing`.

    Rates and cost rates are mixed alike: they are expectations over the same random choice.

    Parameters
    ----------
    criterion : str
        Noted in the policy.
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    rows : tuple of int
        The stricter row first.
    mixing : float
        Within 0-1; at either end the policy has one row.
    """
    if mixing in (0, 1):
        return row_policy(criterion, ev, condition, rows[int(mixing)])
    first, second = rows
    rates = (1 - mixing) * _rates_at(ev, first) + mixing * _rates_at(ev, second)
    thresholds = _threshold(ev, first), _threshold(ev, second)
    policy = policy_at(
        criterion, ev.name, condition, rates, thresholds[0], first, (thresholds[1], mixing, second)
    )
    return _with_classifiers(policy, ev)


def policy_at(
    criterion: str,
    model: str,
    condition: OperatingCondition,
    rates: Floats,
    threshold: float,
    index: int,
    second: tuple[float | None, float, int | None] = (None, 0.0, None),
) -> Policy:
    """Return the policy with given rates: fpr, tpr and the two cost rates, in this order.

    `second` is the second threshold, its probability and its row.
    """
    fpr, tpr, fp_cost_rate, tp_benefit_rate = rates.tolist()
    return Policy(
        criterion=criterion,
        model=model,
        threshold=threshold,
        threshold_2=second[0],
        mixing=second[1],
        fpr=fpr,
        tpr=tpr,
        fp_cost_rate=fp_cost_rate,
        tp_benefit_rate=tp_benefit_rate,
        prior=condition.prior,
        fraction_targeted=fraction_targeted(condition.prior, fpr, tpr),
        normalized_expected_cost=condition.normalized_expected_cost(fp_cost_rate, tp_benefit_rate),
        expected_cost=condition.expected_cost(fp_cost_rate, tp_benefit_rate),
        expected_profit=condition.expected_profit(fp_cost_rate, tp_benefit_rate),
        index=index,
        index_2=second[2],
    )


def banded_policy(
    criterion: str,
    ev: ModelEvaluation,
    condition: OperatingCondition,
    reviewer: Reviewer | Review,
    upper: int,
    lower: int,
) -> Policy:
    """Return the policy that refers the cases between two rows of the table.

    Parameters
    ----------
    criterion : str
        Noted in the policy.
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    reviewer : Reviewer or Review
        Price and rates of the person.
    upper, lower : int
        The row from which cases are acted on, and that from which they are referred.
    """
    at = np.array([upper, lower])
    fpr, tpr = ev.table.fpr_at(at), ev.table.tpr_at(at)
    harm, benefit = ev.rates.fpr_at(at), ev.rates.tpr_at(at)
    price = np.array([reviewer.cost / condition.means.fp_cost, reviewer.cost])
    price[1] /= condition.means.fn_cost
    rates = np.array(
        [
            _seen(fpr, reviewer.fpr),
            _seen(tpr, reviewer.tpr),
            _seen(harm, reviewer.fpr) + price[0] * (fpr[1] - fpr[0]),
            _seen(benefit, reviewer.tpr) - price[1] * (tpr[1] - tpr[0]),
        ]
    )
    first, second = (float(ev.table.thresholds[row]) for row in (upper, lower))
    policy = policy_at(criterion, ev.name, condition, rates, first, upper)
    prior = condition.prior
    referred = prior * (tpr[1] - tpr[0]) + (1 - prior) * (fpr[1] - fpr[0])
    review = Review(second, lower, float(referred), reviewer.cost, reviewer.tpr, reviewer.fpr)
    return replace(policy, review=review)


def _seen(rates: Floats, share: float) -> float:
    """Return a rate where the person acts on a share of what lies between both rows."""
    return float((1 - share) * rates[0] + share * rates[1])


def _with_classifiers(policy: Policy, ev: ModelEvaluation) -> Policy:
    if not isinstance(ev.table, FamilyTable):
        return policy
    names, rows = ev.table.names, (policy.index, policy.index_2)
    return replace(policy, classifiers=tuple(names[row] for row in rows if row is not None))


def _rates_at(ev: ModelEvaluation, index: int) -> Floats:
    row = np.array([index])
    sources = (ev.table.fpr_at, ev.table.tpr_at, ev.rates.fpr_at, ev.rates.tpr_at)
    return np.concatenate([rate_at(row) for rate_at in sources])


def _threshold(ev: ModelEvaluation, index: int) -> float:
    return float(ev.table.thresholds[index])


def policy_on(policy: Policy, ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return what the thresholds of a policy come to on other cases.

    Parameters
    ----------
    policy : Policy
        One threshold, or two mixed.
    ev : ModelEvaluation
        The same model, evaluated on the other cases.
    condition : OperatingCondition
        Prior and mean costs of these.

    Returns
    -------
    Policy
        With the same criterion, thresholds and mixing probability.

    Raises
    ------
    ConstraintError
        Where the model is a family of classifiers.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.selection.criteria import min_cost
    >>> here = evaluate_scores("a", [True, True, False, False], [4, 3, 2, 1])
    >>> there = evaluate_scores("a", [True, True, False, False], [4, 2, 3, 1])
    >>> policy = min_cost(here, here.condition())
    >>> policy.threshold, policy.tpr, policy_on(policy, there, there.condition()).tpr
    (3.0, 1.0, 0.5)
    """
    if isinstance(ev.table, FamilyTable):
        raise ConstraintError("Classifiers without scores have no threshold.")
    review = policy.review
    if review is not None:
        upper, lower = ev.table.rows_at_thresholds(
            np.array([policy.threshold, review.threshold])
        ).tolist()
        found = banded_policy(policy.criterion, ev, condition, review, upper, lower)
        kept = None if found.review is None else replace(found.review, threshold=review.threshold)
        return replace(found, threshold=policy.threshold, review=kept)
    thresholds = (policy.threshold, policy.threshold_2)
    ends = np.array([end for end in thresholds if end is not None])
    rows = ev.table.rows_at_thresholds(ends).tolist()
    if policy.index == 0:
        rows[0] = 0  # nobody, whose threshold inf is also that of a score of +inf
    if len(rows) == 1:
        found = row_policy(policy.criterion, ev, condition, rows[0])
    else:
        found = mixed_policy(policy.criterion, ev, condition, (rows[0], rows[1]), policy.mixing)
    return replace(
        found,
        threshold=policy.threshold,
        threshold_2=policy.threshold_2,
        mixing=policy.mixing,
        index_2=found.index_2 if policy.threshold_2 is not None else None,
    )
