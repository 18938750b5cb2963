"""Cells of instances that the rules of several models call positive alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.cell_moments import (
    CellMoments,
    CellSums,
    cell_moments,
    cell_sums,
)
from costcurve_gui.engine.resampling.crossed_cells import cell_keys, distinct_cells
from costcurve_gui.engine.resampling.resampled_rates import ClassSumsDrawn, drawn_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, Times
    from costcurve_gui.engine.resampling.sample import Positions

MOST_SUBSETS = 12
"""Models of which every subset has a cell; of more, those that occur: 2**50 fit no memory."""


@dataclass(frozen=True, slots=True, eq=False)
class JointCells:
    """One class under t different combinations of rules of m models.

    Attributes
    ----------
    sizes : ndarray of int64, shape (t, c)
        Instances by the subset of rules that call them positive.
    called : ndarray of bool, shape (m, c)
        Whether each model is in that subset.
    moments : CellMoments
        Of all these cells, one combination after the other.
    which : ndarray of int64, shape (k,)
        The combination of each rule that was asked for.
    columns : ClassColumns
        What is added up.
    """

    sizes: Indices
    called: Bools
    moments: CellMoments
    which: Indices
    columns: ClassColumns

    def sums(self, size: int, rng: np.random.Generator) -> tuple[ClassSumsDrawn, ...]:
        """Draw the sums for the rules of each model."""
        shape = (size, *self.sizes.shape)
        total = self.sizes[0].sum()
        times = rng.multinomial(total, self.sizes / total, size=shape[:2])
        varying = self.moments.sums(times.reshape(size, -1), rng)
        columns = (sums.reshape(shape) for sums in varying)
        drawn = tuple(drawn_columns(self.columns, times, columns))
        totals = [column.sum(axis=2, dtype=np.float64)[:, self.which] for column in drawn]
        return tuple(
            ClassSumsDrawn.of(
                self.columns, *(self._called_positive(one, by) for one in drawn[:2]), *totals
            )
            for by in self.called
        )

    def _called_positive(self, drawn: Floats | Times, by_model: Bools) -> Floats:
        sums: Floats = drawn[:, :, by_model].sum(axis=2, dtype=np.float64)[:, self.which]
        return sums


def joint_cells(
    columns: ClassColumns, orders: Sequence[Positions], stops: Sequence[Indices]
) -> JointCells:
    """Count a class by the rules that call its instances positive.

    Instances that a model left without a score are left out.

    Parameters
    ----------
    columns : ClassColumns
        The columns of the class.
    orders : sequence of m ndarray of int
        Positions within the class by descending score, for each model.
    stops : sequence of m ndarray of int64, shape (k,)
        How many of them each rule calls positive; of more than `MOST_SUBSETS` models the rules
        are one combination.
    """
    combinations, which = np.unique(np.stack(stops, axis=1), axis=0, return_inverse=True)
    if len(orders) > MOST_SUBSETS:
        (combination,) = combinations
        cells, called = _occurring(columns, orders, combination)
        merged = [cells]
    else:
        called = np.arange(1 << len(orders)) >> np.arange(len(orders))[:, None] & 1 == 1
        merged = _subsets(columns, orders, combinations)
    parts = [cell_moments(one) for one in merged]
    moments = CellMoments(
        np.concatenate([part.means for part in parts]),
        np.concatenate([part.roots for part in parts]),
    )
    sizes = np.stack([one.sizes for one in merged])
    return JointCells(sizes, called, moments, which.ravel(), columns)


def _subsets(
    columns: ClassColumns, orders: Sequence[Positions], combinations: Indices
) -> list[CellSums]:
    """Return a cell for every subset of the models, under each combination: bit k is model k."""
    levels = [np.unique(combinations[:, k]) for k in range(len(orders))]
    keys = cell_keys(columns.size, orders, levels)
    fine, steps = distinct_cells(columns, keys, [level.size + 1 for level in levels])
    merged = []
    for combination in combinations:
        codes = np.zeros(fine.sizes.size, np.int64)
        for k, (level, stop) in enumerate(zip(levels, combination, strict=True)):
            codes |= (steps[k] <= np.searchsorted(level, stop)).astype(np.int64) << k
        merged.append(fine.merged(codes, 1 << len(orders)))
    return merged


def _occurring(
    columns: ClassColumns, orders: Sequence[Positions], stops: Indices
) -> tuple[CellSums, Bools]:
    """Return a cell for every subset of the models that occurs, and who is in it."""
    called = np.zeros((len(orders), columns.size), np.bool_)
    scored = np.ones(columns.size, np.bool_)
    for by_model, order, stop in zip(called, orders, stops, strict=True):
        by_model[order[:stop]] = True
        if order.size < columns.size:
            scored &= np.isin(np.arange(columns.size), order)
    rows = np.flatnonzero(scored)
    packed = np.packbits(called[:, rows], axis=0)  # bytes are sorted many times faster
    order = np.lexsort(packed)
    packed = packed[:, order]
    new = np.any(packed[:, 1:] != packed[:, :-1], axis=0)
    starts = np.flatnonzero(np.append(True, new)) if rows.size else np.zeros(0, np.int64)
    cells = cell_sums(columns, rows[order], np.append(starts, rows.size))
    return cells, called[:, rows[order[starts]]]
