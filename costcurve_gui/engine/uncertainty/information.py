"""What it would be worth to know: parameters exactly, or the models from endless test cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.arrays import Floats, Indices

_NORMAL_FROM: Final = 5_000
"""From so many units on the mean of a replicate is drawn from its normal distribution."""
_MOST_DRAWN: Final = 4_000_000
_BLOCK: Final = 50_000
"""Units whose residuals stay in the cache of a processor."""


def value_of_information(profits: Floats) -> float:
    """Return what it is worth to know a draw before a model is chosen: EVPI.

    Parameters
    ----------
    profits : ndarray of float64, shape (draws, models)
        Of the same fixed policies in every draw; or means given what is known.

    Returns
    -------
    float
        Mean of the best model's profit minus the best mean profit, at least 0.

    References
    ----------
    .. [1] Raiffa & Schlaifer (1961), Applied statistical decision theory.

    Examples
    --------
    >>> value_of_information(np.array([[2.0, 0.0], [0.0, 1.0]]))
    0.5
    """
    gained = float(profits.max(axis=1).mean() - profits.mean(axis=0).max())
    rounding = 1e-12 * float(np.abs(profits).max())
    return gained if gained > rounding else 0.0


def partial_information(
    draws: Floats,
    parameter: int,
    mean_profits: Callable[[Floats], Floats],
    *,
    outer: int = 128,
    inner: int = 256,
) -> float:
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
    outer, inner : int
        How many values of the parameter, taken at even steps of its distribution, and how many
        draws of the others, the same for each value.

    Returns
    -------
    float
        E[max_m E(profit_m | theta)] - max_m E(profit_m), at least 0.

    References
    ----------
    .. [1] Brennan et al. (2007), Calculating partial expected value of perfect information.
    """
    steps = (np.arange(outer) + 0.5) / outer
    values = np.quantile(draws[:, parameter], steps)
    others = draws[np.linspace(0, len(draws) - 1, min(inner, len(draws))).astype(np.int64)]
    blocks = np.repeat(others[None], outer, axis=0)
    blocks[:, :, parameter] = values[:, None]
    return value_of_information(mean_profits(blocks))


def replicate_means(
    values: Floats,
    rng: np.random.Generator,
    replicates: int,
    *,
    weights: Floats | None = None,
    groups: Indices | None = None,
) -> Floats:
    """Return means of a class in bootstrap replicates, of several values of its instances.

    Parameters
    ----------
    values : ndarray of float64, shape (n, k)
        What each instance adds, such as its payoff under each of k policies.
    rng : numpy.random.Generator
        Source of the draws.
    replicates : int
        How many.
    weights : ndarray of float64, shape (n,), optional
        Sample weights.
    groups : ndarray of int64, shape (n,), optional
        Which instances belong together, numbered from 0: whole groups are drawn.

    Returns
    -------
    ndarray of float64, shape (replicates, k)

    Notes
    -----
    With 5,000 units and more the means are normal to many digits, and are drawn so.
    """
    sums, sizes = _units(values, weights, groups)
    units, total = len(sums), sizes.sum()
    means = sums.sum(axis=0) / total
    if units >= _NORMAL_FROM:
        covariance = _scatter(sums, sizes, means) / total**2
        return rng.multivariate_normal(means, covariance, replicates, method="eigh")
    found = []
    step = max(_MOST_DRAWN // units, 1)
    for start in range(0, replicates, step):
        size = min(step, replicates - start)
        times = rng.multinomial(units, np.full(units, 1 / units), size).astype(np.float64)
        found.append((times @ sums) / (times @ sizes)[:, None])
    return np.concatenate(found)


def _scatter(sums: Floats, sizes: Floats, means: Floats) -> Floats:
    """Return the products of the residuals of units, added up a block at a time."""
    found = np.zeros((len(means), len(means)))
    for start in range(0, len(sums), _BLOCK):
        block = slice(start, start + _BLOCK)
        residuals = sums[block] - sizes[block, None] * means
        found += residuals.T @ residuals
    return found


def _units(values: Floats, weights: Floats | None, groups: Indices | None) -> tuple[Floats, Floats]:
    """Return sums and sizes of what is drawn: instances, or groups of them."""
    sizes = np.ones(len(values)) if weights is None else weights
    sums = values if weights is None else values * sizes[:, None]
    if groups is None:
        return sums, sizes
    numbers = np.unique(groups, return_inverse=True)[1]
    added = [np.bincount(numbers, weights=column) for column in sums.T]
    return np.stack(added, axis=1).astype(np.float64), np.bincount(numbers, weights=sizes).astype(
        np.float64
    )
