"""The points of a curve: all of them, between them, fewer of them, and named regions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.hull import RocHull, convex_hull

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import ClassSums, RateSource


@dataclass(frozen=True, slots=True, eq=False)
class RocCurve:
    """Points from (0, 0) to (1, 1).

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending, the first +inf.
    fpr, tpr : ndarray of float64, shape (m,)
        Never decreasing; with costs the shares of cost and benefit.
    """

    thresholds: Floats
    fpr: Floats
    tpr: Floats


def roc_curve(rates: RateSource) -> RocCurve:
    """Return every point of `rates`, none thinned out.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> curve = roc_curve(threshold_table([True, False], [0.8, 0.3]))
    >>> curve.fpr.tolist(), curve.tpr.tolist()
    ([0.0, 0.0, 1.0], [0.0, 1.0, 1.0])
    """
    return RocCurve(rates.thresholds, rates.fpr, rates.tpr)


_SAME_RATE = 1e-12
"""Rates this near differ by the rounding of weights or costs alone."""


def tpr_at_fpr(rates: RateSource, fpr: Floats) -> Floats:
    """Return the tpr of a curve at each fpr, straight between points.

    At an upright step it is the largest tpr.

    Parameters
    ----------
    rates : RateSource
        Points of the curve.
    fpr : ndarray of float64, shape (k,)
        Within 0-1.

    Returns
    -------
    ndarray of float64, shape (k,)
        Within 0-1.

    References
    ----------
    .. [1] Fawcett (2004), Algorithm 4, TPR_FOR_FPR and INTERPOLATE.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.6])
    >>> tpr_at_fpr(table, np.array([0.0, 0.25, 0.5, 0.75])).tolist()
    [0.5, 0.5, 0.5, 0.75]
    """
    beyond = rates.rows_reaching_fpr(fpr + _SAME_RATE)
    reached, following = beyond - 1, beyond.clip(max=len(rates) - 1)
    start, bottom = rates.fpr_at(reached), rates.tpr_at(reached)
    run, rise = rates.fpr_at(following) - start, rates.tpr_at(following) - bottom
    return bottom + _share(fpr - start, run) * rise


def fpr_at_tpr(rates: RateSource, tpr: Floats) -> Floats:
    """Return the fpr of a curve at each tpr, straight between points.

    At a level step it is the smallest fpr.

    Parameters
    ----------
    rates : RateSource
        Points of the curve.
    tpr : ndarray of float64, shape (k,)
        Within 0-1.

    Returns
    -------
    ndarray of float64, shape (k,)
        Within 0-1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.6])
    >>> fpr_at_tpr(table, np.array([0.0, 0.5, 0.75, 1.0])).tolist()
    [0.0, 0.0, 0.75, 1.0]
    """
    return lowest_at(rates.positive_sums, rates.negative_sums, tpr)


def lowest_at(along: ClassSums, across: ClassSums, asked: Floats) -> Floats:
    """Return the smallest rate of `across` where `along` has each rate asked for, within 0-1."""
    reached = along.first_rows_reaching(asked - _SAME_RATE)
    before = (reached - 1).clip(min=0)
    end, top = along.rates_at(reached), across.rates_at(reached)
    run, rise = end - along.rates_at(before), top - across.rates_at(before)
    return top - _share(end - asked, run) * rise


def _share(part: Floats, whole: Floats) -> Floats:
    """Return part / whole within 0-1, and 0 where there is no whole."""
    share = np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
    return share.clip(0.0, 1.0)


@dataclass(frozen=True, slots=True)
class RocRegion:
    """A strip of ROC space from edge to edge.

    Attributes
    ----------
    name : str
        What the region is for.
    axis : {"fpr", "tpr"}
        The rate that is bounded.
    low, high : float
        Its range, both ends included.
    """

    name: str
    axis: Literal["fpr", "tpr"]
    low: float
    high: float

    def contains(self, fpr: Floats, tpr: Floats) -> Bools:
        """Return which points lie in the region."""
        rate = fpr if self.axis == "fpr" else tpr
        inside: Bools = (rate >= self.low) & (rate <= self.high)
        return inside

    def rows(self, rates: RateSource) -> slice:
        """Return the rows of a curve in the region, which follow one another.

        Examples
        --------
        >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
        >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
        >>> SCREENING.rows(table), DIAGNOSTIC.rows(table)
        (slice(3, 5, None), slice(0, 2, None))
        """
        ends = np.array([self.low, np.nextafter(self.high, 2)])
        reaching = rates.rows_reaching_fpr if self.axis == "fpr" else rates.rows_reaching_tpr
        return slice(*reaching(ends).tolist())


SCREENING: Final = RocRegion("screening", "tpr", 0.8, 1.0)
"""High tpr whatever the fpr, so that few positives are missed (Schupp 2015).

