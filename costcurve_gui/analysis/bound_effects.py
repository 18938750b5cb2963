"""What bounds do to a decision: which of them bind, what one more unit would bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from costcurve_gui.analysis.conditions import model_condition
from costcurve_gui.analysis.recommended import applicable
from costcurve_gui.analysis.selection_settings import best_mixture, best_threshold
from costcurve_gui.analysis.snapshot import BoundEffect, deciding_curves
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.criteria import best as best_by_objective
from costcurve_gui.engine.selection.policy import merit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.analysis.settings import DatasetSettings
    from costcurve_gui.analysis.snapshot import ModelSnapshot
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.engine.selection.several_bounds import Bounded

_ROUNDING = 1e-9
"""Relative gain below which nothing is gained."""
RATE_STEP: Final = 0.01
"""A unit of a rate or share."""


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
    model = curve_set.model(selected)
    condition = model_condition(model, prior, factor)
    given = model.evaluation, condition, bounds, settings.objective
    single = best_threshold(*given)
    if single is None:
        return None
    found = best_mixture(*given)
    gains = found is not None and _better(found.policy, single, settings.objective)
    competitors = _recommendable(curve_set, settings) if selected == winner else (model,)
    return BoundEffect(
        single=single,
        free=_without_bounds(
            [(one, model_condition(one, prior, factor)) for one in competitors],
            settings.objective,
        ),
        binding=_binding(*given, single),
        at_profit=_at_highest_profit(*given),
        mixture=found.policy if found is not None and gains else None,
        prices=_prices(bounds, found),
    )


def price_of_bounds(
    ev: ModelEvaluation,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> tuple[BoundKind, float | None] | None:
    """Return a bound that binds a model's best threshold, and its price if it has one."""
    single = best_threshold(ev, condition, bounds, objective)
    if not bounds or single is None:
        return None
    binding = _binding(ev, condition, bounds, objective, single)
    prices = _prices(bounds, best_mixture(ev, condition, bounds, objective))
    kinds = [one.kind for one in bounds if one.kind in binding]
    kind = next((one for one in kinds if one in prices), next(iter(kinds), None))
    return None if kind is None else (kind, prices.get(kind))


class UnitPrice(NamedTuple):
    """What the smallest step of a bound that matters brings: money, or positives."""

    unit: str
    gain: float


def price_of_unit(
    kind: BoundKind, price: float, selection: SelectionSpec, prior: float, objective: Objective
) -> UnitPrice:
    """Return what one more unit of a bound gains, by the price of all of it.

    One more case earns money, or catches a share of a positive; 1 more of a budget alike. A limit
    0.01 higher, or for a true positive rate lower, gains money per case, or a share of positives.
    """
    of_acts = price if objective is not Objective.TPR else price * prior
    if kind is BoundKind.CASES:
        return UnitPrice("case", of_acts)
    if kind is BoundKind.BUDGET:
        return UnitPrice("1", of_acts / selection.bounds.price)
    return UnitPrice(f"{RATE_STEP}", price * RATE_STEP)


def _prices(bounds: Sequence[Bound], found: Bounded | None) -> dict[BoundKind, float]:
    if found is None:
        return {}
    return {one.kind: price for one, price in zip(bounds, found.prices, strict=True) if price}


def _recommendable(curve_set: CurveSet, settings: DatasetSettings) -> tuple[ModelCurves, ...]:
    curves = {model.info.key: model for model in deciding_curves(curve_set, settings)}
    return tuple(applicable(curves, curve_set.dataset).values())


def _without_bounds(
    models: Sequence[tuple[ModelCurves, OperatingCondition]], objective: Objective
) -> Policy:
    found = (best_threshold(model.evaluation, at, (), objective) for model, at in models)
    policies = {policy.model: policy for policy in found if policy is not None}
    return policies[best_by_objective(policies, objective)]


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
