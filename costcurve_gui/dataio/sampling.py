"""A sample of a file too large to look at whole."""

from __future__ import annotations

import csv
import io
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from costcurve_gui.dataio.rows import Comments, cell_reader, file_rows

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
