"""The best and the worst order that instances of equal score could stand in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.roc.curve import RocCurve

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource


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
