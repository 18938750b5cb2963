"""Where a curve lies below its hull, and the repair: the ranking there is reversed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only, wide
from costcurve_gui.engine.roc.curve import RocCurve
from costcurve_gui.engine.validation import clean_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Counts, Floats, Indices
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

    def largest(self, count: int) -> Indices:
        """Return the places of the concavities with the largest gains, the largest first."""
        return np.argsort(-self.repair_gain, kind="stable")[:count]


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


@dataclass(frozen=True, slots=True)
class RepairedClassifier:
    """What Flach & Wu put in the place of B: its decisions turned between A and C.

    Attributes
    ----------
    upper : float or None
        T_A: positive from here on. None where A calls nobody positive.
    middle, lower : float
        T_B and T_C: positive from `lower` up to, but without, `middle`.
    fpr, tpr : float
        Its point on the curve's sample: B reflected through the midpoint of A and C.
    auc_gain : float
        AUC gained where the ranking between A and C is reversed.
    """

    upper: float | None
    middle: float
    lower: float
    fpr: float
    tpr: float
    auc_gain: float

    def decide(self, scores: Floats) -> Bools:
        """Return which scores are positive; NaN is not.

        Examples
        --------
        >>> import numpy as np
        >>> repaired = RepairedClassifier(0.9, 0.7, 0.6, fpr=0.0, tpr=1.0, auc_gain=0.25)
        >>> repaired.decide(np.array([0.9, 0.7, 0.6, 0.1])).tolist()
        [True, False, True, False]
        """
        positive: Bools = (scores >= self.lower) & (scores < self.middle)
        return positive if self.upper is None else positive | (scores >= self.upper)


def repaired_classifier(rates: RateSource, found: Concavities, position: int) -> RepairedClassifier:
    """Return the repair of one concavity.

    Parameters
    ----------
    rates : RateSource
        The curve in which the concavities were found. By costs, the point is one of ROCIV.
    found : Concavities
        Its concavities.
    position : int
        Which of them.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.2, with T_A > T_B > T_C.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.concavities import concavities
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> repaired_classifier(table, concavities(table, convex_hull(table)), 0)
    RepairedClassifier(upper=0.9, middle=0.7, lower=0.6, fpr=0.0, tpr=1.0, auc_gain=0.25)
    """
    columns = found.first_rows, found.deepest_rows, found.last_rows
    a, b, c = (int(rows[position]) for rows in columns)
    upper, middle, lower = rates.thresholds[[a, b, c]].tolist()
    fps, tps = (wide(sums_at(np.array([a, b, c]))) for sums_at in (rates.fps_at, rates.tps_at))
    return RepairedClassifier(
        upper=upper if a else None,
        middle=middle,
        lower=lower,
        fpr=float(fps[0] + fps[2] - fps[1]) / rates.negatives,
        tpr=float(tps[0] + tps[2] - tps[1]) / rates.positives,
        auc_gain=float(found.repair_gain[position]),
    )


def repaired_curve(rates: RateSource, found: Concavities) -> RocCurve:
    """Return the curve after the repair of every concavity.

    The ranking between A and C is reversed, so that each point between them is reflected through
    the midpoint of A and C: what lay below the line from A to C now lies as far above it.

    Parameters
    ----------
    rates : RateSource
        The curve in which the concavities were found.
    found : Concavities
        Its concavities.

    Returns
    -------
    RocCurve
        As many points as before. Each threshold is the score that its step adds, so that they
        descend no longer.

    References
    ----------
    .. [1] Flach & Wu (2003), Repairing concavities in ROC curves.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.concavities import concavities
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> curve = repaired_curve(table, concavities(table, convex_hull(table)))
    >>> curve.thresholds.tolist(), curve.fpr.tolist()
    ([inf, 0.9, 0.6, 0.7, 0.1], [0.0, 0.0, 0.0, 0.5, 1.0])
    """
    source = _mirrored_rows(len(rates), found)
    return RocCurve(
        read_only(rates.thresholds[source]),
        _rearranged(rates.fps, source, rates.negatives),
        _rearranged(rates.tps, source, rates.positives),
    )


def repaired_scores(rates: RateSource, found: Concavities, scores: ArrayLike) -> Floats:
    """Return scores that rank as the curve does after the repair of every concavity.

    Of the distinct scores between A and C the highest changes places with the lowest, and so on, so
    that scores keep their unit and their range.

    Parameters
    ----------
    rates : RateSource
        The curve in which the concavities were found.
    found : Concavities
        Its concavities.
    scores : array_like of float, shape (n,)
        The scores that the curve was made of; NaN is missing and stays so.

    Returns
    -------
    ndarray of float64, shape (n,)

    References
    ----------
    .. [1] Flach & Wu (2003), Repairing concavities in ROC curves.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.concavities import concavities
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> scores = [0.9, 0.7, 0.6, 0.1]
    >>> table = threshold_table([True, False, True, False], scores)
    >>> repaired_scores(table, concavities(table, convex_hull(table)), scores).tolist()
    [0.9, 0.6, 0.7, 0.1]
    """
    thresholds = rates.thresholds
    mirrored = thresholds[_mirrored_rows(len(rates), found)]
    values = clean_scores(scores)
    # Row 0 is the threshold above all scores.
    rows = len(rates) - 1 - np.searchsorted(thresholds[:0:-1], values)
    repaired: Floats = mirrored[rows]
    repaired[np.isnan(values)] = np.nan
    return read_only(repaired)


def _mirrored_rows(rows: int, found: Concavities) -> Indices:
    """Return for each row which row's step comes there when every stretch is reversed."""
    every, (a, c) = np.arange(rows), (found.first_rows, found.last_rows)
    if not len(found):
        return every
    nearest = np.searchsorted(a, every) - 1  # the last A before the row
    inside = (nearest >= 0) & (every <= c[nearest])
    return np.where(inside, a[nearest] + c[nearest] + 1 - every, every)


def _rearranged(sums: Counts, source: Indices, total: float) -> Floats:
    steps = np.diff(wide(sums), prepend=0)
    # Sums of costs in another order may end a rounding beyond their total.
    return read_only(np.minimum(np.cumsum(steps[source]) / total, 1.0))
