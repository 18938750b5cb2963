"""Scores as probabilities: fitted, out of fold, moved to another prior."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.curves.calibration import isotonic_map
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.hull import convex_hull
from costcurve_gui.engine.validation import clean_labels, clean_scores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices

    Fit = Callable[[Bools, Floats], "ScoreMap"]

_SMALLEST = 1e-12
"""Probabilities of 0 and 1 are taken for it, as their logit is infinite."""
_STEPS = 100
_LEVEL = 0.9
_CLOSE = 1e-12


class ScoreMap(Protocol):
    """What makes a probability of a score."""

    def apply(self, y_score: ArrayLike) -> Floats:
        """Return the probability of each score, shape (n,); NaN where it is missing."""
        ...


@dataclass(frozen=True, slots=True)
class LogisticMap:
    """p = 1 / (1 + exp(-(intercept + slope * x))), x the score or its logit.

    Attributes
    ----------
    intercept, slope : float
        Of scores that are probabilities already they are 0 and 1.
    slope_low, slope_high : float
        Interval of the slope at 90 %, by its standard error.
    of_logit : bool
        Whether x is the logit: of scores within 0-1.
    """

    intercept: float
    slope: float
    slope_low: float
    slope_high: float
    of_logit: bool

    @property
    def are_probabilities(self) -> bool:
        """Whether the scores may be probabilities: the interval of the slope holds 1."""
        return self.of_logit and self.slope_low <= 1 <= self.slope_high

    def apply(self, y_score: ArrayLike) -> Floats:
        """Return the probability of each score, shape (n,); NaN where it is missing."""
        x = _logit(clean_scores(y_score)) if self.of_logit else clean_scores(y_score)
        return _sigmoid(self.intercept + self.slope * x)


def logistic_map(
    y_true: ArrayLike, y_score: ArrayLike, near: LogisticMap | None = None
) -> LogisticMap:
    """Fit a logistic curve to the shares of positives, with Platt's targets.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Scores; rows without one are left out.
    near : LogisticMap, optional
        Where the search begins: of much the same rows, it takes fewer steps.

    Returns
    -------
    LogisticMap

    References
    ----------
    .. [1] Platt (1999), Probabilistic outputs for support vector machines.

    Examples
    --------
    >>> found = logistic_map([True, True, False, True, False, False], [6, 5, 4, 3, 2, 1])
    >>> found.apply([1.0, 6.0]).round(2).tolist()
    [0.21, 0.79]
    """
    labels, scores = clean_labels(y_true), clean_scores(y_score)
    known = ~np.isnan(scores)
    labels, scores = labels[known], scores[known]
    of_logit = bool(((scores >= 0) & (scores <= 1)).all())
    x = _logit(scores) if of_logit else np.clip(scores, -1e300, 1e300)
    center, scale = float(x.mean()), float(x.std()) or 1.0
    positives = int(np.count_nonzero(labels))
    high = (positives + 1) / (positives + 2)
    low = 1 / (labels.size - positives + 2)
    design = np.column_stack((np.ones(labels.size), (x - center) / scale))
    start = np.zeros(2)
    if near is not None and near.of_logit == of_logit:
        start[:] = near.intercept + near.slope * center, near.slope * scale
    weights, information = _fitted(design, np.where(labels, high, low), start)
    slope = float(weights[1]) / scale
    error = float(np.sqrt(np.linalg.inv(information)[1, 1])) / scale
    margin = two_sided_deviate(_LEVEL) * error
    intercept = float(weights[0]) - slope * center
    return LogisticMap(intercept, slope, slope - margin, slope + margin, of_logit)


def isotonic_fit(y_true: ArrayLike, y_score: ArrayLike) -> ScoreMap:
    """Fit the map of least squared error among all that never decrease: see `isotonic_map`."""
    table = threshold_table(y_true, y_score)
    return isotonic_map(table, convex_hull(table))


def out_of_fold(
    y_true: ArrayLike,
    y_score: ArrayLike,
    fit: Fit = logistic_map,
    *,
    folds: int = 10,
    seed: int = 0,
) -> Floats:
    """Return the probability of each score by a map that its own row did not help to fit.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Scores; NaN is missing.
    fit : callable, optional
        `logistic_map` or `isotonic_fit`.
    folds : int, optional
        Of equal shares of both classes, drawn.
    seed : int, optional
        From which they are drawn.

    Returns
    -------
    ndarray of float64, shape (n,)
        At the prior of the sample.

    Raises
    ------
    ConstraintError
        Where a class has fewer rows than there are folds, or there are fewer than two.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> labels = rng.random(400) < 0.5
    >>> found = out_of_fold(labels, rng.normal(size=400) + labels)
    >>> bool(found[labels].mean() > found[~labels].mean())
    True
    """
    labels, scores = clean_labels(y_true), clean_scores(y_score)
    known = ~np.isnan(scores)
    fold = _folds(labels, known, folds, seed)
    found = np.full(scores.size, np.nan)
    if fit is logistic_map:
        fit = partial(logistic_map, near=logistic_map(labels[known], scores[known]))
    for number in range(folds):
        rest, own = known & (fold != number), known & (fold == number)
        found[own] = fit(labels[rest], scores[rest]).apply(scores[own])
    return found


def moved_to_prior(probability: Floats, before: float, after: float) -> Floats:
    """Return probabilities at another prior: odds times the ratio of the prior odds.

    Parameters
    ----------
    probability : ndarray of float64
        At the prior `before`.
    before, after : float
        Priors, above 0 and below 1; `after` may be either.

    References
    ----------
    .. [1] Elkan (2001), The foundations of cost-sensitive learning, theorem 2.

    Examples
    --------
    >>> moved_to_prior(np.array([0.5, 0.9]), 0.5, 0.2).round(3).tolist()
    [0.2, 0.692]
    """
    positive = probability * (after / before)
    negative = (1 - probability) * ((1 - after) / (1 - before))
    moved: Floats = positive / (positive + negative)
    return moved


def _folds(labels: Bools, known: Bools, folds: int, seed: int) -> Indices:
    if folds < 2:
        raise ConstraintError(f"There must be 2 folds or more, not {folds}.")
    random = np.random.default_rng(seed)
    fold = np.full(labels.size, -1)
    for members in (known & labels, known & ~labels):
        rows = np.flatnonzero(members)
        if rows.size < folds:
            raise ConstraintError(
                f"{folds} folds need as many rows of each class; one has {rows.size}."
            )
        fold[random.permutation(rows)] = np.arange(rows.size) % folds
    return fold


def _fitted(design: Floats, target: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Return the weights of most likelihood, by Newton's method, and their information."""
    weights = start
    for _ in range(_STEPS):
        share = _sigmoid(design @ weights)
        spread = np.maximum(share * (1 - share), _SMALLEST)
        information = (design * spread[:, None]).T @ design + _SMALLEST * np.eye(2)
        step = np.linalg.solve(information, design.T @ (target - share))
        weights = weights + step * min(1.0, 5 / max(float(np.abs(step).max()), _SMALLEST))
        if np.abs(step).max() < _CLOSE:
            break
    return weights, information


def _logit(probability: Floats) -> Floats:
    clipped = probability.clip(_SMALLEST, 1 - _SMALLEST)
    logit: Floats = np.log(clipped) - np.log1p(-clipped)
    return logit


def _sigmoid(x: Floats) -> Floats:
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + small), small / (1 + small))
