"""Bootstrap that draws counts: at fixed thresholds nothing else of the instances matters.

The resampled instances between two thresholds are multinomial, so that millions of rows cost
what a handful does. Two curves that are drawn one after the other do not belong together; what
has to belong together is drawn with `joint_rates`.

Of M rules an instance can be called positive by any subset, so each class falls into cells, and
what is drawn of them is multinomial: for two models the 3-D matrix of Drummond & Holte (2006),
section 4.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from costcurve_gui.engine.arrays import distinct, gather
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.cell_moments import (
    cell_moments,
    cell_sums,
    value_cells,
)
from costcurve_gui.engine.resampling.crossed_cells import (
    CrossedRules,
    DrawnCells,
    crossed_rules,
)
from costcurve_gui.engine.resampling.joint_cells import JointCells, joint_cells
from costcurve_gui.engine.resampling.resampled_rates import (
    ClassSumsDrawn,
    ResampledRates,
    cumulated,
    rates_of,
)
from costcurve_gui.engine.resampling.row_resampling import sample_rates

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.crossed_cells import CellDraw
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, Times
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample


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
        drawn independently. Of more than `MOST_SUBSETS` models there is one rule each.
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
