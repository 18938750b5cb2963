"""Sums over instances drawn from cells, where only means and covariances are kept of each cell.

A sum over instances does not need them one by one: neighbours in value are drawn by their number,
and what they add up to by its mean and variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import gather, read_only
from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, drawn_columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.resampled_rates import Times


@dataclass(frozen=True, slots=True, eq=False)
class CellSums:
    """What the instances of each cell add up to.

    Attributes
    ----------
    sizes : ndarray of int64, shape (c,)
        Instances.
    sums : ndarray of float64, shape (c, v)
        Sums of the v columns that vary, less `centre`.
    products : ndarray of float64, shape (c, v, v)
        Sums of the products of each two of them.
    centre : ndarray of float64, shape (v,)
        Means over the class, taken off so that little is lost to rounding.
    """

    sizes: Indices
    sums: Floats
    products: Floats
    centre: Floats

    def merged(self, codes: Indices, number: int) -> CellSums:
        """Return the sums of cells that go together.

        Parameters
        ----------
        codes : ndarray of int64, shape (c,)
            New cell of each cell, from 0.
        number : int
            How many there are then.
        """
        sizes = _added(self.sizes, codes, number).astype(np.int64)
        sums = _added(self.sums, codes, number)
        products = _added(self.products, codes, number)
        return CellSums(sizes, sums, products, self.centre)


def _added(parts: Floats | Indices, codes: Indices, number: int) -> Floats:
    """Add up the parts that carry the same code; the other axes stay."""
    columns = parts.reshape(parts.shape[0], -1).T  # numpy.add.at takes twenty times as long
    sums = [np.bincount(codes, weights=column, minlength=number) for column in columns]
    added: Floats = np.array(sums, np.float64).T.reshape(number, *parts.shape[1:])
    return added


def cell_sums(columns: ClassColumns, order: Indices, stops: Indices) -> CellSums:
    """Add up the columns that vary over cells.

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class.
    order : ndarray of int, shape (s,)
        Positions within the class, cell after cell.
    stops : ndarray of int64, shape (c + 1,)
        Cell k holds ``order[stops[k]:stops[k + 1]]``.
    """
    width = len(columns.varying)
    sizes = np.diff(stops)
    if not width:
        return CellSums(sizes, np.zeros((sizes.size, 0)), np.zeros((sizes.size, 0, 0)), np.zeros(0))
    values = np.empty((width, order.size))
    for column, place in zip(columns.varying, values, strict=True):
        gather(column, order, place)
    centre = values.mean(axis=1)
    values -= centre[:, None]
    products = [first * second for first in values for second in values]
    return CellSums(
        read_only(sizes),
        _over_cells(values, stops),
        _over_cells(products, stops).reshape(-1, width, width),
        centre,
    )


def _over_cells(columns: Iterable[Floats], stops: Indices) -> Floats:
    """Add up columns over cells, shape (c, number of columns)."""
    found = []
    for column in columns:
        sums = np.zeros(column.size + 1)
        np.cumsum(column, out=sums[1:])
        found.append(np.diff(sums[stops]))
    return np.stack(found, axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class CellMoments:
    """Mean and spread of the columns that vary, within each cell.

    Attributes
    ----------
    means : ndarray of float64, shape (c, v)
    roots : ndarray of float64, shape (c, v, v)
        ``root @ root.T`` are the covariances.
    """

    means: Floats
    roots: Floats

    def sums(self, times: Times, rng: np.random.Generator) -> Floats:
        """Draw the sums over `times` instances of each cell, shape (v, b, c).

        They are taken as normal. Means and covariances are exactly those of drawing instances;
        what is left out of the shape vanishes with the number of instances.
        """
        if not self.means.shape[1]:
            return np.zeros((0, *times.shape))
        noise = rng.standard_normal((*times.shape, self.means.shape[1]))
        spread = np.einsum("cij,bcj->bci", self.roots, noise) * np.sqrt(times)[..., None]
        sums: Floats = np.moveaxis(times[..., None] * self.means + spread, -1, 0)
        return sums


def cell_moments(cells: CellSums) -> CellMoments:
    """Divide the sums of each cell by its size; an empty cell has zeros."""
    sizes = np.maximum(cells.sizes, 1)
    means = cells.sums / sizes[:, None]
    covariances = cells.products / sizes[:, None, None] - means[:, :, None] * means[:, None, :]
    levels, axes = np.linalg.eigh(covariances)
    roots = axes * np.sqrt(levels.clip(0.0))[:, None, :]
    return CellMoments(read_only(means + cells.centre), read_only(roots))


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
