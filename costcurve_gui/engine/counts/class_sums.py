"""The cumulative sum of one class over the rows of a threshold table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Counts, Floats, Indices, Rows


class CountColumn(Protocol):
    """Non-decreasing counts that can be read by row: an array or something that acts like one."""

    @property
    def size(self) -> int:
        """Number of rows."""

    def __getitem__(self, rows: Rows, /) -> Counts:
        """Return the counts at `rows`."""


@dataclass(frozen=True, slots=True, eq=False)
class RestOfRows:
    """The other class, where no scores are equal: row k has seen k instances of either class.

    Saves an array of millions of counts that another array determines.

    >>> RestOfRows(np.array([0, 1, 1, 2]))[1:]
    array([0, 1, 1])
    """

    counts: Counts

    @property
    def size(self) -> int:
        """Number of rows."""
        return int(self.counts.size)

    def __getitem__(self, rows: Rows, /) -> Counts:
        positions = np.arange(*rows.indices(self.size)) if isinstance(rows, slice) else rows
        rest: Counts = positions.astype(self.counts.dtype)
        rest -= self.counts[rows]
        return rest


@dataclass(frozen=True, slots=True, eq=False)
class ClassSums:
    """Numerators of a rate, looked up for the rows that are asked for.

    Attributes
    ----------
    stops : CountColumn, m rows
        Non-decreasing, from 0: instances of the class at or above each threshold. Where `sums`
        is None these are the numerators themselves.
    sums : ndarray of float64, shape (instances of the class + 1,), or None
        Cumulative cost in descending order of score, from 0: the numerator of table row k is
        ``sums[stops[k]]``.
    """

    stops: CountColumn
    sums: Floats | None = None

    @property
    def total(self) -> float:
        """The denominator: the numerator of the last row."""
        return float(self.at(slice(self.stops.size - 1, None))[0])

    def at(self, rows: Rows) -> Counts:
        """Return the numerators of `rows`."""
        stops = self.stops[rows]
        return stops if self.sums is None else self.sums[stops]

    def rates_at(self, rows: Rows) -> Floats:
        """Return the numerators of `rows` over the total, within 0-1."""
        return np.true_divide(self.at(rows), self.total, dtype=np.float64)

    def first_rows_reaching(self, rates: Floats) -> Indices:
        """Return for each rate the first row whose rate is at least that; m where there is none.

        By binary search over rows, so that only a few of millions are looked at.
        """
        asked = np.atleast_1d(np.asarray(rates, np.float64))
        return first_rows_reaching(self.rates_at, self.stops.size, asked)


def first_rows_reaching(
    values_at: Callable[[Indices], Floats], size: int, asked: Floats
) -> Indices:
    """Return the first of `size` rows whose value is at least that asked for; else `size`.

    >>> first_rows_reaching(lambda rows: rows / 4, 5, np.array([0.0, 0.3, 2.0])).tolist()
    [0, 2, 5]
    """
    low = np.zeros(asked.size, dtype=np.int64)
    high = np.full(asked.size, size, dtype=np.int64)
    for _ in range(size.bit_length()):
        middle = (low + high) // 2
        reaches = values_at(middle.clip(max=size - 1)) >= asked
        low = np.where(reaches, low, np.minimum(middle + 1, high))
        high = np.where(reaches, middle, high)
    return low
