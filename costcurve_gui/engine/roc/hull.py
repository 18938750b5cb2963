"""The ROC convex hull: the thresholds that are best under some condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.roc.upper_hull import upper_hull_rows

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource

_TIE = 1e-12
"""Relative distance in PC(+) within which two vertices count as equally cheap."""


@dataclass(frozen=True, slots=True, eq=False)
class RocHull:
    """Vertices of the upper hull from (0, 0) to (1, 1), none of them on a straight line.

    Attributes
    ----------
    indices : ndarray of int64, shape (h,)
        Rows of the table that the vertices are, ascending; the first and the last row always.
    thresholds : ndarray of float64, shape (h,)
        Their thresholds, descending.
    fpr, tpr : ndarray of float64, shape (h,)
        Never decreasing.
    """

    indices: Indices
    thresholds: Floats
    fpr: Floats
    tpr: Floats

    def __len__(self) -> int:
        return int(self.indices.size)

    def touching(self, probability_cost: float) -> int:
        """Return the position of the cheapest vertex at PC(+), within 0-1.

        Of two equally cheap vertices it is the one of smaller fpr; at PC(+) = 0, where the tpr
        costs nothing, still the one of larger tpr at that fpr.
        """
        # A vertex is left for the next one where (next tpr - tpr) PC > (next fpr - fpr) (1 - PC).
        benefit, cost = np.diff(self.tpr), np.diff(self.fpr)
        leave_above = np.where(cost > 0, cost / (cost + benefit), -1.0)
        return int(np.searchsorted(leave_above, probability_cost * (1 - _TIE)))

    def on_hull(self, rows: int) -> Bools:
        """Return which of the `rows` rows of the table are vertices."""
        mask = np.zeros(rows, dtype=np.bool_)
        mask[self.indices] = True
        return mask


def convex_hull(rates: RateSource) -> RocHull:
    """Return the upper convex hull of the points with (0, 0) and (1, 1).

    Exact for counts; for weights and costs within the rounding of their sums. Blocks of rows
    that cannot reach the hull of a coarser sample are never looked at, so millions of points
    cost a small part of the sort that made them.

    References
    ----------
    .. [1] Fawcett (2004), section 6.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> hull = convex_hull(threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1]))
    >>> hull.indices.tolist(), hull.tpr.tolist()
    ([0, 1, 3, 4], [0.0, 0.5, 1.0, 1.0])
    """
    rows = upper_hull_rows(rates)
    return RocHull(
        read_only(rows),
        read_only(rates.thresholds[rows]),
        read_only(rates.fpr_at(rows)),
        read_only(rates.tpr_at(rows)),
    )
