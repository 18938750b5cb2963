"""Names and kinds of columns, as known from the cells seen so far."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import KEPT_TEXTS, NO_NUMBER, BadCells, is_missing, parse_numbers
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.number_formats import (
    PLAIN,
    NumberFormat,
    NumberMarks,
    Written,
    find_format,
    is_number,
    may_part_thousands,
    parse_written,
    shown_mark,
)
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence


MOST_DISTINCT = 1_000
CALCULATE = "Open the workbook in a spreadsheet program and save it, which calculates them."
_EXAMPLES = 5
_LOOKED_AT = 100
_FEWEST_COUNTED, _COUNTED_ROWS = 3, 1_000
_POINT = NumberMarks()
_BOOLEANS = ({"true", "false"}, {"yes", "no"}, {"t", "f"}, {"y", "n"})
_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?.*)?|\d\d?[./]\d\d?[./]\d{4}")


class Kind(StrEnum):
    """What a column holds."""

    NUMBER = "number"
    WHOLE = "whole"
    TEXT = "text"
    BOOL = "bool"
    DATE = "date"

    @property
    def is_numeric(self) -> bool:
        """Whether the column can be calculated with."""
        return self in (Kind.NUMBER, Kind.WHOLE)


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """One column.

    `missing` counts cells, `distinct` is capped, `counts` has the most frequent text first.
    The figures are those of the rows seen, which are all rows of a small file. `written` has the
    format of numbers that are not written plainly, or why they are left as text; `consecutive`
    says that they are whole numbers that go up by one from row to row. `text_cells` counts text
    among numbers, in a column that is text for the most part too if it holds any; `unread` shows
    some of it.
    """

    name: str
    kind: Kind
    missing: int
    minimum: float | None
    maximum: float | None
    distinct: int
    examples: tuple[str, ...]
    counts: Mapping[str, int]
    text_cells: int = 0
    written: Written = PLAIN
    consecutive: bool = False
    unread: tuple[str, ...] = ()
    sampled: bool = False  # whether there are more rows than those seen

    @property
    def more_values(self) -> str:
        """What stands behind the number of values where there may be others: mostly nothing."""
        return tr(" or more") if self.sampled or self.distinct >= MOST_DISTINCT else ""

    @property
    def note(self) -> str:
        """What a reader should know of how the cells were read; mostly nothing."""
        written = self.written.format
        if written is not None:
            cells = [cell for cell in self.counts if is_number(cell, written)][:_LOOKED_AT]
            cell = max(cells, key=len, default="")  # the one that shows most of the format
            return f'{self.name}: "{cell}" is read as {self.as_read(cell)} ({written.described})'
        if self.kind is not Kind.TEXT or not self.examples:
            return ""
        if all(cell.startswith("=") for cell in self.examples):
            example = f'has formulas without a value, such as "{self.examples[0]}"'
            return f"{self.name} {example}; it is left as text. {CALCULATE}"
        reason = self.written.reason
        return f"{self.name} is left as text: {reason}" if reason else ""

    def marks(self, decimal: str) -> NumberMarks:
        """Return the marks by which some of the cells are to be read again as all of them were.

        `decimal` is the mark of the file.
        """
        written = self.written.format
        if written is not None:
            return NumberMarks.of_user(written.decimal, written.thousands, decimal)
        return NumberMarks(decimal, settled=not self.written.open_mark, plain=decimal)

    def as_read(self, cell: str, decimal: str = ".") -> str:
        """Return a cell as it is used: a number as it was read, any other text as it is."""
        written = self.written.format
        if written is None:
            return cell.replace(decimal, ".") if self.kind.is_numeric else cell
        if not is_number(cell, written):
            return cell
        return f"{written.number(cell):.15g}"


def describe_columns(
    names: Sequence[str],
    rows: Sequence[Sequence[str]],
    marks: NumberMarks,
    typed: Collection[str] = (),
) -> tuple[ColumnInfo, ...]:
    """Look at the cells of all columns.

    Parameters
    ----------
    marks : NumberMarks
        What is known of the numbers of the file; where that leaves the decimal mark open, those
        of its columns that show one settle it for the others.
    typed : collection of str
        Columns whose numbers are no text in the file: no mark of theirs can be mistaken.
    """
    columns = [list(cells) for cells in zip(*rows, strict=True)]
    pairs = list(zip(names, columns, strict=True))
    if not marks.settled:
        shown = {_shown_by(cells) for name, cells in pairs if name not in typed} - {""}
        marks = replace(marks, decimal=shown.pop(), settled=True) if len(shown) == 1 else marks
    plain = NumberMarks(marks.plain, settled=True, plain=marks.plain)
    return tuple(
        describe_column(name, cells, plain if name in typed else marks) for name, cells in pairs
    )


def _shown_by(cells: Sequence[str]) -> str:
    """Return the decimal mark that a column of numbers shows."""
    present = [cell.strip() for cell in cells if not is_missing(cell)]
    first = present[:_LOOKED_AT]
    numeric = sum(1 for cell in first if cell[:1].isdigit() or cell[:1] in "+-.,")
    return shown_mark(present) if 2 * numeric > len(first) else ""


def describe_column(name: str, cells: Sequence[str], marks: NumberMarks = _POINT) -> ColumnInfo:
    """Look at the cells of one column.

    >>> describe_column("amount", ["250", "NA", "18424"]).kind
    <Kind.WHOLE: 'whole'>
    """
    decimal = marks.plain
    present = [cell.strip() for cell in cells if not is_missing(cell)]
    numbers = [cell for cell in present if cell.casefold() not in NO_NUMBER]
    values, bad = parse_numbers(numbers, decimal)
    if 2 * len(bad.rows) < len(numbers):
        present = numbers
    counts = Counter(present)
    written = PLAIN
    if bad.rows:
        written = find_format(present, bad.texts, marks)
    elif may_part_thousands(present, decimal):
        written = _of_thousands(find_format(present, present, marks), decimal)
    if written.format is not None:
        values, bad = parse_written(present, written.format)
        decimal = written.format.decimal
    elif written.open_mark:
        bad = BadCells(list(range(len(present))), present[:KEPT_TEXTS])
    words = len(bad.rows) + (0 if written.format else len(present) - len(numbers))
    kind = _kind(present, values, words, decimal)
    some = kind is Kind.TEXT and not written.reason and len(bad.rows) < len(present)
    low, high = _range(values) if kind.is_numeric else (None, None)
    common = dict(counts.most_common(MOST_DISTINCT))
    return ColumnInfo(
        name=name,
        kind=kind,
        missing=len(cells) - len(present),
        minimum=low,
        maximum=high,
        distinct=min(len(counts), MOST_DISTINCT),
        examples=tuple(common)[:_EXAMPLES],
        counts=common,
        text_cells=len(bad.rows) if kind.is_numeric or some else 0,
        unread=tuple(dict.fromkeys(bad.texts))[:_EXAMPLES] if kind.is_numeric or some else (),
        written=written,
        consecutive=kind is Kind.WHOLE and _counts_rows(values),
    )


def _of_thousands(found: Written, decimal: str) -> Written:
    """Return no format of its own where numbers turned out to be what they look like."""
    same = found.format == NumberFormat(decimal)
    return PLAIN if same else found


def _kind(present: Sequence[str], values: np.ndarray, bad: int, decimal: str) -> Kind:
    if not present:
        return Kind.TEXT
    if bad * 2 < len(present):
        numbers = values[np.isfinite(values)]
        is_whole = numbers.size == len(present) - bad and bool(np.all(numbers == np.rint(numbers)))
        plain = not any(decimal in cell or "e" in cell.lower() for cell in present[:100])
        return Kind.WHOLE if is_whole and plain else Kind.NUMBER
    if {cell.lower() for cell in present} in _BOOLEANS:
        return Kind.BOOL
    return Kind.DATE if all(_DATE.fullmatch(cell) for cell in present) else Kind.TEXT


def _counts_rows(values: np.ndarray) -> bool:
    """Tell whether the first numbers go up by one from row to row."""
    first = values[:_COUNTED_ROWS]
    return first.size >= _FEWEST_COUNTED and bool(np.all(np.diff(first) == 1))


def _range(values: np.ndarray) -> tuple[float | None, float | None]:
    numbers = values[~np.isnan(values)]
    if not numbers.size:
        return None, None
    return float(numbers.min()), float(numbers.max())


def column_names(
    cells: Sequence[str], *, has_header: bool, file: str = "", names: Sequence[str] | None = None
) -> list[str]:
    """Return the names in a header; a nameless column is called by its position.

    >>> column_names(["", "label "], has_header=True)
    ['column_1', 'label']
    """
    named = [cell.strip() if has_header or names else "" for cell in names or cells]
    names = [name or f"column_{position}" for position, name in enumerate(named, start=1)]
    check_names(names, file)
    return names


def check_names(names: Sequence[str], file: str) -> None:
    """Refuse a name that occurs twice."""
    for name in names:
        positions = [str(i) for i, other in enumerate(names, start=1) if other == name]
        if len(positions) > 1:
            raise DataError(
                tr(
                    '{file} has {count} columns named "{name}" (columns {positions}). Each '
                    "column needs its own name.",
                    file=file or tr("The table"),
                    count=len(positions),
                    name=name,
                    positions=", ".join(positions),
                ),
                file=file,
                column=name,
            )
