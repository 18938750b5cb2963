"""How sure the figures of a policy are, its threshold held, and the threshold itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.analysis.criteria import MIN_COST
from costcurve_gui.analysis.intervals.known_results import known, known_or_failed, spec_in_force
from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest
from costcurve_gui.analysis.tables.methods import (
    METHOD,
    cautioned,
    figure_method,
    figure_words,
    method_cells,
    no_interval,
    threshold_words,
)
from costcurve_gui.analysis.tables.new_cases import decision_request
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.resampling.few_cases import MAY_BE_LONG

if TYPE_CHECKING:
    from costcurve_gui.analysis.intervals.results import DecisionIntervals
    from costcurve_gui.analysis.selection_settings import Criterion
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.policy_intervals import PolicyIntervals
    from costcurve_gui.engine.selection.policy import Policy

    Reselected = OptimismEstimate | ChosenThresholds


_FIGURES = (
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
    *("fpr", "tpr", "fraction_targeted", "precision"),
)
POLICY_INTERVALS = (
    *(f"{figure}_{end}" for figure in _FIGURES for end in ("low", "high")),
    *("threshold_low", "threshold_high", *METHOD, "rates_method"),
    *("exact_cost_low", "exact_cost_high", "exact_cost_method", "threshold_method"),
)
_NO_THRESHOLDS = "members of a family have no threshold"
_NOT_RESELECTED = "replicates keep the threshold"


def reselected_request(criterion: Criterion, model: TableModel) -> IntervalRequest | None:
    """Return the request for the thresholds of a criterion that each replicate reselects."""
    if isinstance(model.table, FamilyTable):
        return None
    if criterion is MIN_COST:
        return IntervalRequest("optimism", (model.key,), model.condition)
    return IntervalRequest(criterion.key, (model.key,)) if criterion.reselected else None


def interval_cells(
    snapshot: Snapshot, criterion: Criterion, model: TableModel, policy: Policy, *, held_fixed: bool
) -> tuple[Any, ...]:
    """Return the cells under `POLICY_INTERVALS`, empty where nothing was resampled.

    `held_fixed` says that the sample chose what replicates keep: too short for new cases.
    """
    found = known_or_failed(snapshot, decision_request(model, policy))
    if found is None:
        return (None,) * len(POLICY_INTERVALS)
    chosen = _reselected(snapshot, criterion, model)
    if isinstance(found, Failed):
        cells = _reasons(found.reason, spec_in_force(snapshot).level)
    else:
        cells = _cells(found, resampled=chosen is not None)
        if held_fixed and found.policy.expected_cost.method:
            kept = "classifier" if isinstance(model.table, FamilyTable) else "threshold"
            cells["method"] += f", {kept} held fixed"
        elif not held_fixed:
            cells["method"] = cautioned(cells["method"], found.policy.expected_cost.caution)
    if chosen is not None:
        cells |= {"threshold_low": chosen.low, "threshold_high": chosen.high}
    if not isinstance(found, Failed) or isinstance(model.table, FamilyTable):
        cells["threshold_method"] = _threshold_method(model, chosen)
    return tuple(cells.get(name) for name in POLICY_INTERVALS)


def _reasons(reason: str, level: float) -> dict[str, Any]:
    """Return the cells of a policy whose figures have no interval."""
    methods = ("method", "rates_method", "exact_cost_method", "threshold_method")
    return dict.fromkeys(methods, no_interval(reason)) | {"level": level}


def _cells(found: DecisionIntervals, *, resampled: bool) -> dict[str, Any]:
    figures, spec = found.policy, found.spec
    named = {name: getattr(figures, name) for name in (*_FIGURES, "exact_cost")}
    lows = {f"{name}_low": figure.low for name, figure in named.items()}
    highs = {f"{name}_high": figure.high for name, figure in named.items()}
    cost = figures.expected_cost
    method = method_cells(figure_method(cost), spec, resampled=resampled or cost.resampled)
    return {
        **lows,
        **highs,
        **dict(zip(METHOD, method, strict=True)),
        "rates_method": cautioned(figure_words(figures.fpr, spec), _of_rates(figures)),
        "exact_cost_method": cautioned(
            figure_method(figures.exact_cost), figures.exact_cost.caution
        ),
    }


def _of_rates(figures: PolicyIntervals) -> str:
    """Return why the interval of one of the rates is not as it ought to be, the surer reason."""
    said = filter(None, (figures.fpr.caution, figures.tpr.caution))
    return min(said, key=lambda caution: caution.endswith(MAY_BE_LONG), default="")


def _reselected(snapshot: Snapshot, criterion: Criterion, model: TableModel) -> Reselected | None:
    """Return the thresholds of a criterion that is applied to each replicate."""
    found = known(snapshot, reselected_request(criterion, model))
    reselected: Reselected | None = found
    if found is not None and criterion is MIN_COST:
        reselected = found.optimum
    return reselected


def _threshold_method(model: TableModel, chosen: Reselected | None) -> str:
    if isinstance(model.table, FamilyTable):
        return no_interval(_NO_THRESHOLDS)
    return no_interval(_NOT_RESELECTED) if chosen is None else threshold_words(chosen)
