"""Rows of text cells from delimited text: all of them, or a sample of a large file."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.dataio.errors import DataError, plural
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import TextIO

    from costcurve_gui.dataio.source import Dialect


Row = list[str]
COMMENT_MARKS = ("#", "%")
_LONGEST_CELL = 2_000_000  # characters; DuckDB takes no longer line
_BLANKS = re.compile(r"(\"[^\"]*\"|'[^']*')|  +")
csv.field_size_limit(_LONGEST_CELL)


def open_text_file(path: Path, dialect: Dialect) -> TextIO:
    """Open delimited text for reading, unpacked and decoded."""
    if dialect.gzipped:
        return gzip.open(path, "rt", encoding=dialect.encoding, newline="")
    return path.open(encoding=dialect.encoding, newline="")


def file_rows(path: Path, dialect: Dialect, comments: Comments) -> Iterator[Row]:
    """Yield the header and then the rows of a file."""
    try:
        with open_text_file(path, dialect) as stream:
            yield from text_rows(stream, dialect, path.name, comments)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None
    except UnicodeError:
        raise wrong_encoding(path.name, dialect.encoding) from None


def wrong_encoding(file: str, encoding: str) -> DataError:
    """Return the error of bytes that are no text in an encoding."""
    return DataError(
        f"Cannot read {file or 'the text'}: it is not written in {encoding}. "
        "Choose another encoding.",
        file=file,
    )


def broken_gzip(file: str) -> DataError:
    """Return the error of a packed file that cannot be unpacked."""
    return DataError(
        f"Cannot read {file}: the compressed file is damaged or truncated. Download it again.",
        file=file,
    )


@dataclass(slots=True)
class Comments:
    """Counts the comment lines that were passed over."""

    count: int = 0


class _Lines:
    """The lines of a text but for its comments.

    A line that begins with a comment mark is one where a row may begin and where it has another
    number of cells than the rows have, which are not known before the first.
    """

    def __init__(self, lines: Iterator[str], dialect: Dialect, comments: Comments) -> None:
        self._lines = lines
        self._dialect = dialect
        self._comments = comments
        self.width = 0
        self.may_begin = True

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        while self.may_begin and self.width and line.startswith(COMMENT_MARKS):
            if len(cells_of(line, self._dialect)) == self.width:
                break
            self._comments.count += 1
            line = next(self._lines)
        self.may_begin = False
        return line


def cells_of(line: str, dialect: Dialect) -> Row:
    """Return the cells of a single line; none where its quotes do not fit."""
    try:
        return next(cell_reader([line], dialect.separator, dialect.quote), [])
    except csv.Error:
        return []


def cell_reader(lines: Iterable[str], separator: str, quote: str) -> Iterator[Row]:
    """Return the one reader of delimited text: strict about quotes, so that none swallows rows."""
    return csv.reader(
        map(_single_blanks, lines) if separator == " " else lines,
        delimiter=separator,
        quotechar=quote,
        skipinitialspace=separator != " ",
        strict=True,
    )


def _single_blanks(line: str) -> str:
    """Return a line whose cells are parted by one blank each."""
    return _BLANKS.sub(lambda found: found[1] or " ", line.strip(" \r\n")) + "\n"


def text_rows(
    stream: Iterable[str], dialect: Dialect, file: str = "", comments: Comments | None = None
) -> Iterator[Row]:
    """Yield the header and then the rows of an open text; blank lines are passed over.

    Raises
    ------
    DataError
        At the first row with another number of cells than the header.
    """
    lines = _Lines(islice(stream, dialect.skip, None), dialect, comments or Comments())
    numbered = _numbered(lines, dialect, file)
    header = next(numbered, None)
    if header is None:
        return
    lines.width = width = len(dialect.names or header[1])
    if dialect.header and dialect.names:
        check_width(dialect.names, header[1], file)
        header = (0, list(dialect.names))
    elif dialect.names:
        check_width(dialect.names, header[1], file)
    elif dialect.header:
        header[1][0] = header[1][0].removeprefix("\ufeff").removeprefix("#")
    yield header[1]
    for number, row in numbered:
        yield row if len(row) == width else _fitted(row, width, number, file, dialect.header)


def _numbered(lines: _Lines, dialect: Dialect, file: str) -> Iterator[tuple[int, Row]]:
    number = 0
    try:
        for row in cell_reader(lines, dialect.separator, dialect.quote):
            lines.may_begin = True
            if row and (len(row) > 1 or row[0].strip()):
                yield number, row
                number += 1
    except csv.Error as fault:
        raise DataError(
            tr(
                "Cannot read {file}: row {row}: {quote_fault}.",
                file=file or tr("the text"),
                row=max(number, 1),
                quote_fault=_quote_fault(fault),
            ),
            file=file,
            rows=[number],
        ) from None


def _quote_fault(fault: csv.Error) -> str:
    """Say in the words of a user what Python's reader met; only quotes make cells so long."""
    words = str(fault)
    is_open = words == "unexpected end of data" or words.startswith("field larger")
    return "a quotation mark that opens there is never closed" if is_open else words


