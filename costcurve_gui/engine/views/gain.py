"""Cumulative gain and lift: what targeting the highest scores finds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.views.confusion_rates import ConfusionRates

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource


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
