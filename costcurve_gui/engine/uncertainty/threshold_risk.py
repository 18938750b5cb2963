"""The threshold to choose when payoffs and prior are uncertain: by the mean, or by the worst."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.uncertainty.payoff_draws import RuleFeatures

_TIE: Final = 1e-12
"""Relative difference by which rounding parts rules that are equally good."""
_BLOCK: Final = 500_000


class RuleAtRisk(NamedTuple):
    """A row of the threshold table, and the figure that it is chosen by, per instance."""

    row: int
    value: float


def highest_mean_profit(weights: Floats, features: RuleFeatures) -> RuleAtRisk:
    """Return the rule of highest mean profit over draws.

    The profit of a rule is linear in what its features count, so that the mean over draws is the
    profit at their mean. Of equally good rules the one of the highest threshold is taken.

    Parameters
    ----------
    weights : ndarray of float64, shape (draws, features)
        `PayoffFactors.weights` of the draws that count.
    features : RuleFeatures
        Of one model.

    Returns
    -------
    RuleAtRisk
        With the mean profit.
    """
    mean = weights.mean(axis=0)
    size = float(np.abs(features.ends).max(axis=0) @ np.abs(mean))
    profits = np.concatenate([block @ mean for block in _blocks(features)])
    row = int(np.argmax(profits >= profits.max() - _TIE * size))
    return RuleAtRisk(row, float(profits[row]))


def least_worst_regret(weights: Floats, reference: Floats, features: RuleFeatures) -> RuleAtRisk:
    """Return the rule whose largest regret over draws is least (Savage 1951).

    Parameters
    ----------
    weights : ndarray of float64, shape (draws, features)
        `PayoffFactors.weights` of the draws.
    reference : ndarray of float64, shape (draws,)
        What the best rule of any model would earn in each draw, per instance.
    features : RuleFeatures
        Of one model.

    Returns
    -------
    RuleAtRisk
        With the largest regret.

    Notes
    -----
    All rules are compared over a few draws first. The best of them is then looked at in all draws;
    the one that is worst for it joins the few until there is no worse one. As the few never
    overstate a regret, that rule is the best over all draws.

    References
    ----------
    .. [1] Savage (1951), The theory of statistical decision.
    """
    size = float(np.abs(reference).max(initial=0.0)) + float(
        (np.abs(weights) @ np.abs(features.ends).max(axis=0)).max(initial=0.0)
    )
    tie = _TIE * size
    worst = np.full(features.rules, -np.inf)
    draw = int(np.argmax(reference - weights @ features.ends[0]))
    seen: set[int] = set()
    while True:
        seen.add(draw)
        earned = np.concatenate([block @ weights[draw] for block in _blocks(features)])
        np.maximum(worst, reference[draw] - earned, out=worst)
        row = int(np.argmax(worst <= worst.min() + tie))
        regrets = reference - weights @ features.at(np.array([row]))[0]
        draw = int(np.argmax(regrets))
        if draw in seen or regrets[draw] <= worst[row] + tie:
            return RuleAtRisk(row, float(regrets[draw]))


def class_gains(weights: Floats, features: RuleFeatures, positive: int) -> tuple[Floats, Floats]:
    """Return what acting on all gains on positives, and loses on negatives, in each draw.

    Parameters
    ----------
    weights : ndarray of float64, shape (draws, features)
        `PayoffFactors.weights` of the draws that count.
    features : RuleFeatures
        Of one model.
    positive : int
        How many of the features, the first ones, are of positives.

    Returns
    -------
    gain, loss : ndarray of float64, shape (draws,)
        Per instance, so that a rule that finds the share y of the first at the share x of the
        second earns y gain - x loss more than acting on nobody, where all payoffs of a class keep
        their proportions.
    """
    change = (features.ends[1] - features.ends[0]) * weights
    return change[:, :positive].sum(axis=1), -change[:, positive:].sum(axis=1)


def worst_draws(
    weights: Floats, reference: Floats, features: RuleFeatures, *, rules: int = 200
) -> Indices:
    """Return the draws in which some rule has its largest regret.

    Parameters
    ----------
    weights, reference, features
        As in `least_worst_regret`.
    rules : int, default 200
        How many rules are looked at, spread over the table.

    Returns
    -------
    ndarray of int64
        Ascending; few, as they are corners of all draws.
    """
    rows = np.unique(np.linspace(0, features.rules - 1, rules).astype(np.int64))
    step = max(_BLOCK // max(len(reference), 1), 1)
    found = [
        np.argmax(reference - features.at(rows[start : start + step]) @ weights.T, axis=1)
        for start in range(0, rows.size, step)
    ]
    return np.unique(np.concatenate(found))


def _blocks(features: RuleFeatures) -> Iterator[Floats]:
    for start in range(0, features.rules, _BLOCK):
        yield features.at(np.arange(start, min(start + _BLOCK, features.rules)))
