"""Where each instance stands among the instances of the other class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.counts.rank_order import rank_order
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.roc.area import auc

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Indices

_SCATTER_CHUNK = 500_000
"""Elements written by one call while other threads wait for the interpreter."""


@dataclass(frozen=True, slots=True, eq=False)
class Placements:
    """Structural components of an AUC, in whole numbers.

    Attributes
    ----------
    table : ThresholdTable
        Counts of the same labels and scores.
    auc : float
        Area, 0-1.
    doubled : ndarray of int64, shape (n,)
        For a positive twice the negatives scored above it plus those scored the same: 2 N (1 -
        V10). For a negative twice the positives above it plus those scored the same: 2 P V01.
    """

    table: ThresholdTable
    auc: float
    doubled: Indices


def placements(y_true: ArrayLike, y_score: ArrayLike) -> Placements:
    """Place every instance among the other class, in n log n.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Without missing scores.

    References
    ----------
    .. [1] Sun & Xu (2014), Fast implementation of DeLong's algorithm.

    Examples
    --------
    >>> placements([True, False, True, False], [0.9, 0.6, 0.6, 0.1]).doubled.tolist()
    [0, 3, 1, 4]
    """
    table = threshold_table(y_true, y_score)
    order = rank_order(y_true, y_score, table=table)
    doubled = np.empty(table.rows, dtype=np.int64)
    fps, tps = table.fps.astype(np.int64), table.tps.astype(np.int64)
    _scatter(doubled, order.positive_rows, np.repeat(fps[1:] + fps[:-1], np.diff(tps)))
    _scatter(doubled, order.negative_rows, np.repeat(tps[1:] + tps[:-1], np.diff(fps)))
    return Placements(table, auc(table), doubled)


def _scatter(target: Indices, rows: NDArray[np.signedinteger[Any]], values: Indices) -> None:
    for start, stop in chunks(0, rows.size, _SCATTER_CHUNK):
        target[rows[start:stop]] = values[start:stop]
