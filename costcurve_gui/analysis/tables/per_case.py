"""The cells of selection.csv about rules that decide case by case."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.criteria import share_in_force
from costcurve_gui.analysis.per_case_rules import (
    PerCaseError,
    PerCaseRule,
    per_case_policy,
    per_case_rule,
)
from costcurve_gui.analysis.tables.new_cases import NEW_CASES, apparent_cells
from costcurve_gui.engine.selection.per_case import mean_at_prior

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.selection.policy import Policy

PAIRED = (
    *("gain_over_threshold", "gain_over_threshold_low", "gain_over_threshold_high"),
    "gain_over_threshold_method",
)
OUT_OF_FOLD = "calibrated out of fold"
_METHOD = f"normal, by class, {OUT_OF_FOLD}"
_GAIN_METHOD = (
    "normal, paired, by class, fixed threshold held fixed that was chosen here: on new cases the "
    "gain is rather larger"
)


def per_case_of(snapshot: Snapshot, model: TableModel, criterion: str = "per_case") -> PerCaseRule:
    """Return the per-case rule of a model, within the capacity where the criterion says so.

    Raises
    ------
    PerCaseError
        Where there is none.
    """
    return per_case_rule(
        snapshot.curve_set,
        model.curves,
        model.condition,
        snapshot.miss_factor,
        snapshot.settings,
        share_in_force(criterion, snapshot.settings.selection),
    )


def per_case_choice(snapshot: Snapshot, model: TableModel) -> Callable[[float], Policy | None]:
    """Return what finds the policy of the rule, once it is asked for."""
    return partial(
        per_case_policy,
        snapshot.curve_set,
        model.curves,
        model.condition,
        snapshot.miss_factor,
        snapshot.settings,
    )


def refusals(
    snapshot: Snapshot, models: tuple[TableModel, ...]
) -> Iterator[tuple[str, PerCaseError]]:
    """Yield each model that has no per-case rule, and why."""
    for model in models:
        try:
            per_case_of(snapshot, model)
        except PerCaseError as error:
            yield model.name, error


def per_case_intervals(rule: PerCaseRule, level: float) -> dict[str, Any]:
    """Return the intervals of money and rates by column; the precision has none."""
    cost, acts, y_true = rule.cost, rule.acts.astype(np.float64), rule.calibrated.y_true
    shares = (("fpr", 0.0), ("tpr", 1.0), ("fraction_targeted", rule.policy.prior))
    cells: dict[str, Any] = {}
    for name, share in shares:
        mean, margin = mean_at_prior(acts, y_true, share, level)
        cells |= {f"{name}_low": max(mean - margin, 0.0), f"{name}_high": min(mean + margin, 1.0)}
    return cells | {
        "expected_profit_low": rule.gain.profit_low,
        "expected_profit_high": rule.gain.profit_high,
        "expected_cost_low": cost.low,
        "expected_cost_high": cost.high,
        "normalized_expected_cost_low": cost.low / rule.worst_cost,
        "normalized_expected_cost_high": cost.high / rule.worst_cost,
        "method": _METHOD,
        "rates_method": _METHOD,
        "level": level,
        "exact_cost_method": "no interval (costs differ between cases of a class)",
        "threshold_method": "no interval (each case has a threshold of its own)",
    }


def per_case_on_new_cases(
    rule: PerCaseRule, condition: OperatingCondition, level: float
) -> tuple[Any, ...]:
    """Return the cells under `NEW_CASES`: no row helped to fit what decides about it.

    They are the plain figures, to the last digit.
    """
    policy, gain, cost, lead = rule.policy, rule.gain, rule.cost, rule.lead_over_trivial
    apparent = apparent_cells(condition, policy, rule.bounds)
    normalized = (end / rule.worst_cost for end in (cost.low, cost.high))
    reach = _reach_of_net_benefit(rule, condition, level)
    ends = (apparent["net_benefit"] + side * reach for side in (-1, 1))
    cells = apparent | {"new_cases_method": _METHOD}
    cells |= _named("profit", policy.expected_profit, gain.profit_low, gain.profit_high)
    cells |= _named("cost", policy.expected_cost, cost.low, cost.high)
    cells |= _named("normalized_cost", policy.normalized_expected_cost, *normalized)
    cells |= _named("net_benefit", apparent["net_benefit"], *ends)
    cells |= _named("lead_over_trivial", apparent["lead_over_trivial"], lead.low, lead.high)
    return tuple(cells.get(name) for name in NEW_CASES)


def _reach_of_net_benefit(rule: PerCaseRule, condition: OperatingCondition, level: float) -> float:
    """Return half of the interval of the net benefit, by count at the mean costs of errors."""
    y_true, means = rule.calibrated.y_true, condition.means
    counted = np.where(y_true, 1.0, -means.fp_cost / means.fn_cost) * rule.acts
    _, reach = mean_at_prior(counted, y_true, condition.prior, level)
    return reach


def _named(figure: str, value: float, low: float, high: float) -> dict[str, Any]:
    name = f"new_cases_{figure}"
    return {name: value, f"{name}_low": low, f"{name}_high": high}


def paired_cells(rule: PerCaseRule | None) -> tuple[Any, ...]:
    """Return the cells under `PAIRED`; empty of any other rule."""
    if rule is None:
        return (None,) * len(PAIRED)
    return rule.gain.gain, rule.gain.low, rule.gain.high, _GAIN_METHOD
