"""Criteria within bounds: those of the sources keep one, `constrained` keeps all together."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.analysis.selection_settings import (
    Criterion,
    Kind,
    Measure,
    best_mixture,
    best_threshold,
    rechosen_within,
)
from costcurve_gui.engine.selection import constrained, criteria
from costcurve_gui.engine.selection.bounds import Bound, BoundKind, Objective

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.analysis.selection_settings import ChoiceInput, Choose, SelectionSpec
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule
    from costcurve_gui.engine.selection.policy import Policy

    Bounds = tuple[Bound, ...]


class _Limit(NamedTuple):
    """A bound: the arguments that it adds to a criterion, none where it is not in force."""

    arguments: Callable[[SelectionSpec], tuple[float, ...]]
    bound: Callable[..., Bound]


def _fpr_limit(selection: SelectionSpec) -> tuple[float, ...]:
    limit = selection.bounds.fpr
    return () if limit is None else (limit,)


def _cases_limit(selection: SelectionSpec) -> tuple[float, ...]:
    limit = selection.bounds.cases
    return () if limit is None else (limit, selection.population)


_FPR = _Limit(_fpr_limit, partial(Bound, BoundKind.FPR))
_CASES = _Limit(_cases_limit, Bound.on_cases)
_RECALL = Measure(lambda policy: policy.tpr)


def _bounded(
    key: str, function: Callable[..., Policy], limit: _Limit, measure: Measure | None
) -> Criterion:
    arguments, mixes = limit.arguments, not key.endswith("_single")

    def rechoose(given: ChoiceInput) -> ReplicateRule:
        objective = Objective.PROFIT if measure is None else Objective.TPR
        bound = limit.bound(*arguments(given.selection))
        return rechosen_within((bound,), objective, mixed=mixes)

    return Criterion(
        key,
        Kind.FIXED,
        lambda given: function(given.evaluation, given.condition, *arguments(given.selection)),
        measure=measure,
        applies=lambda selection, asked: (
            bool(arguments(selection)) and (asked.payoffs or measure is not None)
        ),
        rechoose=rechoose,
    )


def _constrained(given: ChoiceInput) -> Policy | None:
    within = _within(given)
    found = best_mixture(*within)
    if found is not None:
        return found.policy
    single = best_threshold(*within)  # where there is capacity for every case
    return None if single is None else replace(single, criterion="constrained")


def _constrained_single(given: ChoiceInput) -> Policy | None:
    return best_threshold(*_within(given))


def _within(given: ChoiceInput) -> tuple[ModelEvaluation, OperatingCondition, Bounds, Objective]:
    bounds = given.selection.bounds.of(given.selection.population)
    return given.evaluation, given.condition, bounds, given.objective


def _all_together(key: str, choose: Choose) -> Criterion:
    return Criterion(
        key,
        Kind.FIXED,
        choose,
        applies=lambda selection, _: bool(selection.bounds.limits),
        follows_objective=True,
        rechoose=lambda given: rechosen_within(
            given.selection.bounds.of(given.selection.population),
            given.objective,
            mixed=choose is _constrained,
        ),
    )


ALL_TOGETHER = (
    _all_together("constrained", _constrained),
    _all_together("constrained_single", _constrained_single),
)
BEST_RECALL = (
    _bounded("neyman_pearson", criteria.neyman_pearson, _FPR, _RECALL),
    _bounded("neyman_pearson_single", criteria.neyman_pearson_single, _FPR, _RECALL),
    _bounded("workforce", criteria.workforce, _CASES, _RECALL),
    _bounded("workforce_single", criteria.workforce_single, _CASES, _RECALL),
)
BEST_PROFIT = (
    _bounded("workforce_profit", constrained.workforce_profit, _CASES, None),
    _bounded("workforce_profit_single", constrained.workforce_profit_single, _CASES, None),
    _bounded("neyman_pearson_profit", constrained.neyman_pearson_profit, _FPR, None),
    _bounded("neyman_pearson_profit_single", constrained.neyman_pearson_profit_single, _FPR, None),
)
