"""Bootstrap of models that were tested on different cases: each is drawn from its own."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import pairwise, tee
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.resampling.bootstrap import BATCH
from costcurve_gui.engine.resampling.resampled_rates import joined_rates
from costcurve_gui.engine.resampling.resampler import Resampler
from costcurve_gui.engine.resampling.sample import share_instances

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.engine.arrays import Indices
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel


class IndependentResampler:
    """Draws every model from its own cases, whatever is drawn for the others.

    Rules of one model belong together, rules of two do not: the variance of a difference is the
    sum of both.

    Parameters
    ----------
    models : sequence of RankedModel
        At least one.
    resamplers : sequence of RowResampler or CountResampler
        What each of them is drawn from, all equally often and from the same seed.
    streams : sequence of int, optional
        Which random numbers are those of each model, 0 or above and all different: a model that
        keeps its number is drawn alike whatever it is compared with. Else they are counted.

    References
    ----------
    .. [1] Drummond & Holte (2006), sections 4.6 and 4.7.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, ClassifierResampler, ConfusionMatrix, RankedModel, sample_from_counts,
    ...     difference_band, evaluate_table, family_table
    ... )
    >>> def classifier(name, tp, fp):
    ...     matrix = ConfusionMatrix(name, tp=tp, fn=100 - tp, fp=fp, tn=100 - fp)
    ...     return RankedModel(evaluate_table(name, family_table([matrix])))
    >>> models = [classifier("a", 80, 20), classifier("b", 70, 40)]
    >>> samples = [sample_from_counts(model.table, model.evaluation.means) for model in models]
    >>> drawn = [ClassifierResampler(sample, BootstrapSpec()) for sample in samples]
    >>> band = difference_band(IndependentResampler(models, drawn), *models).band
    >>> [round(float(cost[50]), 2) for cost in (band.lower, band.estimate, band.upper)]
    [-0.22, -0.15, -0.08]
    """

    def __init__(
        self,
        models: Sequence[RankedModel],
        resamplers: Sequence[Resampler],
        streams: Sequence[int] | None = None,
    ) -> None:
        numbers = range(len(models)) if streams is None else streams
        # Stream 0 is that of models that are drawn together.
        self._parts: dict[ModelEvaluation, Resampler] = {
            model.evaluation: drawn.in_stream(1 + number)
            for model, drawn, number in zip(models, resamplers, numbers, strict=True)
        }
        self.spec: BootstrapSpec = replace(resamplers[0].spec, independent=True)

    def part(self, model: RankedModel) -> Resampler:
        """Return what draws one of the models."""
        return self._parts[model.evaluation]

    def with_spec(self, spec: BootstrapSpec) -> IndependentResampler:
        """Return a resampler of the same instances by another number of replicates."""
        found = copy(self)
        found.spec = replace(spec, independent=True)
        found._parts = {
            model: part.with_spec(replace(spec, independent=part.spec.independent))
            for model, part in self._parts.items()
        }
        return found

    def joint_rates(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[ResampledRates, ...]]:
        """Yield the rates of rules of several models, each over instances of its own."""
        places: dict[ModelEvaluation, list[int]] = {}
        for place, model in enumerate(models):
            places.setdefault(model.evaluation, []).append(place)
        streams = [
            self._rates(models[own[0]], [rows[place] for place in own]) for own in places.values()
        ]
        order = np.argsort(np.concatenate(list(places.values())))
        for drawn in zip(*streams, strict=True):
            found = [rates for of_model in drawn for rates in of_model]
            yield tuple(found[at] for at in order.tolist())

    def _rates(
        self, model: RankedModel, rows: Sequence[Indices]
    ) -> Iterator[tuple[ResampledRates, ...]]:
        """Yield what belongs together of one model: all its rules at once."""
        ends = np.cumsum([0, *(part.size for part in rows)]).tolist()
        pieces = self.part(model).rates(model, np.concatenate(rows))
        for rates in _whole_batches(pieces, self.spec):
            yield tuple(rates.of_rules(slice(*between)) for between in pairwise(ends))

    def joint_rates_and_rest(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> Iterator[tuple[tuple[ResampledRates, ResampledRates], ...]]:
        """Yield the rates on the resampled instances, and on those that were left out."""
        streams = [
            _whole_pairs(self.part(model).rates_and_rest(model, at), self.spec)
            for model, at in zip(models, rows, strict=True)
        ]
        yield from zip(*streams, strict=True)

    def estimate(
        self, models: Sequence[RankedModel], rows: Sequence[Indices]
    ) -> tuple[ResampledRates, ...]:
        """Return the rates of these rules on the samples themselves, each of one replicate."""
        pairs = zip(models, rows, strict=True)
        return tuple(self.part(model).estimate([model], [at])[0] for model, at in pairs)


JointResampler: TypeAlias = Resampler | IndependentResampler
"""What several models are compared with."""


def are_independent_samples(resampler: JointResampler, models: Sequence[RankedModel]) -> bool:
    """Tell whether models are drawn independently of each other."""
    return len({id(resampler.part(model)) for model in models}) > 1


def can_compare(resampler: JointResampler, models: Sequence[RankedModel]) -> bool:
    """Tell whether there are cases to compare models on: common ones, or each its own."""
    if are_independent_samples(resampler, models):
        return True
    return share_instances(resampler.part(models[0]).sample, models)


def _whole_batches(
    pieces: Iterator[ResampledRates], spec: BootstrapSpec
) -> Iterator[ResampledRates]:
    """Yield batches of one size for all models: samples of many rows are drawn in pieces."""
    for start, stop in chunks(0, spec.replicates, BATCH):
        batch = [next(pieces)]
        while sum(len(piece.fpr) for piece in batch) < stop - start:
            batch.append(next(pieces))
        yield joined_rates(batch)


def _whole_pairs(
    pieces: Iterator[tuple[ResampledRates, ResampledRates]], spec: BootstrapSpec
) -> Iterator[tuple[ResampledRates, ResampledRates]]:
    drawn, rest = tee(pieces)
    return zip(
        _whole_batches((pair[0] for pair in drawn), spec),
        _whole_batches((pair[1] for pair in rest), spec),
        strict=True,
    )
