"""Bootstrap that knows how often each instance was drawn: all that is drawn belongs together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.resampling.bootstrap import generators
from costcurve_gui.engine.resampling.cell_moments import means_of_rows
from costcurve_gui.engine.resampling.resampled_rates import (
    ClassSumsDrawn,
    ResampledRates,
    cumulated,
    drawn_columns,
    rates_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns, Times
    from costcurve_gui.engine.resampling.sample import Positions, RankedModel, Sample


_AT_ONCE = 4_000_000
"""Instances that are in memory together, over all replicates."""


@dataclass(frozen=True, slots=True, eq=False)
class _ClassRules:
    order: Positions  # positions within the class, by descending score
    stops: Indices
    columns: ClassColumns

    def sums(self, times: Times) -> ClassSumsDrawn:
        drawn = times[:, self.order]
        varying = [drawn * column[self.order] for column in self.columns.varying]

        def up_to_stops(column: Floats | Times) -> Floats:
            return cumulated(column).take(self.stops, axis=1)

        counts, costs = islice(
            drawn_columns(self.columns, up_to_stops(drawn), map(up_to_stops, varying)), 2
        )
        totals = drawn_columns(self.columns, _total(drawn), map(_total, varying))
        return ClassSumsDrawn.of(self.columns, counts, costs, *totals)


def _total(column: Floats | Times) -> Floats:
    total: Floats = column.sum(axis=1, keepdims=True, dtype=np.float64)
    return total


class RowResampler:
    """Draws instances within each class, or whole groups.

    Whatever is asked for is drawn from the same resampled instances.
    """

    def __init__(self, sample: Sample, spec: BootstrapSpec, stream: int = 0) -> None:
        self.spec = replace(spec, groups=None if sample.groups is None else sample.group_name)
        self.sample = sample
        self._stream = stream

    def in_stream(self, stream: int) -> RowResampler:
        """Return a resampler of the same instances; draws of two streams are independent."""
        return RowResampler(self.sample, self.spec, stream)

    def with_spec(self, spec: BootstrapSpec) -> RowResampler:
        """Return a resampler of the same instances by another number of replicates."""
        return RowResampler(self.sample, spec, self._stream)

    def part(self, _model: RankedModel) -> RowResampler:
        """Return what draws one of several models: as all others."""
        return self

    def of(self, sample: Sample) -> RowResampler:
        """Return a resampler with the same draws of the same instances under other payoffs."""
        return RowResampler(sample, self.spec, self._stream)

    def times(self) -> Iterator[tuple[Times, Times]]:
        """Yield how often each positive and each negative was drawn, batch after batch.

        Yields
        ------
        positives, negatives : ndarray of int, shape (b, P), (b, N)
            In the order of the file; the same at each call.
        """
        groups = self.sample.groups
        sizes = self.sample.positives.size, self.sample.negatives.size
        most = max(1, _AT_ONCE // sum(sizes))
        for batch, rng in generators(self.spec, self._stream):
            for start, stop in chunks(0, batch, most):
                size = stop - start
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
        """Yield the rates of rules of several models, over the instances that all scored."""
        plans = _plans(self.sample, models, rows)
        for times in self.times():
            yield tuple(_rates(plan, *times) for plan in plans)

    def rates_and_rest(
        self, model: RankedModel, rows: Indices
    ) -> Iterator[tuple[ResampledRates, ResampledRates]]:
        """Yield the rates on the resampled instances, and on those that were left out."""
        for (pair,) in self.joint_rates_and_rest([model], [rows]):
            yield pair

    def joint_rates_and_rest(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[tuple[ResampledRates, ResampledRates], ...]]:
        """Yield the same of rules of several models, over the instances that all scored."""
        plans = _plans(self.sample, models, rows)
        for times in self.times():
            rest = times[0] == 0, times[1] == 0
            yield tuple((_rates(plan, *times), _rates(plan, *rest)) for plan in plans)

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
        for positives, negatives in self.times():
            means = (
                means_of_rows(self.sample.positives, of_positives, positives),
                means_of_rows(self.sample.negatives, of_negatives, negatives),
            )
            yield np.stack(means, axis=1)


def sample_rates(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices]
) -> tuple[ResampledRates, ...]:
    """Return the rates of rules of several models, over the instances that all scored.

    Parameters
    ----------
    sample : Sample
        The instances, each taken once: one replicate.
    models : sequence of RankedModel
        Models that order them.
    rows : sequence of ndarray of int64
        Rules of each: rows of its threshold table.
    """
    once = (np.ones((1, part.size), np.int64) for part in (sample.positives, sample.negatives))
    times = tuple(once)
    return tuple(_rates(plan, *times) for plan in _plans(sample, models, rows))


def _rates(
    plan: tuple[_ClassRules, _ClassRules], of_positives: Times, of_negatives: Times
) -> ResampledRates:
    return rates_of(plan[0].sums(of_positives), plan[1].sums(of_negatives))


def _plans(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices]
) -> list[tuple[_ClassRules, _ClassRules]]:
    positives = _class_rules(sample, models, rows, of_positives=True)
    negatives = _class_rules(sample, models, rows, of_positives=False)
    return list(zip(positives, negatives, strict=True))


def _class_rules(
    sample: Sample, models: Sequence[RankedModel], rows: Sequence[Indices], *, of_positives: bool
) -> list[_ClassRules]:
    columns = sample.positives if of_positives else sample.negatives
    orders: list[Positions] = [
        sample.places[model.rows(of_positives=of_positives)] for model in models
    ]
    stops = [
        model.stops(of_positives=of_positives)[at].astype(np.int64)
        for model, at in zip(models, rows, strict=True)
    ]
    if len(models) > 1 and min(order.size for order in orders) < columns.size:
        orders, stops = _of_all_scored(columns.size, orders, stops)
    return [_ClassRules(order, stop, columns) for order, stop in zip(orders, stops, strict=True)]


def _of_all_scored(
    size: int, orders: Sequence[Positions], stops: Sequence[Indices]
) -> tuple[list[Positions], list[Indices]]:
    """Leave out the instances that a model did not score."""
    times_scored = np.bincount(np.concatenate(orders), minlength=size)
    kept = [times_scored[order] == len(orders) for order in orders]
    before = [np.concatenate([[0], np.cumsum(keep)]) for keep in kept]
    return (
        [order[keep] for order, keep in zip(orders, kept, strict=True)],
        [number[stop] for number, stop in zip(before, stops, strict=True)],
    )


def _times(rng: np.random.Generator, size: int, instances: int) -> Times:
    """Draw `instances` of as many with replacement and count each, `size` times."""
    drawn = rng.integers(0, instances, (size, instances))
    drawn += np.arange(size)[:, None] * instances
    return np.bincount(drawn.ravel(), minlength=size * instances).reshape(size, instances)


def _times_of_groups(
    rng: np.random.Generator, size: int, of_positives: Indices, of_negatives: Indices
) -> Times:
    """Draw whole groups, those with positives alone, negatives alone and both apart.

    So no replicate is without a class, as in resampling within classes.
    """
    groups = 1 + max(int(of_positives.max()), int(of_negatives.max()))
    has = [np.bincount(numbers, minlength=groups) > 0 for numbers in (of_positives, of_negatives)]
    times = np.zeros((size, groups), np.int64)
    for stratum in (has[0] & ~has[1], has[1] & ~has[0], has[0] & has[1]):
        times[:, stratum] = _times(rng, size, int(stratum.sum()))
    return times
