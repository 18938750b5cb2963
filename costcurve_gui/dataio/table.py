"""What is asked of a table, and the table whose cells are in memory."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from costcurve_gui.dataio.cells import (
    BadCells,
    inexact_cells,
    is_missing,
    parse_numbers,
    text_codes,
    text_marks,
)
from costcurve_gui.dataio.number_formats import NumberFormat, parse_written
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

_BLOCK = 50_000
NO_FORMATS: Mapping[str, NumberFormat] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Numbers:
    """Ask for a column as float64, NaN where missing.

    `exact` asks too for the whole numbers that float64 changes: those above 2**53.
    """

    column: str
    text_as_missing: bool = False
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Matches:
    """Ask per row which of `values` the cell is: see `cells.text_codes`."""

    column: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """Ask for a column as text, empty where missing.

    `raw` asks for the cells as they stand: spaces at the end and words such as NA too.
    """

    column: str
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """Ask which cells of a column are the same: see `cells.text_marks`.

    Marks tell values apart within one answer only. Among ten million different values two share
    a mark with a chance of 1 in 300,000.
    """

    column: str


Request = Numbers | Matches | Texts | Marks


@dataclass(slots=True)
class Answer:
    """The columns asked for, all of the same length, and the cells that are no numbers.

    `inexact` has the cells whose whole numbers are changed, where `Numbers.exact` asked for them.
    """

    rows: int
    arrays: dict[Request, NDArray[Any]]
    bad: dict[Request, BadCells] = field(default_factory=dict)
    inexact: dict[Request, BadCells] = field(default_factory=dict)


class Table(Protocol):
    """Columns of a file that can be read, in one pass, as arrays."""

    @property
    def comments(self) -> int:
        """Comment lines that were passed over in the latest pass."""
        ...

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for."""
        ...

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column over all rows, most frequent first."""
        ...

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> Table:
        """Return the same table with columns whose numbers are written in a way of their own."""
        ...


class MemoryTable:
    """A table whose cells are all in memory, as text, column by column."""

    def __init__(
        self,
        names: Sequence[str],
        columns: Sequence[Sequence[str]],
        decimal: str = ".",
        comments: int = 0,
    ) -> None:
        self.comments = comments
        self._cells = dict(zip(names, columns, strict=True))
        self._rows = len(columns[0]) if columns else 0
        self._decimal = decimal
        self._formats = NO_FORMATS

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> MemoryTable:
        """Return the same table with columns whose numbers are written in a way of their own."""
        table = copy(self)
        table._formats = formats
        return table

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for, in blocks."""
        starts = range(0, self._rows, _BLOCK)
        blocks = []
        for start in starts:
            progress.advance(start, self._rows, "Reading")
            blocks.append(self._read_block(requests, start))
        return join_answers(requests, blocks)

    def _read_block(self, requests: Iterable[Request], start: int) -> Answer:
        cells = {r: self._cells[r.column][start : start + _BLOCK] for r in requests}
        rows = min(_BLOCK, self._rows - start)
        return answer_block(cells, self._decimal, rows, self._formats)

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column."""
        progress.advance(0, self._rows, "Counting")
        return count_values([self._cells[column]])


def count_values(blocks: Iterable[Sequence[str]]) -> dict[str, int]:
    """Count the values of all blocks, most frequent first, missing cells left out."""
    counts: dict[str, int] = {}
    for block in blocks:
        for cell in block:
            if not is_missing(cell):
                counts[cell.strip()] = counts.get(cell.strip(), 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def answer_block(
    cells: dict[Request, Sequence[str]],
    decimal: str,
    rows: int,
    formats: Mapping[str, NumberFormat] = NO_FORMATS,
) -> Answer:
    """Turn the text of one block of rows into arrays."""
    answer = Answer(rows, {})
    for request, texts in cells.items():
        match request:
            case Numbers(text_as_missing=forgiving):
                written = formats.get(request.column)
                answer.arrays[request], bad = (
                    parse_written(texts, written) if written else parse_numbers(texts, decimal)
                )
                if bad.rows and not forgiving:
                    answer.bad[request] = bad
                if request.exact:
                    plain = str if written is None else written.plain
                    answer.inexact[request] = inexact_cells(texts, answer.arrays[request], plain)
            case Matches(values=values):
                answer.arrays[request] = text_codes(texts, values)
            case Marks():
                answer.arrays[request] = text_marks(texts)
            case Texts(raw=raw):
                kept = texts if raw else ("" if is_missing(one) else one.strip() for one in texts)
                answer.arrays[request] = np.array(list(kept), dtype=object)
    return answer


def join_answers(requests: Sequence[Request], blocks: Sequence[Answer]) -> Answer:
    """Put the answers of consecutive blocks together."""
    joined = Answer(sum(block.rows for block in blocks), {})
    for request in requests:
        joined.arrays[request] = np.concatenate([block.arrays[request] for block in blocks])
        for part, parts in (
            (joined.bad, [block.bad for block in blocks]),
            (joined.inexact, [block.inexact for block in blocks]),
        ):
            cells, offset = BadCells(), 0
            for found, block in zip(parts, blocks, strict=True):
                if request in found:
                    cells.extend(found[request], offset)
                offset += block.rows
            if cells.rows:
                part[request] = cells
    return joined
