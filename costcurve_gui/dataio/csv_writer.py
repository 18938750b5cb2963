"""Write tables as CSV: UTF-8, LF, decimal points, the shortest text that reads back the same.

Text that a spreadsheet would take for a formula gets an apostrophe in front.
"""

from __future__ import annotations

import errno
import os
import re
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from costcurve_gui.dataio.formats.duckdb_connection import (
    SETTINGS,
    identifier,
    quoted,
    run_interruptibly,
)
from costcurve_gui.dataio.writers import atomic_path, text_cell
from costcurve_gui.engine.progress import NO_PROGRESS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import TextIO

    import duckdb

    from costcurve_gui.engine.progress import Progress

    Column = Sequence[Any] | np.ndarray | str


COPIED_ROWS: Final = 20_000  # from here on DuckDB is faster than its start takes
_BLOCK: Final = 100_000


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


_EXACT: Final = 2.0**53
_LEAST: Final = 1e-4  # smaller numbers have an exponent
_MOST_TEXTS: Final = 1000  # runs of the same text, such as the name of each model
_MOST_LISTED: Final = 16  # runs of the same number, such as a calibrated score


def copy_table(
    path: Path,
    header_line: str,
    columns: Sequence[Column],
    rows: int,
    progress: Progress = NO_PROGRESS,
) -> None:
    """Write a table of two rows or more to a path that can be written as UTF-8.

    Raises
    ------
    OSError
        Where the file cannot be written; what was written of it stays.
    MemoryError
    """
    import duckdb

    parts, arrays = column_parts(columns, rows)
    line = ", ',', ".join(parts)
    query = (
        f"COPY (SELECT concat({line}) AS {identifier(header_line)} FROM cells) "  # noqa: S608
        f"TO {quoted(str(path.absolute()))} "
        "(FORMAT csv, HEADER true, DELIMITER ',', QUOTE '', ESCAPE '', USE_TMP_FILE false)"
    )
    with duckdb.connect(":memory:", config=SETTINGS) as connection:
        connection.register("cells", arrays)
        connection.execute("SET enable_progress_bar=true")
        connection.execute("SET enable_progress_bar_print=false")
        try:
            run_interruptibly(connection, lambda: connection.execute(query), progress, path.name)
        except duckdb.IOException as fault:
            raise _os_error(fault, path) from fault


def column_parts(columns: Sequence[Column], rows: int) -> tuple[list[str], dict[str, np.ndarray]]:
    """Return an SQL expression a column, and the arrays that these are over."""
    parts: list[str] = []
    arrays: dict[str, np.ndarray] = {}
    for position, column in enumerate(columns):
        name = f"c{position}"
        part, array = _part(name, column, rows)
        parts.append(part)
        if array is not None:
            arrays[name] = np.ascontiguousarray(array)
    return parts, arrays


def _part(name: str, column: Column, rows: int) -> tuple[str, np.ndarray | None]:
    if isinstance(column, str) and "\0" not in column:
        return quoted(text_cell(column)), None
    if isinstance(column, np.ndarray):
        if column.dtype.kind in "iub":
            return name, column
        if column.dtype.kind == "f":
            return _floats(name, column.astype(np.float64, copy=False))
        listed = _listed_texts(name, column)
        if listed is not None:
            return listed
    return name, _formatted(column, rows)


def _floats(name: str, values: np.ndarray) -> tuple[str, np.ndarray]:
    starts = _starts_of_runs(np.ascontiguousarray(values).view(np.int64))  # -0.0 is not 0.0
    if starts.size <= _MOST_LISTED:
        return _listed(name, _numbers(values[starts]), starts, values.size)
    sizes = np.abs(values)
    is_whole = values == np.trunc(values)
    if np.any((sizes >= _EXACT) & np.isfinite(sizes)):
        return name, _formatted(values, values.size)
    if is_whole.all() and not np.any(np.isinf(sizes) | (np.signbit(values) & (sizes == 0))):
        return name, values.astype(np.int64)
    # JSON has the same digits sooner, but no exponent where these have one.
    text = f"to_json({name})::VARCHAR"
    if not np.all(is_whole | ((sizes >= _LEAST) & (sizes < _EXACT))):
        is_within = f"abs({name}) >= {_LEAST!r}::DOUBLE AND abs({name}) < {_EXACT!r}::DOUBLE"
        text = f"CASE WHEN {is_within} THEN {text} ELSE {name}::VARCHAR END"
    if is_whole.any():
        # A whole number ends in ".0", and below 2**53 it has no other one.
        whole = f"replace({name}::VARCHAR, '.0', '')"
        text = f"CASE WHEN {name} = trunc({name}) THEN {whole} ELSE {text} END"
    if np.isnan(values).any():
        text = f"CASE WHEN NOT isnan({name}) THEN {text} END"
    return text, values


def _listed_texts(name: str, column: np.ndarray) -> tuple[str, np.ndarray] | None:
    """Return the list of texts and the place of each row in it, where runs of them are few."""
    starts = _starts_of_runs(column)
    if starts.size > _MOST_TEXTS:
        return None
    texts = column[starts].tolist()
    if set(map(type, texts)) != {str} or any("\0" in text for text in texts):
        return None
    return _listed(name, [text_cell(text) for text in texts], starts, column.size)


def _listed(
    name: str, cells: Iterable[str], starts: np.ndarray, rows: int
) -> tuple[str, np.ndarray]:
    listed = ", ".join(map(quoted, cells))
    places = np.repeat(np.arange(starts.size), np.diff(starts, append=rows))
    return f"[{listed}][{name} + 1]", places


def _starts_of_runs(column: np.ndarray) -> np.ndarray:
    return np.flatnonzero(np.append(True, column[1:] != column[:-1]))


def _formatted(column: Column, rows: int) -> np.ndarray:
    return np.array(list(cell_texts(column, slice(0, rows))), dtype=object)


def _os_error(fault: duckdb.IOException, path: Path) -> OSError:
    found = re.search(r'"errno"\s*:\s*"(\d+)"', str(fault))
    number = int(found[1]) if found else errno.EIO
    return OSError(number, os.strerror(number), str(path))