The source draws no bounds; 0.8, like 0.2 below, is where these presets begin.
"""
DIAGNOSTIC: Final = RocRegion("diagnostic", "fpr", 0.0, 0.2)
"""Low fpr, so that few negatives are treated for nothing (Schupp 2015)."""
_ROWS_PER_LINE = 4
"""A grid line in fpr and one in tpr each keep the row before it and the row on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Decimation:
    """Which rows to draw.

    Attributes
    ----------
    indices : ndarray of int64, shape (k,)
        Rows, ascending, the first and the last included.
    max_error : float
        No point of the full curve is farther than this from the drawn line, in units of rate.
    """

    indices: Indices
    max_error: float


def decimate(
    rates: RateSource,
    max_points: int = 16_000,
    keep: Iterable[int] = (),
    *,
    hull: RocHull | None = None,
) -> Decimation:
    """Choose rows that draw the curve nearly as all rows would.

    Kept are the vertices of the hull, `keep`, and the rows beside each line of a grid in fpr
    and in tpr, found by binary search. Between two kept rows the curve stays within one cell.

    Parameters
    ----------
    rates : RateSource
        The curve.
    max_points : int
        How many rows beside the hull and `keep` at most, at least 4.
    keep : iterable of int
        Rows that must be drawn.
    hull : RocHull, optional
        The hull of `rates`, where it is known already.

    Raises
    ------
    ConstraintError
        Where `max_points` is below 4.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False] * 500, range(1000))
    >>> few = decimate(table, max_points=40)
    >>> few.indices.size <= 40 + 3, few.max_error < 0.1
    (True, True)
    """
    if max_points < _ROWS_PER_LINE:
        raise ConstraintError(f"A curve needs at least {_ROWS_PER_LINE} points.")
    if len(rates) <= max_points:
        return Decimation(read_only(np.arange(len(rates))), 0.0)
    vertices = (convex_hull(rates) if hull is None else hull).indices
    lines = np.linspace(0.0, 1.0, max_points // _ROWS_PER_LINE)
    indices = distinct(vertices, np.fromiter(keep, np.int64), _beside(rates, lines))
    return Decimation(read_only(indices), largest_gap(rates, indices))


def _beside(rates: RateSource, lines: Floats) -> Indices:
    reaching = np.concatenate((rates.rows_reaching_fpr(lines), rates.rows_reaching_tpr(lines)))
    return np.concatenate((reaching, (reaching - 1).clip(0)))


def largest_gap(rates: RateSource, indices: Indices) -> float:
    """Return the farthest that a point can lie from the line through the points at `indices`.

    That is the farthest that a corner of a skipped rectangle lies from its diagonal.
    """
    width, height = np.diff(rates.fpr_at(indices)), np.diff(rates.tpr_at(indices))
    skipped = np.diff(indices) > 1
    diagonal = np.hypot(width, height)
    distance = np.divide(width * height, diagonal, out=np.zeros_like(width), where=diagonal > 0)
    return float(distance[skipped].max(initial=0.0))
