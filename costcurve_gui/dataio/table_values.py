"""Cells of a table as plain values, which writers of all formats start from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.dataio.csv_writer import Column
    from costcurve_gui.engine.progress import Progress

    Value = bool | int | float | str | None
    Values = list[Value]

_BLOCK: Final = 10_000


def row_count(header: Sequence[str], columns: Sequence[Column]) -> int:
    """Return how many rows a table has.

    Raises
    ------
    ValueError
        Where the columns are not as long as each other, or not as many as the names.
    """
    lengths = {len(column) for column in columns if not isinstance(column, str)}
    if len(lengths) != 1 or len(columns) != len(header):
        raise ValueError(f"{len(header)} names for {len(columns)} columns of lengths {lengths}")
    return lengths.pop()


def values_of(column: Column, rows: slice) -> Values:
    """Return cells as plain values: None where one is missing."""
    if isinstance(column, str):
        return [column] * (rows.stop - rows.start)
    if isinstance(column, np.ndarray) and column.dtype.kind in "iub":
        return column[rows].tolist()  # type: ignore[no-any-return]
    return [_plain(value) for value in column[rows]]


def _plain(value: Any) -> Value:
    match value:
        case None | str():
            return value
        case bool() | np.bool_():
            return bool(value)
        case int() | np.integer():
            return int(value)
        case float() | np.floating():
            number = float(value)
            return None if number != number else number
        case _:
            return str(value)


def number_text(value: float) -> str:
    """Return the shortest text that reads back as the same number."""
    return repr(value).removesuffix(".0")


def blocks(
    header: Sequence[str], columns: Sequence[Column], progress: Progress, name: str
) -> Iterator[list[Values]]:
    """Yield the values of all columns, some rows at a time."""
    rows = row_count(header, columns)
    for start in range(0, rows, _BLOCK):
        progress.advance(start, rows, name)
        block = slice(start, min(start + _BLOCK, rows))
        yield [values_of(column, block) for column in columns]
