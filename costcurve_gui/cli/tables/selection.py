"""selection.csv: the policy that each criterion chooses for each model, and the winner."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from costcurve_gui.cli.tables.policy_intervals import INTERVALS, interval_row
from costcurve_gui.cli.tables.table import Table
from costcurve_gui.controllers.decision_table import (
    POLICY_HEADER,
    bounded_criteria,
    by_condition,
    policy_cells,
    profit_criteria,
)
from costcurve_gui.engine.selection import criteria

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.options import ReportOptions
    from costcurve_gui.controllers.decision_table import Choose as EngineChoose
    from costcurve_gui.engine.selection.policy import Policy

    Choose = Callable[[AnalysedModel], Policy | None]


def selection_table(analysis: Evaluated) -> Table:
    """Return a row per criterion asked for and model, with intervals of its figures."""
    rows = (
        (criterion, *policy_cells(policy), is_best, *interval_row(analysis, criterion, policy))
        for criterion, policy, is_best in chosen_policies(analysis)
    )
    return Table.of_rows(POLICY_HEADER + INTERVALS, rows)


def chosen_policies(analysis: Evaluated) -> Iterator[tuple[str, Policy, bool]]:
    """Yield the policy of every criterion asked for and model, and whether it is the best."""
    for criterion, choose in chosen_criteria(analysis.options).items():
        chosen = ((model.name, choose(model)) for model in analysis.models)
        policies = {name: policy for name, policy in chosen if policy is not None}
        winner = criteria.best(policies) if policies else None
        for name, policy in policies.items():
            yield criterion, policy, name == winner


def chosen_criteria(options: ReportOptions) -> Mapping[str, Choose]:
    """Return the criteria that the options ask for, in the order of the file.

    Each returns None for a model that it is not offered for.
    """
    given = options.max_fpr, options.capacity, options.population
    found: dict[str, EngineChoose] = {
        "min_cost": criteria.min_cost,
        **bounded_criteria(*given),
        "performance_independent": by_condition,
        "youden": criteria.youden,
        **_manual(options.threshold),
        **(profit_criteria(*given) if options.payoffs_given else {}),
    }
    return {name: partial(_chosen, choose) for name, choose in found.items()}


def _chosen(choose: EngineChoose, model: AnalysedModel) -> Policy | None:
    return choose(model.evaluation, model.condition)


def _manual(threshold: float | None) -> Mapping[str, EngineChoose]:
    if threshold is None:
        return {}
    return {"manual": lambda ev, at: criteria.manual(ev, at, threshold)}
