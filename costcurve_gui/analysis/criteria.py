"""The criteria for an operating point, declared once: `CRITERIA`.

The list of rules in the window, the decision table and selection.csv read this registry. Adding a
criterion takes a function of the engine and an entry here.
"""

from __future__ import annotations

import copyreg
import math
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.bounded_criteria import ALL_TOGETHER, BEST_PROFIT, BEST_RECALL
from costcurve_gui.analysis.found_criteria import (
    BEST_UNIT_PROFIT,
    LEAST_EXPECTED_COST,
    LEAST_WORST_REGRET,
)
from costcurve_gui.analysis.selection_settings import (
    THRESHOLD,
    Asked,
    ChoiceInput,
    Criterion,
    Kind,
    Measure,
    cheapest,
    rechosen_within,
)
from costcurve_gui.analysis.target_criteria import (
    HIGHEST_PRECISION,
    TARGET_PRECISION,
    TARGET_RECALL,
)
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection import criteria, rate_criteria
from costcurve_gui.engine.selection.bounds import BoundKind, Objective
from costcurve_gui.engine.selection.policy import merit as merit_by_objective
from costcurve_gui.engine.selection.policy_evaluation import classifier_policy, row_policy
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from costcurve_gui.analysis.curves import ModelCurves
    from costcurve_gui.analysis.selection_settings import (
        Choose,
        FoundThreshold,
        SelectionSpec,
    )
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy, ReplicateRule
    from costcurve_gui.engine.selection.policy import Policy


class Chosen(NamedTuple):
    """What a criterion yields for a model; see `ModelSnapshot`."""

    policy: Policy
    cheapest: Policy | None = None
    met: bool = True


def choose(
    model: ModelCurves,
    condition: OperatingCondition,
    spec: SelectionSpec,
    objective: Objective,
    per_case: Callable[[float], Policy | None] | None = None,
    found: Callable[[str], FoundThreshold | None] | None = None,
) -> Chosen:
    """Return the policy of a model, and what stands beside it or in its place."""
    criterion, threshold = recommended_rule(spec, objective), spec.thresholds.get(model.info.key)
    given = ChoiceInput(model.evaluation, condition, spec, objective, threshold, per_case, found)
    chosen = criterion.choose(given)
    if chosen is None:
        return Chosen(spec.criterion.stand_in(given), met=False)
    return Chosen(chosen, cheapest(given) if criterion.kind is Kind.CONDITION else None)


_ALONE = {BoundKind.FPR: "neyman_pearson", BoundKind.CASES: "workforce"}
"""The criteria of a bound that stands alone, by the start of their keys."""


def recommended_rule(spec: SelectionSpec, objective: Objective) -> Criterion:
    """Return the criterion by which models decide: the user's own, else that of the bounds.

    It is that of the recommended rule, which everything shows and hands on.
    """
    chosen, limits = spec.criterion, spec.bounds.limits
    if chosen is PER_CASE and spec.bounds.cases is not None:
        return PER_CASE_CAPACITY
    if chosen is not THRESHOLD:
        return chosen
    if not limits and objective is not Objective.TPR:
        return MIN_COST
    key, alone = "constrained", len(limits) == 1 and spec.objective is None
    for kind in limits.keys() & _ALONE.keys() if alone else ():
        key = _ALONE[kind] if objective is Objective.TPR else f"{_ALONE[kind]}_profit"
    return CRITERIA[key if spec.mixed else f"{key}_single"]


def merit(policy: Policy, objective: Objective = Objective.PROFIT) -> tuple[float, float]:
    """Return what to compare a policy by with others of its criterion; more is better.

    Where the criterion has no measure of its own the objective counts. The expected profit settles
    ties.
    """
    if policy.own_merit is not None:
        return policy.own_merit, policy.expected_profit
    criterion = CRITERIA.get(policy.criterion)
    if criterion is None or criterion.measure is None:
        return merit_by_objective(policy, objective)
    return criterion.measure.merit(policy), policy.expected_profit


def rechosen(criterion: Criterion, policy: Policy, given: ChoiceInput) -> ChosenPolicy | None:
    """Return a policy with how replicates choose; None where it was not chosen on the sample.

    The policy can be that of another criterion, which stands in for what was asked for.
    """
    rechoose = CRITERIA.get(policy.criterion, criterion).rechoose
    rule = None if rechoose is None else rechoose(given)
    if rule is None:
        return None
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy

    return ChosenPolicy(policy, rule)


