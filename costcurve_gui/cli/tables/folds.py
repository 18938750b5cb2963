"""folds.csv: the averages of the curves of every fold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.cli.errors import OptionError
from costcurve_gui.cli.tables.table import Table, repeated
from costcurve_gui.engine.averaging.cost_space import cost_space_average
from costcurve_gui.engine.averaging.folds import (
    Folds,
    fold_cost_tables,
    fold_tables,
    split_folds,
)
from costcurve_gui.engine.averaging.rate_averages import vertical_average
from costcurve_gui.engine.averaging.threshold import threshold_average
from costcurve_gui.engine.cost.lower_envelope import lower_envelope
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.roc.hull import convex_hull

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurve_gui.cli.analysis import AnalysedModel, Analysis
    from costcurve_gui.engine.averaging.spread import AverageCurve, Spread
    from costcurve_gui.engine.averaging.threshold import ThresholdAverage
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

    Columns = tuple[NDArray[Any], ...]

HEADER = (
    *("model", "method", "threshold", "x", "y", "std", "lower", "upper"),
    *("x_std", "x_lower", "x_upper"),
)


def folds_table(analysis: Analysis) -> Table:
    """Return the pooled, vertical, threshold and cost-space average of every model."""
    dataset = analysis.dataset
    if dataset.fold is None:
        return Table.of_rows(HEADER, ())
    folds = split_folds(dataset.fold, dataset.fold_names)
    parts = (
        (model.name, columns)
        for model in analysis.models
        for columns in _averages(analysis, model, folds)
    )
    return Table.of_parts(HEADER, parts)


def _averages(analysis: Analysis, model: AnalysedModel, folds: Folds) -> Iterator[Columns]:
    data, level = analysis.dataset, analysis.options.confidence
    sample = data.y_true, data.scores[model.column], folds
    try:
        tables = fold_tables(*sample, sample_weight=data.weight)
        rates = fold_cost_tables(tables, *sample, analysis.costs, sample_weight=data.weight)
    except EngineError as error:
        raise OptionError(f"--fold {analysis.roles.fold}: {model.column}: {error}") from error
    envelopes = [lower_envelope(convex_hull(curve)) for curve in rates]
    yield _pooled(model.evaluation.table)
    yield _on_grid("vertical", vertical_average(tables, level=level))
    yield _by_threshold(threshold_average(tables, level=level))
    yield _on_grid("cost_space", cost_space_average(envelopes, level=level))


def _pooled(table: ThresholdTable) -> Columns:
    scatter = _nothing(len(table), 6)
    return repeated("pooled", len(table)), table.thresholds, table.fpr, table.tpr, *scatter


def _on_grid(method: str, average: AverageCurve) -> Columns:
    size = average.grid.size
    threshold, *x_scatter = _nothing(size, 4)
    columns = threshold, average.grid, average.values.mean, *_scatter(average.values)
    return repeated(method, size), *columns, *x_scatter


def _by_threshold(average: ThresholdAverage) -> Columns:
    method, (fpr, tpr) = repeated("threshold", average.thresholds.size), (average.fpr, average.tpr)
    points = average.thresholds, fpr.mean, tpr.mean
    return method, *points, *_scatter(tpr), *_scatter(fpr)


def _scatter(spread: Spread) -> Columns:
    return spread.std, spread.lower, spread.upper


def _nothing(size: int, columns: int) -> Columns:
    return (np.full(size, np.nan),) * columns
