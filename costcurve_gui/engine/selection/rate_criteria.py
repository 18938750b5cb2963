"""Criteria that aim at a point or at a rate and know nothing of costs.

Like those of `criteria`, they look at few of the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.policy_evaluation import first_row_of_same_tpr, row_policy

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

_ROUNDING = 1e-12
"""A rate that is met exactly is not missed by the rounding of a product."""
_BLOCK = 512
"""Rows that are ruled out at once by the corner of their rectangle."""


def closest_to_corner(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold whose ROC point is nearest to (0, 1), the smaller fpr of several.

    It may lie below the hull, where no costs and no prior would choose it.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    """
    return row_policy("closest_to_corner", ev, condition, _closest_row(ev))


def target_recall(ev: ModelEvaluation, condition: OperatingCondition, recall: float) -> Policy:
    """Return the highest threshold whose tpr is at least `recall`.

    Raises
    ------
    ConstraintError
        Where the recall lies outside 0-1.
    """
    _require_rate("recall", recall)
    row = int(ev.table.rows_reaching_tpr(np.array([recall]))[0])
    return row_policy("target_recall", ev, condition, row)


def target_precision(
    ev: ModelEvaluation, condition: OperatingCondition, precision: float
) -> Policy | None:
    """Return the threshold of largest tpr whose precision at the prior is at least `precision`.

    Precision goes up and down along the thresholds; of those that reach it, the one that finds
    most positives is taken, with the smallest fpr of equal tpr.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.
    precision : float
        0-1.

    Returns
    -------
    Policy or None
        None where no threshold that treats anybody reaches the precision.

    Raises
    ------
    ConstraintError
        Where the precision lies outside 0-1.
    """
    _require_rate("precision", precision)

    def reached(fpr: Floats, tpr: Floats) -> Bools:
        true, false = condition.prior * tpr, (1 - condition.prior) * fpr
        enough: Bools = true * (1 - precision) * (1 + _ROUNDING) >= precision * false
        return enough & (true + false > 0)

    hull, table = ev.roc_hull, ev.table
    vertices = np.flatnonzero(reached(hull.fpr, hull.tpr))
    if not vertices.size:
        return None
    # Points that reach it lie above a line from (0, 0), so none comes after the edge that the
    # line crosses.
    last = int(vertices[-1])
    rows = np.arange(hull.indices[last], hull.indices[min(last + 1, len(hull) - 1)] + 1)
    row = rows[np.flatnonzero(reached(table.fpr_at(rows), table.tpr_at(rows)))[-1]]
    return row_policy("target_precision", ev, condition, first_row_of_same_tpr(ev, int(row)))


def highest_precision(ev: ModelEvaluation, condition: OperatingCondition) -> Policy:
    """Return the threshold of highest precision, the largest tpr of several.

    Precision grows with tpr / fpr at every prior, so it is the end of the hull's first edge.

    Parameters
    ----------
    ev : ModelEvaluation
        The model.
    condition : OperatingCondition
        Prior and mean costs.

    Examples
    --------
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> model = evaluate_scores("m", [False, True, True, False], [0.9, 0.8, 0.7, 0.1])
    >>> policy = highest_precision(model, model.condition())
    >>> policy.threshold, policy.tpr, policy.fpr
    (0.7, 1.0, 0.5)
    """
    return row_policy("highest_precision", ev, condition, int(ev.roc_hull.indices[1]))


def _closest_row(ev: ModelEvaluation) -> int:
    """Find the row in the few blocks of rows that may come nearer than any vertex of the hull."""
    table, hull = ev.table, ev.roc_hull
    radius = float(np.hypot(hull.fpr, 1 - hull.tpr).min()) * (1 + _ROUNDING)
    starts = np.arange(0, len(table), _BLOCK)
    ends = np.minimum(starts + _BLOCK, len(table)) - 1
    near = starts[np.hypot(table.fpr_at(starts), 1 - table.tpr_at(ends)) <= radius]
    rows: Indices = (near[:, None] + np.arange(_BLOCK)).ravel()
    rows = rows[rows < len(table)]
    return int(rows[np.argmin(np.hypot(table.fpr_at(rows), 1 - table.tpr_at(rows)))])


def _require_rate(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ConstraintError(f"The {name} must lie between 0 and 1; it is {value:g}.")
