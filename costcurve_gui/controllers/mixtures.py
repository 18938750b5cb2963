"""Mixtures of two models: the one that uses a capacity best, and one of points chosen freely."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.controllers.policies import choose
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.models.results import Mixture
from costcurve_gui.models.state import Rule, SelectionSpec

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.mixing import MixedPoints, MixSpec, PointSpec
    from costcurve_gui.models.results import ModelScene, Scene
    from costcurve_gui.models.state import DatasetSettings

_ROUNDING = 1e-12


def mixture_for(
    models: Sequence[ModelScene], prior: float, settings: DatasetSettings
) -> Mixture | None:
    """Return the mixture of two models that finds the most positives among so many cases.

    None where that is not asked for, or where a mixture of two thresholds of one model does as
    well.
    """
    capacity = _only_capacity(settings)
    if capacity is None or len(models) < 2:
        return None
    population = settings.selection.population
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.roc.joint_hull import joint_hull
    from costcurve_gui.engine.selection.combinations import interpolation_for
    from costcurve_gui.engine.selection.criteria import workforce

    joint = joint_hull({model.info.key: model.evaluation.roc_hull for model in models})
    shares = prior * joint.hull.tpr + (1 - prior) * joint.hull.fpr
    after = int(np.searchsorted(shares, capacity / population))
    if not 0 < after < len(joint):
        return None
    edge = joint.edge(after - 1)
    owners = {edge.left.model, edge.right.model}
    if len(owners) < 2 or not owners.isdisjoint(("none", "all")):
        return None
    left, right = (RocPoint(vertex.fpr, vertex.tpr) for vertex in (edge.left, edge.right))
    found = interpolation_for(left, right, capacity, population, prior)
    # Models that share a corner of the hull may reach the whole edge by themselves.
    alone = (
        workforce(one.evaluation, one.evaluation.condition(prior), capacity, population).tpr
        for one in models
    )
    better = all(found.point.tpr > tpr + _ROUNDING for tpr in alone)
    return Mixture(edge, found) if better else None


def mixed_points(
    scene: Scene,
    condition_of: Callable[[ModelScene], OperatingCondition],
    settings: DatasetSettings,
) -> MixedPoints | None:
    """Return what two chosen points do alone and mixed; None where none are or a model is gone."""
    spec = settings.mix
    models = {model.info.key: model for model in scene.models}
    if spec is None or not {spec.first.key, spec.second.key} <= models.keys():
        return None
    from costcurve_gui.models.mixing import MixedPoints

    one, other = (models[point.key] for point in (spec.first, spec.second))
    first = _by_hand(one, condition_of(one), spec.first)
    second = _by_hand(other, condition_of(other), spec.second)
    prior, population = condition_of(one).prior, settings.selection.population
    found = _wanted(spec, (first, second), prior, population)
    return MixedPoints(spec, first, second, found)


def _by_hand(model: ModelScene, condition: OperatingCondition, point: PointSpec) -> Policy:
    by_hand = SelectionSpec(Rule.MANUAL, thresholds={point.key: point.dial})
    return choose(model, condition, by_hand, Objective.PROFIT).policy


def _wanted(
    spec: MixSpec, policies: tuple[Policy, Policy], prior: float, population: int
) -> Interpolation | None:
    from costcurve_gui.controllers.two_points import mixture_of

    try:
        return mixture_of(policies, spec.by, spec.wanted, prior, population)
    except ConstraintError:
        return None


def _only_capacity(settings: DatasetSettings) -> float | None:
    """Return the capacity where the most positives are wanted and nothing else is bounded."""
    selection = settings.selection
    limits = selection.bounds.limits if selection.rule is Rule.THRESHOLD else {}
    if settings.objective is not Objective.TPR or limits.keys() != {BoundKind.CASES}:
        return None
    return limits[BoundKind.CASES]
