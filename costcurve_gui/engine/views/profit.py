"""The profit curve: what targeting the best-scored share of cases earns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Rows
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.counts.rate_source import RateSource

_ALL = slice(None)


@dataclass(frozen=True, slots=True, eq=False)
class ProfitCurve:
    """Expected profit per case by the share of cases targeted.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (k,)
        Descending; NaN for a reference curve, which has none.
    fraction_targeted : ndarray of float64, shape (k,)
        Within 0-1, never decreasing.
    expected_profit : ndarray of float64, shape (k,)
        Money per case.
    """

    thresholds: Floats
    fraction_targeted: Floats
    expected_profit: Floats


def profit_curve(
    table: RateSource, rates: RateSource, condition: OperatingCondition, rows: Rows = _ALL
) -> ProfitCurve:
    """Return the profit curve at the deployment prior.

    Parameters
    ----------
    table : RateSource
        Counts: they say how many cases are targeted.
    rates : RateSource
        Cost shares where costs vary, else `table` itself: they say what it earns.
    condition : OperatingCondition
    rows : slice or ndarray of int, optional
        Rows of the table to compute; all by default.

    References
    ----------
    .. [1] Schupp (2015), with score >= T as positive and both ends of the curve.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.condition import OperatingCondition
    >>> from costcurve_gui.engine.cost.payoff import PayoffMeans
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False], [0.9, 0.1])
    >>> curve = profit_curve(table, table, OperatingCondition(0.5, PayoffMeans(0, 0, 1, 1)))
    >>> curve.fraction_targeted.tolist(), curve.expected_profit.tolist()
    ([0.0, 0.5, 1.0], [-0.5, 0.0, -0.5])
    """
    prior = condition.prior
    targeted = prior * table.tpr_at(rows) + (1 - prior) * table.fpr_at(rows)
    profit = condition.expected_profit(rates.fpr_at(rows), rates.tpr_at(rows))
    return ProfitCurve(table.thresholds[rows], read_only(targeted), read_only(profit))


def perfect_profit(condition: OperatingCondition) -> ProfitCurve:
    """Return the curve of a ranking that has every positive before every negative."""
    return _reference(condition, [0.0, 0.0, 1.0], [0.0, 1.0, 1.0])


def random_profit(condition: OperatingCondition) -> ProfitCurve:
    """Return the expected curve of a random order."""
    return _reference(condition, [0.0, 1.0], [0.0, 1.0])


def _reference(condition: OperatingCondition, fpr: list[float], tpr: list[float]) -> ProfitCurve:
    points = list(zip(fpr, tpr, strict=True))
    targeted = np.array([condition.prior * y + (1 - condition.prior) * x for x, y in points])
    profit = np.array([condition.expected_profit(*point) for point in points])
    none = np.full(len(points), np.nan)
    return ProfitCurve(read_only(none), read_only(targeted), read_only(profit))
