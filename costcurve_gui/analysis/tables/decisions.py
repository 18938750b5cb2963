"""The decision of every criterion for every model."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.selection_settings import Rule
from costcurve_gui.analysis.settings import PayoffSpec
from costcurve_gui.analysis.snapshot import condition_of
from costcurve_gui.engine.selection import constrained, criteria
from costcurve_gui.engine.selection import rate_criteria as targets
from costcurve_gui.engine.selection.performance_independent import (
    is_condition_aware,
    performance_independent,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.selection.policy import Policy

    Choose = Callable[[ModelEvaluation, OperatingCondition], Policy | None]

POLICY_HEADER = (
    *("criterion", "model", "threshold", "threshold_2", "mixing", "fpr", "tpr"),
    *("fraction_targeted", "normalized_expected_cost", "expected_cost", "expected_profit", "best"),
)


def bounded_criteria(
    max_fpr: float | None, capacity: float | None, population: float | None
) -> Mapping[str, Choose]:
    """Return the criteria of the sources that the bounds given belong to."""
    return {
        **_with_fpr(criteria.neyman_pearson, criteria.neyman_pearson_single, max_fpr, ""),
        **_with_cases(criteria.workforce, criteria.workforce_single, capacity, population, ""),
    }


def profit_criteria(
    max_fpr: float | None, capacity: float | None, population: float | None
) -> Mapping[str, Choose]:
    """Return the same bounds with the money as the objective."""
    force = constrained.workforce_profit, constrained.workforce_profit_single
    pearson = constrained.neyman_pearson_profit, constrained.neyman_pearson_profit_single
    return {
        **_with_cases(*force, capacity, population, "_profit"),
        **_with_fpr(*pearson, max_fpr, "_profit"),
    }


def by_condition(ev: ModelEvaluation, condition: OperatingCondition) -> Policy | None:
    """Return what the condition alone chooses; None where it cannot."""
    if not is_condition_aware(ev.table):
        return None
    return performance_independent(ev, condition)


def policy_cells(policy: Policy) -> tuple[Any, ...]:
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


def decision_rows(snapshot: Snapshot) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each criterion and model, under `POLICY_HEADER`."""
    for name, choose in _criteria(snapshot).items():
        found = (
            choose(one.evaluation, condition_of(snapshot, one.info.key))
            for one in snapshot.curve_set.models
        )
        policies = {policy.model: policy for policy in found if policy is not None}
        if not policies:
            continue
        best = criteria.best(policies, snapshot.settings.objective)
        for model, policy in policies.items():
            yield name, *policy_cells(policy), model == best


def decision_text(snapshot: Snapshot) -> str:
    """Return the table for the clipboard: columns parted by tabs."""
    rows = (POLICY_HEADER, *decision_rows(snapshot))
    return "\n".join("\t".join(map(_text, row)) for row in rows)


def _criteria(snapshot: Snapshot) -> Mapping[str, Choose]:
    selection = snapshot.settings.selection
    bounds = selection.bounds.of(selection.population)
    given = selection.bounds.fpr, selection.bounds.cases, selection.population
    typed = snapshot.settings.payoff.cells != PayoffSpec().cells
    objective = snapshot.settings.objective
    found: dict[str, Choose] = {"min_cost": criteria.min_cost, **bounded_criteria(*given)}
    if bounds:
        found["constrained_single"] = lambda ev, at: constrained.constrained_single(
            ev, at, bounds, objective
        )
    return {
        **found,
        "performance_independent": by_condition,
        "youden": criteria.youden,
        "closest_to_corner": targets.closest_to_corner,
        "target_recall": partial(_target, targets.target_recall, selection.target_recall),
        "target_precision": partial(_target, targets.target_precision, selection.target_precision),
        **(_by_hand(snapshot) if selection.rule is Rule.MANUAL else {}),
        **(profit_criteria(*given) if typed else {}),
    }


def _target(
    choose: Callable[..., Policy | None],
    wanted: float,
    ev: ModelEvaluation,
    condition: OperatingCondition,
) -> Policy | None:
    return choose(ev, condition, wanted)


def _by_hand(snapshot: Snapshot) -> Mapping[str, Choose]:
    policies = {model.info.name: model.policy for model in snapshot.models.values()}
    return {"manual": lambda ev, _: policies.get(ev.name)}


def _with_fpr(
    mixed: Callable[..., Policy], single: Callable[..., Policy], max_fpr: float | None, ending: str
) -> Mapping[str, Choose]:
    if max_fpr is None:
        return {}
    return {
        f"neyman_pearson{ending}": lambda ev, at: mixed(ev, at, max_fpr),
        f"neyman_pearson{ending}_single": lambda ev, at: single(ev, at, max_fpr),
    }


def _with_cases(
    mixed: Callable[..., Policy],
    single: Callable[..., Policy],
    capacity: float | None,
    population: float | None,
    ending: str,
) -> Mapping[str, Choose]:
    if capacity is None or population is None:
        return {}
    return {
        f"workforce{ending}": lambda ev, at: mixed(ev, at, capacity, population),
        f"workforce{ending}_single": lambda ev, at: single(ev, at, capacity, population),
    }


def _text(value: object) -> str:
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)
