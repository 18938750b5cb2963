"""The fold of every row, from a column of numbers or of names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import ABSENT
from costcurve_gui.dataio.checks import require_values
from costcurve_gui.dataio.errors import DataError, plural
from costcurve_gui.dataio.kept_rows import natural_order, sealed
from costcurve_gui.dataio.table import Matches

if TYPE_CHECKING:
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
            f"{name} has {plural(len(counts), 'value')}. A fold column has 2 to {_MOST_FOLDS}.",
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
