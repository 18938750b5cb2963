"""Bootstrap that draws counts: at fixed thresholds nothing else of the instances matters.

The resampled instances between two thresholds are multinomial, so that millions of rows cost
what a handful does. Two curves that are drawn one after the other do not belong together; what
has to belong together is drawn with `joint_rates`.

Of M rules an instance can be called positive by any subset, so each class falls into 2**M cells,
and what is drawn of them is multinomial: for two models the 3-D matrix of Drummond & Holte
(2006), section 4.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from costcurve_gui.engine.arrays import distinct, gather
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.cell_moments import (
    CellMoments,
    cell_moments,
    cell_sums,
    value_cells,
)
from costcurve_gui.engine.resampling.crossed_cells import (
    CrossedRules,
    DrawnCells,
    cell_keys,
    crossed_rules,
    distinct_cells,
)
from costcurve_gui.engine.resampling.resampled_rates import (
    ClassSumsDrawn,
    ResampledRates,
    cumulated,
    drawn_columns,
    rates_of,
)
from costcurve_gui.engine.resampling.row_resampling import sample_rates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.crossed_cells import CellDraw
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, Times
    from costcurve_gui.engine.resampling.sample import Positions, RankedModel, Sample


@dataclass(frozen=True, slots=True, eq=False)
class _ClassRules:
    cells: DrawnCells
    picked: Indices

    def sums(self, drawn: CellDraw) -> ClassSumsDrawn:
        """Return the sums over the instances that were drawn."""
        return self._sums(self.cells.taken(drawn))

    def rest(self, drawn: CellDraw) -> ClassSumsDrawn:
        """Return what to expect of the sums over the instances that were left out."""
        return self._sums(self.cells.left_out(drawn))

    def _sums(self, columns: Iterable[Floats | Times]) -> ClassSumsDrawn:
        sums = [cumulated(column) for column in columns]
        picked = (column[:, self.picked] for column in sums[:2])
        totals = (column[:, -1:] for column in sums)
        return ClassSumsDrawn.of(self.cells.columns, *picked, *totals)


class CountResampler:
    """Draws how many instances of each class fall between thresholds."""

    def __init__(self, sample: Sample, spec: BootstrapSpec, stream: int = 0) -> None:
        self.spec = spec
        self.sample = sample
        self._stream = stream

    def in_stream(self, stream: int) -> Self:
        """Return a resampler of the same instances; draws of two streams are independent."""
        return type(self)(self.sample, self.spec, stream)

    def with_spec(self, spec: BootstrapSpec) -> Self:
        """Return a resampler of the same instances by another number of replicates."""
        return type(self)(self.sample, spec, self._stream)

    def part(self, _model: RankedModel) -> Self:
        """Return what draws one of several models: as all others."""
        return self

    def of(self, sample: Sample) -> Self:
        """Return a resampler with the same draws of the same instances under other payoffs."""
        return type(self)(sample, self.spec, self._stream)

    def rates(self, model: RankedModel, rows: Indices) -> Iterator[ResampledRates]:
        """Yield the rates of the rules ``score >= thresholds[row]``, batch after batch."""
        positives, negatives = self._rules(model, rows)
        for size, rng in generators(self.spec, self._stream):
            drawn = positives.cells.draw(size, rng), negatives.cells.draw(size, rng)
            yield rates_of(positives.sums(drawn[0]), negatives.sums(drawn[1]))

    def rates_and_rest(
        self, model: RankedModel, rows: Indices
    ) -> Iterator[tuple[ResampledRates, ResampledRates]]:
        """Yield the rates on the resampled instances, and on those that were left out.

        Which instances were left out is not drawn: their rates are those of the sums to expect,
        given what was drawn. What that leaves out vanishes with the number of instances.
        """
        positives, negatives = self._rules(model, rows)
        for size, rng in generators(self.spec, self._stream):
            drawn = positives.cells.draw(size, rng), negatives.cells.draw(size, rng)
            yield (
                rates_of(positives.sums(drawn[0]), negatives.sums(drawn[1])),
                rates_of(positives.rest(drawn[0]), negatives.rest(drawn[1])),
            )

    def _rules(self, model: RankedModel, rows: Indices) -> tuple[_ClassRules, _ClassRules]:
        ends = np.array([0, len(model.table) - 1], np.int64)
        used = distinct(ends, rows.astype(np.int64))
        picked = np.searchsorted(used, rows)

        def of(columns: ClassColumns, *, of_positives: bool) -> _ClassRules:
            stops = model.stops(of_positives=of_positives)[used].astype(np.int64)
            order = self._order(model, of_positives) if columns.varying else _NO_ROWS
            cells = cell_sums(columns, order, stops)
            return _ClassRules(DrawnCells(cells.sizes, cell_moments(cells), columns), picked)

        return (
            of(self.sample.positives, of_positives=True),
            of(self.sample.negatives, of_positives=False),
        )

    def joint_rates_and_rest(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[tuple[ResampledRates, ResampledRates], ...]]:
        """Yield the same of rules of several models, over the instances that all scored.

        All rules are drawn together, of cells between the thresholds of all models: their number
        is at most the product of those of the rules.
        """
        if len(models) == 1:
            for pair in self.rates_and_rest(models[0], rows[0]):
                yield (pair,)
            return
        positives = self._crossed(models, rows, of_positives=True)
        negatives = self._crossed(models, rows, of_positives=False)
        for size, rng in generators(self.spec, self._stream):
            drawn = positives.cells.draw(size, rng), negatives.cells.draw(size, rng)
            both = zip(positives.sums(drawn[0]), negatives.sums(drawn[1]), strict=True)
            rest = zip(positives.rest(drawn[0]), negatives.rest(drawn[1]), strict=True)
            yield tuple(
                (rates_of(*one), rates_of(*other)) for one, other in zip(both, rest, strict=True)
            )

    def _crossed(
        self, models: Sequence[RankedModel], rows: Sequence[Indices], *, of_positives: bool
    ) -> CrossedRules:
        columns = self.sample.positives if of_positives else self.sample.negatives
        orders = [self._order(model, of_positives) for model in models]
        stops = [
            model.stops(of_positives=of_positives)[at].astype(np.int64)
            for model, at in zip(models, rows, strict=True)
        ]
        return crossed_rules(columns, orders, stops)

    def joint_rates(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[ResampledRates, ...]]:
        """Yield the rates of as many rules of each of several models.

        Rule k of one model belongs to rule k of the others. Rules of different numbers may be
        drawn independently.
        """

        def of(columns: ClassColumns, *, of_positives: bool) -> JointCells:
            orders = [self._order(model, of_positives) for model in models]
            stops = [
                model.stops(of_positives=of_positives)[at].astype(np.int64)
                for model, at in zip(models, rows, strict=True)
            ]
            return joint_cells(columns, orders, stops)

        positives = of(self.sample.positives, of_positives=True)
        negatives = of(self.sample.negatives, of_positives=False)
        for size, rng in generators(self.spec, self._stream):
            both = zip(positives.sums(size, rng), negatives.sums(size, rng), strict=True)
            yield tuple(rates_of(*sums) for sums in both)

    def estimate(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> tuple[ResampledRates, ...]:
        """Return the rates of these rules on the sample itself, each of one replicate."""
        return sample_rates(self.sample, models, rows)

    def class_means(self, of_positives: Floats, of_negatives: Floats) -> Iterator[Floats]:
        """Yield the means of a value of the instances, weighted by the cost of an error.

        Parameters
        ----------
        of_positives, of_negatives : ndarray of float64, shape (P,), (N,)
            In the order of the file; NaN leaves an instance out.

        Yields
        ------
        ndarray of float64, shape (b, 2)
            Of the positives and of the negatives.
        """
        positives = value_cells(self.sample.positives, of_positives)
        negatives = value_cells(self.sample.negatives, of_negatives)
        for size, rng in generators(self.spec, self._stream):
            yield np.stack([positives.means(size, rng), negatives.means(size, rng)], axis=1)

    def _order(self, model: RankedModel, of_positives: bool) -> Indices:
        rows = model.rows(of_positives=of_positives)
        order = np.empty(rows.size, np.int64)
        gather(self.sample.places, rows, order)
        return order


_NO_ROWS = np.zeros(0, np.int64)


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
        columns = (sums.reshape(shape) for sums in varying)
        drawn = tuple(drawn_columns(self.columns, times, columns))
        totals = [column.sum(axis=2, dtype=np.float64)[:, self.which] for column in drawn]
        return tuple(
            ClassSumsDrawn.of(
                self.columns, *(self._called_positive(one, k) for one in drawn[:2]), *totals
            )
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
    keys = cell_keys(columns.size, orders, levels)
    fine, steps = distinct_cells(columns, keys, [level.size + 1 for level in levels])
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
