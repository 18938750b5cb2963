"""Tests of counts: a share against a planned one, and a table of counts against a planned one."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.beta import beta_cdf

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

_MANY = 25.0
"""Expected cases of the rarer outcome, in both samples, from which the normal test will do."""


def chi_square_beyond(freedom: int, value: float) -> float:
    """Return the probability that a chi-square variable exceeds a value.

    Parameters
    ----------
    freedom : int
        Degrees of freedom, from 1 on.
    value : float
        From 0 on.

    References
    ----------
    .. [1] Abramowitz & Stegun (1964), 26.4.4 and 26.4.5: the finite sums for whole degrees.

    Examples
    --------
    >>> round(chi_square_beyond(1, 3.841459), 6), round(chi_square_beyond(4, 9.487729), 6)
    (0.05, 0.05)
    """
    half = value / 2
    if half <= 0:
        return 1.0
    odd = freedom % 2
    total = math.erfc(math.sqrt(half)) if odd else math.exp(-half)
    for step in range(1, (freedom + 1) // 2 if odd else freedom // 2):
        power = step - 0.5 if odd else float(step)
        total += math.exp(power * math.log(half) - half - math.lgamma(power + 1))
    return min(1.0, total)


def binomial_two_sided(count: int, trials: int, share: float) -> float:
    """Return the exact p-value of a count: twice its smaller tail, 1 at most.

    Parameters
    ----------
    count, trials : int
        Observed, 0 <= count <= trials.
    share : float
        Probability of one trial, 0-1.

    References
    ----------
    .. [1] Clopper & Pearson (1934), The use of confidence or fiducial limits.

    Examples
    --------
    >>> round(binomial_two_sided(1, 10, 0.5), 4)
    0.0215
    """
    at_most = 1.0 if count == trials else float(beta_cdf(trials - count, count + 1, 1 - share))
    at_least = 1.0 if count == 0 else float(beta_cdf(count, trials - count + 1, share))
    return min(1.0, 2 * min(at_most, at_least))


def share_test(count: int, trials: int, planned: float, planned_trials: float) -> float:
    """Return the p-value of a share against one that was estimated on other cases.

    Where the rarer outcome is expected often in both samples, by the normal test of two
    proportions with the pooled variance; else exactly, by the binomial distribution of its count
    given the sum over both samples.

    Parameters
    ----------
    count, trials : int
        Observed.
    planned : float
        The share of the other sample, 0-1.
    planned_trials : float
        Its cases, or as many as would give its estimate the variance that it has; above 0.

    References
    ----------
    .. [1] Przyborowski & Wilenski (1940), the test of two counts by their sum.

    Examples
    --------
    >>> round(share_test(60, 100, 0.5, 1000), 4), round(share_test(3, 100, 0.0, 900), 4)
    (0.0565, 0.002)
    """
    pooled = (count + planned * planned_trials) / (trials + planned_trials)
    rarer = min(pooled, 1 - pooled)
    if rarer * min(trials, planned_trials) >= _MANY:
        variance = pooled * (1 - pooled) * (1 / trials + 1 / planned_trials)
        return math.erfc(abs(count / trials - planned) / math.sqrt(2 * variance))
    if pooled > 0.5:
        count, planned = trials - count, 1 - planned
    total = count + round(planned * planned_trials)
    return binomial_two_sided(count, total, trials / (trials + planned_trials)) if total else 1.0


def stratified_share_test(
    counts: Floats, positives: Floats, negatives: Floats, prior: float
) -> tuple[float, int, float]:
    """Test counts in bins against two classes that are mixed at a given prior.

    Wald's test: the planned shares have the errors of both classes' samples, the observed ones
    their own.

    Parameters
    ----------
    counts : ndarray of float64, shape (k,)
        Observed cases a bin, of both classes.
    positives, negatives : ndarray of float64, shape (k,)
        Cases a bin in the samples of the classes.
    prior : float
        Share of positives that was planned, 0-1.

    Returns
    -------
    statistic, freedom, p_value : float, int, float
        Freedom 0 and p-value 1 where there are fewer than two bins.
    """
    sums = [one.sum() for one in (counts, positives, negatives)]
    of_plan = prior * positives / sums[1] + (1 - prior) * negatives / sums[2]
    parts = [
        (1.0, of_plan, sums[0]),
        (prior, positives / sums[1], sums[1]),
        (1 - prior, negatives / sums[2], sums[2]),
    ]
    covariance = sum(
        weight**2 * (np.diag(shares) - np.outer(shares, shares)) / size
        for weight, shares, size in parts
    )
    gaps, freedom = (counts / sums[0] - of_plan)[:-1], counts.size - 1
    if freedom < 1:
        return 0.0, 0, 1.0
    statistic = float(gaps @ np.linalg.solve(np.asarray(covariance)[:-1, :-1], gaps))
    return statistic, freedom, chi_square_beyond(freedom, statistic)
