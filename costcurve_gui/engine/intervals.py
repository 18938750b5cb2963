"""Intervals that several analyses share: the deviate of a level, and Wilson's interval."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats


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
