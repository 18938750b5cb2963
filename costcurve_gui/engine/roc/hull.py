"""The ROC convex hull: the thresholds that are best under some condition."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Counts, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource


_TIE = 1e-12
"""Relative distance in PC(+) within which two vertices count as equally cheap."""


@dataclass(frozen=True, eq=False)
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
        return int(np.searchsorted(self._leave_above, probability_cost * (1 - _TIE)))

    @cached_property
    def _leave_above(self) -> Floats:
        """The PC(+) above which each vertex is left for the next one."""
        # There (next tpr - tpr) PC > (next fpr - fpr) (1 - PC).
        benefit, cost = np.diff(self.tpr), np.diff(self.fpr)
        leave_above: Floats = np.where(cost > 0, cost / (cost + benefit), -1.0)
        return leave_above

    def are_vertices(self, rows: Indices) -> Bools:
        """Return which of these rows of the table are vertices."""
        found = np.searchsorted(self.indices, rows).clip(max=self.indices.size - 1)
        vertices: Bools = self.indices[found] == rows
        return vertices


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


_FAN = 8
"""Sub-blocks that a block is divided into."""
_FIRST_STRIDE = _FAN**4
_BLOCKS_AT_ONCE = 1 << 15
"""Bounds the memory where nothing can be pruned."""
_WORTHWHILE = 16
"""A pass over all points must remove one in this many, else a scan finishes the work."""
_EXACT_PRODUCT = 2.0**61
"""Cross products of counts up to this stay within int64."""


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """Points of a table whose x and y never decrease. `x` and `y` are int64 or float64."""

    rows: Indices
    x: Counts
    y: Counts

    def __getitem__(self, kept: Any) -> Chain:
        return Chain(self.rows[kept], self.x[kept], self.y[kept])

    def merged(self, other: Chain) -> Chain:
        """Return the points of both in order of row."""
        rows = np.concatenate((self.rows, other.rows))
        order = np.argsort(rows, kind="stable")
        x, y = np.concatenate((self.x, other.x)), np.concatenate((self.y, other.y))
        return Chain(rows[order], x[order], y[order])

    def reached_by(self, x: Counts, y: Counts) -> Bools:
        """Tell which points lie strictly above this hull."""
        edge = np.searchsorted(self.x, x, side="right") - 1
        edge.clip(0, self.x.size - 2, out=edge)
        left, bottom = self.x[edge], self.y[edge]
        width, height = self.x[edge + 1] - left, self.y[edge + 1] - bottom
        above: Bools = (y - bottom) * width > height * (x - left)
        return above


def upper_hull_rows(rates: RateSource) -> Indices:
    """Return the rows of `rates` that are vertices of the upper hull, ascending.

    Every n-th row gives a first hull from below. A block of rows between two of them fits into
    the rectangle of its corners; where the upper left corner is not above the hull, no point
    inside is. The other blocks are sampled more densely, level by level.
    """
    last = len(rates) - 1
    starts = np.arange(0, last, _FIRST_STRIDE)
    hull = upper_hull(_points(rates, np.append(starts, last)))
    stride = _FIRST_STRIDE
    while stride > 1 and starts.size:
        stride //= _FAN
        survivors = []
        for low, high in chunks(0, starts.size, _BLOCKS_AT_ONCE):
            hull, open_blocks = _refine(rates, hull, starts[low:high], stride)
            survivors.append(open_blocks)
        starts = np.concatenate(survivors)
    return hull.rows


def _refine(rates: RateSource, hull: Chain, starts: Indices, stride: int) -> tuple[Chain, Indices]:
    """Sample blocks every `stride` rows; return the better hull and the sub-blocks still open."""
    last = len(rates) - 1
    rows = (starts[:, None] + np.arange(0, _FAN + 1) * stride).clip(max=last)
    points = _points(rates, rows)
    inner = points[(slice(None), slice(1, None))]
    above = hull.reached_by(inner.x, inner.y)
    hull = upper_hull(hull.merged(inner[above]))
    is_open = hull.reached_by(points.x[:, :-1], points.y[:, 1:])
    is_open &= rows[:, 1:] > rows[:, :-1] + 1
    return hull, rows[:, :-1][is_open]


def _points(rates: RateSource, rows: Indices) -> Chain:
    x, y = rates.negative_sums.units_at(rows), rates.positive_sums.units_at(rows)
    exact = x.dtype.kind == y.dtype.kind == "u"
    if exact and rates.negatives * rates.positives < _EXACT_PRODUCT:
        return Chain(rows, x.astype(np.int64), y.astype(np.int64))
    return Chain(rows, x.astype(np.float64), y.astype(np.float64))


def upper_hull(chain: Chain) -> Chain:
    """Return the vertices of the upper hull of `chain`, without points on a straight line."""
    chain = _without_duplicates(chain)
    while chain.rows.size > 2:
        kept = _convex_locally(chain)
        removed = kept.size - np.count_nonzero(kept)
        if not removed:
            break
        if removed * _WORTHWHILE < kept.size:
            return chain[_scan(chain)]
        chain = chain[kept]
    return chain


def _without_duplicates(chain: Chain) -> Chain:
    """Keep one of equal points: the first row, but the last row of the whole chain."""
    kept = np.ones(chain.rows.size, dtype=np.bool_)
    np.logical_or(chain.x[1:] != chain.x[:-1], chain.y[1:] != chain.y[:-1], out=kept[1:])
    if not kept[-1]:
        kept[np.flatnonzero(kept)[-1]] = False
        kept[-1] = True
    return chain[kept]


def _convex_locally(chain: Chain) -> Bools:
    """Tell which points lie above the line through their neighbours; only those can be vertices.

    Among points that are all different, no vertex of the hull ever fails this.
    """
    kept = np.ones(chain.rows.size, dtype=np.bool_)
    x, y = chain.x, chain.y
    rise, run = y[1:-1] - y[:-2], x[1:-1] - x[:-2]
    np.greater(rise * (x[2:] - x[:-2]), run * (y[2:] - y[:-2]), out=kept[1:-1])
    return kept


def _scan(chain: Chain) -> Indices:
    """Return the positions of the vertices by Andrew's monotone chain."""
    kept: list[int] = []
    x, y = chain.x.tolist(), chain.y.tolist()
    for position in range(len(x)):
        while len(kept) > 1 and not _turns_right(x, y, kept[-2], kept[-1], position):
            kept.pop()
        kept.append(position)
    return np.array(kept, dtype=np.int64)


def _turns_right(x: list[float], y: list[float], a: int, b: int, c: int) -> bool:
    return (y[b] - y[a]) * (x[c] - x[a]) > (x[b] - x[a]) * (y[c] - y[a])
