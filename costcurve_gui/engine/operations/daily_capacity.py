"""Cases day by day where only so many can be seen: a fixed threshold against the highest of a day.

Behind a fixed threshold a queue builds up: what cannot be seen today waits. Where the highest of a
day are seen there is no queue, as what is over is left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.resampling.bootstrap import generators, percentile_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

_STREAM = 47
_FEW = 2  # times the places: so many rows are sorted as they are
_DRAWN = 10_000_000
"""Counts of days that are in memory at once."""


@dataclass(frozen=True, slots=True, eq=False)
class DailyCases:
    """Cases with their day, scores and payoffs.

    Attributes
    ----------
    days : ndarray of int64, shape (n,)
        Day of each case, from 0.
    size : int
        Days in all; those without a case count.
    y_true : ndarray of bool, shape (n,)
        True for positives.
    scores : ndarray of float64, shape (n,)
        Higher means more positive. A case whose score is NaN is never seen.
    acting, leaving : ndarray of float64, shape (n,)
        What each case pays, as its class has it, where it is seen and where it is not.
    delay_costs : ndarray of float64, shape (n,)
        What each case loses with every day that it waits.
    """

    days: Indices
    size: int
    y_true: Bools
    scores: Floats
    acting: Floats
    leaving: Floats
    delay_costs: Floats


@dataclass(frozen=True, slots=True, eq=False)
class DailyUse:
    """One way to use the places of each day. Arrays have an entry per day.

    Attributes
    ----------
    capacity : int
        Places a day.
    wanted, seen, waiting : ndarray of int64, shape (d,)
        Cases that this way asks to see on their day, those seen on a day, and those that wait for
        the next one at its end.
    lost : ndarray of float64, shape (d,)
        Money lost on a day by cases that wait at its end.
    profit : ndarray of float64, shape (d,)
        Of the cases that came on a day, what they lose by waiting taken off.
    found, positives : int
        Positive cases seen, and all.
    """

    capacity: int
    wanted: Indices
    seen: Indices
    waiting: Indices
    lost: Floats
    profit: Floats
    found: int
    positives: int

    @property
    def overflow_days(self) -> int:
        """Days on which more cases are asked for than can be seen."""
        return int(np.count_nonzero(self.wanted > self.capacity))

    @property
    def idle_days(self) -> int:
        """Days on which places are left empty."""
        return int(np.count_nonzero(self.seen < self.capacity))

    @property
    def empty_places(self) -> int:
        """Places left empty on all days together."""
        return int(np.sum(self.capacity - self.seen))

    @property
    def longest_queue(self) -> int:
        """Most cases that wait at the end of a day."""
        return int(self.waiting.max())

    @property
    def recall(self) -> float:
        """Share of the positives that are seen; NaN without positives."""
        return self.found / self.positives if self.positives else np.nan

    @property
    def profit_a_day(self) -> float:
        """Mean profit of a day."""
        return float(self.profit.mean())


def rows_over(cases: DailyCases, threshold: float) -> Indices:
    """Return the cases with score >= threshold by day, of a day the highest score first.

    Of equal scores the one that comes first goes first.

    Examples
    --------
    >>> score = np.array([0.2, 0.9, 0.7, 0.4])
    >>> cases = DailyCases(np.array([1, 1, 0, 1]), 2, score > 0.5, score, score, score, score)
    >>> rows_over(cases, 0.3).tolist()
    [2, 1, 3]
    """
    return _in_order(cases, np.flatnonzero(cases.scores >= threshold))


def queue_behind_threshold(
    cases: DailyCases, threshold: float, capacity: int, over: Indices | None = None
) -> DailyUse:
    """Let every case with score >= threshold be seen, the first that came first.

    Of a day the higher score goes first, of equal scores the one that comes first. Cases that
    wait at the end of the last day are not seen.

    Parameters
    ----------
    cases : DailyCases
        The cases.
    threshold : float
        Of scores.
    capacity : int
        Places a day, at least 1.
    over : ndarray of int64, optional
        What `rows_over` returns of the threshold, where that is known.

    Returns
    -------
    DailyUse

    Raises
    ------
    ConstraintError
        Where the capacity is below 1.

    Notes
    -----
    The queue after day d is ``S_d - min(0, S_1 .. S_d)``, with S the sum of cases that come less
    places [1]_.

    References
    ----------
    .. [1] Lindley (1952), The theory of queues with a single server.

    Examples
    --------
    >>> ones = np.ones(5)
    >>> cases = DailyCases(np.array([0, 0, 0, 1, 3]), 4, ones > 0, ones, ones, 0 * ones, ones / 4)
    >>> use = queue_behind_threshold(cases, 0.5, 1)
    >>> use.seen.tolist(), use.waiting.tolist(), use.profit_a_day
    ([1, 1, 1, 1], [2, 2, 1, 1], 0.625)
    """
    _require_places(capacity)
    rows = rows_over(cases, threshold) if over is None else over
    wanted = np.bincount(cases.days[rows], minlength=cases.size)
    sums = np.cumsum(wanted - capacity)
    waiting = sums - np.minimum(np.minimum.accumulate(sums), 0)
    seen = wanted - np.diff(waiting, prepend=0)
    day_seen = np.searchsorted(np.cumsum(seen), np.arange(rows.size), side="right")
    return _used(cases, capacity, wanted, seen, waiting, (rows, day_seen))


def highest_of_day(
    cases: DailyCases, threshold: float, capacity: int, over: Indices | None = None
) -> DailyUse:
    """See the cases of each day with the highest scores among those with score >= threshold.

    Parameters
    ----------
    cases : DailyCases
        The cases.
    threshold : float
        Of scores; -inf lets all of them in.
    capacity : int
        Places a day, at least 1. Of equal scores those that come first are seen.
    over : ndarray of int64, optional
        What `rows_over` returns of the threshold, where that is known.

    Returns
    -------
    DailyUse
        Nothing waits.

    Raises
    ------
    ConstraintError
        Where the capacity is below 1.

    Examples
    --------
    >>> score = np.array([0.9, 0.2, 0.7, 0.4])
    >>> zeros = np.zeros(4)
    >>> cases = DailyCases(np.array([0, 0, 0, 1]), 2, score > 0.5, score, score, zeros, zeros)
    >>> highest_of_day(cases, 0.3, 1).profit.tolist()
    [0.9, 0.4]
    """
    _require_places(capacity)
    rows = over
    if rows is None:
        reached = np.flatnonzero(cases.scores >= threshold)
        rows = _in_order(cases, _highest(cases, reached, capacity))
    days = cases.days[rows]
    wanted = np.bincount(days, minlength=cases.size)
    place = np.arange(rows.size) - (np.cumsum(wanted) - wanted)[days]
    chosen = place < capacity
    seen = np.minimum(wanted, capacity)
    nothing = np.zeros(cases.size, np.int64)
    return _used(cases, capacity, seen, seen, nothing, (rows[chosen], days[chosen]))


def fitting_threshold(cases: DailyCases, first_day: int, capacity: int) -> float:
    """Return the lowest threshold that lets in no more than can be seen from a day on.

    Parameters
    ----------
    cases : DailyCases
        The cases.
    first_day : int
        Only this day and later ones count.
    capacity : int
        Places a day.

    Returns
    -------
    float
        inf where equal highest scores are more than can be seen.

    Examples
    --------
    >>> ones = np.ones(4)
    >>> score = np.array([0.1, 0.4, 0.3, 0.2])
    >>> cases = DailyCases(np.array([0, 1, 1, 1]), 2, ones > 0, score, ones, ones, ones)
    >>> fitting_threshold(cases, 1, 2)
    0.3
    """
    scores = cases.scores[(cases.days >= first_day) & ~np.isnan(cases.scores)]
    places = capacity * (cases.size - first_day)
    if scores.size <= places:
        return float(scores.min()) if scores.size else np.inf
    too_many = np.partition(scores, scores.size - places - 1)[scores.size - places - 1]
    above = scores[scores > too_many]
    return float(above.min()) if above.size else np.inf


def overflow_since(use: DailyUse) -> int | None:
    """Return the day from which on something always waits; None where the queue empties at the end.

    Examples
    --------
    >>> ones = np.ones(4)
    >>> cases = DailyCases(np.array([0, 2, 2, 2]), 4, ones > 0, ones, ones, ones, ones)
    >>> overflow_since(queue_behind_threshold(cases, 0.5, 1))
    2
    """
    if not use.waiting[-1]:
        return None
    empty = np.flatnonzero(use.waiting == 0)
    return int(empty[-1]) + 1 if empty.size else 0


def paired_difference(a: DailyUse, b: DailyUse, spec: BootstrapSpec) -> tuple[float, float, float]:
    """Return what `a` earns a day more than `b`, with its interval: days are resampled.

    Parameters
    ----------
    a, b : DailyUse
        Two ways on the same days.
    spec : BootstrapSpec
        Replicates, level and seed.

    Returns
    -------
    difference, low, high : float
        The percentile interval over days drawn with replacement, the same ones for both.
    """
    differences = a.profit - b.profit
    size = differences.size
    means = []
    for batch, generator in generators(spec, _STREAM):
        for start, stop in chunks(0, batch, max(_DRAWN // size, 1)):
            drawn = generator.integers(0, size, (stop - start, size))
            means.append(differences[drawn].mean(axis=1))
    low, high = percentile_interval(np.concatenate(means), spec.level)
    return float(differences.mean()), float(low), float(high)


def _require_places(capacity: int) -> None:
    if capacity < 1:
        raise ConstraintError(f"At least 1 case a day must be seen, not {capacity}.")


def _in_order(cases: DailyCases, rows: Indices) -> Indices:
    """Return rows by day, of a day the highest score first."""
    return rows[np.lexsort((-cases.scores[rows], _short(cases, rows)))]


def _short(cases: DailyCases, rows: Indices) -> NDArray[np.unsignedinteger[Any]]:
    """Return the days of rows in as few bytes as hold them: two are sorted in one pass."""
    return cases.days[rows].astype(np.min_scalar_type(cases.size))


def _highest(cases: DailyCases, rows: Indices, capacity: int) -> Indices:
    """Leave out rows that are below the highest of their day, of which there is room for so many.

    Rows that tie with the last of them stay.
    """
    if rows.size <= _FEW * capacity * cases.size:
        return rows
    days, scores = _short(cases, rows), cases.scores[rows]
    by_day = scores[np.argsort(days, kind="stable")]
    ends = np.cumsum(np.bincount(days, minlength=cases.size)).tolist()
    least = np.full(cases.size, -np.inf)
    for day, (start, end) in enumerate(pairwise((0, *ends))):
        if end - start > capacity:
            last = end - start - capacity
            least[day] = np.partition(by_day[start:end], last)[last]
    kept: Indices = rows[scores >= least[days]]
    return kept


def _used(
    cases: DailyCases,
    capacity: int,
    wanted: Indices,
    seen: Indices,
    waiting: Indices,
    chosen: tuple[Indices, Indices],
) -> DailyUse:
    """Return what a way earns; `chosen` are rows and when they are seen, past the end for never."""
    rows, day_seen = chosen
    in_time = rows[day_seen < cases.size]
    profit = np.bincount(cases.days, cases.leaving, cases.size).astype(np.float64)
    gain = cases.acting[in_time] - cases.leaving[in_time]
    profit += np.bincount(cases.days[in_time], gain, cases.size)
    lost = np.zeros(cases.size)
    if waiting.any():
        costs = cases.delay_costs[rows] * (day_seen - cases.days[rows])
        profit -= np.bincount(cases.days[rows], costs, cases.size)
        lost = _lost_by_day(cases, rows, day_seen)
    return DailyUse(
        capacity,
        read_only(wanted),
        read_only(seen),
        read_only(waiting),
        read_only(lost),
        read_only(profit),
        int(np.count_nonzero(cases.y_true[in_time])),
        int(np.count_nonzero(cases.y_true)),
    )


def _lost_by_day(cases: DailyCases, rows: Indices, day_seen: Indices) -> Floats:
    """Return what cases that wait at the end of each day lose there."""
    costs = cases.delay_costs[rows]
    begin = np.bincount(cases.days[rows], costs, cases.size + 1)
    end = np.bincount(day_seen, costs, cases.size + 1)
    waiting = np.bincount(cases.days[rows], minlength=cases.size + 1)
    waiting -= np.bincount(day_seen, minlength=cases.size + 1)
    lost: Floats = np.cumsum(begin - end)
    lost[np.cumsum(waiting) == 0] = 0.0  # rounding leaves crumbs where nothing waits
    return lost[: cases.size]
