"""Share one budget between curves: the rows whose shadow prices are equal.

The search does not know what it chooses from: full samples and batches of replicates both offer
`Choices`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from costcurve_gui.engine.segments.own_limits import ROUNDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.segments.curves import SegmentCurve

    Range = tuple[int, int]

_STEPS = 200


class Choices(Protocol):
    """b independent problems: in each a row of every one of g curves is chosen."""

    def best(self, price: Floats) -> Indices:
        """Return the rows of highest gain less `price` (b,) times share, (b, g)."""

    def totals(self, rows: Indices) -> tuple[Floats, Floats]:
        """Return share and gain of rows (b, g) over all curves, (b,) each."""


class Allocation(NamedTuple):
    """The optimum over mixtures: `high` decides in a share `mixing` of the cases, else `low`.

    Attributes
    ----------
    low, high : ndarray of int64, shape (b, g)
        Rows; the same where mixing gains nothing.
    mixing : ndarray of float64, shape (b,)
        0-1.
    price : ndarray of float64, shape (b,)
        Gain of one more unit of share, at least 0: the slope that all curves have in common.
    """

    low: Indices
    high: Indices
    mixing: Floats
    price: Floats


def allocate(choices: Choices, limit: float, problems: int = 1) -> Allocation | None:
    """Maximise the sum of gains within a limit on the sum of shares, over mixtures.

    The best sum at each price is a vertex of the upper concave envelope of all sums, so that the
    edge across the limit is found from the chord of two vertices, each of which a better one
    replaces. No envelope of a single curve is built.

    Parameters
    ----------
    choices : Choices
        What is chosen from.
    limit : float
        Of the sum of shares; inf for none.
    problems : int, default 1
        b, how many are solved at once.

    Returns
    -------
    Allocation or None
        None where even the least shares are above the limit in a problem.

    References
    ----------
    .. [1] Everett (1963), Generalized Lagrange multiplier method for solving problems of optimum
       allocation of resources.
    """
    free = np.zeros(problems)
    high = choices.best(free)
    most, best = choices.totals(high)
    within = most <= limit + ROUNDING
    if within.all():
        return Allocation(high, high, free, free)
    low = choices.best(np.full(problems, np.inf))
    used, worth = choices.totals(low)
    if (used > limit + ROUNDING).any():
        return None
    low, used, worth = _where(within, (high, most, best), (low, used, worth))
    price, searching = free.copy(), ~within
    for _ in range(_STEPS):
        price = np.where(searching, (best - worth) / np.where(searching, most - used, 1.0), price)
        rows = choices.best(price)
        share, gain = choices.totals(rows)
        above = gain - price * share - (worth - price * used)
        tie = 1e-12 * (np.abs(best) + np.abs(worth))
        searching &= (above > tie) & (share > used) & (share < most)
        if not searching.any():
            break
        fits = share <= limit + ROUNDING
        low, used, worth = _where(searching & fits, (rows, share, gain), (low, used, worth))
        high, most, best = _where(searching & ~fits, (rows, share, gain), (high, most, best))
    room = np.where(within, 0.0, (limit - used) / np.where(within, 1.0, most - used))
    return Allocation(low, high, np.clip(room, 0.0, 1.0), np.maximum(price, 0.0))


def _where(
    mask: Bools, new: tuple[Indices, Floats, Floats], old: tuple[Indices, Floats, Floats]
) -> tuple[Indices, Floats, Floats]:
    rows = np.where(mask[:, None], new[0], old[0])
    return rows, np.where(mask, new[1], old[1]), np.where(mask, new[2], old[2])


@dataclass(frozen=True, slots=True, eq=False)
class CurveChoices:
    """One problem: a row of each curve, from within a range of its rows."""

    curves: Sequence[SegmentCurve]
    ranges: Sequence[Range]

    @classmethod
    def of(cls, *curves: SegmentCurve) -> CurveChoices:
        """Return the choice among all rows."""
        return cls(curves, [(0, curve.share.size) for curve in curves])

    def best(self, price: Floats) -> Indices:
        """Return the best rows at a price, of equal ones those that act least."""
        (one,) = price.tolist()
        if np.isinf(one):
            return np.array([[start for start, _ in self.ranges]])
        rows = [
            start + int(np.argmax(curve.gain[start:stop] - one * curve.share[start:stop]))
            for curve, (start, stop) in zip(self.curves, self.ranges, strict=True)
        ]
        return np.array([rows])

    def totals(self, rows: Indices) -> tuple[Floats, Floats]:
        """Return share and gain over all curves."""
        pairs = list(zip(self.curves, rows[0].tolist(), strict=True))
        share = sum(float(curve.share[row]) for curve, row in pairs)
        return np.array([share]), np.array([sum(float(curve.gain[row]) for curve, row in pairs)])


def filled(choices: CurveChoices, rows: Sequence[int], limit: float) -> tuple[int, ...]:
    """Improve rows one curve at a time, each by what gains most within the limit.

    A whole row may leave a rest of the limit that a mixture would have used.
    """
    found = list(rows)
    while True:
        room = limit + ROUNDING - choices.totals(np.array([found]))[0][0]
        options = [
            _better_row(curve, stretch, row, room)
            for curve, stretch, row in zip(choices.curves, choices.ranges, found, strict=True)
        ]
        gains = [
            float(curve.gain[new] - curve.gain[row])
            for curve, new, row in zip(choices.curves, options, found, strict=True)
        ]
        at = int(np.argmax(gains))
        if gains[at] <= ROUNDING * float(np.abs(choices.curves[at].gain).max()):
            return tuple(found)
        found[at] = options[at]


def _better_row(curve: SegmentCurve, stretch: Range, row: int, room: float) -> int:
    start, stop = stretch
    end = int(np.searchsorted(curve.share[start:stop], curve.share[row] + room, side="right"))
    return start + int(np.argmax(curve.gain[start : start + end])) if end else row
