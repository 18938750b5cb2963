"""Which policy each criterion yields for a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.selection import criteria
from costcurve_gui.models.state import Criterion

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import ModelScene
    from costcurve_gui.models.state import SelectionSpec


def policies(
    model: ModelScene, condition: OperatingCondition, spec: SelectionSpec
) -> tuple[Policy, Policy | None]:
    """Return the policy of a model, and the best single threshold where the policy mixes two."""
    evaluation = model.evaluation
    if spec.criterion is Criterion.NEYMAN_PEARSON:
        mixed = criteria.neyman_pearson(evaluation, condition, spec.max_fpr)
        return mixed, _unless_single(
            mixed, lambda: criteria.neyman_pearson_single(evaluation, condition, spec.max_fpr)
        )
    if spec.criterion is Criterion.WORKFORCE:
        bounds = (spec.capacity, spec.population)
        mixed = criteria.workforce(evaluation, condition, *bounds)
        return mixed, _unless_single(
            mixed, lambda: criteria.workforce_single(evaluation, condition, *bounds)
        )
    by_hand = spec.thresholds.get(model.info.key)
    if spec.criterion is Criterion.MANUAL and by_hand is not None:
        return criteria.manual(evaluation, condition, by_hand), None
    return criteria.min_cost(evaluation, condition), None


def _unless_single(policy: Policy, single: Callable[[], Policy]) -> Policy | None:
    return single() if policy.threshold_2 is not None and policy.mixing > 0 else None
