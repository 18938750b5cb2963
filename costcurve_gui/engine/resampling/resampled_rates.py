"""Sums over the resampled instances of a class, and the resampled rates made of them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.payoff import Cell, ErrorCosts, PayoffMatrix, PayoffMeans
    from costcurve_gui.engine.selection.policy import Review, Reviewer

    Times = NDArray[np.integer[Any]]

Drawn = TypeVar("Drawn", bound="Floats | Times")


@dataclass(frozen=True, slots=True, eq=False)
class ClassColumns:
    """The instances of one class, in the order of the file.

    Attributes
    ----------
    size : int
        Instances.
    weights : ndarray of float64, shape (size,), or None
        Sample weights; None counts each instance once.
    costs : float or ndarray of float64, shape (size,)
        Cost of an error, times the weight where it is an array.
    payoffs : float or ndarray of float64, shape (size,)
        Payoff of the right decision, likewise.
    """

    size: int
    weights: Floats | None
    costs: Cell
    payoffs: Cell

    @property
    def varying(self) -> tuple[Floats, ...]:
        """The columns that differ between instances, in the order of the attributes."""
        columns = (self.weights, self.costs, self.payoffs)
        return tuple(column for column in columns if isinstance(column, np.ndarray))

    @property
    def alike(self) -> bool:
        """Whether an error on one instance counts as much as on another."""
        return not isinstance(self.error_costs, np.ndarray)

    @property
    def error_costs(self) -> Cell:
        """What an error on each instance counts: its cost times its weight."""
        if self.weights is None or isinstance(self.costs, np.ndarray):
            return self.costs
        return self.weights * self.costs

    def of(self, members: Indices) -> ClassColumns:
        """Return the columns of some of the instances, by their positions."""
        weights = None if self.weights is None else read_only(self.weights[members])
        costs, payoffs = (_taken(cell, members) for cell in (self.costs, self.payoffs))
        return ClassColumns(members.size, weights, costs, payoffs)


def _taken(cell: Cell, members: Indices) -> Cell:
    return read_only(cell[members]) if isinstance(cell, np.ndarray) else cell


def class_columns(
    members: Bools,
    payoff: PayoffMatrix,
    costs: ErrorCosts,
    sample_weight: Floats | None = None,
    *,
    of_positives: bool,
) -> ClassColumns:
    """Gather the columns of one class.

    Parameters
    ----------
    members : ndarray of bool, shape (n,)
        The class.
    payoff, costs : PayoffMatrix, ErrorCosts
        Payoffs and the costs of errors that follow from them.
    sample_weight : ndarray of float64, shape (n,), optional
        Weights.
    of_positives : bool
        Which class it is.
    """
    error = costs.fn_costs if of_positives else costs.fp_costs
    right = payoff.tp if of_positives else payoff.tn
    weights = None if sample_weight is None else read_only(sample_weight[members])
    return ClassColumns(
        int(np.count_nonzero(members)),
        weights,
        _weighted(error, members, weights),
        _weighted(right, members, weights),
    )


def _weighted(cell: Cell, members: Bools, weights: Floats | None) -> Cell:
    if not isinstance(cell, np.ndarray):
        return float(cell)
    values = cell[members].astype(np.float64)
    if values.size and values.min() == values.max():
        return float(values[0])
    return read_only(values if weights is None else values * weights)


@dataclass(frozen=True, slots=True, eq=False)
class ClassSumsDrawn:
    """Sums over resampled instances of a class, in b replicates.

    Attributes
    ----------
    counts : ndarray of float64, shape (b, k)
        Weights of the instances that each of k rules calls positive.
    costs : ndarray of float64, shape (b, k), or None
        Error costs of these; None where all cost the same, so that they are in proportion.
    total, total_cost, total_payoff : ndarray of float64, shape (b, 1) or (b, k)
        Weights, error costs, and payoffs of the right decision of all instances.
    """

    counts: Floats
    costs: Floats | None
    total: Floats
    total_cost: Floats
    total_payoff: Floats

    @classmethod
    def of(
        cls, columns: ClassColumns, counts: Floats, costs: Floats, *totals: Floats
    ) -> ClassSumsDrawn:
        """Return sums over instances of a class that has these columns."""
        alike = not isinstance(columns.costs, np.ndarray) and columns.costs != 0
        return cls(counts, None if alike else costs, *totals)

    @property
    def rates(self) -> tuple[Floats, Floats]:
        """The shares of all weights, and of all error costs, that each rule calls positive.

        Where all cost the same they are the same figures: rounding decides no tie between rules.
        """
        by_count = self.counts / self.total
        return by_count, by_count if self.costs is None else self.costs / self.total_cost


def drawn_columns(
    columns: ClassColumns, times: Drawn, varying: Iterable[Floats]
) -> Iterator[Drawn | Floats]:
    """Yield what was drawn of weights, costs and payoffs, each when it is asked for.

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class.
    times : ndarray of int or float64
        How often each instance, or each cell of instances, was drawn, or is expected to be; or
        sums of that over instances.
    varying : iterable of ndarray of float64
        Sums over these draws, of each column that varies, in their order.
    """
    found = iter(varying)
    weights: Drawn | Floats = times if columns.weights is None else next(found)
    yield weights
    for column in (columns.costs, columns.payoffs):
        yield next(found) if isinstance(column, np.ndarray) else np.multiply(weights, column)


def cumulated(drawn: Floats | Times) -> Floats:
    """Return the sums over the first entries, none of them to all, shape (b, c + 1).

    Counts are added up as integers, which takes a seventh of the time.
    """
    kind = np.float64 if drawn.dtype.kind == "f" else np.int64
    sums = np.zeros((drawn.shape[0], drawn.shape[1] + 1), kind)
    np.cumsum(drawn, axis=1, out=sums[:, 1:])
    return sums.astype(np.float64, copy=False)


@dataclass(frozen=True, slots=True, eq=False)
class ResampledRates:
    """The rates of k rules in b replicates, and the mean payoffs that go with them.

    A class that has no weight in a replicate leaves NaN there.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (b, k)
        Rates by count.
    fp_cost_rate, tp_benefit_rate : ndarray of float64, shape (b, k)
        Rates of ROCIV; those by count where errors of a class cost the same.
    tp_payoff, tn_payoff, fn_cost, fp_cost : ndarray of float64, shape (b, 1) or (b, k)
        As in `PayoffMeans`.
    """

    fpr: Floats
    tpr: Floats
    fp_cost_rate: Floats
    tp_benefit_rate: Floats
    tp_payoff: Floats
    tn_payoff: Floats
    fn_cost: Floats
    fp_cost: Floats

    def normalized_expected_cost(self, pc_plus: Floats | float) -> Floats:
        """Return the cost of each rule, each at its PC(+), shape (b, k).

        References
        ----------
        .. [1] Drummond & Holte (2006), equation 5.
        """
        return (1 - self.tp_benefit_rate) * pc_plus + self.fp_cost_rate * (1 - pc_plus)

    def expected_cost(self, prior: float) -> Floats:
        """Return what the errors of each rule cost per instance, shape (b, k)."""
        missed = self.fn_cost * (1 - self.tp_benefit_rate)
        return prior * missed + (1 - prior) * self.fp_cost * self.fp_cost_rate

    def expected_profit(self, prior: float) -> Floats:
        """Return the expected profit of each rule per instance, shape (b, k)."""
        perfect = prior * self.tp_payoff + (1 - prior) * self.tn_payoff
        return perfect - self.expected_cost(prior)

    def fraction_targeted(self, prior: float) -> Floats:
        """Return the expected share of positive decisions of each rule, shape (b, k)."""
        return prior * self.tpr + (1 - prior) * self.fpr

    def with_means(self, own: PayoffMeans, asked: PayoffMeans) -> ResampledRates:
        """Return the rates under another payoff matrix, of which only the means are known.

        Errors are taken to cost more or less in proportion, the right decisions to pay so much
        more or less.

        Parameters
        ----------
        own : PayoffMeans
            The means on the whole sample.
        asked : PayoffMeans
            The means wanted there.
        """
        if asked == own:
            return self
        return replace(
            self,
            tp_payoff=self.tp_payoff + (asked.tp_payoff - own.tp_payoff),
            tn_payoff=self.tn_payoff + (asked.tn_payoff - own.tn_payoff),
            fn_cost=self.fn_cost * (asked.fn_cost / own.fn_cost),
            fp_cost=self.fp_cost * (asked.fp_cost / own.fp_cost),
        )

    def errors(self) -> Floats:
        """Return error rates by count, by cost, and what errors of each class cost, (b, 6 k).

        Of each first those of positives, then those of negatives.
        """
        fnr, missed = 1 - self.tpr, 1 - self.tp_benefit_rate
        costs = self.fn_cost * missed, self.fp_cost * self.fp_cost_rate
        columns = (fnr, self.fpr, missed, self.fp_cost_rate, *costs)
        return np.concatenate(columns, axis=1)

    def reviewed(self, review: Review | Reviewer) -> ResampledRates:
        """Return the rates of a band, of those of its upper and its lower threshold.

        The price of the reviews is in the cost rates, as in those of `banded_policy`.
        """

        def seen(column: Floats, share: float) -> Floats:
            mixed: Floats = (1 - share) * column[:, :1] + share * column[:, 1:]
            return mixed

        referred = (np.diff(self.fpr, axis=1), np.diff(self.tpr, axis=1))
        harm, benefit = (
            review.cost * share / cost[:, :1]
            for share, cost in zip(referred, (self.fp_cost, self.fn_cost), strict=True)
        )
        means = (self.tp_payoff, self.tn_payoff, self.fn_cost, self.fp_cost)
        return ResampledRates(
            seen(self.fpr, review.fpr),
            seen(self.tpr, review.tpr),
            seen(self.fp_cost_rate, review.fpr) + harm,
            seen(self.tp_benefit_rate, review.tpr) - benefit,
            *(column[:, :1] for column in means),
        )

    def of_rules(self, rules: slice) -> ResampledRates:
        """Return the rates of some of the rules; means that all rules share stay as they are."""
        shared = self.fpr.shape[1]
        return self.of_columns(
            lambda column: column[:, rules] if column.shape[1] == shared else column
        )

    def of_columns(self, change: Callable[[Floats], Floats]) -> ResampledRates:
        """Return the rates with every column changed alike."""
        return ResampledRates(*map(change, _columns(self)))


def joined_rates(parts: Sequence[ResampledRates]) -> ResampledRates:
    """Return the replicates of several batches, one after the other."""
    if len(parts) == 1:
        return parts[0]
    return ResampledRates(*map(np.concatenate, zip(*map(_columns, parts), strict=True)))


def _columns(rates: ResampledRates) -> tuple[Floats, ...]:
    return tuple(getattr(rates, one.name) for one in fields(rates))


def rates_of(positives: ClassSumsDrawn, negatives: ClassSumsDrawn) -> ResampledRates:
    """Divide the sums of both classes by their totals."""
    with np.errstate(invalid="ignore", divide="ignore"):
        (fpr, fp_cost_rate), (tpr, tp_benefit_rate) = negatives.rates, positives.rates
        return ResampledRates(
            fpr=fpr,
            tpr=tpr,
            fp_cost_rate=fp_cost_rate,
            tp_benefit_rate=tp_benefit_rate,
            tp_payoff=positives.total_payoff / positives.total,
            tn_payoff=negatives.total_payoff / negatives.total,
            fn_cost=positives.total_cost / positives.total,
            fp_cost=negatives.total_cost / negatives.total,
        )
