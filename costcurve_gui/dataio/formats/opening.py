"""Open what holds scored cases: a file of any format that is read, or a pasted table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import ColumnInfo, describe_columns
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.archives import ZIP, unpacked
from costcurve_gui.dataio.formats.registry import MAGIC_BYTES, format_of
from costcurve_gui.dataio.missing_values import (
    MissingValues,
    TableWithMissing,
    without_missing,
)
from costcurve_gui.dataio.number_formats import NumberFormat, NumberMarks
from costcurve_gui.dataio.source import Answer, Fingerprint, Question, ReadOptions, Source
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.dataio.formats.registry import Looked
    from costcurve_gui.dataio.number_formats import Written

PREVIEW_ROWS = 100
_WEKA = "inst#"


def open_source(
    path: Path | str,
    options: ReadOptions | None = None,
    progress: Progress = NO_PROGRESS,
    *,
    asks: bool = False,
) -> Source:
    """Open a file; a large one is sampled, not read.

    `asks` says that what it leaves open will be asked for.

    Raises
    ------
    DataError
        Where it cannot be read or holds no table, or leaves open how.
    """
    path = Path(path)
    options = options or ReadOptions()
    try:
        seal = Fingerprint(path)
        with seal.unchanged():
            file = unpacked(path) if _magic(path)[: len(ZIP)] == ZIP else path
            kind = format_of(file, _magic(file))
            looked = with_options(kind.look(file, options, progress), options)
        source = source_of(path, path.name, looked, seal)
        if not asks:
            source.require_answers()
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


def with_options(looked: Looked, options: ReadOptions) -> Looked:
    """Return what was looked at with the options that hold of every format."""
    if looked.marks is None:  # numbers are typed, and text among them may be written otherwise
        found = replace(looked.options, decimal=options.decimal, thousands=options.thousands)
        looked = replace(looked, options=found)
    if not options.missing:
        return looked
    missing = MissingValues.named(options.missing)
    return replace(
        looked,
        table=TableWithMissing(looked.table, missing),
        sample=without_missing(looked.sample, missing),
        options=replace(looked.options, missing=options.missing),
    )


def open_text(text: str, options: ReadOptions | None = None) -> Source:
    r"""Open a pasted table; the cells of a spreadsheet are separated by tabs.

    >>> open_text("label\tscore\nbad\t0.9\ngood\t0.2\n").rows
    2
    """
    from hashlib import sha256  # loads OpenSSL

    from costcurve_gui.dataio.formats.dialect import find_dialect
    from costcurve_gui.dataio.formats.text_reader import look_at_text, without_title

    name = "Pasted table"
    head = text.encode()
    if not text.strip():
        raise DataError(tr("There is no table to paste: copy it with its header row."), file=name)
    given, asked = without_title(head, options or ReadOptions())
    dialect = find_dialect(head, given, complete=True, file=name)
    looked = with_options(look_at_text(text, dialect, name), given)
    looked = replace(looked, questions=(*asked, *looked.questions))
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

    looked = with_options(text_reader.first_rows(unpacked(path), options), options)
    return first_of(source_of(None, path.name, looked, Fingerprint(None)))


def first_of(source: Source) -> FirstRows:
    """Return the first rows of an opened table."""
    return FirstRows(source.format_text, source.columns, source.preview)


def _magic(path: Path) -> bytes:
    if path.is_dir():
        raise DataError(tr("{path} is a folder. Choose a file in it.", path=path), file=path.name)
    if path.exists() and not path.is_file():
        raise DataError(
            tr("{path} is not a file that can be read from its start.", path=path), file=path.name
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
    given = looked.options
    marks = looked.marks or NumberMarks.of_user(given.decimal, given.thousands)
    columns = describe_columns(looked.names, looked.sample, marks, looked.typed)
    if not looked.complete:
        columns = tuple(replace(one, sampled=True) for one in columns)
    formats = ((one.name, _format_of(one.written)) for one in columns)
    known = {name: written for name, written in formats if written is not None}
    asked = tuple(mark_question(column) for column in columns if column.written.open_mark)
    options = replace(given, decimal=None) if asked and not marks.settled else given
    return Source(
        name=name,
        path=path,
        columns=columns,
        preview=tuple(
            _as_read(columns, row, looked.options.decimal) for row in looked.sample[:PREVIEW_ROWS]
        ),
        rows=looked.rows,
        options=options,
        format_text=looked.described,
        table=looked.table.with_formats(known) if known else looked.table,
        fingerprint=fingerprint,
        complete=looked.complete,
        rows_exact=looked.rows_exact,
        sheets=looked.sheets,
        index=looked.index,
        weights=looked.weights,
        said=looked.said,
        questions=(*looked.questions, *asked),
    )


def _format_of(written: Written) -> NumberFormat | None:
    """Return how the numbers of a column are written; where that is open, none is read."""
    if written.open_mark:
        return NumberFormat("," if written.open_mark == "." else ".")
    return written.format


def mark_question(column: ColumnInfo) -> Question:
    """Ask whether a mark in the numbers of a column parts thousands or decimals."""
    mark = column.written.open_mark
    cell = next(cell for cell in column.counts if mark in cell)
    whole, fraction = cell.replace(mark, ""), cell.replace(mark, ".")
    return Question(
        "marks",
        f"{column.name}: {column.written.reason}.",
        (
            Answer(_it_is(whole), f"--thousands '{mark}'", ReadOptions(thousands=mark)),
            Answer(_it_is(fraction), f"--decimal '{mark}'", ReadOptions(decimal=mark)),
        ),
        column.name,
        is_open=True,
    )


def _it_is(number: str) -> str:
    return tr("It is {number}", number=number)
