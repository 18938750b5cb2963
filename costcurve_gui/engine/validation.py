"""The border of the engine: whatever comes in leaves as clean arrays or as a named error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from costcurve_gui.engine.errors import (
    LabelError,
    LengthMismatchError,
    NonFiniteScoreError,
    NotProbabilityError,
    ShapeError,
    SingleClassError,
    WeightError,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.counts.rate_source import RateSource


@dataclass(frozen=True, slots=True, eq=False)
class ScoredSample:
    """Labels, scores and weights of the rows that have a score.

    Attributes
    ----------
    labels : ndarray of bool, shape (n,)
        True for positives.
    scores : ndarray of float64, shape (n,)
        Without NaN.
    weights : ndarray of float64, shape (n,), or None
        None where every row counts 1.
    rows : ndarray of int64, shape (n,), or None
        Positions among the rows that came in; None where no score is missing.
    missing : int
        How many rows were left out.
    """

    labels: Bools
    scores: Floats
    weights: Floats | None
    rows: Indices | None
    missing: int


def scored_sample(
    y_true: ArrayLike, y_score: ArrayLike, sample_weight: ArrayLike | None = None
) -> ScoredSample:
    """Check labels, scores and weights and leave out the rows whose score is missing (NaN).

    Raises
    ------
    LabelError, LengthMismatchError, NonFiniteScoreError, WeightError
        Where an input is not what its name says.
    SingleClassError
        Where no positive or no negative row has a score (or a weight above 0).
    """
    labels, scores = clean_labels(y_true), clean_scores(y_score)
    require_length("y_score", scores, labels.size)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    rows = _rows_with_score(scores)
    if rows is not None:
        labels, scores = labels[rows], scores[rows]
        weights = None if weights is None else weights[rows]
    _require_both_classes(labels, weights)
    missing = 0 if rows is None else int(np.size(y_true)) - rows.size
    return ScoredSample(labels, scores, weights, rows, missing)


def clean_labels(y_true: ArrayLike) -> Bools:
    """Return labels as a bool array; 0 and 1 are accepted for False and True."""
    labels = _one_column("y_true", y_true)
    if labels.dtype == np.bool_:
        return labels
    if labels.dtype.kind not in "iuf" or not np.isin(labels, (0, 1)).all():
        raise LabelError("y_true must be True for positive rows and False for negative ones.")
    return labels.astype(np.bool_)


def clean_positions(y_true: ArrayLike, classes: int) -> NDArray[np.unsignedinteger[Any]]:
    """Return positions of classes, from 0, in the narrowest type that holds them."""
    positions = _one_column("y_true", y_true)
    if positions.dtype.kind not in "iu" or not _within(positions, classes):
        raise LabelError(f"y_true must hold the position of a class, 0 to {classes - 1}.")
    return positions.astype(np.min_scalar_type(classes - 1))


def clean_scores(y_score: ArrayLike) -> Floats:
    """Return scores as a float64 array. NaN means missing; -inf and +inf are scores.

    Integers beyond 2**53 are rounded to float64 and may become equal.
    """
    scores = _one_column("y_score", y_score)
    if scores.dtype.kind not in "biuf":
        raise NonFiniteScoreError("y_score must hold numbers; missing scores are NaN.")
    return np.ascontiguousarray(scores, dtype=np.float64)


def clean_weights(sample_weight: ArrayLike, rows: int) -> Floats:
    """Return weights as a float64 array; each must be finite and at least 0."""
    weights = np.ascontiguousarray(_one_column("sample_weight", sample_weight), dtype=np.float64)
    require_length("sample_weight", weights, rows)
    wrong = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if wrong.size:
        first = int(wrong[0])
        raise WeightError(
            f"sample_weight must be finite and at least 0; {wrong.size:,} of {rows:,} rows are "
            f"not, the first is row {first + 1:,}: {weights[first]:g}."
        )
    return weights


def require_length(name: str, array: NDArray[Any], rows: int) -> None:
    """Raise `LengthMismatchError` unless `array` has `rows` rows."""
    if array.size != rows:
        raise LengthMismatchError(name, array.size, rows)


def _one_column(name: str, values: ArrayLike) -> NDArray[Any]:
    column = np.asarray(values)
    if column.ndim != 1:
        raise ShapeError(name, column.ndim)
    return column


def _within(positions: NDArray[Any], classes: int) -> bool:
    return positions.size == 0 or (positions.min() >= 0 and positions.max() < classes)


def _rows_with_score(scores: Floats) -> Indices | None:
    """Return the rows whose score is not NaN; None for all, at the price of one fast pass."""
    with np.errstate(invalid="ignore"):
        has_missing = scores.size > 0 and bool(np.isnan(scores.min()))
    return np.flatnonzero(~np.isnan(scores)) if has_missing else None


def _require_both_classes(labels: Bools, weights: Floats | None) -> None:
    if not labels.size:
        raise NonFiniteScoreError("No row has a score.")
    positives = np.count_nonzero(labels)
    for name, count in (("positive", positives), ("negative", labels.size - positives)):
        if not count:
            raise SingleClassError(name)
    if weights is None:
        return
    for name, of_class in (("positive", labels), ("negative", ~labels)):
        if not weights[of_class].sum() > 0:
            raise SingleClassError(name, weighted=True)


def are_probabilities(table: RateSource) -> bool:
    """Return whether every score lies within 0-1.

    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> are_probabilities(threshold_table([True, False], [1.0, 0.0]))
    True
    >>> are_probabilities(threshold_table([True, False], [1.0, -0.5]))
    False
    """
    return bool(table.thresholds[-1] >= 0 and table.thresholds[1] <= 1)


def require_probabilities(table: RateSource) -> None:
    """Raise `NotProbabilityError` unless every score lies within 0-1."""
    if not are_probabilities(table):
        raise NotProbabilityError(float(table.thresholds[-1]), float(table.thresholds[1]))


def in_units(weights: Floats) -> tuple[Floats, float]:
    """Return weights that are all equal, or 0, as 1 and 0 of a unit; others as they are, of 1.

    Sums of the units are exact: rates of ten weights of 0.1 are those of ten rows to the last bit.

    Examples
    --------
    >>> in_units(np.array([0.1, 0.0, 0.1])), in_units(np.array([0.1, 0.2]))
    ((array([1., 0., 1.]), 0.1), (array([0.1, 0.2]), 1.0))
    """
    largest = float(weights.max(initial=0.0))
    units = weights / largest if largest else weights
    equal = bool(((units == 0) | (units == 1)).all())
    return (units, largest) if equal and largest else (weights, 1.0)
