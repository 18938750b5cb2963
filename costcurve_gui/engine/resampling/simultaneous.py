"""How far deviations reach that are looked at in many places at once, or are few."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import two_sided_deviate

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec

_STREAM = 2_000
"""Of random numbers: none that replicates are drawn from."""
_DRAWS = 4_000
"""Normal processes: the quantile of their largest deviation is known to about one percent."""
_SAME_VARIANCE = 1e-12
"""Share of the largest eigenvalue below which one is rounding."""
LEAST_FREEDOM = 3.0
"""Fewer degrees of freedom are taken for so many: the deviates of fewer say nothing any more."""
_NORMAL_FROM = 1e9
"""Degrees of freedom beyond which Student's distribution is the normal one."""


def largest_deviate(covariance: Floats, spread: Floats, spec: BootstrapSpec) -> float:
    """Return what the largest standardised deviation of a normal process seldom exceeds.

    Parameters
    ----------
    covariance : ndarray of float64, shape (k, k)
        Of the process.
    spread : ndarray of float64, shape (k,)
        What deviations are divided by; places where it is 0 do not count.
    spec : BootstrapSpec
        Level and seed.

    Returns
    -------
    float
        At least the two-sided deviate of one place alone.

    Examples
    --------
    Of a hundred independent deviates, and of a hundred that are the same one:

    >>> from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    >>> alike = np.ones((100, 100)), np.ones(100), BootstrapSpec()
    >>> round(largest_deviate(np.eye(100), *alike[1:]), 1), round(largest_deviate(*alike), 1)
    (3.3, 1.6)
    """
    least, places = two_sided_deviate(spec.level), np.flatnonzero(spread > 0)
    if not places.size:
        return least
    scaled = covariance[np.ix_(places, places)] / np.outer(spread[places], spread[places])
    values, vectors = np.linalg.eigh(scaled)
    kept = values > _SAME_VARIANCE * values.max(initial=0.0)
    if not kept.any():
        return least
    # The symmetric root is the only one: eigenvectors have a sign that differs among processors.
    root = vectors[:, kept] * np.sqrt(values[kept]) @ vectors[:, kept].T
    seed = np.random.SeedSequence(spec.seed, spawn_key=(_STREAM,))
    draws = np.random.Generator(np.random.PCG64(seed)).normal(size=(_DRAWS, values.size))
    largest = np.abs(draws @ root).max(axis=1)
    return max(float(np.quantile(largest, spec.level)), least)


def student_deviate(deviate: float, freedom: Floats) -> Floats:
    """Return Student's deviates that are exceeded as seldom as a normal one.

    Parameters
    ----------
    deviate : float
        Of the standard normal distribution.
    freedom : ndarray of float64, shape (k,)
        Degrees of freedom, 3 or more; NaN stands for any number.

    References
    ----------
    .. [1] Wallace (1959), Bounds on normal approximations to Student's and the chi-square
       distributions, Annals of Mathematical Statistics 30: right to two percent from 5 on.

    Examples
    --------
    >>> student_deviate(1.645, np.array([3.0, 19.0, 1e9])).round(2).tolist()
    [2.36, 1.73, 1.65]
    """
    known = np.where(np.isfinite(freedom), freedom, np.inf)
    known = np.minimum(known, _NORMAL_FROM)
    power = (deviate * (8 * known + 3) / (8 * known + 1)) ** 2 / known
    found: Floats = np.sqrt(known * np.expm1(power))
    return found
