"""Resamples what the views on show want to know, in a job."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.sample import share_instances
from costcurve_gui.models.band_choices import RocBand
from costcurve_gui.models.uncertainty import (
    CHOSEN_ANEW,
    AreaIntervals,
    DecisionIntervals,
    Failed,
    Honest,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from costcurve_gui.controllers.band_source import Resampled, ResampledCases
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.roc_bands import Kind
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.models.band_choices import BandChoices
    from costcurve_gui.models.uncertainty import Wanted

    Build = Callable[["Task"], object]


def resample(
    source: Resampled,
    wanted: Sequence[Wanted],
    choices: BandChoices,
    spec: BootstrapSpec,
    *,
    progress: Progress = NO_PROGRESS,
) -> dict[Wanted, Any]:
    """Compute everything that is wanted from `spec.replicates` replicates.

    What cannot be computed is `Failed`.
    """
    builders = {**_BUILDERS, **source.builders}
    found: dict[Wanted, Any] = {}
    for number, one in enumerate(wanted):
        part = _part(progress, number, len(wanted), spec.replicates)
        try:
            drawing = source.resampler(spec, one.drawn)
            found[one] = builders[one.kind](Task(source, drawing, one, choices, part))
        except EngineError as error:  # such as net benefit of scores that are no probabilities
            found[one] = Failed(str(error))
    return found


def _part(whole: Progress, number: int, parts: int, replicates: int) -> Progress:
    """Return the progress of one part; told is the number of replicates, over all parts."""

    def report(done: int, total: int, _message: str) -> None:
        share = (number + done / max(total, 1)) / parts
        whole.advance(round(replicates * share), replicates)

    return Progress(report)


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """One thing to compute and what from."""

    source: Resampled
    drawing: Resampler
    wanted: Wanted
    choices: BandChoices
    progress: Progress

    @property
    def model(self) -> RankedModel:
        """The model that it is about alone."""
        return self.source.curve(self.wanted.models[0])

    @property
    def models(self) -> list[RankedModel]:
        """All models that it is about."""
        return [self.source.model(key) for key in self.wanted.models]

    @property
    def condition(self) -> OperatingCondition:
        """The condition that it is about."""
        condition = self.wanted.condition
        if condition is None:
            raise ValueError(f"{self.wanted.kind} needs a condition")
        return condition


def _cost(task: Task) -> object:
    from costcurve_gui.engine.resampling.cost_bands import cost_band

    return cost_band(
        task.drawing, task.model, policy=task.choices.policy.value, progress=task.progress
    )


def _roc(task: Task) -> object:
    from costcurve_gui.engine.resampling.roc_bands import roc_band
    from costcurve_gui.engine.resampling.threshold_bands import threshold_band

    if task.choices.roc is RocBand.THRESHOLD:
        return threshold_band(task.drawing, task.model, progress=task.progress)
    return roc_band(task.drawing, task.model, _kind(task), progress=task.progress)


def _rociv(task: Task) -> object:
    from costcurve_gui.engine.resampling.roc_bands import rociv_band
    from costcurve_gui.engine.resampling.threshold_bands import threshold_band

    if task.choices.roc is RocBand.THRESHOLD:
        return threshold_band(task.drawing, task.model, by_cost=True, progress=task.progress)
    return rociv_band(task.drawing, task.model, _kind(task), progress=task.progress)


def _kind(task: Task) -> Kind:
    return "simultaneous" if task.choices.roc is RocBand.SIMULTANEOUS else "vertical"


def _profit(task: Task) -> object:
    from costcurve_gui.engine.resampling.value_bands import profit_band

    return profit_band(task.drawing, task.model, task.condition, progress=task.progress)


def _net_benefit(task: Task) -> object:
    from costcurve_gui.engine.resampling.value_bands import net_benefit_band

    prior = task.condition.prior
    return net_benefit_band(task.drawing, task.model, prior, progress=task.progress)


def _gain(task: Task) -> object:
    from costcurve_gui.engine.resampling.ranking_bands import gain_band

    return gain_band(task.drawing, task.model, task.condition.prior, progress=task.progress)


def _precision_recall(task: Task) -> object:
    from costcurve_gui.engine.resampling.ranking_bands import precision_recall_band

    prior = task.condition.prior
    return precision_recall_band(task.drawing, task.model, prior, progress=task.progress)


def _difference(task: Task) -> object:
    from costcurve_gui.engine.resampling.differences import difference_band

    _require_common_cases(task)
    return difference_band(task.drawing, *task.models, progress=task.progress)


def _require_common_cases(task: Task) -> None:
    """Raise `EngineError` where models with gaps cannot be compared."""
    if not share_instances(task.drawing.sample, task.models):
        raise EngineError("No cases of both classes were scored by all of these models.")


def _winners(task: Task) -> object:
    from costcurve_gui.engine.resampling.winners import win_shares

    _require_common_cases(task)
    return win_shares(task.drawing, task.models, progress=task.progress)


def _verdicts(task: Task) -> object:
    from costcurve_gui.engine.resampling.interval_table import interval_tables

    _require_common_cases(task)
    return interval_tables(task.drawing, task.models, progress=task.progress)


def _tests(task: Task) -> object:
    from costcurve_gui.controllers.pair_tests import tests_of_pairs

    source = cast("ResampledCases", task.source)  # counts have no such view
    return tests_of_pairs(source, task.wanted.models, task.drawing, task.progress)


def _belief_tests(task: Task) -> object:
    from costcurve_gui.controllers.pair_tests import tests_under_belief

    keys, belief = task.wanted.models, task.wanted.belief or UNIFORM
    return tests_under_belief(keys, task.models, task.drawing, belief, task.progress)


def _areas(task: Task) -> AreaIntervals:
    from costcurve_gui.engine.resampling.area_intervals import auciv_interval
    from costcurve_gui.engine.resampling.cost_intervals import expected_cost_interval
    from costcurve_gui.engine.resampling.logit_delong import logit_auc_interval

    drawing, model, progress = task.drawing, task.model, task.progress
    return AreaIntervals(
        logit_auc_interval(model.table, drawing.spec.level),
        auciv_interval(drawing, model, progress=progress),
        expected_cost_interval(drawing, model, progress=progress),
        drawing.spec,
    )


def _decision(task: Task) -> DecisionIntervals:
    from costcurve_gui.engine.resampling.decisions import policy_intervals
    from costcurve_gui.engine.resampling.leads import lead_interval

    (model, policy), *others = zip(task.models, task.wanted.policies, strict=True)
    given = task.condition
    found = policy_intervals(task.drawing, task.model, policy, given, progress=task.progress)
    lead, both = None, task.source.resampler(task.drawing.spec, task.wanted.models)
    for other in others:
        lead = lead_interval(both, model, policy, *other, given, progress=task.progress)
    return DecisionIntervals(found, lead, task.drawing.spec)


def _honest(task: Task) -> Honest:
    from costcurve_gui.engine.resampling.honest import honest_optimum, plateau

    found = honest_optimum(task.drawing, task.model, task.condition, progress=task.progress)
    return Honest(found, plateau(task.model.evaluation, task.condition))


def _chosen(task: Task) -> object:
    from costcurve_gui.engine.resampling.chosen_thresholds import chosen_thresholds

    return chosen_thresholds(task.drawing, task.model, task.wanted.kind, progress=task.progress)


_BUILDERS: dict[str, Build] = {
    "cost": _cost,
    "roc": _roc,
    "rociv": _rociv,
    "profit": _profit,
    "net_benefit": _net_benefit,
    "gain": _gain,
    "pr": _precision_recall,
    "difference": _difference,
    "winners": _winners,
    "verdicts": _verdicts,
    "tests": _tests,
    "belief_tests": _belief_tests,
    "areas": _areas,
    "decision": _decision,
    "honest": _honest,
    **dict.fromkeys(CHOSEN_ANEW, _chosen),
}
