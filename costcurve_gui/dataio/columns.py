"""What is known of a column from the cells seen so far."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.dataio.cells import is_missing, parse_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_DISTINCT = 1_000
_EXAMPLES = 5
_BOOLEANS = ({"true", "false"}, {"yes", "no"}, {"t", "f"}, {"y", "n"})
_DATE = re.compile(r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?.*)?|\d\d?[./]\d\d?[./]\d{4}")


class Kind(StrEnum):
    """What a column holds."""

    NUMBER = "number"
    WHOLE = "whole"
    TEXT = "text"
    BOOL = "bool"
    DATE = "date"

    @property
    def is_numeric(self) -> bool:
        """Whether the column can be calculated with."""
        return self in (Kind.NUMBER, Kind.WHOLE)


@dataclass(frozen=True, slots=True)
class ColumnInfo:
    """One column.

    `missing` counts cells, `distinct` is capped, `counts` has the most frequent text first.
    The figures are those of the rows seen, which are all rows of a small file.
    """

    name: str
    kind: Kind
    missing: int
    minimum: float | None
    maximum: float | None
    distinct: int
    examples: tuple[str, ...]
    counts: Mapping[str, int]
    text_cells: int = 0


def describe_column(name: str, cells: Sequence[str], decimal: str = ".") -> ColumnInfo:
    """Look at the cells of one column.

    >>> describe_column("amount", ["250", "NA", "18424"]).kind
    <Kind.WHOLE: 'whole'>
    """
    present = [cell.strip() for cell in cells if not is_missing(cell)]
    counts = Counter(present)
    values, bad = parse_numbers(present, decimal)
    kind = _kind(present, values, len(bad.rows))
    low, high = _range(values) if kind.is_numeric else (None, None)
    common = dict(counts.most_common(MOST_DISTINCT))
    return ColumnInfo(
        name=name,
        kind=kind,
        missing=len(cells) - len(present),
        minimum=low,
        maximum=high,
        distinct=min(len(counts), MOST_DISTINCT),
        examples=tuple(common)[:_EXAMPLES],
        counts=common,
        text_cells=len(bad.rows) if kind.is_numeric else 0,
    )


def _kind(present: Sequence[str], values: np.ndarray, bad: int) -> Kind:
    if not present:
        return Kind.TEXT
    if bad * 2 < len(present):
        numbers = values[np.isfinite(values)]
        is_whole = numbers.size == len(present) - bad and bool(np.all(numbers == np.rint(numbers)))
        plain = not any("." in cell or "," in cell or "e" in cell.lower() for cell in present[:100])
        return Kind.WHOLE if is_whole and plain else Kind.NUMBER
    if {cell.lower() for cell in present} in _BOOLEANS:
        return Kind.BOOL
    return Kind.DATE if all(_DATE.fullmatch(cell) for cell in present) else Kind.TEXT


def _range(values: np.ndarray) -> tuple[float | None, float | None]:
    numbers = values[~np.isnan(values)]
    if not numbers.size:
        return None, None
    return float(numbers.min()), float(numbers.max())
