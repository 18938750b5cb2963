"""The best threshold, and the best mixture of two, within bounds.

The objective is linear in the ROCIV rates and a bound in the ROC rates. Where costs vary by
instance these are two spaces, so that the ROC hull does not contain the optimum: all thresholds
are candidates. Rates never decrease along them, so a block of thresholds fits into the rectangle
of its ends, and most blocks are ruled out without looking into them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, HalfPlane, Objective
from costcurve_gui.engine.selection.mixing import (
    member_policy,
    mixed_policy,
    mixing_probability,
    row_policy,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

_TIE = 1e-12
"""Relative difference of the objective within which two thresholds are equally good."""
_FAN = 8
"""Blocks that a block is divided into."""
_FIRST_STRIDE = _FAN**4
_BLOCKS_AT_ONCE = 1 << 14
"""Bounds the memory where no block can be ruled out."""
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
        The model. Of a family the best member is returned, a dominated one where only that is
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
    goal = _Goal.of(ev, condition, objective)
    if isinstance(ev.table, FamilyTable):
        return _best_member(criterion, ev, ev.table, condition, goal, planes)
    row = _best_row(ev, goal, planes)
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
    goal = _Goal.of(ev, condition, objective)
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


@dataclass(frozen=True, slots=True)
class _Goal:
    """A linear function of the ROC rates (fpr, tpr) and of the ROCIV rates, to be maximised."""

    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float

    @classmethod
    def of(cls, ev: ModelEvaluation, condition: OperatingCondition, objective: Objective) -> _Goal:
        if objective is Objective.TPR:
            return cls(0.0, 1.0, 0.0, 0.0)
        benefit = condition.prior * condition.means.fn_cost
        harm = (1 - condition.prior) * condition.means.fp_cost
        if ev.rates is ev.table:
            return cls(-harm, benefit, 0.0, 0.0)
        return cls(0.0, 0.0, -harm, benefit)

    @property
    def weights(self) -> tuple[float, float, float, float]:
        return self.fpr, self.tpr, self.fp_cost_rate, self.tp_benefit_rate

    @property
    def is_in_one_space(self) -> bool:
        """Whether it is best at a vertex of one hull."""
        in_roc, in_rociv = self.fpr or self.tpr, self.fp_cost_rate or self.tp_benefit_rate
        return not (in_roc and in_rociv)

    @property
    def tie(self) -> float:
        return _TIE * sum(abs(weight) for weight in self.weights)

    def less(self, price: float, plane: HalfPlane) -> _Goal:
        """Return the goal after paying for what is used of a bound."""
        fpr, tpr, *costs = self.weights
        return _Goal(fpr - price * plane.by_fpr, tpr - price * plane.by_tpr, *costs)

    def at(self, ev: ModelEvaluation, rows: Indices) -> Floats:
        """Return the value of the goal at rows of the model's table."""
        return self._summed(_Rates.of(ev, self, rows), None)

    def at_most(self, low: _Rates, high: _Rates) -> Floats:
        """Return a bound on the goal in blocks of rows between two ends."""
        return self._summed(low, high)

    def _summed(self, low: _Rates, high: _Rates | None) -> Floats:
        total = np.zeros(low.fpr.shape)
        for at, weight in enumerate(self.weights):
            end = low if high is None or weight < 0 else high
            if weight:
                total += weight * end[at]
        return total


class _Rates(NamedTuple):
    """ROC rates of some rows, and their ROCIV rates where the goal asks for them."""

    fpr: Floats
    tpr: Floats
    fp_cost_rate: Floats
    tp_benefit_rate: Floats

    @classmethod
    def of(cls, ev: ModelEvaluation, goal: _Goal, rows: Indices) -> _Rates:
        fpr, tpr = ev.table.fpr_at(rows), ev.table.tpr_at(rows)
        if not (goal.fp_cost_rate or goal.tp_benefit_rate):
            return cls(fpr, tpr, fpr, tpr)
        return cls(fpr, tpr, ev.rates.fpr_at(rows), ev.rates.tpr_at(rows))


