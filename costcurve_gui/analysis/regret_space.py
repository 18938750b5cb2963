"""The spaces of the regret view: what lies across, and how high a classifier lies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.view_settings import RegretReading

if TYPE_CHECKING:
    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition

_DECADES = 3  # of cost ratios to either side of 1, at least
_MOST_DECADES = 300  # 10 to this power is a float64 still
_FINE = 200


def ratio_decades(condition: OperatingCondition) -> int:
    """Return how many decades an axis of cost ratios reaches to either side of 1."""
    return max(_DECADES, math.ceil(abs(log_cost_ratio(condition))))


def log_cost_ratio(condition: OperatingCondition) -> float:
    """Return the decimal logarithm of the cost ratio, at most 300 decades from 1."""
    means = condition.means
    # Not of the quotient: that leaves the range of a float64 before either cost does.
    ratio = math.log10(means.fn_cost) - math.log10(means.fp_cost)
    return min(max(ratio, -_MOST_DECADES), _MOST_DECADES)


@dataclass(frozen=True, slots=True)
class Costs:
    """The heights of missing every positive where all are, and of false alarms where none is."""

    fn_cost: float
    fp_cost: float


@dataclass(frozen=True, slots=True)
class RegretSpace:
    """The space of one reading.

    `by_case` counts errors and not what they cost; `money` is not normalized. Over the prior costs
    stay fixed; with `over_ratio` the prior does, and the axis is a decimal logarithm. Every
    classifier is a straight line over the prior, and over PC(+).
    """

    curves: str  # what `view_curves` calls its curves
    by_case: bool = False
    money: bool = False
    over_ratio: bool = False

    def ends(self, snapshot: Snapshot) -> tuple[float, float]:
        """Return where the axis begins and ends; the condition always lies on it."""
        if not self.over_ratio:
            return 0.0, 1.0
        decades = float(ratio_decades(snapshot.condition))
        return -decades, decades

    def place(self, snapshot: Snapshot) -> float:
        """Return where the condition lies."""
        condition = snapshot.condition
        return log_cost_ratio(condition) if self.over_ratio else condition.prior

    def pc_plus(self, snapshot: Snapshot, x: Floats) -> Floats:
        """Return the PC(+) of places on the axis."""
        means, prior = snapshot.condition.means, snapshot.condition.prior
        if self.over_ratio:
            positive, negative = prior * 10**x, np.full_like(x, 1 - prior)
        else:
            positive, negative = x * means.fn_cost, (1 - x) * means.fp_cost
        shares: Floats = positive / (positive + negative)
        return shares

    def grid(self, snapshot: Snapshot) -> Floats:
        """Return the places through which the line of one classifier is drawn."""
        return np.linspace(*self.ends(snapshot), _FINE if self.over_ratio else 2)

    def costs(self, snapshot: Snapshot, model: ModelCurves | None = None) -> Costs:
        """Return what errors weigh here, over the rows that a model scored or over all."""
        if not self.money:
            return Costs(1.0, 1.0)
        means = snapshot.condition.means if model is None else model.evaluation.means
        factor = 1.0 if model is None else snapshot.miss_factor
        return Costs(means.fn_cost * factor, means.fp_cost)

    def rates(self, model: ModelCurves, index: int) -> tuple[float, float]:
        """Return the two rates of a row that count here."""
        evaluation, row = model.evaluation, np.array([index])
        source = evaluation.table if self.by_case else evaluation.rates
        return float(source.fpr_at(row)[0]), float(source.tpr_at(row)[0])

    def heights(
        self, snapshot: Snapshot, x: Floats, fpr: float, tpr: float, costs: Costs
    ) -> Floats:
        """Return how high a classifier lies over places on the axis."""
        share = self.pc_plus(snapshot, x) if self.over_ratio else x
        return (1 - tpr) * costs.fn_cost * share + fpr * costs.fp_cost * (1 - share)


_SPACES = {
    RegretReading.MONEY: RegretSpace("regret_money", money=True),
    RegretReading.ERROR_RATE: RegretSpace("regret_errors", by_case=True),
    RegretReading.COST_RATIO: RegretSpace("regret_ratio", over_ratio=True),
    RegretReading.LOSS_DIFFERENCE: RegretSpace("", money=True),
}


def regret_space(snapshot: Snapshot) -> RegretSpace:
    """Return the space of the reading that was chosen."""
    return _SPACES[snapshot.settings.views.regret]
