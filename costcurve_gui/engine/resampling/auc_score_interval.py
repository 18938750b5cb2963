"""The score interval of an AUC, which holds where few cases are misplaced.

DeLong's variance is estimated from the placements, and of twenty positives at an AUC of 0.98 one or
two are misplaced, or none: then it is far too small more often than not. Here it is steadied by the
variance that normal scores of both classes would have at the same AUC, and is that of the AUC in
question, not of the one seen, as in Wilson's interval of a share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks
from costcurve_gui.engine.distributions.beta import student_t_quantile

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

_STEADYING = 5.0
"""As many misplaced cases as the normal scores count for beside those seen."""
_HALVINGS = 45
_CORRELATION = 0.5
"""Of two differences of scores that share a case, where both classes vary alike."""
_WIDTH = math.sqrt((1 - _CORRELATION) / (1 + _CORRELATION))
_STEPS = 128
"""Of Simpson's rule for Owen's integral, then exact to eleven decimals."""
_AT = np.linspace(0.0, _WIDTH, _STEPS + 1)
_SIMPSON = np.array([1.0, *[4.0, 2.0] * (_STEPS // 2 - 1), 4.0, 1.0]) * _WIDTH / (3 * _STEPS)
_SHARES = _SIMPSON / (2 * math.pi) / (1 + _AT**2)


@dataclass(frozen=True, slots=True)
class PlacementSpread:
    """How the placements of both classes vary.

    Attributes
    ----------
    of_positives, of_negatives : float
        Sums of the squared distances of the placements from their mean, the AUC.
    positives, negatives : float
        Cases, two of each class at least.
    factor : float
        How many times as much as that of independent cases the variance of the AUC is, where
        cases belong to groups.
    freedom : float or None
        Its degrees of freedom there; None where cases are independent.
    """

    of_positives: float
    of_negatives: float
    positives: float
    negatives: float
    factor: float = 1.0
    freedom: float | None = None

    @property
    def std_error(self) -> float:
        """DeLong's standard error of the AUC, by groups where there are some."""
        of_positives = self.of_positives / ((self.positives - 1) * self.positives)
        of_negatives = self.of_negatives / ((self.negatives - 1) * self.negatives)
        return math.sqrt(self.factor * (of_positives + of_negatives))

    def misplaced(self, area: float) -> float:
        """Return as how many equal cases of a class placements fall short of 0 or 1 (Kish 1965).

        Those of groups are as many independent ones as have their variance.
        """
        short = min(area, 1 - area) ** 2
        if not short:
            return 0.0
        classes = (self.of_positives, self.positives), (self.of_negatives, self.negatives)
        number = min(size**2 * short / (squares + size * short) for squares, size in classes)
        return number / max(self.factor, 1.0)

    def of_groups(self, variance: float, freedom: float) -> PlacementSpread:
        """Return the spread where the variance of the AUC is that of whole groups."""
        return replace(self, factor=variance / self.std_error**2, freedom=freedom)


_ONE_THREAD = 1 << 13
"""Longer inner products wake the threads of a BLAS, which cost more than they save."""


def placement_spread(table: ThresholdTable, area: float) -> PlacementSpread:
    """Return how the placements of both classes vary, without weights."""
    positives, negatives = table.positives, table.negatives
    spread_10, spread_01 = 0.0, 0.0
    for start, stop in chunks(1, len(table), _ONE_THREAD):
        rows = slice(start - 1, stop)
        fps, tps = table.fps_at(rows).astype(np.float64), table.tps_at(rows).astype(np.float64)
        v10 = 1 - (fps[1:] + fps[:-1]) / (2 * negatives)
        v01 = (tps[1:] + tps[:-1]) / (2 * positives)
        spread_10 += float(np.diff(tps) @ (v10 - area) ** 2)
        spread_01 += float(np.diff(fps) @ (v01 - area) ** 2)
    return PlacementSpread(spread_10, spread_01, float(positives), float(negatives))