def check_width(names: Sequence[str], row: Row, file: str) -> None:
    """Refuse names of columns that are more or fewer than these; R may leave out the first."""
    if len(names) != len(row) and not (names[0] == "" and len(names) == len(row) + 1):
        raise DataError(
            tr(
                "{file} has {columns}, and {names} are named.",
                file=file or tr("The text"),
                columns=plural(len(row), "column"),
                names=len(names),
            ),
            file=file,
        )


def _fitted(row: Row, width: int, number: int, file: str, has_header: bool) -> Row:
    if len(row) > width and not any(cell.strip() for cell in row[width:]):
        return row[:width]  # a separator too many at the end of the line
    number = number if has_header else number + 1
    model = "the header" if has_header else "row 1"
    raise DataError(
        tr(
            "Cannot read {file}: row {number} has {row}, {model} has {width}.",
            file=file or tr("the text"),
            number=number,
            row=plural(len(row), "field"),
            model=model,
            width=width,
        ),
        file=file,
        rows=[number],
    )


def memory_rows(
    text: str, dialect: Dialect, file: str = "", comments: Comments | None = None
) -> Iterator[Row]:
    """Yield the header and then the rows of text in memory."""
    yield from text_rows(io.StringIO(text, newline=""), dialect, file, comments)


_PLACES = 8
_PLACE_BYTES = 16_384
_LINE_END_SAFE = ("utf-8", "utf-8-sig", "cp1252", "latin-1")
_USUAL_PACKING = 3


class Sample(NamedTuple):
    """Rows from the beginning and, where it is cheap, from places all over the file."""

    header: list[str]
    rows: list[list[str]]
    bytes_per_row: float


def spread_rows(path: Path, dialect: Dialect, count: int) -> Sample:
    """Take about `count` rows from the beginning and some from further on."""
    rows = list(islice(file_rows(path, dialect, Comments()), count + 1))
    header = rows[0] if rows else []
    body = rows[1:] if dialect.header else rows
    size = sum(len(cell.encode(errors="replace")) + 1 for row in body for cell in row)
    per_row = size / max(len(body), 1)
    if body and not dialect.gzipped and dialect.encoding in _LINE_END_SAFE:
        body = body + _rows_further_on(path, dialect, len(header))
    return Sample(header, body, per_row)


def estimate_rows(path: Path, sample: Sample, dialect: Dialect) -> int:
    """Estimate the number of rows from the size of the file."""
    if not sample.rows:
        return 0
    size = path.stat().st_size * (_USUAL_PACKING if dialect.gzipped else 1)
    return max(len(sample.rows), round(size / max(sample.bytes_per_row, 1)))


def _rows_further_on(path: Path, dialect: Dialect, width: int) -> list[list[str]]:
    step = path.stat().st_size // _PLACES
    rows: list[list[str]] = []
    with path.open("rb") as stream:
        for place in range(1, _PLACES):
            stream.seek(place * step)
            rows += _whole_rows(stream.read(_PLACE_BYTES), dialect, width)
    return rows


def _whole_rows(block: bytes, dialect: Dialect, width: int) -> list[list[str]]:
    lines = block.decode(dialect.encoding, errors="replace").splitlines(keepends=True)[1:-1]
    stream = io.StringIO("".join(lines), newline="")
    reader = cell_reader(stream, dialect.separator, dialect.quote)
    try:
        return [row for row in reader if len(row) == width]
    except csv.Error:
        return []
