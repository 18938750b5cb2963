"""Sorting happens once per model: what it yields is kept as long as the dataset is open."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.rank_order import RankOrder, rank_order
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.dataio.dataset import Dataset


class CountsCache:
    """Threshold tables and rank orders of one dataset, by score column.

    Jobs in different threads may ask at the same time; one computes, the other waits for it.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._tables: dict[str, ThresholdTable] = {}
        self._orders: dict[str, RankOrder] = {}
        self._lock = Lock()

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

    def scored_rows(self, column: str) -> NDArray[np.bool_] | None:
        """Return which rows a model scored; None where it scored all."""
        missing = np.isnan(self._dataset.scores[column])
        return ~missing if missing.any() else None

    def _table(self, column: str) -> ThresholdTable:
        if column not in self._tables:
            data = self._dataset
            self._tables[column] = threshold_table(
                data.y_true, data.scores[column], sample_weight=data.weight
            )
        return self._tables[column]
