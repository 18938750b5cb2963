"""Columns of what to expect on new cases, of policies and of cost curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.intervals.known_results import known_or_failed
from costcurve_gui.analysis.intervals.new_cases import curve_request, policy_request
from costcurve_gui.analysis.intervals.requests import policies_request
from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest
from costcurve_gui.analysis.tables.methods import (
    cautioned,
    figure_method,
    method_words,
    no_interval,
)
from costcurve_gui.engine.curves.net_benefit import net_benefit
from costcurve_gui.engine.resampling.new_cases import better_trivial, bounds_of
from costcurve_gui.engine.resampling.new_cases_interval import NewCasesFigure
from costcurve_gui.engine.selection.criteria import trivial

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from costcurve_gui.analysis.intervals.results import DecisionIntervals
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.figure_interval import FigureInterval
    from costcurve_gui.engine.resampling.new_cases import NewCasesEstimate
    from costcurve_gui.engine.resampling.new_cases_curve import NewCasesCurve
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy
    from costcurve_gui.engine.resampling.stretch_outlook import StretchOutlook
    from costcurve_gui.engine.selection.bounds import Bound
    from costcurve_gui.engine.selection.policy import Policy


def ends_of(*names: str) -> tuple[str, ...]:
    """Return the columns of figures with both ends of their intervals."""
    return tuple(f"{name}{end}" for name in names for end in ("", "_low", "_high"))


NEW_CASES = (
    *ends_of("new_cases_profit", "new_cases_cost", "new_cases_normalized_cost"),
    "new_cases_method",
    *("net_benefit", *ends_of("new_cases_net_benefit")),
    *("better_trivial", "lead_over_trivial", *ends_of("new_cases_lead_over_trivial")),
)
GIVEN = "threshold not chosen here"
"""Said of a policy that these cases did not choose."""


def decision_request(model: TableModel, policy: Policy) -> IntervalRequest:
    """Return the request for the intervals of a policy whose threshold is fixed."""
    return policies_request((model.key,), model.condition, policy)


def estimate_request(model: TableModel, chosen: ChosenPolicy | None) -> IntervalRequest | None:
    """Return the request for what a policy is worth on new cases; None where it was given."""
    return None if chosen is None else policy_request(model.key, model.condition, chosen)


def new_cases_cells(
    snapshot: Snapshot, model: TableModel, policy: Policy, chosen: ChosenPolicy | None
) -> tuple[Any, ...]:
    """Return the cells under `NEW_CASES`.

    A policy that was not chosen on the cases which judge it has its plain figures there; of others
    those for new cases are empty where nothing was resampled.
    """
    cells = apparent_cells(model.condition, policy, bounds_of(chosen))
    if chosen is None:
        fixed = known_or_failed(snapshot, decision_request(model, policy))
        cells |= _plain(policy, fixed, cells)
    else:
        found = known_or_failed(snapshot, estimate_request(model, chosen))
        cells |= _estimated(found)
    return tuple(cells.get(name) for name in NEW_CASES)


def curve_cells(snapshot: Snapshot, key: str, belief: Belief) -> tuple[Any, ...]:
    """Return what a model's own thresholds cost on new cases, both ends, and the method."""
    found: NewCasesCurve | Failed | None = known_or_failed(snapshot, curve_request(key, belief))
    if found is None or isinstance(found, Failed):
        return None, None, None, method_of(found)
    figure = found.expected_cost
    return figure.estimate, figure.low, figure.high, method_of(found)


def method_of(
    found: NewCasesEstimate | NewCasesCurve | NewCasesLead | StretchOutlook | Failed | None,
) -> str | None:
    """Return how a figure for new cases was estimated, or why there is none."""
    if found is None:
        return None
    if isinstance(found, Failed) or found.reason:
        return no_interval(found.reason).replace("no interval", "no estimate", 1)
    return cautioned(method_words(found.method, found.spec), found.caution)


def apparent_cells(
    condition: OperatingCondition, policy: Policy, bounds: Sequence[Bound] = ()
) -> dict[str, Any]:
    """Return the figures of a policy on this sample that selection.csv has nowhere else."""
    better = better_trivial(condition, bounds)
    rival = trivial(condition).get(better)
    means = condition.means
    stake = np.array([means.fp_cost / (means.fp_cost + means.fn_cost)])
    fpr, tpr = np.array([policy.fpr]), np.array([policy.tpr])
    return {
        "net_benefit": float(net_benefit(fpr, tpr, condition.prior, stake)[0]),
        "better_trivial": better or None,
        "lead_over_trivial": None
        if rival is None
        else policy.expected_profit - rival.expected_profit,
    }


def _plain(
    policy: Policy, found: DecisionIntervals | Failed | None, apparent: dict[str, Any]
) -> dict[str, Any]:
    """Return the figures of a policy that no sample chose, with their own intervals."""
    plain = {
        "profit": policy.expected_profit,
        "cost": policy.expected_cost,
        "normalized_cost": policy.normalized_expected_cost,
        "net_benefit": apparent["net_benefit"],
        "lead_over_trivial": apparent["lead_over_trivial"],
    }
    intervals: dict[str, FigureInterval] = {}
    if found is not None and not isinstance(found, Failed):
        intervals = {
            "profit": found.policy.expected_profit,
            "cost": found.policy.expected_cost,
            "normalized_cost": found.policy.normalized_expected_cost,
            "net_benefit": found.policy.net_benefit,
            "lead_over_trivial": getattr(found.policy, f"lead_over_{apparent['better_trivial']}"),
        }
    cells = _named(
        (name, NewCasesFigure(value, value, *_ends(intervals.get(name))))
        for name, value in plain.items()
    )
    return {**cells, "new_cases_method": _plain_method(found)}


def _plain_method(found: DecisionIntervals | Failed | None) -> str:
    if found is None:
        return GIVEN
    if isinstance(found, Failed):
        return f"{GIVEN}, {no_interval(found.reason)}"
    cost = found.policy.expected_cost
    method = method_words(figure_method(cost), found.spec, resampled=cost.resampled)
    return cautioned(f"{GIVEN}, {method}", cost.caution)


def _ends(interval: FigureInterval | None) -> tuple[float | None, float | None]:
    return (None, None) if interval is None else (interval.low, interval.high)


def _estimated(found: NewCasesEstimate | Failed | None) -> dict[str, Any]:
    method = {"new_cases_method": method_of(found)}
    if found is None or isinstance(found, Failed):
        return method
    figures = (
        ("profit", found.profit),
        ("cost", found.cost),
        ("normalized_cost", found.normalized_cost),
        ("net_benefit", found.net_benefit),
        ("lead_over_trivial", found.lead),
    )
    return method | _named(figures)


def _named(figures: Iterable[tuple[str, NewCasesFigure]]) -> dict[str, Any]:
    return {
        column: value
        for name, figure in figures
        for column, value in zip(
            ends_of(f"new_cases_{name}"), (figure.estimate, figure.low, figure.high), strict=True
        )
    }
