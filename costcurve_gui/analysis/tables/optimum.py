"""optimum.csv and thresholds.csv: the best threshold, its optimism, and what to expect of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.criteria import MIN_COST, rechosen
from costcurve_gui.analysis.intervals.known_results import known, known_or_failed
from costcurve_gui.analysis.intervals.new_cases import pair_request
from costcurve_gui.analysis.intervals.results import Failed, IntervalRequest
from costcurve_gui.analysis.selection_settings import ChoiceInput, SelectionSpec, cheapest
from costcurve_gui.analysis.tables.methods import (
    METHOD,
    method_cells,
    method_words,
    threshold_words,
)
from costcurve_gui.analysis.tables.new_cases import (
    NEW_CASES,
    ends_of,
    estimate_request,
    method_of,
    new_cases_cells,
)
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.selection.criteria import min_cost

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.analysis.intervals.results import DecisionOptimism
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.resampling.new_cases_lead import NewCasesLead
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy


OPTIMUM_HEADER = (
    *("model", "threshold", "threshold_low", "threshold_high"),
    *("apparent_cost", "corrected_cost", "out_of_bag_cost"),
    *("apparent_profit", "corrected_profit", "out_of_bag_profit"),
    *("plateau_low", "plateau_high", "plateau_tolerance", *METHOD),
    *("threshold_method", "out_of_bag_method", *NEW_CASES),
    *("next_best", *ends_of("new_cases_lead_over_next_best"), "new_cases_lead_method"),
)
THRESHOLDS_HEADER = ("model", "threshold", "share_of_replicates", *METHOD)


def optimum_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row a model: the threshold of least cost, its interval and its optimism."""
    return Table.of_rows(OPTIMUM_HEADER, _rows(snapshot, options))


def thresholds_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return how many replicates find each threshold the cheapest."""
    found = _found(snapshot, options)
    rows = (row for model, one in found for row in _thresholds(model.name, one.optimum))
    return Table.of_rows(THRESHOLDS_HEADER, rows)


def optimum_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the optimism of every model with thresholds, and what it is worth on new cases."""
    yield from thresholds_needs(snapshot, options)
    models = list(_with_thresholds(snapshot, options))
    for model in models:
        lead = _lead_request(model, _candidates(snapshot, models))
        wanted = estimate_request(model, _least_cost(model)), lead
        yield from (request for request in wanted if request is not None)


def thresholds_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the optimism of every model with thresholds."""
    return (_request(model) for model in _with_thresholds(snapshot, options))


def _found(
    snapshot: Snapshot, options: TableOptions
) -> Iterator[tuple[TableModel, DecisionOptimism]]:
    """Yield what is known of every model with thresholds that can be resampled."""
    for model in _with_thresholds(snapshot, options):
        found = known(snapshot, _request(model))
        if found is not None:
            yield model, found


def _with_thresholds(snapshot: Snapshot, options: TableOptions) -> Iterator[TableModel]:
    models = models_of(snapshot, options)
    return (model for model in models if not isinstance(model.table, FamilyTable))


def _request(model: TableModel) -> IntervalRequest:
    return IntervalRequest("optimism", (model.key,), model.condition)


def _rows(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Any, ...]]:
    models = list(_with_thresholds(snapshot, options))
    for model, found in _found(snapshot, options):
        flat, method = found.plateau, method_cells("bootstrap optimism", found.optimum.spec)
        methods = threshold_words(found.optimum), _out_of_bag_method(found.optimum)
        chosen = _least_cost(model)
        yield (
            *(model.name, *_figures(found.optimum), flat.low, flat.high, flat.share),
            *(*method, *methods),
            *new_cases_cells(snapshot, model, min_cost(model.evaluation, model.condition), chosen),
            *_lead_cells(snapshot, model, _candidates(snapshot, models)),
        )


def _least_cost(model: TableModel) -> ChosenPolicy | None:
    given = ChoiceInput(model.evaluation, model.condition, SelectionSpec())
    return rechosen(MIN_COST, cheapest(given), given)


def _candidates(snapshot: Snapshot, models: Sequence[TableModel]) -> list[TableModel]:
    """Return the models that are not left out of the decision."""
    return [model for model in models if model.key in snapshot.candidates]


def _next_best(model: TableModel, models: Sequence[TableModel]) -> TableModel | None:
    """Return the cheapest of the other models, each on its own cases."""
    others = (other for other in models if other.key != model.key)
    return min(others, key=_normalized_cost, default=None)


def _normalized_cost(model: TableModel) -> float:
    return min_cost(model.evaluation, model.condition).normalized_expected_cost


def _lead_request(model: TableModel, models: Sequence[TableModel]) -> IntervalRequest | None:
    other = _next_best(model, models)
    if other is None:
        return None
    keys = model.key, other.key
    return pair_request(keys, model.condition, _least_cost(model), _least_cost(other))


def _lead_cells(
    snapshot: Snapshot, model: TableModel, models: Sequence[TableModel]
) -> tuple[Any, ...]:
    """Return the next best model, the lead over it on new cases, both ends, and the method."""
    other = _next_best(model, models)
    if other is None:
        return (None,) * 5
    found: NewCasesLead | Failed | None
    found = known_or_failed(snapshot, _lead_request(model, models))
    if found is None or isinstance(found, Failed):
        return other.name, None, None, None, method_of(found)
    lead = found.profit
    return other.name, lead.estimate, lead.low, lead.high, method_of(found)


def _out_of_bag_method(found: OptimismEstimate) -> str:
    if found.out_of_bag_reason:
        return f"no figure ({found.out_of_bag_reason})"
    return method_words("mean over the cases that replicates leave out", found.spec)


def _figures(found: OptimismEstimate) -> tuple[float | None, ...]:
    return (
        *(found.threshold, found.low, found.high),
        *(found.apparent_cost, found.corrected_cost, found.out_of_bag_cost),
        found.perfect_profit - found.apparent_cost,
        *(found.corrected_profit, found.out_of_bag_profit),
    )


def _thresholds(name: str, found: OptimismEstimate) -> Iterator[tuple[Any, ...]]:
    """Yield the thresholds that replicates find the cheapest, descending, and how many do."""
    method = method_cells("threshold of least cost, chosen anew", found.spec)
    thresholds, counts = np.unique(found.chosen, return_counts=True)
    shares = counts / max(found.chosen.size, 1)
    for threshold, share in zip(thresholds[::-1].tolist(), shares[::-1].tolist(), strict=True):
        yield name, threshold, share, *method
