"""Brier score of probabilities, and what it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks, sum_of_products
from costcurve_gui.engine.curves.calibration import BINS, score_bins
from costcurve_gui.engine.validation import require_probabilities

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.curves.calibration import ScoreBin, Strategy


@dataclass(frozen=True, slots=True)
class BrierDecomposition:
    """Parts of a Brier score over bins; their sum is the score, but for rounding.

    Attributes
    ----------
    reliability : float
        Mean squared distance of mean score and share of positives over the bins: 0 is best.
    resolution : float
        Variance of the share of positives between the bins: large is best.
    uncertainty : float
        Variance of the classes, which no model can change.
    within_bin_variance : float
        Mean variance of the scores within the bins.
    within_bin_covariance : float
        Twice the mean covariance of scores and classes within the bins.
    """

    reliability: float
    resolution: float
    uncertainty: float
    within_bin_variance: float
    within_bin_covariance: float

    @property
    def score(self) -> float:
        """The Brier score, summed up again from its parts."""
        between = self.reliability - self.resolution + self.uncertainty
        return between + self.within_bin_variance - self.within_bin_covariance


def brier_score(table: ThresholdTable) -> float:
    """Return the mean squared distance of scores and classes, 0-1.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.

    References
    ----------
    .. [1] Brier (1950), Verification of forecasts expressed in terms of probability; over the
       positive class alone, half of his sum over both.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> brier_score(threshold_table([True, True, False, False], [1.0, 0.5, 0.5, 0.0]))
    0.125
    """
    require_probabilities(table)
    total = 0.0
    for start, stop in chunks(1, len(table)):
        steps, scores = slice(start - 1, stop), table.thresholds[start:stop]
        total += sum_of_products(np.diff(table.tps_at(steps)), (1 - scores) ** 2)
        total += sum_of_products(np.diff(table.fps_at(steps)), scores**2)
    return total / (table.positives + table.negatives)


def brier_decomposition(
    table: ThresholdTable, strategy: Strategy = "uniform", bins: int = BINS
) -> BrierDecomposition:
    """Split the Brier score over bins.

    Murphy's three parts are those of scores that are equal within each bin; two more make the
    sum exact for any scores.

    Parameters
    ----------
    table : ThresholdTable
        Counts of scores that are probabilities.
    strategy : {"uniform", "quantile"}
        Bins of equal width or of equal counts; see `score_bins`.
    bins : int, default 10
        How many.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.
    ConstraintError
        Where there is no bin.

    References
    ----------
    .. [1] Murphy (1973), A new vector partition of the probability score.
    .. [2] Stephenson, Coelho & Jolliffe (2008), Two extra components in the Brier score
       decomposition.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, True, False, False], [1.0, 0.5, 0.5, 0.0])
    >>> parts = brier_decomposition(table, bins=2)
    >>> parts.uncertainty, round(parts.resolution, 4), round(parts.score, 12)
    (0.25, 0.0833, 0.125)
    """
    prior = table.positive_share
    used = (part for part in score_bins(table, strategy, bins) if part.count)
    sums = np.sum([_contributions(part, prior) for part in used], axis=0)
    means = sums / (table.positives + table.negatives)
    reliability, resolution, variance, covariance = means.tolist()
    return BrierDecomposition(
        reliability, resolution, prior * (1 - prior), variance, 2 * covariance
    )


def _contributions(part: ScoreBin, prior: float) -> tuple[float, float, float, float]:
    """Return what a bin adds to reliability, resolution, variance and covariance, times n."""
    mean, share = part.mean_score, part.fraction_positive
    apart = part.scores - mean
    return (
        part.count * (mean - share) ** 2,
        part.count * (share - prior) ** 2,
        sum_of_products(part.totals, apart**2),
        sum_of_products(part.positives, apart),
    )
