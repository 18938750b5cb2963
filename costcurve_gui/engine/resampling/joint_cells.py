"""Rules of several models on the same instances: which of them call an instance positive.

Of M rules an instance can be called positive by any subset, so each class falls into 2**M cells,
and what is drawn of them is multinomial: for two models the 3-D matrix of Drummond & Holte
(2006), section 4.7.
"""

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
from costcurve_gui.engine.resampling.sums import ClassSumsDrawn, drawn_columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.columns import ClassColumns
    from costcurve_gui.engine.resampling.sample import Positions
    from costcurve_gui.engine.resampling.sums import Times


@dataclass(frozen=True, slots=True, eq=False)
class JointCells:
    """One class under t different combinations of rules of m models.

    Attributes
    ----------
    sizes : ndarray of int64, shape (t, 2**m)
        Instances by the subset of rules that call them positive: bit k stands for model k.
    moments : CellMoments
        Of all these cells, one combination after the other.
    which : ndarray of int64, shape (k,)
        The combination of each rule that was asked for.
    models : int
        m.
    columns : ClassColumns
        What is added up.
    """

    sizes: Indices
    moments: CellMoments
    which: Indices
    models: int
    columns: ClassColumns

    def sums(self, size: int, rng: np.random.Generator) -> tuple[ClassSumsDrawn, ...]:
        """Draw the sums for the rules of each model."""
        shape = (size, *self.sizes.shape)
        total = self.sizes[0].sum()
        times = rng.multinomial(total, self.sizes / total, size=shape[:2])
        varying = self.moments.sums(times.reshape(size, -1), rng)
        drawn = drawn_columns(self.columns, times, (sums.reshape(shape) for sums in varying))
        totals = [column.sum(axis=2, dtype=np.float64)[:, self.which] for column in drawn]
        return tuple(
            ClassSumsDrawn(*(self._called_positive(column, k) for column in drawn[:2]), *totals)
            for k in range(self.models)
        )

    def _called_positive(self, drawn: Floats | Times, model: int) -> Floats:
        by_model = np.arange(drawn.shape[2]) >> model & 1 == 1
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
        How many of them each rule calls positive.
    """
    combinations, which = np.unique(np.stack(stops, axis=1), axis=0, return_inverse=True)
    levels = [np.unique(combinations[:, k]) for k in range(len(orders))]
    keys = _keys(columns.size, orders, levels)
    fine, steps = _distinct_cells(columns, keys, [level.size + 1 for level in levels])
    sizes, parts = [], []
    for combination in combinations:
        codes = np.zeros(fine.sizes.size, np.int64)
        for k, (level, stop) in enumerate(zip(levels, combination, strict=True)):
            codes |= (steps[k] <= np.searchsorted(level, stop)).astype(np.int64) << k
        merged = fine.merged(codes, 1 << len(orders))
        sizes.append(merged.sizes)
        parts.append(cell_moments(merged))
    moments = CellMoments(
        np.concatenate([part.means for part in parts]),
        np.concatenate([part.roots for part in parts]),
    )
    return JointCells(np.stack(sizes), moments, which.ravel(), len(orders), columns)


def _keys(size: int, orders: Sequence[Positions], levels: Sequence[Indices]) -> Indices:
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


def _distinct_cells(
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