def best(policies: Mapping[str, Policy], objective: Objective = Objective.PROFIT) -> str:
    """Return the key of the policy of most `merit`, the earliest of equally good ones."""
    return max(policies, key=lambda key: merit(policies[key], objective))


def _by_hand(given: ChoiceInput) -> Policy:
    ev, condition, threshold = given.evaluation, given.condition, given.threshold
    if threshold is None:
        return cheapest(given)
    if isinstance(ev.table, FamilyTable):  # its place: see `ModelCurves.manual_position`
        place, rows = int(threshold), len(ev.table)
        if place >= rows:
            return classifier_policy("manual", ev, ev.table, condition, place - rows)
        return row_policy("manual", ev, condition, place)
    return criteria.manual(ev, condition, threshold)


def _by_condition(given: ChoiceInput) -> Policy | None:
    from costcurve_gui.engine.selection.performance_independent import (
        is_condition_aware,
        performance_independent,
    )

    if not is_condition_aware(given.evaluation.table):
        return None
    return performance_independent(given.evaluation, given.condition)


def _review_band(given: ChoiceInput) -> Policy | None:
    from costcurve_gui.engine.selection.review_band import review_band

    spec = given.selection.review
    if spec is None:
        return None
    share = spec.share(given.selection.population)
    return review_band(given.evaluation, given.condition, spec.reviewer, share)


def _per_case(given: ChoiceInput) -> Policy | None:
    return None if given.per_case is None else given.per_case(math.inf)


def _per_case_within(given: ChoiceInput) -> Policy | None:
    share = share_of_cases(given.selection)
    return None if given.per_case is None or share is None else given.per_case(share)


def share_of_cases(selection: SelectionSpec) -> float | None:
    """Return the share of the cases that the bound on them leaves; None without one."""
    cases = selection.bounds.cases
    return None if cases is None else min(cases / selection.population, 1.0)


def share_in_force(criterion: str, selection: SelectionSpec) -> float:
    """Return the share of the cases that a rule of each case acts on at most, by its key."""
    share = share_of_cases(selection) if criterion == PER_CASE_CAPACITY.key else None
    return math.inf if share is None else share


def _alone(function: Callable[[ModelEvaluation, OperatingCondition], Policy]) -> Choose:
    """Return a choice by a function of the engine that takes nothing but model and condition."""
    return lambda given: function(given.evaluation, given.condition)


# What replicates choose by is imported when something is resampled, not at every start.
def _best_point(key: str) -> ReplicateRule:
    from costcurve_gui.engine.resampling.replicate_rules import BestPoint

    return BestPoint(key)


def _best_band(given: ChoiceInput) -> ReplicateRule:
    from costcurve_gui.engine.resampling.replicate_rules import BestBand

    spec = given.selection.review
    if spec is None:
        raise ValueError("no band is chosen without a reviewer")
    return BestBand(spec.reviewer, spec.share(given.selection.population))


