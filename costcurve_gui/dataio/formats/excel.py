"""Sheets of Excel workbooks as rows of text."""

from __future__ import annotations

import datetime
import re
import zlib
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, zip_longest
from typing import IO, TYPE_CHECKING, Any
from zipfile import BadZipFile

from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.dataio.formats.headers import skip_question
from costcurve_gui.dataio.formats.registry import look_at_rows
from costcurve_gui.dataio.formats.rows import COMMENT_MARKS
from costcurve_gui.dataio.formats.sheet_xml import has_formulas, lean_workbook
from costcurve_gui.dataio.source import Answer, Question, ReadOptions, Sheet
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from costcurve_gui.dataio.formats.registry import Looked

_STEP = 5_000
_FIRST_ROWS, _LOOKED_AT, _MOST_TITLES = 20, 200, 10
_DIGIT = re.compile("[0-9]")
_MOST_ROWS = 1_048_576  # of a sheet; a damaged number of a row would stand for endless blank ones
_DAMAGE = (KeyError, ValueError, TypeError, IndexError, AttributeError, SyntaxError, EOFError)


def look_at_workbook(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    """Look into a sheet of a workbook: the one that is named, or the first one with a table."""
    with _read_faults(path), lean_workbook(path) as book:
        sheets = _sheets(book)
        sheet = options.sheet or _with_a_table(sheets)
        sheet, rows, typed = sheet_rows(path, book, sheet, progress)
    titles = _titles(rows) if options.skip is None else 0
    rows, comments = without_comments(rows[options.skip or titles :])
    read = ReadOptions(
        sheet=sheet, header=options.header, skip=options.skip or titles or None, names=options.names
    )
    looked = look_at_rows(rows, read, path.name, f'Excel, sheet "{sheet}"', comments)
    names = frozenset(name for place, name in enumerate(looked.names) if place in typed)
    asked = () if options.sheet else _other_sheets(sheet, sheets)
    asked += (skip_question(titles),) if titles else ()
    return replace(looked, sheets=sheets, typed=names, questions=(*asked, *looked.questions))


def _titles(rows: Sequence[Sequence[str]]) -> int:
    """Return how many first rows have a single cell, such as a title, where most have several."""
    used = [sum(map(bool, row)) for row in rows[:_LOOKED_AT]]
    several = sum(1 for count in used if count > 1)
    first = next((place for place, count in enumerate(used) if count > 1), 0)
    told = any(row[0].startswith(COMMENT_MARKS) for row in rows[:first])
    return 0 if told or 2 * several <= len(used) or first > _MOST_TITLES else first


def _with_a_table(sheets: Sequence[Sheet]) -> str | None:
    """Return the first sheet to be seen that holds a table; None for the first of all."""
    seen = [one for one in sheets if not one.hidden] or list(sheets)
    tables = [one for one in seen if one.is_table]
    return next((one.name for one in (*tables, *seen)), None)


def _other_sheets(sheet: str, sheets: Sequence[Sheet]) -> tuple[Question, ...]:
    """Say which sheet was read where there are others."""
    others = [one.name for one in sheets if one.name != sheet]
    if not others:
        return ()
    hidden = any(one.hidden for one in sheets if one.name == sheet)
    text = tr(
        'The sheet "{sheet}"{hidden} was read; the workbook also has {others}.',
        sheet=sheet,
        hidden=tr(", which is hidden,") if hidden else "",
        others=all_of([f'"{one.name}"{_hidden(one)}' for one in sheets if one.name != sheet]),
    )
    answers = [
        Answer(tr('Read "{name}"', name=name), f'--sheet "{name}"', ReadOptions(sheet=name))
        for name in (sheet, *others)
    ]
    return (Question("sheet", text, tuple(answers)),)


def _hidden(sheet: Sheet) -> str:
    return tr(" (hidden)") if sheet.hidden else ""


def _sheets(stream: IO[bytes]) -> tuple[Sheet, ...]:
    """Describe every sheet."""
    from openpyxl import load_workbook

    book = load_workbook(stream, read_only=True, data_only=True)
    return tuple(_described(page) for page in book.worksheets)


def _described(page: Any) -> Sheet:
    size = page.max_row or 0, page.max_column or 0
    try:
        page.reset_dimensions()
        rows = islice(page.iter_rows(max_row=_FIRST_ROWS, values_only=True), _FIRST_ROWS)
        first = [[cell for cell in map(cell_text, row) if cell] for row in rows]
    except _DAMAGE:  # it is another sheet that is read
        first = []
    table = sum(1 for row in first if len(row) > 1) > 1
    head = tuple(next((row for row in first if row), ()))
    return Sheet(page.title, *size, head, page.sheet_state != "visible", table)


def sheet_rows(
    path: Path, book: IO[bytes], sheet: str | None = None, progress: Progress = NO_PROGRESS
) -> tuple[str, list[list[str]], frozenset[int]]:
    """Read a sheet, the first by default: its name, its rows that hold something, typed columns.

    A formula that was never calculated stands there as its text, such as `=A2*B2`: a program
    wrote it that does not calculate, and reading nothing would be a missing value unsaid. Typed
    are the places of columns in which no cell is a text with a digit.
    """
    chosen = _chosen(path, book, sheet)
    cells = list(_cells(path, book, chosen, progress, values=True))
    if any(not row or None in row for row in cells) and has_formulas(book):
        formulas = _cells(path, book, chosen, progress, values=False)
        cells = [_with_formulas(*pair) for pair in zip(cells, formulas, strict=True)]
    rows = ([cell_text(cell) for cell in row] for row in cells)
    table = _square([row for row in rows if any(row)])
    texts = {
        place
        for row in cells[1:]
        for place, cell in enumerate(row)
        if isinstance(cell, str) and _DIGIT.search(cell)
    }
    width = len(table[0]) if table else 0
    return chosen, table, frozenset(range(width)) - texts


@contextmanager
def _read_faults(path: Path) -> Iterator[None]:
    """Say in plain words what is wrong with a workbook."""
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        yield
    except DataError:
        raise
    except (InvalidFileException, BadZipFile, zlib.error, *_DAMAGE) as fault:
        raise DataError(
            tr("Cannot read {name}: it is not a whole Excel workbook (.xlsx).", name=path.name),
            file=path.name,
        ) from fault
    except RuntimeError as fault:  # of Python's reader of zip archives
        raise DataError(
            tr(
                "Cannot read {name}: it is encrypted, or in an unsupported compression. Save "
                "it again as .xlsx without a password, or as CSV.",
                name=path.name,
            ),
            file=path.name,
        ) from fault


def without_comments(rows: list[list[str]]) -> tuple[list[list[str]], int]:
    """Leave out the rows that hold nothing but a comment in their first cell; count them.

    >>> without_comments([["# of May", ""], ["#id", "score"], ["1", "0.5"]])
    ([['id', 'score'], ['1', '0.5']], 1)
    """
    kept = [row for row in rows if not row[0].startswith(COMMENT_MARKS) or any(row[1:])]
    if not any(any(row[1:]) for row in kept):
        kept = list(rows)  # a single column
    if kept:
        kept[0] = [kept[0][0].removeprefix("#"), *kept[0][1:]]
    return kept, len(rows) - len(kept)


def _chosen(path: Path, stream: IO[bytes], sheet: str | None) -> str:
    """Return the name of a sheet that there is: the first by default."""
    from openpyxl import load_workbook

    names = [page.title for page in load_workbook(stream, read_only=True).worksheets]
    chosen = names[0] if sheet is None and names else sheet or ""
    if chosen not in names:
        raise DataError(
            tr(
                '{name} has no sheet "{chosen}". It has {names}.',
                name=path.name,
                chosen=chosen,
                names=all_of(names),
            ),
            file=path.name,
        )
    return chosen


def _cells(
    path: Path, stream: IO[bytes], sheet: str, progress: Progress, *, values: bool
) -> Iterator[tuple[object, ...]]:
    """Read a sheet row by row: the values of its formulas, or the formulas themselves."""
    from openpyxl import load_workbook

    page = load_workbook(stream, read_only=True, data_only=values)[sheet]
    page.reset_dimensions()  # some programs write a wrong one, and rows past it would be cut
    rows = page.iter_rows(values_only=True)
    return _counted(rows, Budget(path), path.name, progress)


def _counted(
    rows: Iterable[tuple[object, ...]], budget: Budget, file: str, progress: Progress
) -> Iterator[tuple[object, ...]]:
    for number, cells in enumerate(rows):
        if number % _STEP == 0:
            progress.advance(number, number + _STEP, "Reading the sheet")
        if number == _MOST_ROWS:
            raise DataError(
                tr(
                    "Cannot read {file}: a row is numbered above {most_rows}, the last that a "
                    "sheet can have. Save it again as .xlsx, or as CSV.",
                    file=file,
                    most_rows=_MOST_ROWS,
                ),
                file=file,
            )
        held = cells if any(cell is not None for cell in cells) else ()
        budget.cells(held)
        yield held


def _with_formulas(values: tuple[object, ...], formulas: tuple[object, ...]) -> tuple[object, ...]:
    if values == formulas:
        return values
    return tuple(
        value if value is not None or formula is None else getattr(formula, "text", formula)
        for value, formula in zip_longest(values, formulas)
    )


def cell_text(cell: object) -> str:
    """Return a value of a cell as the text that is read."""
    match cell:
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case float() if cell.is_integer() and abs(cell) < 1e15:
            return str(int(cell))
        case datetime.datetime() if cell.time() == datetime.time():
            return cell.date().isoformat()
        case datetime.date() | datetime.time():
            return cell.isoformat()
        case _:
            return str(cell)


def _square(rows: list[list[str]]) -> list[list[str]]:
    """Cut columns that are empty throughout at the right, fill short rows."""
    width = max((_used(row) for row in rows), default=0)
    return [row[:width] + [""] * (width - len(row)) for row in rows]


def _used(row: list[str]) -> int:
    return max((i for i, cell in enumerate(row, start=1) if cell), default=0)
