"""ROC space and cost space: points of the one are lines of the other.

Drummond & Holte (2006), equations 2 and 3 and their inverses.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from costcurve_gui.engine.errors import ConstraintError


class RocPoint(NamedTuple):
    """A classifier in ROC space; both rates 0-1."""

    fpr: float
    tpr: float


class CostLine(NamedTuple):
    """A classifier in cost space: normalized expected cost = slope * PC(+) + intercept."""

    slope: float
    intercept: float


class CostPoint(NamedTuple):
    """A point of cost space. PC(+) lies outside 0-1 for falling ROC lines."""

    pc_plus: float
    cost: float


class RocLine(NamedTuple):
    """A line of ROC space: tpr = slope * fpr + tpr_intercept.

    `fpr_at_full` is the fpr where the line reaches tpr 1. It is what a vertical line has in
    place of an intercept, and NaN or infinite for a horizontal one.
    """

    slope: float
    tpr_intercept: float
    fpr_at_full: float


def cost_line(fpr: float, tpr: float) -> CostLine:
    """Return the cost line of a classifier.

    >>> cost_line(0.25, 0.5)
    CostLine(slope=0.25, intercept=0.25)
    """
    return CostLine(slope=(1 - fpr) - tpr, intercept=fpr)


def roc_point(slope: float, intercept: float) -> RocPoint:
    """Return the classifier whose cost line is slope * PC(+) + intercept.

    >>> roc_point(0.25, 0.25)
    RocPoint(fpr=0.25, tpr=0.5)
    """
    return RocPoint(fpr=intercept, tpr=1 - (slope + intercept))


def cost_point(line: RocLine) -> CostPoint:
    """Return the point of cost space that a ROC line is.

    A line of slope -1 lies at infinity: PC(+) is inf, and so is the cost, with the sign of its
    direction (0 for the line through tpr 1).

    >>> cost_point(RocLine(slope=3.0, tpr_intercept=0.5, fpr_at_full=1 / 6))
    CostPoint(pc_plus=0.25, cost=0.125)
    """
    if math.isinf(line.slope):
        return CostPoint(0.0, line.fpr_at_full)
    below_full = 1 - line.tpr_intercept
    if line.slope == -1:
        return CostPoint(math.inf, math.copysign(math.inf, below_full) if below_full else 0.0)
    pc_plus = 1 / (1 + line.slope)
    return CostPoint(pc_plus, below_full * pc_plus)


def roc_line(pc_plus: float, cost: float) -> RocLine:
    """Return the ROC line that a point of cost space is: classifiers of equal cost at PC(+).

    >>> roc_line(0.5, 0.25)
    RocLine(slope=1.0, tpr_intercept=0.5, fpr_at_full=0.5)
    """
    if pc_plus == 0:
        return RocLine(math.inf, math.nan, cost)
    slope, intercept = (1 - pc_plus) / pc_plus, 1 - cost / pc_plus
    return RocLine(slope, intercept, cost / (1 - pc_plus) if pc_plus != 1 else math.nan)


def workforce_line(capacity: float, population: float, prior: float) -> RocLine:
    """Return the line of the classifiers that treat `capacity` of `population` cases.

    Its slope is -N/P, its dual the point X = P/(P-N), Y = (1 - W/P) X, outside 0-1.

    Raises
    ------
    ConstraintError
        Where the population is not above 0.

    References
    ----------
    .. [1] Drummond & Holte (2006), equation 12.

    Examples
    --------
    >>> line = workforce_line(800, 4000, prior=0.06)
    >>> round(line.slope, 4), round(line.tpr_intercept, 4)
    (-15.6667, 3.3333)
    """
    if not population > 0:
        raise ConstraintError("The population must be above 0.")
    positives, negatives = prior * population, (1 - prior) * population
    if positives == 0:
        return RocLine(math.inf, math.nan, capacity / negatives)
    at_full = (capacity - positives) / negatives if negatives else math.nan
    return RocLine(-negatives / positives, capacity / positives, at_full)
