"""The best threshold of a model, or the best mixture of two, by an objective within bounds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from costcurve_gui.engine.selection import constrained, criteria
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.policy_evaluation import row_policy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.engine.selection.constrained import Mixed
    from costcurve_gui.engine.selection.policy import Policy


def best_threshold(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Policy | None:
    """Return the one threshold that is best by the objective; None where none keeps the bounds."""
    if not bounds and objective is not Objective.TPR:
        return replace(criteria.min_cost(ev, condition), criterion="constrained")
    if _covers_all(bounds, objective):
        return row_policy("constrained", ev, condition, len(ev.table) - 1)
    return constrained.constrained_single(ev, condition, bounds, objective, criterion="constrained")


def best_mixture(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Mixed | None:
    """Return the best mixture of two thresholds within one bound; None of none or several."""
    if len(bounds) != 1 or _covers_all(bounds, objective):
        return None
    return constrained.constrained(ev, condition, bounds[0], objective)


def _covers_all(bounds: Sequence[Bound], objective: Objective) -> bool:
    """Whether there is capacity for every case, and the most positives are wanted: treat all."""
    if objective is not Objective.TPR or len(bounds) != 1:
        return False
    return bounds[0].kind is BoundKind.CASES and bounds[0].limit >= 1
