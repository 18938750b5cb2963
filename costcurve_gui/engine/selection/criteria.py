"""Criteria: each turns an evaluated model and a condition into a policy.

None of them looks at all rows, so that a drag can call them for every model in every frame.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.bounds import Objective, require_max_fpr, share_of_cases
from costcurve_gui.engine.selection.policy import merit
from costcurve_gui.engine.selection.policy_evaluation import (
    classifier_policy,
    first_row_of_same_tpr,
    mixed_policy,
    mixing_probability,
    policy_at,
    row_policy,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy


_ROUNDING = 1e-12
"""A rate or number of cases that fits exactly is not shut out by the rounding of its sum."""


def min_cost(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of least expected cost.

    It is the vertex of the ROCIV hull that the iso-performance line touches. Ties go to the
    smaller fpr.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs; see `ModelEvaluation.condition`.

    References
    ----------
    .. [1] Fawcett (2006), section 2.2.
    .. [2] Drummond & Holte (2006), section 5.1.2.
    """
    return _cheapest("min_cost", ev, condition)


def max_profit(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of highest expected profit, which is that of least expected cost."""
    return _cheapest("max_profit", ev, condition)


def youden(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of largest tpr - fpr, the smaller fpr where several are largest.

    That is where a line of slope 1 touches the ROC hull.
    """
    vertex = ev.roc_hull.touching(0.5)
    return row_policy("youden", ev, condition, int(ev.roc_hull.indices[vertex]))


def manual(ev: ModelEvaluation, condition: OperatingCondition, threshold: float) -> Policy:
    """Return what a given threshold does: positive where score >= threshold.

    Raises
    ------
    ConstraintError
        Where the threshold is not a number, or the model is a family of classifiers.
    """
    if math.isnan(threshold):
        raise ConstraintError("The threshold must be a number.")
    if isinstance(ev.table, FamilyTable):
        raise ConstraintError("Classifiers without scores have no threshold.")
    row = int(ev.table.rows_at_thresholds(np.array([threshold]))[0])
    return replace(row_policy("manual", ev, condition, row), threshold=float(threshold))


def neyman_pearson(ev: ModelEvaluation, condition: OperatingCondition, max_fpr: float) -> Policy:
    """Return the policy of largest tpr with fpr <= `max_fpr` on the ROC hull.

    Where the bound falls on an edge, the thresholds at its two ends are mixed; where it hits a
    vertex, or nothing is gained along the edge, one threshold does. The smallest fpr of equal
    tpr is taken.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    max_fpr : float
        Bound, 0-1.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.3.
    """
    require_max_fpr(max_fpr)
    fpr = ev.roc_hull.fpr.copy()
    fpr[np.abs(fpr - max_fpr) <= _ROUNDING * max_fpr] = max_fpr
    return _on_hull("neyman_pearson", ev, condition, fpr, max_fpr)


def neyman_pearson_single(
    ev: ModelEvaluation, condition: OperatingCondition, max_fpr: float
) -> Policy:
    """Return the one threshold of largest tpr with fpr <= `max_fpr`, and of least fpr among those.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.
    """
    require_max_fpr(max_fpr)
    above = ev.table.rows_reaching_fpr(np.array([np.nextafter(max_fpr * (1 + _ROUNDING), 2)]))
    row = first_row_of_same_tpr(ev, int(above[0]) - 1)
    return row_policy("neyman_pearson_single", ev, condition, row)


def workforce(
    ev: ModelEvaluation, condition: OperatingCondition, capacity: float, population: float
) -> Policy:
    """Return the policy of largest tpr that treats at most `capacity` of `population` cases.

    Found on the ROC hull, mixing as in `neyman_pearson`. Where there is capacity for every case,
    every case is treated.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    capacity, population : float
        W and M, in cases: W at least 0, M above 0.

    Raises
    ------
    ConstraintError
        Where one of them lies outside its range.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.4.
    .. [2] Fawcett (2004), section 7.4.1.
    """
    share = share_of_cases(capacity, population)
    if share >= 1:
        return row_policy("workforce", ev, condition, len(ev.table) - 1)
    hull = ev.roc_hull
    shares = fraction_targeted(condition.prior, hull.fpr, hull.tpr)
    # A vertex whose cases fit exactly must not miss by the rounding of their sum.
    shares[np.abs(shares - share) <= _ROUNDING * share] = share
    return _on_hull("workforce", ev, condition, shares, share)


def workforce_single(
    ev: ModelEvaluation, condition: OperatingCondition, capacity: float, population: float
) -> Policy:
    """Return the one threshold of largest tpr that treats at most `capacity` cases.

    Of thresholds of equal tpr it is the one that treats the fewest cases; where there is
    capacity for every case, every case is treated.

    Raises
    ------
    ConstraintError
        As `workforce`.
    """
    share, rows = share_of_cases(capacity, population), len(ev.table)
    if share >= 1:
        return row_policy("workforce_single", ev, condition, rows - 1)
    if isinstance(ev.table, FamilyTable):
        return classifier_within(
            "workforce_single", ev, ev.table, condition, share * (1 + _ROUNDING)
        )

    def share_at(row: int) -> float:
        at = np.array([row])
        tpr, fpr = ev.table.tpr_at(at)[0], ev.table.fpr_at(at)[0]
        return float(fraction_targeted(condition.prior, fpr, tpr))

    above = bisect_right(range(rows), share * (1 + _ROUNDING), key=share_at)
    row = first_row_of_same_tpr(ev, above - 1)
    return row_policy("workforce_single", ev, condition, row)


def trivial(condition: OperatingCondition) -> dict[str, Policy]:
    """Return the policies that look at no score: "all" positive and "none" positive.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.condition import OperatingCondition
    >>> from costcurve_gui.engine.cost.payoff import PayoffMeans
    >>> policies = trivial(OperatingCondition(0.25, PayoffMeans(0.0, 0.0, 8.0, 1.0)))
    >>> policies["all"].expected_cost, policies["none"].expected_cost
    (0.75, 2.0)
    """
    return {
        "all": policy_at("all", "all", condition, np.ones(4), -math.inf, -1),
        "none": policy_at("none", "none", condition, np.zeros(4), math.inf, 0),
    }


def best(policies: Mapping[str, Policy], objective: Objective = Objective.PROFIT) -> str:
    """Return the key of the policy that is best by an objective, the earliest of equally good ones.

    Raises
    ------
    ConstraintError
        Where there is no policy.
    """
    if not policies:
        raise ConstraintError("There is no policy to choose from.")
    return max(policies, key=lambda key: merit(policies[key], objective))


def _cheapest(criterion: str, ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    vertex = ev.rociv_hull.touching(condition.probability_cost)
    return row_policy(criterion, ev, condition, int(ev.rociv_hull.indices[vertex]))


def _on_hull(
    criterion: str, ev: ModelEvaluation, condition: OperatingCondition, used: Floats, bound: float
) -> Policy:
    """Go along the ROC hull as far as `used`, which never decreases along it, allows."""
    hull = ev.roc_hull
    vertex = int(np.searchsorted(used, bound, side="right")) - 1
    vertex = min(vertex, int(np.searchsorted(hull.tpr, hull.tpr[vertex])))
    first = int(hull.indices[vertex])
    if hull.tpr[vertex] == 1:
        return row_policy(criterion, ev, condition, first)
    mixing = mixing_probability(float(used[vertex]), float(used[vertex + 1]), bound)
    rows = first, int(hull.indices[vertex + 1])
    return mixed_policy(criterion, ev, condition, rows, mixing)


def classifier_within(
    criterion: str,
    ev: ModelEvaluation,
    table: FamilyTable,
    condition: OperatingCondition,
    share: float,
) -> Policy:
    """Return the one classifier of largest tpr that calls at most `share` of the cases positive.

    Of equal tpr it is the one that calls the fewest; where none fits, nothing is positive. A
    dominated classifier may be chosen: it can fit where those that dominate it do not.

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
    share : float
        Bound on the expected share of positive decisions at the prior, 0-1.
    """
    fpr = np.array([classifier.fpr for classifier in table.classifiers])
    tpr = np.array([classifier.tpr for classifier in table.classifiers])
    targeted = fraction_targeted(condition.prior, fpr, tpr)
    tpr[targeted > share] = -1.0
    if tpr.max() <= 0:
        return row_policy(criterion, ev, condition, 0)
    fewest = np.where(tpr == tpr.max(), targeted, np.inf)
    return classifier_policy(criterion, ev, table, condition, int(np.argmin(fewest)))
