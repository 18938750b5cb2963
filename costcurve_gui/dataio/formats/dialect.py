"""Find encoding, separator, quotes and decimal mark from the beginning of a file."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.formats.headers import find_header, header_question, orange_names
from costcurve_gui.dataio.formats.registry import format_names
from costcurve_gui.dataio.formats.rows import COMMENT_MARKS, cell_reader, cells_of, wrong_encoding
from costcurve_gui.dataio.number_formats import NumberMarks, shown_mark
from costcurve_gui.dataio.source import Dialect, ReadOptions
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence

_SEPARATORS: Final = ("\t", ";", "|", ",")  # the rarer in text the earlier: it wins a tie
_SAMPLE_ROWS: Final = 200
_SAMPLE_CHARACTERS: Final = 65_536
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_GUESSED: Final = ("utf-8", "cp1252")
_MOST_TITLE_LINES: Final = 30
_ORANGE_ROWS: Final = 3
_MOSTLY: Final = 0.7  # of the first lines
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_SEPARATOR_LINE: Final = re.compile(r"\"?sep=(.)\"?[\r\n]*", re.IGNORECASE)
_NUMERIC: Final = re.compile(r"\s*[+-]?[.,]*[0-9][0-9.,]*([eE][+-]?[0-9]+)?\s*(?:%\s*)?")


def find_dialect(
    head: bytes, options: ReadOptions, *, complete: bool, gzipped: bool = False, file: str = ""
) -> Dialect:
    """Find how delimited text is written; what `options` sets is taken as it is.

    Parameters
    ----------
    head : bytes
        The (unpacked) beginning of the file.
    complete : bool
        Whether that is the whole file.

    Raises
    ------
    DataError
        Where the bytes are no text.
    """
    encoding = _with_mark(options.encoding, head)
    encoding = encoding or find_encoding(head, complete=complete, file=file)
    text = decode_head(head, encoding, complete=complete, file=file)
    complete = complete and len(text) <= _SAMPLE_CHARACTERS
    lines = list(io.StringIO(text[:_SAMPLE_CHARACTERS].removeprefix("\ufeff"), newline=""))
    left_out = options.skip or 0
    if left_out >= len(lines) > 0:
        raise DataError(
            tr(
                "{file} has no row after the first {left_out} lines. Skip fewer.",
                file=file or tr("The text"),
                left_out=left_out,
            ),
            file=file,
        )
    lines[:left_out] = ["\n"] * left_out
    start = _find_start(lines)
    all_marked = start.first == len(lines)  # then later lines are more likely rows
    text = "".join(lines[len(lines) // 2 if all_marked else start.first :])
    quote = options.quote or _find_quote(text)
    separator = options.separator or start.separator
    separator = separator or _find_separator(text, quote, complete=complete)
    rows = _sample_rows(text, separator, quote, complete=complete)
    marks = _find_marks(rows, separator, options)
    dialect = Dialect(
        separator=separator,
        decimal=marks.plain,
        encoding=encoding,
        quote=quote,
        header=options.header is not False,
        gzipped=gzipped,
        left_out=options.skip,
        marks=marks,
        names=options.names,
        missing=options.missing,
    )
    skip = _marked_row(lines, start, rows, dialect)
    dialect = replace(dialect, skip=skip, comments=sum(place < skip for place in start.comments))
    return dialect if skip < start.first else _with_header(dialect, rows, options)


def _with_header(dialect: Dialect, rows: Sequence[Sequence[str]], options: ReadOptions) -> Dialect:
    """Return the dialect with what the first rows tell of the names of the columns."""
    names = orange_names(rows) if options.header is None and not options.skip else None
    if names is not None:
        skip = dialect.skip + _ORANGE_ROWS
        said = (
            tr("Rows 2 and 3 hold types and roles, as Orange writes them; they are not cases."),
        )
        return replace(
            dialect,
            header=False,
            names=options.names or names,
            skip=skip,
            left_out=skip,
            said=said,
        )
    widths = Counter(map(len, rows[1:])).most_common(1)
    if options.header is not False and widths and len(rows[0]) + 1 == widths[0][0] > 2:
        first = ("", *rows[0])  # R does not name its row names
        return replace(dialect, names=options.names or first)
    if options.header is not None:
        return dialect
    found = find_header(rows)
    asked = () if found.present and not found.is_open else (header_question(rows[0], found),)
    return replace(dialect, header=found.present, questions=asked)


def title_lines(head: bytes, encoding: str | None = None) -> int:
    r"""Return how many lines before the header are none of the table, such as a report's title.

    They have other numbers of fields than nearly all lines; the header has no number in it.

    >>> title_lines(b"Scores of March\n\nlabel;score\nbad;0,9\ngood;0,2\nbad;0,4\n")
    2
    """
    found = _with_mark(encoding, head) or find_encoding(head, complete=False)
    text = decode_head(head, found, complete=False)[:_SAMPLE_CHARACTERS].removeprefix("\ufeff")
    lines = list(io.StringIO(text, newline=""))
    start = _find_start(lines)
    body = "".join(lines[start.first :])
    quote = _find_quote(body)

    def shape(separator: str) -> tuple[bool, float, int]:
        widths = [len(row) for row in _sample_rows(body, separator, quote, complete=True)]
        width, times = Counter(widths).most_common(1)[0] if widths else (0, 0)
        return width > 1, times / max(len(widths), 1), width

    separator = start.separator or max(_SEPARATORS, key=shape)
    several, share, width = shape(separator)
    if not several or share < _MOSTLY:
        return 0
    for place, line in enumerate(lines[: start.first + _MOST_TITLE_LINES]):
        cells = next(csv.reader([line], delimiter=separator, quotechar=quote), [])
        if place >= start.first and len(cells) == width:
            return place if place > start.first and not _has_number(cells) else 0
    return 0


class _Start(NamedTuple):
    """The lines before the first that is neither blank nor a comment."""

    first: int
    comments: Sequence[int] = ()
    separator: str | None = None


def _find_start(lines: Sequence[str]) -> _Start:
    comments: list[int] = []
    separator = None
    for place, line in enumerate(lines):
        announced = None if comments or separator else _SEPARATOR_LINE.fullmatch(line)
        if announced:
            separator = announced[1]
        elif line.startswith(COMMENT_MARKS):
            comments.append(place)
        elif line.strip():
            return _Start(place, comments, separator)
    return _Start(len(lines), comments, separator)


def _marked_row(
    lines: Sequence[str], start: _Start, rows: Sequence[Sequence[str]], dialect: Dialect
) -> int:
    """Return the place of the first row: a header, or row, may begin with a comment mark."""
    width = Counter(map(len, rows)).most_common(1)[0][0] if rows else 0
    cells = {place: cells_of(lines[place], dialect) for place in start.comments}
    fitting = [place for place, row in cells.items() if len(row) == width]
    if width < 2 or not fitting:
        return start.first
    if dialect.header and start.first < len(lines) and not _has_number(rows[0]):
        return start.first  # the first of these rows is the header itself
    headers = [place for place in fitting if not _has_number(cells[place])]
    return headers[-1] if dialect.header and headers else fitting[0]


def _has_number(row: Sequence[str]) -> bool:
    return any(map(_NUMERIC.fullmatch, row))


def _with_mark(encoding: str | None, head: bytes) -> str | None:
    """Return the chosen encoding in the form that takes a byte-order mark, where there is one."""
    for mark, marked in _MARKS:
        if encoding and head.startswith(mark) and marked.startswith(encoding[:6].lower()):
            return marked
    return encoding


def possible_encodings(
    head: bytes, options: ReadOptions, *, complete: bool, file: str = ""
) -> tuple[str, ...]:
    """Return the encodings that a file may have whose beginning is known, the likelier first."""
    if options.encoding:
        return (options.encoding,)
    found = find_encoding(head, complete=complete, file=file)
    guessed = (*_GUESSED, "latin-1")
    return guessed[guessed.index(found) :] if found in guessed else (found,)


def find_encoding(head: bytes, *, complete: bool, file: str = "") -> str:
    """Return the codec of the text; a byte-order mark decides, else UTF-8 or Windows-1252.

    >>> find_encoding("größe;b".encode("cp1252"), complete=True)
    'cp1252'
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" in head[:_SAMPLE_CHARACTERS]:
        return _utf16_without_mark(head[:_SAMPLE_CHARACTERS], file)
    for encoding in _GUESSED:
        if _decodes(head, encoding, complete=complete):
            return encoding
    return "latin-1"


