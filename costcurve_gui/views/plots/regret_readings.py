"""How the regret view reads cost curves: what lies across, and how high a classifier lies."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.models.state import RegretReading
from costcurve_gui.views.text import numbers, vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.models.results import Frame, ModelScene

    Floats = NDArray[np.float64]

_DECADES = 3  # of cost ratios to either side of 1, at least
_FINE = 200


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

    curves: str  # what `Frame.curves_of` calls its curves
    by_case: bool = False
    money: bool = False
    over_ratio: bool = False

    def title(self, frame: Frame) -> str:
        """Return the words of the upright axis."""
        said = vocabulary.vocabulary(frame)
        if self.by_case:
            return "Error rate"
        if not self.money:
            return "Normalized expected cost"
        return f"Expected cost per {said.noun}{f', {said.unit}' if said.unit else ''}"

    def across(self, frame: Frame) -> str:
        """Return the words of the level axis."""
        if self.over_ratio:
            return "Cost ratio, a miss to a false alarm"
        return f"Prior, {vocabulary.prior_name(vocabulary.vocabulary(frame))}"

    def ends(self, frame: Frame) -> tuple[float, float]:
        """Return where the axis begins and ends; the condition always lies on it."""
        if not self.over_ratio:
            return 0.0, 1.0
        decades = float(max(_DECADES, math.ceil(abs(self.place(frame)))))
        return -decades, decades

    def place(self, frame: Frame) -> float:
        """Return where the condition lies."""
        condition = frame.condition
        return math.log10(condition.cost_ratio) if self.over_ratio else condition.prior

    def value(self, frame: Frame) -> str:
        """Write the condition as the axis reads it."""
        if self.over_ratio:
            return numbers.ratio(frame.condition.cost_ratio)
        name = vocabulary.prior_name(vocabulary.vocabulary(frame))
        return f"{name} {numbers.prior_percent(frame.condition.prior)}"

    def pc_plus(self, frame: Frame, x: Floats) -> Floats:
        """Return the PC(+) of places on the axis."""
        means, prior = frame.condition.means, frame.condition.prior
        if self.over_ratio:
            positive, negative = prior * 10**x, np.full_like(x, 1 - prior)
        else:
            positive, negative = x * means.fn_cost, (1 - x) * means.fp_cost
        shares: Floats = positive / (positive + negative)
        return shares

    def grid(self, frame: Frame) -> Floats:
        """Return the places through which the line of one classifier is drawn."""
        return np.linspace(*self.ends(frame), _FINE if self.over_ratio else 2)

    def costs(self, frame: Frame, model: ModelScene | None = None) -> Costs:
        """Return what errors weigh here, over the rows that a model scored or over all."""
        if not self.money:
            return Costs(1.0, 1.0)
        means = frame.condition.means if model is None else model.evaluation.means
        factor = 1.0 if model is None else frame.miss_factor
        return Costs(means.fn_cost * factor, means.fp_cost)

    def rates(self, model: ModelScene, index: int) -> tuple[float, float]:
        """Return the two rates of a row that count here."""
        evaluation, row = model.evaluation, np.array([index])
        source = evaluation.table if self.by_case else evaluation.rates
        return float(source.fpr_at(row)[0]), float(source.tpr_at(row)[0])

    def heights(self, frame: Frame, x: Floats, fpr: float, tpr: float, costs: Costs) -> Floats:
        """Return how high a classifier lies over places on the axis."""
        share = self.pc_plus(frame, x) if self.over_ratio else x
        return (1 - tpr) * costs.fn_cost * share + fpr * costs.fp_cost * (1 - share)


_SPACES = {
    RegretReading.MONEY: RegretSpace("regret_money", money=True),
    RegretReading.ERROR_RATE: RegretSpace("regret_errors", by_case=True),
    RegretReading.COST_RATIO: RegretSpace("regret_ratio", over_ratio=True),
    RegretReading.LOSS_DIFFERENCE: RegretSpace("", money=True),
}


def reading_of(frame: Frame) -> RegretSpace:
    """Return the space of the reading that was chosen."""
    return _SPACES[frame.settings.views.regret]
