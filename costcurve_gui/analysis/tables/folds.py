"""Columns of averages over folds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.averaging.cost_space import cost_space_average
from costcurve_gui.engine.averaging.roc_averages import threshold_average, vertical_average

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from costcurve_gui.analysis.fold_results import FoldSample
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.averaging.roc_averages import AverageCurve, Spread, ThresholdAverage
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable


STUDENT = "Student's t"


def fold_columns(pooled: ThresholdTable, sample: FoldSample, level: float) -> Iterator[Columns]:
    """Yield the pooled, vertical, threshold and cost-space average, without the model's name."""
    averages = (
        _on_grid("vertical", vertical_average(sample.tables, level=level)),
        _by_threshold(threshold_average(sample.tables, level=level)),
        _on_grid("cost_space", cost_space_average(sample.envelopes, level=level)),
    )
    yield *_pooled(pooled), _named(None, len(pooled)), *_nothing(len(pooled), 1)
    method = STUDENT if len(sample.tables) > 1 else None
    for average in averages:
        size = average[0].size
        yield *average, _named(method, size), np.full(size, level)


def _pooled(table: ThresholdTable) -> Columns:
    scatter = _nothing(len(table), 6)
    return _named("pooled", len(table)), table.thresholds, table.fpr, table.tpr, *scatter


def _on_grid(method: str, average: AverageCurve) -> Columns:
    size = average.grid.size
    threshold, *x_scatter = _nothing(size, 4)
    columns = threshold, average.grid, average.values.mean, *_scatter(average.values)
    return _named(method, size), *columns, *x_scatter


def _by_threshold(average: ThresholdAverage) -> Columns:
    method, (fpr, tpr) = _named("threshold", average.thresholds.size), (average.fpr, average.tpr)
    points = average.thresholds, fpr.mean, tpr.mean
    return method, *points, *_scatter(tpr), *_scatter(fpr)


def _scatter(spread: Spread) -> Columns:
    return spread.std, spread.lower, spread.upper


def _nothing(size: int, columns: int) -> Columns:
    return (np.full(size, np.nan),) * columns


def _named(method: str | None, size: int) -> NDArray[Any]:
    return np.full(size, method, dtype=object)
