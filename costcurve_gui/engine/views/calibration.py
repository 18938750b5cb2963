"""Reliability plot: how often scores come true, beside what they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.intervals import wilson_interval
from costcurve_gui.engine.views.score_bins import BINS, score_bins

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.views.score_bins import Strategy

LEVEL = 0.9  # of the intervals of bins, unless another is asked for


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationCurve:
    """Predicted and observed shares of positives, bin by bin in ascending order.

    Attributes
    ----------
    counts : ndarray of float64, shape (bins,)
        Instances, by weight where there are weights; 0 in an empty bin.
    mean_scores : ndarray of float64, shape (bins,)
        Mean score, 0-1; NaN in an empty bin.
    fractions_positive : ndarray of float64, shape (bins,)
        Share of positives, 0-1; NaN in an empty bin.
    lower, upper : ndarray of float64, shape (bins,)
        Interval of that share, 0-1; NaN in an empty bin and where rows have weights.
    """

    counts: Floats
    mean_scores: Floats
    fractions_positive: Floats
    lower: Floats
    upper: Floats


def calibration_curve(
    table: ThresholdTable,
    strategy: Strategy = "uniform",
    bins: int = BINS,
    level: float = LEVEL,
) -> CalibrationCurve:
    """Return the reliability of scores at the sample's own prior.

    Parameters
    ----------
    table : ThresholdTable
        Counts of scores that are probabilities.
    strategy : {"uniform", "quantile"}
        Bins of equal width or of equal counts; see `score_bins`.
    bins : int, default 10
        How many, empty ones included.
    level : float, default 0.9
        Confidence of Wilson's interval. Weights have none: whether they repeat rows or correct
        a sampling design is not known, and the variance differs between the two.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.
    ConstraintError
        Where `bins` or `level` lies outside its range.

    References
    ----------
    .. [1] Niculescu-Mizil & Caruana (2005), Predicting good probabilities with supervised
       learning.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.75, 0.6, 0.1])
    >>> curve = calibration_curve(table, bins=2)
    >>> curve.mean_scores.tolist(), curve.fractions_positive.round(3).tolist()
    ([0.1, 0.75], [0.0, 0.667])
    """
    parts = [
        (part.count, part.mean_score, part.fraction_positive)
        for part in score_bins(table, strategy, bins)
    ]
    counts, means, fractions = (np.array(column) for column in zip(*parts, strict=True))
    sizes = np.zeros(bins) if table.weighted else counts
    bounds = wilson_interval(fractions, sizes, level)
    return CalibrationCurve(*map(read_only, (counts, means, fractions, *bounds)))
