"""Points of ROC space are lines of cost space, and lines are points (Drummond & Holte, 2006)."""

from __future__ import annotations

import math


def cost_line(fpr: float, tpr: float) -> tuple[float, float]:
    """Return (slope, intercept) of the cost line of a classifier over PC(+).

    The line runs from the intercept fpr at PC(+) = 0 to fnr at PC(+) = 1 (eq. 5).

    Examples
    --------
    >>> cost_line(0.25, 0.5)
    (0.25, 0.25)
    """
    return 1 - tpr - fpr, fpr


def roc_point(slope: float, intercept: float) -> tuple[float, float]:
    """Return (fpr, tpr) of the classifier whose cost line is ``slope * PC(+) + intercept``.

    Examples
    --------
    >>> roc_point(*cost_line(0.25, 0.5))
    (0.25, 0.5)
    """
    return intercept, 1 - (slope + intercept)


def cost_point(slope: float, tpr_intercept: float) -> tuple[float, float]:
    """Return (PC(+), cost) of a line in ROC space.

    A negative slope gives a PC(+) outside 0-1, and slope -1 a point at infinity.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.2.

    Examples
    --------
    >>> cost_point(1.0, 0.5)
    (0.5, 0.25)
    """
    if slope == -1:
        return math.inf, math.copysign(math.inf, 1 - tpr_intercept)
    pc_plus = 1 / (1 + slope)
    return pc_plus, (1 - tpr_intercept) * pc_plus


def roc_line(pc_plus: float, cost: float) -> tuple[float, float]:
    """Return (slope, tpr intercept) of the ROC line that is dual to a point of cost space.

    At PC(+) = 0 the line is vertical, its slope infinite and its intercept undefined (NaN).

    Examples
    --------
    >>> roc_line(0.5, 0.25)
    (1.0, 0.5)
    """
    if pc_plus == 0:
        return math.inf, math.nan
    return (1 - pc_plus) / pc_plus, 1 - cost / pc_plus
