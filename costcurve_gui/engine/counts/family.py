"""Discrete classifiers, each given by its confusion matrix, under one name: a family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.rate_source import ClassSums
from costcurve_gui.engine.counts.threshold_table import ThresholdTable
from costcurve_gui.engine.errors import ConstraintError, CountError, ShapeError, SingleClassError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Counts, Floats, Indices


NONE, ALL = "none", "all"
"""The trivial classifiers at the two ends of every family."""


@dataclass(frozen=True, slots=True)
class ConfusionMatrix:
    """A discrete classifier: no score, so no threshold to move.

    Attributes
    ----------
    name : str
        What tells it from the other classifiers of its family.
    tp, fn, fp, tn : float
        Counts of test cases, at least 0, with at least one case of each class.
    train_pc : float or None
        PC(+) that the classifier was trained for, 0-1.

    Raises
    ------
    CountError, SingleClassError, ConstraintError
        Where a count is negative or not finite, a class has no case, or `train_pc` is outside
        0-1.

    Examples
    --------
    >>> matrix = ConfusionMatrix("1", tp=16, fn=4, fp=4, tn=6)
    >>> matrix.fpr, matrix.tpr
    (0.4, 0.8)
    """

    name: str
    tp: float
    fn: float
    fp: float
    tn: float
    train_pc: float | None = None

    def __post_init__(self) -> None:
        for cell in ("tp", "fn", "fp", "tn"):
            clean_counts(cell, [getattr(self, cell)])
        for name, count in (("positive", self.positives), ("negative", self.negatives)):
            if not count > 0:
                raise SingleClassError(name)
        if self.train_pc is not None and not 0 <= self.train_pc <= 1:
            raise ConstraintError(f"train_pc must lie between 0 and 1; it is {self.train_pc:g}.")

    @property
    def positives(self) -> float:
        """Positive test cases."""
        return self.tp + self.fn

    @property
    def negatives(self) -> float:
        """Negative test cases."""
        return self.fp + self.tn

    @property
    def fpr(self) -> float:
        """Share of the negatives that are called positive, 0-1."""
        return self.fp / self.negatives

    @property
    def tpr(self) -> float:
        """Share of the positives that are found, 0-1."""
        return self.tp / self.positives

    @property
    def calls_all_alike(self) -> bool:
        """Whether it is no better informed than a trivial classifier."""
        return (self.tp, self.fp) == (0, 0) or (self.fn, self.tn) == (0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class FamilyTable(ThresholdTable):
    """The classifiers of a family that no other classifier dominates, as a table of points.

    Row 0 calls nothing positive and the last row everything; the rows between are classifiers by
    ascending fpr, none below one before it. A classifier of larger fpr and smaller tpr than another
    is the cheapest under no condition, and has no row. Nothing orders the instances, so
    the thresholds of classifiers are NaN.

    Attributes
    ----------
    classifiers : tuple of ConfusionMatrix
        All of them, by ascending fpr, then tpr.
    classifier_rows : ndarray of int64, shape (classifiers,)
        The row of each classifier; for one without, that of a classifier that dominates it.
    dominated : ndarray of bool, shape (classifiers,)
        Which classifiers have no row.
    """

    classifiers: tuple[ConfusionMatrix, ...]
    classifier_rows: Indices
    dominated: Bools

    @property
    def names(self) -> tuple[str, ...]:
        """What the classifier of each row is called."""
        pairs = zip(self.classifiers, self.dominated.tolist(), strict=True)
        return (NONE, *(classifier.name for classifier, dominated in pairs if not dominated), ALL)

    def place_of(self, name: str) -> int | None:
        """Return what stands for a classifier that is named: its row; None where there is none.

        Beyond the rows are the places of `classifiers`, for those that are dominated.
        """
        if name in self.names[1:-1]:
            return self.names.index(name)
        names = [classifier.name for classifier in self.classifiers]
        return len(self) + names.index(name) if name in names else None

    def member_at(self, place: int) -> ConfusionMatrix | None:
        """Return the dominated classifier of a place beyond the rows; None for a row."""
        return self.classifiers[place - len(self)] if place >= len(self) else None

    def name_at(self, place: int) -> str:
        """Return the name of the classifier of a place, see `place_of`."""
        member = self.member_at(place)
        return self.names[place] if member is None else member.name

    @property
    def same_cases(self) -> bool:
        """Whether every classifier was tested on as many positives and as many negatives."""
        return (
            len({(classifier.positives, classifier.negatives) for classifier in self.classifiers})
            == 1
        )

    @property
    def trained(self) -> bool:
        """Whether it is known, and different, which PC(+) each classifier was trained for."""
        known = {classifier.train_pc for classifier in self.classifiers}
        return None not in known and len(known) == len(self.classifiers)


def family_table(classifiers: Sequence[ConfusionMatrix]) -> FamilyTable:
    """Return the table of a family; one classifier makes the curve of a single classifier.

    Each classifier has the rates of its own test cases. Where the classifiers were not tested on as
    many cases each, rates are compared all the same: the counts of the table are then the rates
    at the mean size of the class.

    Parameters
    ----------
    classifiers : sequence of ConfusionMatrix
        At least one.

    Returns
    -------
    FamilyTable

    Raises
    ------
    CountError
        Where there is no classifier.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.1: a family of classifiers is a set of cost lines,
       the best of it their lower envelope.

    Examples
    --------
    >>> from costcurve_gui.engine.roc.hull import convex_hull
    >>> table = family_table(
    ...     [
    ...         ConfusionMatrix("deep", tp=8, fn=2, fp=5, tn=5),
    ...         ConfusionMatrix("flat", tp=5, fn=5, fp=1, tn=9),
    ...         ConfusionMatrix("odd", tp=4, fn=6, fp=2, tn=8),
    ...     ]
    ... )
    >>> table.names, table.fpr.tolist()
    (('none', 'flat', 'deep', 'all'), [0.0, 0.1, 0.5, 1.0])
    >>> [table.names[row] for row in convex_hull(table).indices]
    ['none', 'flat', 'deep', 'all']
    """
    if not classifiers:
        raise CountError("A family needs at least one classifier.")
    ordered = tuple(sorted(classifiers, key=lambda classifier: (classifier.fpr, classifier.tpr)))
    tpr = np.array([classifier.tpr for classifier in ordered])
    kept = tpr >= np.maximum.accumulate(tpr)
    shown = [
        classifier for classifier, is_kept in zip(ordered, kept.tolist(), strict=True) if is_kept
    ]
    thresholds = np.full(len(shown) + 2, np.nan)
    thresholds[0], thresholds[-1] = np.inf, -np.inf
    sums = cumulated_counts(*_counts(ordered, shown))
    rows = int(np.rint(sums[0].total + sums[1].total))
    return FamilyTable(
        read_only(thresholds),
        *sums,
        rows,
        missing=0,
        classifiers=ordered,
        classifier_rows=read_only(np.cumsum(kept, dtype=np.int64)),
        dominated=read_only(~kept),
    )


def matrix_at(
    name: str, table: ThresholdTable, threshold: float, train_pc: float | None = None
) -> ConfusionMatrix:
    """Return the discrete classifier that a score and a threshold make.

    With it several score columns of one file become a family, such as trees trained on
    different class ratios, each taken at 0.5.

    Parameters
    ----------
    name : str
        What to call the classifier.
    table : ThresholdTable
        Counts of the score.
    threshold : float
        Positive are the cases whose score is at least this.
    train_pc : float, optional
        PC(+) that it was trained for, 0-1.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> matrix_at("a", threshold_table([True, False, True], [0.9, 0.6, 0.2]), 0.5)
    ConfusionMatrix(name='a', tp=1.0, fn=1.0, fp=1.0, tn=0.0, train_pc=None)
    """
    row = table.rows_at_thresholds(np.array([threshold]))
    tp, fp = float(table.tps_at(row)[0]), float(table.fps_at(row)[0])
    return ConfusionMatrix(name, tp, table.positives - tp, fp, table.negatives - fp, train_pc)


def _counts(
    classifiers: Sequence[ConfusionMatrix], shown: Sequence[ConfusionMatrix]
) -> tuple[Floats, Floats]:
    """Return false and true positives of the rows, over one size of each class."""
    negatives = {classifier.negatives for classifier in classifiers}
    positives = {classifier.positives for classifier in classifiers}
    if len(negatives) == len(positives) == 1:
        fps, tps = [classifier.fp for classifier in shown], [classifier.tp for classifier in shown]
        return np.array([0.0, *fps, *negatives]), np.array([0.0, *tps, *positives])
    fpr, tpr = [classifier.fpr for classifier in shown], [classifier.tpr for classifier in shown]
    return (
        np.array([0.0, *fpr, 1.0]) * np.mean([classifier.negatives for classifier in classifiers]),
        np.array([0.0, *tpr, 1.0]) * np.mean([classifier.positives for classifier in classifiers]),
    )


_EXACT_INTEGER = 2.0**53
"""Up to here float64 holds every whole number."""


def clean_counts(name: str, counts: ArrayLike) -> Floats:
    """Return counts as a float64 array; each must be finite and at least 0.

    Raises
    ------
    CountError, ShapeError
        Where they are not a column of such numbers.
    """
    column = np.asarray(counts, dtype=np.float64)
    if column.ndim != 1:
        raise ShapeError(name, column.ndim)
    wrong = np.flatnonzero(~(np.isfinite(column) & (column >= 0)))
    if wrong.size:
        raise CountError(
            f"{name} must be finite and at least 0; entry {wrong[0] + 1} is {column[wrong[0]]:g}."
        )
    return column


def cumulated_counts(fps: Floats, tps: Floats) -> tuple[ClassSums, ClassSums]:
    """Return the numerators of both rates: unsigned integers where all of them are whole.

    Parameters
    ----------
    fps, tps : ndarray of float64, shape (m,)
        False and true positives, never decreasing from 0.
    """
    if all(_is_whole(sums) for sums in (fps, tps)):
        return ClassSums(_integers(fps)), ClassSums(_integers(tps))
    return ClassSums(read_only(fps)), ClassSums(read_only(tps))


def _is_whole(sums: Floats) -> bool:
    return bool(sums[-1] < _EXACT_INTEGER and np.all(sums == np.rint(sums)))


def _integers(sums: Floats) -> Counts:
    return read_only(sums.astype(np.min_scalar_type(int(sums[-1]))))
