"""Average of ROC curves over the threshold, in both rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.averaging.spread import Spread, moments, require_curves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource

_CHUNK = 1 << 14
"""Thresholds per step: the rates of ten curves there stay in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdAverage:
    """Mean point of several curves at each threshold.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending.
    fpr, tpr : Spread
        Of both rates.
    """

    thresholds: Floats
    fpr: Spread
    tpr: Spread


def threshold_average(
    curves: Sequence[RateSource], thresholds: Floats | None = None, level: float = 0.9
) -> ThresholdAverage:
    """Average the points that several curves have at the same threshold.

    Parameters
    ----------
    curves : sequence of RateSource
        One per fold, of comparable scores.
    thresholds : ndarray of float64, shape (m,), optional
        Descending. None takes every distinct score of all curves; for a plot a few hundred of
        them do.
    level : float, default 0.9
        Confidence of the intervals of the means.

    Returns
    -------
    ThresholdAverage

    Raises
    ------
    ConstraintError
        Where there is no curve, or the level lies outside 0-1.

    Notes
    -----
    The rule is score >= threshold, so the point of a curve is that of the smallest of its scores
    that is not below the threshold, and (0, 0) where there is none. Fawcett's
    ROC_POINT_AT_THRESHOLD goes one step further down.

    References
    ----------
    .. [1] Fawcett (2004), section 6.2 and Algorithm 5.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> folds = [threshold_table([1, 0], [4, 2]), threshold_table([1, 0], [1, 3])]
    >>> average = threshold_average(folds)
    >>> average.thresholds.tolist()
    [4.0, 3.0, 2.0, 1.0]
    >>> average.fpr.mean.tolist(), average.tpr.mean.tolist()
    ([0.0, 0.5, 1.0, 1.0], [0.5, 0.5, 0.5, 1.0])
    """
    require_curves(curves)
    if thresholds is None:
        thresholds = read_only(distinct(*(curve.thresholds[1:] for curve in curves))[::-1])
    mean, std = np.empty((2, thresholds.size)), np.empty((2, thresholds.size))
    for start, stop, points in _points(curves, thresholds):
        for rate in (0, 1):
            mean[rate, start:stop], std[rate, start:stop] = moments(points[rate])
    fpr, tpr = (
        Spread(read_only(mean[rate]), read_only(std[rate]), len(curves), level) for rate in (0, 1)
    )
    return ThresholdAverage(thresholds, fpr, tpr)


def _points(
    curves: Sequence[RateSource], thresholds: Floats
) -> Iterator[tuple[int, int, NDArray[np.float64]]]:
    """Yield start and stop of each chunk with its points, shape (2 rates, k, stop - start).

    The points of a chunk are overwritten by those of the next.
    """
    starts = np.arange(0, thresholds.size, _CHUNK)
    stops = (starts + _CHUNK).clip(max=thresholds.size)
    spans = [
        (
            curve.rows_at_thresholds(thresholds[starts]),
            curve.rows_at_thresholds(thresholds[stops - 1]) + 1,
        )
        for curve in curves
    ]
    room = np.empty((2, len(curves), min(_CHUNK, thresholds.size)))
    for chunk, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True)):
        points = room[..., : stop - start]
        lowered = -thresholds[start:stop]
        for position, (curve, (firsts, ends)) in enumerate(zip(curves, spans, strict=True)):
            rows = slice(int(firsts[chunk]), int(ends[chunk]))
            held = _passed(-curve.thresholds[rows][1:], lowered)
            curve.fpr_at(rows).take(held, out=points[0, position], mode="clip")
            curve.tpr_at(rows).take(held, out=points[1, position], mode="clip")
        yield start, stop, points


def _passed(scores: Floats, thresholds: Floats) -> Indices:
    """Count the scores not above each threshold, both ascending; the fewer are looked up."""
    if scores.size > thresholds.size:
        return np.searchsorted(scores, thresholds, side="right")
    reached = np.searchsorted(thresholds, scores)
    return np.bincount(reached, minlength=thresholds.size + 1)[:-1].cumsum()
