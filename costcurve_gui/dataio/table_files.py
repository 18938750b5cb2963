"""Write a table as CSV, TSV, Excel workbook or Parquet, by the ending of its name.

All four hold the same numbers, to the last digit. In Excel and TSV no text is a formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.errors import DataError, one_of
from costcurve_gui.dataio.table_values import blocks, number_text, row_count, values_of
from costcurve_gui.dataio.writers import atomic_path, text_cell
from costcurve_gui.engine.progress import NO_PROGRESS
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from costcurve_gui.dataio.csv_writer import Column
    from costcurve_gui.dataio.table_values import Value
    from costcurve_gui.engine.progress import Progress

TABLE_FORMATS: Final = {
    "csv": "CSV",
    "tsv": "TSV",
    "xlsx": "Excel workbook",
    "parquet": "Parquet",
}
"""Endings of the files of tables, and what they are called."""


def write_table_file(
    path: Path,
    header: Sequence[str],
    columns: Sequence[Column],
    progress: Progress = NO_PROGRESS,
) -> None:
    """Write a table in the format that the ending of its path names, whole or not at all.

    Parameters
    ----------
    columns : sequence
        One sequence per name in `header`, all of one length; a single str stands for a column
        of it. None and NaN are missing.

    Raises
    ------
    DataError
        Where there is no such format, where the table is too large for it, and where the file
        cannot be written.
    Cancelled
        Where `progress` was asked to stop; nothing was written.
    """
    ending = path.suffix.lower().removeprefix(".")
    if ending == "csv":
        from costcurve_gui.dataio.csv_writer import write_csv

        write_csv(path, header, columns, progress)
        return
    if ending not in _WRITERS:
        endings = one_of([f".{known}" for known in TABLE_FORMATS])
        raise DataError(
            tr(
                "Cannot write {name}: a table is a file that ends in {endings}.",
                name=path.name,
                endings=endings,
            ),
            file=path.name,
        )
    with atomic_path(path) as temporary:
        _WRITERS[ending](temporary, path.name, header, columns, progress)


def _write_tsv(
    path: Path,
    name: str,
    header: Sequence[str],
    columns: Sequence[Column],
    progress: Progress,
) -> None:
    with path.open("w", encoding="utf-8", newline="") as out:
        out.write("\t".join(map(_tsv_cell, header)) + "\n")
        for block in blocks(header, columns, progress, name):
            rows = zip(*(map(_tsv_cell, values) for values in block), strict=True)
            out.writelines(f"{line}\n" for line in map("\t".join, rows))


def _tsv_cell(value: Value) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case int() | float():
            return number_text(value)
    return text_cell(value, "\t")


def _write_xlsx(
    path: Path,
    name: str,
    header: Sequence[str],
    columns: Sequence[Column],
    progress: Progress,
) -> None:
    from costcurve_gui.dataio.xlsx_writer import write_workbook

    write_workbook(path, name, header, columns, progress)


def _write_parquet(
    path: Path,
    name: str,
    header: Sequence[str],
    columns: Sequence[Column],
    progress: Progress,
) -> None:
    import duckdb

    from costcurve_gui.dataio.formats.duckdb_connection import (
        SETTINGS,
        identifier,
        quoted,
        run_interruptibly,
    )

    every = slice(0, row_count(header, columns))
    arrays: dict[str, np.ndarray] = {}
    parts = []
    for position, (title, column) in enumerate(zip(header, columns, strict=True)):
        values, missing = _array(column, every)
        arrays[f"c{position}"], arrays[f"m{position}"] = values, missing
        part = f"CASE WHEN NOT m{position} THEN c{position} END"
        parts.append(f"{part} AS {identifier(title)}")
    target = quoted(str(path.absolute()))
    query = f"COPY (SELECT {', '.join(parts)} FROM cells) TO {target} (FORMAT parquet)"  # noqa: S608
    with duckdb.connect(":memory:", config=SETTINGS) as connection:
        connection.register("cells", arrays)
        try:
            run_interruptibly(connection, lambda: connection.execute(query), progress, name)
        except (duckdb.IOException, UnicodeEncodeError) as fault:
            raise OSError(str(fault).splitlines()[0]) from fault


def _array(column: Column, every: slice) -> tuple[np.ndarray, np.ndarray]:
    """Return a column as an array of one type, and which of its cells are missing."""
    if isinstance(column, np.ndarray) and column.dtype.kind in "iub":
        return np.ascontiguousarray(column), np.zeros(every.stop, dtype=np.bool_)
    values = values_of(column, every)
    missing = np.array([value is None for value in values], dtype=np.bool_)
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float}:
        numbers = [np.nan if value is None else value for value in values]
        return np.array(numbers, dtype=np.float64), missing
    if kinds == {bool}:
        return np.array([bool(value) for value in values], dtype=np.bool_), missing
    return np.array([_text(value) for value in values], dtype=object), missing


def _text(value: Value) -> str:
    """Return a cell of a column that has words in it, which no program takes for a formula."""
    return value if isinstance(value, str) else _tsv_cell(value)


_WRITERS: Final[
    dict[str, Callable[[Path, str, Sequence[str], Sequence[Column], Progress], None]]
] = {"tsv": _write_tsv, "xlsx": _write_xlsx, "parquet": _write_parquet}
