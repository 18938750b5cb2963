"""Carry out interval requests in a job."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from costcurve_gui.analysis.common_cases import WAY_OUT
from costcurve_gui.analysis.criteria import CRITERIA
from costcurve_gui.analysis.interval_settings import RocBand, Verdicts
from costcurve_gui.analysis.intervals.new_cases import (
    new_cases,
    new_cases_curve,
    new_cases_lead,
)
from costcurve_gui.analysis.intervals.results import (
    AreaIntervals,
    DecisionIntervals,
    DecisionOptimism,
    Failed,
    PairDifference,
)
from costcurve_gui.analysis.intervals.task import Task, in_brackets
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from costcurve_gui.analysis.interval_settings import BandChoices
    from costcurve_gui.analysis.intervals.results import IntervalRequest
    from costcurve_gui.analysis.intervals.task import Build, CaseResamplingInput, ResamplingInput
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.difference_band import DifferenceBand
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.roc_bands import Kind


def resample(
    source: ResamplingInput,
    wanted: Sequence[IntervalRequest],
    choices: BandChoices,
    spec: BootstrapSpec,
    *,
    progress: Progress = NO_PROGRESS,
) -> dict[IntervalRequest, Any]:
    """Compute everything that is wanted from `spec.replicates` replicates.

    What cannot be computed is `Failed`.
    """
    builders = {**_BUILDERS, **source.builders}
    groups = _groups(wanted)
    found: dict[IntervalRequest, Any] = {}
    for number, group in enumerate(groups):
        part = _part(progress, number, len(groups), spec.replicates)
        tasks = [Task(source, spec, one, choices, part) for one in group]
        try:
            results = _results(tasks, builders)
        except EngineError as error:  # such as net benefit of scores that are no probabilities
            results = [Failed(str(error))] * len(group)
        found.update(zip(group, results, strict=True))
    return found


def _groups(wanted: Sequence[IntervalRequest]) -> list[list[IntervalRequest]]:
    """Return what is computed at once: estimates for new cases of one model share replicates."""
    groups: dict[IntervalRequest, list[IntervalRequest]] = {}
    for one in wanted:
        common = one._replace(policies=(), rules=()) if one.kind == "new_cases" else one
        groups.setdefault(common, []).append(one)
    return list(groups.values())


def _results(tasks: Sequence[Task], builders: Mapping[str, Build]) -> Sequence[object]:
    if tasks[0].wanted.kind == "new_cases":
        return new_cases(tasks)
    return [builders[task.wanted.kind](task) for task in tasks]


def _part(whole: Progress, number: int, parts: int, replicates: int) -> Progress:
    """Return the progress of one part; told is the number of replicates, over all parts."""

    def report(done: int, total: int, _message: str) -> None:
        share = (number + done / max(total, 1)) / parts
        whole.advance(round(replicates * share), replicates)

    return Progress(report)


def _cost(task: Task) -> object:
    from costcurve_gui.engine.resampling.cost_bands import cost_band

    return cost_band(
        task.drawing, task.model, policy=task.choices.policy.value, progress=task.progress
    )


def _roc(task: Task) -> object:
    from costcurve_gui.engine.resampling.roc_bands import roc_band, threshold_band

    if task.choices.roc is RocBand.THRESHOLD:
        return threshold_band(task.drawing, task.model, progress=task.progress)
    return roc_band(task.drawing, task.model, _kind(task), progress=task.progress)


def _rociv(task: Task) -> object:
    from costcurve_gui.engine.resampling.roc_bands import rociv_band, threshold_band

    if task.choices.roc is RocBand.THRESHOLD:
        return threshold_band(task.drawing, task.model, by_cost=True, progress=task.progress)
    return rociv_band(task.drawing, task.model, _kind(task), progress=task.progress)


def _kind(task: Task) -> Kind:
    return "simultaneous" if task.choices.roc is RocBand.SIMULTANEOUS else "vertical"


def _simultaneous(task: Task) -> object:
    from costcurve_gui.engine.resampling.roc_bands import roc_band, rociv_band

    band = roc_band if task.wanted.kind == "roc_simultaneous" else rociv_band
    return band(task.drawing, task.model, "simultaneous", progress=task.progress)


def _threshold_band(task: Task) -> object:
    from costcurve_gui.engine.resampling.roc_bands import threshold_band

    return threshold_band(task.drawing, task.model, progress=task.progress)


def _profit(task: Task) -> object:
    from costcurve_gui.engine.resampling.curve_bands import profit_band

    return profit_band(task.drawing, task.model, task.condition, progress=task.progress)


def _net_benefit(task: Task) -> object:
    from costcurve_gui.engine.resampling.curve_bands import net_benefit_band

    prior = task.condition.prior
    return net_benefit_band(task.drawing, task.model, prior, progress=task.progress)


def _gain(task: Task) -> object:
    from costcurve_gui.engine.resampling.curve_bands import gain_band

    return gain_band(task.drawing, task.model, task.condition.prior, progress=task.progress)


def _precision_recall(task: Task) -> object:
    from costcurve_gui.engine.resampling.curve_bands import precision_recall_band

    prior = task.condition.prior
    return precision_recall_band(task.drawing, task.model, prior, progress=task.progress)


def _difference(task: Task) -> object:
    from costcurve_gui.engine.resampling.difference_band import difference_band

    found = difference_band(task.joint_resampler, *task.common_models, progress=task.progress)
    return PairDifference(found, _stretches_on_new_cases(task, found))


def _stretches_on_new_cases(task: Task, found: DifferenceBand) -> frozenset[tuple[float, float]]:
    """Return the ends of the stretches that verdicts call better."""
    from costcurve_gui.engine.resampling.stretch_outlook import StretchOutlooks

    outlooks = StretchOutlooks(task.joint_resampler, task.common_models, progress=task.progress)
    bands = (found,) if found.simultaneous is None else (found, found.simultaneous)
    return frozenset(
        (one.low, one.high)
        for band in bands
        for one in band.stretches
        if one.low < one.high
        and outlooks.leads(*((0, 1) if one.better == "a" else (1, 0)), one.low, one.high)
    )


def _winners(task: Task) -> object:
    from costcurve_gui.engine.resampling.cheapest_probability import cheapest_probability

    return cheapest_probability(task.joint_resampler, task.common_models, progress=task.progress)


def _verdicts(task: Task) -> object:
    from costcurve_gui.engine.resampling.interval_table import interval_tables

    simultaneous = task.choices.verdicts is Verdicts.SIMULTANEOUS
    return interval_tables(
        task.joint_resampler,
        task.common_models,
        simultaneous=simultaneous,
        progress=task.progress,
    )


def _tests(task: Task) -> object:
    from costcurve_gui.analysis.intervals.pair_tests import tests_of_pairs

    source = cast("CaseResamplingInput", task.source)  # counts have no such view
    return tests_of_pairs(source, task.wanted.models, task.joint_resampler, task.progress)


def _belief_tests(task: Task) -> object:
    from costcurve_gui.analysis.intervals.pair_tests import tests_under_belief

    source, belief = task.source, task.wanted.belief or UNIFORM
    return tests_under_belief(
        source, task.wanted.models, task.joint_resampler, belief, task.progress
    )


def _areas(task: Task) -> AreaIntervals:
    from costcurve_gui.engine.resampling.auc_interval import auciv_interval
    from costcurve_gui.engine.resampling.figure_interval import expected_cost_interval

    drawing, model, progress = task.drawing, task.ranked_model, task.progress
    source = cast("CaseResamplingInput", task.source)
    auc = source.cache.auc_interval(source.column(task.wanted.models[0]))
    return AreaIntervals(
        auc.at(drawing.spec.level).of_logit,
        auciv_interval(drawing, model, progress=progress),
        expected_cost_interval(drawing, model, progress=progress),
        drawing.spec,
    )


def _expected_cost(task: Task) -> FigureInterval:
    from costcurve_gui.engine.resampling.figure_interval import expected_cost_interval

    belief = task.wanted.belief or UNIFORM
    model, progress = task.ranked_model, task.progress
    return expected_cost_interval(task.drawing, model, belief=belief, progress=progress)


def _decision(task: Task) -> DecisionIntervals:
    from costcurve_gui.engine.resampling.policy_intervals import policy_intervals

    policy = task.wanted.policies[0]
    found = policy_intervals(
        task.drawing, task.model, policy, task.condition, progress=task.progress
    )
    lead = lead_over(task) if len(task.wanted.models) > 1 else None
    return DecisionIntervals(found, lead, task.drawing.spec)


def lead_over(task: Task) -> FigureInterval:
    """Return how sure the lead of a decision over its runner-up is."""
    from costcurve_gui.engine.resampling.figure_interval import NOTHING_IN_COMMON, lead_interval

    (a, b), (policy_a, policy_b) = task.models, task.wanted.policies
    lead = lead_interval(
        task.joint_resampler, a, policy_a, b, policy_b, task.condition, progress=task.progress
    )
    if lead.reason == NOTHING_IN_COMMON:
        return replace(lead, reason=f"{lead.reason}; {in_brackets(WAY_OUT)}")
    return lead


def _optimism(task: Task) -> DecisionOptimism:
    from costcurve_gui.engine.resampling.chosen_thresholds import plateau
    from costcurve_gui.engine.resampling.optimism import optimism_estimate

    found = optimism_estimate(task.drawing, task.model, task.condition, progress=task.progress)
    return DecisionOptimism(found, plateau(task.model.evaluation, task.condition))


def _chosen(task: Task) -> object:
    from costcurve_gui.engine.resampling.chosen_thresholds import chosen_thresholds

    return chosen_thresholds(task.drawing, task.model, task.wanted.kind, progress=task.progress)


_BUILDERS: dict[str, Build] = {
    "cost": _cost,
    "roc": _roc,
    "rociv": _rociv,
    "roc_simultaneous": _simultaneous,
    "rociv_simultaneous": _simultaneous,
    "threshold_band": _threshold_band,
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
    "expected_cost": _expected_cost,
    "decision": _decision,
    "optimism": _optimism,
    "new_cases_lead": new_cases_lead,
    "new_cases_curve": new_cases_curve,
    **{key: _chosen for key, one in CRITERIA.items() if one.reselected},
}
