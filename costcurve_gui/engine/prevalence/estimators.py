"""Shares of positives among unlabelled scores, from counts of scores in cells.

Every function takes many samples at once: a row is a sample, a column a cell of scores that are
taken for one. Cells stand in order of descending scores. Within a class scores are taken to be
distributed among the unlabelled cases as among the labelled ones; only the share of the classes
differs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats

_ROUNDS = 500
_CLOSE = 1e-9
"""Change of a share at which expectation maximisation has arrived."""
_NARROWINGS = 60
_LEAST_SEPARATION = 0.25
"""Thresholds whose tpr - fpr is below this part of the highest one say little."""


def rates_above(counts: Floats) -> Floats:
    """Return the share of each sample in a cell or in one before it, shape (b, k)."""
    above: Floats = np.cumsum(counts, axis=-1)
    return above / above[..., -1:]


def confusion_prior(positives: Floats, negatives: Floats, unlabelled: Floats) -> Floats:
    """Return the median over thresholds of what the confusion matrix implies.

    At a threshold with rates fpr and tpr that a share q of the unlabelled cases reaches, the
    prior is (q - fpr) / (tpr - fpr), clipped to 0-1. Thresholds count whose tpr - fpr is at least
    a quarter of the highest.

    Parameters
    ----------
    positives, negatives, unlabelled : ndarray of float64, shape (b, k)
        Counts in cells, of b samples.

    Returns
    -------
    ndarray of float64, shape (b,)
        NaN where the scores do not separate the classes at all.

    References
    ----------
    .. [1] Forman (2008), "Quantifying counts and costs via classification": the median sweep.

    Examples
    --------
    >>> rows = [np.array([row]) for row in ([8.0, 2.0], [1.0, 9.0], [24.0, 76.0])]
    >>> confusion_prior(*rows)
    array([0.2])
    """
    tpr, fpr, q = (rates_above(counts) for counts in (positives, negatives, unlabelled))
    separation = tpr - fpr
    highest = separation.max(axis=-1, keepdims=True)
    counted = (separation >= _LEAST_SEPARATION * highest) & (separation > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        implied = np.clip((q - fpr) / separation, 0.0, 1.0)
    return _median(np.where(counted, implied, np.nan), counted.sum(axis=-1))


def _median(values: Floats, known: Floats) -> Floats:
    """Return the median of the known values of each row; others are NaN."""
    ordered = np.sort(values, axis=-1)
    places = np.maximum(np.stack([(known - 1) // 2, known // 2], axis=-1), 0)
    middle: Floats = np.take_along_axis(ordered, places, axis=-1).mean(axis=-1)
    return middle


def em_prior(positives: Floats, negatives: Floats, unlabelled: Floats) -> Floats:
    """Return the share that makes the unlabelled scores most likely, by expectation maximisation.

    The posterior of a cell is calibrated on the labelled cases, whose share of positives is where
    the search begins. A cell that lacks a class counts half a case of it, so that a few cases do
    not make a score certain.

    Parameters
    ----------
    positives, negatives, unlabelled : ndarray of float64, shape (b, k)
        Counts in cells, of b samples. Cells ought to be those of a calibration map.

    Returns
    -------
    ndarray of float64, shape (b,)

    References
    ----------
    .. [1] Saerens, Latinne & Decaestecker (2002), "Adjusting the outputs of a classifier to new
       a priori probabilities: a simple procedure", eq. 2.9.

    Examples
    --------
    >>> rows = [np.array([row]) for row in ([80.0, 20.0], [10.0, 90.0], [240.0, 760.0])]
    >>> em_prior(*rows).round(6)
    array([0.2])
    """
    by_class = [np.where(counts > 0, counts, 0.5) for counts in (positives, negatives)]
    of_positives, of_negatives = (counts / counts.sum(-1, keepdims=True) for counts in by_class)
    weights = unlabelled / unlabelled.sum(-1, keepdims=True)
    start = positives.sum(-1, keepdims=True)
    prior = start / (start + negatives.sum(-1, keepdims=True))
    for _ in range(_ROUNDS):
        odds_for = prior * of_positives
        posterior = odds_for / (odds_for + (1 - prior) * of_negatives)
        before, prior = prior, (weights * posterior).sum(-1, keepdims=True)
        if np.abs(prior - before).max() < _CLOSE:
            break
    found: Floats = prior[:, 0]
    return found


def mixture_fit(positives: Floats, negatives: Floats, unlabelled: Floats) -> tuple[Floats, Floats]:
    """Return the mixture of the classes nearest to the unlabelled scores, and how near it comes.

    Parameters
    ----------
    positives, negatives, unlabelled : ndarray of float64, shape (b, k)
        Counts in cells, of b samples.

    Returns
    -------
    share, distance : ndarray of float64, shape (b,)
        Share of positives of the mixture, and the largest difference between its distribution and
        that of the unlabelled scores (Kolmogorov-Smirnov).

    Notes
    -----
    The distance is convex in the share, so that a search which keeps thirds finds its minimum.

    Examples
    --------
    >>> rows = [np.array([row]) for row in ([8.0, 2.0], [1.0, 9.0], [24.0, 76.0])]
    >>> [found.round(6) for found in mixture_fit(*rows)]
    [array([0.2]), array([0.])]
    """
    tpr, fpr, q = (rates_above(counts) for counts in (positives, negatives, unlabelled))
    separation, above = tpr - fpr, q - fpr

    def distance(share: Floats) -> Floats:
        found: Floats = np.abs(above - share[:, None] * separation).max(axis=-1)
        return found

    low, high = np.zeros(len(q)), np.ones(len(q))
    for _ in range(_NARROWINGS):
        third = (high - low) / 3
        left = distance(low + third) <= distance(high - third)
        low, high = np.where(left, low, low + third), np.where(left, high - third, high)
    share = (low + high) / 2
    return share, distance(share)
