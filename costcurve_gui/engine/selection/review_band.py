"""Act, refer or leave: the two thresholds between which a person decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.policy_evaluation import banded_policy

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy, Reviewer

_TIE = 1e-12
"""Relative gain below which nobody is referred."""


def review_band(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    reviewer: Reviewer,
    capacity: float = np.inf,
) -> Policy | None:
    """Return the two thresholds of highest expected profit between which a person decides.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    reviewer : Reviewer
        Price and rates of the person.
    capacity : float, optional
        Largest share of the cases that can be referred, at least 0.

    Returns
    -------
    Policy or None
        With a `Review`; its cost rates have the price of the reviews in them. Where referring
        gains nothing both thresholds are that of least expected cost. None of a family, whose
        classifiers have no scores.

    Raises
    ------
    ConstraintError
        Where the capacity is below 0.

    Notes
    -----
    The profit is a sum of what the upper and what the lower threshold decide, so one running
    maximum over the upper ones finds the pair: O(n). With a capacity the maximum is over those
    near enough, by a sparse table: O(n log n).

    References
    ----------
    .. [1] Chow (1970), On optimum recognition error and reject tradeoff.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.selection.policy import Reviewer
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> policy = review_band(model, model.condition(), Reviewer(cost=0.1))
    >>> policy.threshold, policy.review.threshold, round(policy.expected_cost, 3)
    (0.9, 0.6, 0.05)
    """
    if not capacity >= 0:
        raise ConstraintError(f"The capacity of reviewers must be at least 0; it is {capacity:g}.")
    if isinstance(ev.table, FamilyTable):
        return None
    rows, prior, means = np.arange(len(ev.table)), condition.prior, condition.means
    benefit = prior * means.fn_cost * ev.rates.tpr_at(rows)
    harm = (1 - prior) * means.fp_cost * ev.rates.fpr_at(rows)
    share = prior * ev.table.tpr_at(rows) + (1 - prior) * ev.table.fpr_at(rows)
    columns = benefit[None], harm[None], share[None]
    high, low = best_bands(*columns, reviewer, capacity, condition.worst_cost)
    return banded_policy("review_band", ev, condition, reviewer, int(high[0]), int(low[0]))


def best_bands(
    benefit: Floats,
    harm: Floats,
    share: Floats,
    reviewer: Reviewer,
    capacity: float,
    worst_cost: float,
) -> tuple[Indices, Indices]:
    """Return the pair of thresholds that is best in each of b samples.

    Parameters
    ----------
    benefit, harm : ndarray of float64, shape (b, k)
        What k thresholds, descending, save of missed positives, and what their false alarms cost,
        per case in units of payoff.
    share : ndarray of float64, shape (b, k)
        Share of the cases at or above each, 0-1, ascending.
    reviewer : Reviewer
        Price and rates of the person.
    capacity : float
        Largest share of the cases that can be referred.
    worst_cost : float
        In units of payoff: what rounding is compared with.

    Returns
    -------
    tuple of ndarray of int64, shape (b,)
        Positions of the upper and of the lower thresholds, equal where referring gains nothing.
    """
    price = reviewer.cost * share
    upper = (1 - reviewer.tpr) * benefit - (1 - reviewer.fpr) * harm + price
    lower = reviewer.tpr * benefit - reviewer.fpr * harm - price
    best = _running_best(upper) if capacity >= 1 else _best_near(upper, share, capacity)
    values, alone = np.take_along_axis(upper, best, axis=1) + lower, upper + lower
    low = values.argmax(axis=1)
    least = values.max(axis=1) - _TIE * worst_cost
    single = alone.max(axis=1) >= least
    low = np.where(single, (alone >= least[:, None]).argmax(axis=1), low)
    return np.where(single, low, best[np.arange(low.size), low]), low


def _running_best(values: Floats) -> Indices:
    """Return the position in its row of the largest value up to each, the last of equal ones."""
    is_best = values >= np.maximum.accumulate(values, axis=1)
    return np.maximum.accumulate(np.where(is_best, np.arange(values.shape[1]), 0), axis=1)


def _best_near(values: Floats, share: Floats, capacity: float) -> Indices:
    """Return the position in its row of the largest value up to each, of those near enough."""
    every, least = np.arange(values.shape[1]), share - capacity * (1 + _TIE)
    start = np.array([np.searchsorted(*row) for row in zip(share, least, strict=True)])
    first = np.arange(len(values))[:, None] * every.size  # no stretch reaches into another row
    found = _best_of_stretches(values.ravel(), (first + np.minimum(start, every)).ravel())
    return found.reshape(values.shape) - first


def _best_of_stretches(values: Floats, start: Indices) -> Indices:
    """Return the position of the largest value in the stretch from `start` to each.

    Level k of the sparse table has the best of 2^k positions from each on; two overlapping ones
    cover a stretch.
    """
    every = np.arange(values.size)
    level = np.frexp((every - start + 1).astype(np.float64))[1] - 1
    best, table = every.copy(), every.copy()
    for power in range(int(level.max()) + 1):
        at = np.flatnonzero(level == power)
        best[at] = _better(values, table[start[at]], table[at - 2**power + 1])
        table = _better(values, table[: -(2**power)], table[2**power :])
    return best


def _better(values: Floats, one: Indices, other: Indices) -> Indices:
    return np.where(values[other] >= values[one], other, one)
