"""More than two classes: one against all others, and every pair of classes."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import LabelError, SingleClassError
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.validation import (
    clean_positions,
    clean_scores,
    clean_weights,
    require_length,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.threshold_table import ThresholdTable


@dataclass(frozen=True, slots=True, eq=False)
class MulticlassSample:
    """Cases of several classes, with a score for each class.

    Attributes
    ----------
    classes : tuple of str, k of them
        Names, in the order of everything below.
    labels : ndarray of unsigned int, shape (n,)
        Position of each case's class in `classes`.
    scores : tuple of k ndarrays of float64, shape (n,)
        Higher means more of that class. NaN in every column where one of them was missing.
    weights : ndarray of float64, shape (n,), or None
        None where every case counts 1.
    complete : ndarray of bool, shape (n,), or None
        Cases with a score for every class; None where these are all.
    """

    classes: tuple[str, ...]
    labels: NDArray[np.unsignedinteger[Any]]
    scores: tuple[Floats, ...]
    weights: Floats | None
    complete: Bools | None

    @property
    def missing(self) -> int:
        """How many cases are left out because a score is missing."""
        return 0 if self.complete is None else int(np.count_nonzero(~self.complete))


@dataclass(frozen=True, slots=True, eq=False)
class MulticlassAreas:
    """Areas under the curves of one model of k classes.

    Attributes
    ----------
    classes : tuple of str, k of them
        Names, in the order of the arrays.
    class_auc : ndarray of float64, shape (k,)
        AUC(c): class c against all others, by the score of c.
    prevalence : ndarray of float64, shape (k,)
        p(c): share of the scored cases, by weight where there are weights; adds up to 1.
    pairwise : ndarray of float64, shape (k, k)
        A(i|j) at [i, j]: probability that a random case of class i scores higher for i than a
        random case of class j, plus half the probability that they score the same. NaN on the
        diagonal.
    """

    classes: tuple[str, ...]
    class_auc: Floats
    prevalence: Floats
    pairwise: Floats

    @property
    def auc_total(self) -> float:
        """Sum of AUC(c) p(c) (Provost & Domingos 2001; Fawcett 2004, 7.3.2)."""
        return float(self.class_auc @ self.prevalence)

    @property
    def pair_means(self) -> Floats:
        """A(i,j) = [A(i|j) + A(j|i)] / 2, shape (k, k), the same on both sides of the diagonal."""
        return read_only((self.pairwise + self.pairwise.T) / 2)

    @property
    def hand_till_m(self) -> float:
        """M: the mean of A(i,j) over unordered pairs, whatever the prevalences."""
        return float(np.nanmean(self.pairwise))


def multiclass_sample(
    y_true: ArrayLike, y_scores: Mapping[str, ArrayLike], sample_weight: ArrayLike | None = None
) -> MulticlassSample:
    """Check classes, scores and weights.

    Parameters
    ----------
    y_true : array_like of int, shape (n,)
        Position of each case's class in the order of `y_scores`, from 0.
    y_scores : mapping of class name to array_like of float, shape (n,)
        For every class, how much each case looks like it; higher means more. Nothing has to add
        up to 1. A case with a missing score (NaN) is left out for every class.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0; None counts every case once.

    Returns
    -------
    MulticlassSample

    Raises
    ------
    LabelError
        Where there are fewer than two classes or `y_true` holds anything but their positions.
    LengthMismatchError, NonFiniteScoreError, ShapeError, WeightError
        Where an input is not what its name says.
    SingleClassError
        Where a class has no case with scores (or none of a weight above 0); it is named.
    """
    classes = tuple(y_scores)
    if len(classes) < 2:
        raise LabelError("y_scores must have a column for each of two or more classes.")
    labels = clean_positions(y_true, len(classes))
    columns = tuple(clean_scores(column) for column in y_scores.values())
    for name, column in zip(classes, columns, strict=True):
        require_length(f"The score of {name}", column, labels.size)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    complete = complete_rows(columns)
    if complete is not None:
        columns = tuple(np.where(complete, column, np.nan) for column in columns)
    sample = MulticlassSample(classes, labels, columns, weights, complete)
    _require_every_class(sample)
    return sample


def complete_rows(columns: Iterable[Floats]) -> Bools | None:
    """Return which rows have a number in every column; None where all have.

    Examples
    --------
    >>> complete_rows([np.array([0.5, np.nan]), np.array([0.5, 1.0])])
    array([ True, False])
    """
    with np.errstate(invalid="ignore"):
        gaps = [np.isnan(column) for column in columns if np.isnan(column.min(initial=np.inf))]
    return ~np.logical_or.reduce(gaps) if gaps else None


def class_reference_table(sample: MulticlassSample, reference: str) -> ThresholdTable:
    """Return the curve of one class against all others.

    Parameters
    ----------
    sample : MulticlassSample
    reference : str
        One of its classes: its cases are positive, and its score is the one used.

    Returns
    -------
    ThresholdTable

    Notes
    -----
    The negatives are a mixture of the other classes, so that this curve changes with their
    prevalences, as a curve of two classes does not.

    References
    ----------
    .. [1] Fawcett (2004), section 7.3.1, equations 1 and 2.

    Examples
    --------
    >>> scores = {"a": [0.8, 0.3, 0.1], "b": [0.1, 0.4, 0.3], "c": [0.1, 0.3, 0.6]}
    >>> class_reference_table(multiclass_sample([0, 1, 2], scores), "b").tps.tolist()
    [0, 1, 1, 1]
    """
    position = sample.classes.index(reference)
    positives = sample.labels == position
    return threshold_table(positives, sample.scores[position], sample_weight=sample.weights)


def multiclass_areas(sample: MulticlassSample, progress: Progress = NO_PROGRESS) -> MulticlassAreas:
    """Measure one model over all of its classes.

    Every A(i|j) sorts the cases of its two classes alone, so that all of them together take
    k n log n, not the k^2 n log n of sorting all cases for every pair.

    Parameters
    ----------
    sample : MulticlassSample
    progress : Progress, optional
        Asked between classes whether to go on.

    Returns
    -------
    MulticlassAreas

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    References
    ----------
    .. [1] Fawcett (2004), section 7.3.2.
    .. [2] Provost & Domingos (2001), Well-trained PETs: improving probability estimation trees.
    .. [3] Hand & Till (2001), A simple generalisation of the area under the ROC curve for multiple
       class classification problems, equations 3 and 7.

    Examples
    --------
    >>> scores = {
    ...     "a": [0.8, 0.5, 0.3, 0.1],
    ...     "b": [0.1, 0.4, 0.4, 0.3],
    ...     "c": [0.1, 0.1, 0.3, 0.6],
    ... }
    >>> areas = multiclass_areas(multiclass_sample([0, 0, 1, 2], scores))
    >>> areas.class_auc.round(3).tolist(), areas.prevalence.tolist()
    ([1.0, 0.833, 1.0], [0.5, 0.25, 0.25])
    >>> round(areas.auc_total, 3), areas.pairwise[1, 0].item(), round(areas.hand_till_m, 3)
    (0.958, 0.75, 0.958)
    """
    steps = len(sample.classes)
    groups, sizes = _Groups.of(sample), _class_sums(sample)
    class_auc, pairwise_auc = np.empty(steps), np.full((steps, steps), np.nan)
    for position, name in enumerate(sample.classes):
        progress.advance(position, steps, name)
        class_auc[position] = auc(class_reference_table(sample, name))
        for other, area in groups.areas_against(position, sample.scores[position]):
            pairwise_auc[position, other] = area
    return MulticlassAreas(
        sample.classes,
        read_only(class_auc),
        read_only(sizes / sizes.sum()),
        read_only(pairwise_auc),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Complete cases, class after class, with their weights."""

    rows: tuple[Indices, ...]
    weights: tuple[Floats, ...] | None

    @classmethod
    def of(cls, sample: MulticlassSample) -> _Groups:
        order = np.argsort(sample.labels, kind="stable")
        if sample.complete is not None:
            order = order[sample.complete[order]]
        sizes = np.bincount(sample.labels[order], minlength=len(sample.classes)).tolist()
        stops = pairwise(accumulate(sizes, initial=0))
        rows = tuple(order[start:stop] for start, stop in stops)
        weights = sample.weights
        return cls(rows, None if weights is None else tuple(weights[group] for group in rows))

    def areas_against(self, position: int, scores: Floats) -> Iterator[tuple[int, float]]:
        """Yield every other class j and A(i|j), for i at `position` and its scores."""
        groups = [scores[rows] for rows in self.rows]
        for other in range(len(groups)):
            if other != position:
                yield other, self._area(position, other, groups)

    def _area(self, position: int, other: int, groups: Sequence[Floats]) -> float:
        pair = np.concatenate((groups[position], groups[other]))
        weights = self.weights
        weight = None if weights is None else np.concatenate((weights[position], weights[other]))
        is_positive = np.arange(pair.size) < groups[position].size
        return auc(threshold_table(is_positive, pair, sample_weight=weight))


def _class_sums(sample: MulticlassSample) -> Floats:
    """Return how many complete cases each class has, by weight where there are weights."""
    rows = slice(None) if sample.complete is None else sample.complete
    weights = None if sample.weights is None else sample.weights[rows]
    sums = np.bincount(sample.labels[rows], weights, minlength=len(sample.classes))
    return sums.astype(np.float64)


def _require_every_class(sample: MulticlassSample) -> None:
    for name, total in zip(sample.classes, _class_sums(sample).tolist(), strict=True):
        if not total > 0:
            raise SingleClassError(name, weighted=sample.weights is not None)
