"""The expected profit of a policy, put together cell by cell of the confusion matrix."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.rate_source import ClassSums
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.validation import require_length

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.payoff import PayoffMatrix
    from costcurve_gui.engine.counts.cost_table import RankOrder
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.selection.policy import Policy


@dataclass(frozen=True, slots=True)
class CellProfit:
    """What one cell of the confusion matrix adds to the profit per instance.

    Attributes
    ----------
    rate : float
        Share of its class that falls into the cell, 0-1: tpr, fpr, fnr or tnr.
    prior : float
        Share of its class where the policy works, 0-1.
    payoff : float
        Mean payoff of the cases in the cell; NaN where there are none.
    profit : float
        The product of the three; 0 where there are none.
    """

    rate: float
    prior: float
    payoff: float
    profit: float


@dataclass(frozen=True, slots=True)
class ProfitBuildUp:
    """The four products and their sums, per instance in units of payoff."""

    tp: CellProfit
    fp: CellProfit
    fn: CellProfit
    tn: CellProfit

    @property
    def of_positives(self) -> float:
        """Part that the positives add."""
        return self.tp.profit + self.fn.profit

    @property
    def of_negatives(self) -> float:
        """Part that the negatives add."""
        return self.fp.profit + self.tn.profit

    @property
    def total(self) -> float:
        """Expected profit per instance."""
        return self.of_positives + self.of_negatives


@dataclass(frozen=True, slots=True, eq=False)
class CellSums:
    """Payoffs of one decision on one class, summed from the highest score down.

    Attributes
    ----------
    counts : ClassSums
        Instances of the class, or their weights.
    payoffs : ClassSums
        Sums of their payoffs in `unit`; `counts` itself where each pays the same.
    unit : float
        The payoff of every instance where it is the same, else 1.
    """

    counts: ClassSums
    payoffs: ClassSums
    unit: float

    def above(self, row: int) -> Floats:
        """Return count and payoff of the instances at or above the threshold of a row."""
        at = np.array([row])
        return np.array([self.counts.at(at)[0], self.unit * self.payoffs.at(at)[0]], np.float64)

    def below(self, row: int) -> Floats:
        """Return count and payoff of the other instances."""
        return np.array([self.counts.total, self.unit * self.payoffs.total]) - self.above(row)


@dataclass(frozen=True, slots=True, eq=False)
class PayoffSums:
    """Sums of all four cells for one model, so that a drag adds nothing up.

    `rows` is the length of the model's threshold table.
    """

    tp: CellSums
    fp: CellSums
    fn: CellSums
    tn: CellSums
    rows: int


def payoff_sums(
    payoff: PayoffMatrix,
    table: ThresholdTable,
    order: RankOrder | None = None,
    sample_weight: Floats | None = None,
) -> PayoffSums:
    """Sum the payoffs of a model's instances in order of score.

    Parameters
    ----------
    payoff : PayoffMatrix
        Cells as numbers or columns, row by row as the scores.
    table : ThresholdTable
        Counts of the model.
    order : RankOrder, optional
        Order of the same scores; None will do where no cell varies.
    sample_weight : ndarray of float64, shape (n,), optional
        The weights of `table`.

    Raises
    ------
    EngineError
        Where a cell varies and `order` is None.
    LengthMismatchError
        Where a column has not the rows of the arrays that were ordered.
    """

    def cell(payoffs: float | Floats, *, of_positives: bool) -> CellSums:
        counts = table.positive_sums if of_positives else table.negative_sums
        if np.ndim(payoffs) == 0:
            return CellSums(counts, counts, float(payoffs))
        if order is None:
            raise EngineError("Payoffs that vary by instance need the order of the rows by score.")
        column = np.asarray(payoffs, np.float64)
        require_length("payoff", column, order.length)
        rows = order.positive_rows if of_positives else order.negative_rows
        stops = order.positive_stops if of_positives else order.negative_stops
        return CellSums(counts, ClassSums(stops, _sums(column, rows, sample_weight)), 1.0)

    return PayoffSums(
        tp=cell(payoff.tp, of_positives=True),
        fp=cell(payoff.fp, of_positives=False),
        fn=cell(payoff.fn, of_positives=True),
        tn=cell(payoff.tn, of_positives=False),
        rows=len(table),
    )


def profit_build_up(policy: Policy, prior: float, sums: PayoffSums) -> ProfitBuildUp:
    """Return the expected profit of a policy as rates times priors times payoffs.

    Where payoffs vary, each cell has the mean payoff of the cases that are in it, so that the
    products add up to the expected profit of the policy whatever the payoffs.

    Parameters
    ----------
    policy : Policy
        A policy of the model that `sums` were made for, mixed or not, or a trivial one.
    prior : float
        Share of positives where it works, 0-1.
    sums : PayoffSums
        Payoffs of the model's instances.

    References
    ----------
    .. [1] Schupp (2015), "Expected Profit", with losses as negative payoffs.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> from costcurve_gui.engine.evaluation import evaluate_scores
    >>> from costcurve_gui.engine.selection.criteria import manual
    >>> payoff = PayoffMatrix(tp=90.0, fp=-10.0, fn=0.0, tn=0.0)
    >>> model = evaluate_scores("m", [1, 1, 0, 0], [4, 2, 3, 1], payoff)
    >>> policy = manual(model, model.condition(), 3.0)
    >>> found = profit_build_up(policy, 0.5, payoff_sums(payoff, model.table))
    >>> found.tp, found.fp.profit, found.total
    (CellProfit(rate=0.5, prior=0.5, payoff=90.0, profit=22.5), -2.5, 20.0)
    """

    def cell(part: CellSums, side: Callable[[int], Floats], prior: float) -> CellProfit:
        inside = side(policy.index % sums.rows)
        if policy.index_2 is not None:
            second = side(policy.index_2 % sums.rows)
            inside = (1 - policy.mixing) * inside + policy.mixing * second
        count, payoff = inside.tolist()
        return _cell_profit(count, payoff, part.counts.total, prior)

    return ProfitBuildUp(
        tp=cell(sums.tp, sums.tp.above, prior),
        fp=cell(sums.fp, sums.fp.above, 1 - prior),
        fn=cell(sums.fn, sums.fn.below, prior),
        tn=cell(sums.tn, sums.tn.below, 1 - prior),
    )


def _cell_profit(count: float, payoff: float, of_class: float, prior: float) -> CellProfit:
    if not count > 0:
        return CellProfit(0.0, prior, math.nan, 0.0)
    rate, mean = count / of_class, payoff / count
    return CellProfit(rate, prior, mean, rate * prior * mean)


def _sums(column: Floats, rows: NDArray[np.signedinteger[Any]], weights: Floats | None) -> Floats:
    sums = np.zeros(rows.size + 1)
    ranked = column[rows] if weights is None else column[rows] * weights[rows]
    np.cumsum(ranked, out=sums[1:])
    return read_only(sums)
