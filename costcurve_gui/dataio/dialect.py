"""Find encoding, separator, quotes and decimal mark from the beginning of a file."""

from __future__ import annotations

import codecs
import csv
import io
import re
from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.options import Dialect, ReadOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_COMMA_DECIMAL: Final = re.compile(r"\s*[+-]?\d*,\d+([eE][+-]?\d+)?\s*")
_POINT_DECIMAL: Final = re.compile(r"\s*[+-]?\d*\.\d+([eE][+-]?\d+)?\s*")
_THOUSANDS: Final = re.compile(r"\s*[+-]?\d{1,3}(,\d{3})+\s*")
_SEPARATOR_LINE: Final = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


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
    encoding = options.encoding or find_encoding(head, complete=complete, file=file)
    text = decode_head(head, encoding, complete=complete, file=file)
    complete = complete and len(text) <= _SAMPLE_CHARACTERS
    text = text[:_SAMPLE_CHARACTERS]
    announced = _SEPARATOR_LINE.match(text)
    if announced:
        text = text[announced.end() :]
    quote = options.quote or _find_quote(text)
    separator = options.separator or (announced[1] if announced else None)
    separator = separator or _find_separator(text, quote, complete=complete)
    rows = _sample_rows(text, separator, quote, complete=complete)
    return Dialect(
        separator=separator,
        decimal=options.decimal or _find_decimal(rows, separator),
        encoding=encoding,
        quote=quote,
        header=options.header,
        skip=1 if announced else 0,
        gzipped=gzipped,
    )


def find_encoding(head: bytes, *, complete: bool, file: str = "") -> str:
    """Return the codec of the text; a byte-order mark decides, else UTF-8 or Windows-1252.

    >>> find_encoding("größe;b".encode("cp1252"), complete=True)
    'cp1252'
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" in head:
        return _utf16_without_mark(head, file)
    for encoding in ("utf-8", "cp1252"):
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
        f"{name} holds binary data, not a table. "
        "A CSV, TSV, Excel (.xlsx), Parquet or JSON file can be read.",
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
        raise DataError(f'No encoding is called "{encoding}".', file=file) from None
    except UnicodeError:
        raise DataError(
            f"Cannot read {file or 'the text'}: it is not written in {encoding}. "
            "Choose another encoding.",
            file=file,
        ) from None
    if len(_CONTROL.findall(text)) > 0.01 * len(text):
        raise _binary(file)
    return text


def _sample_rows(text: str, separator: str, quote: str, *, complete: bool) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, quotechar=quote)
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

    return max(_SEPARATORS, key=regularity)


def _find_decimal(rows: Sequence[Sequence[str]], separator: str) -> str:
    cells = [cell for row in rows[1:] for cell in row]
    commas = _matching(_COMMA_DECIMAL, cells)
    if separator == ",":  # there a quoted "1,250" is more likely a thousand
        commas -= _matching(_THOUSANDS, cells)
    return "," if commas > _matching(_POINT_DECIMAL, cells) else "."


def _matching(pattern: re.Pattern[str], cells: Iterable[str]) -> int:
    return sum(1 for cell in cells if pattern.fullmatch(cell))
