"""The operating condition of single models, over the rows that each scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.cost.condition import OperatingCondition

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.settings import ConditionSpec
    from costcurve_gui.engine.cost.payoff import PayoffMeans


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
