"""Estimate intervals for a report, each computed once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from costcurve_gui.analysis.common_cases import ranked_together
from costcurve_gui.analysis.intervals.counts import ONLY_COUNTS
from costcurve_gui.analysis.intervals.requests import IntervalRequest
from costcurve_gui.analysis.intervals.results import Failed
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.figure_interval import FigureInterval, expected_cost_interval
from costcurve_gui.engine.resampling.resampler import resampler
from costcurve_gui.engine.resampling.sample import (
    RankedModel,
    Sample,
    resampled_sample,
    scored_sample,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from costcurve_gui.analysis.conditions import AnalysedModel
    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.intervals.counts import CountResampling
    from costcurve_gui.analysis.intervals.task import Build
    from costcurve_gui.analysis.settings import PayoffSpec
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler


class Estimator(Protocol):
    """What finds how sure something is, whatever it is found from."""

    @property
    def choices(self) -> BandChoices:
        """What is asked for."""
        ...

    @property
    def results(self) -> Mapping[IntervalRequest, Any]:
        """What was found so far."""
        ...

    @property
    def comparison_spec(self) -> BootstrapSpec:
        """What intervals of two models are found from."""
        ...

    @property
    def spec(self) -> BootstrapSpec:
        """What intervals of one model are found from."""
        ...

    def find(self, kind: str, models: Iterable[AnalysedModel], **given: Any) -> Any:
        """Return one thing; None where it cannot be computed; `given` as in `IntervalRequest`."""
        ...

    def expected_cost(self, model: AnalysedModel, belief: Belief) -> FigureInterval:
        """Return how sure the expected cost of a model under a belief is."""
        ...

    def drawing_of(self, model: AnalysedModel) -> Resampler:
        """Return what draws the replicates of one model; raises `EngineError`."""
        ...

    def ranked(self, model: AnalysedModel) -> RankedModel:
        """Return a model as whatever is resampled takes it."""
        ...

    def fill(self, wanted: Iterable[IntervalRequest]) -> None:
        """Find what is missing."""
        ...


@dataclass(frozen=True, eq=False, repr=False)
class CountEstimator:
    """How sure models are of which only the counts are known."""

    choices: BandChoices
    source: CountResampling
    results: dict[IntervalRequest, Any] = field(default_factory=dict)

    @property
    def comparison_spec(self) -> BootstrapSpec:
        """What intervals of two models are found from."""
        return self.choices.comparison_spec

    @property
    def spec(self) -> BootstrapSpec:
        """What intervals of one model are found from."""
        return self.choices.spec

    def expected_cost(self, model: AnalysedModel, belief: Belief) -> FigureInterval:
        """Return why the expected cost of a model under a belief has no interval."""
        del model, belief
        return FigureInterval(None, None, "", ONLY_COUNTS, resampled=False)

    def drawing_of(self, model: AnalysedModel) -> Resampler:
        """Return what draws the replicates of one model; raises `EngineError`."""
        return self.source.resampler(self.choices.spec, [model.info.key])

    def ranked(self, model: AnalysedModel) -> RankedModel:
        """Return a model, without cases."""
        return self.source.model(model.info.key)

    def find(self, kind: str, models: Iterable[AnalysedModel], **given: Any) -> Any:
        """Return one thing; None where it cannot be computed; `given` as in `IntervalRequest`."""
        wanted = IntervalRequest(kind, tuple(model.info.key for model in models), **given)
        self.fill([wanted])
        return _unless_failed(self.results[wanted])

    def fill(self, wanted: Iterable[IntervalRequest]) -> None:
        """Find what is missing."""
        from costcurve_gui.analysis.intervals.jobs import resample

        missing = [one for one in wanted if one not in self.results]
        self.results.update(resample(self.source, missing, self.choices, self.choices.spec))


def failure(finding: Estimator, kind: str, models: Iterable[AnalysedModel], **given: Any) -> str:
    """Return why one thing cannot be computed; nothing where it can."""
    wanted = IntervalRequest(kind, tuple(model.info.key for model in models), **given)
    finding.fill([wanted])
    found = finding.results[wanted]
    return found.reason if isinstance(found, Failed) else ""


def _unless_failed(found: Any) -> Any:
    return None if isinstance(found, Failed) else found


@dataclass(frozen=True, eq=False, repr=False)
class CaseEstimator:
    """The cases of an analysis, what is asked of their bootstrap, and what was found so far."""

    choices: BandChoices
    cache: CountsCache
    payoff: PayoffSpec
    models: tuple[AnalysedModel, ...]
    results: dict[IntervalRequest, Any] = field(default_factory=dict)
    progress: Progress = NO_PROGRESS
    builders: ClassVar[Mapping[str, Build]] = MappingProxyType({})

    @property
    def comparison_spec(self) -> BootstrapSpec:
        """What intervals of two models are found from."""
        return replace(self.drawing.spec, independent=self.choices.apart)

    @property
    def spec(self) -> BootstrapSpec:
        """What intervals of one model are found from."""
        return self.drawing.spec

    def find(self, kind: str, models: Iterable[AnalysedModel], **given: Any) -> Any:
        """Return one thing, resampled when it is first asked for; `given` as in `IntervalRequest`.

        None stands for what cannot be computed.
        """
        wanted = IntervalRequest(kind, tuple(model.info.key for model in models), **given)
        self.fill([wanted])
        return _unless_failed(self.results[wanted])

    def expected_cost(self, model: AnalysedModel, belief: Belief) -> FigureInterval:
        """Return how sure the expected cost of a model under a belief is."""
        drawing = self.drawing_of(model)
        return expected_cost_interval(drawing, self.ranked(model), belief=belief)

    def fill(self, wanted: Iterable[IntervalRequest]) -> None:
        """Resample what is missing."""
        from costcurve_gui.analysis.intervals.jobs import resample

        missing = [one for one in wanted if one not in self.results]
        if missing:
            spec, progress = self.choices.spec, self.progress
            self.results.update(resample(self, missing, self.choices, spec, progress=progress))

    @cached_property
    def drawing(self) -> Resampler:
        """What draws the replicates."""
        return self.resampler(self.choices.spec)

    def resampler(self, spec: BootstrapSpec, keys: Sequence[str] = ()) -> Resampler:
        """Return what draws the replicates: of one model, of the cases that it scored."""
        sample = self._sample
        if len(keys) == 1 and self.cache.table(self.column(keys[0])).missing:
            sample = scored_sample(sample, self.model(keys[0]))
        return resampler(sample, spec)

    def drawing_of(self, model: AnalysedModel) -> Resampler:
        """Return what draws the replicates of one model."""
        return self.resampler(self.choices.spec, [model.info.key])

    def ranked(self, model: AnalysedModel) -> RankedModel:
        """Return a model with its cases by score."""
        return RankedModel(model.evaluation, self.cache.order(model.column))

    def model(self, key: str) -> RankedModel:
        """Return a model with its cases by score."""
        return self.ranked(self._by_key[key])

    def curve(self, key: str) -> RankedModel:
        """Return a model for what concerns it alone."""
        return self.model(key)

    def together(self, keys: Sequence[str]) -> list[RankedModel]:
        """Return models that are compared, over the cases that all of them scored.

        Raises
        ------
        EngineError
            Where these lack a class.
        """
        infos = [self._by_key[key].info for key in keys]
        return ranked_together(infos, self.cache, self.payoff)

    def position(self, key: str) -> int:
        """Return the number of a model, from 0, in the order of the file."""
        return list(self._by_key).index(key)

    def column(self, key: str) -> str:
        """Return the column that has the scores of a model."""
        return self._by_key[key].column

    @cached_property
    def _by_key(self) -> dict[str, AnalysedModel]:
        return {model.info.key: model for model in self.models}

    @cached_property
    def _sample(self) -> Sample:
        data, payoffs = self.cache.dataset, self.cache.payoffs(self.payoff)
        return resampled_sample(
            data.y_true,
            payoffs.matrix,
            payoffs.costs,
            sample_weight=data.weight,
            groups=data.group,
        )
