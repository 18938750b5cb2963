"""Open a file of scored cases: what kind it is, its columns, its first rows.

What reads one kind only is imported for that kind: the first window waits for this module.
"""

from __future__ import annotations

import gzip
import zlib
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import ColumnInfo, column_names, describe_columns
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.dialect import decode_head, find_dialect, possible_encodings
from costcurve_gui.dataio.formats.file_check import FileFacts, check_file, check_packed
from costcurve_gui.dataio.formats.rows import Comments, broken_gzip, memory_rows, wrong_encoding
from costcurve_gui.dataio.source import Dialect, Fingerprint, ReadOptions, Source
from costcurve_gui.dataio.table import MemoryTable, Table
from costcurve_gui.engine.progress import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from collections.abc import Sequence


PREVIEW_ROWS = 100
SAMPLE_ROWS = 2_000
SMALL_FILE_BYTES = 4_000_000  # up to here reading at once costs less than starting DuckDB
HEAD_BYTES = 262_144  # what tells separator, quotes and decimal mark, whatever the size
_JSON = (".json", ".jsonl", ".ndjson")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"


@dataclass(frozen=True, slots=True)
class _Looked:
    """A table and the rows that were looked at."""

    table: Table
    names: Sequence[str]
    sample: Sequence[Sequence[str]]
    rows: int
    complete: bool
    rows_exact: bool = True


def open_source(
    path: Path | str, options: ReadOptions | None = None, progress: Progress = NO_PROGRESS
) -> Source:
    """Open a file; a large one is sampled, not read.

    Raises
    ------
    DataError
        Where it cannot be read or holds no table.
    """
    path = Path(path)
    options = options or ReadOptions()
    try:
        magic = _magic(path)
        return _open_kind(path, magic, Fingerprint(path), options, progress)
    except FileNotFoundError:
        raise DataError(f"Cannot read {path}: there is no such file.", file=path.name) from None
    except PermissionError:
        raise DataError(
            f"Cannot read {path.name}: it may not be opened. Ask for the right to read it.",
            file=path.name,
        ) from None
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise DataError(f"Cannot read {path.name}: {reason}.", file=path.name) from fault
    except ValueError as fault:
        if isinstance(fault, DataError):
            raise
        raise DataError(f"Cannot read {path.name!r}: {fault}.", file=path.name) from fault


def open_text(text: str, options: ReadOptions | None = None) -> Source:
    r"""Open a pasted table; a cell of a spreadsheet is parted from the next by a tab.

    >>> open_text("label\tscore\nbad\t0.9\ngood\t0.2\n").rows
    2
    """
    from hashlib import sha256  # loads OpenSSL

    name = "Pasted table"
    head = text.encode()
    if not text.strip():
        raise DataError("There is no table to paste: copy it with its header row.", file=name)
    dialect = find_dialect(head, options or ReadOptions(), complete=True, file=name)
    looked = _look_at_text(text.removeprefix("\ufeff"), dialect, name)
    fingerprint = Fingerprint(None, sha256(head).hexdigest())
    return _source(None, name, looked, dialect.options, dialect.described, fingerprint)


def _magic(path: Path) -> bytes:
    if path.is_dir():
        raise DataError(f"{path} is a folder. Choose a file in it.", file=path.name)
    if path.exists() and not path.is_file():
        raise DataError(f"{path} is no file that can be read from its start.", file=path.name)
    with path.open("rb") as stream:
        magic = stream.read(4)
    if not magic:
        raise DataError(
            f"{path.name} is empty. It needs a header row and a row for every case.",
            file=path.name,
        )
    return magic


def _open_kind(
    path: Path, magic: bytes, seal: Fingerprint, options: ReadOptions, progress: Progress
) -> Source:
    suffixes = [suffix.lower() for suffix in path.suffixes[-2:]]
    suffix = suffixes[-1] if suffixes else ""
    if magic == b"PAR1":
        return _open_with_duckdb(path, seal, "read_parquet", "Parquet")
    if magic == b"PK\x03\x04":
        return _open_excel(path, seal, options, progress)
    if magic == _OLD_EXCEL:
        raise DataError(
            f"{path.name} is an Excel file of the old kind. Save it as .xlsx or CSV.",
            file=path.name,
        )
    if suffix in (".parquet", ".xlsx"):
        raise DataError(f"{path.name} is named {suffix} but is no such file.", file=path.name)
    if suffix in _JSON or (suffix == ".gz" and suffixes[0] in _JSON):
        if suffix == ".gz":
            check_packed(path, progress)
        return _open_with_duckdb(path, seal, "read_json", "JSON")
    return _open_delimited(path, seal, options, progress, gzipped=magic[:2] == b"\x1f\x8b")


def _open_with_duckdb(path: Path, seal: Fingerprint, function: str, kind: str) -> Source:
    from costcurve_gui.dataio.formats.parquet_json import DuckTable

    table = DuckTable(path, function)
    names, sample, rows = table.look(SAMPLE_ROWS)
    looked = _Looked(table, names, sample, rows, complete=len(sample) == rows)
    return _source(path, path.name, looked, ReadOptions(), kind, seal)


