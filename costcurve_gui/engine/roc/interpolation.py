"""One rate of a curve read at values of the other, between its points too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.class_sums import ClassSums
    from costcurve_gui.engine.counts.rate_source import RateSource

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
