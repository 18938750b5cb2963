"""Threshold tables, rank orders and AUCs of a dataset, sorted once, and evaluations from them."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.cost.payoff import payoff_means
from costcurve_gui.engine.counts.cost_table import RankOrder, rank_order
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.auc_interval import AucInterval, auc_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from costcurve_gui.analysis.dataset_info import ModelInfo
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix, PayoffMeans


LEVEL = 0.9


class CountsCache:
    """Threshold tables, rank orders and AUCs of one dataset, by score column.

    Columns that were derived from those of the file are added to it.

    Jobs in different threads may ask at the same time; one computes, the other waits for it.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._tables: dict[str, ThresholdTable] = {}
        self._orders: dict[str, RankOrder] = {}
        self._intervals: dict[str, AucInterval] = {}
        self._lock = Lock()

    @property
    def dataset(self) -> Dataset:
        """The dataset with the columns added so far."""
        return self._dataset

    def add(self, column: str, scores: NDArray[np.float64]) -> None:
        """Add scores, one for each row; a column never changes its scores."""
        with self._lock:
            self._dataset = self._dataset.with_scores(column, scores)

    def table(self, column: str) -> ThresholdTable:
        """Return the counts of a model at each of its thresholds."""
        with self._lock:
            return self._table(column)

    def order(self, column: str) -> RankOrder:
        """Return the rows of a model by descending score."""
        with self._lock:
            if column not in self._orders:
                data = self._dataset
                self._orders[column] = rank_order(
                    data.y_true, data.scores[column], table=self._table(column)
                )
            return self._orders[column]

    def auc_interval(self, column: str) -> AucInterval:
        """Return the AUC of a model with its interval, which no payoff changes."""
        with self._lock:
            if column not in self._intervals:
                self._intervals[column] = auc_interval(self._table(column), level=LEVEL)
            return self._intervals[column]

    def scored_rows(self, column: str) -> NDArray[np.bool_] | None:
        """Return which rows a model scored; None where it scored all."""
        missing = np.isnan(self._dataset.scores[column])
        return ~missing if missing.any() else None

    def over_common_rows(self, columns: Iterable[str]) -> CountsCache:
        """Return a cache in which these columns have the rows that all of them scored.

        It is this one, and nothing is copied, where none of them scored a row that another lacks.
        What a column whose rows stay the same was sorted into is taken over.
        """
        data = self.dataset
        gaps = {column: np.isnan(data.scores[column]) for column in columns}
        lacking = np.logical_or.reduce(list(gaps.values()))
        cut = {column for column, own in gaps.items() if not np.array_equal(own, lacking)}
        if not cut:
            return self
        for column in cut:
            data = data.with_scores(column, np.where(lacking, np.nan, data.scores[column]))
        common, whole = CountsCache(data), gaps.keys() - cut
        with self._lock:
            common._tables = {name: self._tables[name] for name in whole & self._tables.keys()}
            common._orders = {name: self._orders[name] for name in whole & self._orders.keys()}
        return common

    def _table(self, column: str) -> ThresholdTable:
        if column not in self._tables:
            data = self._dataset
            self._tables[column] = threshold_table(
                data.y_true, data.scores[column], sample_weight=data.weight
            )
        return self._tables[column]


def evaluated(
    model: ModelInfo,
    cache: CountsCache,
    matrix: PayoffMatrix,
    costs: ErrorCosts,
    *,
    means: PayoffMeans | None = None,
    progress: Progress = NO_PROGRESS,
) -> ModelEvaluation:
    """Evaluate a model over the rows that it scored.

    `means` are those of all rows, where they are known already.

    Raises
    ------
    EngineError
        Where it scored no row of a class.
    """
    data, rows = cache.dataset, cache.scored_rows(model.column)
    if means is None or rows is not None:
        means = payoff_means(matrix, data.y_true, data.weight, rows=rows, costs=costs)
    table = cache.table(model.column)
    order = cache.order(model.column) if costs.varies else None
    return evaluate(model.name, table, order, costs, means, data.weight, progress)
