"""What every table of a report is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns of equal length under their names."""

    header: tuple[str, ...]
    columns: tuple[NDArray[Any] | Sequence[Any], ...]

    @classmethod
    def of_rows(cls, header: tuple[str, ...], rows: Iterable[Sequence[Any]]) -> Table:
        """Return a table from its rows; each has one value per name, None where there is none."""
        columns = tuple(zip(*rows, strict=True))
        return cls(header, columns or tuple(() for _ in header))

    @classmethod
    def of_parts(
        cls, header: tuple[str, ...], parts: Iterable[tuple[str, tuple[NDArray[Any], ...]]]
    ) -> Table:
        """Return a table from the columns of each model; the first column names the model."""
        named = [(repeated(name, columns[0].size), *columns) for name, columns in parts]
        joined = (np.concatenate(column) for column in zip(*named, strict=True))
        return cls(header, tuple(joined))


def repeated(name: str, size: int) -> NDArray[Any]:
    """Return a column that says `name` on every row."""
    return np.full(size, name, dtype=object)
