"""Area under a curve of rates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from costcurve_gui.engine.arrays import chunks, wide
from costcurve_gui.engine.counts.family import FamilyTable

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.rate_source import RateSource


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
