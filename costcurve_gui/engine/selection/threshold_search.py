"""The best of all thresholds by a linear goal within half-planes, by branch and bound.

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
from costcurve_gui.engine.selection.bounds import HalfPlane, Objective

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation


_TIE = 1e-12
"""Relative difference of the objective within which two thresholds are equally good."""
_FAN = 8
"""Blocks that a block is divided into."""
_FIRST_STRIDE = _FAN**4
_BLOCKS_AT_ONCE = 1 << 14
"""Bounds the memory where no block can be ruled out."""


@dataclass(frozen=True, slots=True)
class Goal:
    """A linear function of the ROC rates (fpr, tpr) and of the ROCIV rates, to be maximised."""

    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float

    @classmethod
    def of(cls, ev: ModelEvaluation, condition: OperatingCondition, objective: Objective) -> Goal:
        """Return the goal of an objective under a condition."""
        if objective is Objective.TPR:
            return cls(0.0, 1.0, 0.0, 0.0)
        benefit = condition.prior * condition.means.fn_cost
        harm = (1 - condition.prior) * condition.means.fp_cost
        if ev.rates is ev.table:
            return cls(-harm, benefit, 0.0, 0.0)
        return cls(0.0, 0.0, -harm, benefit)

    @property
    def weights(self) -> tuple[float, float, float, float]:
        """Weights of fpr, tpr, fp_cost_rate and tp_benefit_rate."""
        return self.fpr, self.tpr, self.fp_cost_rate, self.tp_benefit_rate

    @property
    def is_in_one_space(self) -> bool:
        """Whether it is best at a vertex of one hull."""
        in_roc, in_rociv = self.fpr or self.tpr, self.fp_cost_rate or self.tp_benefit_rate
        return not (in_roc and in_rociv)

    @property
    def tie(self) -> float:
        """Difference within which two thresholds are equally good."""
        return _TIE * sum(abs(weight) for weight in self.weights)

    def less(self, price: float, plane: HalfPlane) -> Goal:
        """Return the goal after paying for what is used of a bound."""
        fpr, tpr, *costs = self.weights
        return Goal(fpr - price * plane.by_fpr, tpr - price * plane.by_tpr, *costs)

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
    def of(cls, ev: ModelEvaluation, goal: Goal, rows: Indices) -> _Rates:
        fpr, tpr = ev.table.fpr_at(rows), ev.table.tpr_at(rows)
        if not (goal.fp_cost_rate or goal.tp_benefit_rate):
            return cls(fpr, tpr, fpr, tpr)
        return cls(fpr, tpr, ev.rates.fpr_at(rows), ev.rates.tpr_at(rows))


def best_row(ev: ModelEvaluation, goal: Goal, planes: Sequence[HalfPlane]) -> int | None:
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

    def __init__(self, ev: ModelEvaluation, goal: Goal, planes: Sequence[HalfPlane]) -> None:
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
