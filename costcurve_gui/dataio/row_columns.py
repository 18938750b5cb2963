"""What a file says of each row: whether it is kept, its fold and its group."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, OTHER, UNMARKED
from costcurve_gui.dataio.checks import require_values
from costcurve_gui.dataio.errors import DataError, plural
from costcurve_gui.dataio.expressions.expression import Expression, ExpressionError, compile_filter
from costcurve_gui.dataio.roles.labels import label_key
from costcurve_gui.dataio.table import Answer, Matches, Numbers
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source


_MOST_FOLDS = 250


def fold_request(source: Source, name: str) -> Matches:
    """Return what asks a table for the folds, each a value of the column, in natural order.

    Raises
    ------
    DataError
        Where the column has one value, or too many to be folds.
    """
    column = source.column(name)
    counts = column.counts if source.complete else source.table.counts(name)
    if not 1 < len(counts) <= _MOST_FOLDS:
        raise DataError(
            tr(
                "{name} has {counts}. A fold column has 2 to {most_folds}.",
                name=name,
                counts=plural(len(counts), "value"),
                most_folds=_MOST_FOLDS,
            ),
            column=name,
        )
    return Matches(name, tuple(sorted(counts, key=natural_order)))


def fold_positions(
    request: Matches, codes: NDArray[np.uint8], row_numbers: NDArray[np.int64] | None
) -> NDArray[np.int16]:
    """Return the position of every row's fold among the values asked for.

    Raises
    ------
    DataError
        Where rows have no fold; the first of them are named.
    """
    require_values(request.column, codes == ABSENT, row_numbers, "fold")
    return sealed(codes.astype(np.int16) - np.int16(1))


def weight_request(source: Source, number: Numbers) -> Numbers | Matches:
    """Return what asks a table for weights: numbers, or the texts of a mask, true ones first."""
    column = source.column(number.column)
    spellings = sorted(column.counts, key=lambda text: label_key(text) != 1)
    is_mask = not column.kind.is_numeric and all(label_key(text) in (0, 1) for text in spellings)
    return Matches(number.column, tuple(spellings)) if is_mask and spellings else number


def weights_of(request: Numbers | Matches, values: NDArray[Any]) -> NDArray[np.float64]:
    """Return the weights of rows: of a mask 1 where it is true and 0 where it is false."""
    if isinstance(request, Numbers):
        return values
    true = sum(label_key(text) == 1 for text in request.values)
    unknown = (values == ABSENT) | (values == OTHER)
    return np.where(unknown, np.nan, np.where(values <= true, 1.0, 0.0))


def group_numbers(
    column: str, marks: NDArray[np.uint64], row_numbers: NDArray[np.int64] | None
) -> NDArray[np.int64]:
    """Return the number of every row's group, counted from 0 in the order of the file.

    The order of the file, not of the marks: so that resampling draws the same groups whichever
    reader marked them.

    Parameters
    ----------
    column : str
        Name of the column, for errors.
    marks : ndarray of uint64, shape (n,)
        Marks of the rows kept: see `table.Marks`.
    row_numbers : ndarray of int64, shape (n,), or None
        Their rows in the file, from 1; None where every row was kept.

    Raises
    ------
    DataError
        Where rows have no group, or all have the same.
    """
    require_values(column, marks == UNMARKED, row_numbers, "group")
    groups = in_file_order(marks)
    if not groups.any():
        raise DataError(
            tr(
                "{column} has the same value in every row. A group column has 2 or more values.",
                column=column,
            ),
            column=column,
        )
    return groups


def in_file_order(marks: NDArray[Any]) -> NDArray[np.int64]:
    """Return a number for every row, the same where marks are the same, from 0 in their order."""
    _, first, group = np.unique(marks, return_index=True, return_inverse=True)
    number = np.empty(first.size, np.int64)
    number[np.argsort(first)] = np.arange(first.size)
    return sealed(number[group])


_CHUNK = 500_000  # rows between two chances for other threads


def row_filter(source: Source, where: str) -> Expression | None:
    """Return the condition that rows must fulfil; None where all are kept."""
    if not where.strip():
        return None
    numeric = [column.name for column in source.columns if column.kind.is_numeric]
    try:
        return compile_filter(where, numeric, [column.name for column in source.columns])
    except ExpressionError as fault:
        raise DataError(
            tr("The filter {where}: {message}", where=where, message=fault.message),
            file=source.name,
        ) from fault


def fulfilled(
    condition: Expression, answer: Answer, number_of: Callable[[str], Numbers]
) -> NDArray[np.bool_]:
    """Return which rows fulfil a condition; `number_of` gives the request of a column."""
    columns: dict[str | Matches, Any] = {
        name: answer.arrays[number_of(name)] for name in condition.columns
    }
    columns |= {test: answer.arrays[test] == 1 for test in condition.tests}
    keep: NDArray[np.bool_] = condition.keep(columns)
    return keep


def kept(values: NDArray[Any], keep: NDArray[np.bool_] | None) -> NDArray[Any]:
    """Return the values of the rows to keep, in steps that let other threads run."""
    if keep is None:
        return values
    result = np.empty(np.count_nonzero(keep), dtype=values.dtype)
    done = 0
    for start in range(0, values.size, _CHUNK):
        part = values[start : start + _CHUNK][keep[start : start + _CHUNK]]
        result[done : done + part.size] = part
        done += part.size
    return result


def sealed(values: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only."""
    values.setflags(write=False)
    return values


def natural_order(value: str) -> tuple[float, str]:
    """Sort numbers by value and before text: 2 before 10."""
    try:
        return (float(value), value)
    except ValueError:
        return (float("inf"), value)
