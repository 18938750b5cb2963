"""The operating condition of single models, and the one on an iso-performance line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.belief import UNIFORM, ConditionBelief
from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.distributions.uncertain_numbers import (
    NumberRange,
    parse_uncertain_number,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.settings import ConditionSpec
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.distributions.uncertain_numbers import NumberBelief


def ratio_of_cells(means: Mapping[str, float]) -> float:
    """Return the cost ratio that the cells give, from the mean of each over its class."""
    return (means["tp"] - means["fn"]) / (means["tn"] - means["fp"])


def miss_factor(means: Mapping[str, float], spec: ConditionSpec) -> float:
    """Return what the cost of every miss is multiplied by to reach the ratio wanted; 1 if none."""
    return 1.0 if spec.cost_ratio is None else spec.cost_ratio / ratio_of_cells(means)


def means_in_force(means: Mapping[str, float], factor: float) -> dict[str, float]:
    """Return the mean of each cell of the matrix in force."""
    missed = means["tp"] - factor * (means["tp"] - means["fn"])
    return {**means, "fn": means["fn"] if factor == 1 else missed}


def model_condition(model: ModelCurves, prior: float, factor: float) -> OperatingCondition:
    """Return a condition over the rows that a model scored, misses scaled by `factor`."""
    return condition_over(prior, model.evaluation.means, factor)


def condition_over(prior: float, means: PayoffMeans, factor: float) -> OperatingCondition:
    """Return a condition with these means, the cost of a miss scaled by `factor`."""
    condition = OperatingCondition(prior, means)
    return condition if factor == 1 else condition.with_fn_cost(means.fn_cost * factor)


def belief_over_pc(
    typed: Belief | None, spec: ConditionSpec, condition: OperatingCondition
) -> Belief:
    """Return what is believed of PC(+): as typed, else as the prior and the cost ratio say.

    Uniform where neither is believed to be anything; a range has no probabilities.
    """
    if typed is not None:
        return typed
    prior = _believed(spec.prior_belief, condition.prior)
    ratio = _believed(spec.ratio_belief, condition.cost_ratio)
    if isinstance(prior, float) and isinstance(ratio, float):
        return UNIFORM
    return ConditionBelief(prior, ratio)


def _believed(text: str, value: float) -> NumberBelief | float:
    found = parse_uncertain_number(text) if text else None
    return float(value) if found is None or isinstance(found, NumberRange) else found


_AS_NEAR = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Pivots:
    """Points (x, y) through which the line runs while PC(+) is between `low` and `high`."""

    x: Floats
    y: Floats
    low: Floats
    high: Floats

    @classmethod
    def fixed(cls, x: float, y: float) -> Pivots:
        """Return the one point of a line that only turns."""
        return cls(np.array([x]), np.array([y]), np.zeros(1), np.ones(1))


def condition_through(x: float, y: float, pivots: Pivots, present: float) -> float:
    """Return the PC(+) whose line runs through (x, y), or passes it as closely as it can.

    Of two such lines, tangents to either side of a hull, the one that touches on the same side
    of the mouse as the present one is meant.
    """
    side = _same_side(x, pivots, present)
    across, up = pivots.x[side] - x, pivots.y[side] - y
    through = np.where(
        across * up >= 0,
        np.abs(across) / np.maximum(np.abs(across) + np.abs(up), 1e-300),
        np.abs(up) < np.abs(across),
    )
    through = np.where((across == 0) & (up == 0), present, through)
    through = np.clip(through, pivots.low[side], pivots.high[side])
    missed = np.abs((1 - through) * across - through * up) / np.hypot(through, 1 - through)
    as_near = missed <= missed.min() + _AS_NEAR
    turned = np.where(as_near, np.abs(through - present), np.inf)
    return float(through[int(turned.argmin())])


def _same_side(x: float, pivots: Pivots, present: float) -> NDArray[np.bool_]:
    """Return the pivots on the side of the mouse where the present one is."""
    holds = (pivots.low <= present) & (present <= pivots.high)
    now = float(pivots.x[int(holds.argmax())])
    return pivots.x >= x if now >= x else pivots.x <= x
