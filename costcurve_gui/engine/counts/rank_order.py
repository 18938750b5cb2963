"""The order of each class by score: found once per model, read again for every new cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.validation import scored_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.counts.class_sums import CountColumn
    from costcurve_gui.engine.validation import ScoredSample


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
    in_class = np.flatnonzero(sample.labels == of_positives)
    in_class = in_class[np.argsort(sample.scores[in_class])[::-1]]
    rows = in_class if sample.rows is None else sample.rows[in_class]
    # Half the bytes are half the reading for every edit of a cost.
    last = 0 if not rows.size else int(rows.max())
    return read_only(rows.astype(np.int32 if last < 2**31 else np.int64))
