"""Which rows belong together, from a column of numbers or of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import UNMARKED
from costcurve_gui.dataio.checks import require_values
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.kept_rows import sealed

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
    _, first, group = np.unique(marks, return_index=True, return_inverse=True)
    if first.size < 2:
        raise DataError(
            f"{column} has the same value in every row. A group column has 2 or more values.",
            column=column,
        )
    number = np.empty(first.size, np.int64)
    number[np.argsort(first)] = np.arange(first.size)
    return sealed(number[group])
