"""Rows of text cells from delimited text, each with as many cells as the header."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from typing import TYPE_CHECKING

from costcurve_gui.dataio.errors import DataError, plural

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import TextIO

    from costcurve_gui.dataio.options import Dialect

Row = list[str]


def open_text_file(path: Path, dialect: Dialect) -> TextIO:
    """Open delimited text for reading, unpacked and decoded."""
    if dialect.gzipped:
        return gzip.open(path, "rt", encoding=dialect.encoding, newline="")
    return path.open(encoding=dialect.encoding, newline="")


def file_rows(path: Path, dialect: Dialect) -> Iterator[Row]:
    """Yield the header and then the rows of a file."""
    try:
        with open_text_file(path, dialect) as stream:
            yield from text_rows(stream, dialect, path.name)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None


def broken_gzip(file: str) -> DataError:
    """Return the error of a packed file that cannot be unpacked."""
    return DataError(
        f"Cannot read {file}: the packed file is damaged or was cut off. Fetch it again.",
        file=file,
    )


def text_rows(stream: TextIO, dialect: Dialect, file: str = "") -> Iterator[Row]:
    """Yield the header and then the rows of an open text; blank lines are passed over.

    Raises
    ------
    DataError
        At the first row with another number of cells than the header.
    """
    for _ in range(dialect.skip):
        stream.readline()
    reader = csv.reader(stream, delimiter=dialect.separator, quotechar=dialect.quote)
    numbered = _numbered(reader, file)
    header = next(numbered, None)
    if header is None:
        return
    width = len(header[1])
    yield header[1]
    for number, row in numbered:
        yield row if len(row) == width else _fitted(row, width, number, file, dialect.header)


def _numbered(reader: Iterator[Row], file: str) -> Iterator[tuple[int, Row]]:
    number = 0
    try:
        for row in reader:
            if row and (len(row) > 1 or row[0].strip()):
                yield number, row
                number += 1
    except csv.Error as fault:
        raise DataError(
            f"Cannot read {file or 'the text'}: row {max(number, 1)}: {fault}.",
            file=file,
            rows=[number],
        ) from None


def _fitted(row: Row, width: int, number: int, file: str, has_header: bool) -> Row:
    if len(row) > width and not any(cell.strip() for cell in row[width:]):
        return row[:width]  # a separator too many at the end of the line
    number = number if has_header else number + 1
    model = "the header" if has_header else "row 1"
    raise DataError(
        f"Cannot read {file or 'the text'}: row {number} has {plural(len(row), 'field')}, "
        f"{model} has {width}.",
        file=file,
        rows=[number],
    )


def memory_rows(text: str, dialect: Dialect, file: str = "") -> Iterator[Row]:
    """Yield the header and then the rows of text in memory."""
    yield from text_rows(io.StringIO(text, newline=""), dialect, file)
