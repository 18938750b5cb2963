"""selection.csv: the policy that each criterion chooses for each model, and the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.tables.table import Table
from costcurve_gui.engine.selection import criteria

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.engine.selection.policy import Policy

    Choose = Callable[[AnalysedModel], Policy]

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


def selection_table(analysis: Analysis) -> Table:
    """Return a row per criterion asked for and model."""
    return Table.of_rows(HEADER, _rows(analysis))


def _rows(analysis: Analysis) -> Iterator[tuple[Any, ...]]:
    for criterion, choose in chosen_criteria(analysis.options).items():
        policies = {model.name: choose(model) for model in analysis.models}
        winner = criteria.best(policies)
        for name, policy in policies.items():
            yield criterion, *_row(policy), name == winner


def _row(policy: Policy) -> tuple[Any, ...]:
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
    """Return the criteria that the options ask for, in the order of the file."""
    return {
        "min_cost": lambda m: criteria.min_cost(m.evaluation, m.condition),
        **_neyman_pearson(options.max_fpr),
        **_workforce(options.capacity, options.population),
        "youden": lambda m: criteria.youden(m.evaluation, m.condition),
        **_manual(options.threshold),
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


def _manual(threshold: float | None) -> Mapping[str, Choose]:
    if threshold is None:
        return {}
    return {"manual": lambda m: criteria.manual(m.evaluation, m.condition, threshold)}
