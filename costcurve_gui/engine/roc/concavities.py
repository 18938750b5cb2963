"""Where a curve lies below its own hull: instances that the model ranks in the wrong order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.roc.hull import RocHull

_ROUNDING = 1e-12
"""Depths up to this come from the rounding of sums."""


@dataclass(frozen=True, slots=True, eq=False)
class Concavities:
    """Parts of a curve below one edge of its hull each, in order of fpr.

    A and C are the ends of the edge, B is the point farthest below it. No threshold between A
    and C is worth having: a mixture of A and C has its fpr at a larger tpr.

    Attributes
    ----------
    first_rows, deepest_rows, last_rows : ndarray of int64, shape (c,)
        Rows of A, B and C in the table.
    first_thresholds, deepest_thresholds, last_thresholds : ndarray of float64, shape (c,)
        T_A > T_B > T_C.
    fpr_low, fpr_high, tpr_low, tpr_high : ndarray of float64, shape (c,)
        Rates of A and C.
    depth : ndarray of float64, shape (c,)
        How far the tpr of B lies below the edge, above 0.
    area : ndarray of float64, shape (c,)
        Area between the edge and the curve: what mixing A and C adds to the AUC.
    """

    first_rows: Indices
    deepest_rows: Indices
    last_rows: Indices
    first_thresholds: Floats
    deepest_thresholds: Floats
    last_thresholds: Floats
    fpr_low: Floats
    fpr_high: Floats
    tpr_low: Floats
    tpr_high: Floats
    depth: Floats
    area: Floats

    def __len__(self) -> int:
        return int(self.depth.size)

    @property
    def repair_gain(self) -> Floats:
        """AUC gained by reversing the ranking between A and C, shape (c,).

        The curve is reflected through the midpoint of A and C, so that the area comes to lie above
        the edge instead of below it.
        """
        return read_only(2 * self.area)


def concavities(rates: RateSource, hull: RocHull) -> Concavities:
    """Return where a curve lies below its hull.

    Parameters
    ----------
    rates : RateSource
        Counts for the concavities of ROC, costs for those of ROCIV.
    hull : RocHull
        Its hull.

    Returns
    -------
    Concavities
        Where several points are farthest below an edge, B is one of them.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.2.
    .. [2] Flach & Wu (2003), Repairing concavities in ROC curves.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> found = concavities(table, convex_hull(table))
    >>> found.deepest_thresholds.tolist(), found.depth.tolist(), found.area.tolist()
    ([0.7], [0.5], [0.125])
    """
    depth, deepest, area = _below_edges(rates, hull)
    edges = np.flatnonzero(depth > _ROUNDING)
    first, middle, last = hull.indices[edges], deepest[edges], hull.indices[edges + 1]
    return Concavities(
        first_rows=read_only(first),
        deepest_rows=read_only(middle),
        last_rows=read_only(last),
        first_thresholds=read_only(rates.thresholds[first]),
        deepest_thresholds=read_only(rates.thresholds[middle]),
        last_thresholds=read_only(rates.thresholds[last]),
        fpr_low=read_only(hull.fpr[edges]),
        fpr_high=read_only(hull.fpr[edges + 1]),
        tpr_low=read_only(hull.tpr[edges]),
        tpr_high=read_only(hull.tpr[edges + 1]),
        depth=read_only(depth[edges]),
        area=read_only(area[edges]),
    )


def _below_edges(rates: RateSource, hull: RocHull) -> tuple[Floats, Indices, Floats]:
    """Return for each edge the largest depth of the curve, the row of it, and the area."""
    edges = len(hull) - 1
    depth, area, deepest = np.zeros(edges), np.zeros(edges), hull.indices[:-1].copy()
    for start, stop in chunks(0, len(rates) - 1):
        fpr, drop, edge = _drops(rates, hull, start, stop)
        first = np.flatnonzero(np.diff(edge, prepend=-1))
        present = edge[first]
        area[present] += np.add.reduceat(np.diff(fpr) * (drop[1:] + drop[:-1]) / 2, first)
        largest = np.maximum.reduceat(drop[:-1], first)
        row = start + _first_equal(drop[:-1], largest, first)
        deeper = largest > depth[present]
        deepest[present[deeper]] = row[deeper]
        depth[present[deeper]] = largest[deeper]
    return depth, deepest, area


def _drops(
    rates: RateSource, hull: RocHull, start: int, stop: int
) -> tuple[Floats, Floats, Indices]:
    """Return fpr and depth of the rows from `start` to `stop` inclusive, and the edge of each.

    The edge is that of the rows before `stop`; a vertex, of depth 0, counts to the one after it.
    """
    rows = np.arange(start, stop + 1)
    edge = np.searchsorted(hull.indices, rows[:-1], side="right") - 1
    of_row = np.append(edge, edge[-1])
    fpr, tpr = rates.fpr_at(rows), rates.tpr_at(rows)
    run, rise = np.diff(hull.fpr)[of_row], np.diff(hull.tpr)[of_row]
    along = np.divide(fpr - hull.fpr[of_row], run, out=np.zeros_like(fpr), where=run > 0)
    # No point beside an upright edge is below its lower end, so none has a depth above 0.
    return fpr, hull.tpr[of_row] + along * rise - tpr, edge


def _first_equal(values: Floats, wanted: Floats, first: Indices) -> Indices:
    """Return for each run of `values`, beginning at `first`, where its wanted value comes first."""
    lengths = np.diff(first, append=values.size)
    found = np.flatnonzero(values == np.repeat(wanted, lengths))
    return found[np.searchsorted(found, first)]
