"""Bootstrap that draws counts: at fixed thresholds nothing else of the instances matters.

The resampled instances between two thresholds are multinomial, so that millions of rows cost
what a handful does. Two curves that are drawn one after the other do not belong together; what
has to belong together is drawn with `joint_rates`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from costcurve_gui.engine.arrays import distinct, gather
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.cell_moments import CellMoments, cell_moments, cell_sums
from costcurve_gui.engine.resampling.class_means import value_cells
from costcurve_gui.engine.resampling.joint_cells import JointCells, joint_cells
from costcurve_gui.engine.resampling.rates import ResampledRates, rates_of
from costcurve_gui.engine.resampling.row_resampling import sample_rates
from costcurve_gui.engine.resampling.sums import ClassSumsDrawn, cumulated, drawn_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.columns import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample
    from costcurve_gui.engine.resampling.sums import Times


class _Drawn(NamedTuple):
    times: Times  # of each cell, shape (b, c)
    varying: Floats  # sums over them of each column that varies, shape (v, b, c)


@dataclass(frozen=True, slots=True, eq=False)
class _ClassRules:
    sizes: Indices
    moments: CellMoments
    picked: Indices
    columns: ClassColumns

    def draw(self, size: int, rng: np.random.Generator) -> _Drawn:
        """Draw how many instances come from each cell, and sums of the columns that vary."""
        total = self.sizes.sum()
        times = rng.multinomial(total, self.sizes / total, size=size)
        return _Drawn(times, self.moments.sums(times, rng))

    def sums(self, drawn: _Drawn) -> ClassSumsDrawn:
        """Return the sums over the instances that were drawn."""
        return self._sums(drawn.times, drawn.varying)

    def rest(self, drawn: _Drawn) -> ClassSumsDrawn:
        """Return what to expect of the sums over the instances that were left out.

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
        return self._sums(spared, varying)

    def _sums(self, number: Floats | Times, varying: Iterable[Floats]) -> ClassSumsDrawn:
        sums = [cumulated(drawn) for drawn in drawn_columns(self.columns, number, varying)]
        picked = (column[:, self.picked] for column in sums[:2])
        return ClassSumsDrawn(*picked, *(column[:, -1:] for column in sums))


class CountResampler:
    """Draws how many instances of each class fall between thresholds."""

    def __init__(self, sample: Sample, spec: BootstrapSpec, stream: int = 0) -> None:
        self.spec = spec
        self.sample = sample
        self._stream = stream

    def in_stream(self, stream: int) -> Self:
        """Return a resampler of the same instances; draws of two streams are independent."""
        return type(self)(self.sample, self.spec, stream)

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
            drawn = positives.draw(size, rng), negatives.draw(size, rng)
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
            drawn = positives.draw(size, rng), negatives.draw(size, rng)
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
            return _ClassRules(cells.sizes, cell_moments(cells), picked, columns)

        return (
            of(self.sample.positives, of_positives=True),
            of(self.sample.negatives, of_positives=False),
        )

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
