"""Thresholds and scores as they are in the file: what a policy is applied to."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.policies.precision import DOUBLE, SINGLE, precision_of, robust
from costcurve_gui.policies.saved import NOBODY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from costcurve_gui.analysis.tables.options import TableModel
    from costcurve_gui.dataio.dataset import Dataset
    from costcurve_gui.policies.precision import Precision
    from costcurve_gui.policies.saved import Content

_BINS = 10


def next_score(model: TableModel, index: int, *, lower: bool) -> float | None:
    """Return the nearest score of the sample that does not reach the threshold of a row."""
    place = index + 1
    after = float(model.table.thresholds[place]) if place < len(model.table) else None
    return as_in_file(after, lower=lower)


@dataclass(frozen=True, slots=True)
class FileScores:
    """How the scores of a model are in its file: which way they point, and how precise they are."""

    lower: bool
    precision: Precision

    def threshold(self, value: float | None, index: int | None) -> float | str | None:
        """Return a threshold of the scores as they are in the data; row 0 of a table is nobody."""
        if value == math.inf and not index:
            return NOBODY
        found = as_in_file(value, lower=self.lower)
        if found is None or self.precision != SINGLE:
            return found
        return robust(found, lower=self.lower)


def scores_in_file(dataset: Dataset | None, model: TableModel) -> FileScores:
    """Return how the scores of a model are in its file; those of counts are nowhere."""
    lower = model.info.lower_is_positive
    if dataset is None or model.info.derived is not None:
        return FileScores(lower, DOUBLE)
    return FileScores(lower, precision_of(dataset.scores[model.info.column]))


def as_in_file(value: float | None, *, lower: bool) -> float | None:
    """Return a score as it is in the data; low ones were negated where they mean positive."""
    if value is None or math.isnan(value):
        return None
    return 0.0 - value if lower else value


def score_summary(dataset: Dataset | None, model: TableModel) -> Content | None:
    """Return how the scores of a model are distributed in each class, in bins of equal size."""
    if dataset is None or model.info.derived is not None:
        return None
    values = dataset.scores[model.info.column]
    scores = -values if model.info.lower_is_positive else values
    known = ~np.isnan(scores)
    scores, y_true = scores[known], dataset.y_true[known]
    edges = bin_edges(scores)
    if precision_of(scores) == SINGLE:
        edges = np.array([robust(edge, lower=False) for edge in edges.tolist()])
    positives, negatives = (bin_counts(scores[y_true == one], edges) for one in (True, False))
    return {
        "min": float(scores.min()),
        "max": float(scores.max()),
        "n": int(scores.size),
        "bins": {
            "edges": edges.tolist(),
            "positives": positives.tolist(),
            "negatives": negatives.tolist(),
        },
    }


def bin_edges(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return where the inner bins begin: each is a score, and bins are about of one size."""
    places = (np.arange(1, _BINS) * scores.size) // _BINS
    edges: NDArray[np.float64] = np.unique(np.partition(scores, places)[places])
    inner: NDArray[np.float64] = edges[np.isfinite(edges) & (edges > scores.min())]
    return inner


def bin_counts(scores: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return how many scores lie in each bin."""
    bins = np.searchsorted(edges, scores, side="right")
    return np.bincount(bins, minlength=edges.size + 1)
