"""Averages of several curves with their spread: vertical, horizontal, over the threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.distributions.beta import student_t_quantile
from costcurve_gui.engine.distributions.normal import require_level
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.curve import fpr_at_tpr, tpr_at_fpr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource


GRID = read_only(np.arange(101) / 100)
"""0, 0.01 .. 1, each the float64 nearest to its decimal."""


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """Mean, standard deviation and interval of the mean at m places.

    Attributes
    ----------
    mean : ndarray of float64, shape (m,)
    std : ndarray of float64, shape (m,)
        Of the sample of curves, with k - 1; NaN for a single curve.
    curves : int
        Number k of curves.
    level : float
        Confidence of the interval, such as 0.9.

    Notes
    -----
    The interval is Student's with k - 1 degrees of freedom. It takes the curves for independent.
    Folds of one cross-validation are not: any two of ten training sets share eight ninths of
    their rows, so their true scatter is understated [1]_. The interval is not clipped to 0-1.

    References
    ----------
    .. [1] Bengio & Grandvalet (2004), No unbiased estimator of the variance of k-fold
       cross-validation, Journal of Machine Learning Research 5.
    """

    mean: Floats
    std: Floats
    curves: int
    level: float

    def __post_init__(self) -> None:
        require_level(self.level)

    @property
    def lower(self) -> Floats:
        """Lower end of the interval of the mean, shape (m,); NaN for a single curve."""
        return read_only(self.mean - self._margin())

    @property
    def upper(self) -> Floats:
        """Upper end of the interval of the mean, shape (m,); NaN for a single curve."""
        return read_only(self.mean + self._margin())

    def _margin(self) -> Floats:
        if self.curves < 2:
            return np.full_like(self.std, np.nan)
        quantile = student_t_quantile(self.curves - 1, (1 + self.level) / 2)
        margin: Floats = self.std * (quantile / math.sqrt(self.curves))
        return margin


@dataclass(frozen=True, slots=True, eq=False)
class AverageCurve:
    """The average of several curves at fixed places of one axis.

    Attributes
    ----------
    grid : ndarray of float64, shape (m,)
        Where the curves are compared.
    values : Spread
        What they have there.
    """

    grid: Floats
    values: Spread


def average_curve(grid: Floats, values: Sequence[Floats], level: float) -> AverageCurve:
    """Average the values of each curve at `grid`, row by row.

    Raises
    ------
    ConstraintError
        Where there is no curve, or the level lies outside 0-1.
    """
    require_curves(values)
    mean, std = moments(np.stack(values))
    return AverageCurve(grid, Spread(read_only(mean), read_only(std), len(values), level))


def require_curves(curves: Sequence[object]) -> None:
    """Raise `ConstraintError` where there is nothing to average."""
    if not curves:
        raise ConstraintError("An average needs at least one curve.")


def moments(values: Floats) -> tuple[Floats, Floats]:
    """Return the mean and the standard deviation over the first axis.

    Deviations are taken from the first curve. So curves that agree have the deviation 0 exactly,
    and the difference of squares costs no more than a factor k of the precision.

    Parameters
    ----------
    values : ndarray of float64, shape (k, m)
        A row per curve.

    Examples
    --------
    >>> mean, std = moments(np.array([[0.1, 0.0], [0.1, 2.0], [0.1, 4.0]]))
    >>> mean.tolist(), std.tolist()
    ([0.1, 2.0], [0.0, 2.0])
    """
    curves = len(values)
    moved = values - values[0]
    total = moved.sum(axis=0)
    mean = values[0] + total / curves
    if curves == 1:
        return mean, np.full_like(mean, np.nan)
    squares = np.einsum("ij,ij->j", moved, moved) - total**2 / curves
    return mean, np.sqrt(squares.clip(min=0.0) / (curves - 1))


def vertical_average(
    curves: Sequence[RateSource], fpr: Floats = GRID, level: float = 0.9
) -> AverageCurve:
    """Average the tpr of several curves at each fpr.

    Parameters
    ----------
    curves : sequence of RateSource
        One per fold.
    fpr : ndarray of float64, shape (m,), default 0, 0.01 .. 1
        Where the curves are compared, within 0-1.
    level : float, default 0.9
        Confidence of the interval of the mean.

    Returns
    -------
    AverageCurve
        Its values are tpr. A curve counts with the largest tpr of an upright step, and is straight
        between points.

    Raises
    ------
    ConstraintError
        Where there is no curve, or the level lies outside 0-1.

    References
    ----------
    .. [1] Fawcett (2004), section 6.1 and Algorithm 4; the divisor is the number of curves.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> folds = [threshold_table([1, 0], [2, 1]), threshold_table([1, 0], [1, 1])]
    >>> average = vertical_average(folds)
    >>> average.grid[50], average.values.mean[50], round(average.values.std[50], 4)
    (np.float64(0.5), np.float64(0.75), np.float64(0.3536))
    """
    return average_curve(fpr, [tpr_at_fpr(curve, fpr) for curve in curves], level)


def horizontal_average(
    curves: Sequence[RateSource], tpr: Floats = GRID, level: float = 0.9
) -> AverageCurve:
    """Average the fpr of several curves at each tpr.

    Parameters
    ----------
    curves : sequence of RateSource
        One per fold.
    tpr : ndarray of float64, shape (m,), default 0, 0.01 .. 1
        Where the curves are compared, within 0-1.
    level : float, default 0.9
        Confidence of the interval of the mean.

    Returns
    -------
    AverageCurve
        Its values are fpr. A curve counts with the smallest fpr of a level step, and is straight
        between points.

    Raises
    ------
    ConstraintError
        Where there is no curve, or the level lies outside 0-1.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.5 and figure 14.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> folds = [threshold_table([1, 0], [2, 1]), threshold_table([1, 0], [1, 1])]
    >>> horizontal_average(folds).values.mean[[0, 50, 100]].tolist()
    [0.0, 0.25, 0.5]
    """
    return average_curve(tpr, [fpr_at_tpr(curve, tpr) for curve in curves], level)


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
