"""All points of a curve at once, for plots and files of moderate size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import RateSource


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
