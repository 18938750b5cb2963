"""Scores counted in narrow cells: what bins of scores need, without a sort."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import chunks, read_only
from costcurve_gui.engine.errors import NotProbabilityError
from costcurve_gui.engine.validation import scored_sample

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices

_PER_UNIT = 2048
"""Cells from 0 to 1. A power of 2 scales scores exactly, so that cells never part equal scores."""
_CELLS = _PER_UNIT + 1
"""A score of 1 has the last cell to itself."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreHistogram:
    """Labels and probabilities of a sample, counted in cells of equal width.

    Attributes
    ----------
    labels : ndarray of bool, shape (n,)
        True for positives.
    scores : ndarray of float64, shape (n,)
        Within 0-1.
    counts, positives : ndarray of int64, shape (cells,)
        Instances and positives in each cell, by ascending score.
    score_sums : ndarray of float64, shape (cells,)
        Sum of the scores in each cell.
    """

    labels: Bools
    scores: Floats
    counts: Indices
    positives: Indices
    score_sums: Floats

    def bins_between(self, edges: Floats) -> tuple[Indices, Indices, Floats]:
        """Return instances, positives and sum of scores of each bin.

        Parameters
        ----------
        edges : ndarray of float64, shape (bins - 1,)
            Inner edges, ascending, within 0-1. A score on an edge belongs to the bin below.
        """
        cells = _cells_of(edges)
        return self._bins(edges, cells, self._rows_in(cells))

    def bins_at_ranks(self, ranks: Indices) -> tuple[Indices, Indices, Floats]:
        """Return instances, positives and sums of bins whose inner edges are the scores at `ranks`.

        Parameters
        ----------
        ranks : ndarray of int64, shape (bins - 1,)
            Positions in the ascending scores, from 0, ascending.
        """
        cells = np.searchsorted(np.cumsum(self.counts), ranks, "right")
        rows = self._rows_in(cells)
        parted = np.where(_marks(cells), 0, self.counts)  # of each cell that no edge parts
        places = ranks - np.cumsum(parted)[cells]
        edges = np.partition(self.scores[rows], places)[places]
        return self._bins(edges, cells, rows)

    def _rows_in(self, cells: Indices) -> Indices:
        """Return the rows whose scores lie in these cells."""
        marks, found = _marks(cells), []
        for start, stop in chunks(0, self.scores.size):
            inside = np.flatnonzero(marks[_cells_of(self.scores[start:stop])])
            found.append(inside + start)
        return np.concatenate(found)

    def _bins(
        self, edges: Floats, cells: Indices, rows: Indices
    ) -> tuple[Indices, Indices, Floats]:
        """Add up whole cells; the rows of the cells that hold an edge are told apart one by one."""
        bins, whole = edges.size + 1, ~_marks(cells)
        of_cell = np.searchsorted(cells, np.flatnonzero(whole))
        scores, labels = self.scores[rows], self.labels[rows]
        of_row = np.searchsorted(edges, scores)
        counts = _sums(of_cell, self.counts[whole], bins) + np.bincount(of_row, minlength=bins)
        positives = _sums(of_cell, self.positives[whole], bins)
        positives += np.bincount(of_row[labels], minlength=bins)
        sums = _sums(of_cell, self.score_sums[whole], bins) + _sums(of_row, scores, bins)
        return counts.astype(np.int64), positives.astype(np.int64), sums


def score_histogram(y_true: ArrayLike, y_score: ArrayLike) -> ScoreHistogram:
    """Count labels and probabilities in cells, for `calibration_curve` without a sort.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    y_score : array_like of float, shape (n,)
        Probabilities; NaN is missing and left out.

    Raises
    ------
    NotProbabilityError
        Where scores lie outside 0-1.
    EngineError
        Where the input is not usable; see `scored_sample` for the kinds.

    Examples
    --------
    >>> histogram = score_histogram([True, False, True, False], [0.9, 0.6, 0.6, 0.1])
    >>> counts, positives, _ = histogram.bins_between(np.array([0.6]))
    >>> counts.tolist(), positives.tolist()
    ([3, 1], [1, 1])
    """
    sample = scored_sample(y_true, y_score)
    lowest, highest = float(sample.scores.min()), float(sample.scores.max())
    if lowest < 0 or highest > 1:
        raise NotProbabilityError(lowest, highest)
    by_label = np.zeros(2 * _CELLS, dtype=np.int64)
    sums = np.zeros(2 * _CELLS)
    for start, stop in chunks(0, sample.scores.size):
        scores = sample.scores[start:stop]
        keys = _cells_of(scores)
        keys <<= 1
        keys |= sample.labels[start:stop]
        by_label += np.bincount(keys, minlength=by_label.size)
        sums += np.bincount(keys, weights=scores, minlength=sums.size)
    return ScoreHistogram(
        sample.labels,
        sample.scores,
        read_only(by_label[::2] + by_label[1::2]),
        read_only(by_label[1::2].copy()),
        read_only(sums[::2] + sums[1::2]),
    )


def _cells_of(scores: Floats) -> Indices:
    return (scores * _PER_UNIT).astype(np.int64)


def _marks(cells: Indices) -> Bools:
    """Tell for every cell whether it is one of these."""
    marks = np.zeros(_CELLS, dtype=np.bool_)
    marks[cells] = True
    return marks


def _sums(members: Indices, values: Indices | Floats, bins: int) -> Floats:
    sums: Floats = np.bincount(members, weights=values, minlength=bins).astype(np.float64)
    return sums
