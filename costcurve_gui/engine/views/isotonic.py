"""Isotonic calibration, read off the ROC convex hull."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.validation import clean_scores

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.roc.hull import RocHull


@dataclass(frozen=True, slots=True, eq=False)
class IsotonicMap:
    """A map from scores to probabilities of the positive class that never decreases.

    Attributes
    ----------
    scores : ndarray of float64, shape (k,)
        Lowest and highest score of each block of equal probability, ascending.
    probabilities : ndarray of float64, shape (k,)
        Share of positives in their block, 0-1, never decreasing.
    """

    scores: Floats
    probabilities: Floats

    def apply(self, scores: ArrayLike) -> Floats:
        """Return calibrated scores, an extra model beside the one they come from.

        Scores between two blocks are interpolated, scores beyond the first and the last take
        their probability.

        Parameters
        ----------
        scores : array_like of float, shape (n,)
            NaN is missing and stays so.

        Raises
        ------
        EngineError
            Where the scores are not one column of numbers.
        """
        return np.interp(clean_scores(scores), self.scores, self.probabilities)


def isotonic_map(table: RateSource, hull: RocHull) -> IsotonicMap:
    """Return the map of least squared error among all that never decrease.

    Each edge of the hull is a block of pooled adjacent violators: the share of positives among
    the instances between its two vertices. The prior is that of the sample.

    Parameters
    ----------
    table : RateSource
        Counts.
    hull : RocHull
        Its convex hull.

    References
    ----------
    .. [1] Fawcett & Niculescu-Mizil (2007), PAV and the ROC convex hull.
    .. [2] Zadrozny & Elkan (2002), Transforming classifier scores into accurate multiclass
       probability estimates.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> calibrated = isotonic_map(table, convex_hull(table))
    >>> calibrated.apply([0.9, 0.7, 0.6, 0.1]).tolist()
    [1.0, 0.5, 0.5, 0.0]
    """
    positives = np.diff(table.tps_at(hull.indices).astype(np.float64))
    negatives = np.diff(table.fps_at(hull.indices).astype(np.float64))
    highest = table.thresholds[hull.indices[:-1] + 1]
    lowest = table.thresholds[hull.indices[1:]]
    scores = np.column_stack((highest, lowest)).ravel()[::-1]
    shares = (positives / (positives + negatives))[::-1]
    # The rounding of weights could lower a block by one bit.
    probabilities = np.repeat(np.maximum.accumulate(shares), 2)
    # A block of one score has it as both its ends.
    kept = np.append(True, scores[1:] != scores[:-1])
    return IsotonicMap(read_only(scores[kept]), read_only(probabilities[kept]))
