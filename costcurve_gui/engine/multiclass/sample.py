"""Cases of several classes, checked, and the curve of one class against all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.errors import LabelError, SingleClassError
from costcurve_gui.engine.validation import (
    clean_positions,
    clean_scores,
    clean_weights,
    require_length,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Bools, Floats
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


def class_sizes(sample: MulticlassSample) -> Floats:
    """Return how many complete cases each class has, by weight where there are weights."""
    rows = slice(None) if sample.complete is None else sample.complete
    weights = None if sample.weights is None else sample.weights[rows]
    sizes = np.bincount(sample.labels[rows], weights, minlength=len(sample.classes))
    return sizes.astype(np.float64)


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

    Raises
    ------
    LabelError
        Where `reference` is none of the classes.

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
    if reference not in sample.classes:
        raise LabelError(f"There is no class {reference}; there are {', '.join(sample.classes)}.")
    position = sample.classes.index(reference)
    positives = sample.labels == position
    return threshold_table(positives, sample.scores[position], sample_weight=sample.weights)


def _require_every_class(sample: MulticlassSample) -> None:
    for name, total in zip(sample.classes, class_sizes(sample).tolist(), strict=True):
        if not total > 0:
            raise SingleClassError(name, weighted=sample.weights is not None)
