"""The rates that every curve is drawn from, and the cumulative sums of a class behind them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from costcurve_gui.engine.arrays import read_only

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Counts, Floats, Indices, Rows


@dataclass(frozen=True, slots=True, eq=False)
class RateSource:
    """Points of a ROC-like curve, one per threshold, from (0, 0) to exactly (1, 1).

    Row 0 is the threshold +inf of the rule "never positive"; row k > 0 is the rule
    ``score >= thresholds[k]``. A score of +inf therefore gives a second row at +inf.
    fpr and tpr never decrease. They are made on demand, so that millions of rows cost nothing
    until they are looked at: ask for the rows you need.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (m,)
        +inf, then each distinct score, descending; 0.0 stands for -0.0 too.
    negative_sums : ClassSums
        Numerators of the false-positive rate.
    positive_sums : ClassSums
        Numerators of the true-positive rate.
    """

    thresholds: Floats
    negative_sums: ClassSums
    positive_sums: ClassSums

    def __len__(self) -> int:
        return int(self.thresholds.size)

    @property
    def fps(self) -> Counts:
        """Numerators of the false-positive rate, shape (m,)."""
        return read_only(self.fps_at(slice(None)))

    @property
    def tps(self) -> Counts:
        """Numerators of the true-positive rate, shape (m,)."""
        return read_only(self.tps_at(slice(None)))

    @property
    def fpr(self) -> Floats:
        """False-positive rate (with costs: share of the false-positive cost), shape (m,)."""
        return read_only(self.fpr_at(slice(None)))

    @property
    def tpr(self) -> Floats:
        """True-positive rate (with costs: share of the benefit), shape (m,)."""
        return read_only(self.tpr_at(slice(None)))

    @property
    def negatives(self) -> float:
        """Denominator of the false-positive rate."""
        return self.negative_sums.total

    @property
    def positives(self) -> float:
        """Denominator of the true-positive rate."""
        return self.positive_sums.total

    @property
    def positive_share(self) -> float:
        """Positives over all, exact where the weights are equal."""
        negatives, positives = self.negative_sums, self.positive_sums
        if negatives.unit == positives.unit:
            return positives.units / (positives.units + negatives.units)
        return positives.total / (positives.total + negatives.total)

    def fps_at(self, rows: Rows) -> Counts:
        """Numerators of the false-positive rate at `rows`."""
        return self.negative_sums.at(rows)

    def tps_at(self, rows: Rows) -> Counts:
        """Numerators of the true-positive rate at `rows`."""
        return self.positive_sums.at(rows)

    def fpr_at(self, rows: Rows) -> Floats:
        """False-positive rate at `rows`."""
        return self.negative_sums.rates_at(rows)

    def tpr_at(self, rows: Rows) -> Floats:
        """True-positive rate at `rows`."""
        return self.positive_sums.rates_at(rows)

    def rows_at_thresholds(self, thresholds: Floats) -> Indices:
        """Row of the rule ``score >= threshold`` for each threshold. Binary search."""
        below = np.searchsorted(self.thresholds[::-1], thresholds)
        return len(self) - 1 - below

    def rows_reaching_fpr(self, fpr: Floats) -> Indices:
        """First row with at least each fpr; m where there is none. Binary search."""
        return self.negative_sums.first_rows_reaching(fpr)

    def rows_reaching_tpr(self, tpr: Floats) -> Indices:
        """First row with at least each tpr; m where there is none. Binary search."""
        return self.positive_sums.first_rows_reaching(tpr)


class CountColumn(Protocol):
    """Non-decreasing counts that can be read by row: an array or something that acts like one."""

    @property
    def size(self) -> int:
        """Number of rows."""

    def __getitem__(self, rows: Rows, /) -> Counts:
        """Return the counts at `rows`."""


class RateColumn(Protocol):
    """Rates that can be read by row: an array or something that acts like one."""

    def __getitem__(self, rows: Rows, /) -> Floats:
        """Return the rates at `rows`."""


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


@dataclass(frozen=True, eq=False)
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
    unit : float
        What the numerators are multiples of; rates do not depend on it.
    """

    stops: CountColumn
    sums: Floats | None = None
    unit: float = 1.0

    @cached_property
    def total(self) -> float:
        """The denominator: the numerator of the last row."""
        return self.units * self.unit

    @cached_property
    def units(self) -> float:
        """The denominator as a multiple of the unit."""
        return float(self.units_at(slice(self.stops.size - 1, None))[0])

    def at(self, rows: Rows) -> Counts:
        """Return the numerators of `rows`."""
        units = self.units_at(rows)
        return units if self.unit == 1 else units * self.unit

    def units_at(self, rows: Rows) -> Counts:
        """Return the numerators of `rows` as multiples of the unit."""
        stops = self.stops[rows]
        return stops if self.sums is None else self.sums[stops]

    def rates_at(self, rows: Rows) -> Floats:
        """Return the numerators of `rows` over the total, within 0-1."""
        return np.true_divide(self.units_at(rows), self.units, dtype=np.float64)

    def first_rows_reaching(self, rates: Floats) -> Indices:
        """Return for each rate the first row whose rate is at least that; m where there is none.

        By binary search over rows, so that only a few of millions are looked at.
        """
        asked = np.atleast_1d(np.asarray(rates, np.float64))
        return first_rows_reaching(self.rates_at, self.stops.size, asked)


@dataclass(frozen=True, slots=True, eq=False)
class ClassRates:
    """The rates of a class; each is divided when its row is asked for.

    >>> ClassRates(ClassSums(np.array([0, 1, 4])))[1:].tolist()
    [0.25, 1.0]
    """

    sums: ClassSums

    def __getitem__(self, rows: Rows, /) -> Floats:
        return self.sums.rates_at(rows)


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
