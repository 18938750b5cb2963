"""Calibration: scores in bins, the reliability curve, and the isotonic map off the ROC hull."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import read_only, sum_of_products
from costcurve_gui.engine.curves.score_histogram import ScoreHistogram
from costcurve_gui.engine.distributions.normal import wilson_interval
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.validation import clean_scores, require_probabilities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable
    from costcurve_gui.engine.curves.grouped_shares import GroupedCases
    from costcurve_gui.engine.roc.hull import RocHull


Strategy: TypeAlias = Literal["uniform", "quantile"]
BINS = 10


@dataclass(frozen=True, slots=True, eq=False)
class ScoreBin:
    """The distinct scores of a bin with what they count.

    Attributes
    ----------
    scores : ndarray of float64, shape (k,)
        Descending; k may be 0.
    totals, positives : ndarray of float64, shape (k,)
        Instances and positives of each score, by weight where there are weights.
    count, positive_count : float
        Their sums.
    """

    scores: Floats
    totals: Floats
    positives: Floats
    count: float
    positive_count: float

    @property
    def mean_score(self) -> float:
        """Mean predicted probability; NaN in an empty bin."""
        if not self.count:
            return np.nan
        return sum_of_products(self.totals, self.scores) / self.count

    @property
    def top(self) -> float:
        """Highest score; NaN in an empty bin."""
        return float(self.scores[0]) if self.scores.size else np.nan

    @property
    def fraction_positive(self) -> float:
        """Share of positives; NaN in an empty bin."""
        return self.positive_count / self.count if self.count else np.nan


def score_bins(
    table: ThresholdTable, strategy: Strategy = "uniform", bins: int = BINS
) -> Iterator[ScoreBin]:
    """Yield the bins by ascending score.

    Parameters
    ----------
    table : ThresholdTable
        Counts of scores that are probabilities.
    strategy : {"uniform", "quantile"}
        Bins of equal width over 0-1, or of equal counts as far as equal scores allow, which stay
        together. A score on an edge belongs to the bin below. With weights "quantile" shares
        out the weight.
    bins : int, default 10
        How many, empty ones included.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.
    ConstraintError
        Where there is no bin.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.6, 0.6, 0.1])
    >>> [part.scores.tolist() for part in score_bins(table, "uniform", 3)]
    [[0.1], [0.6], [0.9]]
    >>> [part.count for part in score_bins(table, "quantile", 2)]
    [3.0, 1.0]
    """
    require_probabilities(table)
    _require_bins(bins)
    edges = {"uniform": _uniform_edges, "quantile": _quantile_edges}[strategy](table, bins)
    for below, above in pairwise((len(table) - 1, *edges.tolist(), 0)):
        yield _bin(table, above, below)


def _require_bins(bins: int) -> None:
    if bins < 1:
        raise ConstraintError(f"There must be at least 1 bin, not {bins}.")


def _bin(table: ThresholdTable, above: int, last: int) -> ScoreBin:
    """Return the bin of the rows after `above` up to `last`."""
    rows = slice(above, last + 1)
    tps, fps = (sums.astype(np.float64) for sums in (table.tps_at(rows), table.fps_at(rows)))
    positives = np.diff(tps)
    positive_count = float(tps[-1] - tps[0])
    return ScoreBin(
        table.thresholds[above + 1 : last + 1],
        positives + np.diff(fps),
        positives,
        positive_count + float(fps[-1] - fps[0]),
        positive_count,
    )


def _uniform_edges(table: ThresholdTable, bins: int) -> Indices:
    """Return for each inner edge the last row whose score lies above it."""
    ascending = table.thresholds[:0:-1]
    return ascending.size - np.searchsorted(ascending, _equal_widths(bins), "right")


def _equal_widths(bins: int) -> Floats:
    return np.linspace(0, 1, bins + 1)[1:-1]


def _quantile_edges(table: ThresholdTable, bins: int) -> Indices:
    """Return for each inner edge the last row whose score lies above it.

    Edge k is the lowest score with more than k (n - 1) / bins of n instances at or below it. It
    parts them as the interpolated quantile does, which lies between it and the next score; in
    whole numbers that is exact.
    """
    above = table.fps.astype(np.float64) + table.tps
    per_row = bins * table.rows / above[-1]
    at_or_below = (above[-1] - above[::-1]) * per_row
    wanted = np.arange(1, bins) * (table.rows - 1.0)
    return above.size - 1 - np.searchsorted(at_or_below, wanted, "right")


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

    @property
    def expected_error(self) -> float:
        """Expected calibration error: mean distance of score and share, bins by their counts.

        References
        ----------
        .. [1] Naeini, Cooper & Hauskrecht (2015), Obtaining well calibrated probabilities using
           Bayesian binning.
        """
        filled = self.counts > 0
        away = np.abs(self.mean_scores[filled] - self.fractions_positive[filled])
        return float(np.average(away, weights=self.counts[filled]))


def calibration_curve(
    source: ThresholdTable | ScoreHistogram,
    strategy: Strategy = "uniform",
    bins: int = BINS,
    level: float = LEVEL,
    grouped: GroupedCases | None = None,
) -> CalibrationCurve:
    """Return the reliability of scores at the sample's own prior.

    Parameters
    ----------
    source : ThresholdTable or ScoreHistogram
        Counts of scores that are probabilities. Where the scores are not sorted yet, the
        histogram takes a seventh of the time.
    strategy : {"uniform", "quantile"}
        Bins of equal width or of equal counts; see `score_bins`.
    bins : int, default 10
        How many, empty ones included.
    level : float, default 0.9
        Confidence of Wilson's interval. Weights have none: whether they repeat rows or correct
        a sampling design is not known, and the variance differs between the two.
    grouped : GroupedCases, optional
        The same cases, unweighted, with the groups that they belong to: an interval is that of as
        many independent ones as its bin is worth.

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
    if isinstance(source, ScoreHistogram):
        counts, means, fractions = _counted(source, strategy, bins)
        sizes = counts
    else:
        counts, means, fractions, tops = _added_up(source, strategy, bins)
        sizes = np.zeros(bins) if source.weighted else counts
        if grouped is not None:
            sizes = grouped.sizes_between(tops, level)
    bounds = wilson_interval(fractions, sizes, level)
    return CalibrationCurve(*map(read_only, (counts, means, fractions, *bounds)))


def _added_up(
    table: ThresholdTable, strategy: Strategy, bins: int
) -> tuple[Floats, Floats, Floats, Floats]:
    """Return counts, mean and highest scores and shares of positives of the bins of a table."""
    parts = [
        (part.count, part.mean_score, part.fraction_positive, part.top)
        for part in score_bins(table, strategy, bins)
    ]
    counts, means, fractions, tops = (np.array(column) for column in zip(*parts, strict=True))
    return counts, means, fractions, tops


def _counted(
    histogram: ScoreHistogram, strategy: Strategy, bins: int
) -> tuple[Floats, Floats, Floats]:
    """Return counts, mean scores and shares of positives of bins, without a sort."""
    _require_bins(bins)
    if strategy == "uniform":
        counts, positives, sums = histogram.bins_between(_equal_widths(bins))
    else:
        ranks = np.arange(1, bins) * (histogram.scores.size - 1) // bins
        counts, positives, sums = histogram.bins_at_ranks(ranks)
    with np.errstate(invalid="ignore"):  # empty bins have neither
        return counts.astype(np.float64), sums / counts, positives / counts


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
