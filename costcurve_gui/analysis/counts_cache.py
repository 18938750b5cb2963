"""What a dataset's columns are sorted into and what they are evaluated to, each computed once."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING
from weakref import ref

import numpy as np

from costcurve_gui.analysis.payoffs import Payoffs, payoffs_over
from costcurve_gui.engine.cost.payoff import payoff_means
from costcurve_gui.engine.counts.cost_table import RankOrder, rank_order
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.auc_interval import AucInterval, auc_interval
from costcurve_gui.engine.resampling.placements import Placements, placements, placements_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from costcurve_gui.analysis.payoffs import PayoffSpec
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.engine.cost.payoff import PayoffMeans

    Cells = tuple[str, str, str, str]

LEVEL = 0.9
MOST_COMMON_POINTS = 10_000_000
"""How many thresholds over common rows are kept: at most about 64 bytes each."""


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """Rows that one model scored, or that each of several did: a bit a row."""

    bits: bytes
    total: int

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which rows these are."""
        bits = np.frombuffer(self.bits, dtype=np.uint8)
        return np.unpackbits(bits, count=self.total).view(np.bool_)

    @property
    def count(self) -> int:
        """Number of these rows."""
        return int(np.count_nonzero(self.mask))


@dataclass(slots=True, eq=False)
class _Sorted:
    """What a column was sorted into over some rows, and its newest evaluation."""

    table: ThresholdTable
    order: RankOrder | None = None
    evaluated: tuple[Cells, ModelEvaluation] | None = None


