"""How much memory a file may take while it is read: looked at before and while reading.

A file of a kilobyte can say that it holds a billion rows, or unpack to gigabytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from costcurve_gui.dataio.errors import DataError
from costcurve_gui.translation import tr

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MOST_BYTES: Final = 1_000_000_000
"""Of what is held in memory while a file is read, beside the program itself."""
_UNPACKED_FREELY: Final = 250_000_000
_USUAL_PACKING: Final = 50  # times; text of scores packs to a fifth to a twentieth
_CELL_BYTES: Final = 32  # a cell in the lists of rows and columns
_TEXT_BYTES: Final = 60  # and its text, if it has one
_NUMBER_BYTES: Final = 48  # a number as an object of Python
_ARRAY_BYTES: Final = 16
_WORTH_BYTES: Final = 200  # rows of a table that a byte of a packed column may stand for


class Budget:
    """What reading a file has taken so far.

    Parameters
    ----------
    path : Path
        The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._size = path.stat().st_size
        self._used = 0

    def take(self, size: int) -> None:
        """Count memory that is held; raise DataError where it is too much."""
        self._used += size
        if self._used > MOST_BYTES:
            raise self._refusal()

    def cells(self, row: Sequence[object]) -> None:
        """Count a row of cells that will be held as text."""
        blank = row.count(None) + row.count("")
        self.take(len(row) * _CELL_BYTES + (len(row) - blank) * _TEXT_BYTES)

    def text(self, rows: int, columns: int) -> None:
        """Look at a table of text, before it is taken apart."""
        if rows * columns * (_CELL_BYTES + _TEXT_BYTES) > MOST_BYTES:
            raise self._refusal()

    def unpacked(self, size: int) -> None:
        """Look at how much a packed file has unpacked to, of which not all is held."""
        if size > max(_UNPACKED_FREELY, _USUAL_PACKING * self._size):
            raise self._refusal()

    def numbers(self, rows: int, columns: int) -> None:
        """Look at a table of numbers as objects, before it is read."""
        self.take(rows * columns * _NUMBER_BYTES)

    def array(self, rows: int) -> None:
        """Look at a column that says to be long, before it is read."""
        if rows * _ARRAY_BYTES > MOST_BYTES and rows > _WORTH_BYTES * self._size:
            raise self._refusal()

    def _refusal(self) -> DataError:
        return DataError(
            tr(
                "Cannot read {name}: its {size} would take more than {most} of memory. It is "
                "damaged, or has a great many blank cells. Save the table as CSV or Parquet, "
                "with the columns that are needed.",
                name=self._path.name,
                size=_size(self._size),
                most=_size(MOST_BYTES),
            ),
            file=self._path.name,
        )


def _size(count: int) -> str:
    """Return a number of bytes in words: 1.9 kB.

    >>> _size(1_900), _size(1_000_000_000)
    ('1.9 kB', '1 GB')
    """
    value, unit = float(count), "bytes"
    for larger in ("kB", "MB", "GB"):
        if value < 1_000:
            break
        value, unit = value / 1_000, larger
    return f"{value:.3g} {unit}"
