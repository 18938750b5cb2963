"""The last columns of selection.csv: how sure the figures of each policy are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.cli.resampling import failure
from costcurve_gui.controllers.band_columns import (
    METHOD,
    figure_method,
    figure_words,
    method_cells,
    no_interval,
    threshold_words,
)
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.models.uncertainty import CHOSEN_ANEW

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.resampling import Finding
    from costcurve_gui.engine.resampling.chosen_thresholds import ChosenThresholds
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.selection.policy import Policy
    from costcurve_gui.models.uncertainty import DecisionIntervals

    Chosen = OptimismEstimate | ChosenThresholds

_FIGURES = (
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
    *("fpr", "tpr", "fraction_targeted", "precision"),
)
INTERVALS = (
    *(f"{figure}_{end}" for figure in _FIGURES for end in ("low", "high")),
    *("threshold_low", "threshold_high", *METHOD, "rates_method"),
    *("exact_cost_low", "exact_cost_high", "exact_cost_method", "threshold_method"),
)
_CHEAPEST = "min_cost"
_NO_THRESHOLDS = "members of a family have no threshold"
_NOT_CHOSEN_ANEW = "replicates keep the threshold"


def interval_row(analysis: Evaluated, criterion: str, policy: Policy) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`, empty where nobody asked for a bootstrap."""
    drawn = analysis.finding
    (model,) = (one for one in analysis.models if one.name == policy.model)
    if drawn is None:
        return (None,) * len(INTERVALS)
    wanted = {"condition": model.condition, "policies": (policy,)}
    found: DecisionIntervals | None = drawn.find("decision", [model], **wanted)
    chosen = _chosen(drawn, model, criterion)
    if found is None:
        cells = _reasons(failure(drawn, "decision", [model], **wanted), drawn)
    else:
        cells = _cells(found, resampled=chosen is not None)
    if chosen is not None:
        cells |= {"threshold_low": chosen.low, "threshold_high": chosen.high}
    if found is not None or isinstance(model.evaluation.table, FamilyTable):
        cells["threshold_method"] = _threshold_method(model, chosen)
    return tuple(cells.get(name) for name in INTERVALS)


def _reasons(reason: str, drawn: Finding) -> dict[str, Any]:
    """Return the cells of a policy whose figures have no interval."""
    methods = ("method", "rates_method", "exact_cost_method", "threshold_method")
    return dict.fromkeys(methods, no_interval(reason)) | {"level": drawn.spec.level}


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
        "rates_method": figure_words(figures.fpr, spec),
        "exact_cost_method": figure_method(figures.exact_cost),
    }


def _chosen(drawn: Finding, model: AnalysedModel, criterion: str) -> Chosen | None:
    """Return the thresholds of the criteria that are applied to each replicate."""
    if isinstance(model.evaluation.table, FamilyTable):
        return None
    if criterion == _CHEAPEST:
        honest = drawn.find("honest", [model], condition=model.condition)
        return None if honest is None else honest.optimum
    return drawn.find(criterion, [model]) if criterion in CHOSEN_ANEW else None


def _threshold_method(model: AnalysedModel, chosen: Chosen | None) -> str:
    if isinstance(model.evaluation.table, FamilyTable):
        return no_interval(_NO_THRESHOLDS)
    return no_interval(_NOT_CHOSEN_ANEW) if chosen is None else threshold_words(chosen)