def replicated_spread(
    area: float, variance: float, sizes: tuple[float, float], freedom: float
) -> PlacementSpread:
    """Return the spread of an area of which replicates are known, not placements.

    Parameters
    ----------
    area : float
        On the sample, above 0 and below 1.
    variance : float
        Of the area, over replicates.
    sizes : tuple of float
        How many cases of equal cost each class is worth.
    freedom : float
        Degrees of freedom of the variance.

    Notes
    -----
    The placements of both classes are taken to vary by the same multiple of those of normal scores.
    """
    positives, negatives = (max(size, 2.0) for size in sizes)
    placed = normal_placement_variance(area)
    expected = (area * (1 - area) + (positives + negatives - 2) * placed) / (positives * negatives)
    each = variance / expected * placed
    return PlacementSpread(
        each * (positives - 1), each * (negatives - 1), positives, negatives, freedom=freedom
    )


def normal_placement_variance(auc: float) -> float:
    """Return the variance of placements where scores are normal and vary alike in both classes.

    Parameters
    ----------
    auc : float
        True AUC, 0-1.

    References
    ----------
    .. [1] Obuchowski & McClish (1997), Sample size determination for diagnostic accuracy studies
       involving binormal ROC curve indices, Statistics in Medicine 16.
    .. [2] Owen (1956), Tables for computing bivariate normal probabilities, Annals of
       Mathematical Statistics 27: his T.

    Examples
    --------
    Without any information placements are uniform:

    >>> round(normal_placement_variance(0.5), 6), round(1 / 12, 6)
    (0.083333, 0.083333)
    """
    if not 0 < auc < 1:
        return 0.0
    deviate = NormalDist().inv_cdf(auc)
    twice_t = 2 * float(np.exp(-(deviate**2) * (1 + _AT**2) / 2) @ _SHARES)
    return max(auc - auc * auc - twice_t, 0.0)


@lru_cache(maxsize=256)
def auc_score_ends(auc: float, spread: PlacementSpread, level: float) -> tuple[float, float]:
    """Return the ends of the score interval of an AUC.

    They are the AUCs that lie as many standard errors of their own from the one seen as Student's
    t allows, with one degree of freedom less than the smaller class has cases, or those of groups.

    Parameters
    ----------
    auc : float
        On the sample, 0-1; also 0 and 1.
    spread : PlacementSpread
        Of the same sample.
    level : float
        Confidence, between 0 and 1.

    References
    ----------
    .. [1] Newcombe (2006), Confidence intervals for an effect size measure based on the
       Mann-Whitney statistic, part 2: asymptotic methods and evaluation, Statistics in Medicine
       25: his method 5 solves the same equation with the variance of exponential scores alone.

    Examples
    --------
    None of twenty positives is misplaced among two thousand negatives:

    >>> [round(end, 3) for end in auc_score_ends(1.0, PlacementSpread(0, 0, 20, 2000), 0.9)]
    [0.976, 1.0]
    """
    positives, negatives = spread.positives, spread.negatives
    of_positives = _steadied(auc, spread.of_positives, positives)
    of_negatives = _steadied(auc, spread.of_negatives, negatives)
    pairs = positives * negatives
    slope = (negatives - 1) * of_positives + (positives - 1) * of_negatives
    freedom = min(positives, negatives) - 1 if spread.freedom is None else spread.freedom
    deviate = student_t_quantile(freedom, (1 + level) / 2)

    def lies_within(other: float) -> bool:
        variance = (other * (1 - other) + slope * normal_placement_variance(other)) / pairs
        return (auc - other) ** 2 <= deviate**2 * spread.factor * variance

    def end(within: float, beyond: float) -> float:
        for _ in range(_HALVINGS):
            middle = (within + beyond) / 2
            within, beyond = (middle, beyond) if lies_within(middle) else (within, middle)
        return within

    return end(auc, 0.0), end(auc, 1.0)


def _steadied(auc: float, squares: float, cases: float) -> float:
    """Return the ratio of a variance of placements to that of normal scores, drawn towards 1.

    The fewer cases are misplaced the less the sample says of it. Of m placements whose mean
    distance from right (or wrong) is q, as many as ``m q**2 / mean square`` count (Kish 1965).
    """
    variance, distance = squares / (cases - 1), min(auc, 1 - auc)
    expected = normal_placement_variance(auc)
    if expected <= 0:
        return 1.0
    misplaced = cases * distance**2 / (distance**2 + variance)
    return (misplaced * variance / expected + _STEADYING) / (misplaced + _STEADYING)
