"""Area under a part of a curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc.interpolation import lowest_at

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.class_sums import ClassSums
    from costcurve_gui.engine.counts.rate_source import RateSource

Axis: TypeAlias = Literal["fpr", "tpr"]


@dataclass(frozen=True, slots=True)
class PartialAuc:
    """The area over an interval of one rate.

    Attributes
    ----------
    area : float
        Raw, from 0 to the length of the interval.
    standardized : float
        1 for a perfect curve, 0.5 for the diagonal, lower below it.
    """

    area: float
    standardized: float


def partial_auc(rates: RateSource, low: float, high: float, axis: Axis = "fpr") -> PartialAuc:
    """Return the area by trapezoids over an interval of fpr or of tpr.

    Parameters
    ----------
    rates : RateSource
        Counts for AUC, costs for AUCIV.
    low, high : float
        Ends of the interval, 0 <= low < high <= 1. A curve is straight between its points.
    axis : {"fpr", "tpr"}, default "fpr"
        Over fpr it is the area between the curve and tpr 0, over tpr the one between the curve
        and fpr 1. Over the whole of 0-1 both are the AUC.

    Returns
    -------
    PartialAuc

    Raises
    ------
    ConstraintError
        Where there is no such interval.

    Notes
    -----
    The diagonal of ROC space has the area `chance` over the interval, a perfect curve its length;
    McClish's standardised area is ``(1 + (area - chance) / (length - chance)) / 2``. Turned about
    the falling diagonal, (fpr, tpr) becomes (1 - tpr, 1 - fpr): the same formula holds there.

    References
    ----------
    .. [1] McClish (1989), Analyzing a portion of the ROC curve, Medical Decision Making 9.
    .. [2] Jiang, Metz & Nishikawa (1996), Radiology 201, for the interval of tpr.

    Examples
    --------
    >>> from costcurve_gui.engine.counts.threshold_table import threshold_table
    >>> table = threshold_table([True, False, True, False], [0.9, 0.7, 0.6, 0.1])
    >>> partial_auc(table, 0.0, 0.5).area, partial_auc(table, 0.5, 1.0, "tpr").area
    (0.25, 0.25)
    >>> partial_auc(table, 0.0, 1.0)
    PartialAuc(area=0.75, standardized=0.75)
    """
    if not 0 <= low < high <= 1:
        raise ConstraintError(
            "The interval of a partial AUC lies between 0 and 1 and has a length; "
            f"it is {low:g} to {high:g}."
        )
    below_diagonal = (high**2 - low**2) / 2
    if axis == "fpr":
        area = _integral(rates.negative_sums, rates.positive_sums, low, high)
        chance = below_diagonal
    else:
        area = (high - low) - _integral(rates.positive_sums, rates.negative_sums, low, high)
        chance = (high - low) - below_diagonal
    excess = (area - chance) / (high - low - chance)
    return PartialAuc(area, (1 + excess) / 2)


def _integral(along: ClassSums, across: ClassSums, low: float, high: float) -> float:
    """Integrate the rate of `across` over that of `along`.

    The last point is the lower end of an upright step at `high`: what rises there has no width.
    """
    ends = np.array([low, high])
    between = slice(*along.first_rows_reaching(ends).tolist())
    first, last = lowest_at(along, across, ends)
    x = np.concatenate(([low], along.rates_at(between), [high]))
    y = np.concatenate(([first], across.rates_at(between), [last]))
    return float(np.trapezoid(y, x))
