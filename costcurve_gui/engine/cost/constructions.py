"""Normalized expected cost as a length in ROC space."""

from __future__ import annotations

import math
from typing import NamedTuple

from costcurve_gui.engine.cost.duality import RocPoint


class Segment(NamedTuple):
    """A straight piece of ROC space."""

    start: RocPoint
    end: RocPoint

    @property
    def length(self) -> float:
        """Euclidean length."""
        return math.dist(self.start, self.end)


class Construction(NamedTuple):
    """What to draw so that a cost can be read from a ROC plot.

    Attributes
    ----------
    iso_line : Segment
        The line of equal cost through the classifier, within the unit square, from its lower
        left to its upper right end.
    measure : Segment
        The segment whose length tells the cost; its end lies on the line of equal cost.
    cost : float
        Normalized expected cost.
    """

    iso_line: Segment
    measure: Segment
    cost: float


def perpendicular_construction(fpr: float, tpr: float, probability_cost: float) -> Construction:
    """Drop a perpendicular from the perfect classifier onto the iso-performance line.

    Parameters
    ----------
    fpr, tpr : float
        The classifier, 0-1.
    probability_cost : float
        PC(+), 0-1.

    Returns
    -------
    Construction
        At one condition the lengths are in proportion to the costs: the cost is the length times
        sqrt(PC(+)^2 + PC(-)^2). The foot may lie outside the unit square.

    References
    ----------
    .. [1] Drummond & Holte (2006), figure 7, left.

    Examples
    --------
    >>> found = perpendicular_construction(fpr=0.5, tpr=0.75, probability_cost=0.5)
    >>> found.cost, found.measure.end
    (0.375, RocPoint(fpr=0.375, tpr=0.625))
    >>> round(found.measure.length * 0.5**0.5, 12)
    0.375
    """
    cost = _cost(fpr, tpr, probability_cost)
    across, up = 1 - probability_cost, probability_cost
    reach = cost / (across**2 + up**2)
    foot = RocPoint(reach * across, 1 - reach * up)
    return Construction(_iso_line(cost, probability_cost), Segment(RocPoint(0.0, 1.0), foot), cost)


def horizontal_construction(fpr: float, tpr: float, probability_cost: float) -> Construction:
    """Go from the tpr axis to where the iso-performance line meets the line tpr = 1 - fpr.

    Parameters
    ----------
    fpr, tpr : float
        The classifier, 0-1.
    probability_cost : float
        PC(+), 0-1.

    Returns
    -------
    Construction
        The length of the segment is the cost: on that diagonal both error rates are equal, so
        they equal any weighted mean of them.

    References
    ----------
    .. [1] Flach (2003), in Drummond & Holte (2006), figure 7, right.

    Examples
    --------
    >>> found = horizontal_construction(fpr=0.5, tpr=0.75, probability_cost=0.5)
    >>> found.measure.end, found.measure.length
    (RocPoint(fpr=0.375, tpr=0.625), 0.375)
    """
    cost = _cost(fpr, tpr, probability_cost)
    measure = Segment(RocPoint(0.0, 1 - cost), RocPoint(cost, 1 - cost))
    return Construction(_iso_line(cost, probability_cost), measure, cost)


def _cost(fpr: float, tpr: float, probability_cost: float) -> float:
    return (1 - tpr) * probability_cost + fpr * (1 - probability_cost)


def _iso_line(cost: float, pc: float) -> Segment:
    """Return all classifiers of one cost: fnr PC(+) + fpr PC(-) = cost within the unit square."""
    fpr, fnr = _ends(cost, pc)
    other_fnr, other_fpr = _ends(cost, 1 - pc)
    return Segment(RocPoint(fpr, 1 - fnr), RocPoint(other_fpr, 1 - other_fnr))


def _ends(cost: float, pc: float) -> tuple[float, float]:
    """Return the smaller fpr and the larger fnr at which errors of equal cost end."""
    if cost > pc:
        return (cost - pc) / (1 - pc), 1.0
    return 0.0, cost / pc if pc > 0 else 1.0