class CountsCache:
    """Threshold tables, rank orders, AUCs and evaluations of one dataset, by score column.

    Each is of the rows that the column has scores in, or of fewer `rows`: those that the models
    scored which it is compared with. A column keeps its evaluation under the newest payoffs.
    Columns that were derived from those of the file are added to it.

    Jobs in different threads may ask at the same time. What is sorted one computes, and the other
    waits for it; evaluations do not wait, for the job that computes one may be cancelled.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._scored: dict[str, ScoredRows] = {}
        self._own: dict[str, _Sorted] = {}
        self._common: OrderedDict[tuple[str, ScoredRows], _Sorted] = OrderedDict()
        self._intervals: dict[str, AucInterval] = {}
        self._payoffs: tuple[Cells, ref[Payoffs]] | None = None
        self._lock = Lock()

    @property
    def dataset(self) -> Dataset:
        """The dataset with the columns added so far."""
        return self._dataset

    def add(self, column: str, scores: NDArray[np.float64]) -> None:
        """Add scores, one for each row; a column never changes its scores."""
        with self._lock:
            self._dataset = self._dataset.with_scores(column, scores)

    def in_groups(self, column: str, numbers: NDArray[np.int64]) -> CountsCache:
        """Return a cache of the same cases in groups; what was sorted so far is not sorted again.

        Parameters
        ----------
        column : str
            What the groups are called.
        numbers : ndarray of int64, shape (n,)
            The group of each case.
        """
        with self._lock:
            found = CountsCache(replace(self._dataset, group=numbers, group_column=column))
            found._scored, found._own = dict(self._scored), dict(self._own)
        return found

    def table(self, column: str, rows: ScoredRows | None = None) -> ThresholdTable:
        """Return the counts of a model at each of its thresholds."""
        with self._lock:
            return self._sorted(column, rows).table

    def order(self, column: str, rows: ScoredRows | None = None) -> RankOrder:
        """Return the rows of a model by descending score."""
        with self._lock:
            found = self._sorted(column, rows)
            if found.order is None:
                scores = self._scores(column, rows)
                found.order = rank_order(self._dataset.y_true, scores, table=found.table)
            return found.order

    def placements(self, column: str) -> Placements:
        """Place the cases of a model that scored all of them; its order is kept if it was."""
        with self._lock:
            table, order = self._ranked(column)
        return placements_of(table, order)

    def _ranked(self, column: str) -> tuple[ThresholdTable, RankOrder]:
        found, scores = self._sorted(column, None), self._dataset.scores[column]
        order = found.order or rank_order(self._dataset.y_true, scores, table=found.table)
        return found.table, order

    def auc_interval(self, column: str) -> AucInterval:
        """Return the AUC of a model with its interval, which no payoff changes."""
        with self._lock:
            if column not in self._intervals:
                self._intervals[column] = self._auc_interval(column)
            return self._intervals[column]

    def _auc_interval(self, column: str) -> AucInterval:
        table, data = self._sorted(column, None).table, self._dataset
        if data.group is None or table.weighted:
            return auc_interval(table, level=LEVEL)
        # Few files have groups, and the first window of the others does not wait for this.
        from costcurve_gui.engine.resampling.grouped_areas import grouped_auc_interval

        scores = data.scores[column]
        if not table.missing:
            placed = placements_of(*self._ranked(column))
            return grouped_auc_interval(data.y_true, placed, data.group, LEVEL)
        rows = ~np.isnan(scores)
        placed = placements(data.y_true[rows], scores[rows])
        return grouped_auc_interval(data.y_true[rows], placed, data.group[rows], LEVEL)

    def payoffs(self, payoff: PayoffSpec) -> Payoffs:
        """Return the payoffs of every row: the same object as long as anybody holds it.

        Raises
        ------
        PayoffCellError, EngineError
            Where a cell cannot be computed, or an error cost is negative.
        """
        known = self._payoffs
        found = known[1]() if known is not None and known[0] == payoff.cells else None
        if found is None:
            found = payoffs_over(payoff, self._dataset)
            self._payoffs = payoff.cells, ref(found)
        return found

    def evaluation(
        self,
        column: str,
        name: str,
        payoff: PayoffSpec,
        rows: ScoredRows | None = None,
        *,
        progress: Progress = NO_PROGRESS,
    ) -> ModelEvaluation:
        """Return what a model can do under these payoffs.

        Raises
        ------
        PayoffCellError, EngineError
            Where the payoffs cannot be used, or a class has none of the rows.
        """
        with self._lock:
            found = self._sorted(column, rows)
        cells, before = found.evaluated or (None, None)
        if before is not None and cells == payoff.cells and before.name == name:
            return before
        payoffs = self.payoffs(payoff)
        evaluation = evaluate(
            name,
            found.table,
            self.order(column, rows) if payoffs.costs.varies else None,
            payoffs.costs,
            self._means(payoffs, rows or self.scored_rows(column)),
            self._dataset.weight,
            progress,
            previous=before,
        )
        found.evaluated = payoff.cells, evaluation
        return evaluation

    def scored_rows(self, column: str) -> ScoredRows:
        """Return the rows that a model scored."""
        found = self._scored.get(column)
        if found is None:
            scored = ~np.isnan(self._dataset.scores[column])
            found = ScoredRows(np.packbits(scored).tobytes(), scored.size)
            self._scored[column] = found
        return found

    def common_rows(self, columns: Iterable[str]) -> ScoredRows:
        """Return the rows that all of these models scored."""
        different = {self.scored_rows(column) for column in columns}
        if len(different) == 1:
            return different.pop()
        common = np.bitwise_and.reduce([np.frombuffer(one.bits, np.uint8) for one in different])
        return ScoredRows(common.tobytes(), self._dataset.rows)

    def _sorted(self, column: str, rows: ScoredRows | None) -> _Sorted:
        if rows is None or rows == self.scored_rows(column):
            if column not in self._own:
                self._own[column] = _Sorted(self._counted(column, None))
            return self._own[column]
        key = column, rows
        if key not in self._common:
            self._common[key] = _Sorted(self._counted(column, rows))
            self._forget_the_oldest()
        self._common.move_to_end(key)
        return self._common[key]

    def _forget_the_oldest(self) -> None:
        points = sum(len(one.table) for one in self._common.values())
        while points > MOST_COMMON_POINTS and len(self._common) > 1:
            _, oldest = self._common.popitem(last=False)
            points -= len(oldest.table)

    def _counted(self, column: str, rows: ScoredRows | None) -> ThresholdTable:
        data = self._dataset
        return threshold_table(data.y_true, self._scores(column, rows), sample_weight=data.weight)

    def _scores(self, column: str, rows: ScoredRows | None) -> NDArray[np.float64]:
        scores = self._dataset.scores[column]
        if rows is None or rows == self.scored_rows(column):
            return scores
        return np.where(rows.mask, scores, np.nan)

    def _means(self, payoffs: Payoffs, rows: ScoredRows) -> PayoffMeans:
        data, mask = self._dataset, rows.mask
        if mask.all():
            return payoffs.means
        return payoff_means(
            payoffs.matrix, data.y_true, data.weight, rows=mask, costs=payoffs.costs
        )
