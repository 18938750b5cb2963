"""Criteria: from a model, a condition and a bound to a policy.

Each works on hull vertices or by binary search, so that a drag can ask for every model in
every frame. Of equally good policies the one of smaller fpr is taken.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.mixture import (
    mixed_policy,
    policy_from_rates,
    single_policy,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

_ROUNDING = 1e-12
"""Relative excess over a bound that rounding alone can cause."""


def min_cost(model: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the policy of least expected cost, which is that of highest expected profit.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3; Fawcett (2006), section 4.
    """
    vertex = model.rociv_hull.touching(condition.probability_cost)
    row = int(model.rociv_hull.indices[vertex])
    return single_policy("min_cost", model, condition, row)


def youden(model: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the policy of largest tpr - fpr: the cheapest one at PC(+) = 1/2 and equal costs."""
    row = int(model.roc_hull.indices[model.roc_hull.touching(0.5)])
    return single_policy("youden", model, condition, row)


def manual(model: ModelEvaluation, condition: OperatingCondition, threshold: float) -> Policy:
    """Return the policy ``score >= threshold`` for a threshold of the user's.

    Raises
    ------
    ConstraintError
        Where the threshold is NaN.
    """
    if math.isnan(threshold):
        raise ConstraintError("The threshold must be a number.")
    ascending = model.table.thresholds[::-1]
    row = len(model.table) - 1 - int(np.searchsorted(ascending, threshold))
    return single_policy("manual", model, condition, row, threshold)


def neyman_pearson(model: ModelEvaluation, condition: OperatingCondition, max_fpr: float) -> Policy:
    """Return the policy of largest tpr with fpr at most `max_fpr`, two thresholds mixed.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.1; Drummond & Holte (2006), section 5.1.3.
    """
    _require_rate("The largest false positive rate", max_fpr)
    hull = model.roc_hull
    vertex = int(np.searchsorted(hull.fpr, max_fpr, side="right")) - 1
    share = 0.0
    if vertex + 1 < len(hull) and hull.tpr[vertex + 1] > hull.tpr[vertex]:
        share = float((max_fpr - hull.fpr[vertex]) / (hull.fpr[vertex + 1] - hull.fpr[vertex]))
    return mixed_policy("neyman_pearson", model, condition, hull, vertex, share)


def neyman_pearson_single(
    model: ModelEvaluation, condition: OperatingCondition, max_fpr: float
) -> Policy:
    """Return the best single threshold with fpr at most `max_fpr`."""
    _require_rate("The largest false positive rate", max_fpr)
    above = np.nextafter(max_fpr, np.inf)
    row = int(model.table.rows_reaching_fpr(np.array([above]))[0]) - 1
    return _strictest("neyman_pearson_single", model, condition, row)


def workforce(
    model: ModelEvaluation, condition: OperatingCondition, capacity: float, population: float
) -> Policy:
    """Return the policy of largest tpr that selects at most `capacity` of `population` cases.

    Walks along the hull instead of intersecting it with the constraint's cost-space point, so
    that equally many positives and negatives need no point at infinity.

    Raises
    ------
    ConstraintError
        Where capacity is negative or population is not positive.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.4; (2000), eq. 14.
    """
    _require_workforce(capacity, population)
    hull = model.roc_hull
    if capacity >= population:
        return mixed_policy("workforce", model, condition, hull, len(hull) - 1, 0.0)
    loads = population * (condition.prior * hull.tpr + (1 - condition.prior) * hull.fpr)
    vertex = int(np.searchsorted(loads, _rounded_up(capacity), side="right")) - 1
    share = 0.0
    if hull.tpr[vertex + 1] > hull.tpr[vertex]:
        share = float((capacity - loads[vertex]) / (loads[vertex + 1] - loads[vertex]))
    return mixed_policy("workforce", model, condition, hull, vertex, share)


def workforce_single(
    model: ModelEvaluation, condition: OperatingCondition, capacity: float, population: float
) -> Policy:
    """Return the best single threshold that selects at most `capacity` of `population` cases."""
    _require_workforce(capacity, population)
    last = len(model.table) - 1
    if capacity >= population:
        return single_policy("workforce_single", model, condition, last)

    def load(row: int) -> float:
        at = np.array([row])
        fpr, tpr = float(model.table.fpr_at(at)[0]), float(model.table.tpr_at(at)[0])
        return population * condition.fraction_targeted(fpr, tpr)

    row = bisect_right(range(last + 1), _rounded_up(capacity), key=load) - 1
    return _strictest("workforce_single", model, condition, row)


def trivial(condition: OperatingCondition) -> dict[str, Policy]:
    """Return the policies that look at no score: "all" positive and "none" positive."""
    return {
        "all": policy_from_rates(
            "trivial", "all", condition, (1.0, 1.0, 1.0, 1.0), row=-1, threshold=-math.inf
        ),
        "none": policy_from_rates(
            "trivial", "none", condition, (0.0, 0.0, 0.0, 0.0), row=0, threshold=math.inf
        ),
    }


def best(policies: Mapping[str, Policy]) -> str | None:
    """Return which model's policy wins by its own criterion; the first of equals.

    Bounds are there to be filled, so they are won by tpr; Youden by tpr - fpr; everything else
    by expected profit.
    """
    return max(policies, key=lambda name: _merit(policies[name]), default=None)


def _merit(policy: Policy) -> float:
    if policy.criterion.startswith(("neyman_pearson", "workforce")):
        return policy.tpr
    if policy.criterion == "youden":
        return policy.tpr - policy.fpr
    return policy.expected_profit


def _strictest(
    criterion: str, model: ModelEvaluation, condition: OperatingCondition, row: int
) -> Policy:
    """Return the first row that has the tpr of `row`: nothing is gained by its later equals."""
    tpr = model.table.tpr_at(np.array([row]))
    first = int(model.table.rows_reaching_tpr(tpr)[0])
    return single_policy(criterion, model, condition, first)


def _rounded_up(bound: float) -> float:
    return bound * (1 + _ROUNDING)


def _require_rate(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ConstraintError(f"{name} must lie between 0 and 1; it is {value:g}.")


def _require_workforce(capacity: float, population: float) -> None:
    if not population > 0:
        raise ConstraintError(f"The population must be above 0; it is {population:g}.")
    if not capacity >= 0:
        raise ConstraintError(f"The capacity must be at least 0; it is {capacity:g}.")
