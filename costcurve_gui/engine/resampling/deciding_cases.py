"""How much a mean difference rests on few of the cases.

Two good models differ on a handful of cases. Then the variance that a sample shows is itself known
no better than from this handful, and a case of the next sample may count as much as those seen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import effective_number

if TYPE_CHECKING:
    from collections.abc import Iterable

    from costcurve_gui.engine.arrays import Floats, Indices


class DecidingCases(NamedTuple):
    """What few cases leave open about the variance of a difference.

    Attributes
    ----------
    freedom : float
        Degrees of freedom of the variance; infinite where nothing varies.
    added : float
        Variance of one case more in each class that counts as those that count do.
    """

    freedom: float
    added: float


def deciding_cases(classes: Iterable[tuple[Floats, Floats, Indices | None]]) -> DecidingCases:
    """Return what few cases leave open about the variance of a sum of weighted means.

    Parameters
    ----------
    classes : iterable of (values, weights, groups)
        What is averaged independently of the others, shape (n,) each: the value of each case, NaN
        where it has none; by how much it counts; the number of its group, or None.

    Notes
    -----
    Of a class whose cases lie e from the mean, or whose groups do together, as many count as
    ``(sum e**2)**2 / sum e**4`` (Kish 1965). The variance of k out of n such cases has
    ``2 / (1/k - 1/n)`` degrees of freedom, twice their number where they are few; those of both
    classes are put together after Satterthwaite.

    References
    ----------
    .. [1] Satterthwaite (1946), An approximate distribution of estimates of variance components,
       Biometrics 2.
    .. [2] Agresti & Min (2005), Simple improved confidence intervals for comparing matched
       proportions, Statistics in Medicine 24: a case more.

    Examples
    --------
    Four of a hundred cases differ, as often either way:

    >>> values = np.zeros(100)
    >>> values[:4] = 1.0, -1.0, 1.0, -1.0
    >>> found = deciding_cases([(values, np.ones(100), None)])
    >>> round(found.freedom, 1), found.added
    (8.3, 0.0001)
    """
    total, parts, added = 0.0, 0.0, 0.0
    for values, weights, groups in classes:
        squares = _squares(values, weights, groups)
        whole = float(squares.sum())
        if whole <= 0:
            continue
        count, number = effective_number(squares), squares.size
        scattered = 1 / count - 1 / number
        freedom = number - 1 if scattered <= 0 else min(2 / scattered, number - 1)
        total, parts = total + whole, parts + whole**2 / max(freedom, 1.0)
        added += whole / count
    return DecidingCases(total**2 / parts if parts > 0 else np.inf, added)


def _squares(values: Floats, weights: Floats, groups: Indices | None) -> Floats:
    """Return the squared distances of what each case, or group, adds to the mean."""
    known = ~np.isnan(values)
    shares = weights[known] / weights[known].sum()
    apart = shares * (values[known] - shares @ values[known])
    if groups is not None:
        numbers = np.unique(groups[known], return_inverse=True)[1]
        apart = np.bincount(numbers, apart)
    found: Floats = apart**2
    return found
