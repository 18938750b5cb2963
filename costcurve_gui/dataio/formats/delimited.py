"""Large delimited files: DuckDB where it can, row by row where the file is odd."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager, suppress
from copy import copy
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.dataio.cells import has_large, is_missing
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.duckdb_columns import (
    NULL_TEXTS,
    read_columns,
    sql_rows,
    value_counts,
)
from costcurve_gui.dataio.formats.duckdb_connection import DuckFile, literal_path, quoted
from costcurve_gui.dataio.formats.rows import Comments, file_rows, open_text_file
from costcurve_gui.dataio.source import Fingerprint
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
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from costcurve_gui.dataio.formats.duckdb_columns import SqlRows
    from costcurve_gui.dataio.formats.file_check import FileFacts
    from costcurve_gui.dataio.number_formats import NumberFormat
    from costcurve_gui.dataio.source import Dialect

_BLOCK = 50_000
_COPY_STEP = 1 << 20  # characters
_UTF8 = ("utf-8", "utf-8-sig")


class DelimitedTable:
    """A delimited file that is read again for every question.

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
    facts : FileFacts
        What was found in the whole file.
    """

    def __init__(
        self, path: Path, dialect: Dialect, names: Sequence[str], rows: int, facts: FileFacts
    ) -> None:
        self.comments = dialect.comments
        self._facts = facts
        self._path = path
        self._seal = Fingerprint(path)
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
        with self._seal.unchanged():
            return self._read(requests, progress)

    def _read(self, requests: Sequence[Request], progress: Progress) -> Answer:
        from duckdb import ConversionException, InvalidInputException, IOException

        for typed in self._ways(requests):
            # Row by row takes more kinds of file, and names the row that it cannot take.
            refusals = suppress(InvalidInputException, ConversionException, IOException)
            with self._opened(typed, progress) as (duck, origin), refusals:
                answer = read_columns(
                    duck,
                    origin,
                    requests,
                    self._names,
                    typed,
                    progress,
                    formats=self._formats,
                    decimal=self._dialect.decimal,
                )
                if not _changes_whole_numbers(answer, typed):
                    return answer
        return self._read_rows(requests, progress)

    def sql_readings(
        self, requests: Sequence[Request], targets: Sequence[Path], progress: Progress = NO_PROGRESS
    ) -> Iterator[AbstractContextManager[SqlRows]]:
        """Yield the ways to query the rows by DuckDB; see `QueriedTable`."""
        raw = any(isinstance(one, Texts) and one.raw for one in requests)
        for typed in self._ways(requests):
            yield self._rows_in_sql(typed, targets, progress, words_kept=raw)

    @contextmanager
    def _rows_in_sql(
        self,
        typed: frozenset[str],
        targets: Sequence[Path],
        progress: Progress,
        *,
        words_kept: bool,
    ) -> Iterator[SqlRows]:
        opened = self._opened(typed, progress, words_kept, targets)
        with self._seal.unchanged(), opened as (duck, origin):
            yield sql_rows(duck, origin, self._names, typed, self._formats, self._dialect.decimal)

    def _ways(self, requests: Sequence[Request]) -> Iterator[frozenset[str]]:
        """Yield which columns DuckDB shall read as numbers, the quick way first."""
        absent = any(isinstance(r, Matches) and any(map(is_missing, r.values)) for r in requests)
        if absent or not self._is_regular:
            return
        typed = self._typed(requests)
        if typed:
            yield typed
        yield frozenset()  # everything as text: finds the cells that are no numbers

    @property
    def _is_regular(self) -> bool:
        return self._facts.regular and len(self._names) > 1

    def counts(self, column: str, progress: Progress = NO_PROGRESS) -> dict[str, int]:
        """Count every value of a column over the whole file."""
        with self._seal.unchanged():
            return self._counts(column, progress)

    def _counts(self, column: str, progress: Progress) -> dict[str, int]:
        from duckdb import InvalidInputException, IOException

        if self._is_regular:
            refusals = suppress(InvalidInputException, IOException)
            with self._opened(frozenset(), progress) as (duck, origin), refusals:
                return value_counts(duck, origin, self._names[column])
        return count_values(self._column_blocks(column, progress))

    def _typed(self, requests: Sequence[Request]) -> frozenset[str]:
        """Return the columns that DuckDB may read as numbers."""
        if self._facts.odd_numbers:
            return frozenset()
        numbers = {r.column for r in requests if isinstance(r, Numbers) and not r.text_as_missing}
        as_text = {r.column for r in requests if isinstance(r, Matches | Texts | Marks)}
        return frozenset(numbers - as_text - self._formats.keys())

    @contextmanager
    def _opened(
        self,
        typed: frozenset[str],
        progress: Progress,
        words_kept: bool = False,
        targets: Sequence[Path] = (),
    ) -> Iterator[tuple[DuckFile, str]]:
        with self._as_utf8(progress) as (path, gzipped), DuckFile(path, targets) as duck:
            yield duck, self._origin(path, typed, gzipped, words_kept)

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

    def _origin(
        self, path: Path, typed: frozenset[str], gzipped: bool, words_kept: bool = False
    ) -> str:
        """Return what reads the file; with `words_kept` none stands for missing."""
        columns = ", ".join(
            f"{sql}: '{'DOUBLE' if name in typed else 'VARCHAR'}'"
            for name, sql in self._names.items()
        )
        nulls = ", ".join(quoted(text) for text in (("",) if words_kept else NULL_TEXTS))
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
            raise DataError(tr("{name} has no rows.", name=self._path.name), file=self._path.name)
        return join_answers(requests, blocks)

    def _column_blocks(self, column: str, progress: Progress) -> Iterator[list[str]]:
        position = list(self._names).index(column)
        for done, rows in enumerate(self._row_blocks()):
            progress.advance(min(done * _BLOCK, self._rows), self._rows, "Counting")
            yield [row[position] for row in rows]

    def _row_blocks(self) -> Iterator[list[list[str]]]:
        comments = Comments()
        rows = file_rows(self._path, self._dialect, comments)
        if self._dialect.header:
            next(rows, None)
        while block := list(islice(rows, _BLOCK)):
            yield block
        self.comments = self._dialect.comments + comments.count


def _changes_whole_numbers(answer: Answer, typed: frozenset[str]) -> bool:
    """Tell whether the text of numbers is needed to know which whole ones are changed."""
    return any(
        isinstance(request, Numbers)
        and request.exact
        and request.column in typed
        and has_large(values)
        for request, values in answer.arrays.items()
    )
