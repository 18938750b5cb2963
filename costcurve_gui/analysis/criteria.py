"""The policy that rule, objective and bounds choose for a model."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.selection_settings import Rule
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection import constrained, criteria
from costcurve_gui.engine.selection import rate_criteria as targets
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.policy_evaluation import row_policy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.selection_settings import SelectionSpec
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.engine.selection.constrained import Mixed
    from costcurve_gui.engine.selection.policy import Policy

    Choose = Callable[[ModelCurves, OperatingCondition, SelectionSpec], "Chosen"]


class Chosen(NamedTuple):
    """What a rule yields for a model; see `ModelSnapshot`."""

    policy: Policy
    cheapest: Policy | None = None
    met: bool = True


def choose(
    model: ModelCurves, condition: OperatingCondition, spec: SelectionSpec, objective: Objective
) -> Chosen:
    """Return the policy of a model, and what stands beside it or in its place."""
    if spec.rule is not Rule.THRESHOLD:
        return _CHOICES[spec.rule](model, condition, spec)
    bounds = spec.engine_bounds
    single = best_threshold(model, condition, bounds, objective)
    if single is None:
        return Chosen(_nearest(model, condition, bounds), met=False)
    mixed = best_mixture(model, condition, bounds, objective) if spec.mixed else None
    return Chosen(single if mixed is None else mixed.policy)


def best_threshold(
    model: ModelCurves,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Policy | None:
    """Return the one threshold that is best by the objective; None where none keeps the bounds."""
    ev = model.evaluation
    if not bounds and objective is not Objective.TPR:
        return replace(criteria.min_cost(ev, condition), criterion="constrained")
    if _covers_all(bounds, objective):
        return row_policy("constrained", ev, condition, len(ev.table) - 1)
    return constrained.constrained_single(ev, condition, bounds, objective, criterion="constrained")


def best_mixture(
    model: ModelCurves,
    condition: OperatingCondition,
    bounds: Sequence[Bound],
    objective: Objective,
) -> Mixed | None:
    """Return the best mixture of two thresholds within one bound; None of none or several."""
    if len(bounds) != 1 or _covers_all(bounds, objective):
        return None
    return constrained.constrained(model.evaluation, condition, bounds[0], objective)


def _covers_all(bounds: Sequence[Bound], objective: Objective) -> bool:
    """Whether there is capacity for every case, and the most positives are wanted: treat all."""
    if objective is not Objective.TPR or len(bounds) != 1:
        return False
    return bounds[0].kind is BoundKind.CASES and bounds[0].limit >= 1


def _nearest(model: ModelCurves, condition: OperatingCondition, bounds: Sequence[Bound]) -> Policy:
    """Return what stands in for a threshold that keeps the bounds, where there is none."""
    if [bound.kind for bound in bounds] == [BoundKind.PRECISION]:
        return targets.highest_precision(model.evaluation, condition)
    return criteria.min_cost(model.evaluation, condition)


def _cheapest(model: ModelCurves, condition: OperatingCondition) -> Chosen:
    return Chosen(criteria.min_cost(model.evaluation, condition))


def _by_hand(model: ModelCurves, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    threshold = spec.thresholds.get(model.info.key)
    if threshold is None:
        return _cheapest(model, condition)
    if isinstance(model.evaluation.table, FamilyTable):  # its row: see `ModelCurves.dial`
        return Chosen(row_policy("manual", model.evaluation, condition, int(threshold)))
    return Chosen(criteria.manual(model.evaluation, condition, threshold))


def _target_recall(
    model: ModelCurves, condition: OperatingCondition, spec: SelectionSpec
) -> Chosen:
    return Chosen(targets.target_recall(model.evaluation, condition, spec.target_recall))


def _target_precision(
    model: ModelCurves, condition: OperatingCondition, spec: SelectionSpec
) -> Chosen:
    found = targets.target_precision(model.evaluation, condition, spec.target_precision)
    if found is None:
        return Chosen(targets.highest_precision(model.evaluation, condition), met=False)
    return Chosen(found)


def _by_condition(model: ModelCurves, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    from costcurve_gui.engine.selection.performance_independent import (
        is_condition_aware,
        performance_independent,
    )

    del spec
    cheapest = _cheapest(model, condition)
    if not is_condition_aware(model.evaluation.table):
        return cheapest._replace(met=False)
    return Chosen(performance_independent(model.evaluation, condition), cheapest.policy)


_CHOICES: Mapping[Rule, Choose] = {
    Rule.MANUAL: _by_hand,
    Rule.TARGET_RECALL: _target_recall,
    Rule.TARGET_PRECISION: _target_precision,
    Rule.PERFORMANCE_INDEPENDENT: _by_condition,
    Rule.YOUDEN: lambda model, at, _: Chosen(criteria.youden(model.evaluation, at)),
    Rule.CLOSEST_TO_CORNER: lambda model, at, _: Chosen(
        targets.closest_to_corner(model.evaluation, at)
    ),
}
