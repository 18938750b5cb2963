"""The payoff matrix and the costs of errors that follow from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import class_summary, read_only
from costcurve_gui.engine.errors import (
    EngineError,
    NegativeErrorCostError,
    NonFinitePayoffError,
    ShapeError,
    SingleClassError,
    ZeroErrorCostError,
)
from costcurve_gui.engine.validation import clean_labels, clean_weights, in_units, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices

    Cell: TypeAlias = float | Floats

_AS_GOOD_AS_INFINITE = 1e290
"""Beyond this the sum over a large table would overflow."""
_NAMED = 5
"""Failing rows that an error names."""


@dataclass(frozen=True, slots=True, eq=False)
class PayoffMatrix:
    """What each decision pays on each class, per instance: gain positive, loss negative.

    Attributes
    ----------
    tp : float or ndarray of float64, shape (n,)
        b(Y, p): a positive that is found.
    fp : float or ndarray of float64, shape (n,)
        b(Y, n): a false alarm.
    fn : float or ndarray of float64, shape (n,)
        b(N, p): a positive that is missed.
    tn : float or ndarray of float64, shape (n,)
        b(N, n): a negative that is left alone.

    Examples
    --------
    >>> PayoffMatrix(tp=20.0, fp=-20.0, fn=-100.0, tn=2.0).varies
    False
    """

    tp: Cell
    fp: Cell
    fn: Cell
    tn: Cell

    @property
    def varies(self) -> bool:
        """Whether a cell has a value for each instance."""
        return any(isinstance(cell, np.ndarray) for cell in (self.tp, self.fp, self.fn, self.tn))


@dataclass(frozen=True, slots=True, eq=False)
class ErrorCosts:
    """What a wrong decision costs against the right one.

    Attributes
    ----------
    fn_costs : float or ndarray of float64, shape (n,)
        c_FN = b(Y, p) - b(N, p), at least 0 for every positive; one number where it is the same
        for all. Entries of negatives mean nothing.
    fp_costs : float or ndarray of float64, shape (n,)
        c_FP = b(N, n) - b(Y, n), likewise for negatives.
    mean_fn_cost, mean_fp_cost : float
        C(-|+) and C(+|-): their means over their class, above 0.
    """

    fn_costs: Cell
    fp_costs: Cell
    mean_fn_cost: float
    mean_fp_cost: float

    @property
    def varies_fn(self) -> bool:
        """Whether misses differ in cost."""
        return isinstance(self.fn_costs, np.ndarray)

    @property
    def varies_fp(self) -> bool:
        """Whether false alarms differ in cost."""
        return isinstance(self.fp_costs, np.ndarray)

    @property
    def varies(self) -> bool:
        """Whether any error differs in cost within its class, so that ROCIV is not ROC."""
        return self.varies_fn or self.varies_fp


@dataclass(frozen=True, slots=True)
class PayoffMeans:
    """Means over their class, per instance: all that an expected profit needs beside the rates.

    Attributes
    ----------
    tp_payoff, tn_payoff : float
        Mean of b(Y, p) over positives and of b(N, n) over negatives.
    fn_cost, fp_cost : float
        C(-|+) and C(+|-).
    """

    tp_payoff: float
    tn_payoff: float
    fn_cost: float
    fp_cost: float

    @property
    def fn_payoff(self) -> float:
        """Mean of b(N, p) over positives."""
        return self.tp_payoff - self.fn_cost

    @property
    def fp_payoff(self) -> float:
        """Mean of b(Y, n) over negatives."""
        return self.tn_payoff - self.fp_cost

    def with_fn_cost(self, fn_cost: float) -> PayoffMeans:
        """Return a copy in which a miss costs `fn_cost`; a found positive pays as before."""
        return replace(self, fn_cost=fn_cost)


def error_costs(
    payoff: PayoffMatrix, y_true: ArrayLike, sample_weight: ArrayLike | None = None
) -> ErrorCosts:
    """Subtract what the right decision pays from what the wrong one pays, with the sign turned.

    Parameters
    ----------
    payoff : PayoffMatrix
        Cells as numbers or columns of n rows. A cell is read in the rows of its class alone.
    y_true : array_like of bool, shape (n,)
        True for positives.
    sample_weight : array_like of float, shape (n,), optional
        Weights of the means.

    Returns
    -------
    ErrorCosts

    Raises
    ------
    NonFinitePayoffError
        Where a payoff is missing or infinite; it names the cell ("tp", "fp", "fn" or "tn").
    NegativeErrorCostError
        Where a wrong decision pays more than the right one; it names the cell of the wrong one.
    ZeroErrorCostError
        Where the errors on a class cost nothing in total.
    SingleClassError, LengthMismatchError
        Where there is nothing to average over, or a column does not fit.

    References
    ----------
    .. [1] Fawcett (2006), section 4 (the baseline is subtracted) and section 7 (signs).
    .. [2] Drummond & Holte (2006), Appendix A.

    Examples
    --------
    Credit approval: a refused fraud pays 20, an approved one loses its amount.

    >>> import numpy as np
    >>> amount = np.array([100.0, 300.0, 50.0])
    >>> payoff = PayoffMatrix(tp=20.0, fp=-20.0, fn=-amount, tn=0.02 * amount)
    >>> costs = error_costs(payoff, [True, True, False])
    >>> costs.mean_fn_cost, costs.mean_fp_cost
    (220.0, 21.0)
    """
    labels = clean_labels(y_true)
    weights = _weights(sample_weight, labels.size)
    positives, negatives = _classes(labels, weights)
    fn_costs, mean_fn_cost = _cost_of("fn", "tp", payoff, positives, weights)
    if not mean_fn_cost > 0:
        raise ZeroErrorCostError("positive")
    fp_costs, mean_fp_cost = _cost_of("fp", "tn", payoff, negatives, weights)
    if not mean_fp_cost > 0:
        raise ZeroErrorCostError("negative")
    return ErrorCosts(fn_costs, fp_costs, mean_fn_cost, mean_fp_cost)


def payoff_means(
    payoff: PayoffMatrix,
    y_true: ArrayLike,
    sample_weight: ArrayLike | None = None,
    rows: Bools | None = None,
    *,
    costs: ErrorCosts | None = None,
) -> PayoffMeans:
    """Average the payoffs over their classes.

    Parameters
    ----------
    payoff, y_true, sample_weight
        As in `error_costs`.
    rows : ndarray of bool, shape (n,), optional
        Rows that count, such as those that a model scored; None for all.
    costs : ErrorCosts, optional
        What `error_costs` found, so that nothing is averaged twice.

    Returns
    -------
    PayoffMeans

    Raises
    ------
    EngineError
        As `error_costs`.

    References
    ----------
    .. [1] Fawcett (2006), equations 2 and 3, with the mean taken of the transformed costs.

    Examples
    --------
    >>> payoff_means(PayoffMatrix(tp=20.0, fp=-20.0, fn=-100.0, tn=2.0), [True, False])
    PayoffMeans(tp_payoff=20.0, tn_payoff=2.0, fn_cost=120.0, fp_cost=22.0)
    """
    labels = clean_labels(y_true)
    weights = _weights(sample_weight, labels.size)
    positives, negatives = _classes(labels, weights, rows)
    if costs is None:
        costs = error_costs(payoff, labels, weights)
    right_p, right_n = _column("tp", payoff, labels.size), _column("tn", payoff, labels.size)
    return PayoffMeans(
        tp_payoff=class_summary(right_p, positives, weights).mean,
        tn_payoff=class_summary(right_n, negatives, weights).mean,
        fn_cost=_mean(costs.fn_costs, costs.mean_fn_cost, positives, weights, rows),
        fp_cost=_mean(costs.fp_costs, costs.mean_fp_cost, negatives, weights, rows),
    )


def constant_costs(payoff: PayoffMatrix) -> tuple[ErrorCosts, PayoffMeans]:
    """Return costs and means of constant payoffs, where there are no rows to look at.

    Raises
    ------
    EngineError
        Where a payoff varies by instance, or as `error_costs`.

    Examples
    --------
    >>> constant_costs(PayoffMatrix(tp=20.0, fp=-20.0, fn=-100.0, tn=2.0))[1].fn_cost
    120.0
    """
    if payoff.varies:
        raise EngineError("Payoffs that vary by instance need the instances.")
    one_of_each = [True, False]
    costs = error_costs(payoff, one_of_each)
    return costs, payoff_means(payoff, one_of_each, costs=costs)


def _mean(
    costs: Cell, over_all: float, members: Bools, weights: Floats | None, rows: Bools | None
) -> float:
    return over_all if rows is None else class_summary(costs, members, weights).mean


def _weights(sample_weight: ArrayLike | None, size: int) -> Floats | None:
    """Return checked weights, None where these are equal: then means are those of the rows."""
    if sample_weight is None:
        return None
    units, _ = in_units(clean_weights(sample_weight, size))
    return None if (units == 1).all() else units


def _classes(
    labels: Bools, weights: Floats | None, rows: Bools | None = None
) -> tuple[Bools, Bools]:
    positives, negatives = labels, ~labels
    if rows is not None:
        positives, negatives = positives & rows, negatives & rows
    for name, members in (("positive", positives), ("negative", negatives)):
        if not members.any():
            raise SingleClassError(name)
        if weights is not None and not weights[members].any():
            raise SingleClassError(name, weighted=True)
    return positives, negatives


def _cost_of(
    wrong: str, right: str, payoff: PayoffMatrix, members: Bools, weights: Floats | None
) -> tuple[Cell, float]:
    """Return the cost of an error, as one number where it is the same for all, and its mean."""
    cells = {name: _column(name, payoff, members.size) for name in (wrong, right)}
    costs = difference(cells[right], cells[wrong])
    found = class_summary(costs, members, weights)
    if not max(abs(found.smallest), abs(found.largest)) < 2 * _AS_GOOD_AS_INFINITE:
        raise _not_finite(cells, members)
    if found.smallest < 0:
        raise _negative(wrong, costs, members)
    if found.smallest == found.largest:
        return found.smallest, found.smallest
    return costs, found.mean


def _column(name: str, payoff: PayoffMatrix, rows: int) -> Cell:
    value: Cell = getattr(payoff, name)
    if np.ndim(value) == 0:
        return float(value)
    column = np.ascontiguousarray(value, dtype=np.float64)
    if column.ndim > 1:
        raise ShapeError(name, column.ndim)
    require_length(name, column, rows)
    return column


def difference(right: Cell, wrong: Cell) -> Cell:
    """Return what one decision pays more than the other, without a warning where neither pays."""
    # Rows of the other class may hold anything, rows of this class are looked at afterwards.
    with np.errstate(invalid="ignore", over="ignore"):
        costs = right - wrong
    return read_only(costs) if isinstance(costs, np.ndarray) else costs


def _not_finite(cells: dict[str, Cell], members: Bools) -> NonFinitePayoffError:
    failing = {
        name: np.flatnonzero(members & ~(np.abs(cell) < _AS_GOOD_AS_INFINITE))
        for name, cell in cells.items()
    }
    name, rows = next((name, rows) for name, rows in failing.items() if rows.size)
    column = np.broadcast_to(cells[name], members.shape)
    values = [float(payoff) for payoff in column[rows[:_NAMED]]]
    looked_at = int(np.count_nonzero(members))
    return NonFinitePayoffError(name, _numbers(rows), values, rows.size, looked_at)


def _negative(cell: str, costs: Cell, members: Bools) -> NegativeErrorCostError:
    column = np.broadcast_to(costs, members.shape)
    rows = np.flatnonzero(members)
    rows = rows[column[rows] < 0]
    values = [float(cost) for cost in column[rows[:_NAMED]]]
    looked_at = int(np.count_nonzero(members))
    return NegativeErrorCostError(cell, _numbers(rows), values, rows.size, looked_at)


def _numbers(rows: Indices) -> list[int]:
    """Return the first rows as people count them."""
    return [int(row) + 1 for row in rows[:_NAMED]]
