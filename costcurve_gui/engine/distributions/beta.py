"""The Beta distribution, and what follows from it: Student's t."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats

_STEPS = 20_000  # a safeguard: about the square root of the larger parameter is needed
_NEWTON = 60  # likewise: five to ten are
_NO_STEP, _NEAR = 1e-13, 1e-4  # as logarithms: the next step is about the square of one
_TINY = 1e-300
_PRECISION = 1e-15
_STIRLING_FROM = 15.0
_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360)


def beta_cdf(a: ArrayLike, b: ArrayLike, x: ArrayLike) -> Floats:
    """Return the probability that a Beta variable is at most `x`: the incomplete beta ratio.

    Parameters
    ----------
    a, b : array_like
        Parameters of the distribution, above 0.
    x : array_like
        Values, 0-1; the three are broadcast.

    Returns
    -------
    ndarray
        Probabilities, accurate to about 1e-14.

    References
    ----------
    .. [1] Lentz (1976), for the evaluation of the continued fraction (DLMF 8.17.22).
    .. [2] Loader (2000), "Fast and accurate computation of binomial probabilities".

    Examples
    --------
    >>> beta_cdf(2.0, 3.0, [0.0, 0.5, 1.0]).round(6).tolist()
    [0.0, 0.6875, 1.0]
    """
    arrays = (np.asarray(value, np.float64) for value in (a, b, x))
    shape_a, shape_b, at = np.broadcast_arrays(*arrays)
    below = at <= shape_a / (shape_a + shape_b)  # where the fraction converges fast
    first, second = np.where(below, shape_a, shape_b), np.where(below, shape_b, shape_a)
    value = np.where(below, at, 1 - at)
    part = np.zeros(at.shape)
    inside = (value > 0) & (value < 1)
    p, q, v = first[inside], second[inside], value[inside]
    part[inside] = _front(p, q, v) * _fraction(p, q, v)
    # A power alone is exact, as the uniform distribution has to be.
    return np.where(shape_b == 1, at**shape_a, np.where(below, part, 1 - part))


def log_beta(a: float, b: float) -> float:
    """Return the logarithm of the beta function, which makes the density one of probability.

    Parameters
    ----------
    a, b : float
        Above 0.

    Returns
    -------
    float
        log B(a, b).

    Examples
    --------
    >>> round(log_beta(2.0, 3.0), 6)
    -2.484907
    """
    return math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)


# One level and few sizes are asked for again and again, by every bar of every average.
@lru_cache(maxsize=256)
def student_t_quantile(freedom: float, probability: float) -> float:
    """Return the value below which Student's t lies with a probability above one half.

    Parameters
    ----------
    freedom : float
        Degrees of freedom, above 0.
    probability : float
        Above 0.5, below 1.

    Returns
    -------
    float
        The quantile.

    References
    ----------
    .. [1] DLMF 8.17 and the relation of t to Beta(freedom / 2, 1 / 2).

    Notes
    -----
    Newton's steps for the logarithm of the tail over that of the value, which is concave: from the
    second on they come from one side.

    Examples
    --------
    >>> round(student_t_quantile(9, 0.95), 6)
    1.833113
    """
    wanted, value, before = 2 * (1 - probability), 1.0, math.inf
    for _ in range(_NEWTON):
        beyond = student_t_beyond(freedom, value)
        slope = 2 * value * _student_t_density(freedom, value) / beyond
        step = min(math.log(beyond / wanted) / slope, 1.0)  # one that is too far has no tail
        value *= math.exp(step)
        if abs(step) <= _NO_STEP or before <= abs(step) < _NEAR:  # rounding is all that is left
            break
        before = abs(step)
    return value


def _student_t_density(freedom: float, value: float) -> float:
    log = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    log -= (math.log(math.pi * freedom) + (freedom + 1) * math.log1p(value**2 / freedom)) / 2
    return math.exp(log)


def student_t_beyond(freedom: float, value: float) -> float:
    """Return the probability that Student's t lies farther from 0 than `value`.

    Of infinite freedom it is the normal distribution.

    Examples
    --------
    >>> round(student_t_beyond(9, 1.833113), 6)
    0.1
    """
    if math.isinf(freedom):
        return math.erfc(abs(value) / math.sqrt(2))
    return float(beta_cdf(freedom / 2, 0.5, freedom / (freedom + value * value)))


def _front(a: Floats, b: Floats, x: Floats) -> Floats:
    """Return x^a (1 - x)^b / (a B(a, b)) as a binomial probability: no large terms cancel."""
    n = a + b
    log = _rest(n) - _rest(a) - _rest(b) - _deviance(a, n * x) - _deviance(b, n * (1 - x))
    front: Floats = np.exp(log) * np.sqrt(b / (2 * math.pi * a * n))
    return front


def _rest(z: Floats) -> Floats:
    """Return what Stirling's formula leaves of the logarithm of z!."""
    small = z < _STIRLING_FROM
    large = np.where(small, _STIRLING_FROM, z)
    series: Floats = np.polyval(_STIRLING[::-1], 1 / (large * large)) / large
    if small.any():
        series = series.copy()
        series[small] = [_rest_of(value) for value in z[small]]
    return series


def _rest_of(z: float) -> float:
    return math.lgamma(z + 1) - (z + 0.5) * math.log(z) + z - 0.5 * math.log(2 * math.pi)


def _deviance(x: Floats, mean: Floats) -> Floats:
    """Return x log(x / mean) + mean - x, by a series where it is a small difference."""
    ratio = (x - mean) / (x + mean)
    near = np.abs(ratio) < 0.1
    v = np.where(near, ratio, 0.0)
    square = v * v
    # 2 x artanh(v) - (x - mean), of which the terms of first order are (x - mean) v together.
    powers = np.polyval([1 / (2 * k + 1) for k in range(8, 0, -1)], square) * square
    series = (x - mean) * v + 2 * x * v * powers
    direct = x * np.log(x / mean) + mean - x
    return np.where(near, series, direct)


def _fraction(a: Floats, b: Floats, x: Floats) -> Floats:
    """Return the continued fraction of the incomplete beta function."""
    c, d = np.ones_like(x), 1 / _away(1 - (a + b) * x / (a + 1))
    value = d.copy()
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            c, d = _away(1 + term / c), 1 / _away(1 + term * d)
            value *= c * d
        if np.all(np.abs(c * d - 1) <= _PRECISION):
            break
    return value


def _away(value: Floats) -> Floats:
    """Return the values, of which those near 0 become the smallest that can divide."""
    return np.where(np.abs(value) < _TINY, _TINY, value)
