"""Large delimited files: DuckDB where it can, row by row where the file is odd."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.dataio.cells import is_missing
from costcurve_gui.dataio.duck import DuckFile, literal_path, quoted
from costcurve_gui.dataio.duck_columns import NULL_TEXTS, read_columns, value_counts
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.rows import file_rows, open_text_file
from costcurve_gui.dataio.table import (
    NO_FORMATS,
    Answer,
    Marks,
    Matches,
    Numbers,
    Request,
    Texts,
    answer_block,
    count_values,
    join_answers,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.options import Dialect

_BLOCK = 50_000
_COPY_STEP = 1 << 20  # characters
_UTF8 = ("utf-8", "utf-8-sig")


class DelimitedTable:
    """A delimited file that is read anew for every question.

    Parameters
    ----------
    path : Path
        The file.
    dialect : Dialect
        How it is written.
    names : sequence of str
        Its column names, in order.
    rows : int
        About how many rows it has, for the progress only.
    """

    def __init__(self, path: Path, dialect: Dialect, names: Sequence[str], rows: int) -> None:
        self._path = path
        self._dialect = dialect
        self._names = {name: f"c{i}" for i, name in enumerate(names)}
        self._rows = rows
        self._formats = NO_FORMATS

    def with_formats(self, formats: Mapping[str, NumberFormat]) -> DelimitedTable:
        """Return the same table with columns whose numbers are written in a way of their own."""
        table = copy(self)
        table._formats = formats
        return table

    def read(self, requests: Sequence[Request], progress: Progress = NO_PROGRESS) -> Answer:
        """Read the columns asked for in one pass."""
        from duckdb import ConversionException, InvalidInputException

        for typed in self._ways(requests):
            # Row by row takes more kinds of file, and names the row that it cannot take.
            refusals = suppress(InvalidInputException, ConversionException)
            with self._opened(typed, progress) as (duck, origin), refusals:
                return read_columns(
                    duck, origin, requests, self._names, typed, progress, formats=self._formats
                )
        return self._read_rows(requests, progress)

    def _ways(self, requests: Sequence[Request]) -> Iterator[frozenset[str]]:
        """Yield which columns DuckDB shall read as numbers, the quick way first."""
        typed = self._typed(requests)
        if typed is not None:
            yield typed
            if typed and self._dialect.decimal == ".":
                yield frozenset()  # everything as text: finds the cells that are no numbers

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column over the whole file."""
        from duckdb import InvalidInputException

        with self._opened(frozenset(), progress) as (duck, origin), suppress(InvalidInputException):
            return value_counts(duck, origin, self._names[column])
        return count_values(self._column_blocks(column, progress))

    def _typed(self, requests: Sequence[Request]) -> frozenset[str] | None:
        """Return the columns that DuckDB reads as numbers; None where it cannot answer."""
        numbers = {r.column for r in requests if isinstance(r, Numbers) and not r.text_as_missing}
        others = {r.column for r in requests} - numbers
        as_text = {r.column for r in requests if isinstance(r, Matches | Texts | Marks)}
        numbers -= self._formats.keys()
        untyped = others | as_text
        loose = any(isinstance(r, Numbers) and r.column in untyped for r in requests)
        absent = any(isinstance(r, Matches) and any(map(is_missing, r.values)) for r in requests)
        if absent or (loose and self._dialect.decimal == ","):
            return None
        return frozenset(numbers - as_text)

    @contextmanager
    def _opened(self, typed: frozenset[str], progress: Progress) -> Iterator[tuple[DuckFile, str]]:
        with self._as_utf8(progress) as (path, gzipped), DuckFile(path) as duck:
            yield duck, self._origin(path, typed, gzipped)

    @contextmanager
    def _as_utf8(self, progress: Progress) -> Iterator[tuple[Path, bool]]:
        if self._dialect.encoding in _UTF8:
            yield self._path, self._dialect.gzipped
            return
        with tempfile.TemporaryDirectory(prefix="costcurve-") as folder:
            copy = Path(folder) / "utf-8.csv"
            with (
                open_text_file(self._path, self._dialect) as old,
                copy.open("w", encoding="utf-8", newline="") as new,
            ):
                while part := old.read(_COPY_STEP):
                    progress.advance(0, self._rows, "Reading the encoding")
                    new.write(part)
            yield copy, False

    def _origin(self, path: Path, typed: frozenset[str], gzipped: bool) -> str:
        columns = ", ".join(
            f"{sql}: '{'DOUBLE' if name in typed else 'VARCHAR'}'"
            for name, sql in self._names.items()
        )
        nulls = ", ".join(quoted(text) for text in NULL_TEXTS)
        dialect = self._dialect
        return (
            f"read_csv({quoted(literal_path(path))}, auto_detect=false, "
            f"header={str(dialect.header).lower()}, skip={dialect.skip}, "
            f"delim={quoted(dialect.separator)}, quote={quoted(dialect.quote)}, "
            f"escape={quoted(dialect.quote)}, decimal_separator={quoted(dialect.decimal)}, "
            f"columns={{{columns}}}, nullstr=[{nulls}], hive_partitioning=false, "
            f"compression='{'gzip' if gzipped else 'none'}')"
        )

    def _read_rows(self, requests: Sequence[Request], progress: Progress) -> Answer:
        positions = {name: i for i, name in enumerate(self._names)}
        blocks, done = [], 0
        for rows in self._row_blocks():
            columns = list(zip(*rows, strict=True))
            cells: dict[Request, Sequence[str]] = {
                r: columns[positions[r.column]] for r in requests
            }
            blocks.append(answer_block(cells, self._dialect.decimal, len(rows), self._formats))
            done += len(rows)
            progress.advance(done, max(done, self._rows), "Reading row by row")
        if not blocks:
            raise DataError(f"{self._path.name} has no rows.", file=self._path.name)
        return join_answers(requests, blocks)

    def _column_blocks(self, column: str, progress: Progress) -> Iterator[list[str]]:
        position = list(self._names).index(column)
        for done, rows in enumerate(self._row_blocks()):
            progress.advance(min(done * _BLOCK, self._rows), self._rows, "Counting")
            yield [row[position] for row in rows]

    def _row_blocks(self) -> Iterator[list[list[str]]]:
        rows = self._decoded_rows()
        if self._dialect.header:
            next(rows, None)
        while block := list(islice(rows, _BLOCK)):
            yield block

    def _decoded_rows(self) -> Iterator[list[str]]:
        """Yield the rows; a file that turns out not to be UTF-8 is read as Latin-1."""
        done = 0
        try:
            for row in file_rows(self._path, self._dialect):
                yield row
                done += 1
        except UnicodeDecodeError:
            again = replace(self._dialect, encoding="latin-1")
            yield from islice(file_rows(self._path, again), done, None)
