"""The distributions of Kolmogorov's and Smirnov's largest distance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices

_LARGEST_EXACT = 10_000
_SMALL = 140  # instances for which powers of a matrix stay within float64
_TERMS = 12  # of series that fall like exp(-k^2)
_TAIL_FROM = 2.0  # n d^2 from which twice the one-sided probability has no error to speak of


def two_sample_p_value(distance: float, first: int, second: int) -> float:
    """Return how likely two samples of one distribution are so far apart, or farther.

    Parameters
    ----------
    distance : float
        Largest difference of the two distribution functions, 0-1.
    first, second : int
        Sizes of the samples, at least 1.

    Returns
    -------
    float
        Exact without ties up to 10,000 instances a sample, asymptotic beyond.

    References
    ----------
    .. [1] Hodges (1958), "The significance probability of the Smirnov two-sample test".

    Examples
    --------
    >>> round(two_sample_p_value(1.0, 3, 3), 6)
    0.1
    """
    if max(first, second) > _LARGEST_EXACT:
        return one_sample_p_value(distance, round(first * second / (first + second)))
    bound = round(distance * math.lcm(first, second)) * math.gcd(first, second)
    return 1.0 if bound <= 0 else _paths_outside(bound, first, second)


def one_sample_p_value(distance: float, size: int) -> float:
    """Return how likely a sample is so far from its distribution, or farther.

    Parameters
    ----------
    distance : float
        Largest difference of sample and distribution, 0-1.
    size : int
        Instances, at least 1.

    Returns
    -------
    float
        Exact up to 140 instances, then with an error below 1e-5.

    References
    ----------
    .. [1] Marsaglia, Tsang & Wang (2003), "Evaluating Kolmogorov's distribution".
    .. [2] Pelz & Good (1976), "Approximating the lower tail-areas of the Kolmogorov-Smirnov
       one-sample statistic".
    .. [3] Simard & L'Ecuyer (2011), "Computing the two-sided Kolmogorov-Smirnov distribution".

    Examples
    --------
    >>> round(one_sample_p_value(0.05, 1000), 4)
    0.013
    """
    if distance * size <= 0.5:
        return 1.0
    if distance >= 1:
        return 0.0
    if size * distance * distance >= _TAIL_FROM:
        return min(1.0, 2 * _one_sided(distance, size))
    if size <= _SMALL:
        return 1 - _by_matrix(distance, size)
    return min(1.0, max(0.0, 1 - _pelz_good(math.sqrt(size) * distance, size)))


def _paths_outside(bound: int, first: int, second: int) -> float:
    """Return the share of orders of two samples in which the distance reaches the bound.

    After t instances i of them are of the first sample: a path of which every step is a draw
    without replacement. What leaves the band is counted and goes no further.
    """
    taken = np.arange(first + 1)
    inside = np.zeros(first + 1)
    inside[0], outside = 1.0, 0.0
    for step in range(first + second):
        left = first + second - step
        to_first = inside[:-1] * (first - taken[:-1]) / left
        inside = inside * np.maximum(second - step + taken, 0) / left
        inside[1:] += to_first
        leaves = np.abs(taken * second - (step + 1 - taken) * first) >= bound
        outside += float(inside[leaves].sum())
        inside[leaves] = 0.0
    return min(outside, 1.0)


def _one_sided(distance: float, size: int) -> float:
    """Return Smirnov's probability that the sample is so far above its distribution."""
    j = np.arange(math.floor(size * (1 - distance)) + 1, dtype=np.int64)
    above, below = distance + j / size, 1 - distance - j / size
    with np.errstate(divide="ignore", invalid="ignore"):
        rest = np.where(j == size, 0.0, (size - j) * np.log(np.maximum(below, 0.0)))
        logs = _log_choose(size, j) + (j - 1) * np.log(above) + rest
    return distance * float(np.exp(logs).sum())


def _log_choose(size: int, j: Indices) -> Floats:
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size + 1)))])
    chosen: Floats = logs[size] - logs[j] - logs[size - j]
    return chosen


def _by_matrix(distance: float, size: int) -> float:
    """Return the probability of less than the distance, by Marsaglia, Tsang & Wang."""
    k = math.floor(size * distance) + 1
    h, order = k - size * distance, 2 * k - 1
    steps = np.arange(1, order + 1)
    matrix = np.array([[float(j <= i + 1) for j in range(order)] for i in range(order)])
    matrix[:, 0] -= h**steps
    matrix[-1] -= h ** steps[::-1]
    matrix[-1, 0] += max(2 * h - 1, 0.0) ** order
    for i, j in np.argwhere(np.tri(order, k=0, dtype=bool)):
        matrix[i, j] /= math.factorial(i - j + 1)
    power = np.linalg.matrix_power(matrix, size)[k - 1, k - 1]
    return float(power * math.prod(i / size for i in range(1, size + 1)))


def _pelz_good(z: float, size: int) -> float:
    """Return the probability of at most `z` / sqrt(size), as a series in 1 / sqrt(size)."""
    k = np.arange(-_TERMS, _TERMS + 1, dtype=np.float64)
    half, whole = (math.pi * (k + 0.5)) ** 2, (math.pi * k) ** 2
    by_half, by_whole = (np.exp(-square / (2 * z * z)) for square in (half, whole))
    root = math.sqrt(math.pi / 2)
    orders = (
        root / z * by_half.sum(),
        root / (6 * z**4) * ((half - z**2) * by_half).sum(),
        root / (72 * z**7) * (_second(half, z) * by_half).sum()
        - root / (36 * z**3) * (whole * by_whole).sum(),
        root / (6480 * z**10) * (_third(half, z) * by_half).sum()
        + root / (216 * z**6) * ((3 * whole * z**2 - whole**2) * by_whole).sum(),
    )
    return float(sum(order / size ** (power / 2) for power, order in enumerate(orders)))


def _second(half: Floats, z: float) -> Floats:
    return 6 * z**6 + 2 * z**4 + half * (2 * z**4 - 5 * z**2) + half**2 * (1 - 2 * z**2)


def _third(half: Floats, z: float) -> Floats:
    return (
        half**3 * (5 - 30 * z**2)
        + half**2 * (212 * z**4 - 60 * z**2)
        + half * (135 * z**4 - 96 * z**6)
        - 30 * z**6
        - 90 * z**8
    )
