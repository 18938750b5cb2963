"""A table whose columns come from several others, a row a case."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from costcurve_gui.dataio.cells import is_missing
from costcurve_gui.dataio.long_table import bad_cells_of
from costcurve_gui.dataio.table import Answer, Request, Table, Texts, count_values
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from costcurve_gui.dataio.number_formats import NumberFormat

    Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A table, the row of every case in it, and its columns by their names in the joined one."""

    table: Table
    rows: Rows
    columns: Mapping[str, str]

    @property
    def whole(self) -> bool:
        """Whether the cases are its rows in their order: then nothing has to be moved."""
        size = self.rows.size
        first_and_last = size and self.rows[0] == 0 and self.rows[-1] == size - 1
        return bool(first_and_last and (self.rows[1:] > self.rows[:-1]).all())


class JoinedTable:
    """Several tables, read as one with a row for every case."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._part_of = {name: part for part in parts for name in part.columns}

    @property
    def comments(self) -> int:
        """Comment lines of all files."""
        return sum(part.table.comments for part in self._parts)

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> JoinedTable:  # noqa: ARG002 - see below
        """Return this table: the underlying ones know how their numbers are written."""
        return self

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for, in one pass over each file that has some."""
        answer = Answer(int(self._parts[0].rows.size), {})
        for part in self._parts:
            beneath = {
                request: replace(request, column=part.columns[request.column])
                for request in requests
                if request.column in part.columns
            }
            if not beneath:
                continue
            found = part.table.read(list(dict.fromkeys(beneath.values())), progress)
            whole = part.whole and found.rows == answer.rows
            for request, asked in beneath.items():
                values = found.arrays[asked]
                answer.arrays[request] = values if whole else values[part.rows]
                for cells, taken in ((found.bad, answer.bad), (found.inexact, answer.inexact)):
                    if asked in cells:
                        moved = bad_cells_of(cells[asked], part.rows)
                        if moved.rows:
                            taken[request] = moved
        return answer

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column over all cases."""
        texts = self.read([Texts(column)], progress).arrays[Texts(column)].tolist()
        return count_values([[text for text in texts if not is_missing(text)]])
