"""Randomised mixtures of two models: at a capacity, or of two chosen points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.analysis.criteria import MANUAL, choose
from costcurve_gui.analysis.selection_settings import SelectionSpec
from costcurve_gui.analysis.settings import MixBy, MixedPoints
from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.combinations import interpolation_at, interpolation_for
from costcurve_gui.engine.selection.policy_evaluation import mixing_probability

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.analysis.curves import CurveSet, ModelCurves
    from costcurve_gui.analysis.settings import DatasetSettings, MixSpec, PointSpec
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.roc.joint_hull import HullEdge
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy

    Placed = tuple[ModelCurves, OperatingCondition]


_ROUNDING = 1e-12


def mixture_for(
    models: Sequence[ModelCurves], prior: float, settings: DatasetSettings
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
    curve_set: CurveSet,
    condition_of: Callable[[ModelCurves], OperatingCondition],
    settings: DatasetSettings,
) -> MixedPoints | None:
    """Return what two chosen points do alone and mixed; None where none are or a model is gone."""
    spec = settings.mix
    models = {model.info.key: model for model in curve_set.models}
    if spec is None or not {spec.first.key, spec.second.key} <= models.keys():
        return None
    one, other = (models[point.key] for point in (spec.first, spec.second))
    ends = (one, condition_of(one)), (other, condition_of(other))
    try:
        return points_mixed(spec, *ends, settings.selection.population)
    except ConstraintError:
        return MixedPoints(spec, *_policies(spec, *ends), None)


def points_mixed(spec: MixSpec, first: Placed, second: Placed, population: float) -> MixedPoints:
    """Return what two points do alone and mixed.

    Raises
    ------
    ConstraintError
        Where no mixture has what is wanted.
    """
    policies, prior = _policies(spec, first, second), first[1].prior
    found = mixture_of(policies, spec.by, spec.wanted, prior, population)
    return MixedPoints(spec, *policies, found)


def _policies(spec: MixSpec, first: Placed, second: Placed) -> tuple[Policy, Policy]:
    return _by_hand(*first, spec.first), _by_hand(*second, spec.second)


def _by_hand(model: ModelCurves, condition: OperatingCondition, point: PointSpec) -> Policy:
    by_hand = SelectionSpec(MANUAL, thresholds={point.key: point.manual_position})
    return choose(model, condition, by_hand, Objective.PROFIT).policy


def _only_capacity(settings: DatasetSettings) -> float | None:
    """Return the capacity where the most positives are wanted and nothing else is bounded."""
    selection = settings.selection
    limits = selection.bounds.limits if selection.criterion.keeps_bounds else {}
    if settings.objective is not Objective.TPR or limits.keys() != {BoundKind.CASES}:
        return None
    return limits[BoundKind.CASES]


def mixture_of(
    policies: tuple[Policy, Policy], by: MixBy, wanted: float, prior: float, population: float
) -> Interpolation:
    """Return the mixture of two policies that has a share of the first, an fpr, or so many cases.

    Raises
    ------
    ConstraintError
        Where there is none.
    """
    one, other = (RocPoint(policy.fpr, policy.tpr) for policy in policies)
    if by is MixBy.CASES:
        return interpolation_for(one, other, wanted, population, prior)
    mixing = 1 - wanted if by is MixBy.SHARE else mixing_probability(one.fpr, other.fpr, wanted)
    return interpolation_at(one, other, mixing, population, prior)


@dataclass(frozen=True, slots=True)
class Mixture:
    """The decisions of a randomised mixture of two models; `edge` names the keys of both."""

    edge: HullEdge
    found: Interpolation
