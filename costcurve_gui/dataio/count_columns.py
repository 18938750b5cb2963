"""What the readers of counts share: names and counts by row, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.errors import SHOWN, DataError, listed, plural
from costcurve_gui.dataio.table import Numbers, Request, Texts
from costcurve_gui.dataio.table_kind import column_called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.source import Source
    from costcurve_gui.engine.progress import Progress


class CountColumns:
    """The columns of a file of counts, in memory."""

    def __init__(
        self, source: Source, texts: Sequence[str], numbers: Sequence[str], progress: Progress
    ) -> None:
        self._names = {name: column_called(source, name) for name in (*texts, *numbers)}
        requests: list[Request] = [Texts(self._names[name]) for name in texts]
        requests += [Numbers(self._names[name]) for name in numbers]
        self._answer = source.table.read(requests, progress)
        for request, bad in self._answer.bad.items():
            cells = [f'{row + 1} "{text}"' for row, text in bad.kept(None)]
            raise DataError(
                f"{request.column} has text in {plural(len(cells), 'row')}: {listed(cells)}. "
                "It takes numbers.",
                column=request.column,
                rows=[row + 1 for row in bad.rows[:SHOWN]],
            )

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._answer.rows

    def names(self, column: str) -> list[str]:
        """Return a column of names; none may be missing."""
        names: list[str] = self._answer.arrays[Texts(self._names[column])].tolist()
        absent = [row for row, name in enumerate(names, start=1) if not name]
        if absent:
            raise DataError(
                f"{column} has no value in {plural(len(absent), 'row')}: {listed(absent)}. "
                "Each row needs one.",
                column=column,
                rows=absent[:SHOWN],
            )
        return names

    def numbers(self, column: str) -> NDArray[np.float64]:
        """Return a column of numbers, NaN where missing."""
        values: NDArray[np.float64] = self._answer.arrays[Numbers(self._names[column])]
        return values

    def counts(self, column: str) -> NDArray[np.float64]:
        """Return a column of counts; each must be a finite number from 0 up."""
        values = self.numbers(column)
        wrong = np.flatnonzero(~((values >= 0) & np.isfinite(values)))
        refuse_rows(column, "is no count", wrong, values, "Counts are numbers from 0 up.")
        return values


def refuse_rows(
    column: str, what: str, rows: NDArray[np.int64], values: NDArray[np.float64], advice: str
) -> None:
    """Raise an error that names the rows, from 1, and their values, where there are any."""
    if not rows.size:
        return
    named = [
        f"{row + 1} ({'missing' if np.isnan(values[row]) else f'{values[row]:g}'})" for row in rows
    ]
    raise DataError(
        f"{column} {what} in {plural(rows.size, 'row')}: {listed(named)}. {advice}",
        column=column,
        rows=(rows[:SHOWN] + 1).tolist(),
    )
