"""What each instance is worth, in the order in which a model ranks them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.cost.payoff import difference
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.validation import clean_scores, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix
    from costcurve_gui.engine.counts.rank_order import RankOrder


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
    costs. A column that holds several instances shows the dearest one of each class, so that no
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
    >>> from costcurve_gui.engine.counts.rank_order import rank_order
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
