"""A table of named columns, as CSV files have it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Columns = tuple[NDArray[Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns of equal length under their names."""

    header: tuple[str, ...]
    columns: Columns

    @classmethod
    def of_rows(cls, header: tuple[str, ...], rows: Iterable[Sequence[Any]]) -> Table:
        """Return a table from its rows; each has one value per name, None where there is none."""
        columns = tuple(zip(*rows, strict=True)) or tuple(() for _ in header)
        return cls(header, tuple(_column(cells) for cells in columns))

    @classmethod
    def of_parts(cls, header: tuple[str, ...], parts: Iterable[tuple[str, Columns]]) -> Table:
        """Return a table from the columns of each model; the first column names the model."""
        named = [(repeated(name, columns[0].size), *columns) for name, columns in parts]
        joined = (np.concatenate(column) for column in zip(*named, strict=True))
        return cls(header, tuple(joined) if named else tuple(np.empty(0) for _ in header))

    @classmethod
    def stacked(cls, tables: Sequence[Table]) -> Table:
        """Return the rows of all tables, which have one header, below each other."""
        if len(tables) == 1:
            return tables[0]
        same = zip(*(table.columns for table in tables), strict=True)
        return cls(tables[0].header, tuple(np.concatenate(columns) for columns in same))

    def with_column(self, name: str, value: str | float) -> Table:
        """Return the table with one more column, which has one value on every row."""
        dtype = object if isinstance(value, str) else np.float64
        column = np.full(len(self.columns[0]), value, dtype=dtype)
        return replace(self, header=(*self.header, name), columns=(*self.columns, column))


def repeated(name: str, size: int) -> NDArray[Any]:
    """Return a column that says `name` on every row."""
    return np.full(size, name, dtype=object)


def _column(cells: Sequence[Any]) -> NDArray[Any]:
    """Return cells as numbers, None as NaN; words and truth values as they are."""
    as_they_are = any(isinstance(cell, str | bool) for cell in cells)
    return np.array(cells, dtype=object if as_they_are else np.float64)
