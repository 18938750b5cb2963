"""What bounds do to a decision: which of them bind, what they cost, what mixing would gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.analysis.best_threshold import best_mixture, best_threshold
from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.snapshot import BoundEffect
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.criteria import best
from costcurve_gui.engine.selection.policy import merit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import ModelSnapshot
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.engine.selection.policy import Policy

_ROUNDING = 1e-9
"""Relative gain below which nothing is gained."""


def bound_effect(
    curve_set: CurveSet,
    models: Mapping[str, ModelSnapshot],
    selected: str | None,
    winner: str | None,
    at: tuple[float, float],
    settings: DatasetSettings,
) -> BoundEffect | None:
    """Return what the bounds in force do; None without bounds, or where they cannot be kept.

    The decision is made `at` a prior and with the cost of a miss scaled by a factor.
    """
    bounds, (prior, factor) = settings.selection.engine_bounds, at
    if not bounds or selected is None or not models[selected].met:
        return None
    conditions = {
        one.info.key: (one, model_condition(one, prior, factor)) for one in curve_set.models
    }
    model, condition = conditions[selected]
    given = model.evaluation, condition, bounds, settings.objective
    single = best_threshold(*given)
    if single is None:
        return None
    found = best_mixture(*given)
    gains = found is not None and _better(found.policy, single, settings.objective)
    competitors = [*conditions.values()] if selected == winner else [conditions[selected]]
    return BoundEffect(
        single=single,
        free=_without_bounds(competitors, settings.objective),
        binding=_binding(*given, single),
        at_profit=_at_highest_profit(*given),
        mixture=found.policy if found is not None and gains else None,
        price=0.0 if found is None else found.price,
    )


def highest_recall(
    curve_set: CurveSet,
    models: Mapping[str, ModelSnapshot],
    at: tuple[float, float],
    settings: DatasetSettings,
) -> Policy | None:
    """Return the policy of the highest true positive rate within the other bounds.

    None where a model keeps all bounds, or none of several bounds is on that rate.
    """
    bounds, (prior, factor) = settings.selection.engine_bounds, at
    others = [bound for bound in bounds if bound.kind is not BoundKind.TPR]
    if not 0 < len(others) < len(bounds) or any(model.met for model in models.values()):
        return None
    found = (
        best_threshold(one.evaluation, model_condition(one, prior, factor), others, Objective.TPR)
        for one in curve_set.models
    )
    return max((one for one in found if one), key=lambda policy: policy.tpr, default=None)


def _without_bounds(
    models: Sequence[tuple[ModelCurves, OperatingCondition]], objective: Objective
) -> Policy:
    found = (best_threshold(model.evaluation, at, (), objective) for model, at in models)
    policies = {policy.model: policy for policy in found if policy is not None}
    return policies[best(policies, objective)]


def _binding(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
    single: Policy,
) -> frozenset[BoundKind]:
    """Return the bounds without which the model would do better."""
    kinds = []
    for bound in bounds:
        others = tuple(other for other in bounds if other is not bound)
        found = best_threshold(ev, condition, others, objective)
        if found is not None and _better(found, single, objective):
            kinds.append(bound.kind)
    return frozenset(kinds)


def _at_highest_profit(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Policy | None:
    if objective is not Objective.TPR:
        return None
    return best_threshold(ev, condition, bounds, Objective.PROFIT)


def _better(one: Policy, other: Policy, objective: Objective) -> bool:
    more, less = merit(one, objective)[0], merit(other, objective)[0]
    return more - less > _ROUNDING * max(abs(more), abs(less), 1e-9)
