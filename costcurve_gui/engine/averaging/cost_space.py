"""The average in cost space: the only one whose cost is the mean cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.averaging.roc_averages import (
    GRID,
    AverageCurve,
    average_curve,
    require_curves,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.cost_curve import CostCurve


@dataclass(frozen=True, slots=True, eq=False)
class RocImage:
    """A mean of cost curves, exact, as the ROC curve that it is the dual of.

    Row k is the mean classifier that serves from ``pc_plus[k]`` to ``pc_plus[k + 1]``.

    Attributes
    ----------
    pc_plus : ndarray of float64, shape (k,)
        PC(+) at which a row begins to be the cheapest, ascending from 0.
    fpr, tpr : ndarray of float64, shape (k,)
        A convex curve, never decreasing. With (0, 0) before it and (1, 1) after it, it is whole.
    """

    pc_plus: Floats
    fpr: Floats
    tpr: Floats


def cost_space_average(
    envelopes: Sequence[CostCurve], pc_plus: Floats = GRID, level: float = 0.9
) -> AverageCurve:
    """Average the cost of several models at each PC(+), each with its cheapest threshold there.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        Lower envelopes, one per fold; of ROCIV where costs vary.
    pc_plus : ndarray of float64, shape (m,), default 0, 0.01 .. 1
        Where the curves are compared, within 0-1.
    level : float, default 0.9
        Confidence of the interval of the mean.

    Returns
    -------
    AverageCurve
        Its values are normalized expected cost.

    Raises
    ------
    ConstraintError
        Where there is no curve, or the level lies outside 0-1.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.5.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> folds = [threshold_table([1, 0], [2, 1]), threshold_table([1, 0], [1, 1])]
    >>> envelopes = [lower_envelope(convex_hull(table)) for table in folds]
    >>> cost_space_average(envelopes).values.mean[[0, 25, 50]].tolist()
    [0.0, 0.125, 0.25]
    """
    return average_curve(pc_plus, [curve.value_at(pc_plus) for curve in envelopes], level)


def roc_image(envelopes: Sequence[CostCurve]) -> RocImage:
    """Return the mean of several cost curves as a ROC curve.

    Between two neighbouring vertices of any of the envelopes each is one line, fpr (1 - PC(+)) +
    fnr PC(+). The mean of lines is the line of the mean rates, so the points that correspond are
    those that touch iso-performance lines of one slope.

    Parameters
    ----------
    envelopes : sequence of CostCurve
        One per fold.

    Returns
    -------
    RocImage

    Raises
    ------
    ConstraintError
        Where there is no curve.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.5 and figure 15 (b).

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> folds = [threshold_table([1, 0], [2, 1]), threshold_table([1, 0], [1, 1])]
    >>> image = roc_image([lower_envelope(convex_hull(table)) for table in folds])
    >>> image.pc_plus.tolist(), image.fpr.tolist(), image.tpr.tolist()
    ([0.0, 0.5], [0.0, 0.5], [0.5, 1.0])
    """
    require_curves(envelopes)
    starts = distinct(*(curve.pc_plus[:-1] for curve in envelopes))
    fpr, tpr = np.zeros(starts.size), np.zeros(starts.size)
    for curve in envelopes:
        segment = np.searchsorted(curve.pc_plus[:-1], starts, side="right") - 1
        fpr += curve.fpr[segment]
        tpr += curve.tpr[segment]
    fpr /= len(envelopes)
    tpr /= len(envelopes)
    return RocImage(read_only(starts), read_only(fpr), read_only(tpr))
