"""The text of cells as numbers. One meaning for every kind of file."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from numpy.typing import NDArray

MISSING: Final = frozenset(
    {"", "na", "nan", "+nan", "-nan", "null", "?"}
)  # compared without case and outer spaces
NO_NUMBER: Final = MISSING | {
    "none",
    "nil",
    "n/a",
    "#n/a",
    "<na>",
    "#na",
    "#n/a n/a",
    "-1.#ind",
    "1.#ind",
    "-1.#qnan",
    "1.#qnan",
    "1.#nan",
}
"""What stands for none where a number belongs; elsewhere some of it may be a value."""
KEPT_TEXTS: Final = 1_000
LARGEST_EXACT: Final = 2.0**53
_LARGEST_CHECKED: Final = 2.0**127
_INTEGER: Final = re.compile(r"[+-]?[0-9]+(?:\.0*)?")
_FEWEST_MERGED: Final = 16  # characters of numbers that may be merged in a float64
_SUBNORMAL: Final = float(np.finfo(np.float64).tiny)


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


def inexact_cells(
    cells: Sequence[str], values: NDArray[np.float64], plain: Callable[[str], str] = str
) -> BadCells:
    """Return the cells whose numbers a float64 does not tell apart; `values` are what was read.

    Whole numbers above 2**53 that are changed, numbers too large for a float64, and others that
    become the same though they are written as different ones. `plain` writes a cell with a point.
    """
    rows = {*_changed_rows(cells, values, plain), *_merged_rows(cells, values, plain)}
    found = BadCells()
    for row in sorted(rows):
        found.add(row, cells[row].strip())
    return found


def _changed_rows(
    cells: Sequence[str], values: NDArray[np.float64], plain: Callable[[str], str]
) -> Iterator[int]:
    if not has_large(values):
        return
    for row in np.flatnonzero(np.abs(values) >= LARGEST_EXACT).tolist():
        value, text = float(values[row]), _plain_text(cells[row], plain)
        if _INTEGER.fullmatch(text) is None:
            is_changed = math.isinf(value) and text[-1:].isdigit()
        else:
            is_changed = _is_changed(text, value)
        if is_changed:
            yield row


def _is_changed(whole: str, value: float) -> bool:
    return abs(value) >= _LARGEST_CHECKED or int(whole.partition(".")[0]) != value


def _merged_rows(
    cells: Sequence[str], values: NDArray[np.float64], plain: Callable[[str], str]
) -> Iterator[int]:
    """Yield the rows of different numbers that became the same."""
    if max(map(len, cells), default=0) < _FEWEST_MERGED and not np.any(np.abs(values) < _SUBNORMAL):
        return
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    sizes = np.diff(starts, append=values.size)
    for start, size in zip(starts[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        rows = order[start : start + size].tolist()
        texts = {row: _plain_text(cells[row], plain) for row in rows}
        merged = merged_numbers(set(texts.values()), float(values[rows[0]]))
        yield from (row for row in rows if texts[row] in merged)


def merged_numbers(texts: Collection[str], value: float) -> frozenset[str]:
    """Return the numbers that are read as a value and are another one, where several are.

    >>> sorted(merged_numbers(["1e-420", "1e-410", "0"], 0.0))
    ['1e-410', '1e-420']
    >>> merged_numbers(["1.50", "1.5"], 1.5)
    frozenset()
    """
    if len(texts) < 2 or not math.isfinite(value):
        return frozenset()
    numbers = {text: Decimal(text) for text in texts}
    several = len(set(numbers.values())) > 1
    return frozenset(text for text, number in numbers.items() if several and number != value)


def _plain_text(cell: str, plain: Callable[[str], str]) -> str:
    return plain(cell.strip()).replace(",", ".")


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
