"""Parquet and JSON files."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.dataio.columns import check_names
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.budget import Budget
from costcurve_gui.dataio.formats.duckdb_columns import read_columns, sql_rows, value_counts
from costcurve_gui.dataio.formats.duckdb_connection import (
    DuckFile,
    fault_text,
    identifier,
    literal_path,
    quoted,
    select,
)
from costcurve_gui.dataio.formats.file_check import check_packed
from costcurve_gui.dataio.formats.json_tables import look_at_shape
from costcurve_gui.dataio.formats.registry import SAMPLE_ROWS, Looked
from costcurve_gui.dataio.source import Fingerprint
from costcurve_gui.dataio.table import NO_FORMATS
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from costcurve_gui.dataio.formats.duckdb_columns import SqlRows
    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.source import ReadOptions
    from costcurve_gui.dataio.table import Answer, Request

_NUMBERS = re.compile(
    r"U?(TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL\(([0-9]|1[0-5]),.*\)"
)
_WIDE = re.compile("DECIMAL")  # read from their text, by which they are told apart


class Structure(NamedTuple):
    """What a first look at a file gives."""

    names: list[str]
    sample: list[list[str]]  # by row, as text, missing cells empty
    rows: int


def look_at_parquet(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    """Look into a Parquet file."""
    del options, progress
    return replace(_look(path, "read_parquet", "Parquet"), index=_index_of(path))


def _index_of(path: Path) -> tuple[str, ...]:
    """Return the columns that pandas wrote as the index of its data frame."""
    file = quoted(literal_path(path))
    tail = "WHERE key = 'pandas'"
    with opened_duck(path) as duck:
        found = duck.rows(select(["decode(value)"], f"parquet_kv_metadata({file})", tail))
    with suppress(ValueError, TypeError, AttributeError):
        levels = json.loads(found[0][0])["index_columns"] if found else ()
        return tuple(level for level in levels if isinstance(level, str))
    return ()


def look_at_json(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    """Look into a file of JSON objects, one a line or in one array, packed or not.

    A table in another shape that pandas writes, or MLflow, is read too.
    """
    del options
    if path.suffix.lower() == ".gz":
        check_packed(path, progress)
    return look_at_shape(path) or _look(path, "read_json", "JSON")


def _look(path: Path, function: str, described: str) -> Looked:
    table = DuckTable(path, function)
    names, sample, rows = table.look(SAMPLE_ROWS)
    whole = len(sample) == rows
    return Looked(table, names, sample, rows, whole, described, typed=table.typed)


class DuckTable:
    """A file that DuckDB describes by itself.

    Parameters
    ----------
    path : Path
        The file.
    function : str
        DuckDB's table function for it: `read_parquet` or `read_json`.
    """

    comments = 0

    typed: frozenset[str] = frozenset()
    """The columns of numbers, those among them that a float64 may change."""

    def __init__(self, path: Path, function: str) -> None:
        self._path = path
        self._seal = Fingerprint(path)
        self._function = function
        options = ", hive_partitioning=false"
        if function == "read_json":
            packed = "gzip" if path.suffix.lower() == ".gz" else "none"
            # Objects of many keys are rows as well, no maps.
            options += f", compression='{packed}', map_inference_threshold=-1"
        self._origin = f"{function}({quoted(literal_path(path))}{options})"
        self._names: dict[str, str] = {}
        self._numeric: frozenset[str] = frozenset()
        self._formats = NO_FORMATS

    def look(self, sample_rows: int) -> Structure:
        """Read names, types, number of rows and the first rows."""
        with opened_duck(self._path) as duck:
            described = duck.rows("DESCRIBE " + select(["*"], self._origin))
            names = self._parquet_names(duck) or [str(row[0]) for row in described]
            check_names(names, self._path.name)
            types = [str(row[1]) for row in described]
            columns = [_plain_value(str(row[0]), str(row[1])) for row in described]
            self._names = dict(zip(names, columns, strict=True))
            self._numeric = frozenset(
                name for name, kind in zip(names, types, strict=True) if _NUMBERS.fullmatch(kind)
            )
            self.typed = self._numeric.union(
                name for name, kind in zip(names, types, strict=True) if _WIDE.match(kind)
            )
            texts = [f"coalesce(CAST({column} AS VARCHAR), '')" for column in columns]
            sample = duck.rows(select(texts, self._origin, f"LIMIT {sample_rows}"))
            rows = int(duck.rows(select(["count(*)"], self._origin))[0][0])
            Budget(self._path).array(rows)
        return Structure(names, [list(row) for row in sample], rows)

    def _parquet_names(self, duck: DuckFile) -> list[str]:
        """Return the names as the file has them: DuckDB renames doubles in silence."""
        if self._function != "read_parquet":
            return []
        path = quoted(literal_path(self._path))
        schema = duck.rows(select(["name", "coalesce(num_children, 0)"], f"parquet_schema({path})"))
        names, position = [], 1
        while position < len(schema):
            names.append(str(schema[position][0]))
            position = _after(schema, position)
        return names

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> DuckTable:
        """Return the same table with columns whose numbers are written in a way of their own."""
        table = copy(self)
        table._formats = formats
        return table

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for in one pass."""
        with self._seal.unchanged(), opened_duck(self._path) as duck:
            return read_columns(
                duck,
                self._origin,
                requests,
                self._names,
                self._numeric,
                progress,
                formats=self._formats,
            )

    def sql_readings(
        self, requests: Sequence[Request], targets: Sequence[Path], progress: Progress = NO_PROGRESS
    ) -> Iterator[AbstractContextManager[SqlRows]]:
        """Yield the way to query the rows by DuckDB; see `QueriedTable`."""
        del requests, progress
        yield self._rows_in_sql(targets)

    @contextmanager
    def _rows_in_sql(self, targets: Sequence[Path]) -> Iterator[SqlRows]:
        with self._seal.unchanged(), opened_duck(self._path, targets) as duck:
            yield sql_rows(duck, self._origin, self._names, self._numeric, self._formats)

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column over the whole file."""
        progress.advance(0, 1, "Counting")
        with self._seal.unchanged(), opened_duck(self._path) as duck:
            return value_counts(duck, self._origin, self._names[column])


@contextmanager
def opened_duck(path: Path, targets: Sequence[Path] = ()) -> Iterator[DuckFile]:
    """Give DuckDB a file to read; what it cannot read is a DataError."""
    from duckdb import Error

    try:
        with DuckFile(path, targets) as duck:
            yield duck
    except Error as fault:
        name = path.name
        raise DataError(
            tr("Cannot read {name}: {fault_text}.", name=name, fault_text=fault_text(fault)),
            file=name,
        ) from fault


def _plain_value(name: str, kind: str) -> str:
    """Return a column as SQL; of values of several kinds texts come without their quotes."""
    return f"({identifier(name)} ->> '$')" if kind == "JSON" else identifier(name)


def _after(schema: Sequence[tuple[str, int]], position: int) -> int:
    """Return the position behind a schema element and all that it holds."""
    following = position + 1
    for _ in range(schema[position][1]):
        following = _after(schema, following)
    return following
