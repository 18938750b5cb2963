"""One resampling task: its input, its models, and what draws the replicates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from costcurve_gui.analysis.common_cases import NOTHING_IN_COMMON
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.independent_samples import (
    IndependentResampler,
    are_independent_samples,
    can_compare,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from costcurve_gui.analysis.counts_cache import CountsCache
    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.progress import Progress
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import (
        RankedModel,
    )

    Build = Callable[["Task"], object]


def in_brackets(sentence: str) -> str:
    """Return a sentence as the last part of another one."""
    return sentence[:1].lower() + sentence[1:].rstrip(".")


def joint_resampler(
    source: ResamplingInput, spec: BootstrapSpec, keys: Sequence[str], choices: BandChoices
) -> JointResampler:
    """Return what draws the replicates of models that are compared.

    Raises
    ------
    EngineError
        Where they cannot be compared.
    """
    if not choices.independent_samples:
        return source.resampler(spec, keys)
    # By its number in the file a model has the same draws in every comparison.
    return IndependentResampler(
        [source.model(key) for key in keys],
        [source.resampler(spec, [key]) for key in keys],
        [source.position(key) for key in keys],
    )


def common_models(
    source: ResamplingInput, drawing: JointResampler, keys: Sequence[str]
) -> list[RankedModel]:
    """Return models over the cases they are compared on.

    Raises
    ------
    EngineError
        Where these lack a class.
    """
    models = [source.model(key) for key in keys]
    if not can_compare(drawing, models):
        raise EngineError(NOTHING_IN_COMMON)
    return models if are_independent_samples(drawing, models) else source.together(keys)


@dataclass(frozen=True, eq=False, repr=False)
class Task:
    """One thing to compute and what from."""

    source: ResamplingInput
    spec: BootstrapSpec
    wanted: IntervalRequest
    choices: BandChoices
    progress: Progress

    @cached_property
    def drawing(self) -> Resampler:
        """What draws the model that it is about alone."""
        return self.source.resampler(self.spec, self.wanted.models[:1])

    @cached_property
    def joint_resampler(self) -> JointResampler:
        """What draws all models that it is about."""
        return joint_resampler(self.source, self.spec, self.wanted.models, self.choices)

    @property
    def model(self) -> RankedModel:
        """The model that it is about alone."""
        return self.source.curve(self.wanted.models[0])

    @property
    def ranked_model(self) -> RankedModel:
        """The same with its cases by score, which areas need."""
        return self.source.model(self.wanted.models[0])

    @property
    def models(self) -> list[RankedModel]:
        """All models that it is about."""
        return [self.source.model(key) for key in self.wanted.models]

    @cached_property
    def common_models(self) -> list[RankedModel]:
        """All models that it is about, over the cases they are compared on."""
        return common_models(self.source, self.joint_resampler, self.wanted.models)

    @property
    def condition(self) -> OperatingCondition:
        """The condition that it is about."""
        condition = self.wanted.condition
        if condition is None:
            raise ValueError(f"{self.wanted.kind} needs a condition")
        return condition


class ResamplingInput(Protocol):
    """The cases of several models, as whatever is resampled takes them."""

    @property
    def builders(self) -> Mapping[str, Build]:
        """What is computed otherwise than from cases, by the kind of what is wanted."""
        ...

    def resampler(self, spec: BootstrapSpec, keys: Sequence[str]) -> Resampler:
        """Return what draws the replicates of some models."""
        ...

    def model(self, key: str) -> RankedModel:
        """Return a model with its cases by score."""
        ...

    def curve(self, key: str) -> RankedModel:
        """Return a model for what concerns it alone."""
        ...

    def together(self, keys: Sequence[str]) -> list[RankedModel]:
        """Return models over the cases that all of them scored.

        Raises
        ------
        EngineError
            Where these lack a class.
        """
        ...

    def position(self, key: str) -> int:
        """Return the number of a model, from 0, which other models on show do not change."""
        ...


class CaseResamplingInput(ResamplingInput, Protocol):
    """The same, with the cases behind."""

    @property
    def cache(self) -> CountsCache:
        """The cases."""
        ...

    def column(self, key: str) -> str:
        """Return the column that has the scores of a model."""
        ...
