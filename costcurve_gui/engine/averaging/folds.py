"""One curve per fold of a cross-validation."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.cost_table import cost_table, rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import EngineError, FoldError, ShapeError
from costcurve_gui.engine.validation import (
    clean_labels,
    clean_scores,
    clean_weights,
    require_length,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.payoff import ErrorCosts
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

    Column = TypeVar("Column", float | Floats, Floats | None)

_SHOWN = 3
"""Failing rows that an error names."""


@dataclass(frozen=True, slots=True, eq=False)
class Folds:
    """Which rows belong to which fold: found once for a sample, read for each of its models.

    Attributes
    ----------
    names : tuple of str
        The folds that have rows.
    rows : tuple of ndarray of int64
        Ascending positions of the rows of each.
    length : int
        Rows of the sample.
    """

    names: tuple[str, ...]
    rows: tuple[Indices, ...]
    length: int

    def __len__(self) -> int:
        return len(self.names)


def split_folds(fold: ArrayLike, names: Sequence[str] | None = None) -> Folds:
    """Group the rows of a sample by fold.

    Parameters
    ----------
    fold : array_like of int, shape (n,)
        Fold of each row, from 0.
    names : sequence of str, optional
        Name of each fold; None takes the numbers. Folds without a row are left out.

    Raises
    ------
    FoldError
        Where a row has no fold.
    ShapeError
        Where `fold` is not one column.

    Examples
    --------
    >>> folds = split_folds([2, 0, 2], names=("a", "b", "c"))
    >>> folds.names, [rows.tolist() for rows in folds.rows]
    (('a', 'c'), [[1], [0, 2]])
    """
    codes = _codes(fold, None if names is None else len(names))
    order = np.argsort(codes, kind="stable")
    sizes = np.bincount(codes)
    parts = np.split(read_only(order), np.cumsum(sizes)[:-1])
    used = np.flatnonzero(sizes).tolist()
    return Folds(
        tuple(str(code) if names is None else names[code] for code in used),
        tuple(parts[code] for code in used),
        codes.size,
    )


def fold_tables(
    y_true: ArrayLike,
    y_score: ArrayLike,
    folds: Folds,
    *,
    sample_weight: ArrayLike | None = None,
) -> tuple[ThresholdTable, ...]:
    """Count true and false positives at each distinct score of each fold.

    Parameters
    ----------
    y_true, y_score, sample_weight
        As in `threshold_table`, shape (n,). Rows without a score are left out of their fold.
    folds : Folds
        Of the same rows.

    Returns
    -------
    tuple of ThresholdTable
        In the order of `folds`.

    Raises
    ------
    FoldError
        Where a fold lacks a class; it names the fold.
    EngineError
        Where the input is not usable; see `scored_sample` for the kinds.

    Examples
    --------
    >>> tables = fold_tables([1, 0, 0, 1], [4, 3, 2, 1], split_folds([0, 0, 1, 1]))
    >>> [table.tpr.tolist() for table in tables]
    [[0.0, 1.0, 1.0], [0.0, 0.0, 1.0]]
    """
    labels, scores = clean_labels(y_true), clean_scores(y_score)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    require_length("y_score", scores, labels.size)
    require_length("y_true", labels, folds.length)

    tables = []
    for name, rows in zip(folds.names, folds.rows, strict=True):
        with _naming(name):
            part = labels[rows], scores[rows]
            tables.append(threshold_table(*part, sample_weight=_part(weights, rows)))
    return tuple(tables)


def fold_cost_tables(
    tables: Sequence[ThresholdTable],
    y_true: ArrayLike,
    y_score: ArrayLike,
    folds: Folds,
    costs: ErrorCosts,
    *,
    sample_weight: ArrayLike | None = None,
) -> tuple[RateSource, ...]:
    """Count every instance of each fold at its own error cost.

    Parameters
    ----------
    tables : sequence of ThresholdTable
        What `fold_tables` found in the same rows.
    y_true, y_score, folds, sample_weight
        As there.
    costs : ErrorCosts
        Costs of errors, row by row as the scores.

    Returns
    -------
    tuple of RateSource
        The points of ROCIV of each fold; `tables` where errors cost the same within each class.

    Raises
    ------
    FoldError
        Where the errors on a class cost nothing within a fold; it names the fold.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> y_true, y_score = np.array([1, 1, 0, 1, 1, 0]), np.array([3, 2, 1, 3, 2, 1])
    >>> loss = np.array([-3.0, -1.0, -1.0, -1.0, -1.0, -1.0])
    >>> costs = error_costs(PayoffMatrix(tp=0.0, fp=-1.0, fn=loss, tn=0.0), y_true)
    >>> folds = split_folds([0, 0, 0, 1, 1, 1])
    >>> tables = fold_tables(y_true, y_score, folds)
    >>> curves = fold_cost_tables(tables, y_true, y_score, folds, costs)
    >>> [curve.tpr.tolist() for curve in curves]
    [[0.0, 0.75, 1.0, 1.0], [0.0, 0.5, 1.0, 1.0]]
    """
    if not costs.varies:
        return tuple(tables)
    labels, scores = clean_labels(y_true), clean_scores(y_score)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    curves = []
    for name, rows, table in zip(folds.names, folds.rows, tables, strict=True):
        order = rank_order(labels[rows], scores[rows], table=table)
        per_row = (_part(costs.fn_costs, rows), _part(costs.fp_costs, rows), _part(weights, rows))
        with _naming(name):
            curves.append(cost_table(table, order, *per_row))
    return tuple(curves)


def _codes(fold: ArrayLike, names: int | None) -> NDArray[np.unsignedinteger[Any]]:
    """Return the folds as the smallest integers that hold them, which sort the fastest."""
    codes = np.asarray(fold)
    if codes.ndim != 1:
        raise ShapeError("fold", codes.ndim)
    if codes.dtype.kind not in "iuf":
        raise FoldError("fold must hold numbers, the positions of the folds among their names.")
    bound = np.inf if names is None else names
    wrong = np.flatnonzero(~((codes >= 0) & (codes < bound) & (codes == np.floor(codes))))
    if wrong.size:
        shown = ", ".join(f"{row + 1:,}" for row in wrong[:_SHOWN].tolist())
        more = ", …" if wrong.size > _SHOWN else ""
        raise FoldError(
            f"fold is no fold in {wrong.size:,} of {codes.size:,} rows (row {shown}{more}); "
            "every row needs a whole number from 0."
        )
    largest = int(codes.max(initial=0))
    return codes.astype(np.min_scalar_type(largest))


def _part(column: Column, rows: Indices) -> Column:
    """Return the rows of a column; one number stands for all rows, None for no column."""
    return column[rows] if isinstance(column, np.ndarray) else column


@contextmanager
def _naming(fold: str) -> Iterator[None]:
    try:
        yield
    except EngineError as error:
        raise FoldError(f"Fold {fold}: {error}") from error
