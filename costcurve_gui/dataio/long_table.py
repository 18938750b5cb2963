"""A table in long format, read as one with a row for every case."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.cells import ABSENT, UNMARKED, BadCells
from costcurve_gui.dataio.roles.labels import MOST_CODED
from costcurve_gui.dataio.table import (
    Answer,
    Marks,
    Matches,
    Numbers,
    Request,
    Table,
    Texts,
    count_values,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.number_formats import NumberFormat

    Rows = NDArray[np.int64]

NO_ROW: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """Which row has what: `first` by case, `rows` by model and case (`NO_ROW` where missing)."""

    models: tuple[str, ...]
    case_of_row: Rows
    first: Rows
    rows: Rows


class LongTable:
    """A table in long format, read as one with a row for every case."""

    def __init__(self, base: Table, score: str, plan: Plan, scores: Mapping[str, int]) -> None:
        self._base = base
        self._score = score
        self._plan = plan
        self.scores = scores

    @property
    def comments(self) -> int:
        """Comment lines of the underlying table."""
        return self._base.comments

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> LongTable:  # noqa: ARG002 - see below
        """Return this table: the underlying one knows how its numbers are written."""
        return self

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for; scores that have no row are missing."""
        beneath = {request: self._beneath(request) for request in requests}
        found = self._base.read(list(dict.fromkeys(beneath.values())), progress)
        answer = Answer(int(self._plan.first.size), {})
        for request, asked in beneath.items():
            rows = self._rows(request.column)
            answer.arrays[request] = _taken(found.arrays[asked], rows, request)
            for cells, taken in ((found.bad, answer.bad), (found.inexact, answer.inexact)):
                if asked in cells:
                    of_rows = bad_cells_of(cells[asked], rows)
                    if of_rows.rows:
                        taken[request] = of_rows
        return answer

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column over all cases."""
        values = tuple(self._base.counts(self._beneath(Texts(column)).column, progress))
        if len(values) > MOST_CODED:
            texts = self.read([Texts(column)], progress).arrays[Texts(column)]
            return count_values([texts.tolist()])
        request = Matches(column, values)
        codes = np.bincount(self.read([request], progress).arrays[request], minlength=ABSENT + 1)
        counts = {value: int(codes[code]) for code, value in enumerate(values, start=1)}
        return {value: count for value, count in counts.items() if count}

    def _rows(self, column: str) -> Rows:
        model = self.scores.get(column)
        return self._plan.first if model is None else self._plan.rows[model]

    def _beneath(self, request: Request) -> Request:
        return replace(request, column=self._score) if request.column in self.scores else request


def _taken(values: NDArray[Any], rows: Rows, request: Request) -> NDArray[Any]:
    taken = values[rows]
    absent = rows == NO_ROW
    if absent.any():
        match request:
            case Numbers():
                taken[absent] = np.nan
            case Texts():
                taken[absent] = ""
            case Matches():
                taken[absent] = ABSENT
            case Marks():
                taken[absent] = UNMARKED
    return taken


def bad_cells_of(bad: BadCells, rows: Rows) -> BadCells:
    """Return the bad cells of some rows, by the position of their row among these."""
    case_of = {row: case for case, row in enumerate(rows.tolist())}
    found = BadCells()
    for row, text in bad.kept(None):
        if row in case_of:
            found.add(case_of[row], text)
    return found
