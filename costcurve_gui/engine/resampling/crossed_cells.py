"""Cells between the thresholds of one model or of several, and what is drawn of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.resampling.cell_moments import (
    CellMoments,
    CellSums,
    cell_moments,
    cell_sums,
)
from costcurve_gui.engine.resampling.resampled_rates import (
    ClassSumsDrawn,
    cumulated,
    drawn_columns,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, Times
    from costcurve_gui.engine.resampling.sample import Positions


class CellDraw(NamedTuple):
    """What was drawn in b replicates of c cells.

    Attributes
    ----------
    times : ndarray of int64, shape (b, c)
        How many instances come from each cell.
    varying : ndarray of float64, shape (v, b, c)
        Sums over them of each column that varies.
    """

    times: Times
    varying: Floats


@dataclass(frozen=True, slots=True, eq=False)
class DrawnCells:
    """Cells of one class that instances are drawn from.

    Attributes
    ----------
    sizes : ndarray of int64, shape (c,)
        Instances.
    moments : CellMoments
        Of the columns that vary.
    columns : ClassColumns
        What is added up.
    """

    sizes: Indices
    moments: CellMoments
    columns: ClassColumns

    def draw(self, size: int, rng: np.random.Generator) -> CellDraw:
        """Draw how many instances come from each cell, and sums of the columns that vary."""
        total = self.sizes.sum()
        times = rng.multinomial(total, self.sizes / total, size=size)
        return CellDraw(times, self.moments.sums(times, rng))

    def taken(self, drawn: CellDraw) -> tuple[Floats | Times, ...]:
        """Return weights, costs and payoffs drawn from each cell, shape (b, c)."""
        return tuple(drawn_columns(self.columns, drawn.times, drawn.varying))

    def left_out(self, drawn: CellDraw) -> tuple[Floats | Times, ...]:
        """Return what to expect of those of the instances that were left out.

        Each draw from a cell of m instances spares any one of them with probability 1 - 1 / m.
        Drawn sums above their cell's mean leave less: by the regression on them, which is exact.
        """
        spared: Floats = self.sizes * (1 - 1 / np.maximum(self.sizes, 1)) ** drawn.times
        slope: Floats = spared / np.maximum(self.sizes - 1, 1)
        means = self.moments.means.T
        varying = (
            spared * mean - slope * (sums - drawn.times * mean)
            for mean, sums in zip(means, drawn.varying, strict=True)
        )
        return tuple(drawn_columns(self.columns, spared, varying))


@dataclass(frozen=True, slots=True, eq=False)
class CrossedRules:
    """Rules of several models over the cells between all their thresholds.

    Attributes
    ----------
    cells : DrawnCells
        Of one class.
    steps : tuple of ndarray of int64, shape (c,)
        Of each model, the position of the highest of `levels` that calls the cell positive.
    picked : tuple of ndarray of int64, shape (k,)
        Of each model, the position of each rule among its levels.
    """

    cells: DrawnCells
    steps: tuple[Indices, ...]
    picked: tuple[Indices, ...]

    def sums(self, drawn: CellDraw) -> list[ClassSumsDrawn]:
        """Return the sums over the instances that were drawn, for each model."""
        return self._sums(self.cells.taken(drawn))

    def rest(self, drawn: CellDraw) -> list[ClassSumsDrawn]:
        """Return what to expect of the sums over the instances that were left out."""
        return self._sums(self.cells.left_out(drawn))

    def _sums(self, columns: Sequence[Floats | Times]) -> list[ClassSumsDrawn]:
        totals = [column.sum(axis=1, dtype=np.float64)[:, None] for column in columns]
        found = []
        for steps, picked in zip(self.steps, self.picked, strict=True):
            order = np.argsort(steps, kind="stable")
            levels, starts = np.unique(steps[order], return_index=True)
            ends = np.searchsorted(levels, picked, side="right")
            by_level = (
                cumulated(np.add.reduceat(column[:, order], starts, axis=1))[:, ends]
                for column in columns[:2]
            )
            found.append(ClassSumsDrawn.of(self.cells.columns, *by_level, *totals))
        return found


def crossed_rules(
    columns: ClassColumns, orders: Sequence[Positions], stops: Sequence[Indices]
) -> CrossedRules:
    """Cut a class at the rules of several models.

    Instances that a model left without a score are left out.

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class.
    orders : sequence of m ndarray of int
        Positions within the class by descending score, for each model.
    stops : sequence of m ndarray of int64
        How many of them each rule calls positive.
    """
    levels = [np.unique(stop) for stop in stops]
    keys = cell_keys(columns.size, orders, levels)
    fine, steps = distinct_cells(columns, keys, [level.size + 1 for level in levels])
    picked = (np.searchsorted(level, stop) for level, stop in zip(levels, stops, strict=True))
    return CrossedRules(
        DrawnCells(fine.sizes, cell_moments(fine), columns), tuple(steps), tuple(picked)
    )


def cell_keys(size: int, orders: Sequence[Positions], levels: Sequence[Indices]) -> Indices:
    """Give each instance the number of its cell; -1 where a model did not score it."""
    keys = np.zeros(size, np.int64)
    for order, level in zip(orders, levels, strict=True):
        step = np.full(size, -1, np.int64)
        step[order] = np.repeat(
            np.arange(level.size + 1), np.diff(level, prepend=0, append=order.size)
        )
        unscored = (keys < 0) | (step < 0)
        keys = np.where(unscored, -1, keys * (level.size + 1) + step)
    return keys


def distinct_cells(
    columns: ClassColumns, keys: Indices, bases: Sequence[int]
) -> tuple[CellSums, list[Indices]]:
    """Return the cells that occur, and the first rule of each model in each."""
    # Numbers of 16 bits, enough for two models, are sorted many times faster.
    largest = int(keys.max(initial=0))
    order = np.argsort(keys.astype(np.min_scalar_type(-1 - largest)), kind="stable")
    order = order[np.searchsorted(keys[order], 0) :]
    found, starts = np.unique(keys[order], return_index=True)
    cells = cell_sums(columns, order, np.append(starts, order.size))
    steps: list[Indices] = []
    rest = found
    for base in reversed(bases):
        rest, step = np.divmod(rest, base)
        steps.insert(0, step)
    return cells, steps
