"""The threshold of least cost and its optimism: optimum and thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.intervals.requests import known
from costcurve_gui.analysis.intervals.results import IntervalRequest
from costcurve_gui.analysis.tables.methods import (
    METHOD,
    method_cells,
    method_words,
    threshold_words,
)
from costcurve_gui.analysis.tables.options import models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.counts.family import FamilyTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.analysis.intervals.results import DecisionOptimism
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel, TableOptions
    from costcurve_gui.engine.resampling.optimism import OptimismEstimate

OPTIMUM_HEADER = (
    *("model", "threshold", "threshold_low", "threshold_high"),
    *("apparent_cost", "corrected_cost", "out_of_bag_cost"),
    *("apparent_profit", "corrected_profit", "out_of_bag_profit"),
    *("plateau_low", "plateau_high", "plateau_tolerance", *METHOD),
    *("threshold_method", "out_of_bag_method"),
)


THRESHOLDS_HEADER = ("model", "threshold", "share_of_replicates", *METHOD)


def optimum_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return a row a model: the threshold of least cost, its interval and its optimism."""
    return Table.of_rows(OPTIMUM_HEADER, _rows(snapshot, options))


def thresholds_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return how many replicates find each threshold the cheapest."""
    found = _found(snapshot, options)
    rows = (row for name, one in found for row in _thresholds(name, one.optimum))
    return Table.of_rows(THRESHOLDS_HEADER, rows)


def optimism_needs(snapshot: Snapshot, options: TableOptions) -> Iterator[IntervalRequest]:
    """Yield the optimism of every model with thresholds."""
    return (_request(model) for model in _with_thresholds(snapshot, options))


def _found(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[str, DecisionOptimism]]:
    """Yield what is known of every model with thresholds that can be resampled."""
    for model in _with_thresholds(snapshot, options):
        found = known(snapshot, _request(model))
        if found is not None:
            yield model.name, found


def _with_thresholds(snapshot: Snapshot, options: TableOptions) -> Iterator[TableModel]:
    models = models_of(snapshot, options)
    return (model for model in models if not isinstance(model.table, FamilyTable))


def _request(model: TableModel) -> IntervalRequest:
    return IntervalRequest("optimism", (model.key,), model.condition)


def _rows(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[Any, ...]]:
    for name, found in _found(snapshot, options):
        flat, method = found.plateau, method_cells("bootstrap optimism", found.optimum.spec)
        methods = threshold_words(found.optimum), _out_of_bag_method(found.optimum)
        yield name, *_figures(found.optimum), flat.low, flat.high, flat.share, *method, *methods


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
