"""A sample of a file too large to look at whole."""

from __future__ import annotations

import csv
import io
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.dataio.rows import memory_rows

if TYPE_CHECKING:
    from pathlib import Path

    from costcurve_gui.dataio.options import Dialect

_PLACES = 8
_PLACE_BYTES = 16_384
_LINE_END_SAFE = ("utf-8", "utf-8-sig", "cp1252", "latin-1")
_USUAL_PACKING = 3


class Sample(NamedTuple):
    """Rows from the beginning and, where it is cheap, from places all over the file."""

    header: list[str]
    rows: list[list[str]]
    bytes_per_row: float


def spread_rows(path: Path, text: str, dialect: Dialect, count: int) -> Sample:
    """Take about `count` rows from the text of the beginning and some from further on."""
    whole = max(text.rfind("\n"), text.rfind("\r")) + 1
    reader = memory_rows(text[:whole], dialect, path.name)
    rows = list(islice(reader, count + 1))
    if len(rows) < 2:
        raise DataError(
            f"Cannot read {path.name}: its first row does not end. Check the quotes.",
            file=path.name,
        )
    header = rows[0]
    body = rows[1:] if dialect.header else rows
    size = sum(len(cell.encode()) + 1 for row in body for cell in row)
    per_row = size / len(body)
    if not dialect.gzipped and dialect.encoding in _LINE_END_SAFE:
        body = body + _rows_further_on(path, dialect, len(header))
    return Sample(header, body, per_row)


def estimate_rows(path: Path, sample: Sample, dialect: Dialect) -> int:
    """Estimate the number of rows from the size of the file."""
    size = path.stat().st_size * (_USUAL_PACKING if dialect.gzipped else 1)
    return max(len(sample.rows), round(size / sample.bytes_per_row))


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
    reader = csv.reader(stream, delimiter=dialect.separator, quotechar=dialect.quote)
    try:
        return [row for row in reader if len(row) == width]
    except csv.Error:
        return []
