"""What decisions achieve on a sample, whichever way they were reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.errors import SingleClassError, ZeroErrorCostError
from costcurve_gui.engine.validation import (
    clean_labels,
    clean_scores,
    clean_weights,
    require_length,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats
    from costcurve_gui.engine.cost.payoff import ErrorCosts


@dataclass(frozen=True, slots=True)
class MeasuredRates:
    """Rates of decisions that were really taken.

    Attributes
    ----------
    fpr, tpr : float
        Rates by count, or by sample weight, 0-1.
    fp_cost_rate, tp_benefit_rate : float
        Shares of the false-positive cost and of the benefit, 0-1: the ROCIV point.
    """

    fpr: float
    tpr: float
    fp_cost_rate: float
    tp_benefit_rate: float


@dataclass(frozen=True, slots=True, eq=False)
class ThresholdedModel:
    """A model with one of its thresholds.

    Attributes
    ----------
    name : str
        The model.
    scores : ndarray of float64, shape (n,)
        NaN is missing.
    threshold : float
        Cases are positive from here on.
    """

    name: str
    scores: Floats
    threshold: float

    @property
    def positive(self) -> Bools:
        """Its decisions, shape (n,); not positive where the score is missing."""
        positive: Bools = self.scores >= self.threshold
        return positive


def scored_by_all(models: tuple[ThresholdedModel, ...], rows: int) -> Bools:
    """Return which of `rows` rows every model has a score for.

    Raises
    ------
    LengthMismatchError
        Where a model has not as many scores.
    """
    scored = np.ones(rows, dtype=np.bool_)
    for model in models:
        scores = clean_scores(model.scores)
        require_length(model.name, scores, rows)
        scored &= ~np.isnan(scores)
    return scored


def measured_rates(
    y_true: ArrayLike,
    positive: Bools,
    rows: Bools | None = None,
    sample_weight: ArrayLike | None = None,
    costs: ErrorCosts | None = None,
) -> MeasuredRates:
    """Count what decisions achieve.

    Parameters
    ----------
    y_true : array_like of bool, shape (n,)
        True for positives.
    positive : ndarray of bool, shape (n,)
        The decisions.
    rows : ndarray of bool, shape (n,), optional
        Rows that count; None for all.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0.
    costs : ErrorCosts, optional
        Costs of errors; None lets the ROCIV point be the ROC point.

    Returns
    -------
    MeasuredRates

    Raises
    ------
    SingleClassError
        Where no positive or no negative row counts.
    ZeroErrorCostError
        Where the rows of a class that count cost nothing.

    Examples
    --------
    >>> import numpy as np
    >>> measured_rates([True, True, False, False], np.array([True, False, False, True]))
    MeasuredRates(fpr=0.5, tpr=0.5, fp_cost_rate=0.5, tp_benefit_rate=0.5)
    """
    labels = clean_labels(y_true)
    require_length("positive", positive, labels.size)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    counted = np.ones(labels.size, dtype=np.bool_) if rows is None else rows
    of_positives = _Members("positive", labels & counted, positive, weights)
    of_negatives = _Members("negative", ~labels & counted, positive, weights)
    fpr, tpr = of_negatives.rate(), of_positives.rate()
    return MeasuredRates(
        fpr=fpr,
        tpr=tpr,
        fp_cost_rate=fpr if costs is None else of_negatives.cost_rate(costs.fp_costs),
        tp_benefit_rate=tpr if costs is None else of_positives.cost_rate(costs.fn_costs),
    )


@dataclass(frozen=True, slots=True)
class _Members:
    """The rows of one class that count, and what was decided on them."""

    name: str
    members: Bools
    positive: Bools
    weights: Floats | None

    def rate(self) -> float:
        """Return the share of positive decisions."""
        total = self._sum(self.members, None)
        if not total > 0:
            raise SingleClassError(self.name, weighted=self.weights is not None)
        return self._sum(self.members & self.positive, None) / total

    def cost_rate(self, costs: Floats | float) -> float:
        """Return the share of the class's cost in the positive decisions."""
        if not isinstance(costs, np.ndarray):
            return self.rate()
        total = self._sum(self.members, costs)
        if not total > 0:
            raise ZeroErrorCostError(self.name)
        return self._sum(self.members & self.positive, costs) / total

    def _sum(self, rows: Bools, costs: Floats | None) -> float:
        factors = [column[rows] for column in (costs, self.weights) if column is not None]
        return float(np.prod(factors, axis=0).sum()) if factors else float(np.count_nonzero(rows))
