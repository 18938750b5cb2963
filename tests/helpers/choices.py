"""The criteria of the sources by their names, as settings: rule, objective and bounds at once."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.criteria import CRITERIA
from costcurve_gui.analysis.selection_settings import THRESHOLD, BoundsSpec, SelectionSpec
from costcurve_gui.engine.selection.bounds import BoundKind, Objective

if TYPE_CHECKING:
    from costcurve_gui.controllers.selection_controller import SelectionController


class Choice(StrEnum):
    """A way to choose an operating point."""

    MIN_COST = "min_cost"
    MAX_PROFIT = "max_profit"
    NEYMAN_PEARSON = "neyman_pearson"
    WORKFORCE = "workforce"
    MANUAL = "manual"
    TARGET_RECALL = "target_recall"
    TARGET_PRECISION = "target_precision"
    PERFORMANCE_INDEPENDENT = "performance_independent"
    YOUDEN = "youden"
    CLOSEST_TO_CORNER = "closest_to_corner"


_OBJECTIVES = {
    Choice.MIN_COST: Objective.COST,
    Choice.MAX_PROFIT: Objective.PROFIT,
    Choice.NEYMAN_PEARSON: Objective.TPR,
    Choice.WORKFORCE: Objective.TPR,
}


def selected_by(
    choice: Choice = Choice.MIN_COST,
    *,
    max_fpr: float = 0.1,
    capacity: float = 1000.0,
    mixed: bool = True,
    **changes: Any,
) -> SelectionSpec:
    """Return the settings of a choice; the bounds of the sources are met by mixing."""
    spec = SelectionSpec(**changes)
    if choice not in _OBJECTIVES:
        return replace(spec, criterion=CRITERIA[choice])
    limits = {
        Choice.NEYMAN_PEARSON: (BoundKind.FPR, max_fpr),
        Choice.WORKFORCE: (BoundKind.CASES, capacity),
    }
    bounds = BoundsSpec().with_limit(*limits[choice]) if choice in limits else BoundsSpec()
    return replace(spec, objective=_OBJECTIVES[choice], bounds=bounds, mixed=mixed)


def choose(controller: SelectionController, choice: Choice, **changes: Any) -> None:
    """Make a choice as the user does: every control that differs is set."""
    wanted = selected_by(choice, **changes)
    if wanted.criterion is not THRESHOLD:
        controller.choose_criterion(wanted.criterion)
        return
    controller.choose_criterion(wanted.criterion)
    if wanted.objective is not None:
        controller.choose_objective(wanted.objective)
    for kind in BoundKind:
        controller.set_bound(kind, wanted.bounds.limits.get(kind))
    controller.use_mixture(wanted.mixed)
