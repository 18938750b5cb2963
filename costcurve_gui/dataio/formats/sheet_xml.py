"""The XML of the sheets of a workbook, before they are taken apart.

A sheet that was formatted down to its last row has millions of blank cells, which only have a style
and would take most of the reading.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import partial
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile

from costcurve_gui.dataio.formats.budget import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LARGE: Final = 20_000_000  # bytes of a sheet; a smaller one is read in a moment anyway
_PART: Final = 1 << 20
_LONGEST_TAG: Final = 40
_SHEETS: Final = "xl/worksheets/"
_FORMULA: Final = re.compile(rb"<(\w+:)?f[\s/>]")
_NAMED_CELL: Final = rb'<(?:\w+:)?c r="[A-Z]+[0-9]+"'
_NO_VALUE: Final = rb"(?:/>|>(?:<(?:\w+:)?v(?:/>|></(?:\w+:)?v>))?</(?:\w+:)?c>)"
_NOT_BEFORE_UNNAMED: Final = rb"(?!<(?:\w+:)?c(?: (?!r=)|>))"  # that one counts from this one
_BLANK_CELL: Final = re.compile(_NAMED_CELL + rb"[^<>]*" + _NO_VALUE + _NOT_BEFORE_UNNAMED)
_BLANK_ROW: Final = re.compile(rb'<(?:\w+:)?row r="[0-9]+"[^<>]*(?:/>|></(?:\w+:)?row>)')


@contextmanager
def lean_workbook(path: Path) -> Iterator[IO[bytes]]:
    """Open a workbook, or a copy of it where a sheet is large, without blank cells.

    Refuses one that unpacks to more than it can hold.
    """
    with ZipFile(path) as book:
        Budget(path).unpacked(sum(member.file_size for member in book.infolist()))
        sheets = {one.filename for one in book.infolist() if _is_large(one.filename, one.file_size)}
        if sheets:
            with TemporaryFile() as copy:
                _copy(book, sheets, copy)
                copy.seek(0)
                yield copy
            return
    with path.open("rb") as stream:
        yield stream


def _is_large(name: str, size: int) -> bool:
    return name.startswith(_SHEETS) and size > _LARGE


def _copy(book: ZipFile, sheets: set[str], to: IO[bytes]) -> None:
    with ZipFile(to, "w", ZIP_DEFLATED, compresslevel=1) as copy:
        for name in dict.fromkeys(book.namelist()):
            with book.open(name) as read, copy.open(name, "w", force_zip64=True) as write:
                while part := read.read(_PART):  # a cell across two parts is kept
                    write.write(_without_blanks(part) if name in sheets else part)


def _without_blanks(xml: bytes) -> bytes:
    """Return a part of a sheet without its blank cells and rows.

    >>> _without_blanks(b'<row r="1"><c r="A1" s="1"/><c r="B1"><v>2</v></c></row><row r="2"/>')
    b'<row r="1"><c r="B1"><v>2</v></c></row>'
    """
    return _BLANK_ROW.sub(b"", _BLANK_CELL.sub(b"", xml))


def has_formulas(stream: IO[bytes]) -> bool:
    """Tell whether any sheet has a formula, without taking the sheets apart."""
    with ZipFile(stream) as book:
        sheets = (name for name in book.namelist() if name.startswith(_SHEETS))
        return any(map(partial(_has_formula, book), sheets))


def _has_formula(book: ZipFile, name: str) -> bool:
    """Tell whether a sheet has a formula; a large one is read in parts."""
    before = b""
    with book.open(name) as stream:
        while part := stream.read(_PART):
            if _FORMULA.search(before + part):
                return True
            before = part[-_LONGEST_TAG:]
    return False
