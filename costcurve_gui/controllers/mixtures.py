"""The mixture of two models that uses a given capacity best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.models.results import Mixture
from costcurve_gui.models.state import Criterion

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.engine.roc.joint_hull import HullEdge
    from costcurve_gui.engine.selection.combinations import Interpolation
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.results import ModelScene
    from costcurve_gui.models.state import SelectionSpec

_ROUNDING = 1e-12


def mixture_for(
    shown: Sequence[ModelScene], alone: Iterable[Policy], prior: float, spec: SelectionSpec
) -> Mixture | None:
    """Return the mixture of two models that finds the most positives among so many cases.

    None where the criterion is not the capacity, or where one of the policies of the models alone
    does as well.
    """
    if spec.criterion is not Criterion.WORKFORCE or len(shown) < 2:
        return None
    from costcurve_gui.engine.roc.joint_hull import joint_hull

    joint = joint_hull({model.info.key: model.evaluation.roc_hull for model in shown})
    shares = prior * joint.hull.tpr + (1 - prior) * joint.hull.fpr
    after = int(np.searchsorted(shares, spec.capacity / spec.population))
    if not 0 < after < len(joint):
        return None
    edge = joint.edge(after - 1)
    owners = {edge.left.model, edge.right.model}
    if len(owners) < 2 or not owners.isdisjoint(("none", "all")):
        return None
    found = _mixed(edge, prior, spec)
    # Models that share a corner of the hull may reach the whole edge by themselves.
    better = all(found.point.tpr > policy.tpr + _ROUNDING for policy in alone)
    return Mixture(edge, found) if better else None


def _mixed(edge: HullEdge, prior: float, spec: SelectionSpec) -> Interpolation:
    from costcurve_gui.engine.cost.duality import RocPoint
    from costcurve_gui.engine.selection.combinations import interpolation_for

    left, right = (RocPoint(vertex.fpr, vertex.tpr) for vertex in (edge.left, edge.right))
    return interpolation_for(left, right, spec.capacity, spec.population, prior)