def _best_row(ev: ModelEvaluation, goal: _Goal, planes: Sequence[HalfPlane]) -> int | None:
    """Return the first of the rows that are best by the goal within all half-planes."""
    search = _Search(ev, goal, planes)
    # Vertices of the hulls are good rows from the start: most blocks are no match for them.
    search.compare(np.union1d(ev.roc_hull.indices, ev.rociv_hull.indices))
    if not planes and goal.is_in_one_space:
        return search.first_of_best()
    blocks = [(np.arange(0, len(ev.table), _FIRST_STRIDE), _FIRST_STRIDE)]
    while blocks:
        starts, stride = blocks.pop()
        for low, high in chunks(0, starts.size, _BLOCKS_AT_ONCE):
            kept = search.promising(starts[low:high], stride)
            if not kept.size:
                continue
            inner = (kept[:, None] + np.arange(0, stride, stride // _FAN)).ravel()
            inner = inner[inner < len(ev.table)]
            search.compare(inner)
            if stride > _FAN:
                blocks.append((inner, stride // _FAN))
    return search.first_of_best()


class _Search:
    """The best rows met so far within the half-planes."""

    def __init__(self, ev: ModelEvaluation, goal: _Goal, planes: Sequence[HalfPlane]) -> None:
        self._ev, self._goal, self._planes = ev, goal, planes
        self._best = -np.inf
        self._rows: list[Indices] = []
        self._values: list[Floats] = []

    def compare(self, rows: Indices) -> None:
        """Take rows into account."""
        rates = _Rates.of(self._ev, self._goal, rows)
        values = self._goal.at_most(rates, rates)
        within = self._within(rates)
        rows, values = rows[within], values[within]
        if not values.size:
            return
        self._best = max(self._best, float(values.max()))
        near = values >= self._best - self._goal.tie
        self._rows.append(rows[near])
        self._values.append(values[near])

    def promising(self, starts: Indices, stride: int) -> Indices:
        """Return which blocks may have a row that is as good as the best so far."""
        ends = np.minimum(starts + stride, len(self._ev.table)) - 1
        low = _Rates.of(self._ev, self._goal, starts)
        high = _Rates.of(self._ev, self._goal, ends)
        kept = self._goal.at_most(low, high) >= self._best - self._goal.tie
        for plane in self._planes:
            kept &= plane.may_hold(low[:2], high[:2])
        return starts[kept]

    def first_of_best(self) -> int | None:
        """Return the first row as good as the best; None where no row is within the bounds."""
        if not self._rows:
            return None
        rows, values = np.concatenate(self._rows), np.concatenate(self._values)
        return int(rows[values >= self._best - self._goal.tie].min())

    def _within(self, rates: _Rates) -> Bools:
        within = np.ones(rates.fpr.shape, dtype=np.bool_)
        for plane in self._planes:
            within &= plane.holds(rates.fpr, rates.tpr)
        return within


def _edge_across(
    ev: ModelEvaluation, goal: _Goal, plane: HalfPlane
) -> tuple[int, int | None] | None:
    """Return the ends of the edge of the envelope that crosses the bound.

    The first one is within the bound. The second one is None where the first is best of all, and
    the result is None where no row is within the bound. Each step takes the tangent parallel to
    the line through both ends, whose point replaces one of them. Vertices of the hulls are tried
    first: all rows are searched only where none of them is above the line.
    """
    acting = [HalfPlane(0.0, 0.0, 0.0, must_act=True)] if plane.must_act else []
    left = _best_row(ev, goal, [plane])
    right = _best_row(ev, goal, acting)
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
            row = _above(ev, priced, left, _best_row(ev, priced, acting))
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


def _above(ev: ModelEvaluation, goal: _Goal, end: int, rows: Indices | int | None) -> int | None:
    """Return the best of some rows by a goal, None where it is no better than an end."""
    if rows is None:
        return None
    candidates = np.append(rows, end)
    values = goal.at(ev, candidates)
    best = int(np.argmax(values))
    return int(candidates[best]) if values[best] - values[-1] > 4 * goal.tie else None


def _ends(
    ev: ModelEvaluation, goal: _Goal, plane: HalfPlane, rows: tuple[int, int]
) -> tuple[list[float], list[float]]:
    """Return what two rows use of the bound, and what they are worth."""
    at = np.array(rows)
    used = plane.used(ev.table.fpr_at(at), ev.table.tpr_at(at))
    return np.asarray(used).tolist(), goal.at(ev, at).tolist()


def _best_member(
    criterion: str,
    ev: ModelEvaluation,
    table: FamilyTable,
    condition: OperatingCondition,
    goal: _Goal,
    planes: Sequence[HalfPlane],
) -> Policy | None:
    """Return the best member of a family, or what is trivial where that is better."""
    fpr = np.array([0.0, *(member.fpr for member in table.members), 1.0])
    tpr = np.array([0.0, *(member.tpr for member in table.members), 1.0])
    value = goal.fpr * fpr + goal.tpr * tpr
    for plane in planes:
        value[~plane.holds(fpr, tpr)] = -np.inf
    if not np.isfinite(value).any():
        return None
    position = int(np.argmax(value >= value.max() - goal.tie))
    if position == 0 or position == fpr.size - 1:
        row = 0 if position == 0 else len(table) - 1
        return row_policy(criterion, ev, condition, row)
    return member_policy(criterion, ev, table, condition, position - 1)
