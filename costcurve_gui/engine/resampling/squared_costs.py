"""How unsure the spread of a rate is whose cases cost unlike amounts.

The variance of a share of costs is made of squared costs: of a thousand lognormal ones a handful
decide it, and of those that a good model misplaces one or two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from costcurve_gui.engine.resampling.few_cases import ERRORS, TOO_LONG

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample
    from costcurve_gui.engine.resampling.small_counts import ClassSizes

_FEW_CASES = 50.0
"""With fewer in both classes bands of excellent scores held in 96 to 100 of 100 samples,"""
_FEW_ERRORS = 7 / 60
"""of which a smaller share was misplaced; of 60 cases with 7 to 9 errors bands of continuous scores
held in 58 of 100."""

OfClasses: TypeAlias = "tuple[Floats | None, Floats | None]"
"""Of the positives and of the negatives; None where the cases of a class count alike."""


def squares_of_classes(
    sample: Sample, model: RankedModel, rows: Indices, rates: tuple[Floats, Floats]
) -> OfClasses:
    """Return how much the squared deviations of cases vary, for rules of a model.

    Parameters
    ----------
    sample : Sample
        What is resampled.
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its threshold table.
    rates : tuple of two ndarray of float64, shape (k,)
        tpr and fpr there, by cost.

    Returns
    -------
    tuple of two ndarray of float64 or None
        `variance_of_squares` of each class.
    """
    positives, negatives = (
        _of_class(columns, sample, model, rows, rate, of_positives=of)
        for columns, rate, of in zip(
            (sample.positives, sample.negatives), rates, (True, False), strict=True
        )
    )
    return positives, negatives


def _of_class(
    columns: ClassColumns,
    sample: Sample,
    model: RankedModel,
    rows: Indices,
    rate: Floats,
    *,
    of_positives: bool,
) -> Floats | None:
    if columns.alike:
        return None
    costs = np.asarray(columns.error_costs)[sample.places[model.rows(of_positives=of_positives)]]
    if not costs.any():
        return None
    stops = model.stops(of_positives=of_positives)[rows].astype(np.int64)
    return variance_of_squares(costs, stops, rate)


def variance_of_squares(costs: Floats, stops: Indices, rate: Floats) -> Floats:
    """Return the variance of the variance of a rate that is a share of costs.

    As a sample may lack what makes a rate unsure, a case at either end of the class is added,
    whose fourth power is the mean of those of the others.

    Parameters
    ----------
    costs : ndarray of float64, shape (n,)
        Of the cases of a class, by descending score.
    stops : ndarray of int64, shape (k,)
        How many of them each rule calls positive.
    rate : ndarray of float64, shape (k,)
        Which share of their costs that is.

    Returns
    -------
    ndarray of float64, shape (k,)

    Examples
    --------
    Where costs are equal it is that of a share of a fifth, and what the added cases make of it;
    one large amount makes it many times as large:

    >>> costs, rate, stops = np.ones(100), np.array([0.2]), np.array([20])
    >>> found = variance_of_squares(costs, stops, rate)
    >>> (found * 100**3).round(3).tolist(), round((1 - 2 * 0.2) ** 2 * 0.2 * 0.8, 3)
    ([0.062], 0.058)
    >>> costs[0] = 20.0
    >>> bool(variance_of_squares(costs, stops, np.array([39 / 119])) > 100 * found)
    True
    """
    squares, fourths = (np.concatenate([[0.0], np.cumsum(costs**power)]) for power in (2, 4))
    above, beyond = squares[stops], fourths[stops]
    added = fourths[-1] / costs.size
    square = (1 - rate) ** 2 * above + rate**2 * (squares[-1] - above)
    fourth = (1 - rate) ** 4 * (beyond + added) + rate**4 * (fourths[-1] - beyond + added)
    found: Floats = (fourth - square**2 / costs.size) / costs.sum() ** 4
    return found


def caution_of_errors(model: RankedModel, rows: Indices, heights: Floats, sizes: ClassSizes) -> str:
    """Return why the band of a whole curve of unlike costs is too long, if it is.

    Parameters
    ----------
    model : RankedModel
        The model.
    rows : ndarray of int64, shape (k,)
        Rows of its threshold table.
    heights : ndarray of float64, shape (k,)
        tpr less fpr there: where it is largest errors are counted.
    sizes : ClassSizes
        How many equal cases the classes are worth: of more, few errors are no excess.
    """
    if max(sizes.positives, sizes.negatives) >= _FEW_CASES:
        return ""
    best = rows[int(np.argmax(heights))]
    counted = np.array([best, len(model.table) - 1])
    (found, positives), (alarms, negatives) = (
        model.stops(of_positives=of)[counted] for of in (True, False)
    )
    errors, cases = positives - found + alarms, positives + negatives
    return f"few {ERRORS}: {TOO_LONG}" if errors < _FEW_ERRORS * cases else ""
