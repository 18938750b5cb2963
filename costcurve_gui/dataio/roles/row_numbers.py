"""Columns that number the rows: no scores, whatever they tell about the classes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.dataio.columns import Kind
from costcurve_gui.dataio.roles.column_names import names_score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from costcurve_gui.dataio.columns import ColumnInfo
    from costcurve_gui.dataio.source import Source

ROW_NUMBERS: Final = "row numbers"
_NAMELESS: Final = re.compile(r"column_\d+")
# What pandas, readr, R and Arrow call row names that have no name of their own.
_OF_INDEX: Final = re.compile(
    r"unnamed: ?\d+(_level_\d+)?(\.\d+)*|\.\.\.\d+|\.?row[ _.]?names?|__index_level_\d+__|level_\d+"
)
_OF_FIRST: Final = frozenset({"x", "v1", "f1", "field1", "column1", "n", "i", "#", "rn"})
_OF_NUMBERS: Final = frozenset({
    "no", "nr", "num", "number", "obs", "rowid", "rownum", "seq", "sequence",
})  # fmt: skip
_FEWEST_COUNTED: Final = 20  # rows that go up by one: of fewer it may be chance
_FEWEST_DOUBTED: Final = 5


def row_numbers(source: Source) -> dict[str, bool]:
    """Return the columns that number the rows, and whether each does so even where it is alone.

    That is sure of whole numbers that the file itself calls its index, that have no name, or one
    that programs give to row names. One that is named after a number, or is the first column and
    goes up by one from row to row, may be the only score of a file.
    """
    nameless = all(_NAMELESS.fullmatch(column.name) for column in source.columns)
    beside = nameless and any(_has_fractions(column) for column in source.columns)
    found: dict[str, bool] = {}
    for place, column in enumerate(source.columns):
        if names_score(column.name) or not _is_whole(column):
            continue
        if column.name in source.index or _is_index(
            column, place, nameless=nameless, beside=beside
        ):
            found[column.name] = True
        elif _is_numbered(column, place) or _counts_rows(column, place):
            found[column.name] = False
    return found


def _is_index(column: ColumnInfo, place: int, *, nameless: bool, beside: bool) -> bool:
    if nameless:  # without any header only what counts, or is beside scores, can be told from them
        counts = column.consecutive or _is_run(column)
        return place == 0 and (counts or (beside and column.distinct > 2 and is_distinct(column)))
    first = place == 0 and column.distinct > 2  # else it may be the true class
    without = first and _NAMELESS.fullmatch(column.name)
    return bool(without or _OF_INDEX.fullmatch(column.name.lower()))


def _is_numbered(column: ColumnInfo, place: int) -> bool:
    name = column.name.lower().rstrip(".")
    named = name in _OF_NUMBERS or (place == 0 and name in _OF_FIRST)
    return named and is_distinct(column)


def _counts_rows(column: ColumnInfo, place: int) -> bool:
    many = sum(column.counts.values()) >= _FEWEST_COUNTED
    return column.consecutive and place == 0 and many and "rank" not in column.name.lower()


def _is_whole(column: ColumnInfo) -> bool:
    """Whether a column is whole numbers, be it 17.0 as of an index that lost its type."""
    if column.kind is not Kind.NUMBER or column.written.format is not None or column.text_cells:
        return column.kind is Kind.WHOLE
    return all(cell.endswith(".0") for cell in column.counts)


def _has_fractions(column: ColumnInfo) -> bool:
    return column.kind is Kind.NUMBER and not _is_whole(column)


def is_distinct(column: ColumnInfo) -> bool:
    """Whether every row that was looked at has a value of its own."""
    return not column.missing and max(column.counts.values(), default=0) == 1


def _is_run(column: ColumnInfo) -> bool:
    """Whether the values are the whole numbers of a range, each once and in any order."""
    low, high = column.minimum, column.maximum
    if low is None or high is None or not is_distinct(column):
        return False
    return high - low + 1 == column.distinct > 2


def leads(source: Source, column: str, scores: Sequence[str]) -> bool:
    """Whether a score stands where row numbers do: first, beside others, and not named for one."""
    named = names_score(column) or "rank" in column.lower()
    return source.columns[0].name == column and len(scores) > 1 and not named


def row_doubt(
    y_true: NDArray[np.bool_], values: NDArray[np.float64], *, leading: bool
) -> tuple[str, str]:
    """Say why a score may number the rows, in full and in short; empty where it hardly does.

    It is the whole numbers of a range, each once, and parts the classes perfectly, as where rows
    were sorted by class, or stands first (`leading`) and begins at 0 or 1.
    """
    known = ~np.isnan(values)
    size = int(np.count_nonzero(known))
    positive, negative = values[known & y_true], values[known & ~y_true]
    if size < _FEWEST_DOUBTED or not positive.size or not negative.size:
        return "", ""
    low, high = float(values[known].min()), float(values[known].max())
    perfect = positive.min() > negative.max() or positive.max() < negative.min()
    if not (perfect or (leading and low in (0, 1))) or high - low != size - 1:
        return "", ""
    if not low.is_integer() or not np.array_equal(np.sort(values[known]), np.arange(size) + low):
        return "", ""
    span = f"{low:g} to {high:g}"
    if not perfect:
        return f"is the whole numbers from {span}, each once", f"{span}: numbers of rows?"
    sorted_rows = "as numbers of rows that were sorted by class are"
    return (
        f"parts the classes perfectly and is the whole numbers from {span}, {sorted_rows}",
        f"{span}: numbers of sorted rows?",
    )
