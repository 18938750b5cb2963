"""Whether errors cost the same in two samples, as ROCIV curves take for granted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import distinct, effective_number, read_only
from costcurve_gui.engine.curves.grouped_shares import effective_size
from costcurve_gui.engine.distributions.kolmogorov import (
    one_sample_p_value,
    two_sample_p_value,
)
from costcurve_gui.engine.errors import SingleClassError
from costcurve_gui.engine.validation import clean_labels, clean_weights, require_length

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.payoff import ErrorCosts


@dataclass(frozen=True, slots=True, eq=False)
class CostsOfClass:
    """Error costs of the instances of one class, with their weights and groups, if any."""

    costs: Floats
    weights: Floats | None
    groups: Indices | None = None

    @property
    def mean(self) -> float:
        """Mean cost."""
        return float(np.average(self.costs, weights=self.weights))

    @property
    def effective_size(self) -> float:
        """Number of instances; with weights that of equal weights and the same variance.

        In groups that of independent ones whose distribution function varies as much, over its
        deciles.
        """
        size = float(self.costs.size)
        if self.weights is not None:
            size = effective_number(self.weights)
        if self.groups is None:
            return size
        deciles = np.unique(np.quantile(self.costs, np.arange(1, 10) / 10))
        sizes = np.array([effective_size(self.costs <= one, self.groups) for one in deciles])
        return min(size, float(1 / np.mean(1 / sizes.clip(1.0))))

    @property
    def independent(self) -> bool:
        """Whether the instances count alike and none belongs to another."""
        return self.weights is None and self.groups is None


@dataclass(frozen=True, slots=True)
class CostSample:
    """Error costs of a sample or a split, class by class."""

    of_misses: CostsOfClass
    of_false_alarms: CostsOfClass


@dataclass(frozen=True, slots=True)
class CostChange:
    """How the cost of one kind of error differs between two samples.

    Attributes
    ----------
    first_rows, second_rows : int
        Instances of the class.
    first_mean, second_mean : float
        Mean cost in each sample.
    ratio : float
        Second mean over the first; NaN where the first is 0.
    statistic : float
        Largest distance between the two distribution functions, 0-1.
    p_value : float
        Probability of at least that distance where both have one distribution.
    """

    first_rows: int
    second_rows: int
    first_mean: float
    second_mean: float
    ratio: float
    statistic: float
    p_value: float


@dataclass(frozen=True, slots=True)
class CostStability:
    """The change of c_FN over positives and that of c_FP over negatives."""

    fn_costs: CostChange
    fp_costs: CostChange


def cost_sample(
    costs: ErrorCosts,
    y_true: ArrayLike,
    sample_weight: ArrayLike | None = None,
    rows: Bools | None = None,
    groups: ArrayLike | None = None,
) -> CostSample:
    """Split the error costs of a sample by class.

    Parameters
    ----------
    costs : ErrorCosts
        Costs of errors, row by row as `y_true`.
    y_true : array_like of bool, shape (n,)
        True for positives.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0.
    rows : ndarray of bool, shape (n,), optional
        Rows of the split; None for all.
    groups : array_like of int, shape (n,), optional
        Which rows belong together, such as the number of a customer.

    Raises
    ------
    SingleClassError
        Where there is no row of a class, or none of a weight above 0.
    """
    labels = clean_labels(y_true)
    weights = None if sample_weight is None else clean_weights(sample_weight, labels.size)
    counted = np.ones(labels.size, dtype=np.bool_) if rows is None else rows
    codes = None if groups is None else np.asarray(groups)
    return CostSample(
        _of_class("positive", costs.fn_costs, labels & counted, weights, codes),
        _of_class("negative", costs.fp_costs, ~labels & counted, weights, codes),
    )


def cost_stability(first: CostSample, second: CostSample) -> CostStability:
    """Compare the error costs of two samples or splits.

    A ROCIV curve of one sample holds for another one only where instances cost alike in both.

    Parameters
    ----------
    first, second : CostSample
        For instance the sample that thresholds are chosen on, and the one they are used on.

    Returns
    -------
    CostStability

    Notes
    -----
    Without weights and groups the p-value is that of Smirnov's test, exact for samples of up to
    10 000. With weights the distribution functions are weighted. With either the p-value is the
    asymptotic one for the effective sizes (Kish 1965).

    References
    ----------
    .. [1] Fawcett (2006), section 7, where "intra-class" and "inter-class" are exchanged.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
    >>> y_true = np.array([True, True, False] * 20)
    >>> amount = np.arange(60.0)
    >>> costs = error_costs(PayoffMatrix(0.0, -5.0, -amount, 0.0), y_true)
    >>> late = amount >= 30
    >>> splits = (cost_sample(costs, y_true, rows=rows) for rows in (~late, late))
    >>> found = cost_stability(*splits)
    >>> found.fn_costs.first_mean, found.fn_costs.second_mean, found.fn_costs.statistic
    (14.0, 44.0, 1.0)
    >>> found.fp_costs.ratio, found.fp_costs.p_value
    (1.0, 1.0)
    """
    return CostStability(
        _change(first.of_misses, second.of_misses),
        _change(first.of_false_alarms, second.of_false_alarms),
    )


def _of_class(
    name: str,
    costs: Floats | float,
    members: Bools,
    weights: Floats | None,
    groups: Indices | None,
) -> CostsOfClass:
    if isinstance(costs, np.ndarray):
        require_length("costs", costs, members.size)
    if groups is not None:
        require_length("groups", groups, members.size)
    of_members = None if weights is None else weights[members]
    if not members.any():
        raise SingleClassError(name)
    if of_members is not None and not of_members.any():
        raise SingleClassError(name, weighted=True)
    return CostsOfClass(
        read_only(np.broadcast_to(np.asarray(costs, np.float64), members.shape)[members]),
        of_members,
        None if groups is None else groups[members],
    )


def _change(first: CostsOfClass, second: CostsOfClass) -> CostChange:
    statistic, p_value = _kolmogorov_smirnov(first, second)
    return CostChange(
        first_rows=first.costs.size,
        second_rows=second.costs.size,
        first_mean=first.mean,
        second_mean=second.mean,
        ratio=second.mean / first.mean if first.mean else math.nan,
        statistic=statistic,
        p_value=p_value,
    )


def _kolmogorov_smirnov(first: CostsOfClass, second: CostsOfClass) -> tuple[float, float]:
    values = distinct(first.costs, second.costs)
    distance = float(np.abs(_shares_up_to(first, values) - _shares_up_to(second, values)).max())
    if first.independent and second.independent:
        return distance, two_sample_p_value(distance, first.costs.size, second.costs.size)
    sizes = first.effective_size, second.effective_size
    pooled = round(sizes[0] * sizes[1] / (sizes[0] + sizes[1]))
    return distance, one_sample_p_value(distance, max(pooled, 1))


def _shares_up_to(sample: CostsOfClass, values: Floats) -> Floats:
    """Return the distribution function at ascending values."""
    order = np.argsort(sample.costs)
    weights = np.ones(order.size) if sample.weights is None else sample.weights[order]
    cumulative = np.append(0.0, np.cumsum(weights))
    places = np.searchsorted(sample.costs[order], values, side="right")
    shares: Floats = cumulative[places] / cumulative[-1]
    return shares
