"""Open what holds scored cases: a file of any format that is read, or a pasted table."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import ColumnInfo, describe_columns
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.registry import MAGIC_BYTES, TEXT, format_of
from costcurve_gui.dataio.source import Fingerprint, ReadOptions, Source
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.dataio.formats.registry import Looked

PREVIEW_ROWS = 100
_WEKA = "inst#"


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
        kind = format_of(path, _magic(path))
        seal = Fingerprint(path)
        source = source_of(path, path.name, kind.look(path, options, progress), seal)
        return replace(source, options=replace(source.options, long=options.long))
    except FileNotFoundError:
        raise DataError(
            tr("Cannot read {path}: there is no such file.", path=path), file=path.name
        ) from None
    except PermissionError:
        raise DataError(
            tr(
                "Cannot read {name}: permission denied. Ask for permission to read it.",
                name=path.name,
            ),
            file=path.name,
        ) from None
    except OSError as fault:
        reason = fault.strerror or str(fault)
        raise DataError(
            tr("Cannot read {name}: {reason}.", name=path.name, reason=reason), file=path.name
        ) from fault
    except ValueError as fault:
        if isinstance(fault, DataError):
            raise
        raise DataError(
            tr("Cannot read {name!r}: {fault}.", name=path.name, fault=fault), file=path.name
        ) from fault


def without_title(path: Path, options: ReadOptions | None) -> ReadOptions:
    """Return options that leave out what stands before the table in a file, where that is clear."""
    options = options or ReadOptions()
    with suppress(DataError, OSError):  # what is wrong is said when it is opened
        if options.skip is None and format_of(path, _magic(path)) is TEXT:
            from costcurve_gui.dataio.formats.text_reader import title_lines_of

            return replace(options, skip=title_lines_of(path, options) or None)
    return options


def open_text(text: str, options: ReadOptions | None = None) -> Source:
    r"""Open a pasted table; the cells of a spreadsheet are separated by tabs.

    >>> open_text("label\tscore\nbad\t0.9\ngood\t0.2\n").rows
    2
    """
    from hashlib import sha256  # loads OpenSSL

    from costcurve_gui.dataio.formats.dialect import find_dialect
    from costcurve_gui.dataio.formats.text_reader import look_at_text

    name = "Pasted table"
    head = text.encode()
    if not text.strip():
        raise DataError(tr("There is no table to paste: copy it with its header row."), file=name)
    dialect = find_dialect(head, options or ReadOptions(), complete=True, file=name)
    looked = look_at_text(text, dialect, name)
    source = source_of(None, name, looked, Fingerprint(None, sha256(head).hexdigest()))
    long = None if options is None else options.long
    return replace(source, pasted=text, options=replace(source.options, long=long))


@dataclass(frozen=True, slots=True)
class FirstRows:
    """The beginning of a table as it would be read; `described` says how."""

    described: str
    columns: tuple[ColumnInfo, ...]
    rows: tuple[tuple[str, ...], ...]


def first_rows(
    path: Path, found: ReadOptions, options: ReadOptions, progress: Progress = NO_PROGRESS
) -> FirstRows:
    """Read the first rows of a file as it would be read with other options.

    Parameters
    ----------
    found : ReadOptions
        How it was read before: where that has a separator, it is delimited text.

    Raises
    ------
    DataError
        Where it cannot be read like this.
    """
    if found.separator is None:
        return first_of(open_source(path, options, progress))
    from costcurve_gui.dataio.formats import text_reader

    looked = text_reader.first_rows(path, options)
    return first_of(source_of(None, path.name, looked, Fingerprint(None)))


def first_of(source: Source) -> FirstRows:
    """Return the first rows of an opened table."""
    return FirstRows(source.format_text, source.columns, source.preview)


def _magic(path: Path) -> bytes:
    if path.is_dir():
        raise DataError(tr("{path} is a folder. Choose a file in it.", path=path), file=path.name)
    if path.exists() and not path.is_file():
        raise DataError(
            tr("{path} is no file that can be read from its start.", path=path), file=path.name
        )
    with path.open("rb") as stream:
        magic = stream.read(MAGIC_BYTES)
    if not magic:
        raise DataError(
            tr("{name} is empty. It needs a header row and a row for every case.", name=path.name),
            file=path.name,
        )
    return magic


def _as_read(
    columns: Sequence[ColumnInfo], row: Sequence[str], decimal: str | None
) -> tuple[str, ...]:
    return tuple(
        column.as_read(cell, decimal or ".") for column, cell in zip(columns, row, strict=True)
    )


def source_of(path: Path | None, name: str, looked: Looked, fingerprint: Fingerprint) -> Source:
    """Return what was looked at as an opened file, with a description of every column."""
    if not looked.rows:
        raise DataError(
            tr("{name} has no rows below its header. It needs a row for every case.", name=name),
            file=name,
        )
    if looked.names[0] == _WEKA:
        from costcurve_gui.dataio.formats.weka_output import START, with_class_columns

        if tuple(looked.names[: len(START)]) == START:
            looked = with_class_columns(looked, name)
    columns = describe_columns(looked.names, looked.sample, looked.options.decimal)
    formats = {
        column.name: column.written.format
        for column in columns
        if column.written.format is not None
    }
    return Source(
        name=name,
        path=path,
        columns=columns,
        preview=tuple(
            _as_read(columns, row, looked.options.decimal) for row in looked.sample[:PREVIEW_ROWS]
        ),
        rows=looked.rows,
        options=looked.options,
        format_text=looked.described,
        table=looked.table.with_formats(formats) if formats else looked.table,
        fingerprint=fingerprint,
        complete=looked.complete,
        rows_exact=looked.rows_exact,
        sheets=looked.sheets,
        index=looked.index,
        weights=looked.weights,
    )
