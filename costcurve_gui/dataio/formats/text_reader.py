"""Open delimited text, pasted or in a file: small files are read at once, large ones sampled."""

from __future__ import annotations

import gzip
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from costcurve_gui.dataio.columns import column_names
from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.dialect import (
    decode_head,
    find_dialect,
    possible_encodings,
    title_lines,
)
from costcurve_gui.dataio.formats.file_check import FileFacts, check_file
from costcurve_gui.dataio.formats.headers import skip_question
from costcurve_gui.dataio.formats.registry import SAMPLE_ROWS, Looked, look_at_rows
from costcurve_gui.dataio.formats.rows import Comments, broken_gzip, memory_rows, wrong_encoding
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.source import Dialect, Question, ReadOptions
    from costcurve_gui.engine.progress import Progress

SMALL_FILE_BYTES = 4_000_000  # up to here reading at once costs less than starting DuckDB
HEAD_BYTES = 262_144  # what tells separator, quotes and decimal mark, whatever the size
FIRST_ROWS = 20
_GZIP = b"\x1f\x8b"


def look_at_file(path: Path, options: ReadOptions, progress: Progress) -> Looked:
    """Look into a file of delimited text."""
    head = _head(path)
    options, asked = without_title(head.content, options)
    complete = len(head.content) <= SMALL_FILE_BYTES
    facts = FileFacts()
    if not complete:
        options, facts = _checked(path, head, options, progress)
    dialect = head.dialect(options, path.name)
    text = decode_head(head.content, dialect.encoding, complete=head.is_whole, file=path.name)
    if not text.strip("\ufeff \t\r\n"):
        raise DataError(tr("{name} holds blank lines only.", name=path.name), file=path.name)
    found = (
        look_at_text(text, dialect, path.name) if complete else _look_at_large(path, dialect, facts)
    )
    return replace(found, questions=(*asked, *found.questions))


def first_rows(path: Path, options: ReadOptions) -> Looked:
    """Look at the beginning of a file of delimited text alone, however large it is."""
    head = _head(path)
    content = head.content[:HEAD_BYTES]
    options, _ = without_title(content, options)
    whole = head.is_whole and len(content) == len(head.content)
    dialect = find_dialect(content, options, complete=whole, gzipped=head.gzipped, file=path.name)
    text = decode_head(content, dialect.encoding, complete=whole, file=path.name)
    reader = memory_rows(text.removeprefix("\ufeff"), dialect, path.name)
    rows = list(islice(reader, FIRST_ROWS + 1))
    return _as_in(dialect, look_at_rows(rows, dialect.options, path.name, dialect.described, 0))


def without_title(head: bytes, options: ReadOptions) -> tuple[ReadOptions, tuple[Question, ...]]:
    """Return options that leave out what stands before the table, where that is clear; say so."""
    count = 0
    with suppress(DataError):  # what is wrong with it is said when it is read
        count = title_lines(head[:HEAD_BYTES], options.encoding) if options.skip is None else 0
    if not count:
        return options, ()
    return replace(options, skip=count), (skip_question(count),)


def look_at_text(text: str, dialect: Dialect, file: str) -> Looked:
    """Look into text that is in memory."""
    comments = Comments(dialect.comments)
    reader = memory_rows(text.removeprefix("\ufeff"), dialect, file, comments)
    first = list(islice(reader, 1))
    named = first[0] if first else []
    column_names(named, has_header=dialect.header, file=file, names=dialect.names)  # faults first
    rows = [*first, *reader]
    found = look_at_rows(rows, dialect.options, file, dialect.described, comments.count)
    return _as_in(dialect, found)


def _as_in(dialect: Dialect, found: Looked) -> Looked:
    """Return what was looked at with what the dialect tells of it."""
    return replace(found, marks=dialect.marks, questions=dialect.questions, said=dialect.said)


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


def _head(path: Path) -> _Head:
    size = max(SMALL_FILE_BYTES, HEAD_BYTES) + 1
    with path.open("rb") as stream:
        gzipped = stream.read(len(_GZIP)) == _GZIP
    try:
        with gzip.open(path) if gzipped else path.open("rb") as stream:
            content = stream.read(size)
        return _Head(content, is_whole=len(content) < size, gzipped=gzipped)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise broken_gzip(path.name) from None


def _look_at_large(path: Path, dialect: Dialect, facts: FileFacts) -> Looked:
    from costcurve_gui.dataio.formats.delimited import DelimitedTable
    from costcurve_gui.dataio.formats.rows import estimate_rows, spread_rows

    first = spread_rows(path, dialect, SAMPLE_ROWS)
    names = column_names(
        first.header, has_header=dialect.header, file=path.name, names=dialect.names
    )
    rows = estimate_rows(path, first, dialect)
    table = DelimitedTable(path, dialect, names, rows, facts)
    sample, described = first.rows, dialect.described
    options = dialect.options
    found = Looked(table, names, sample, rows, False, described, options, rows_exact=False)
    return _as_in(dialect, found)
