"""Scores that are probabilities, put into bins; read from the counts, so nothing is sorted."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from costcurve_gui.engine.arrays import sum_of_products
from costcurve_gui.engine.counts.probabilities import require_probabilities
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable

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
    if bins < 1:
        raise ConstraintError(f"There must be at least 1 bin, not {bins}.")
    edges = {"uniform": _uniform_edges, "quantile": _quantile_edges}[strategy](table, bins)
    for below, above in pairwise((len(table) - 1, *edges.tolist(), 0)):
        yield _bin(table, above, below)


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
    edges = np.linspace(0, 1, bins + 1)[1:-1]
    return ascending.size - np.searchsorted(ascending, edges, "right")


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
