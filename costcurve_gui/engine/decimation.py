"""Fewer points of the same curve, with a bound on the error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.hull import RocHull, convex_hull

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource

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
    return Decimation(read_only(indices), _largest_gap(rates, indices))


def _beside(rates: RateSource, lines: Floats) -> Indices:
    reaching = np.concatenate((rates.rows_reaching_fpr(lines), rates.rows_reaching_tpr(lines)))
    return np.concatenate((reaching, (reaching - 1).clip(0)))


def _largest_gap(rates: RateSource, indices: Indices) -> float:
    """Return the farthest that a corner of a skipped rectangle lies from its diagonal."""
    width, height = np.diff(rates.fpr_at(indices)), np.diff(rates.tpr_at(indices))
    skipped = np.diff(indices) > 1
    diagonal = np.hypot(width, height)
    distance = np.divide(width * height, diagonal, out=np.zeros_like(width), where=diagonal > 0)
    return float(distance[skipped].max(initial=0.0))
