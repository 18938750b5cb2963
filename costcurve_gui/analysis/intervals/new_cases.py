"""What to expect of chosen thresholds on new cases: what is asked for, and how it is computed.

A threshold that was given, or follows from the condition alone, was not chosen on the cases that
judge it: there is nothing to ask for, and its plain figures hold for new cases too.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.analysis.criteria import rechosen
from costcurve_gui.analysis.found_thresholds import known_thresholds
from costcurve_gui.analysis.intervals.known_results import failure, known, known_or_failed
from costcurve_gui.analysis.intervals.results import IntervalRequest, resampled_part
from costcurve_gui.analysis.memo import once
from costcurve_gui.analysis.model_ranking import compares_money
from costcurve_gui.analysis.selection_settings import ChoiceInput
from costcurve_gui.analysis.snapshot import condition_of, runner_up
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.selection.bounds import Objective

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.analysis.intervals.task import Task
    from costcurve_gui.analysis.selection_settings import FoundThreshold
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.new_cases import NewCasesEstimate
    from costcurve_gui.engine.resampling.new_cases_curve import NewCasesCurve
    from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy


_MOST = 400
"""So many replicates are enough: they give a mean, and the interval is in closed form."""


def chosen_on_sample(snapshot: Snapshot, key: str) -> ChosenPolicy | None:
    """Return the policy of a model with how replicates choose; None where it was given."""
    criterion = snapshot.settings.selection.criterion
    return rechosen(criterion, snapshot.models[key].policy, choice_input(snapshot, key))


def choice_input(snapshot: Snapshot, key: str) -> ChoiceInput:
    """Return what the policy of a model is chosen from."""
    selection, settings = snapshot.settings.selection, snapshot.settings
    return ChoiceInput(
        snapshot.curve_set.model(key).evaluation,
        condition_of(snapshot, key),
        selection,
        settings.objective,
        selection.thresholds.get(key),
        found=partial(_found_in, snapshot, key),
    )


def _found_in(snapshot: Snapshot, key: str, criterion: str) -> FoundThreshold | None:
    known = known_thresholds(snapshot, criterion)
    return None if known is None else known.of.get(key)


def new_cases_request(snapshot: Snapshot, key: str | None) -> IntervalRequest | None:
    """Return the request for what the policy of a model is worth on new cases.

    The result is a `NewCasesEstimate`. None where the threshold was given.
    """
    chosen = None if key is None else chosen_on_sample(snapshot, key)
    if key is None or chosen is None:
        return None
    return policy_request(key, condition_of(snapshot, key), chosen)


@once
def decision_lead_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for the lead of the decision over that of the next best model.

    The result is a `NewCasesLead`. None where there is no other model, or a threshold was given.
    """
    key = snapshot.selected
    other = None if key is None else runner_up(snapshot, key)
    return None if key is None or other is None else lead_request(snapshot, key, other)


@once
def decision_on_new_cases_request(snapshot: Snapshot) -> IntervalRequest | None:
    """Return the request for what the decision is worth on new cases; None where it was given."""
    return new_cases_request(snapshot, snapshot.selected)


@once
def decision_on_new_cases(snapshot: Snapshot) -> NewCasesEstimate | None:
    """Return what the decision is worth on new cases, once it is known; None where bands are off.

    None too where the threshold was given: then no sample flatters it.
    """
    found: NewCasesEstimate | None = known(snapshot, decision_on_new_cases_request(snapshot))
    return found if snapshot.settings.bands.shown else None


def models_on_new_cases(snapshot: Snapshot) -> dict[str, NewCasesFigure] | None:
    """Return what the models are ranked by, money or cost, on new cases.

    None until it is known of all whose thresholds were chosen, and where that of the decision was
    given: figures of new cases and of the sample are not to be compared.
    """
    if decision_on_new_cases(snapshot) is None or not compares_money(snapshot):
        return None
    found = {key: known_or_failed(snapshot, one) for key, one in ranked_requests(snapshot).items()}
    if None in found.values():
        return None
    by_cost = snapshot.settings.objective is Objective.COST
    return {
        key: one.normalized_cost if by_cost else one.profit
        for key, one in found.items()
        if not one.reason
    }


def cautions_on_new_cases(snapshot: Snapshot) -> dict[str, str]:
    """Return why the interval of what a model is worth on new cases is not as long as it should be.

    Models whose interval is are left out.
    """
    known_of = {key: known(snapshot, one) for key, one in ranked_requests(snapshot).items()}
    by_cost = snapshot.settings.objective is Objective.COST
    cautions = {
        key: caution_about(one, one.normalized_cost if by_cost else one.profit)
        for key, one in known_of.items()
        if one is not None
    }
    return {key: caution for key, caution in cautions.items() if caution}


