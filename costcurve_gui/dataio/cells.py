"""The text of cells as numbers. One meaning for every kind of file."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

MISSING: Final = frozenset(
    {"", "na", "nan", "+nan", "-nan", "null", "?", "n/a", "#n/a", "<na>", "#na", "#n/a n/a"}
)  # compared without case and outer spaces
NO_NUMBER: Final = MISSING | {"none", "nil", "-1.#ind", "1.#ind", "-1.#qnan", "1.#qnan", "1.#nan"}
"""What stands for none where a number belongs; elsewhere some of it may be a value."""
KEPT_TEXTS: Final = 1_000
LARGEST_EXACT: Final = 2.0**53
_LARGEST_CHECKED: Final = 2.0**127
_INTEGER: Final = re.compile(r"[+-]?[0-9]+")


@dataclass(slots=True)
class BadCells:
    """Cells that hold text where a number belongs; `rows` count from 0."""

    rows: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # of the first rows only

    def add(self, row: int, text: str) -> None:
        """Note one more cell."""
        self.rows.append(row)
        if len(self.texts) < KEPT_TEXTS:
            self.texts.append(text)

    def extend(self, other: BadCells, offset: int) -> None:
        """Append the cells of a later block that begins at row `offset`."""
        self.rows.extend(row + offset for row in other.rows)
        self.texts.extend(other.texts[: KEPT_TEXTS - len(self.texts)])

    def kept(self, keep: NDArray[np.bool_] | None) -> Iterator[tuple[int, str]]:
        """Yield row and text of the cells in the rows to keep."""
        texts = self.texts + [""] * (len(self.rows) - len(self.texts))
        for row, text in zip(self.rows, texts, strict=True):
            if keep is None or keep[row]:
                yield row, text


def is_missing(text: str) -> bool:
    """Tell whether a cell holds nothing: empty, NA, NaN, NULL or a question mark."""
    return text.strip().casefold() in MISSING


def has_large(values: NDArray[np.float64]) -> bool:
    """Tell whether there are numbers so large that whole ones are no longer told apart."""
    if not values.size:
        return False
    return bool(np.fmax.reduce(values) >= LARGEST_EXACT or np.fmin.reduce(values) <= -LARGEST_EXACT)


def inexact_cells(cells: Sequence[str], values: NDArray[np.float64]) -> BadCells:
    """Return the cells whose whole numbers float64 changes; `values` are what was read."""
    found = BadCells()
    if not has_large(values):
        return found
    for row in np.flatnonzero(np.abs(values) >= LARGEST_EXACT).tolist():
        text = cells[row].strip()
        if _INTEGER.fullmatch(text) and _is_changed(text, float(values[row])):
            found.add(row, text)
    return found


def _is_changed(text: str, value: float) -> bool:
    return abs(value) >= _LARGEST_CHECKED or int(text) != value


def number_reader(decimal: str = ".") -> Callable[[str], float]:
    """Return the function that turns the text of a cell into a number or raises ValueError."""
    return _float if decimal == "." else _float_with_comma


def _float(text: str) -> float:
    if "_" in text:  # Python's own notation
        raise ValueError(text)
    return float(text)


def _float_with_comma(text: str) -> float:
    if "." in text:
        raise ValueError(text)
    return _float(text.replace(",", "."))


def parse_numbers(cells: Sequence[str], decimal: str = ".") -> tuple[NDArray[np.float64], BadCells]:
    """Return the cells as float64, NaN where missing or bad, and the bad ones."""
    read = number_reader(decimal)
    joined = "".join(cells)
    if joined.isascii() and "_" not in joined:  # float() would take the digits of every script
        quick = float if decimal == "." else read
        try:
            return np.fromiter(map(quick, cells), np.float64, len(cells)), BadCells()
        except ValueError:
            pass
    return _parse_with_care(cells, read)


def _parse_with_care(
    cells: Sequence[str], read: Callable[[str], float]
) -> tuple[NDArray[np.float64], BadCells]:
    values = np.full(len(cells), np.nan)
    bad = BadCells()
    for row, cell in enumerate(cells):
        if cell.strip().casefold() in NO_NUMBER:
            continue
        try:
            values[row] = read(_ascii_only(cell))
        except ValueError:
            bad.add(row, cell.strip())
    return values, bad


def _ascii_only(text: str) -> str:
    if not text.strip().isascii():
        raise ValueError(text)
    return text.strip()


def text_codes(cells: Sequence[str], values: Sequence[str]) -> NDArray[np.uint8]:
    """Return per cell 1 + the position of its text in `values`, `OTHER`, or `ABSENT`."""
    codes = {value: position + 1 for position, value in enumerate(values)}
    return np.fromiter((_code(cell, codes) for cell in cells), np.uint8, len(cells))


def text_marks(cells: Sequence[str]) -> NDArray[np.uint64]:
    """Return 64 bits per cell, the same for the same text, `UNMARKED` where missing."""
    return np.fromiter((_mark(cell) for cell in cells), np.uint64, len(cells))


OTHER: Final = 0
ABSENT: Final = 255
UNMARKED: Final = 0
_ALL_BITS: Final = (1 << 64) - 1


def _mark(cell: str) -> int:
    if is_missing(cell):
        return UNMARKED
    return (hash(cell.strip()) & _ALL_BITS) or 1


def _code(cell: str, codes: dict[str, int]) -> int:
    known = codes.get(cell) or codes.get(cell.strip())
    return known or (ABSENT if is_missing(cell) else OTHER)
