"""Bands: an uncertain curve, with the fixed policy that a band of costs belongs to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.resampling.bootstrap import percentile_interval

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec


PC_GRID = read_only(np.arange(101) / 100)
"""PC(+) at which cost space is resampled."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Band:
    """A curve with its interval at each point.

    Attributes
    ----------
    x, estimate : ndarray of float64, shape (k,)
        The curve on the whole sample, by ascending x.
    lower, upper : ndarray of float64, shape (k,)
        Interval of y; NaN where there is none.
    method : str
        Which interval it is, in the words that views and files name it with, such as
        "fixed policy".
    spec : BootstrapSpec
        Replicates, level and seed.
    resampled : bool
        Whether replicates were drawn; else `spec` is there for its level alone.
    """

    x: Floats
    estimate: Floats
    lower: Floats
    upper: Floats
    method: str
    spec: BootstrapSpec
    resampled: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class ThresholdBand:
    """Points of a ROC curve with an interval along each axis.

    Attributes
    ----------
    rows : ndarray of int64, shape (k,)
        Rows of the threshold table, ascending.
    thresholds : ndarray of float64, shape (k,)
        Descending.
    fpr, tpr : ndarray of float64, shape (k,)
        Rates on the whole sample.
    fpr_lower, fpr_upper, tpr_lower, tpr_upper : ndarray of float64, shape (k,)
        The intervals, each by itself.
    method : str
        Which intervals they are.
    spec : BootstrapSpec
        Replicates, level and seed.
    resampled : bool
        Whether replicates were drawn; else `spec` is there for its level alone.
    """

    rows: Indices
    thresholds: Floats
    fpr: Floats
    tpr: Floats
    fpr_lower: Floats
    fpr_upper: Floats
    tpr_lower: Floats
    tpr_upper: Floats
    method: str
    spec: BootstrapSpec
    resampled: bool = True


def no_interval(x: Floats, estimate: Floats, reason: str, spec: BootstrapSpec) -> Band:
    """Return a curve without an interval, and why it has none.

    Examples
    --------
    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> ends = np.array([0.0, 1.0])
    >>> no_interval(ends, ends, "every score is equal", BootstrapSpec()).method
    'no interval (every score is equal)'
    """
    unknown = read_only(np.full(x.size, np.nan))
    method = f"no interval ({reason})"
    return Band(x, read_only(estimate), unknown, unknown, method, spec, resampled=False)


def percentile_band(
    x: Floats, estimate: Floats, replicates: Floats, method: str, spec: BootstrapSpec
) -> Band:
    """Return the band of percentile intervals.

    Parameters
    ----------
    x, estimate : ndarray of float64, shape (k,)
        The curve on the whole sample.
    replicates : ndarray of float64, shape (b, k)
        Its replicates.
    method : str
        Name of the band.
    spec : BootstrapSpec
        What was asked for.
    """
    lower, upper = percentile_interval(replicates, spec.level)
    estimate, lower, upper = (read_only(array) for array in (estimate, lower, upper))
    return Band(x, estimate, lower, upper, method, spec)


def policy_rows(evaluation: ModelEvaluation, pc_plus: Floats = PC_GRID) -> Indices:
    """Return the row of the threshold table that is cheapest at each PC(+) within 0-1.

    Every replicate keeps these rows.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 5.2.
    """
    envelope = evaluation.envelope
    rows: Indices = envelope.indices[envelope.segment_at(pc_plus)]
    return rows
