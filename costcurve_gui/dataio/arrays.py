"""Columns that are in memory as arrays, read as those of a file are."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.dataio.cells import LARGEST_EXACT, BadCells
from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.formats.opening import source_of
from costcurve_gui.dataio.formats.registry import SAMPLE_ROWS, Looked
from costcurve_gui.dataio.source import Fingerprint
from costcurve_gui.dataio.table import (
    NO_FORMATS,
    Answer,
    Numbers,
    Request,
    answer_block,
    count_values,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.source import Source

    Cells = NDArray[Any] | Sequence[str]
    """Numbers, NaN where missing; or texts, empty where missing."""


def open_arrays(name: str, columns: Mapping[str, Cells]) -> Source:
    """Return columns of equal length, one row a case, as an opened file.

    Parameters
    ----------
    name : str
        What messages call the whole.
    """
    looked = look_at_arrays(columns, "arrays")
    source = source_of(None, name, looked, Fingerprint(None))
    described = tuple(_numeric(column, columns[column.name]) for column in source.columns)
    return replace(source, columns=described, rows_are_cases=True)


def look_at_arrays(columns: Mapping[str, Cells], described: str) -> Looked:
    """Return a table of columns that are in memory, with rows from all over it."""
    table = ArrayTable(columns)
    places = np.unique(np.linspace(0, table.rows - 1, SAMPLE_ROWS).astype(np.int64))
    places = places[: table.rows]
    sample = [list(row) for row in zip(*table.texts_at(places), strict=True)]
    complete = len(sample) == table.rows
    typed = frozenset(name for name, one in columns.items() if isinstance(one, np.ndarray))
    return Looked(table, list(columns), sample, table.rows, complete, described, typed=typed)


def _numeric(column: ColumnInfo, cells: Cells) -> ColumnInfo:
    """Return a column of numbers as such where all that were looked at are missing."""
    empty = isinstance(cells, np.ndarray) and not column.kind.is_numeric
    return replace(column, kind=Kind.NUMBER) if empty else column


class ArrayTable:
    """A table whose columns are arrays of numbers or lists of texts."""

    comments = 0

    def __init__(self, columns: Mapping[str, Cells]) -> None:
        self._columns = columns
        self._formats = NO_FORMATS
        self.rows = len(next(iter(columns.values())))

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> ArrayTable:
        """Return the same table with columns whose numbers are written in a way of their own."""
        table = ArrayTable(self._columns)
        table._formats = formats
        return table

    def texts_at(self, rows: NDArray[np.int64]) -> list[list[str]]:
        """Return some cells of every column as text."""
        return [
            number_texts(cells[rows])
            if isinstance(cells, np.ndarray)
            else [cells[row] for row in rows]
            for cells in self._columns.values()
        ]

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Return the columns asked for."""
        answer = Answer(self.rows, {})
        for done, request in enumerate(requests):
            progress.advance(done, len(requests), "Reading")
            cells = self._columns[request.column]
            if not isinstance(request, Numbers):
                part = _of_values(request, cells)
            elif isinstance(cells, np.ndarray):
                part = _numbers(request, cells)
            else:
                part = answer_block({request: cells}, ".", self.rows, self._formats)
            answer.arrays |= part.arrays
            answer.bad |= part.bad
            answer.inexact |= {key: bad for key, bad in part.inexact.items() if bad.rows}
        return answer

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column."""
        progress.advance(0, self.rows, "Counting")
        cells = self._columns[column]
        if not isinstance(cells, np.ndarray):
            return count_values([cells])
        values, counts = np.unique(cells[~np.isnan(cells)], return_counts=True)
        found = dict(zip(number_texts(values), counts.tolist(), strict=True))
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def number_texts(values: NDArray[Any]) -> list[str]:
    """Return numbers as a CSV file has them."""
    if values.dtype.kind != "f":
        return list(map(str, values.tolist()))
    return [
        "" if value != value else repr(value).removesuffix(".0")
        for value in values.astype(np.float64).tolist()
    ]


def _numbers(request: Numbers, cells: NDArray[Any]) -> Answer:
    values = cells.astype(np.float64)
    answer = Answer(values.size, {request: values})
    if request.exact and cells.dtype.kind in "iu":
        large = np.flatnonzero(np.abs(values) >= LARGEST_EXACT).tolist()
        changed = [row for row in large if int(values[row]) != int(cells[row])]
        if changed:
            answer.inexact[request] = BadCells(changed, [str(cells[row]) for row in changed])
    return answer


def _of_values(request: Request, cells: Cells) -> Answer:
    """Answer what is about texts once for each distinct value."""
    places: NDArray[np.int64]
    if isinstance(cells, np.ndarray):
        numbers, places = np.unique(cells, return_inverse=True)
        values = number_texts(numbers)
    else:
        place_of = {text: place for place, text in enumerate(dict.fromkeys(cells))}
        values = list(place_of)
        places = np.fromiter(map(place_of.__getitem__, cells), np.int64, len(cells))
    found = answer_block({request: values}, ".", len(values))
    return Answer(len(cells), {request: found.arrays[request][places]})
