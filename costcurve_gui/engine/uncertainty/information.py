"""What it would be worth to know: parameters exactly, or the models from endless test cases."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.distributions.uncertain_numbers import NumberBelief

_NORMAL_FROM: Final = 5_000
"""From so many units on the mean of a replicate is drawn from its normal distribution."""
_MOST_DRAWN: Final = 4_000_000
_BLOCK: Final = 50_000
"""Units whose residuals stay in the cache of a processor."""
_BATCHES: Final = 8
"""Parts of the draws that show by how much a figure differs among simulations."""
_ROUNDING: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Worth:
    """What knowing is worth, and the standard error of its simulation; None of an exact figure."""

    value: float
    error: float | None = None


def value_of_information(profits: Floats, expected: Floats | None = None) -> Worth:
    """Return what it is worth to know a draw before a model is chosen: EVPI.

    Parameters
    ----------
    profits : ndarray of float64, shape (draws, models)
        Of the same fixed policies in every draw; or means given what is known.
    expected : ndarray of float64, shape (models,), optional
        The mean profits, where they are known exactly.

    Returns
    -------
    Worth
        Mean of the best model's profit minus the best mean profit, at least 0. Both terms are of
        the same draws.

    References
    ----------
    .. [1] Raiffa & Schlaifer (1961), Applied statistical decision theory.

    Examples
    --------
    >>> value_of_information(np.array([[2.0, 0.0], [0.0, 1.0]])).value
    0.5
    """
    best = int(np.argmax(profits.mean(axis=0) if expected is None else expected))
    gained = profits.max(axis=1) - profits[:, best]
    value = float(gained.mean())
    if value <= _ROUNDING * float(np.abs(profits).max()):
        return Worth(0.0, 0.0)
    return Worth(value, float(gained.std(ddof=1)) / len(gained) ** 0.5)


def information_of_lines(belief: NumberBelief, at_0: Floats, slopes: Floats) -> Worth:
    """Return what it is worth to know a number on which profits depend linearly, exactly.

    Parameters
    ----------
    belief : NumberBelief
        The distribution of the number.
    at_0, slopes : ndarray of float64, shape (models,)
        Expected profit where the number is 0, and what it gains for each unit of the number.

    Examples
    --------
    Of two models one earns a standard normal number, the other nothing:

    >>> from costcurve_gui.engine.distributions.uncertain_numbers import NormalBelief
    >>> found = information_of_lines(NormalBelief(0, 1), np.zeros(2), np.array([0.0, 1.0]))
    >>> round(found.value, 12), found.error
    (0.398942280401, None)
    """
    best = int(np.argmax(at_0 + slopes * belief.mean))
    lead, rise = at_0 - at_0[best], slopes - slopes[best]
    apart, steeper = np.subtract.outer(lead, lead), np.subtract.outer(rise, rise)
    knots = np.unique(-apart[steeper > 0] / steeper[steeper > 0])
    if not knots.size:
        return Worth(0.0)
    middles = (knots[1:] + knots[:-1]) / 2
    inside = np.concatenate([[knots[0] - 1], middles, [knots[-1] + 1]])
    highest = np.argmax(lead + np.outer(inside, rise), axis=1)
    probability = np.diff(belief.cdf(knots), prepend=0.0, append=1.0)
    moment = np.diff(belief.moment_below(knots), prepend=0.0, append=belief.mean)
    gained = float((lead[highest] * probability + rise[highest] * moment).sum())
    return Worth(max(gained, 0.0))


def information_of_difference(mean: float, variance: float) -> Worth:
    """Return what it is worth to know a normal difference of two models, exactly.

    The unit normal loss of Raiffa & Schlaifer (1961).

    Examples
    --------
    >>> round(information_of_difference(0.0, 4.0).value, 12)
    0.797884560803
    """
    if not variance > 0:
        return Worth(0.0)
    deviation, normal = variance**0.5, NormalDist()
    away = abs(mean) / deviation
    return Worth(deviation * (normal.pdf(away) - away * normal.cdf(-away)))


def partial_information(
    draws: Floats,
    parameter: int,
    mean_profits: Callable[[Floats], Floats],
    expected: Floats,
    *,
    outer: int = 128,
    inner: int = 256,
) -> Worth:
    """Return what it is worth to know one parameter alone: EVPPI by a double loop.

    Parameters
    ----------
    draws : ndarray of float64, shape (draws, parameters)
        Independent parameters.
    parameter : int
        The column of the one to be known.
    mean_profits : callable
        Returns the mean profits of the models, shape (models,) each, of blocks of draws: takes
        (blocks, draws, parameters), returns (blocks, models).
    expected : ndarray of float64, shape (models,)
        Mean profits over all draws, which those of the loops are moved to.
    outer, inner : int
        How many values of the parameter, taken at even steps of its distribution, and how many
        draws of the others, the same for each value.

    Returns
    -------
    Worth
        E[max_m E(profit_m | theta)] - max_m E(profit_m), at least 0: the mean of eight parts of
        the draws, and its standard error.

    References
    ----------
    .. [1] Brennan et al. (2007), Calculating partial expected value of perfect information.
    """
    steps = (np.arange(outer) + 0.5) / outer
    values = []
    for some in np.array_split(draws, _BATCHES):
        if not len(some):
            continue
        others = some[np.linspace(0, len(some) - 1, min(inner, len(some))).astype(np.int64)]
        blocks = np.repeat(others[None], outer, axis=0)
        blocks[:, :, parameter] = np.quantile(some[:, parameter], steps)[:, None]
        found = mean_profits(blocks)
        found = found + (expected - found.mean(axis=0))
        values.append(value_of_information(found, expected).value)
    error = np.std(values, ddof=1) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return Worth(float(np.mean(values)), float(error))


@dataclass(frozen=True, slots=True, eq=False)
class DrawnMeans:
    """Sums and sizes of the units of a class, whose means are drawn; shapes (n, k) and (n,)."""

    sums: Floats
    sizes: Floats

    @property
    def normal(self) -> bool:
        """Whether the means are normal to many digits."""
        return len(self.sizes) >= _NORMAL_FROM

    def difference(self) -> tuple[float, float]:
        """Return mean and variance of the first value less the second one, where normal."""
        (first, second), spread = self._moments()
        variance = spread[0, 0] + spread[1, 1] - 2 * spread[0, 1]
        return float(first - second), float(variance)

    def replicates(self, rng: np.random.Generator, replicates: int) -> Floats:
        """Return means in bootstrap replicates, shape (replicates, k).

        Parameters
        ----------
        rng : numpy.random.Generator
            Source of the draws, the same for all k values.
        replicates : int
            How many.
        """
        if self.normal:
            return rng.multivariate_normal(*self._moments(), replicates, method="eigh")
        found, units = [], len(self.sizes)
        step = max(_MOST_DRAWN // units, 1)
        for start in range(0, replicates, step):
            size = min(step, replicates - start)
            times = rng.multinomial(units, np.full(units, 1 / units), size).astype(np.float64)
            found.append((times @ self.sums) / (times @ self.sizes)[:, None])
        return np.concatenate(found)

    def _moments(self) -> tuple[Floats, Floats]:
        """Return mean and covariance; residuals of units are added up a block at a time."""
        total = self.sizes.sum()
        means = self.sums.sum(axis=0) / total
        spread = np.zeros((len(means), len(means)))
        for start in range(0, len(self.sums), _BLOCK):
            block = slice(start, start + _BLOCK)
            residuals = self.sums[block] - self.sizes[block, None] * means
            spread += residuals.T @ residuals
        return means, spread / total**2


def drawn_means(
    values: Floats, *, weights: Floats | None = None, groups: Indices | None = None
) -> DrawnMeans:
    """Return what draws the means of a class, of several values of its instances.

    Parameters
    ----------
    values : ndarray of float64, shape (n, k)
        What each instance adds, such as its payoff under each of k policies.
    weights : ndarray of float64, shape (n,), optional
        Sample weights.
    groups : ndarray of int64, shape (n,), optional
        Which instances belong together: whole groups are drawn.
    """
    sizes = np.ones(len(values)) if weights is None else weights
    sums = values if weights is None else values * sizes[:, None]
    if groups is None:
        return DrawnMeans(sums, sizes)
    numbers = np.unique(groups, return_inverse=True)[1]
    added = [np.bincount(numbers, weights=column) for column in (*sums.T, sizes)]
    found = np.stack(added, axis=1).astype(np.float64)
    return DrawnMeans(found[:, :-1], found[:, -1])
