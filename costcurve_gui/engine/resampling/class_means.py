"""Means of a value of the instances over what is resampled of a class, weighted by cost.

A sum over instances does not need them one by one: neighbours in value are drawn by their number,
and what they add up to by its mean and variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.cell_moments import CellMoments, cell_moments, cell_sums
from costcurve_gui.engine.resampling.columns import ClassColumns
from costcurve_gui.engine.resampling.sums import drawn_columns

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.sums import Times

_CELLS = 256
"""Cells of equally many instances."""


def means_of_rows(columns: ClassColumns, values: Floats, times: Times) -> Floats:
    """Return the weighted mean of a value in each replicate, shape (b,).

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class: an instance counts by its cost of an error.
    values : ndarray of float64, shape (size,)
        NaN leaves an instance out.
    times : ndarray of int, shape (b, size)
        How often each was drawn.
    """
    known = ~np.isnan(values)
    costs = known * np.asarray(columns.error_costs, dtype=np.float64)
    total = np.einsum("bi,i->b", times, costs)
    with np.errstate(invalid="ignore"):
        means: Floats = np.einsum("bi,i->b", times, costs * np.where(known, values, 0.0)) / total
    return means


@dataclass(frozen=True, slots=True, eq=False)
class ValueCells:
    """Instances of one class, neighbours in value together.

    Attributes
    ----------
    sizes : ndarray of int64, shape (c,)
        Instances of each cell.
    moments : CellMoments
        Of the value times the cost, and of the cost where it varies.
    columns : ClassColumns
        The value times the cost as costs, the cost as payoffs.
    """

    sizes: Indices
    moments: CellMoments
    columns: ClassColumns

    def means(self, size: int, rng: np.random.Generator) -> Floats:
        """Draw the weighted mean of `size` replicates, shape (size,)."""
        total = self.sizes.sum()
        times = rng.multinomial(total, self.sizes / total, size=size)
        varying = self.moments.sums(times, rng)
        _, value, cost = drawn_columns(self.columns, times, varying)
        means: Floats = value.sum(axis=1) / cost.sum(axis=1)
        return means


def value_cells(columns: ClassColumns, values: Floats) -> ValueCells:
    """Sort the instances of a class into cells.

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class: an instance counts by its cost of an error.
    values : ndarray of float64, shape (size,)
        NaN leaves an instance out.
    """
    order = np.argsort(values)[: np.count_nonzero(~np.isnan(values))]
    stops = np.linspace(0, order.size, min(_CELLS, order.size) + 1).astype(np.int64)
    costs = columns.error_costs
    weighted = ClassColumns(columns.size, None, values * costs, costs)
    cells = cell_sums(weighted, order, stops)
    return ValueCells(cells.sizes, cell_moments(cells), weighted)
