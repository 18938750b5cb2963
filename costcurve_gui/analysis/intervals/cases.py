"""Resampling input of scored cases."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from costcurve_gui.analysis.common_cases import ranked_together
from costcurve_gui.engine.resampling.resampler import by_counts, resampler
from costcurve_gui.engine.resampling.sample import (
    RankedModel,
    Sample,
    resampled_sample,
    scored_sample,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.curves import CurveSet, CurveSource, ModelCurves
    from costcurve_gui.analysis.intervals.task import Build, ResamplingInput
    from costcurve_gui.analysis.payoffs import Payoffs, PayoffSpec
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler


@dataclass(frozen=True, eq=False, repr=False)
class CaseResampling:
    """The cases of a curve set as the bootstrap needs them. Used by one job at a time."""

    curve_set: CurveSet
    cache: CountsCache
    payoff: PayoffSpec
    builders: ClassVar[Mapping[str, Build]] = MappingProxyType({})

    def resampler(self, spec: BootstrapSpec, keys: Sequence[str] = ()) -> Resampler:
        """Return what draws the replicates: of one model, of the cases that it scored."""
        return resampler(self._sample_of(keys), spec)

    def _sample_of(self, keys: Sequence[str]) -> Sample:
        if len(keys) == 1 and self._models[keys[0]].info.missing:
            return scored_sample(self._sample, self.model(keys[0]))
        return self._sample

    def model(self, key: str) -> RankedModel:
        """Return a model with its cases by score."""
        return RankedModel(self._models[key].evaluation, self.cache.order(self.column(key)))

    def together(self, keys: Sequence[str]) -> list[RankedModel]:
        """Return models that are compared, over the cases that all of them scored.

        Raises
        ------
        EngineError
            Where these lack a class.
        """
        infos = [self._models[key].info for key in keys]
        if not any(info.missing for info in infos):
            return [self.model(key) for key in keys]
        return ranked_together(infos, self.cache, self.payoff)

    def column(self, key: str) -> str:
        """Return the column that has the scores of a model."""
        return self._models[key].info.column

    def curve(self, key: str) -> RankedModel:
        """Return a model for what concerns it alone: on large files often without its order."""
        if by_counts(self._sample) and not self._sample.varies:
            return RankedModel(self._models[key].evaluation)
        return self.model(key)

    def position(self, key: str) -> int:
        """Return the number of a model, from 0, which other models on show do not change."""
        return list(self._models).index(key)

    @cached_property
    def _models(self) -> dict[str, ModelCurves]:
        return {model.info.key: model for model in self.curve_set.models}

    @cached_property
    def _sample(self) -> Sample:
        data, payoffs = self.cache.dataset, self._payoffs
        return resampled_sample(
            data.y_true,
            payoffs.matrix,
            payoffs.costs,
            sample_weight=data.weight,
            groups=data.group,
        )

    @cached_property
    def _payoffs(self) -> Payoffs:
        return self.cache.payoffs(self.payoff)


def resampling_input(
    curve_set: CurveSet, source: CurveSource, payoff: PayoffSpec
) -> ResamplingInput:
    """Return what bands of a curve set are resampled from."""
    cases = source.cases(curve_set.dataset)
    if cases is not None:
        return CaseResampling(curve_set, cases.cache, payoff)
    from costcurve_gui.analysis.intervals.counts import CountResampling

    return CountResampling(
        {model.info.key: model.evaluation for model in curve_set.models},
        frozenset(model.info.key for model in curve_set.models if model.expected_only),
    )
