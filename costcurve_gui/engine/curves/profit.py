"""Profit curve: expected payoff per instance over the share of instances that are treated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.condition import fraction_targeted
from costcurve_gui.engine.validation import clean_labels

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.cost.payoff import ErrorCosts
    from costcurve_gui.engine.counts.rate_source import RateSource

_RANKED = 4_001
"""Points of a class in a perfect ranking: more than a screen shows."""


@dataclass(frozen=True, slots=True, eq=False)
class ProfitCurve:
    """Profit at each threshold.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending.
    fraction_targeted : ndarray of float64, shape (m,)
        Expected share of positive decisions at the prior, 0-1, never decreasing.
    expected_profit : ndarray of float64, shape (m,)
        Payoff per instance, in units of payoff.
    """

    thresholds: Floats
    fraction_targeted: Floats
    expected_profit: Floats


@dataclass(frozen=True, slots=True, eq=False)
class ProfitRates:
    """What a profit curve needs of a model: every condition combines the same rates.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        Descending.
    fpr, tpr : ndarray of float64, shape (m,)
        Rates by count.
    fp_cost_rate, tp_benefit_rate : ndarray of float64, shape (m,)
        Rates by cost; those by count where errors cost the same within each class.
    """

    thresholds: Floats
    fpr: Floats
    tpr: Floats
    fp_cost_rate: Floats
    tp_benefit_rate: Floats

    def curve(self, condition: OperatingCondition) -> ProfitCurve:
        """Return the profit under a condition."""
        return ProfitCurve(
            self.thresholds,
            read_only(fraction_targeted(condition.prior, self.fpr, self.tpr)),
            read_only(condition.expected_profit(self.fp_cost_rate, self.tp_benefit_rate)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ReferenceProfit:
    """A profit curve that no threshold made; attributes as in `ProfitCurve`."""

    fraction_targeted: Floats
    expected_profit: Floats


@dataclass(frozen=True, slots=True, eq=False)
class PerfectRanking:
    """The best order of the instances: positives before negatives, what matters most first.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (k,)
        Rates by count along that order, at a few thousand places of a long one.
    fp_cost_rate, tp_benefit_rate : ndarray of float64, shape (k,)
        Shares of cost and benefit along it.
    """

    fpr: Floats
    tpr: Floats
    fp_cost_rate: Floats
    tp_benefit_rate: Floats


def profit_curve(
    table: RateSource,
    rates: RateSource,
    condition: OperatingCondition,
    indices: Indices | None = None,
) -> ProfitCurve:
    """Return the profit at the thresholds of a model.

    Parameters
    ----------
    table : RateSource
        Counts: they give the share that is treated.
    rates : RateSource
        Costs, row by row beside `table`; `table` itself where errors cost the same within each
        class.
    condition : OperatingCondition
        Prior and mean payoffs.
    indices : ndarray of int64, shape (k,), optional
        Rows to compute, ascending; None for all.

    References
    ----------
    .. [1] Schupp (2015), with "score >= threshold" for positive and losses as negative payoffs.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.condition import OperatingCondition
    >>> from costcurve_gui.engine.cost.payoff import PayoffMeans
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, False, False], [0.9, 0.5, 0.2, 0.1])
    >>> condition = OperatingCondition(0.25, PayoffMeans(8.0, 0.0, fn_cost=8.0, fp_cost=2.0))
    >>> curve = profit_curve(table, table, condition)
    >>> curve.fraction_targeted.tolist(), curve.expected_profit.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 2.0, 1.5, 1.0, 0.5])
    """
    return profit_rates(table, rates, indices).curve(condition)


def profit_rates(
    table: RateSource, rates: RateSource, indices: Indices | None = None
) -> ProfitRates:
    """Return the rates that the profit curves of a model combine, whatever the condition.

    Parameters
    ----------
    table, rates, indices
        As in `profit_curve`.
    """
    rows = slice(None) if indices is None else indices
    fpr, tpr = table.fpr_at(rows), table.tpr_at(rows)
    shared = rates is table
    return ProfitRates(
        read_only(table.thresholds[rows]),
        read_only(fpr),
        read_only(tpr),
        read_only(fpr if shared else rates.fpr_at(rows)),
        read_only(tpr if shared else rates.tpr_at(rows)),
    )


def perfect_ranking(
    costs: ErrorCosts, y_true: ArrayLike, sample_weight: Floats | None = None
) -> PerfectRanking:
    """Return the order that no model can beat, at any share that is treated.

    Positives come first, the costliest to miss before the others, then negatives, the cheapest
    false alarm first (Fawcett 2006, section 6.1). Sorts where costs vary; straight lines where
    they do not.

    Parameters
    ----------
    costs : ErrorCosts
        Costs of errors.
    y_true : array_like of bool, shape (n,)
        True for positives.
    sample_weight : ndarray of float64, shape (n,), optional
        Sample weights.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> y_true = [True, True, False]
    >>> costs = error_costs(PayoffMatrix(0.0, -1.0, np.array([-1.0, -3.0, 0.0]), 0.0), y_true)
    >>> ranking = perfect_ranking(costs, y_true)
    >>> ranking.tpr.tolist(), ranking.tp_benefit_rate.tolist()
    ([0.0, 0.5, 1.0, 1.0], [0.0, 0.75, 1.0, 1.0])
    """
    labels = clean_labels(y_true)
    tpr, benefit = _ranked(costs.fn_costs, np.flatnonzero(labels), sample_weight, dearest=True)
    fpr, cost = _ranked(costs.fp_costs, np.flatnonzero(~labels), sample_weight, dearest=False)
    return PerfectRanking(
        fpr=read_only(np.concatenate((np.zeros(tpr.size), fpr[1:]))),
        tpr=read_only(np.concatenate((tpr, np.ones(fpr.size - 1)))),
        fp_cost_rate=read_only(np.concatenate((np.zeros(tpr.size), cost[1:]))),
        tp_benefit_rate=read_only(np.concatenate((benefit, np.ones(fpr.size - 1)))),
    )


def perfect_profit(
    condition: OperatingCondition, ranking: PerfectRanking | None = None
) -> ReferenceProfit:
    """Return the profit of a perfect ranking.

    Without `ranking` it is that of a model that separates the classes but knows nothing of the
    costs within them, a bound for every model where errors cost the same within each class.
    """
    if ranking is None:
        fpr, tpr = np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 1.0])
        return _reference(condition, fpr, tpr, fpr, tpr)
    return _reference(
        condition, ranking.fpr, ranking.tpr, ranking.fp_cost_rate, ranking.tp_benefit_rate
    )


def random_profit(condition: OperatingCondition) -> ReferenceProfit:
    """Return the profit of a random ranking: the line from "treat none" to "treat all"."""
    ends = np.array([0.0, 1.0])
    return _reference(condition, ends, ends, ends, ends)


def _reference(
    condition: OperatingCondition, fpr: Floats, tpr: Floats, cost: Floats, benefit: Floats
) -> ReferenceProfit:
    profit = condition.expected_profit(cost, benefit)
    return ReferenceProfit(
        read_only(fraction_targeted(condition.prior, fpr, tpr)), read_only(profit)
    )


def _ranked(
    costs: Floats | float, rows: Indices, weights: Floats | None, *, dearest: bool
) -> tuple[Floats, Floats]:
    """Return cumulative shares of the instances of a class and of their costs, from 0 to 1."""
    if not isinstance(costs, np.ndarray):
        return np.array([0.0, 1.0]), np.array([0.0, 1.0])
    sign = -1.0 if dearest else 1.0
    of_class = sign * costs[rows]
    if weights is None:
        # Sorting values is several times as fast as sorting their positions.
        of_class.sort()
        return _thinned(np.arange(rows.size + 1.0), _sums(sign * of_class))
    order = np.argsort(of_class)
    weight = weights[rows][order]
    return _thinned(_sums(weight), _sums(sign * weight * of_class[order]))


def _sums(values: Floats) -> Floats:
    sums = np.zeros(values.size + 1)
    np.cumsum(values, out=sums[1:])
    return sums


def _thinned(counts: Floats, costs: Floats) -> tuple[Floats, Floats]:
    """Return shares of both totals at evenly spaced places."""
    places = np.linspace(0, counts.size - 1, min(counts.size, _RANKED)).astype(np.int64)
    return counts[places] / float(counts[-1]), costs[places] / float(costs[-1])
