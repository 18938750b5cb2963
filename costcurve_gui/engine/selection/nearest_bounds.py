"""Bounds that exclude each other: by how much one of them has to give way."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.selection.bounds import BoundKind, HalfPlane
from costcurve_gui.engine.selection.threshold_search import Goal, best_row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.bounds import Bound

_STEPS = 100
"""More than the search for the highest precision takes: each step comes strictly nearer."""


def nearest_limit(
    ev: ModelEvaluation, condition: OperatingCondition, kind: BoundKind, others: Sequence[Bound]
) -> float | None:
    """Return the strictest limit of one bound that a threshold keeps together with all others.

    Parameters
    ----------
    ev : ModelEvaluation
        The model. Of a family only classifiers count that no other one dominates.
    condition : OperatingCondition
        Prior and mean costs.
    kind : BoundKind
        What gives way: of cases, a share and a budget the limit is the share acted on.
    others : sequence of Bound
        They are kept.

    Returns
    -------
    float or None
        None where no threshold keeps the others, or none of those that do acts on anybody and a
        precision is asked for.

    Notes
    -----
    A rate is linear in the ROC rates, so it is one search among all thresholds. The precision is
    a ratio: Dinkelbach's (1967) iteration searches for the best threshold at the precision found
    so far.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.selection.bounds import Bound
    >>> model = evaluate_scores("m", [True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> recall = Bound(BoundKind.TPR, 0.8)
    >>> nearest_limit(model, model.condition(), BoundKind.FPR, [recall])
    0.5
    """
    planes = [bound.at(condition.prior) for bound in others]
    if kind is BoundKind.PRECISION:
        return _highest_precision(ev, condition.prior, planes)
    used = _USED[kind] if kind in _USED else (1 - condition.prior, condition.prior)
    row = best_row(ev, Goal(-used[0], -used[1], 0.0, 0.0), planes)
    if row is None:
        return None
    fpr, tpr = _rates(ev, row)
    return abs(used[0] * fpr + used[1] * tpr)


_USED = {BoundKind.FPR: (1.0, 0.0), BoundKind.TPR: (0.0, -1.0)}


def _highest_precision(
    ev: ModelEvaluation, prior: float, planes: Sequence[HalfPlane]
) -> float | None:
    within, precision = [*planes, HalfPlane(0.0, 0.0, 0.0, must_act=True)], 0.0
    for _ in range(_STEPS):
        goal = Goal(-precision * (1 - prior), (1 - precision) * prior, 0.0, 0.0)
        row = best_row(ev, goal, within)
        if row is None:
            return None
        fpr, tpr = _rates(ev, row)
        found = prior * tpr / (prior * tpr + (1 - prior) * fpr)
        if math.isclose(found, precision, rel_tol=1e-12, abs_tol=1e-15):
            break
        precision = found
    return precision


def _rates(ev: ModelEvaluation, row: int) -> tuple[float, float]:
    at = np.array([row])
    return float(ev.table.fpr_at(at)[0]), float(ev.table.tpr_at(at)[0])
