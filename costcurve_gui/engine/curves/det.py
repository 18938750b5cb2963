"""Detection error tradeoff: misses against false alarms on axes that spread the corner out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.distributions.normal import normal_quantile

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource


@dataclass(frozen=True, slots=True, eq=False)
class DetCurve:
    """Both error rates at each threshold.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending.
    fpr : ndarray of float64, shape (m,)
        False-positive rate, 0-1, never decreasing.
    fnr : ndarray of float64, shape (m,)
        False-negative rate, 0-1, never increasing.
    """

    thresholds: Floats
    fpr: Floats
    fnr: Floats

    @property
    def drawable(self) -> Bools:
        """Which points have finite deviates and logarithms; the ends of the curve never have."""
        return (self.fpr > 0) & (self.fpr < 1) & (self.fnr > 0) & (self.fnr < 1)


def det_curve(table: RateSource, indices: Indices | None = None) -> DetCurve:
    """Return both error rates at the thresholds of a model, the ends of the curve included.

    Parameters
    ----------
    table : RateSource
        Counts.
    indices : ndarray of int64, shape (k,), optional
        Rows to compute, ascending; None for all.

    References
    ----------
    .. [1] Martin, Doddington, Kamm, Ordowski & Przybocki (1997), The DET curve in assessment of
       detection task performance.
    .. [2] Fawcett (2004), section 7.5.1, with normal deviates where it says logarithms.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> curve = det_curve(threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1]))
    >>> curve.fpr.tolist(), curve.fnr.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [1.0, 0.5, 0.5, 0.0, 0.0])
    """
    rows = slice(None) if indices is None else indices
    # Not 1 - tpr: near 0, which these axes magnify, that would be left with the rounding of tpr.
    missed = table.positives - table.tps_at(rows)
    return DetCurve(
        read_only(table.thresholds[rows]),
        read_only(table.fpr_at(rows)),
        read_only(missed / table.positives),
    )


def probit(rates: Floats) -> Floats:
    """Return normal deviates of rates: -inf for 0, +inf for 1.

    Examples
    --------
    >>> probit(np.array([0.0, 0.5, 0.975])).round(2).tolist()
    [-inf, 0.0, 1.96]
    """
    return normal_quantile(rates)


def log_rate(rates: Floats) -> Floats:
    """Return decimal logarithms of rates: -inf for 0.

    Examples
    --------
    >>> log_rate(np.array([0.0, 0.01, 1.0])).tolist()
    [-inf, -2.0, 0.0]
    """
    with np.errstate(divide="ignore"):
        return np.log10(rates)
