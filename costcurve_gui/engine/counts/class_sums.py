"""The cumulative sum of one class over the rows of a threshold table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Counts, Floats, Indices, Rows

_ULPS = 2
"""A quotient is rounded once and a product once, so two steps reach any neighbour in doubt."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassSums:
    """Numerators of a rate, looked up for the rows that are asked for.

    Attributes
    ----------
    stops : ndarray, shape (m,)
        Non-decreasing, from 0: instances of the class at or above each threshold. Where `sums`
        is None these are the numerators themselves.
    sums : ndarray of float64, shape (instances of the class + 1,), or None
        Cumulative cost in descending order of score, from 0: the numerator of table row k is
        ``sums[stops[k]]``.
    """

    stops: Counts
    sums: Floats | None = None

    @property
    def total(self) -> float:
        """The denominator: the numerator of the last row."""
        return float(self.stops[-1] if self.sums is None else self.sums[int(self.stops[-1])])

    def at(self, rows: Rows) -> Counts:
        """Return the numerators of `rows`."""
        stops = self.stops[rows]
        return stops if self.sums is None else self.sums[stops]

    def rates_at(self, rows: Rows) -> Floats:
        """Return the numerators of `rows` over the total, within 0-1."""
        return np.true_divide(self.at(rows), self.total, dtype=np.float64)

    def first_rows_reaching(self, rates: Floats) -> Indices:
        """Return for each rate the first row whose rate is at least that; m where there is none.

        By binary search; agrees with comparing `rates_at` of every row.
        """
        numerators = _smallest_reaching(np.atleast_1d(np.asarray(rates, np.float64)), self.total)
        if self.sums is None:
            return _search(self.stops, numerators)
        return _search(self.stops, np.searchsorted(self.sums, numerators).astype(np.float64))


def _search(ascending: NDArray[Any], values: Floats) -> Indices:
    """Search without casting the long array to the type of the few values."""
    if ascending.dtype.kind == "f":
        return np.searchsorted(ascending, values).astype(np.int64)
    above = values > ascending[-1]
    whole = np.where(above, 0.0, np.ceil(values)).clip(0.0).astype(ascending.dtype)
    return np.where(above, ascending.size, np.searchsorted(ascending, whole)).astype(np.int64)


def _smallest_reaching(rates: Floats, total: float) -> Floats:
    """Return the least floats whose rounded quotient by `total` is at least each rate."""
    smallest = rates * total
    for _ in range(_ULPS):
        lower = np.nextafter(smallest, -np.inf)
        smallest = np.where(lower / total >= rates, lower, smallest)
    for _ in range(_ULPS):
        smallest = np.where(smallest / total < rates, np.nextafter(smallest, np.inf), smallest)
    return smallest


def frozen(values: Counts) -> ClassSums:
    """Return sums whose numerators are `values`, read-only from now on."""
    return ClassSums(read_only(values))
