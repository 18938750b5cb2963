"""Which policy each criterion yields for a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection import criteria, targets
from costcurve_gui.engine.selection.mixing import row_policy
from costcurve_gui.models.state import Criterion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import ModelScene
    from costcurve_gui.models.state import SelectionSpec

    Choose = Callable[[ModelScene, OperatingCondition, SelectionSpec], "Chosen"]


class Chosen(NamedTuple):
    """What a criterion yields for a model; see `ModelFrame`."""

    policy: Policy
    single: Policy | None = None
    met: bool = True


def choose(model: ModelScene, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    """Return the policy of a model, and what stands beside it or in its place."""
    return _CHOICES.get(spec.criterion, _cheapest)(model, condition, spec)


def _cheapest(model: ModelScene, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    del spec
    return Chosen(criteria.min_cost(model.evaluation, condition))


def _neyman_pearson(
    model: ModelScene, condition: OperatingCondition, spec: SelectionSpec
) -> Chosen:
    given = model.evaluation, condition, spec.max_fpr
    mixed = criteria.neyman_pearson(*given)
    return Chosen(mixed, _unless_single(mixed, lambda: criteria.neyman_pearson_single(*given)))


def _workforce(model: ModelScene, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    given = model.evaluation, condition, spec.capacity, spec.population
    mixed = criteria.workforce(*given)
    return Chosen(mixed, _unless_single(mixed, lambda: criteria.workforce_single(*given)))


def _by_hand(model: ModelScene, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    threshold = spec.thresholds.get(model.info.key)
    if threshold is None:
        return _cheapest(model, condition, spec)
    if isinstance(model.evaluation.table, FamilyTable):  # its row: see `ModelScene.dial`
        return Chosen(row_policy("manual", model.evaluation, condition, int(threshold)))
    return Chosen(criteria.manual(model.evaluation, condition, threshold))


def _target_recall(model: ModelScene, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    return Chosen(targets.target_recall(model.evaluation, condition, spec.min_tpr))


def _target_precision(
    model: ModelScene, condition: OperatingCondition, spec: SelectionSpec
) -> Chosen:
    found = targets.target_precision(model.evaluation, condition, spec.min_precision)
    if found is None:
        return Chosen(targets.highest_precision(model.evaluation, condition), met=False)
    return Chosen(found)


def _by_condition(model: ModelScene, condition: OperatingCondition, spec: SelectionSpec) -> Chosen:
    from costcurve_gui.engine.selection.performance_independent import (
        is_condition_aware,
        performance_independent,
    )

    cheapest = _cheapest(model, condition, spec)
    if not is_condition_aware(model.evaluation.table):
        return cheapest._replace(met=False)
    return Chosen(performance_independent(model.evaluation, condition), cheapest.policy)


_CHOICES: Mapping[Criterion, Choose] = {
    Criterion.NEYMAN_PEARSON: _neyman_pearson,
    Criterion.WORKFORCE: _workforce,
    Criterion.MANUAL: _by_hand,
    Criterion.TARGET_RECALL: _target_recall,
    Criterion.TARGET_PRECISION: _target_precision,
    Criterion.PERFORMANCE_INDEPENDENT: _by_condition,
    Criterion.YOUDEN: lambda model, at, _: Chosen(criteria.youden(model.evaluation, at)),
    Criterion.CLOSEST_TO_CORNER: lambda model, at, _: Chosen(
        targets.closest_to_corner(model.evaluation, at)
    ),
}


def _unless_single(policy: Policy, single: Callable[[], Policy]) -> Policy | None:
    return single() if policy.threshold_2 is not None and policy.mixing > 0 else None
