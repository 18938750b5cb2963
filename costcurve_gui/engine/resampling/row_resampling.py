"""Bootstrap that knows how often each instance was drawn: all that is drawn belongs together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.rates import ResampledRates, rates_of
from costcurve_gui.engine.resampling.sums import ClassSumsDrawn, cumulated, drawn_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.columns import ClassColumns
    from costcurve_gui.engine.resampling.sample import Positions, RankedModel, Sample
    from costcurve_gui.engine.resampling.sums import Times


@dataclass(frozen=True, slots=True, eq=False)
class _ClassRules:
    order: Positions  # positions within the class, by descending score
    stops: Indices
    columns: ClassColumns

    def sums(self, times: Times) -> ClassSumsDrawn:
        drawn = times[:, self.order]
        varying = (drawn * column[self.order] for column in self.columns.varying)
        counts, costs, payoffs = drawn_columns(self.columns, drawn, varying)
        return ClassSumsDrawn(
            cumulated(counts)[:, self.stops],
            cumulated(costs)[:, self.stops],
            *(column.sum(axis=1, dtype=np.float64)[:, None] for column in (counts, costs, payoffs)),
        )


class RowResampler:
    """Draws instances within each class, or whole groups.

    Whatever is asked for is drawn from the same resampled instances.
    """

    def __init__(self, sample: Sample, spec: BootstrapSpec) -> None:
        self.spec = spec
        self.sample = sample

    def times(self) -> Iterator[tuple[Times, Times]]:
        """Yield how often each positive and each negative was drawn, batch after batch.

        Yields
        ------
        positives, negatives : ndarray of int, shape (b, P), (b, N)
            In the order of the file; the same at each call.
        """
        groups = self.sample.groups
        sizes = self.sample.positives.size, self.sample.negatives.size
        for size, rng in generators(self.spec):
            if groups is None:
                yield _times(rng, size, sizes[0]), _times(rng, size, sizes[1])
            else:
                times = _times_of_groups(rng, size, *groups)
                yield times[:, groups[0]], times[:, groups[1]]

    def rates(self, model: RankedModel, rows: Indices) -> Iterator[ResampledRates]:
        """Yield the rates of the rules ``score >= thresholds[row]``, batch after batch."""
        for (rates,) in self.joint_rates([model], [rows]):
            yield rates

    def joint_rates(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[ResampledRates, ...]]:
        """Yield the rates of rules of several models."""
        plans = [self._plan(model, at) for model, at in zip(models, rows, strict=True)]
        for of_positives, of_negatives in self.times():
            yield tuple(
                rates_of(positives.sums(of_positives), negatives.sums(of_negatives))
                for positives, negatives in plans
            )

    def _plan(self, model: RankedModel, rows: Indices) -> tuple[_ClassRules, _ClassRules]:
        def of(columns: ClassColumns, *, of_positives: bool) -> _ClassRules:
            order = self.sample.places[model.rows(of_positives=of_positives)]
            stops = model.stops(of_positives=of_positives)[rows].astype(np.int64)
            return _ClassRules(order, stops, columns)

        return (
            of(self.sample.positives, of_positives=True),
            of(self.sample.negatives, of_positives=False),
        )


def _times(rng: np.random.Generator, size: int, instances: int) -> Times:
    """Draw `instances` of as many with replacement and count each, `size` times."""
    drawn = rng.integers(0, instances, (size, instances))
    drawn += np.arange(size)[:, None] * instances
    return np.bincount(drawn.ravel(), minlength=size * instances).reshape(size, instances)


def _times_of_groups(
    rng: np.random.Generator, size: int, of_positives: Indices, of_negatives: Indices
) -> Times:
    """Draw whole groups, within their class where no group has instances of both."""
    strata = [np.unique(of_positives), np.unique(of_negatives)]
    if np.isin(strata[0], strata[1]).any():
        strata = [distinct(*strata)]
    times = np.zeros((size, 1 + max(int(stratum[-1]) for stratum in strata)), np.int64)
    for stratum in strata:
        times[:, stratum] = _times(rng, size, stratum.size)
    return times
