"""Write tables as CSV: UTF-8, LF, decimal points, the shortest text that reads back the same.

Text that a spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.writers import atomic_path
from costcurve_gui.engine.progress import NO_PROGRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import TextIO

    from costcurve_gui.engine.progress import Progress

    Column = Sequence[Any] | np.ndarray | str

COPIED_ROWS: Final = 20_000  # from here on DuckDB is faster than its start takes
_BLOCK: Final = 100_000
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
_QUOTED: Final = (",", '"', "\n", "\r")


def write_csv(
    path: Path | str,
    header: Sequence[str],
    columns: Sequence[Column],
    progress: Progress = NO_PROGRESS,
) -> None:
    """Write a CSV file.

    Parameters
    ----------
    columns : sequence
        One sequence per name in `header`, all of one length; a single str stands for a column
        of it. None and NaN are empty cells, infinity is `inf`.
    """
    rows = _rows(header, columns)
    with atomic_path(path) as temporary:
        if rows >= COPIED_ROWS and _is_text(str(temporary)):
            from costcurve_gui.dataio.csv_copy import copy_table

            copy_table(temporary, header_line(header), columns, rows, progress)
            return
        with temporary.open("w", encoding="utf-8", newline="") as out:
            write_table(out, header, columns)


def write_table(out: TextIO, header: Sequence[str], columns: Sequence[Column]) -> None:
    """Write the same table to an open text file."""
    rows = _rows(header, columns)
    out.write(f"{header_line(header)}\n")
    for start in range(0, rows, _BLOCK):
        block = slice(start, min(start + _BLOCK, rows))
        cells = [cell_texts(column, block) for column in columns]
        out.writelines(f"{line}\n" for line in map(",".join, zip(*cells, strict=False)))


def header_line(header: Sequence[str]) -> str:
    """Return the first line, without its end."""
    return ",".join(text_cell(name) for name in header)


def cell_texts(column: Column, block: slice) -> Iterable[str]:
    """Return the cells of some rows of a column."""
    if isinstance(column, str):
        return repeat(text_cell(column), block.stop - block.start)
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        return _numbers(column[block])
    return map(_cell, column[block])


def text_cell(text: str) -> str:
    """Return a text as a cell, quoted where it has to be."""
    if text.startswith(_FORMULA_STARTS):
        text = f"'{text}"
    if any(mark in text for mark in _QUOTED):
        doubled = text.replace('"', '""')
        return f'"{doubled}"'
    return text


def _rows(header: Sequence[str], columns: Sequence[Column]) -> int:
    lengths = {len(column) for column in columns if not isinstance(column, str)}
    if len(lengths) != 1 or len(columns) != len(header):
        raise ValueError(f"{len(header)} names for {len(columns)} columns of lengths {lengths}")
    return lengths.pop()


def _is_text(name: str) -> bool:
    """Tell whether a name can be written as UTF-8, which those of other encodings cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def _numbers(values: np.ndarray) -> list[str]:
    kind = values.dtype.kind
    if kind == "b":
        return ["true" if value else "false" for value in values.tolist()]
    if kind in "iu":
        return list(map(str, values.tolist()))
    if np.isnan(values).any():
        return [_number(value) for value in values.tolist()]
    texts = list(map(repr, values.tolist()))
    return [text.removesuffix(".0") for text in texts]


def _number(value: float) -> str:
    return "" if value != value else repr(float(value)).removesuffix(".0")


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool() | np.bool_():
            return "true" if value else "false"
        case int() | np.integer():
            return str(int(value))
        case float() | np.floating():
            return _number(float(value))
        case _:
            return text_cell(str(value))
