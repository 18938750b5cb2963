"""What a sample leaves open of the true rates, where replicates of it say too little."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

NEUTRAL, AS_RULE_OF_THREE = 1 / 3, 1.0
"""Instances of a class beyond either end of what was seen. With a third of one the median of a
rate is about the share that was seen (Kerman 2011); with a whole one up to 3 of n may be hidden at
a level of 90 %, 3 being -log 0.05."""


class HiddenErrors(NamedTuple):
    """A class of which the sample shows one kind of instances only.

    Attributes
    ----------
    units : float
        How many instances, or groups, of it there are.
    stake : float
        By how much the figure in question changes where all of them are of the other kind.
    """

    units: float
    stake: float


def hidden_share(units: Floats | float, tail: Floats | float) -> Floats:
    """Return up to which share others may be hidden among instances that are all alike.

    Exactly what the rule of three is nearly: with a chance of `tail` none of them is drawn.

    Parameters
    ----------
    units : float or ndarray of float64
        How many instances, or groups, were drawn.
    tail : float or ndarray of float64
        Chance of being wrong, such as 0.05 for one end of an interval of 90 %.

    References
    ----------
    .. [1] Hanley & Lippman-Hand (1983), If nothing goes wrong, is everything all right?, JAMA 249.

    Examples
    --------
    >>> round(float(hidden_share(100, 0.05)), 4)
    0.0295
    """
    share: Floats = 1 - np.asarray(tail, np.float64) ** (1 / np.asarray(units, np.float64))
    return share


def drawn_rates(
    rates: Floats,
    size: float,
    number: int,
    rng: np.random.Generator,
    beyond: float = NEUTRAL,
) -> Floats:
    """Draw true rates of all rules of a curve by the Bayesian bootstrap.

    The shares of instances between thresholds are those of a Dirichlet distribution with their
    counts, and a part of one more beyond either end, so that no rate is 0 for certain: each rate
    has a beta distribution, as in Jeffreys' interval of a binomial share, which adds halves.

    Parameters
    ----------
    rates : ndarray of float64, shape (m,)
        From 0 to 1, on the whole sample.
    size : float
        How many instances the class is worth.
    number : int
        How often to draw.
    rng : Generator
        Random numbers.
    beyond : float, default 1/3
        Instances beyond either end.

    Returns
    -------
    ndarray of float64, shape (number, m + 2)
        Ascending, with 0 before and 1 behind those of the m rules.

    References
    ----------
    .. [1] Rubin (1981), The Bayesian bootstrap, The Annals of Statistics 9.
    .. [2] Gu, Ghosal & Roy (2008), Bayesian bootstrap estimation of ROC curve, Statistics in
       Medicine 27.
    .. [3] Brown, Cai & DasGupta (2001), Interval estimation for a binomial proportion,
       Statistical Science 16: Jeffreys' interval.
    .. [4] Kerman (2011), Neutral noninformative and informative conjugate beta and gamma prior
       distributions, Electronic Journal of Statistics 5.

    Examples
    --------
    No instance of 20 was seen above the first of two thresholds, 5 above the second:

    >>> drawn = drawn_rates(np.array([0.0, 0.25, 1.0]), 20.0, 4000, np.random.default_rng(1))
    >>> np.quantile(drawn[:, 1:3], 0.95, axis=0).round(2).tolist()
    [0.07, 0.42]
    """
    counts = np.concatenate([[beyond], np.diff(rates).clip(0.0) * size, [beyond]])
    shares = np.zeros((number, counts.size + 1))
    np.cumsum(rng.standard_gamma(counts, (number, counts.size)), axis=1, out=shares[:, 1:])
    shares /= shares[:, -1:]
    return shares
