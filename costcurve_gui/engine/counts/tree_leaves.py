"""ROC straight from the leaves of a decision tree, without scoring an instance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.counts.family import clean_counts, cumulated_counts
from costcurve_gui.engine.counts.threshold_table import ThresholdTable
from costcurve_gui.engine.errors import CountError, SingleClassError
from costcurve_gui.engine.validation import clean_labels, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Floats, Indices


def tree_table(
    concludes_positive: ArrayLike, matched: ArrayLike, errors: ArrayLike
) -> ThresholdTable:
    """Count true and false positives over the leaves of a tree, the purest positive leaf first.

    A leaf that concludes "negative" holds its errors as positives. Whatever a leaf concludes,
    its threshold is p(+), the share of positives among its instances: the order by class ratio
    is the order by p(+), and the table is that of the instances scored with the p(+) of their
    leaf. Leaves of the same ratio are one step; leaves without instances add nothing.

    Parameters
    ----------
    concludes_positive : array_like of bool, shape (k,)
        Whether each leaf concludes the positive class.
    matched : array_like of float, shape (k,)
        Instances that reach each leaf, of either class; finite and at least 0.
    errors : array_like of float, shape (k,)
        Those of them that are not of the class concluded; at most `matched`.

    Returns
    -------
    ThresholdTable
        Thresholds within 0-1. Counts are whole numbers where all given ones are.

    Raises
    ------
    CountError
        Where a count is negative or not finite, or a leaf has more errors than instances.
    SingleClassError
        Where the leaves hold no instance of a class.
    LengthMismatchError, ShapeError, LabelError
        Where the columns do not belong together.

    References
    ----------
    .. [1] Fawcett (2004), Algorithm 7, with the totals counting every instance of a class and
       the leaves accumulated in order of class ratio.

    Examples
    --------
    Three leaves: 8 of 10 positive, 3 of 10 positive (so it concludes "negative"), none of 5.

    >>> table = tree_table([True, False, False], matched=[10, 10, 5], errors=[2, 3, 0])
    >>> table.thresholds
    array([inf, 0.8, 0.3, 0. ])
    >>> table.fps.tolist(), table.tps.tolist()
    ([0, 2, 9, 14], [0, 8, 11, 11])
    """
    positives, negatives = _class_counts(concludes_positive, matched, errors)
    _require_both(positives, negatives)
    instances = positives + negatives
    held = instances > 0
    share, step = np.unique(positives[held] / instances[held], return_inverse=True)
    fps, tps = (_sums(counts[held], step) for counts in (negatives, positives))
    rows = int(np.rint(instances.sum()))
    thresholds = read_only(np.append(np.inf, share[::-1]))
    return ThresholdTable(thresholds, *cumulated_counts(fps, tps), rows, missing=0)


def _sums(counts: Floats, step: Indices) -> Floats:
    """Sum a class over the steps, the last step first, with a 0 before them."""
    return np.append(0.0, np.cumsum(np.bincount(step, weights=counts)[::-1]))


def _class_counts(
    concludes_positive: ArrayLike, matched: ArrayLike, errors: ArrayLike
) -> tuple[Floats, Floats]:
    """Return the positives and the negatives of each leaf."""
    positive_leaf = clean_labels(concludes_positive)
    all_, wrong = clean_counts("matched", matched), clean_counts("errors", errors)
    for name, column in (("matched", all_), ("errors", wrong)):
        require_length(name, column, positive_leaf.size)
    too_many = np.flatnonzero(wrong > all_)
    if too_many.size:
        leaf = int(too_many[0])
        raise CountError(
            f"errors must not exceed matched; in leaf {leaf + 1} they are "
            f"{wrong[leaf]:g} of {all_[leaf]:g}."
        )
    right = all_ - wrong
    return np.where(positive_leaf, right, wrong), np.where(positive_leaf, wrong, right)


def _require_both(positives: Floats, negatives: Floats) -> None:
    for name, counts in (("positive", positives), ("negative", negatives)):
        if not counts.any():
            raise SingleClassError(name)
