"""folds.csv and folds_roc.csv: the averages of each model over its folds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.analysis.fold_curves import FoldSample, fold_sample, no_fold_intervals
from costcurve_gui.analysis.tables.methods import no_interval
from costcurve_gui.analysis.tables.options import TableOptions, models_of
from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.engine.averaging.cost_space import cost_space_average, roc_image
from costcurve_gui.engine.averaging.folds import split_folds
from costcurve_gui.engine.averaging.roc_averages import (
    horizontal_average,
    threshold_average,
    vertical_average,
)
from costcurve_gui.engine.errors import EngineError
from costcurve_gui.engine.resampling.bootstrap import by_groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from costcurve_gui.analysis.curves import Cases
    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.analysis.tables.table import Columns
    from costcurve_gui.engine.averaging.folds import Folds
    from costcurve_gui.engine.averaging.roc_averages import AverageCurve, Spread, ThresholdAverage
    from costcurve_gui.engine.cost.payoff import ErrorCosts


STUDENT = "Student's t"
FOLDS_HEADER = (
    *("model", "method", "threshold", "x", "y", "std", "lower", "upper"),
    *("x_std", "x_lower", "x_upper", "interval", "level"),
)
FOLDS_ROC_HEADER = (
    *("model", "method", "pc_plus", "fpr", "tpr"),
    *("fpr_std", "fpr_lower", "fpr_upper", "interval", "level"),
)


def folds_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the pooled, vertical, threshold and cost-space average of every model.

    Raises
    ------
    EngineError
        Where a model has no curve in one of its folds.
    """
    return _table(FOLDS_HEADER, _averages, snapshot, options)


def folds_roc_table(snapshot: Snapshot, options: TableOptions) -> Table:
    """Return the horizontal average of every model, and the ROC image of that in cost space.

    Raises
    ------
    EngineError
        Where a model has no curve in one of its folds.
    """
    return _table(FOLDS_ROC_HEADER, _horizontal_and_image, snapshot, options)


def _table(
    header: tuple[str, ...],
    averages: Callable[[TableModel, FoldSample, float], Iterable[Columns]],
    snapshot: Snapshot,
    options: TableOptions,
) -> Table:
    """Return the averages of every model below each other."""
    level = snapshot.curve_set.level
    parts = (
        (model.name, _by_groups(snapshot, header, columns))
        for model, sample in _samples(snapshot, options)
        for columns in averages(model, sample, level)
    )
    return Table.of_parts(header, parts)


_ENDS = ("lower", "upper")


def _by_groups(snapshot: Snapshot, header: tuple[str, ...], columns: Columns) -> Columns:
    """Say what the intervals are by where cases belong to groups, or leave them out."""
    cases = snapshot.curve_set.cases
    if cases is None or cases.dataset.group is None:
        return columns
    reason, group = no_fold_intervals(cases.dataset), cases.dataset.group_column
    method = no_interval(reason) if reason else f"{STUDENT}, {by_groups(group)}"
    named = dict(zip(header[1:], columns, strict=True))
    has_interval = named["interval"] == STUDENT
    named["interval"] = np.where(has_interval, method, named["interval"])
    if reason:
        ends = (name for name in named if name.endswith(_ENDS))
        named |= {name: np.full(has_interval.size, np.nan) for name in ends}
    return tuple(named.values())


def has_folds(snapshot: Snapshot, options: TableOptions) -> bool:
    """Whether the file says which fold each case belongs to."""
    del options
    cases = snapshot.curve_set.cases
    return cases is not None and cases.dataset.fold is not None


def _samples(snapshot: Snapshot, options: TableOptions) -> Iterator[tuple[TableModel, FoldSample]]:
    cases = snapshot.curve_set.cases
    if cases is None or cases.dataset.fold is None:
        return
    folds = split_folds(cases.dataset.fold, cases.dataset.fold_names)
    costs = cases.cache.payoffs(snapshot.settings.payoff).costs
    for model in models_of(snapshot, options):
        yield model, _sample(cases, model, folds, costs)


def _sample(cases: Cases, model: TableModel, folds: Folds, costs: ErrorCosts) -> FoldSample:
    try:
        return fold_sample(cases.cache.dataset, model.info.column, folds, costs)
    except EngineError as error:
        raise EngineError(f"{model.place}: {error}") from error


def _averages(model: TableModel, sample: FoldSample, level: float) -> Iterator[Columns]:
    """Yield the pooled, vertical, threshold and cost-space average, without the model's name."""
    table, subset = model.table, model.subset
    thresholds = None if subset is None else table.thresholds[subset[1:]]
    averages = (
        _on_grid("vertical", vertical_average(sample.tables, level=level)),
        _by_threshold(threshold_average(sample.tables, thresholds, level)),
        _on_grid("cost_space", cost_space_average(sample.envelopes, level=level)),
    )
    yield *_pooled(model), _named(None, model.rows.size), *_nothing(model.rows.size, 1)
    method = STUDENT if len(sample.tables) > 1 else None
    for average in averages:
        size = average[0].size
        yield *average, _named(method, size), np.full(size, level)


def _horizontal_and_image(model: TableModel, sample: FoldSample, level: float) -> Iterator[Columns]:
    del model
    yield _horizontal(sample, level)
    yield _image(sample)


def _horizontal(sample: FoldSample, level: float) -> Columns:
    """Return the mean fpr at each tpr."""
    average = horizontal_average(sample.tables, level=level)
    size, fpr = average.grid.size, average.values
    method = STUDENT if fpr.curves > 1 else None
    return (
        *(_named("horizontal", size), *_nothing(size, 1), fpr.mean, average.grid),
        *(*_scatter(fpr), _named(method, size), np.full(size, level)),
    )


def _image(sample: FoldSample) -> Columns:
    """Return the mean of the cost curves by count as a ROC curve, from (0, 0) to (1, 1)."""
    image = roc_image(FoldSample(sample.tables, sample.tables).envelopes)
    size = image.fpr.size + 2
    curve = (
        np.concatenate(([end], column, [other]))
        for column, end, other in (
            (image.pc_plus, np.nan, np.nan),
            (image.fpr, 0.0, 1.0),
            (image.tpr, 0.0, 1.0),
        )
    )
    return (
        *(_named("cost_space", size), *curve, *_nothing(size, 3)),
        *(_named(None, size), *_nothing(size, 1)),
    )


def _pooled(model: TableModel) -> Columns:
    table, rows = model.table, model.rows
    rates = table.thresholds[rows], table.fpr_at(rows), table.tpr_at(rows)
    return _named("pooled", rows.size), *rates, *_nothing(rows.size, 6)


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


def window_options(snapshot: Snapshot) -> TableOptions:
    """Ask for the models with a curve in every fold; the view says why the others have none."""
    results = snapshot.results.folds
    return TableOptions(models=frozenset() if results is None else frozenset(results.curves))
