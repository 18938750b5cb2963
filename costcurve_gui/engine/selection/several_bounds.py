"""The best mixture of at most two thresholds within several bounds together.

Where costs are the same within each class the best mixture lies on the ROC hull, on which every
bound leaves a stretch: at most one bound stands in the way, and the best mixture within that one
alone is the best of all. Where costs vary by instance two bounds can bind at once. The optimum of
the linear programme may then mix three thresholds; offered is the best pair.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.selection.bounds import HalfPlane, Objective
from costcurve_gui.engine.selection.constrained import constrained, constrained_single
from costcurve_gui.engine.selection.policy_evaluation import mixed_policy, row_policy
from costcurve_gui.engine.selection.threshold_search import Goal, best_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.engine.selection.policy import Policy

_ALL_PAIRS = 128
"""Of so many points every pair is tried."""
_SPREAD = 1000
"""So many rows of a long table, evenly spread, may be one of the pair."""
_ROUNDS = 8
_STEP = 1e-7
"""By so much a bound is loosened to see what that would earn."""
_ACTING = HalfPlane(0.0, 0.0, 0.0, must_act=True)


class Bounded(NamedTuple):
    """The best mixture within several bounds, and what each of them costs at the margin.

    Attributes
    ----------
    policy : Policy
        One threshold where mixing gains nothing.
    prices : tuple of float
        Shadow price of each bound, in their order: as `Mixed.price`.
    """

    policy: Policy
    prices: tuple[float, ...]


class Pair(NamedTuple):
    """Two positions among candidates, and the probability of the second one."""

    first: int
    second: int
    mixing: float
    value: float


def constrained_mixture(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective = Objective.PROFIT,
    *,
    criterion: str = "constrained",
) -> Bounded | None:
    """Return the best mixture of at most two thresholds of a model within every bound.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    bounds : sequence of Bound
        Any number of them.
    objective : Objective, optional
        As in `constrained_single`.
    criterion : str, optional
        Noted in the policy.

    Returns
    -------
    Bounded or None
        None where no mixture respects all bounds.

    Notes
    -----
    Where costs vary by instance and two bounds bind at once, all pairs of a short table are tried.
    Of a longer one it is the best pair from the best mixtures within each bound on.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.selection.bounds import Bound, BoundKind
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> bounds = [Bound(BoundKind.FPR, 0.25), Bound(BoundKind.TPR, 0.6)]
    >>> found = constrained_mixture(model, model.condition(), bounds, Objective.TPR)
    >>> found.policy.threshold, found.policy.threshold_2, found.policy.tpr, found.prices
    (0.9, 0.6, 0.75, (1.0, 0.0))
    """
    planes = [bound.at(condition.prior) for bound in bounds]
    goal = Goal.of(ev, condition, objective)
    acting = [_ACTING] if any(plane.must_act for plane in planes) else []
    row = best_row(ev, goal, acting)
    free = None if row is None else row_policy(criterion, ev, condition, row)
    if free is not None and _keeps(free, planes):
        return Bounded(free, (0.0,) * len(bounds))
    alone = []
    for at, bound in enumerate(bounds):
        found = constrained(ev, condition, bound, objective, criterion=criterion)
        if found is None:
            return None
        if _keeps(found.policy, planes):
            return Bounded(found.policy, tuple(found.price * (at == i) for i in range(len(bounds))))
        alone.append(found)
    if not (goal.fp_cost_rate or goal.tp_benefit_rate):
        return None
    in_roc = constrained_mixture(ev, condition, bounds, Objective.TPR)
    if in_roc is None:
        return None
    single = constrained_single(ev, condition, bounds, objective)
    given = [in_roc.policy, *(found.policy for found in alone), *([single] if single else [])]
    return _best_of(ev, condition, (goal, planes), given, criterion)


def best_pair(
    fpr: Floats,
    tpr: Floats,
    value: Floats,
    planes: Sequence[HalfPlane],
    tie: float = 0.0,
    pairs: tuple[Indices, Indices] | None = None,
) -> Pair | None:
    """Return the best mixture of two of some points within all half-planes.

    Parameters
    ----------
    fpr, tpr, value : ndarray of float64, shape (k,)
        Points of ROC space and what they are worth.
    planes : sequence of HalfPlane
        The mixture lies within them.
    tie : float, optional
        Gain below which a mixture is no better than one point.
    pairs : tuple of ndarray of int64, optional
        Which are tried, the first of a pair no later than the second; all of them without.

    Returns
    -------
    Pair or None
        None where no mixture lies within them.

    Notes
    -----
    What a mixture is worth grows evenly along the line between two points, so the best one lies
    where the line enters or leaves the half-planes: O(k^2) for each of them.

    Examples
    --------
    >>> from costcurve_gui.engine.selection.bounds import HalfPlane
    >>> ends = np.array([0.0, 1.0])
    >>> best_pair(ends, ends, ends, [HalfPlane(1.0, 0.0, 0.25)])
    Pair(first=0, second=1, mixing=0.25, value=0.25)
    """
    first, second = np.triu_indices(fpr.size) if pairs is None else pairs
    low, high = np.zeros(first.size), np.ones(first.size)
    for plane in planes:
        _narrow((low, high), plane, (fpr, tpr), (first, second))
    rise = value[second] - value[first]
    if any(plane.must_act for plane in planes):
        low[(fpr + tpr == 0)[first] & (rise <= 0)] = np.inf
    possible = low <= high
    if not possible.any():
        return None
    share = np.where(rise > 0, high, np.where(possible, low, 0.0))
    worth = np.where(possible, value[first] + share * rise, -np.inf)
    alone = np.where((share == 0) | (share == 1), worth, -np.inf)
    best = int(np.argmax(worth))
    if alone.max() >= worth[best] - tie:
        best = int(np.argmax(alone))
    return Pair(int(first[best]), int(second[best]), float(share[best]), float(worth[best]))


def _narrow(
    shares: tuple[Floats, Floats],
    plane: HalfPlane,
    points: tuple[Floats, Floats],
    pairs: tuple[Indices, Indices],
) -> None:
    """Narrow the shares of the second point at which pairs are within a half-plane."""
    (low, high), (first, second) = shares, pairs
    used = np.asarray(plane.used(*points))
    # Whoever does nothing is precise enough to be mixed with others.
    within = replace(plane, must_act=False).holds(*points)
    run = used[second] - used[first]
    cross = np.divide(plane.limit - used[first], run, out=np.zeros_like(run), where=run != 0)
    cross = cross.clip(0, 1)
    leaves, enters = within[first] & ~within[second], within[second] & ~within[first]
    high[leaves] = np.minimum(high[leaves], cross[leaves])
    low[enters] = np.maximum(low[enters], cross[enters])
    low[~(within[first] | within[second])] = np.inf


def _keeps(policy: Policy, planes: Sequence[HalfPlane]) -> bool:
    return all(bool(plane.holds(policy.fpr, policy.tpr)) for plane in planes)


def _best_of(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    wanted: tuple[Goal, Sequence[HalfPlane]],
    given: Sequence[Policy],
    criterion: str,
) -> Bounded | None:
    """Return the best pair of a model, and what loosening each bound a little would earn."""
    goal, planes = wanted
    ends = {row for policy in given for row in (policy.index, policy.index_2) if row is not None}
    spread = np.linspace(0, len(ev.table) - 1, min(_SPREAD, len(ev.table))).astype(np.int64)
    rows = np.union1d(spread, sorted(ends))
    points = ev.table.fpr_at(rows), ev.table.tpr_at(rows), goal.at(ev, rows)
    starts = np.searchsorted(rows, sorted(ends))
    found = pair_from(points, planes, starts, goal.tie)
    if found is None:
        return None
    prices = []
    for at, plane in enumerate(planes):
        looser = replace(plane, limit=plane.limit + _STEP)
        more = pair_from(points, [*planes[:at], looser, *planes[at + 1 :]], starts)
        prices.append(0.0 if more is None else max(0.0, (more.value - found.value) / _STEP))
    pair = int(rows[found.first]), int(rows[found.second])
    policy = mixed_policy(criterion, ev, condition, pair, found.mixing)
    return Bounded(policy, tuple(prices))


def pair_from(
    points: tuple[Floats, Floats, Floats],
    planes: Sequence[HalfPlane],
    starts: Indices,
    tie: float = 0.0,
) -> Pair | None:
    """Return the best pair that is found from some points on; of few points, the best of all.

    Parameters
    ----------
    points : tuple of ndarray of float64, shape (k,)
        fpr, tpr and value of the points.
    planes, tie
        As in `best_pair`.
    starts : ndarray of int64
        Each of them is paired with every point. Then the ends of the best pair are exchanged for
        others as long as that gains.
    """
    every = np.arange(points[0].size)
    if every.size <= _ALL_PAIRS:
        return best_pair(*points, planes, tie)
    found = best_pair(*points, planes, tie, _with_every(starts, every))
    for _ in range(_ROUNDS):
        if found is None:
            return None
        ends = np.array([found.first, found.second])
        better = best_pair(*points, planes, tie, _with_every(ends, every))
        if better is None or better.value <= found.value:
            break
        found = better
    return found


def _with_every(ends: Indices, every: Indices) -> tuple[Indices, Indices]:
    first, second = (part.ravel() for part in np.meshgrid(ends, every))
    return np.minimum(first, second), np.maximum(first, second)
