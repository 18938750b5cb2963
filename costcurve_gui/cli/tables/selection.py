"""selection.csv: the policy that each criterion chooses for each model, and the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.policy_intervals import INTERVALS, interval_row
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.engine.selection import constrained, criteria
from costcurve_gui.engine.selection.performance_independent import (
    is_condition_aware,
    performance_independent,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.selection.policy import Policy

    Choose = Callable[[AnalysedModel], Policy | None]

HEADER = (
    "criterion",
    "model",
    "threshold",
    "threshold_2",
    "mixing",
    "fpr",
    "tpr",
    "fraction_targeted",
    "normalized_expected_cost",
    "expected_cost",
    "expected_profit",
    "best",
)


def selection_table(analysis: Evaluated) -> Table:
    """Return a row per criterion asked for and model, with intervals of its figures."""
    rows = (
        (criterion, *policy_row(policy), is_best, *interval_row(analysis, criterion, policy))
        for criterion, policy, is_best in chosen_policies(analysis)
    )
    return Table.of_rows(HEADER + INTERVALS, rows)


def chosen_policies(analysis: Evaluated) -> Iterator[tuple[str, Policy, bool]]:
    """Yield the policy of every criterion asked for and model, and whether it is the best."""
    for criterion, choose in chosen_criteria(analysis.options).items():
        chosen = ((model.name, choose(model)) for model in analysis.models)
        policies = {name: policy for name, policy in chosen if policy is not None}
        winner = criteria.best(policies) if policies else None
        for name, policy in policies.items():
            yield criterion, policy, name == winner


def policy_row(policy: Policy) -> tuple[Any, ...]:
    """Return the columns from `model` to `expected_profit`."""
    return (
        policy.model,
        policy.threshold,
        policy.threshold_2,
        policy.mixing,
        policy.fpr,
        policy.tpr,
        policy.fraction_targeted,
        policy.normalized_expected_cost,
        policy.expected_cost,
        policy.expected_profit,
    )


def chosen_criteria(options: ReportOptions) -> Mapping[str, Choose]:
    """Return the criteria that the options ask for, in the order of the file.

    Each returns None for a model that it is not offered for.
    """
    return {
        "min_cost": lambda m: criteria.min_cost(m.evaluation, m.condition),
        **_neyman_pearson(options.max_fpr),
        **_workforce(options.capacity, options.population),
        "performance_independent": _by_condition,
        "youden": lambda m: criteria.youden(m.evaluation, m.condition),
        **_manual(options.threshold),
        **(_by_profit(options) if options.payoffs_given else {}),
    }


def _neyman_pearson(bound: float | None) -> Mapping[str, Choose]:
    if bound is None:
        return {}
    return {
        "neyman_pearson": lambda m: criteria.neyman_pearson(m.evaluation, m.condition, bound),
        "neyman_pearson_single": lambda m: criteria.neyman_pearson_single(
            m.evaluation, m.condition, bound
        ),
    }


def _workforce(capacity: float | None, population: float | None) -> Mapping[str, Choose]:
    if capacity is None or population is None:
        return {}
    return {
        "workforce": lambda m: criteria.workforce(m.evaluation, m.condition, capacity, population),
        "workforce_single": lambda m: criteria.workforce_single(
            m.evaluation, m.condition, capacity, population
        ),
    }


def _by_profit(options: ReportOptions) -> Mapping[str, Choose]:
    """Return the bounds that were given, with the money as the objective."""
    found: dict[str, Choose] = {}
    bound = options.max_fpr
    cases, of_all = options.capacity, options.population
    if cases is not None and of_all is not None:
        found["workforce_profit"] = lambda m: constrained.workforce_profit(
            m.evaluation, m.condition, cases, of_all
        )
        found["workforce_profit_single"] = lambda m: constrained.workforce_profit_single(
            m.evaluation, m.condition, cases, of_all
        )
    if bound is not None:
        found["neyman_pearson_profit"] = lambda m: constrained.neyman_pearson_profit(
            m.evaluation, m.condition, bound
        )
        found["neyman_pearson_profit_single"] = lambda m: constrained.neyman_pearson_profit_single(
            m.evaluation, m.condition, bound
        )
    return found


def _by_condition(model: AnalysedModel) -> Policy | None:
    """Return None where the condition alone cannot choose."""
    if not is_condition_aware(model.evaluation.table):
        return None
    return performance_independent(model.evaluation, model.condition)


def _manual(threshold: float | None) -> Mapping[str, Choose]:
    if threshold is None:
        return {}
    return {"manual": lambda m: criteria.manual(m.evaluation, m.condition, threshold)}
