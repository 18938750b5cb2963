"""Write a large table with DuckDB, which formats numbers in parallel.

Every cell has the bytes that `csv_writer.write_table` gives it: DuckDB, too, writes the shortest
text that reads back as the same float64, below 2**53 at least. Beyond, it gets some powers of two
wrong, so columns that reach so far are formatted here.
"""

from __future__ import annotations

import errno
import os
import re
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.csv_writer import cell_texts, text_cell
from costcurve_gui.dataio.duck import SETTINGS, identifier, quoted, run_interruptibly
from costcurve_gui.engine.progress import NO_PROGRESS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from costcurve_gui.dataio.csv_writer import Column
    from costcurve_gui.engine.progress import Progress

_EXACT: Final = 2.0**53
_MOST_TEXTS: Final = 1000  # runs of the same text, such as the name of each model


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

    parts, arrays = _parts(columns, rows)
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


def _parts(columns: Sequence[Column], rows: int) -> tuple[list[str], dict[str, np.ndarray]]:
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
    sizes = np.abs(values)
    is_whole = values == np.trunc(values)
    if np.any((sizes >= _EXACT) & np.isfinite(sizes)):
        return name, _formatted(values, values.size)
    if is_whole.all() and not np.any(np.isinf(sizes) | (np.signbit(values) & (sizes == 0))):
        return name, values.astype(np.int64)
    # A whole number ends in ".0", and below 2**53 it has no other one.
    text = f"CASE WHEN {name} = trunc({name}) THEN replace({name}::VARCHAR, '.0', '') "
    text += f"ELSE {name}::VARCHAR END"
    if np.isnan(values).any():
        text = f"CASE WHEN NOT isnan({name}) THEN {text} END"
    return text, values


def _listed_texts(name: str, column: np.ndarray) -> tuple[str, np.ndarray] | None:
    """Return the list of texts and the place of each row in it, where runs of them are few."""
    starts = np.flatnonzero(np.append(True, column[1:] != column[:-1]))
    if starts.size > _MOST_TEXTS:
        return None
    texts = column[starts].tolist()
    if set(map(type, texts)) != {str} or any("\0" in text for text in texts):
        return None
    listed = ", ".join(quoted(text_cell(text)) for text in texts)
    places = np.repeat(np.arange(starts.size), np.diff(starts, append=column.size))
    return f"[{listed}][{name} + 1]", places


def _formatted(column: Column, rows: int) -> np.ndarray:
    return np.array(list(cell_texts(column, slice(0, rows))), dtype=object)


def _os_error(fault: duckdb.IOException, path: Path) -> OSError:
    found = re.search(r'"errno"\s*:\s*"(\d+)"', str(fault))
    number = int(found[1]) if found else errno.EIO
    return OSError(number, os.strerror(number), str(path))
