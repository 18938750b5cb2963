"""The order of each class by score, and the table with every instance at its own cost: ROCIV."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import GATHER_CHUNK, chunks, gather, read_only
from costcurve_gui.engine.counts.rate_source import ClassSums, RateSource
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.errors import ZeroErrorCostError
from costcurve_gui.engine.validation import in_units, require_length, scored_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import CountColumn
    from costcurve_gui.engine.validation import ScoredSample


@dataclass(frozen=True, slots=True, eq=False)
class CostTable(RateSource):
    """Cumulative error costs per distinct score, row by row beside its `ThresholdTable`.

    Attributes
    ----------
    negative_sums : ClassSums
        False-positive cost at or above each threshold.
    positive_sums : ClassSums
        Cost of missing the positives at or above each threshold, which is the benefit of
        finding them. Where all instances of a class cost the same, the cost cancels from the
        rate and the counts stand here.
    """


def cost_table(
    table: ThresholdTable,
    order: RankOrder,
    fn_costs: Floats | float,
    fp_costs: Floats | float,
    sample_weight: Floats | None = None,
) -> CostTable:
    """Count every instance at its own error cost.

    Gathers the costs by the cached order and sums them per class; nothing is sorted.

    Parameters
    ----------
    table : ThresholdTable
        Counts of the same labels, scores and weights.
    order : RankOrder
        Order of the same labels and scores.
    fn_costs : float or ndarray of float64, shape (n,)
        Cost of missing each positive, finite and at least 0. Entries of negatives are not read.
    fp_costs : float or ndarray of float64, shape (n,)
        Cost of a false alarm on each negative, likewise.
    sample_weight : ndarray of float64, shape (n,), optional
        The weights of `table`.

    Returns
    -------
    CostTable
        Its rows are those of `table`.

    Raises
    ------
    LengthMismatchError
        Where a cost or weight column has not the rows of the arrays that were ordered.
    ZeroErrorCostError
        Where the costs of a class sum to 0.

    Notes
    -----
    Sums run in float64 from the highest score to the lowest. The total is the last of the sums,
    so both rates end at exactly 1. The rounding of 10 million summands stays near 1e-13 of it.

    References
    ----------
    .. [1] Fawcett (2006), ROC graphs with instance-varying costs, Algorithm 2.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine.counts.cost_table import rank_order
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> y_true, y_score = np.array([True, False, True]), np.array([0.9, 0.5, 0.2])
    >>> table = threshold_table(y_true, y_score)
    >>> rates = cost_table(table, rank_order(y_true, y_score), np.array([3.0, 0.0, 1.0]), 1.0)
    >>> rates.tpr.tolist()
    [0.0, 0.75, 0.75, 1.0]
    """
    _require_lengths(order, fn_costs=fn_costs, fp_costs=fp_costs, sample_weight=sample_weight)
    if sample_weight is not None:
        sample_weight, _ = in_units(sample_weight)
    positive = (order.positive_rows, order.positive_stops, table.positive_sums)
    negative = (order.negative_rows, order.negative_stops, table.negative_sums)
    return CostTable(
        table.thresholds,
        _class_sums("negative", *negative, fp_costs, sample_weight),
        _class_sums("positive", *positive, fn_costs, sample_weight),
    )


def _require_lengths(order: RankOrder, **columns: Floats | float | None) -> None:
    for name, column in columns.items():
        if isinstance(column, np.ndarray):
            require_length(name, column, order.length)


def _class_sums(
    name: str,
    rows: NDArray[np.signedinteger[Any]],
    stops: CountColumn,
    counts: ClassSums,
    costs: Floats | float,
    weights: Floats | None,
) -> ClassSums:
    sums = _gathered(costs, rows) if isinstance(costs, np.ndarray) else np.array([0.0, costs])
    largest = sums[1:].max()
    if not largest > 0:
        raise ZeroErrorCostError(name)
    if sums[1:].min() == largest:
        return counts
    if weights is not None:
        sums[1:] *= _gathered(weights, rows)[1:]
    _accumulate(sums)
    if not sums[-1] > 0:
        raise ZeroErrorCostError(name)
    return ClassSums(stops, read_only(sums))


def _gathered(column: Floats, rows: NDArray[np.signedinteger[Any]]) -> Floats:
    """Return the entries of `rows` with a 0 before them."""
    ordered = np.empty(rows.size + 1)
    ordered[0] = 0.0
    gather(column, rows, ordered[1:])
    return ordered


def _accumulate(sums: Floats) -> None:
    for start, stop in chunks(1, sums.size, GATHER_CHUNK):
        part = sums[start:stop]
        part[0] += sums[start - 1]
        np.cumsum(part, out=part)


@dataclass(frozen=True, slots=True, eq=False)
class RankOrder:
    """Row numbers of each class in descending order of score.

    Attributes
    ----------
    positive_rows, negative_rows : ndarray of int, shape (P,), (N,)
        Positions in the arrays that came in; rows without a score are absent. The order among
        equal scores means nothing.
    positive_stops, negative_stops : CountColumn, m rows
        How many of each class score at or above each row of the threshold table.
    length : int
        Rows of the arrays that came in, scored or not.
    """

    positive_rows: NDArray[np.signedinteger[Any]]
    negative_rows: NDArray[np.signedinteger[Any]]
    positive_stops: CountColumn
    negative_stops: CountColumn
    length: int


def rank_order(
    y_true: ArrayLike, y_score: ArrayLike, *, table: ThresholdTable | None = None
) -> RankOrder:
    """Order the rows of each class by descending score.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Scores; NaN is missing.
    table : ThresholdTable, optional
        The table of the same labels and scores: its counts are shared instead of found again,
        where it was made without weights.

    Returns
    -------
    RankOrder

    Raises
    ------
    EngineError
        Where the input is not usable; see `scored_sample` for the kinds.

    Examples
    --------
    >>> order = rank_order([True, False, True], [0.2, 0.5, 0.9])
    >>> order.positive_rows.tolist(), order.positive_stops[:].tolist()
    ([2, 0], [0, 1, 1, 2])
    """
    if table is None or table.weighted:
        table = threshold_table(y_true, y_score)
    sample = scored_sample(y_true, y_score)
    return RankOrder(
        _descending(sample, of_positives=True),
        _descending(sample, of_positives=False),
        table.positive_sums.stops,
        table.negative_sums.stops,
        table.rows + table.missing,
    )


def _descending(sample: ScoredSample, *, of_positives: bool) -> NDArray[np.signedinteger[Any]]:
    members = sample.labels == of_positives
    rows = np.flatnonzero(members) if sample.rows is None else sample.rows[members]
    # Half the bytes are half the reading for every edit of a cost, and room for the sort.
    rows = rows.astype(np.int32 if sample.labels.size + sample.missing < 2**31 else np.int64)
    return read_only(rows[np.argsort(sample.scores[members])[::-1]])
