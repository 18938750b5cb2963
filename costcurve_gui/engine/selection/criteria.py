"""Criteria: each turns an evaluated model and a condition into a policy.

None of them looks at all rows, so that a drag can call them for every model in every frame.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.mixing import (
    mixed_policy,
    mixing_probability,
    policy_at,
    row_policy,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

_ROUNDING = 1e-12
"""A number of cases that fits exactly is not shut out by the rounding of its sum."""
_BY_TPR = {"neyman_pearson", "neyman_pearson_single", "workforce", "workforce_single"}


def min_cost(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of least expected cost.

    It is the vertex of the ROCIV hull that the iso-performance line touches. Ties go to the
    smaller fpr.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs; see `ModelEvaluation.condition`.

    References
    ----------
    .. [1] Fawcett (2006), section 2.2.
    .. [2] Drummond & Holte (2006), section 5.1.2.
    """
    return _cheapest("min_cost", ev, condition)


def max_profit(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of highest expected profit, which is that of least expected cost."""
    return _cheapest("max_profit", ev, condition)


def youden(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of largest tpr - fpr, the smaller fpr where several are largest.

    That is where a line of slope 1 touches the ROC hull.
    """
    vertex = ev.roc_hull.touching(0.5)
    return row_policy("youden", ev, condition, int(ev.roc_hull.indices[vertex]))


def manual(ev: ModelEvaluation, condition: OperatingCondition, threshold: float) -> Policy:
    """Return what a given threshold does: positive where score >= threshold.

    Raises
    ------
    ConstraintError
        Where the threshold is not a number.
    """
    if math.isnan(threshold):
        raise ConstraintError("The threshold must be a number.")
    thresholds = ev.table.thresholds
    last = bisect_right(range(thresholds.size), -threshold, key=lambda row: -thresholds[row])
    return replace(row_policy("manual", ev, condition, last - 1), threshold=float(threshold))


def neyman_pearson(ev: ModelEvaluation, condition: OperatingCondition, max_fpr: float) -> Policy:
    """Return the policy of largest tpr with fpr <= `max_fpr` on the ROC hull.

    Where the bound falls on an edge, the thresholds at its two ends are mixed; where it hits a
    vertex, or nothing is gained along the edge, one threshold does. The smallest fpr of equal
    tpr is taken.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    max_fpr : float
        Bound, 0-1.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.1.3.
    """
    _require_bound(max_fpr)
    hull = ev.roc_hull
    vertex = int(np.searchsorted(hull.fpr, max_fpr, side="right")) - 1
    vertex = min(vertex, int(np.searchsorted(hull.tpr, hull.tpr[vertex])))
    gains = vertex + 1 < len(hull) and hull.tpr[vertex + 1] > hull.tpr[vertex]
    if not gains or hull.fpr[vertex] == max_fpr:
        return row_policy("neyman_pearson", ev, condition, int(hull.indices[vertex]))
    mixing = mixing_probability(hull.fpr[vertex], hull.fpr[vertex + 1], max_fpr)
    return _on_edge("neyman_pearson", ev, condition, vertex, mixing)


def neyman_pearson_single(
    ev: ModelEvaluation, condition: OperatingCondition, max_fpr: float
) -> Policy:
    """Return the one threshold of largest tpr with fpr <= `max_fpr`, of the smallest fpr then."""
    _require_bound(max_fpr)
    table = ev.table
    above = bisect_right(range(len(table)), max_fpr, key=lambda row: _rate(table.fpr_at, row))
    reached = table.tpr_at(np.array([above - 1]))
    row = int(table.rows_reaching_tpr(reached)[0])
    return row_policy("neyman_pearson_single", ev, condition, row)
