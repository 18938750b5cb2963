"""What is added up over the resampled instances of a class: weights, costs, payoffs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.payoff import Cell, ErrorCosts, PayoffMatrix


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