def caution_about(found: NewCasesEstimate | NewCasesLead, figure: NewCasesFigure) -> str:
    """Return the caution of an estimate where it is about one of its figures; else nothing."""
    from costcurve_gui.engine.resampling.new_cases import (  # not before there are estimates
        OF_COSTS,
        OF_NORMALIZED,
        NewCasesEstimate,
    )

    if not isinstance(found, NewCasesEstimate):
        return found.caution
    about = {
        OF_NORMALIZED: (found.normalized_cost,),
        OF_COSTS: (found.cost, found.profit, found.normalized_cost),
    }
    for words, figures in about.items():
        if found.caution.endswith(words) and not any(figure is one for one in figures):
            return ""
    return found.caution


def expects_models_on_new_cases(snapshot: Snapshot) -> bool:
    """Whether `models_on_new_cases` will return figures, or does."""
    wanted = decision_on_new_cases_request(snapshot)
    expected = snapshot.settings.bands.shown and compares_money(snapshot)
    return expected and wanted is not None and not failure(snapshot, wanted)


@once
def ranked_requests(snapshot: Snapshot) -> dict[str, IntervalRequest]:
    """Return what is asked for of each candidate, where these are ranked by their worth."""
    if not (snapshot.settings.bands.shown and compares_money(snapshot)):
        return {}
    wanted = {
        key: new_cases_request(snapshot, key)
        for key in snapshot.candidates
        if snapshot.compares(key)
    }
    return {key: one for key, one in wanted.items() if one is not None}


@once
def decision_lead_on_new_cases(snapshot: Snapshot) -> NewCasesLead | None:
    """Return by how much the decision does better than the next best model's on new cases."""
    found: NewCasesLead | None = known(snapshot, decision_lead_request(snapshot))
    return found if snapshot.settings.bands.shown else None


def lead_request(snapshot: Snapshot, key: str, other: str) -> IntervalRequest | None:
    """Return the request for the lead of one model's policy over another's on new cases."""
    sides = chosen_on_sample(snapshot, key), chosen_on_sample(snapshot, other)
    return pair_request((key, other), condition_of(snapshot, key), *sides)


def policy_request(
    key: str, condition: OperatingCondition, chosen: ChosenPolicy
) -> IntervalRequest | None:
    """Return the request for what a policy is worth on new cases."""
    return _request("new_cases", (key,), condition, chosen)


def pair_request(
    keys: tuple[str, str],
    condition: OperatingCondition,
    a: ChosenPolicy | None,
    b: ChosenPolicy | None,
) -> IntervalRequest | None:
    """Return the request for the lead of the first of two policies; None where one was given."""
    return _request("new_cases_lead", keys, condition, a, b)


def curve_request(key: str, belief: Belief = UNIFORM) -> IntervalRequest:
    """Return the request for what a model's own thresholds cost on new cases at every PC(+).

    The result is a `NewCasesCurve`, with the mean under a belief: of the uniform one the area.
    """
    return IntervalRequest("new_cases_curve", (key,), belief=None if belief == UNIFORM else belief)


def _request(
    kind: str,
    keys: tuple[str, ...],
    condition: OperatingCondition,
    *sides: ChosenPolicy | None,
) -> IntervalRequest | None:
    chosen = [side for side in sides if side is not None]
    policies = tuple(resampled_part(side.policy) for side in chosen if side.policy is not None)
    if len(policies) < len(keys):
        return None
    rules = tuple(side.rule for side in chosen)
    return IntervalRequest(kind, keys, condition, policies, rules=rules)


def new_cases(tasks: Sequence[Task]) -> Sequence[NewCasesEstimate]:
    """Estimate what policies of one model are worth at one condition, from shared replicates."""
    from costcurve_gui.engine.resampling.new_cases import new_cases_estimates

    task = _of_few(tasks[0])
    choices = [chosen for one in tasks for chosen in _chosen(one)]
    return new_cases_estimates(
        task.drawing, task.model, task.condition, choices, progress=task.progress
    )


def new_cases_lead(task: Task) -> NewCasesLead:
    """Estimate by how much one policy does better than another."""
    from costcurve_gui.engine.resampling.new_cases_lead import new_cases_lead as lead

    task = _of_few(task)
    (a, b), (choose_a, choose_b) = task.models, _chosen(task)
    of_one_model = len(set(task.wanted.models)) == 1
    return lead(
        *(task.drawing if of_one_model else task.joint_resampler, a, b, task.condition),
        choose_a=choose_a,
        choose_b=choose_b,
        progress=task.progress,
    )


def new_cases_curve(task: Task) -> NewCasesCurve:
    """Estimate what the thresholds of a model's cost curve cost."""
    from costcurve_gui.engine.resampling.new_cases_curve import new_cases_curve as curve

    task = _of_few(task)
    belief = task.wanted.belief or UNIFORM
    return curve(task.drawing, task.model, belief=belief, progress=task.progress)


def few_replicates(spec: BootstrapSpec) -> BootstrapSpec:
    """Return what estimates for new cases are found from, where other intervals take a spec."""
    return replace(spec, replicates=min(_MOST, spec.replicates))


def _of_few(task: Task) -> Task:
    return replace(task, spec=few_replicates(task.spec))


def _chosen(task: Task) -> list[ChosenPolicy]:
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy

    return list(map(ChosenPolicy, task.wanted.policies, task.wanted.rules))
