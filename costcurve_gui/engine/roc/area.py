"""Area under a curve, under a part of it, and between the two extreme orders of ties."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only, wide
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.curve import RocCurve, lowest_at

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import ClassSums, RateSource


def auc(rates: RateSource) -> float:
    """Return the area under the curve by trapezoids.

    Parameters
    ----------
    rates : RateSource
        Counts for AUC, costs for AUCIV.

    Returns
    -------
    float
        Within 0-1: the probability that a random positive scores above a random negative, plus
        half the probability that they score the same. With costs each is drawn in proportion to
        its cost. Exact to the last rounding where the numerators are counts. NaN for a family
        of classifiers some of which dominate others: no ranking has these points.

    References
    ----------
    .. [1] Fawcett (2004), Algorithm 3, with the last corner (N, P).
    .. [2] Fawcett (2006), section 5.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> auc(threshold_table([True, False, True, False], [0.9, 0.6, 0.6, 0.1]))
    0.875
    """
    if isinstance(rates, FamilyTable) and rates.dominated.any():
        return math.nan
    doubled: float = 0
    for start, stop in chunks(1, len(rates)):
        rows = slice(start - 1, stop)
        fps, tps = wide(rates.fps_at(rows)), wide(rates.tps_at(rows))
        doubled += ((fps[1:] - fps[:-1]) * (tps[1:] + tps[:-1])).sum().item()
    # Rounding of weights could lift a perfect ranking above 1 by one bit.
    return min(doubled / 2 / (rates.negatives * rates.positives), 1.0)


def gini(rates: RateSource) -> float:
    """Return 2 AUC - 1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> gini(threshold_table([True, False, True, False], [0.9, 0.6, 0.6, 0.1]))
    0.75
    """
    return 2 * auc(rates) - 1


Axis: TypeAlias = Literal["fpr", "tpr"]
_BLOCK = 1 << 12


@dataclass(frozen=True, slots=True)
class PartialAuc:
    """The area over an interval of one rate.

    Attributes
    ----------
    area : float
        Raw, from 0 to the length of the interval.
    standardized : float
        1 for a perfect curve, 0.5 for the diagonal, lower below it.
    """

    area: float
    standardized: float


@dataclass(frozen=True, slots=True, eq=False)
class RunningArea:
    """The area under a curve from its first point to every 4,096th row.

    With it an interval that moves needs no pass over millions of rows.

    Attributes
    ----------
    rates : RateSource
        The curve.
    areas : ndarray of float64, shape (k,)
        By trapezoids over fpr, from 0.
    """

    rates: RateSource
    areas: Floats

    def between(self, first: int, last: int) -> float:
        """Return the area over fpr from row `first` to row `last`."""
        start, stop = -(-first // _BLOCK), last // _BLOCK
        if start >= stop:
            return _rows_area(self.rates, first, last)
        blocks = float(self.areas[stop] - self.areas[start])
        head = _rows_area(self.rates, first, start * _BLOCK)
        return head + blocks + _rows_area(self.rates, stop * _BLOCK, last)


def running_area(rates: RateSource) -> RunningArea:
    """Return the area under a curve up to every 4,096th row.

    Parameters
    ----------
    rates : RateSource
        Counts for AUC, costs for AUCIV.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> running_area(table).between(0, 4)
    0.75
    """
    starts = range(0, len(rates) - _BLOCK, _BLOCK)
    blocks = [_rows_area(rates, start, start + _BLOCK) for start in starts]
    return RunningArea(rates, read_only(np.cumsum([0.0, *blocks])))


def _rows_area(rates: RateSource, first: int, last: int) -> float:
    rows = slice(first, last + 1)
    return float(np.trapezoid(rates.tpr_at(rows), rates.fpr_at(rows)))


def partial_auc(
    rates: RateSource,
    low: float,
    high: float,
    axis: Axis = "fpr",
    *,
    running: RunningArea | None = None,
) -> PartialAuc:
    """Return the area by trapezoids over an interval of fpr or of tpr.

    Parameters
    ----------
    rates : RateSource
        Counts for AUC, costs for AUCIV.
    low, high : float
        Ends of the interval, 0 <= low < high <= 1. A curve is straight between its points.
    axis : {"fpr", "tpr"}, default "fpr"
        Over fpr it is the area between the curve and tpr 0, over tpr the one between the curve
        and fpr 1. Over the whole of 0-1 both are the AUC.
    running : RunningArea, optional
        That of `rates`, where many intervals are asked for one after another.

    Returns
    -------
    PartialAuc

    Raises
    ------
    ConstraintError
        Where there is no such interval.

    Notes
    -----
    The diagonal of ROC space has the area `chance` over the interval, a perfect curve its length;
    McClish's standardised area is ``(1 + (area - chance) / (length - chance)) / 2``. Turned about
    the falling diagonal, (fpr, tpr) becomes (1 - tpr, 1 - fpr): the same formula holds there.

    References
    ----------
    .. [1] McClish (1989), Analyzing a portion of the ROC curve, Medical Decision Making 9.
    .. [2] Jiang, Metz & Nishikawa (1996), Radiology 201, for the interval of tpr.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> partial_auc(table, 0.0, 0.5).area, partial_auc(table, 0.5, 1.0, "tpr").area
    (0.25, 0.25)
    >>> partial_auc(table, 0.0, 1.0)
    PartialAuc(area=0.75, standardized=0.75)
    """
    if not 0 <= low < high <= 1:
        raise ConstraintError(
            "The interval of a partial AUC lies between 0 and 1 and has a length; "
            f"it is {low:g} to {high:g}."
        )
    below_diagonal = (high**2 - low**2) / 2
    fpr, tpr = rates.negative_sums, rates.positive_sums
    if axis == "fpr":
        area = _integral(fpr, tpr, low, high, running)
        chance = below_diagonal
    else:
        area = (high - low) - _integral(tpr, fpr, low, high, running)
        chance = (high - low) - below_diagonal
    excess = (area - chance) / (high - low - chance)
    return PartialAuc(area, (1 + excess) / 2)


def _integral(
    along: ClassSums, across: ClassSums, low: float, high: float, running: RunningArea | None
) -> float:
    """Integrate the rate of `across` over that of `along`.

    The last point is the lower end of an upright step at `high`: what rises there has no width.
    """
    ends = np.array([low, high])
    first, stop = along.first_rows_reaching(ends).tolist()
    start, end = lowest_at(along, across, ends).tolist()
    if first == stop:
        return float((high - low) * (start + end) / 2)
    rows = np.array([first, stop - 1])
    (left, right), (bottom, top) = along.rates_at(rows), across.rates_at(rows)
    outside = (left - low) * (start + bottom) + (high - right) * (top + end)
    return float(outside) / 2 + _inner(along, across, first, stop - 1, running)


def _inner(
    along: ClassSums, across: ClassSums, first: int, last: int, running: RunningArea | None
) -> float:
    """Integrate from row to row; over tpr it is what the area over fpr leaves of the corners."""
    if running is None:
        rows = slice(first, last + 1)
        return float(np.trapezoid(across.rates_at(rows), along.rates_at(rows)))
    area = running.between(first, last)
    if along is running.rates.negative_sums:
        return area
    ends = np.array([first, last])
    bottom, top = along.rates_at(ends) * across.rates_at(ends)
    return float(top - bottom) - area


@dataclass(frozen=True, slots=True, eq=False)
class TieCorners:
    """Curves through the upper-left and the lower-right corners of every tie.

    Attributes
    ----------
    optimistic, pessimistic : RocCurve
        The points of the curve with a corner before the end of each step that holds both classes.
        The corner has the threshold of its step; no threshold reaches it.
    optimistic_auc, pessimistic_auc : float
        Their areas, 0-1: the bounds of the AUC over all orders of equal scores. The AUC lies
        midway.
    """

    optimistic: RocCurve
    pessimistic: RocCurve
    optimistic_auc: float
    pessimistic_auc: float


def tie_corners(rates: RateSource) -> TieCorners:
    """Return the curves of equal scores with the positives first, and with the negatives first.

    Parameters
    ----------
    rates : RateSource
        Counts, or costs.

    Returns
    -------
    TieCorners

    References
    ----------
    .. [1] Fawcett (2004), section 4.1 and figure 6.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> corners = tie_corners(threshold_table([True, False, True, False], [0.9, 0.6, 0.6, 0.1]))
    >>> corners.optimistic.fpr.tolist(), corners.optimistic.tpr.tolist()
    ([0.0, 0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0, 1.0])
    >>> corners.pessimistic_auc, corners.optimistic_auc
    (0.75, 1.0)
    """
    run, rise = np.diff(rates.fps.astype(np.float64)), np.diff(rates.tps.astype(np.float64))
    starts = np.flatnonzero((run > 0) & (rise > 0))
    half = _half_area(run, rise, rates)
    middle = auc(rates)
    return TieCorners(
        _with_corners(rates, starts, x=starts, y=starts + 1),
        _with_corners(rates, starts, x=starts + 1, y=starts),
        min(middle + half, 1.0),
        max(middle - half, 0.0),
    )


def tied_area(rates: RateSource) -> float:
    """Return half the area of the rectangles of all ties: how far the AUC may move either way.

    Parameters
    ----------
    rates : RateSource
        Counts, or costs.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> tied_area(threshold_table([True, False, True, False], [0.9, 0.6, 0.6, 0.1]))
    0.125
    """
    run, rise = np.diff(rates.fps.astype(np.float64)), np.diff(rates.tps.astype(np.float64))
    return _half_area(run, rise, rates)


def _half_area(run: Floats, rise: Floats, rates: RateSource) -> float:
    return float(run @ rise) / 2 / (rates.negatives * rates.positives)


def _with_corners(rates: RateSource, starts: Indices, x: Indices, y: Indices) -> RocCurve:
    """Insert after each row of `starts` the corner with the fpr of row `x` and the tpr of `y`."""
    ends = starts + 1
    return RocCurve(
        read_only(np.insert(rates.thresholds, ends, rates.thresholds[ends])),
        read_only(np.insert(rates.fpr, ends, rates.fpr_at(x))),
        read_only(np.insert(rates.tpr, ends, rates.tpr_at(y))),
    )
