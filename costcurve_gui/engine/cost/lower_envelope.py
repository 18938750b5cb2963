"""The cost curve of a scoring model: the least cost that any of its thresholds can reach."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.roc.hull import RocHull


@dataclass(frozen=True, slots=True, eq=False)
class CostCurve:
    """Lower envelope of the cost lines of a model and of the trivial classifiers.

    Row k is a vertex together with the classifier of the segment to its right; the last row
    repeats the classifier of the last segment.

    Attributes
    ----------
    pc_plus : ndarray of float64, shape (k,)
        PC(+) of the vertices, ascending from 0 to 1.
    cost : ndarray of float64, shape (k,)
        Normalized expected cost there, 0-1.
    thresholds : ndarray of float64, shape (k,)
        Threshold of each segment, descending; +inf is "always negative".
    indices : ndarray of int64, shape (k,)
        Rows of the threshold table.
    fpr, tpr : ndarray of float64, shape (k,)
        Rates of each segment (those of ROCIV where costs vary): its cost line runs from fpr at
        PC(+) = 0 to 1 - tpr at PC(+) = 1.
    """

    pc_plus: Floats
    cost: Floats
    thresholds: Floats
    indices: Indices
    fpr: Floats
    tpr: Floats

    def __len__(self) -> int:
        return int(self.pc_plus.size)

    @overload
    def value_at(self, pc: float) -> float: ...
    @overload
    def value_at(self, pc: Floats) -> Floats: ...
    def value_at(self, pc: float | Floats) -> float | Floats:
        """Return the normalized expected cost at PC(+) values within 0-1."""
        value = np.interp(pc, self.pc_plus, self.cost)
        return value if isinstance(pc, np.ndarray) else float(value)

    def segment_at(self, pc: float | Floats) -> Indices:
        """Return the positions of the segments at PC(+) values within 0-1, at a vertex the left."""
        return np.maximum(np.searchsorted(self.pc_plus, pc) - 1, 0)

    def classifier_at(self, pc: float) -> int:
        """Return the row of the table that is cheapest at a PC(+) within 0-1.

        At a vertex it is the classifier on its left, the one of smaller fpr.
        """
        return int(self.indices[self.segment_at(pc)])

    @property
    def area(self) -> float:
        """Mean normalized expected cost where every PC(+) is equally likely, 0-0.25."""
        return float(np.trapezoid(self.cost, self.pc_plus))

    @property
    def operating_range(self) -> tuple[float, float] | None:
        """Open interval of PC(+) in which the model beats both trivial classifiers, or None.

        References
        ----------
        .. [1] Drummond & Holte (2006), section 4.2.
        """
        useful = np.flatnonzero(~self._trivial[:-1])
        if not useful.size:
            return None
        return float(self.pc_plus[useful[0]]), float(self.pc_plus[useful[-1] + 1])

    @property
    def _trivial(self) -> Bools:
        same_rate = self.fpr == self.tpr
        trivial: Bools = same_rate & ((self.fpr == 0) | (self.fpr == 1))
        return trivial


def lower_envelope(hull: RocHull) -> CostCurve:
    """Return the lower envelope: a segment per vertex of the hull, a vertex per edge.

    An upright edge at fpr 0 and a level one at tpr 1 have no extent here: their outer ends are
    never cheaper than their inner ones, and have no segment.

    Parameters
    ----------
    hull : RocHull
        Hull of the ROC points, or of the ROCIV points where costs vary.

    Returns
    -------
    CostCurve

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> curve = lower_envelope(convex_hull(table))
    >>> curve.pc_plus.tolist(), curve.cost.tolist(), curve.thresholds.tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0], [0.9, 0.6, 0.6])
    >>> curve.area, curve.operating_range
    (0.125, (0.0, 1.0))
    """
    crossing = _crossings(hull)
    starts, ends = np.append(0.0, crossing), np.append(crossing, 1.0)
    segments = np.flatnonzero(ends > starts)
    segments = np.append(segments, segments[-1])
    pc_plus = np.append(starts[segments[:-1]], 1.0)
    fpr, tpr = hull.fpr[segments], hull.tpr[segments]
    return CostCurve(
        read_only(pc_plus),
        read_only((1 - tpr) * pc_plus + fpr * (1 - pc_plus)),
        read_only(hull.thresholds[segments]),
        read_only(hull.indices[segments]),
        read_only(fpr),
        read_only(tpr),
    )


def _crossings(hull: RocHull) -> Floats:
    """Return the PC(+) at which each vertex of the hull gives way to the next one."""
    cost, benefit = np.diff(hull.fpr), np.diff(hull.tpr)
    # On nearly straight stretches rounding can turn the order of neighbours.
    return np.maximum.accumulate(cost / (cost + benefit))