def _open_excel(path: Path, seal: Fingerprint, options: ReadOptions, progress: Progress) -> Source:
    from costcurve_gui.dataio.formats.excel import sheet_rows, without_comments

    sheet, rows = sheet_rows(path, options.sheet, progress)
    rows, comments = without_comments(rows)
    looked = _look_at_rows(rows, options.header, ".", path.name, comments)
    return _source(
        path, path.name, looked, ReadOptions(sheet=sheet), f'Excel, sheet "{sheet}"', seal
    )


def _open_delimited(
    path: Path, seal: Fingerprint, options: ReadOptions, progress: Progress, *, gzipped: bool
) -> Source:
    head = _head(path, gzipped)
    complete = len(head.content) <= SMALL_FILE_BYTES
    facts = FileFacts()
    if not complete:
        options, facts = _checked(path, head, options, progress)
    dialect = head.dialect(options, path.name)
    text = decode_head(head.content, dialect.encoding, complete=head.is_whole, file=path.name)
    if not text.strip("\ufeff \t\r\n"):
        raise DataError(f"{path.name} holds blank lines only.", file=path.name)
    if complete:
        looked = _look_at_text(text.removeprefix("\ufeff"), dialect, path.name)
    else:
        looked = _look_at_large(path, dialect, facts)
    return _source(path, path.name, looked, dialect.options, dialect.described, seal)


@dataclass(frozen=True, slots=True)
class _Head:
    """The beginning of a delimited file, unpacked."""

    content: bytes
    is_whole: bool
    gzipped: bool

    def dialect(self, options: ReadOptions, file: str) -> Dialect:
        """Find how the file is written."""
        return find_dialect(
            self.content, options, complete=self.is_whole, gzipped=self.gzipped, file=file
        )


def _checked(
    path: Path, head: _Head, options: ReadOptions, progress: Progress
) -> tuple[ReadOptions, FileFacts]:
    """Look at every byte; return the options with the encoding of the whole, and what was found."""
    encodings = possible_encodings(head.content, options, complete=head.is_whole, file=path.name)
    for encoding in encodings:
        tried = replace(options, encoding=encoding)
        try:
            return tried, check_file(path, head.dialect(tried, path.name), progress)
        except UnicodeError:
            continue
    raise wrong_encoding(path.name, encodings[-1])


def _head(path: Path, gzipped: bool) -> _Head:
    size = max(SMALL_FILE_BYTES, HEAD_BYTES) + 1
    try:
        with gzip.open(path) if gzipped else path.open("rb") as stream:
            content = stream.read(size)
        return _Head(content, is_whole=len(content) < size, gzipped=gzipped)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None


def _look_at_text(text: str, dialect: Dialect, file: str) -> _Looked:
    comments = Comments(dialect.comments)
    reader = memory_rows(text, dialect, file, comments)
    first = list(islice(reader, 1))
    column_names(first[0] if first else [], has_header=dialect.header, file=file)  # faults first
    rows = [*first, *reader]
    return _look_at_rows(rows, dialect.header, dialect.decimal, file, comments.count)


def _look_at_rows(
    rows: Sequence[Sequence[str]], has_header: bool, decimal: str, file: str, comments: int = 0
) -> _Looked:
    names = column_names(rows[0] if rows else [], has_header=has_header, file=file)
    rows = rows[1:] if has_header else rows
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    table = MemoryTable(names, columns, decimal, comments)
    return _Looked(table, names, rows, len(rows), complete=True)


def _look_at_large(path: Path, dialect: Dialect, facts: FileFacts) -> _Looked:
    from costcurve_gui.dataio.formats.delimited import DelimitedTable
    from costcurve_gui.dataio.formats.rows import estimate_rows, spread_rows

    first = spread_rows(path, dialect, SAMPLE_ROWS)
    names = column_names(first.header, has_header=dialect.header, file=path.name)
    rows = estimate_rows(path, first, dialect)
    table = DelimitedTable(path, dialect, names, rows, facts)
    return _Looked(table, names, first.rows, rows, complete=False, rows_exact=False)


def _as_read(columns: Sequence[ColumnInfo], row: Sequence[str]) -> tuple[str, ...]:
    return tuple(column.as_read(cell) for column, cell in zip(columns, row, strict=True))


def _source(
    path: Path | None,
    name: str,
    looked: _Looked,
    options: ReadOptions,
    format_text: str,
    fingerprint: Fingerprint,
) -> Source:
    if not looked.rows:
        raise DataError(
            f"{name} has no rows below its header. It needs a row for every case.", file=name
        )
    columns = describe_columns(looked.names, looked.sample, options.decimal)
    formats = {
        column.name: column.written.format
        for column in columns
        if column.written.format is not None
    }
    return Source(
        name=name,
        path=path,
        columns=columns,
        preview=tuple(_as_read(columns, row) for row in looked.sample[:PREVIEW_ROWS]),
        rows=looked.rows,
        options=options,
        format_text=format_text,
        table=looked.table.with_formats(formats) if formats else looked.table,
        fingerprint=fingerprint,
        complete=looked.complete,
        rows_exact=looked.rows_exact,
    )
