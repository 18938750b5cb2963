"""The last columns of selection.csv: how sure the figures of each policy are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from costcurve_gui.controllers.band_columns import METHOD, figure_method, method_cells
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.models.uncertainty import CHOSEN_ANEW

if TYPE_CHECKING:
    from costcurve_gui.cli.analysis import AnalysedModel, Evaluated
    from costcurve_gui.cli.resampling import Finding
    from costcurve_gui.engine.resampling.decisions import PolicyIntervals
    from costcurve_gui.engine.selection.policy import Policy

_FIGURES = (
    *("normalized_expected_cost", "expected_cost", "expected_profit"),
    *("fpr", "tpr", "fraction_targeted", "precision"),
)
INTERVALS = (
    *(f"{figure}_{end}" for figure in _FIGURES for end in ("low", "high")),
    *("threshold_low", "threshold_high", *METHOD, "rates_method"),
    *("exact_cost_low", "exact_cost_high", "exact_cost_method"),
)
_CHEAPEST = "min_cost"


def interval_row(analysis: Evaluated, criterion: str, policy: Policy) -> tuple[Any, ...]:
    """Return the cells under `INTERVALS`, empty where nothing is resampled."""
    drawn = analysis.finding
    (model,) = (one for one in analysis.models if one.name == policy.model)
    found = None if drawn is None else _intervals(drawn, model, policy)
    if drawn is None or found is None:
        return (None,) * len(INTERVALS)
    figures = [getattr(found, name) for name in _FIGURES]
    ends = (end for figure in figures for end in (figure.low, figure.high))
    method = method_cells(figure_method(found.expected_cost), drawn.choices.spec)
    exact = found.exact_cost.low, found.exact_cost.high, figure_method(found.exact_cost)
    return *ends, *_threshold(drawn, model, criterion), *method, figure_method(found.fpr), *exact


def _intervals(drawn: Finding, model: AnalysedModel, policy: Policy) -> PolicyIntervals | None:
    """Return the intervals of a policy; None where there are none."""
    found = drawn.find("decision", [model], condition=model.condition, policies=(policy,))
    return None if found is None else found.policy


def _threshold(
    drawn: Finding, model: AnalysedModel, criterion: str
) -> tuple[float | None, float | None]:
    """Return how far a threshold moves, of the criteria that are applied to each replicate."""
    if isinstance(model.evaluation.table, FamilyTable):
        return None, None
    if criterion == _CHEAPEST:
        optimum = drawn.find("honest", [model], condition=model.condition).optimum
        return optimum.low, optimum.high
    if criterion in CHOSEN_ANEW:
        found = drawn.find(criterion, [model])
        return found.low, found.high
    return None, None
