"""DeLong's interval on an AUC and the paired comparison of two (DeLong et al., 1988)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr, ndtri

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.validation import clean_labels, clean_scores, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

_WEIGHTED = "sample weights have no DeLong variance"
_SMALLEST_CLASS = 2


@dataclass(frozen=True, slots=True)
class AucInterval:
    """An AUC and its confidence interval.

    Attributes
    ----------
    auc : float
    low, high : float or None
        Within 0-1; None where there is no interval.
    level : float
        Confidence level.
    reason : str
        Why there is no interval; empty where there is one.
    """

    auc: float
    low: float | None
    high: float | None
    level: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AucComparison:
    """The difference of two AUCs on the same instances, a minus b.

    Attributes
    ----------
    difference : float
    low, high, p_value : float or None
        Interval and two-sided p-value; None where the variance of the difference is 0.
    level : float
    reason : str
        Why there is no interval; empty where there is one.
    """

    difference: float
    low: float | None
    high: float | None
    p_value: float | None
    level: float
    reason: str = ""


def auc_interval(table: ThresholdTable, level: float = 0.9) -> AucInterval:
    """Return DeLong's normal interval on the AUC, clipped to 0-1.

    Reads the structural components from the counts: one pass, no further sort.

    Parameters
    ----------
    table : ThresholdTable
    level : float, optional
        Above 0 and below 1.

    Raises
    ------
    ConstraintError
        Where the level lies outside its range.

    References
    ----------
    .. [1] DeLong, DeLong & Clarke-Pearson (1988), Biometrics 44, 837-845, eq. 4 to 6.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> interval = auc_interval(threshold_table([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1]))
    >>> round(interval.auc, 3), round(interval.low, 3), interval.high
    (0.889, 0.63, 1.0)
    """
    quantile = _quantile(level)
    area = auc(table)
    reason = _no_interval(table)
    variance = 0.0 if reason else _variance(table, area)
    if not variance > 0:
        return AucInterval(area, None, None, level, reason or _why_certain(table))
    half = quantile * math.sqrt(variance)
    return AucInterval(area, max(0.0, area - half), min(1.0, area + half), level)


def compare_auc(
    y_true: ArrayLike,
    score_a: ArrayLike,
    score_b: ArrayLike,
    level: float = 0.9,
    sample_weight: ArrayLike | None = None,
) -> AucComparison:
    """Compare two models on the instances that both scored, with DeLong's paired test.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
    score_a, score_b : array_like of float, shape (n,)
        NaN is missing.
    level : float, optional
    sample_weight : array_like, optional
        Weighted areas have no DeLong variance; the reason is given instead of an interval.

    References
    ----------
    .. [1] DeLong, DeLong & Clarke-Pearson (1988), eq. 7.
    .. [2] Sun & Xu (2014), IEEE Signal Processing Letters 21, 1389-1393: by midranks in n log n.

    Examples
    --------
    >>> same = compare_auc([1, 0, 1, 0], [4, 3, 2, 1], [8, 6, 4, 2])
    >>> same.difference, same.p_value
    (0.0, None)
    """
    quantile = _quantile(level)
    labels = clean_labels(y_true)
    first, second = clean_scores(score_a), clean_scores(score_b)
    for name, scores in (("score_a", first), ("score_b", second)):
        require_length(name, scores, labels.size)
    both = ~(np.isnan(first) | np.isnan(second))
    labels, first, second = labels[both], first[both], second[both]
    if sample_weight is not None:
        weights = np.asarray(sample_weight, dtype=np.float64)[both]
        difference = _weighted_auc(labels, first, weights) - _weighted_auc(labels, second, weights)
        return AucComparison(difference, None, None, None, level, _WEIGHTED)
    positives = int(np.count_nonzero(labels))
    if min(positives, labels.size - positives) < 1:
        return AucComparison(math.nan, None, None, None, level, "one class only")
    components = [_placements(labels, scores) for scores in (first, second)]
    gains = components[0][0] - components[1][0]
    losses = components[0][1] - components[1][1]
    difference = float(gains.mean())
    if min(gains.size, losses.size) < _SMALLEST_CLASS:
        return AucComparison(difference, None, None, None, level, "one case of a class only")
    variance = float(gains.var(ddof=1) / gains.size + losses.var(ddof=1) / losses.size)
    if not variance > 0:
        reason = "both models rank alike" if difference == 0 else "the difference has no variance"
        return AucComparison(difference, None, None, None, level, reason)
    error = math.sqrt(variance)
    half = quantile * error
    p_value = float(2 * ndtr(-abs(difference) / error))
    return AucComparison(difference, difference - half, difference + half, p_value, level)


def _quantile(level: float) -> float:
    if not 0 < level < 1:
        raise ConstraintError(f"The confidence level must lie between 0 and 1; it is {level:g}.")
    return float(ndtri((1 + level) / 2))


def _variance(table: ThresholdTable, area: float) -> float:
    """Return the variance of the AUC from its structural components, summed score by score."""
    positives, negatives = table.positives, table.negatives
    of_positives = of_negatives = 0.0
    for start, stop in chunks(1, len(table)):
        rows = slice(start - 1, stop)
        tps, fps = table.tps_at(rows).astype(np.float64), table.fps_at(rows).astype(np.float64)
        hits, alarms = np.diff(tps), np.diff(fps)
        beaten = 1 - (fps[:-1] + alarms / 2) / negatives
        beating = (tps[:-1] + hits / 2) / positives
        of_positives += float(hits @ (beaten - area) ** 2)
        of_negatives += float(alarms @ (beating - area) ** 2)
    return of_positives / (positives - 1) / positives + of_negatives / (negatives - 1) / negatives


def _placements(labels: Bools, scores: Floats) -> tuple[Floats, Floats]:
    """Return V10 of each positive and V01 of each negative, in file order."""
    positive, negative = scores[labels], scores[~labels]
    return _share_below(positive, negative), 1 - _share_below(negative, positive)


def _share_below(scores: Floats, others: Floats) -> Floats:
    """Return for each score the share of the others below it, equals counted half."""
    ordered = np.sort(others)
    below = np.searchsorted(ordered, scores, side="left")
    up_to = np.searchsorted(ordered, scores, side="right")
    return (below + up_to) / (2 * ordered.size)


def _weighted_auc(labels: Bools, scores: Floats, weights: Floats) -> float:
    return auc(threshold_table(labels, scores, sample_weight=weights))


def _no_interval(table: ThresholdTable) -> str:
    if table.weighted:
        return _WEIGHTED
    if min(table.positives, table.negatives) < _SMALLEST_CLASS:
        return "one case of a class only"
    return ""


def _why_certain(table: ThresholdTable) -> str:
    """Say why the variance is 0."""
    if len(table) == _SMALLEST_CLASS:
        return "every score is equal"
    return "the classes are separated perfectly"