_COST = Measure(lambda policy: policy.normalized_expected_cost, lower_is_better=True)
_TPR_MINUS_FPR = tr("tpr \u2212 fpr")
MANUAL = Criterion(
    "manual",
    Kind.MANUAL,
    _by_hand,
    label=tr("Manual threshold"),
    hint=tr("The threshold that you set, for each model"),
    shortcut="Ctrl+5",
    applies=lambda selection, asked: asked.by_hand or selection.criterion.kind is Kind.MANUAL,
)
PERFORMANCE_INDEPENDENT = Criterion(
    "performance_independent",
    Kind.CONDITION,
    _by_condition,
    label=tr("Performance-independent"),
    hint=tr("What the condition alone prescribes"),
    shortcut="Ctrl+T, I",
)
YOUDEN = Criterion(
    "youden",
    Kind.RATES,
    _alone(criteria.youden),
    label=tr("Youden index"),
    hint=tr("Largest {tpr_minus_fpr}: knows neither costs nor prior", tpr_minus_fpr=_TPR_MINUS_FPR),
    shortcut="Ctrl+T, Y",
    measure=Measure(
        lambda policy: policy.tpr - policy.fpr,
        name=_TPR_MINUS_FPR,
        symbol="tpr\u2212fpr",
        meaning=tr("Youden index: {tpr_minus_fpr}", tpr_minus_fpr=_TPR_MINUS_FPR),
        attains=tr("has {tpr_minus_fpr} of {{rate}} at most", tpr_minus_fpr=_TPR_MINUS_FPR),
    ),
    reselected=True,
    rechoose=lambda _: _best_point("youden"),
)
CLOSEST_TO_CORNER = Criterion(
    "closest_to_corner",
    Kind.RATES,
    _alone(rate_criteria.closest_to_corner),
    label=tr("Closest to (0, 1)"),
    hint=tr("Nearest to the upper left corner of ROC space"),
    shortcut="Ctrl+T, C",
    measure=Measure(
        lambda policy: math.hypot(policy.fpr, 1 - policy.tpr),
        name=tr("Distance to (0, 1)"),
        symbol="Distance",
        meaning=tr("Distance to (0, 1) of ROC space"),
        lower_is_better=True,
        attains=tr("comes as near to (0, 1) of ROC space as {rate}"),
        reaches=tr("comes as near as {rate}"),
        exceeds=tr(" is {rate} nearer"),
    ),
    in_report=False,
    reselected=True,
    rechoose=lambda _: _best_point("closest_to_corner"),
)
MIN_COST = Criterion(
    "min_cost",
    Kind.FIXED,
    cheapest,
    measure=_COST,
    rechoose=lambda _: rechosen_within((), Objective.PROFIT, mixed=False),
)
REVIEW_BAND = Criterion(
    "review_band",
    Kind.PROFIT,
    _review_band,
    label=tr("Review band"),
    hint=tr("Act, refer to a person, or leave alone: two thresholds"),
    shortcut="Ctrl+T, B",
    applies=lambda selection, _: selection.review is not None,
    rechoose=_best_band,
)
PER_CASE: Criterion = Criterion(
    "per_case",
    Kind.PROFIT,
    _per_case,
    label=tr("Case by case"),
    hint=tr("Act on each case where that is expected to pay, with payoffs known when deciding"),
    shortcut="Ctrl+T, E",
    kept_bounds=(BoundKind.CASES,),
    applies=lambda selection, asked: asked.payoffs or selection.criterion is PER_CASE,
)
PER_CASE_CAPACITY = Criterion(
    "per_case_capacity",
    Kind.FIXED,
    _per_case_within,
    applies=lambda selection, asked: asked.payoffs and selection.bounds.cases is not None,
)
_ENTRIES = (
    THRESHOLD,
    MIN_COST,
    *BEST_RECALL,
    *ALL_TOGETHER,
    PERFORMANCE_INDEPENDENT,
    YOUDEN,
    CLOSEST_TO_CORNER,
    TARGET_RECALL,
    TARGET_PRECISION,
    HIGHEST_PRECISION,
    MANUAL,
    *BEST_PROFIT,
    REVIEW_BAND,
    PER_CASE,
    PER_CASE_CAPACITY,
    LEAST_EXPECTED_COST,
    LEAST_WORST_REGRET,
    BEST_UNIT_PROFIT,
)
CRITERIA: Mapping[str, Criterion] = {criterion.key: criterion for criterion in _ENTRIES}
"""Every criterion by its key, in the order of the tables."""


def criterion_of(key: str) -> Criterion:
    """Return the criterion of a key."""
    return CRITERIA[key]


# There is one object a criterion, in every process that a snapshot is sent to.
copyreg.pickle(Criterion, lambda criterion: (criterion_of, (criterion.key,)))

OFFERED: tuple[Criterion, ...] = tuple(
    sorted((one for one in _ENTRIES if one.label), key=lambda one: one.kind)
)
"""The criteria in the window's list of rules, in its order."""


def tabled(
    selection: SelectionSpec, asked: Asked, *, in_report: bool = False
) -> tuple[Criterion, ...]:
    """Return the criteria that have rows in the decision table, or in selection.csv."""
    return tuple(
        criterion
        for criterion in _ENTRIES
        if (criterion.in_report or not in_report)
        and criterion.in_tables
        and criterion.applies(selection, asked)
    )
