"""ROC space and cost space: points of the one are lines of the other.

Drummond & Holte (2006), equations 2 and 3 and their inverses.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.engine.cost.crossovers import crossovers
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.cost_curve import CostCurve


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


class CommonTangent(NamedTuple):
    """A line of equal cost that touches two hulls.

    Attributes
    ----------
    pc_plus : float
        PC(+) at which the cost curves cross.
    cost : float
        Normalized expected cost there, of both.
    line : RocLine
        The line in ROC space; its slope is (1 - PC(+)) / PC(+).
    touching_a, touching_b : RocPoint
        The classifiers that the two models use there.
    """

    pc_plus: float
    cost: float
    line: RocLine
    touching_a: RocPoint
    touching_b: RocPoint


def common_tangents(a: CostCurve, b: CostCurve) -> tuple[CommonTangent, ...]:
    """Return the common tangent of two hulls at each PC(+) where the cheaper model changes.

    Parameters
    ----------
    a, b : CostCurve
        Lower envelopes of the two hulls.

    Returns
    -------
    tuple of CommonTangent
        By ascending PC(+): from the steepest line to the flattest. None for a change by way of a
        stretch in which both cost the same.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.3 and figure 11.

    Examples
    --------
    Two classifiers, (0.25, 0.75) and (0.5, 1.0): their cost lines cross at PC(+) = 0.5.

    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> def curve(y_score):
    ...     labels = [True] * 4 + [False] * 4
    ...     return lower_envelope(convex_hull(threshold_table(labels, y_score)))
    >>> (found,) = common_tangents(curve([1, 1, 1, 0, 1, 0, 0, 0]), curve([1] * 6 + [0] * 2))
    >>> found.pc_plus, found.cost, found.line.slope
    (0.5, 0.25, 1.0)
    >>> found.touching_a, found.touching_b
    (RocPoint(fpr=0.25, tpr=0.75), RocPoint(fpr=0.5, tpr=1.0))
    """
    return tuple(
        _tangent(a, b, before.high)
        for before, after in pairwise(crossovers(a, b))
        if "equal" not in (before.better, after.better)
    )


def _tangent(a: CostCurve, b: CostCurve, pc: float) -> CommonTangent:
    cost = a.value_at(pc)
    return CommonTangent(pc, cost, roc_line(pc, cost), _touching(a, pc), _touching(b, pc))


def _touching(curve: CostCurve, pc: float) -> RocPoint:
    segment = curve.segment_at(pc)
    return RocPoint(float(curve.fpr[segment]), float(curve.tpr[segment]))
