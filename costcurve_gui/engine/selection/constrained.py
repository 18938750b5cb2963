"""The best threshold, and the best mixture of two, within bounds.

The mixture lies on an edge of the upper envelope of (bounded quantity, objective).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, HalfPlane, Objective
from costcurve_gui.engine.selection.policy_evaluation import (
    classifier_policy,
    mixed_policy,
    mixing_probability,
    row_policy,
)
from costcurve_gui.engine.selection.threshold_search import Goal, best_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy


_STEPS = 1000
"""More tangents than a drawn hull has edges; each of them comes strictly nearer."""


class Mixed(NamedTuple):
    """The best mixture within a bound, and what the bound costs at the margin.

    Attributes
    ----------
    policy : Policy
        One threshold where mixing gains nothing.
    price : float
        Shadow price: gain of the objective per case for one unit of the bounded quantity, at
        least 0. For a bound on cases the unit is the whole population, so that it is also what
        one more positive decision earns.
    """

    policy: Policy
    price: float


def constrained_single(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective = Objective.PROFIT,
    *,
    criterion: str = "constrained_single",
) -> Policy | None:
    """Return the one threshold that is best by the objective within every bound.

    Ties go to the smaller fpr.

    Parameters
    ----------
    ev : ModelEvaluation
        The model. Of a family the best classifier is returned, a dominated one where only that is
        within the bounds.
    condition : OperatingCondition
        Prior and mean costs.
    bounds : sequence of Bound
        Any number of them.
    objective : Objective, optional
        Highest expected profit and least expected cost are the same threshold; or the largest
        tpr.
    criterion : str, optional
        Noted in the policy.

    Returns
    -------
    Policy or None
        None where no threshold respects all bounds.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> condition = model.condition()
    >>> constrained_single(model, condition, [Bound(BoundKind.FPR, 0.25)]).threshold
    0.9
    >>> constrained_single(model, condition, [Bound(BoundKind.TPR, 0.75)]).threshold
    0.6
    """
    planes = [bound.at(condition.prior) for bound in bounds]
    goal = Goal.of(ev, condition, objective)
    if isinstance(ev.table, FamilyTable):
        return _best_classifier(criterion, ev, ev.table, condition, goal, planes)
    row = best_row(ev, goal, planes)
    return None if row is None else row_policy(criterion, ev, condition, row)


def constrained(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bound: Bound,
    objective: Objective = Objective.PROFIT,
    *,
    criterion: str = "constrained",
) -> Mixed | None:
    """Return the best mixture of two thresholds of a model within one bound.

    That is the upper concave envelope of (bounded quantity, objective) over all thresholds, read
    at the bound: the optimum of the linear programme over all mixtures.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    bound : Bound
        The bound.
    objective : Objective, optional
        As in `constrained_single`.
    criterion : str, optional
        Noted in the policy.

    Returns
    -------
    Mixed or None
        None where no mixture respects the bound.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 5.1.3 and 5.1.4.
    .. [2] Fawcett (2004), section 7.4.1.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> found = constrained(model, model.condition(), Bound(BoundKind.FPR, 0.25), Objective.TPR)
    >>> found.policy.threshold, found.policy.threshold_2, found.policy.tpr, found.price
    (0.9, 0.6, 0.75, 1.0)
    """
    plane = bound.at(condition.prior)
    goal = Goal.of(ev, condition, objective)
    rows = _edge_across(ev, goal, plane)
    if rows is None:
        return None
    left, right = rows
    if right is None:
        return Mixed(row_policy(criterion, ev, condition, left), 0.0)
    (used, more), (worth, best) = _ends(ev, goal, plane, (left, right))
    mixing = 0.0 if used >= plane.limit else mixing_probability(used, more, plane.limit)
    # The stricter threshold comes first; a bound from below is crossed the other way.
    first, second = (left, right) if left < right else (right, left)
    share = mixing if left < right else 1 - mixing
    policy = mixed_policy(criterion, ev, condition, (first, second), share)
    return Mixed(policy, (best - worth) / (more - used))


def neyman_pearson_profit(
    ev: ModelEvaluation, condition: OperatingCondition, max_fpr: float
) -> Policy:
    """Return the mixture of highest expected profit with fpr <= `max_fpr`.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.
    """
    return _most_profitable("neyman_pearson_profit", ev, condition, Bound(BoundKind.FPR, max_fpr))


def neyman_pearson_profit_single(
    ev: ModelEvaluation, condition: OperatingCondition, max_fpr: float
) -> Policy:
    """Return the one threshold of highest expected profit with fpr <= `max_fpr`.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.
    """
    bound = Bound(BoundKind.FPR, max_fpr)
    return _most_profitable_single("neyman_pearson_profit_single", ev, condition, bound)


def workforce_profit(
    ev: ModelEvaluation, condition: OperatingCondition, capacity: float, population: float
) -> Policy:
    """Return the mixture of highest expected profit that acts on at most W of M cases.

    Raises
    ------
    ConstraintError
        Where the capacity is below 0, or the population not above 0 and finite.

    Examples
    --------
    The two frauds that are worth most are not the two of highest score.

    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> payoff = PayoffMatrix(tp=np.array([1.0, 9, 90, 1, 1]), fp=-2.0, fn=0.0, tn=0.0)
    >>> labels = [True, True, True, False, False]
    >>> model = evaluate_scores("m", labels, [5, 4, 3, 2, 1], payoff)
    >>> policy = workforce_profit(model, model.condition(), capacity=2, population=5)
    >>> policy.threshold, policy.threshold_2, round(policy.mixing, 4)
    (inf, 3.0, 0.6667)
    >>> workforce_profit_single(model, model.condition(), capacity=2, population=5).threshold
    4.0
    """
    bound = Bound.on_cases(capacity, population)
    return _most_profitable("workforce_profit", ev, condition, bound)


def workforce_profit_single(
    ev: ModelEvaluation, condition: OperatingCondition, capacity: float, population: float
) -> Policy:
    """Return the one threshold of highest expected profit that acts on at most W of M cases.

    Raises
    ------
    ConstraintError
        As `workforce_profit`.
    """
    bound = Bound.on_cases(capacity, population)
    return _most_profitable_single("workforce_profit_single", ev, condition, bound)


def _most_profitable(
    criterion: str, ev: ModelEvaluation, condition: OperatingCondition, bound: Bound
) -> Policy:
    found = constrained(ev, condition, bound, criterion=criterion)
    return row_policy(criterion, ev, condition, 0) if found is None else found.policy


def _most_profitable_single(
    criterion: str, ev: ModelEvaluation, condition: OperatingCondition, bound: Bound
) -> Policy:
    found = constrained_single(ev, condition, [bound], criterion=criterion)
    return row_policy(criterion, ev, condition, 0) if found is None else found


def _edge_across(
    ev: ModelEvaluation, goal: Goal, plane: HalfPlane
) -> tuple[int, int | None] | None:
    """Return the ends of the edge of the envelope that crosses the bound.

    The first one is within the bound. The second one is None where the first is best of all, and
    the result is None where no row is within the bound. Each step takes the tangent parallel to
    the line through both ends, whose point replaces one of them. Vertices of the hulls are tried
    first: all rows are searched only where none of them is above the line.
    """
    acting = [HalfPlane(0.0, 0.0, 0.0, must_act=True)] if plane.must_act else []
    left = best_row(ev, goal, [plane])
    right = best_row(ev, goal, acting)
    if left is None or right is None:
        return None
    vertices = _vertices(ev, acting)
    for _ in range(_STEPS):
        (used, more), (worth, best) = _ends(ev, goal, plane, (left, right))
        if right == left or best - worth <= goal.tie or more <= used:
            return left, None
        price = (best - worth) / (more - used)
        priced = goal.less(price, plane)
        row = _above(ev, priced, left, vertices)
        if row is None:
            row = _above(ev, priced, left, best_row(ev, priced, acting))
        if row is None:
            break
        at = np.array([row])
        if plane.holds(ev.table.fpr_at(at), ev.table.tpr_at(at))[0]:
            left = row
        else:
            right = row
    return left, right


def _vertices(ev: ModelEvaluation, planes: Sequence[HalfPlane]) -> Indices:
    """Return the rows of the vertices of both hulls that lie within the half-planes."""
    rows = np.union1d(ev.roc_hull.indices, ev.rociv_hull.indices)
    for plane in planes:
        rows = rows[plane.holds(ev.table.fpr_at(rows), ev.table.tpr_at(rows))]
    return rows


def _above(ev: ModelEvaluation, goal: Goal, end: int, rows: Indices | int | None) -> int | None:
    """Return the best of some rows by a goal, None where it is no better than an end."""
    if rows is None:
        return None
    candidates = np.append(rows, end)
    values = goal.at(ev, candidates)
    best = int(np.argmax(values))
    return int(candidates[best]) if values[best] - values[-1] > 4 * goal.tie else None


def _ends(
    ev: ModelEvaluation, goal: Goal, plane: HalfPlane, rows: tuple[int, int]
) -> tuple[list[float], list[float]]:
    """Return what two rows use of the bound, and what they are worth."""
    at = np.array(rows)
    used = plane.used(ev.table.fpr_at(at), ev.table.tpr_at(at))
    return np.asarray(used).tolist(), goal.at(ev, at).tolist()


def _best_classifier(
    criterion: str,
    ev: ModelEvaluation,
    table: FamilyTable,
    condition: OperatingCondition,
    goal: Goal,
    planes: Sequence[HalfPlane],
) -> Policy | None:
    """Return the best classifier of a family, or what is trivial where that is better."""
    fpr = np.array([0.0, *(classifier.fpr for classifier in table.classifiers), 1.0])
    tpr = np.array([0.0, *(classifier.tpr for classifier in table.classifiers), 1.0])
    value = goal.fpr * fpr + goal.tpr * tpr
    for plane in planes:
        value[~plane.holds(fpr, tpr)] = -np.inf
    if not np.isfinite(value).any():
        return None
    position = int(np.argmax(value >= value.max() - goal.tie))
    if position == 0 or position == fpr.size - 1:
        row = 0 if position == 0 else len(table) - 1
        return row_policy(criterion, ev, condition, row)
    return classifier_policy(criterion, ev, table, condition, position - 1)
