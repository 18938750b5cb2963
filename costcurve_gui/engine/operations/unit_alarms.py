"""Units in place of rows: a card, a customer or a machine gives one alarm, at its first row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.validation import require_length

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices

_HALF, _HALF_BITS = 0xFFFF, 16


@dataclass(frozen=True, slots=True, eq=False)
class UnitRows:
    """The rows of a sample by unit and time: sorted once, for every model.

    Attributes
    ----------
    order : ndarray of int64, shape (n,)
        Rows of the sample, unit by unit, those of a unit in the order of time.
    starts : ndarray of int64, shape (u,)
        Where each unit begins in `order`.
    unit_of : ndarray of int64, shape (n,)
        The unit of each place in `order`, from 0.
    """

    order: Indices
    starts: Indices
    unit_of: Indices

    @property
    def units(self) -> int:
        """Number of units."""
        return int(self.starts.size)


@dataclass(frozen=True, slots=True, eq=False)
class UnitPayoffs:
    """What units are paid, the same for every model.

    Attributes
    ----------
    rows : UnitRows
        The units.
    positive : ndarray of bool, shape (u,)
        Whether any row of a unit is positive.
    value : ndarray of float64, shape (n,)
        What its unit is paid in all with the alarm at a row, in the order of `rows.order`.
    never : ndarray of float64, shape (u,)
        What a unit is paid without an alarm.
    row_share : float
        Share of positive rows.
    """

    rows: UnitRows
    positive: Bools
    value: Floats
    never: Floats
    row_share: float


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class UnitCurve:
    """Rates, precision and profit per unit, a row per threshold.

    Attributes
    ----------
    thresholds : ndarray of float64, shape (k,)
        Descending from inf, which alarms at nothing.
    fps, tps : ndarray of int64, shape (k,)
        Negative and positive units with an alarm.
    negatives, positives : int
        Units of each class.
    prior : float
        Share of positive units that precision and profit are for.
    profit : ndarray of float64, shape (k,)
        Per unit, at `prior`.
    """

    thresholds: Floats
    fps: Indices
    tps: Indices
    negatives: int
    positives: int
    prior: float
    profit: Floats

    @property
    def fpr(self) -> Floats:
        """Share of the negative units with an alarm."""
        return self.fps / self.negatives

    @property
    def tpr(self) -> Floats:
        """Share of the positive units with an alarm."""
        return self.tps / self.positives

    @property
    def precision(self) -> Floats:
        """Share of positive units among those with an alarm; NaN without any."""
        found = self.prior * self.tpr
        with np.errstate(invalid="ignore"):
            share: Floats = found / (found + (1 - self.prior) * self.fpr)
        return share

    @property
    def best(self) -> int:
        """The row of the highest profit, the highest threshold among equals."""
        return int(np.argmax(self.profit))

    def at(self, threshold: float) -> int:
        """Return the row of the alarms that any threshold gives."""
        above = np.searchsorted(-self.thresholds, -threshold, side="right")
        return max(int(above) - 1, 0)


def unit_rows(units: Indices, times: Floats | None = None, horizon: float = np.inf) -> UnitRows:
    """Sort rows by unit and time, and cut each unit into stretches of a horizon.

    Parameters
    ----------
    units : ndarray of int64, shape (n,)
        Number of each row's unit, from 0.
    times : ndarray of float64, shape (n,), optional
        Finite. None stands for the order of the rows: the first row of a unit is at 0, the next
        at 1. Rows of a unit at the same time stay in their order.
    horizon : float, default inf
        Length of a stretch, in the unit of `times`: the first row of a unit is at 0, and rows
        from k to below k + 1 horizons after it are one stretch, which counts as a unit.

    Returns
    -------
    UnitRows

    Raises
    ------
    ConstraintError
        Where the horizon is not above 0, or a time is not finite.

    Examples
    --------
    >>> rows = unit_rows(np.array([7, 5, 7, 7]), np.array([0.0, 1.0, 9.0, 10.0]), 10.0)
    >>> rows.order.tolist(), rows.starts.tolist()
    ([1, 0, 2, 3], [0, 1, 3])
    """
    if not horizon > 0:
        raise ConstraintError(f"A horizon must be above 0; it is {horizon:g}.")
    if times is not None:
        require_length("times", times, units.size)
        if not np.isfinite(times).all():
            raise ConstraintError("Every row needs a time that is finite.")
    order = _by_unit_and_time(units, times)
    begins = np.diff(units[order], prepend=-1) != 0
    if np.isfinite(horizon):
        begins |= _stretches(order, begins, times, horizon)
    starts, unit_of = np.flatnonzero(begins), np.cumsum(begins) - 1
    return UnitRows(read_only(order), read_only(starts), read_only(unit_of))


def _by_unit_and_time(units: Indices, times: Floats | None) -> Indices:
    """Return the order of rows; two bytes of the units are sorted in one pass."""
    keys: list[NDArray[Any]] = [(units & _HALF).astype(np.uint16)]
    rest = units >> _HALF_BITS
    while rest.any():
        keys.append((rest & _HALF).astype(np.uint16))
        rest = rest >> _HALF_BITS
    if times is not None and (times[1:] < times[:-1]).any():
        keys.insert(0, times)
    order: Indices = np.lexsort(keys)
    return order


def _stretches(order: Indices, begins: Bools, times: Floats | None, horizon: float) -> Bools:
    """Return where a stretch begins within a unit."""
    starts = np.flatnonzero(begins)
    first = np.repeat(starts, np.diff(starts, append=order.size))
    if times is None:
        since = (np.arange(order.size) - first).astype(np.float64)
    else:
        ordered = times[order]
        since = ordered - ordered[first]
    begins_stretch: Bools = np.diff(np.floor(since / horizon), prepend=0.0) != 0
    return begins_stretch


def unit_payoffs(rows: UnitRows, y_true: Bools, acting: Floats, leaving: Floats) -> UnitPayoffs:
    """Return what every unit is paid, with the alarm at each of its rows and without one.

    A unit is positive if any of its rows is. It is paid for the rows before its alarm as left
    alone, for the row of the alarm as acted on, and nothing after.

    Parameters
    ----------
    rows : UnitRows
        The units.
    y_true : ndarray of bool, shape (n,)
        True for positive rows.
    acting, leaving : ndarray of float64, shape (n,)
        What each row pays, as its class has it, where it is acted on and where it is left alone.

    Returns
    -------
    UnitPayoffs

    Raises
    ------
    ConstraintError
        Where the units are of one class.
    """
    is_positive = np.logical_or.reduceat(y_true[rows.order], rows.starts)
    if is_positive.all() or not is_positive.any():
        raise ConstraintError(
            "Every unit has a positive row; rates need units without one as well."
            if is_positive.any()
            else "No unit has a positive row."
        )
    left = leaving[rows.order]
    never = np.add.reduceat(left, rows.starts)
    before = np.cumsum(left) - left
    value = before - before[rows.starts][rows.unit_of] + acting[rows.order]
    share = float(np.mean(y_true))
    return UnitPayoffs(rows, read_only(is_positive), read_only(value), read_only(never), share)


def unit_curve(
    payoffs: UnitPayoffs, y_score: Floats, *, row_prior: float | None = None
) -> UnitCurve:
    """Return rates, precision and profit per unit for every threshold that changes them.

    The alarm of a unit is its first row with score >= threshold.

    Parameters
    ----------
    payoffs : UnitPayoffs
        Of the same rows for every model.
    y_score : ndarray of float64, shape (n,)
        Higher means more positive; a row whose score is NaN alarms at no threshold.
    row_prior : float, optional
        Deployment prior of rows. The odds of positive units are moved as those of the rows are;
        None leaves the shares of the sample.

    Returns
    -------
    UnitCurve

    Notes
    -----
    A row gives the alarm of the thresholds above all earlier scores of its unit up to its own:
    only rows that exceed all earlier ones matter. Sorted by score, the differences between what
    follows each other in a unit add up to the profit at every threshold.

    Examples
    --------
    >>> rows = unit_rows(np.array([0, 0, 1]))
    >>> y, score = np.array([True, True, False]), np.array([0.3, 0.8, 0.5])
    >>> payoffs = unit_payoffs(rows, y, np.zeros(3), np.array([-5.0, -7.0, 0.0]))
    >>> curve = unit_curve(payoffs, score)
    >>> curve.thresholds, curve.profit
    (array([inf, 0.8, 0.5, 0.3]), array([-6. , -2.5, -2.5,  0. ]))
    """
    rows, is_positive = payoffs.rows, payoffs.positive
    positives = int(np.count_nonzero(is_positive))
    negatives = rows.units - positives
    prior = _unit_prior(positives / rows.units, payoffs.row_share, row_prior)
    scores = y_score[rows.order]
    records = _records(scores, rows)
    found, unit, value = scores[records], rows.unit_of[records], payoffs.value[records]
    is_last = _ends_of_runs(unit)
    instead = np.roll(value, -1)
    instead[is_last] = payoffs.never[unit[is_last]]
    weight = np.where(is_positive, prior / positives, (1 - prior) / negatives)
    gained = weight[unit] * (value - instead)
    descending = np.argsort(-found)
    thresholds = found[descending]
    ends = _ends_of_runs(thresholds)
    alarms = _sums(is_last[descending], ends)
    tps = _sums((is_last & is_positive[unit])[descending], ends)
    return UnitCurve(
        thresholds=read_only(np.concatenate(([np.inf], thresholds[ends]))),
        fps=read_only(alarms - tps),
        tps=read_only(tps),
        negatives=negatives,
        positives=positives,
        prior=prior,
        profit=read_only(float(weight @ payoffs.never) + _sums(gained[descending], ends)),
    )


def _ends_of_runs(values: NDArray[Any]) -> Bools:
    """Return which values another one follows, or none."""
    ends: Bools = np.ones(values.size, dtype=bool)
    ends[:-1] = values[1:] != values[:-1]
    return ends


def _sums(values: NDArray[Any], ends: Bools) -> NDArray[Any]:
    """Return 0, and the sum of all values up to each end of a run."""
    sums = np.cumsum(values)[ends]
    return np.concatenate((np.zeros(1, sums.dtype), sums))


def _records(scores: Floats, rows: UnitRows) -> Indices:
    """Return the places whose score exceeds all earlier ones of their unit."""
    known = ~np.isnan(scores)
    if known.all():
        exceeds = scores > _earlier_highest(scores, rows)
        exceeds[rows.starts] = True
        return np.flatnonzero(exceeds)
    seen = np.cumsum(known) - known
    is_first = seen == seen[rows.starts][rows.unit_of]
    exceeds = scores > _earlier_highest(scores, rows)
    return np.flatnonzero(known & (is_first | exceeds))


def _unit_prior(share: float, row_share: float, row_prior: float | None) -> float:
    """Return the share of positive units, its odds moved as those of positive rows are."""
    if row_prior is None or row_prior == row_share:
        return share
    if row_prior in (0.0, 1.0):
        return row_prior
    factor = row_prior / (1 - row_prior) * (1 - row_share) / row_share
    odds = share / (1 - share) * factor
    return odds / (1 + odds)


def _earlier_highest(scores: Floats, rows: UnitRows) -> Floats:
    """Return the highest earlier score of each row's unit, -inf without one.

    Windows of 1, 2, 4 ... rows are joined until the longest unit is covered.
    """
    unit_of = rows.unit_of
    highest = np.full(scores.size, -np.inf)
    same = unit_of[1:] == unit_of[:-1]
    np.copyto(highest[1:], scores[:-1], where=same & ~np.isnan(scores[:-1]))
    longest = int(np.diff(rows.starts, append=scores.size).max())
    reach = 1
    while reach < longest:
        same = unit_of[reach:] == unit_of[:-reach]
        joined = np.maximum(highest[reach:], highest[:-reach])
        highest[reach:] = np.where(same, joined, highest[reach:])
        reach *= 2
    return highest
