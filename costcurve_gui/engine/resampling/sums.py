"""Sums over resampled instances of a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.payoff import Cell
    from costcurve_gui.engine.resampling.columns import ClassColumns

    Times = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class ClassSumsDrawn:
    """Sums over resampled instances of a class, in b replicates.

    Attributes
    ----------
    counts, costs : ndarray of float64, shape (b, k)
        Weights and error costs of the instances that each of k rules calls positive.
    total, total_cost, total_payoff : ndarray of float64, shape (b, 1) or (b, k)
        Weights, error costs, and payoffs of the right decision of all instances.
    """

    counts: Floats
    costs: Floats
    total: Floats
    total_cost: Floats
    total_payoff: Floats


def drawn_columns(
    columns: ClassColumns, times: Floats | Times, varying: Iterable[Floats]
) -> tuple[Floats | Times, Floats, Floats]:
    """Return what was drawn of weights, costs and payoffs.

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class.
    times : ndarray of int or float64
        How often each instance, or each cell of instances, was drawn, or is expected to be.
    varying : iterable of ndarray of float64
        Sums over these draws, of each column that varies, in their order.
    """
    found = iter(varying)

    def drawn(column: Cell, otherwise: Floats | Times) -> Floats:
        if isinstance(column, np.ndarray):
            return next(found)
        constant: Floats = np.multiply(otherwise, column)
        return constant

    weights = times if columns.weights is None else next(found)
    return weights, drawn(columns.costs, weights), drawn(columns.payoffs, weights)


def cumulated(drawn: Floats | Times) -> Floats:
    """Return the sums over the first entries, none of them to all, shape (b, c + 1)."""
    sums = np.zeros((drawn.shape[0], drawn.shape[1] + 1))
    np.cumsum(drawn, axis=1, out=sums[:, 1:])
    return sums
