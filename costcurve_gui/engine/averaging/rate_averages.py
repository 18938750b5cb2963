"""Averages of ROC curves over one of their rates: vertical and horizontal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from costcurve_gui.engine.averaging.spread import GRID, AverageCurve, average_curve
from costcurve_gui.engine.roc.interpolation import fpr_at_tpr, tpr_at_fpr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import RateSource


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
