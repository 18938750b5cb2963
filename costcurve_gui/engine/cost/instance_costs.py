"""What each instance is worth in a model's ranking; rows whose payoffs have the wrong sign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.payoff import difference
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.validation import clean_labels, clean_scores, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
    from costcurve_gui.engine.counts.cost_table import RankOrder


@dataclass(frozen=True, slots=True, eq=False)
class InstanceCosts:
    """Largest benefit and largest cost in each column of a plot, highest scores at the left.

    Attributes
    ----------
    starts : ndarray of int64, shape (k + 1,)
        Place in the ranking at which each column begins, from 0; the last one is the number of
        instances.
    benefit : ndarray of float64, shape (k,)
        Largest c_FN of the positives in each column, at least 0; NaN where it has none.
    cost : ndarray of float64, shape (k,)
        Largest c_FP of the negatives with the sign turned, at most 0; NaN where it has none.
    positives, negatives : ndarray of int64, shape (k,)
        Instances of each class in each column.
    """

    starts: Indices
    benefit: Floats
    cost: Floats
    positives: Indices
    negatives: Indices

    @property
    def thinned(self) -> bool:
        """Whether a column stands for several instances, of which only the extremes are left."""
        return int(self.starts[-1]) > self.positives.size


def instance_costs(order: RankOrder, costs: ErrorCosts, columns: int) -> InstanceCosts:
    """Return the cost of the instances by descending score, for a plot of so many columns.

    Positives are worth what missing them costs, negatives minus what a false alarm on them
    costs. A column that holds several instances shows the costliest one of each class, so that no
    peak is lost. Among equal scores positives come first. Sample weights do not matter: it is
    the cost of each instance, not of its copies.

    Parameters
    ----------
    order : RankOrder
        The ranking of the model.
    costs : ErrorCosts
        Costs of errors, row by row as the scores.
    columns : int
        Pixels to fill, at least 1; no more columns than instances are made.

    Returns
    -------
    InstanceCosts

    Raises
    ------
    ConstraintError
        Where there is no column.
    LengthMismatchError
        Where the costs have not the rows of the arrays that were ordered.

    References
    ----------
    .. [1] Fawcett (2006), figure 6.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> y_true, y_score = [True, False, True, False], [0.9, 0.7, 0.6, 0.1]
    >>> donation = np.array([24.0, 0.0, 5.0, 0.0])
    >>> costs = error_costs(PayoffMatrix(tp=donation, fp=-1.0, fn=0.0, tn=0.0), y_true)
    >>> plot = instance_costs(rank_order(y_true, y_score), costs, columns=2)
    >>> plot.benefit.tolist(), plot.cost.tolist(), plot.thinned
    ([24.0, 5.0], [-1.0, -1.0], True)
    """
    if columns < 1:
        raise ConstraintError("A plot needs at least one column.")
    instances = order.positive_rows.size + order.negative_rows.size
    columns = min(columns, instances)
    starts = np.arange(columns + 1) * instances // columns
    positives = _positives_before(order, starts)
    negatives = starts - positives
    return InstanceCosts(
        starts=read_only(starts),
        benefit=read_only(_largest(costs.fn_costs, order.positive_rows, positives, order.length)),
        cost=read_only(-_largest(costs.fp_costs, order.negative_rows, negatives, order.length)),
        positives=read_only(np.diff(positives)),
        negatives=read_only(np.diff(negatives)),
    )


def cost_weighted_scores(y_score: ArrayLike, payoff: PayoffMatrix) -> Floats:
    """Return scores times the cost of missing each instance, as the scores of another model.

    For costs that are known when the decision is made: what the model expects to lose, and not
    how sure it is, ranks the instances.

    Parameters
    ----------
    y_score : array_like of float, shape (n,)
        Probabilities or other scores of at least 0; NaN is missing.
    payoff : PayoffMatrix
        Of every row, whatever its class: c_FN = b(Y, p) - b(N, p).

    Returns
    -------
    ndarray of float64, shape (n,)
        NaN where the score is missing, or c_FN does not exist.

    Raises
    ------
    ConstraintError
        Where a score is negative: a larger cost would rank it lower.
    LengthMismatchError
        Where there are not as many payoffs as scores.

    References
    ----------
    .. [1] Fawcett (2006), end of section 4.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-np.array([100.0, 10.0, 300.0]), tn=0.0)
    >>> cost_weighted_scores([0.5, 0.9, 0.25], payoff).tolist()
    [50.0, 9.0, 75.0]
    """
    scores = clean_scores(y_score)
    negative = np.flatnonzero(scores < 0)
    if negative.size:
        first = int(negative[0])
        raise ConstraintError(
            f"Scores below 0 cannot be weighted by cost; {negative.size:,} of {scores.size:,} rows "
            f"have one, the first is row {first + 1:,}: {scores[first]:g}."
        )
    for name in ("tp", "fn"):
        cell = getattr(payoff, name)
        if isinstance(cell, np.ndarray):
            require_length(name, cell, scores.size)
    fn_costs = difference(payoff.tp, payoff.fn)
    with np.errstate(invalid="ignore", over="ignore"):
        return read_only(scores * fn_costs)


def _positives_before(order: RankOrder, places: Indices) -> Indices:
    """Return how many positives precede each place of the ranking."""
    positives = np.asarray(order.positive_stops[:], dtype=np.int64)
    seen = positives + order.negative_stops[:]
    # The first row of the table that has seen more than `place` holds it.
    row = np.searchsorted(seen, places, side="right").clip(max=seen.size - 1)
    before: Indices = np.minimum(positives[row], positives[row - 1] + places - seen[row - 1])
    return before


def _largest(costs: Floats | float, rows: Indices, starts: Indices, length: int) -> Floats:
    """Return the largest cost in each column; `starts` counts the rows before it."""
    filled = np.diff(starts) > 0
    largest = np.full(filled.size, np.nan)
    if not isinstance(costs, np.ndarray):
        largest[filled] = costs
        return largest
    require_length("costs", costs, length)
    if filled.any():
        largest[filled] = np.maximum.reduceat(costs[rows], starts[:-1][filled])
    return largest


@dataclass(frozen=True, slots=True, eq=False)
class SignViolations:
    """Rows of one class whose error has a negative cost, or none that is a number.

    Attributes
    ----------
    wrong, right : {"tp", "fp", "fn", "tn"}
        The payoff cells of the wrong and of the right decision.
    rows : ndarray of int64, shape (v,)
        Failing rows, from 0, ascending.
    costs : ndarray of float64, shape (v,)
        What the right decision pays minus what the wrong one pays: below 0, NaN or infinite.
    total : int
        Rows of the class.
    """

    wrong: str
    right: str
    rows: Indices
    costs: Floats
    total: int


def sign_violations(
    payoff: PayoffMatrix, y_true: ArrayLike
) -> tuple[SignViolations, SignViolations]:
    """Return the rows that violate a payoff matrix, of positives and of negatives.

    `error_costs` refuses such a matrix and names the first rows; this lists them all, so that
    they can be looked at or filtered out.

    Parameters
    ----------
    payoff : PayoffMatrix
        Any payoffs.
    y_true : array_like of bool, shape (n,)
        True for positives.

    Raises
    ------
    LengthMismatchError
        Where a column has not as many rows as the labels.

    References
    ----------
    .. [1] Fawcett (2006), section 7.

    Examples
    --------
    A gift of x brings x - 20, so gifts below 20 had better not be asked for.

    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> gift = np.array([5.0, 25.0, 0.0, 12.0])
    >>> misses, alarms = sign_violations(
    ...     PayoffMatrix(tp=gift - 20, fp=-1.0, fn=0.0, tn=0.0), [True, True, False, True]
    ... )
    >>> misses.rows.tolist(), misses.costs.tolist(), misses.total, alarms.rows.size
    ([0, 3], [-15.0, -8.0], 3, 0)
    """
    labels = clean_labels(y_true)
    return (
        _violations(payoff, "fn", "tp", labels),
        _violations(payoff, "fp", "tn", ~labels),
    )


def _violations(payoff: PayoffMatrix, wrong: str, right: str, members: Bools) -> SignViolations:
    rows = np.flatnonzero(members)
    with np.errstate(invalid="ignore", over="ignore"):
        costs = _payoffs(payoff, right, members)[rows] - _payoffs(payoff, wrong, members)[rows]
    failing = ~((costs >= 0) & np.isfinite(costs))
    return SignViolations(
        wrong, right, read_only(rows[failing]), read_only(costs[failing]), int(rows.size)
    )


def _payoffs(payoff: PayoffMatrix, cell: str, members: Bools) -> Floats:
    values = np.asarray(getattr(payoff, cell), dtype=np.float64)
    if values.ndim:
        require_length(cell, values, members.size)
    return np.broadcast_to(values, members.shape)