def _utf16_without_mark(head: bytes, file: str) -> str:
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        upper, lower = head[first::2], head[1 - first :: 2]
        if upper.count(0) > 0.6 * len(upper) and lower.count(0) == 0:
            return encoding
    raise _binary(file)


def _binary(file: str) -> DataError:
    name = file or "The text"
    return DataError(
        f"{name} holds binary data, not a table. A {format_names()} file can be read.",
        file=file,
    )


def _decodes(head: bytes, encoding: str, *, complete: bool) -> bool:
    try:
        codecs.getincrementaldecoder(encoding)().decode(head, final=complete)
    except UnicodeDecodeError:
        return False
    return True


def decode_head(head: bytes, encoding: str, *, complete: bool, file: str = "") -> str:
    """Decode the beginning of a file; a character cut in two at its end is dropped."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head, final=complete)
    except LookupError:
        raise DataError(
            tr('No encoding is called "{encoding}".', encoding=encoding), file=file
        ) from None
    except UnicodeError:
        raise wrong_encoding(file, encoding) from None
    beginning = text[:_SAMPLE_CHARACTERS]
    if len(_CONTROL.findall(beginning)) > 0.01 * len(beginning):
        raise _binary(file)
    return text


def _sample_rows(text: str, separator: str, quote: str, *, complete: bool) -> list[list[str]]:
    reader = cell_reader(io.StringIO(text, newline=""), separator, quote)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append(row)
            if len(rows) == _SAMPLE_ROWS:
                return rows
    except csv.Error:
        return rows
    return rows if complete else rows[:-1]


def _find_quote(text: str) -> str:
    single = re.findall(r"(?:^|[,;\t|])'[^'\n]*'(?=$|[,;\t|\r])", text, re.MULTILINE)
    return "'" if len(single) > 1 and '"' not in text else '"'


def _find_separator(text: str, quote: str, *, complete: bool) -> str:
    def regularity(separator: str) -> tuple[bool, bool, int]:
        widths = [len(row) for row in _sample_rows(text, separator, quote, complete=complete)]
        width = widths[0] if widths else 0
        return (width > 1, widths.count(width) > 0.5 * len(widths), width)

    found = max(_SEPARATORS, key=regularity)
    if regularity(found)[0]:
        return found
    return " " if _parted_by_blanks(text, quote, complete=complete) else found


def _parted_by_blanks(text: str, quote: str, *, complete: bool) -> bool:
    """Tell whether blanks part the cells: in each row as many, and about half of them numbers."""
    first, *rows = _sample_rows(text, " ", quote, complete=complete) or [[]]
    widths = {len(row) for row in rows}
    if len(widths) != 1 or max(widths) < 2 or max(widths) - len(first) not in (0, 1):
        return False
    cells = [cell for row in rows for cell in row]
    return 3 * sum(1 for cell in cells if _NUMERIC.fullmatch(cell)) >= len(cells)


def _find_marks(rows: Sequence[Sequence[str]], separator: str, options: ReadOptions) -> NumberMarks:
    """Return the marks of numbers: what was chosen, else what most of the cells show."""
    chosen = NumberMarks.of_user(options.decimal, options.thousands)
    decimal = chosen.decimal
    if not chosen.settled:
        shown = Counter(shown_mark([cell.strip()]) for row in rows[1:] for cell in row)
        decimal = "," if shown[","] > shown["."] else "."
    return replace(chosen, decimal=decimal, plain=decimal, by_commas=separator == ",")
