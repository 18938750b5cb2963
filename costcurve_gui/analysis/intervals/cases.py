"""What is resampled of a source: scored cases, or counts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from costcurve_gui.analysis.common_cases import WAY_OUT, ranked_together
from costcurve_gui.analysis.derived_models import EXPECTED
from costcurve_gui.analysis.interval_settings import BandPolicy
from costcurve_gui.analysis.intervals.results import AreaIntervals, DecisionIntervals
from costcurve_gui.analysis.intervals.task import in_brackets
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.auc_interval import auciv_interval, logit_auc_interval
from costcurve_gui.engine.resampling.classifier_bands import (
    classifier_intervals,
    classifier_profit_band,
    family_band,
)
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.figure_interval import FigureInterval
from costcurve_gui.engine.resampling.policy_intervals import policy_intervals
from costcurve_gui.engine.resampling.resampler import (
    NOT_JOINT,
    ClassifierResampler,
    by_counts,
    resampler,
    sample_from_counts,
)
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
    from costcurve_gui.analysis.intervals.task import Build, ResamplingInput, Task
    from costcurve_gui.analysis.payoffs import Payoffs, PayoffSpec
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.selection.policy import Policy


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
            group_name=data.group_column or "",
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

    return CountResampling(
        {model.info.key: model.evaluation for model in curve_set.models},
        frozenset(model.info.key for model in curve_set.models if model.expected_only),
    )


_FRACTIONS = "Counts that are no whole numbers cannot be resampled."
ONLY_COUNTS = "only the counts are known"
_NOT_COMPARED = f"Two classifiers cannot be compared: {NOT_JOINT}. {WAY_OUT}"


@dataclass(frozen=True, eq=False, repr=False)
class CountResampling:
    """Models of which only the counts are known, each with cases of its own.

    No sample was ever drawn of those that are `expected`.
    """

    evaluations: Mapping[str, ModelEvaluation]
    expected: frozenset[str] = frozenset()

    def resampler(self, spec: BootstrapSpec, keys: Sequence[str]) -> CountResampler:
        """Return what draws the replicates of a model.

        Raises
        ------
        EngineError
            Where its counts are expected or no whole numbers, or several models are to be drawn
            together.
        """
        if not self.expected.isdisjoint(keys):
            raise EngineError(EXPECTED)
        if len(keys) > 1:
            raise EngineError(_NOT_COMPARED)
        evaluation = self.evaluations[keys[0]]
        table = evaluation.table
        sample = sample_from_counts(table, evaluation.means)
        if isinstance(table, FamilyTable):
            return ClassifierResampler(sample, spec)
        if table.weighted:
            raise EngineError(_FRACTIONS)
        return CountResampler(sample, spec)

    def model(self, key: str) -> RankedModel:
        """Return a model, without cases."""
        return RankedModel(self.evaluations[key])

    def curve(self, key: str) -> RankedModel:
        """Return a model, without cases."""
        return self.model(key)

    def together(self, keys: Sequence[str]) -> list[RankedModel]:
        """Return models that are compared: which cases they share is unknown."""
        return [self.model(key) for key in keys]

    def position(self, key: str) -> int:
        """Return the number of a model, from 0, in the order of the file."""
        return list(self.evaluations).index(key)

    @cached_property
    def builders(self) -> Mapping[str, Build]:
        """What is computed otherwise than from cases."""
        tables = (evaluation.table for evaluation in self.evaluations.values())
        families = any(isinstance(table, FamilyTable) for table in tables)
        return _OF_FAMILIES if families else _OF_LEAVES


def _tree_cost(task: Task) -> object:
    from costcurve_gui.engine.resampling.cost_bands import cost_band

    policy = task.choices.policy
    if policy is BandPolicy.FIXED:
        return _cost(task)
    return cost_band(task.drawing, task.model, policy=policy.value, progress=task.progress)


def _cost(task: Task) -> object:
    return family_band(task.model.evaluation, task.drawing.spec)


def _classifiers(task: Task) -> object:
    return classifier_intervals(task.model.evaluation, task.drawing.spec)


def _classifier_profit(task: Task) -> object:
    return classifier_profit_band(task.model.evaluation, task.condition, task.drawing.spec)


def _decision(task: Task) -> DecisionIntervals:
    policy = task.wanted.policies[0]
    model, given = task.model, task.condition
    if _mixes_classifiers(model, policy):
        raise EngineError(f"two classifiers decide by lot, and {NOT_JOINT}")
    found = policy_intervals(task.drawing, model, policy, given, progress=task.progress)
    lead = _lead(task) if len(task.wanted.models) > 1 else None
    return DecisionIntervals(found, lead, task.drawing.spec)


def _lead(task: Task) -> FigureInterval:
    if not task.choices.independent_samples:
        return FigureInterval(None, None, "", f"{NOT_JOINT}; {in_brackets(WAY_OUT)}")
    if _mixes_classifiers(task.models[1], task.wanted.policies[1]):
        return FigureInterval(
            None, None, "", f"of the other model two classifiers decide by lot, and {NOT_JOINT}"
        )
    from costcurve_gui.analysis.intervals.jobs import lead_over

    return lead_over(task)


def _mixes_classifiers(model: RankedModel, policy: Policy) -> bool:
    """Whether two classifiers of a family take part, not one and a trivial classifier."""
    if not isinstance(model.table, FamilyTable) or policy.index_2 is None:
        return False
    rows = len(model.table)
    is_lot = policy.mixing not in (0, 1)
    return is_lot and all(row % rows not in (0, rows - 1) for row in (policy.index, policy.index_2))


def _areas(task: Task) -> AreaIntervals:
    drawing, model = task.drawing, task.model
    return AreaIntervals(
        logit_auc_interval(model.table, drawing.spec.level),
        auciv_interval(drawing, model, progress=task.progress),
        FigureInterval(None, None, "", ONLY_COUNTS, resampled=False),
        drawing.spec,
    )


def _expected_cost(task: Task) -> FigureInterval:
    del task
    return FigureInterval(None, None, "", ONLY_COUNTS, resampled=False)


def _no_areas(task: Task) -> object:
    del task
    raise EngineError("the members of a family rank no cases")


_OF_LEAVES: Mapping[str, Build] = {
    "areas": _areas,
    "expected_cost": _expected_cost,
    "cost": _tree_cost,
    "decision": _decision,
}
_OF_FAMILIES: Mapping[str, Build] = {
    "areas": _no_areas,
    "expected_cost": _expected_cost,
    "cost": _cost,
    "roc": _classifiers,
    "rociv": _classifiers,
    "profit": _classifier_profit,
    "decision": _decision,
}
