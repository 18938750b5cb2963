"""The standard normal distribution: quantiles, the deviate of a level, Wilson's interval.

And Student's deviate as a series in that of the normal.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats


# Wichura (1988), algorithm AS 241, routine PPND16: numerator and denominator, highest power first.
_CENTRE = (
    (
        2509.0809287301226727,
        33430.575583588128105,
        67265.770927008700853,
        45921.953931549871457,
        13731.693765509461125,
        1971.5909503065514427,
        133.14166789178437745,
        3.387132872796366608,
    ),
    (
        5226.495278852854561,
        28729.085735721942674,
        39307.89580009271061,
        21213.794301586595867,
        5394.1960214247511077,
        687.1870074920579083,
        42.313330701600911252,
        1.0,
    ),
)
_MIDDLE = (
    (
        7.7454501427834140764e-4,
        0.0227238449892691845833,
        0.24178072517745061177,
        1.27045825245236838258,
        3.64784832476320460504,
        5.7694972214606914055,
        4.6303378461565452959,
        1.42343711074968357734,
    ),
    (
        1.05075007164441684324e-9,
        5.475938084995344946e-4,
        0.0151986665636164571966,
        0.14810397642748007459,
        0.68976733498510000455,
        1.6763848301838038494,
        2.05319162663775882187,
        1.0,
    ),
)
_FAR = (
    (
        2.01033439929228813265e-7,
        2.71155556874348757815e-5,
        0.0012426609473880784386,
        0.026532189526576123093,
        0.29656057182850489123,
        1.7848265399172913358,
        5.4637849111641143699,
        6.6579046435011037772,
    ),
    (
        2.04426310338993978564e-15,
        1.4215117583164458887e-7,
        1.8463183175100546818e-5,
        7.868691311456132591e-4,
        0.0148753612908506148525,
        0.13692988092273580531,
        0.59983220655588793769,
        1.0,
    ),
)


def normal_quantile(probability: Floats) -> Floats:
    """Return the standard normal deviates below which the probabilities lie.

    Parameters
    ----------
    probability : ndarray
        Of any shape, 0-1.

    Returns
    -------
    ndarray
        Of the same shape, -inf at 0 and inf at 1; NaN outside of 0-1.

    References
    ----------
    .. [1] Wichura (1988), "Algorithm AS 241: the percentage points of the normal distribution".

    Examples
    --------
    >>> normal_quantile(np.array([0.0, 0.025, 0.5, 1.0])).round(6).tolist()
    [-inf, -1.959964, 0.0, inf]
    """
    p = np.asarray(probability, np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        from_middle = p - 0.5
        depth = np.sqrt(-np.log(np.minimum(p, 1 - p)))
        tail = np.where(depth <= 5, _ratio(_MIDDLE, depth - 1.6), _ratio(_FAR, depth - 5))
        tail = np.where(np.isinf(depth), np.inf, tail)
        centre = from_middle * _ratio(_CENTRE, 0.180625 - from_middle**2)
    return np.where(np.abs(from_middle) <= 0.425, centre, np.copysign(tail, from_middle))


def _ratio(polynomials: tuple[tuple[float, ...], tuple[float, ...]], x: Floats) -> Floats:
    numerator, denominator = polynomials
    ratio: Floats = np.polyval(numerator, x) / np.polyval(denominator, x)
    return ratio


def normal_cdf(deviates: Floats) -> Floats:
    """Return the probability of at most each standard normal deviate.

    Examples
    --------
    >>> normal_cdf(np.array([-np.inf, 0.0, 1.959964])).round(6).tolist()
    [0.0, 0.5, 0.975]
    """
    found: Floats = np.vectorize(math.erf, otypes=[np.float64])(deviates / math.sqrt(2))
    return (1 + found) / 2


def two_sided_deviate(level: float) -> float:
    """Return the standard normal deviate that leaves half of ``1 - level`` above it.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    Examples
    --------
    >>> round(two_sided_deviate(0.95), 4)
    1.96
    """
    require_level(level)
    return -NormalDist().inv_cdf((1 - level) / 2)


def require_level(level: float) -> None:
    """Raise `ConstraintError` unless a confidence level lies between 0 and 1."""
    if not 0 < level < 1:
        raise ConstraintError(f"The confidence level must lie between 0 and 1; it is {level:g}.")


def wilson_interval(shares: Floats, sizes: Floats, level: float) -> tuple[Floats, Floats]:
    """Return Wilson's score interval of binomial shares.

    Parameters
    ----------
    shares : ndarray of float64, shape (k,)
        Observed shares, 0-1; NaN where nothing was observed.
    sizes : ndarray of float64, shape (k,)
        Numbers of trials.
    level : float
        Confidence, such as 0.9.

    Returns
    -------
    lower, upper : ndarray of float64, shape (k,)
        Bounds within 0-1; NaN where the share is.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    References
    ----------
    .. [1] Wilson (1927), Probable inference, the law of succession, and statistical inference.

    Examples
    --------
    >>> lower, upper = wilson_interval(np.array([0.5]), np.array([10.0]), level=0.95)
    >>> lower.round(4).tolist(), upper.round(4).tolist()
    ([0.2366], [0.7634])
    """
    spread = two_sided_deviate(level) ** 2 / np.where(sizes > 0, sizes, np.nan)
    centre = (shares + spread / 2) / (1 + spread)
    margin = np.sqrt(spread * (shares * (1 - shares) + spread / 4)) / (1 + spread)
    return (centre - margin).clip(0.0, 1.0), (centre + margin).clip(0.0, 1.0)


_LEAST_FREEDOM = 2.0


def as_students(cases: float, units: float, level: float) -> float:
    """Return the cases with which Wilson's interval is as wide as with Student's t for `units`."""
    if units < 2:
        return cases
    ratio = two_sided_deviate(level) / students_deviate(units - 1, level)
    return cases * ratio**2


def students_deviate(freedom: float, level: float) -> float:
    """Return the deviate of Student's t that leaves half of ``1 - level`` above it.

    Parameters
    ----------
    freedom : float
        Degrees of freedom, at least 2 are taken: right to a few hundredths, from 4 on to one.
    level : float
        Confidence, between 0 and 1.

    References
    ----------
    .. [1] Abramowitz & Stegun (1964), 26.7.5: quick, for the many that a curve needs.

    Examples
    --------
    >>> round(students_deviate(9, 0.9), 3)
    1.833
    """
    z, freedom = two_sided_deviate(level), max(freedom, _LEAST_FREEDOM)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / freedom**power for power, term in enumerate(terms, start=1))
