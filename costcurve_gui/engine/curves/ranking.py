"""Curves of a ranking: precision over recall, cumulative gain and lift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only
from costcurve_gui.engine.curves.confusion_rates import ConfusionRates

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices, Rows
    from costcurve_gui.engine.counts.rate_source import RateSource


@dataclass(frozen=True, slots=True, eq=False)
class PrecisionRecallCurve:
    """Precision at each threshold.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending.
    recall : ndarray of float64, shape (m,)
        True-positive rate, 0-1, never decreasing.
    precision : ndarray of float64, shape (m,)
        Positives among the positive decisions at the prior, 0-1; NaN where there are none, as
        at +inf.
    """

    thresholds: Floats
    recall: Floats
    precision: Floats


def precision_recall_curve(
    table: RateSource, prior: float, indices: Indices | None = None
) -> PrecisionRecallCurve:
    """Return precision and recall at the thresholds of a model.

    Parameters
    ----------
    table : RateSource
        Counts.
    prior : float
        p(+) where the model will work, 0-1. At the share of positives in the sample the
        precision is that of the sample.
    indices : ndarray of int64, shape (k,), optional
        Rows to compute, ascending; None for all.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.

    References
    ----------
    .. [1] Fawcett (2004), section 3.2 and figure 5.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> curve = precision_recall_curve(table, prior=0.5)
    >>> curve.recall.tolist(), curve.precision.round(3).tolist()
    ([0.0, 0.5, 0.5, 1.0, 1.0], [nan, 1.0, 0.5, 0.667, 0.5])
    """
    rows = slice(None) if indices is None else indices
    rates = _rates(table, rows, prior)
    return PrecisionRecallCurve(
        read_only(table.thresholds[rows]), read_only(rates.tpr), read_only(rates.precision)
    )


def average_precision(table: RateSource, prior: float) -> float:
    """Return the area under the precision-recall curve by steps.

    Each step in recall counts with the precision at its end, so that no precision is read off
    between two thresholds.

    Parameters
    ----------
    table : RateSource
        Counts.
    prior : float
        p(+) where the model will work, 0-1. At the share of positives in the sample this is the
        average precision that other programs report.

    Returns
    -------
    float
        Within 0-1; NaN at the prior 0, where a step has no precision.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> round(average_precision(table, prior=0.5), 4)
    0.8333
    """
    area = 0.0
    for start, stop in chunks(1, len(table)):
        rates = _rates(table, slice(start - 1, stop), prior)
        steps, precision = np.diff(rates.tpr), rates.precision[1:]
        area += float(np.sum(steps * precision, where=steps > 0))
    return area


def _rates(table: RateSource, rows: Rows, prior: float) -> ConfusionRates:
    return ConfusionRates(table.fpr_at(rows), table.tpr_at(rows), prior)


@dataclass(frozen=True, slots=True, eq=False)
class GainCurve:
    """Gain and lift at each threshold.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending.
    fraction_targeted : ndarray of float64, shape (m,)
        Expected share of positive decisions at the prior, 0-1, never decreasing.
    gain : ndarray of float64, shape (m,)
        Share of the positives among them: the true-positive rate. At random it would be the
        fraction targeted.
    lift : ndarray of float64, shape (m,)
        Gain as a multiple of the fraction targeted, which is precision over prior; NaN where
        nothing is targeted, as at +inf.
    """

    thresholds: Floats
    fraction_targeted: Floats
    gain: Floats
    lift: Floats


def gain_curve(table: RateSource, prior: float, indices: Indices | None = None) -> GainCurve:
    """Return gain and lift at the thresholds of a model.

    Parameters
    ----------
    table : RateSource
        Counts.
    prior : float
        p(+) where the model will work, 0-1.
    indices : ndarray of int64, shape (k,), optional
        Rows to compute, ascending; None for all.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.

    Examples
    --------
    Two of eight customers respond; the model puts them first and third.

    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([1, 0, 1, 0, 0, 0, 0, 0], range(8, 0, -1))
    >>> curve = gain_curve(table, prior=0.25)
    >>> curve.fraction_targeted[:4].tolist(), curve.gain[:4].tolist()
    ([0.0, 0.125, 0.25, 0.375], [0.0, 0.5, 0.5, 1.0])
    >>> curve.lift[:3].tolist()
    [nan, 4.0, 2.0]
    """
    rows = slice(None) if indices is None else indices
    rates = ConfusionRates(table.fpr_at(rows), table.tpr_at(rows), prior)
    return GainCurve(
        read_only(table.thresholds[rows]),
        read_only(rates.fraction_targeted),
        read_only(rates.tpr),
        read_only(rates.lift),
    )
