"""Neyman-Pearson's bound and the limits of a workforce, answered in cost space.

The classifiers that meet such a bound exactly lie on a falling or upright line of ROC space. In
cost space their lines all pass through one point, which may be anywhere outside 0-1, or are all
parallel. A walk along the lower envelope finds the best of them without that point.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.duality import CostLine, CostPoint, cost_line
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.cost.cost_curve import CostCurve


@dataclass(frozen=True, slots=True)
class RateBound:
    """At most `most` positive decisions, where both classes count with a weight.

    Attributes
    ----------
    per_positive, per_negative : float
        What a tpr and an fpr of 1 use up, at least 0 and not both 0.
    most : float
        RateBound on per_positive * tpr + per_negative * fpr.
    fits_all : bool
        Whether every case is to be treated, because there are hands for all.
    """

    per_positive: float
    per_negative: float
    most: float
    fits_all: bool = False

    @property
    def point(self) -> CostPoint | None:
        """The point through which the cost lines of the bound pass; None where they are parallel.

        X = P / (P - N) and Y = (P - W) / (P - N), which also holds for P = 0 (Drummond & Holte
        2006, equations 3 and 12).
        """
        excess = self.per_positive - self.per_negative
        if excess == 0:
            return None
        return CostPoint(self.per_positive / excess + 0.0, (self.per_positive - self.most) / excess)

    @property
    def parallel_slope(self) -> float | None:
        """The slope that these lines have in common where they meet at no point (P = N)."""
        if self.per_positive != self.per_negative:
            return None
        return 1 - self.most / self.per_positive


@dataclass(frozen=True, slots=True)
class WalkedLine:
    """The best classifier within a bound: a line through a vertex of the envelope.

    Attributes
    ----------
    vertex : CostPoint
        Where the two classifiers that are mixed cost the same.
    line : CostLine
        The mixture; its ends are fpr at PC(+) = 0 and 1 - tpr at PC(+) = 1.
    left, right : CostLine
        The classifiers of the segments that meet at the vertex.
    mixing : float
        Probability of the right one's decision, 0-1.
    """

    vertex: CostPoint
    line: CostLine
    left: CostLine
    right: CostLine
    mixing: float


def neyman_pearson_bound(max_fpr: float) -> RateBound:
    """Return the bound of Neyman-Pearson: the point (0, max_fpr) on the left edge.

    Raises
    ------
    ConstraintError
        Where the bound lies outside 0-1.

    Examples
    --------
    >>> neyman_pearson_bound(0.2).point
    CostPoint(pc_plus=0.0, cost=0.2)
    """
    if not 0 <= max_fpr <= 1:
        raise ConstraintError(f"The bound on fpr must lie between 0 and 1; it is {max_fpr:g}.")
    return RateBound(0.0, 1.0, max_fpr)


def workforce_bound(capacity: float, population: float, prior: float) -> RateBound:
    """Return the bound of a workforce that can treat `capacity` of `population` cases.

    Parameters
    ----------
    capacity, population : float
        W and M, in cases: W at least 0, M above 0.
    prior : float
        Share of positives among the cases, 0-1.

    Raises
    ------
    ConstraintError
        Where one of them lies outside its range.

    Examples
    --------
    >>> workforce_bound(50, 100, prior=0.25).point
    CostPoint(pc_plus=-0.5, cost=0.5)
    >>> workforce_bound(25, 100, prior=0.5).parallel_slope
    0.5
    """
    if not (population > 0 and capacity >= 0 and 0 <= prior <= 1):
        raise ConstraintError("A workforce needs W >= 0, M > 0 and a prior between 0 and 1.")
    return RateBound(prior, 1 - prior, capacity / population, fits_all=capacity >= population)


def walk_envelope(envelope: CostCurve, bound: RateBound) -> WalkedLine:
    """Walk along the vertices of the lower envelope to the best classifier within a bound.

    Through every vertex (X, Y) passes one line that meets the bound exactly. Its slope is
    (P - W + Y (N - P)) / ((1 - X) P + X N), and where that lies between the slopes of the two
    segments that meet there, the line is the answer. The slopes are compared without the
    division, which settles P = 0 and N = 0; P = N is no special case.

    Parameters
    ----------
    envelope : CostCurve
        Envelope of the ROC hull (by count, also where costs vary).
    bound : RateBound
        See `neyman_pearson_bound` and `workforce_bound`.

    Returns
    -------
    WalkedLine
        Of largest tpr, and of the least fpr among those; "always positive" where all cases fit.

    References
    ----------
    .. [1] Drummond & Holte (2000), section 4 and equation 14.
    .. [2] Drummond & Holte (2006), sections 5.1.3 and 5.1.4.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.cost.cost_curve import lower_envelope
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> found = walk_envelope(lower_envelope(convex_hull(table)), neyman_pearson_bound(0.25))
    >>> found.vertex, found.mixing, found.line
    (CostPoint(pc_plus=0.5, cost=0.25), 0.5, CostLine(slope=0.0, intercept=0.25))
    """
    lines = _lines(envelope)
    if bound.fits_all:
        return _unmixed(envelope, lines, len(lines) - 2, mixing=1.0)
    x, y = envelope.pc_plus[:-1], envelope.cost[:-1]
    wanted = bound.per_positive - bound.most + y * (bound.per_negative - bound.per_positive)
    scale = (1 - x) * bound.per_positive + x * bound.per_negative
    slopes = np.array([line.slope for line in lines])
    # The segment on the right breaks the bound where its slope lies below the line's.
    too_much = np.flatnonzero(wanted > slopes[1:-1] * scale)
    if not too_much.size:
        return _unmixed(envelope, lines, len(lines) - 2, mixing=0.0)
    at = int(too_much[0])
    return _mixed(envelope, lines, at, slope=float(wanted[at] / scale[at]))


def _lines(envelope: CostCurve) -> list[CostLine]:
    """Return "always negative", the segments from left to right, and "always positive"."""
    segments = zip(envelope.fpr[:-1].tolist(), envelope.tpr[:-1].tolist(), strict=True)
    return [cost_line(0.0, 0.0), *(cost_line(*rates) for rates in segments), cost_line(1.0, 1.0)]


def _vertex(envelope: CostCurve, at: int) -> CostPoint:
    return CostPoint(float(envelope.pc_plus[at]), float(envelope.cost[at]))


def _unmixed(
    envelope: CostCurve, lines: Sequence[CostLine], at: int, *, mixing: float
) -> WalkedLine:
    """Return one of the two lines that meet at a vertex."""
    left, right = lines[at], lines[at + 1]
    return WalkedLine(_vertex(envelope, at), right if mixing else left, left, right, mixing)


def _mixed(envelope: CostCurve, lines: Sequence[CostLine], at: int, *, slope: float) -> WalkedLine:
    """Return the line of a slope through a vertex."""
    vertex, left, right = _vertex(envelope, at), lines[at], lines[at + 1]
    slope = min(max(slope, right.slope), left.slope)  # but for rounding it lies between them
    line = CostLine(slope, vertex.cost - slope * vertex.pc_plus)
    return WalkedLine(vertex, line, left, right, (left.slope - slope) / (left.slope - right.slope))
