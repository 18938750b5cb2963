"""Sheets of Excel workbooks as rows of text."""

from __future__ import annotations

import datetime
import zlib
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError, all_of
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_STEP = 5_000
_DAMAGE = (KeyError, ValueError, TypeError, IndexError, AttributeError, SyntaxError, EOFError)


def sheet_rows(
    path: Path, sheet: str | None = None, progress: Progress = NO_PROGRESS
) -> tuple[str, list[list[str]]]:
    """Read a sheet, the first by default: its name and its rows that hold something."""
    from zipfile import BadZipFile

    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with path.open("rb") as stream:
            book = load_workbook(stream, read_only=True, data_only=True)
            names = book.sheetnames
            chosen = names[0] if sheet is None and names else sheet or ""
            if chosen not in names:
                raise DataError(
                    f'{path.name} has no sheet "{chosen}". It has {all_of(names)}.', file=path.name
                )
            return chosen, _rows(book[chosen].iter_rows(values_only=True), progress)
    except DataError:
        raise
    except (InvalidFileException, BadZipFile, zlib.error, *_DAMAGE) as fault:
        raise DataError(
            f"Cannot read {path.name}: it is not a whole Excel workbook (.xlsx).", file=path.name
        ) from fault
    except RuntimeError as fault:  # of Python's reader of zip archives
        raise DataError(
            f"Cannot read {path.name}: it is encrypted, or packed in a way that is not read. "
            "Save it anew as .xlsx without a password, or as CSV.",
            file=path.name,
        ) from fault


def _rows(values: Iterable[tuple[object, ...]], progress: Progress) -> list[list[str]]:
    rows = []
    for number, cells in enumerate(values):
        if number % _STEP == 0:
            progress.advance(number, number + _STEP, "Reading the sheet")
        texts = [_text(cell) for cell in cells]
        if any(texts):
            rows.append(texts)
    return _square(rows)


def _text(cell: object) -> str:
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
