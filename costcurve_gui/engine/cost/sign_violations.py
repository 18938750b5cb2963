"""Every row in which a wrong decision would pay more than the right one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.validation import clean_labels, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.payoff import PayoffMatrix


@dataclass(frozen=True, slots=True, eq=False)
class SignViolations:
    """Rows of one class whose error has a negative cost, or none that is a number.

    Attributes
    ----------
    wrong, right : {"tp", "fp", "fn", "tn"}
        The payoff cells of the wrong and of the right decision.
    rows : ndarray of int64, shape (v,)
        Failing rows, from 0, ascending.
    costs : ndarray of float64, shape (v,)
        What the right decision pays minus what the wrong one pays: below 0, NaN or infinite.
    total : int
        Rows of the class.
    """

    wrong: str
    right: str
    rows: Indices
    costs: Floats
    total: int


def sign_violations(
    payoff: PayoffMatrix, y_true: ArrayLike
) -> tuple[SignViolations, SignViolations]:
    """Return the rows that stand against a payoff matrix, of positives and of negatives.

    `error_costs` refuses such a matrix and names the first rows; this lists them all, so that
    they can be looked at or filtered out.

    Parameters
    ----------
    payoff : PayoffMatrix
        Any payoffs.
    y_true : array_like of bool, shape (n,)
        True for positives.

    Raises
    ------
    LengthMismatchError
        Where a column has not as many rows as the labels.

    References
    ----------
    .. [1] Fawcett (2006), section 7.

    Examples
    --------
    A gift of x brings x - 20, so gifts below 20 had better not be asked for.

    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix
    >>> gift = np.array([5.0, 25.0, 0.0, 12.0])
    >>> misses, alarms = sign_violations(
    ...     PayoffMatrix(tp=gift - 20, fp=-1.0, fn=0.0, tn=0.0), [True, True, False, True]
    ... )
    >>> misses.rows.tolist(), misses.costs.tolist(), misses.total, alarms.rows.size
    ([0, 3], [-15.0, -8.0], 3, 0)
    """
    labels = clean_labels(y_true)
    return (
        _violations(payoff, "fn", "tp", labels),
        _violations(payoff, "fp", "tn", ~labels),
    )


def _violations(payoff: PayoffMatrix, wrong: str, right: str, members: Bools) -> SignViolations:
    rows = np.flatnonzero(members)
    with np.errstate(invalid="ignore", over="ignore"):
        costs = _payoffs(payoff, right, members)[rows] - _payoffs(payoff, wrong, members)[rows]
    failing = ~((costs >= 0) & np.isfinite(costs))
    return SignViolations(
        wrong, right, read_only(rows[failing]), read_only(costs[failing]), int(rows.size)
    )


def _payoffs(payoff: PayoffMatrix, cell: str, members: Bools) -> Floats:
    values = np.asarray(getattr(payoff, cell), dtype=np.float64)
    if values.ndim:
        require_length(cell, values, members.size)
    return np.broadcast_to(values, members.shape)
