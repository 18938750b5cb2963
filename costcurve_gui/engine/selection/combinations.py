"""Two classifiers made into one: at random, by "and", or by "or"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from costcurve_gui.engine.cost.duality import RocPoint
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.selection.measured_rates import (
    MeasuredRates,
    ThresholdedModel,
    measured_rates,
    scored_by_all,
)
from costcurve_gui.engine.selection.policy_evaluation import mixing_probability
from costcurve_gui.engine.validation import clean_labels

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from costcurve_gui.engine.cost.payoff import ErrorCosts

Operation = Literal["and", "or"]


@dataclass(frozen=True, slots=True)
class Interpolation:
    """Decisions of two classifiers drawn at random so that a given number of cases is treated.

    Attributes
    ----------
    first, second : RocPoint
        The classifiers.
    mixing : float
        Probability of taking the decision of `second`, 0-1; that of `first` is taken otherwise.
    point : RocPoint
        Where the mixture lies, on the line between the two.
    first_cases, second_cases, cases : float
        Cases that the first, the second and the mixture treat among the population.
    found : float
        Positives that the mixture is expected to find among them.
    """

    first: RocPoint
    second: RocPoint
    mixing: float
    point: RocPoint
    first_cases: float
    second_cases: float
    cases: float
    found: float


def interpolate(first: RocPoint, second: RocPoint, mixing: float) -> RocPoint:
    """Return the point of a mixture that takes the second decision with probability `mixing`.

    Examples
    --------
    >>> interpolate(RocPoint(0.0, 0.5), RocPoint(0.5, 1.0), 0.25)
    RocPoint(fpr=0.125, tpr=0.625)
    """
    return RocPoint(*((1 - mixing) * a + mixing * b for a, b in zip(first, second, strict=True)))


def interpolation_for(
    first: RocPoint, second: RocPoint, capacity: float, population: float, prior: float
) -> Interpolation:
    """Return the mixture of two classifiers that treats a given number of cases.

    Parameters
    ----------
    first, second : RocPoint
        Of any two models, or of one; (0, 0) treats nobody and (1, 1) everybody.
    capacity, population : float
        Cases to treat, and all cases.
    prior : float
        Share of positives in the population, 0-1.

    Raises
    ------
    ConstraintError
        Where one classifier does not treat at most, and the other at least, so many cases.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.1.

    Examples
    --------
    Offers for 800 of 4000 clients, 240 of whom would accept.

    >>> mixed = interpolation_for(RocPoint(0.1, 0.2), RocPoint(0.25, 0.6), 800, 4000, 0.06)
    >>> round(mixed.first_cases), round(mixed.second_cases), round(mixed.cases)
    (424, 1084, 800)
    >>> round(mixed.mixing, 4), round(mixed.point.fpr, 4), round(mixed.point.tpr, 4)
    (0.5697, 0.1855, 0.4279)
    """
    first_cases, second_cases = (_cases(point, population, prior) for point in (first, second))
    mixing = mixing_probability(first_cases, second_cases, capacity)
    return interpolation_at(first, second, mixing, population, prior)


def interpolation_at(
    first: RocPoint, second: RocPoint, mixing: float, population: float, prior: float
) -> Interpolation:
    """Return the mixture that takes the second decision with a given probability.

    Parameters
    ----------
    first, second : RocPoint
        The classifiers.
    mixing : float
        Probability of taking the decision of `second`, 0-1.
    population : float
        All cases.
    prior : float
        Share of positives in the population, 0-1.

    Raises
    ------
    ConstraintError
        Where `mixing` is no probability.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.1.

    Examples
    --------
    >>> mixed = interpolation_at(RocPoint(0.0, 0.5), RocPoint(0.5, 1.0), 0.5, 1000, 0.2)
    >>> mixed.point, round(mixed.cases), round(mixed.found)
    (RocPoint(fpr=0.25, tpr=0.75), 350, 150)
    """
    if not 0 <= mixing <= 1:
        raise ConstraintError(f"A mixing probability lies between 0 and 1, not at {mixing:g}.")
    point = interpolate(first, second, mixing)
    return Interpolation(
        first,
        second,
        mixing,
        point,
        first_cases=_cases(first, population, prior),
        second_cases=_cases(second, population, prior),
        cases=_cases(point, population, prior),
        found=population * prior * point.tpr,
    )


@dataclass(frozen=True, slots=True)
class LogicalBounds:
    """Where a logical combination of two classifiers can lie, from their points alone.

    Attributes
    ----------
    low, high : RocPoint
        Lower left and upper right corner of the bounding box of the source.
    reachable : RocPoint
        Lower left corner of the part of the box that a sample can reach: two large sets must
        overlap (inclusion and exclusion), which the source leaves out for "and".
    expected : RocPoint
        Where it lies if the two decide independently within each class.
    """

    low: RocPoint
    high: RocPoint
    reachable: RocPoint
    expected: RocPoint


def logical_bounds(operation: Operation, first: RocPoint, second: RocPoint) -> LogicalBounds:
    """Return the bounding box and the expected point of "first and second" or "first or second".

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.3.

    Examples
    --------
    >>> bounds = logical_bounds("and", RocPoint(0.25, 0.75), RocPoint(0.5, 0.5))
    >>> bounds.high, bounds.reachable, bounds.expected
    (RocPoint(fpr=0.25, tpr=0.5), RocPoint(fpr=0.0, tpr=0.25), RocPoint(fpr=0.125, tpr=0.375))
    """
    pairs = tuple(zip(first, second, strict=True))
    if operation == "and":
        return LogicalBounds(
            low=RocPoint(0.0, 0.0),
            high=RocPoint(*(min(pair) for pair in pairs)),
            reachable=RocPoint(*(max(0.0, a + b - 1) for a, b in pairs)),
            expected=RocPoint(*(a * b for a, b in pairs)),
        )
    low = RocPoint(*(max(pair) for pair in pairs))
    return LogicalBounds(
        low=low,
        high=RocPoint(*(min(1.0, a + b) for a, b in pairs)),
        reachable=low,
        expected=RocPoint(*(a + (1 - a) * b for a, b in pairs)),
    )


@dataclass(frozen=True, slots=True)
class LogicalCombination:
    """Two thresholded models joined by "and" or by "or", as expected and as measured.

    Attributes
    ----------
    operation : {"and", "or"}
        Whether both or one of them must be positive.
    first, second : MeasuredRates
        Each on its own, on the same rows.
    bounds : LogicalBounds
        What follows from their ROC points.
    measured : MeasuredRates
        What the combination achieves on the sample.
    rows : int
        Rows that both models scored; no others count.
    """

    operation: Operation
    first: MeasuredRates
    second: MeasuredRates
    bounds: LogicalBounds
    measured: MeasuredRates
    rows: int


def combine(
    operation: Operation,
    first: ThresholdedModel,
    second: ThresholdedModel,
    y_true: ArrayLike,
    sample_weight: ArrayLike | None = None,
    costs: ErrorCosts | None = None,
) -> LogicalCombination:
    """Join two thresholded models and measure the result.

    Parameters
    ----------
    operation : {"and", "or"}
        "and" for the conjunction, "or" for the disjunction.
    first, second : ThresholdedModel
        Their scores row by row as `y_true`.
    y_true : array_like of bool, shape (n,)
        True for positives.
    sample_weight : array_like of float, shape (n,), optional
        Finite and at least 0.
    costs : ErrorCosts, optional
        Costs of errors, for the cost rates.

    Returns
    -------
    LogicalCombination

    Raises
    ------
    EngineError
        As `measured_rates`, over the rows that both scored.

    References
    ----------
    .. [1] Fawcett (2004), section 7.4.3.

    Examples
    --------
    >>> import numpy as np
    >>> first = ThresholdedModel("a", np.array([0.9, 0.2, 0.8, 0.1]), 0.5)
    >>> second = ThresholdedModel("b", np.array([0.7, 0.6, 0.3, 0.2]), 0.5)
    >>> both = combine("and", first, second, [True, True, False, False])
    >>> both.measured.fpr, both.measured.tpr, both.bounds.expected
    (0.0, 0.5, RocPoint(fpr=0.0, tpr=0.5))
    """
    labels = clean_labels(y_true)
    rows = scored_by_all((first, second), labels.size)
    decisions = first.positive, second.positive
    joined = decisions[0] & decisions[1] if operation == "and" else decisions[0] | decisions[1]
    one, other, measured = (
        measured_rates(labels, positive, rows, sample_weight, costs)
        for positive in (*decisions, joined)
    )
    bounds = logical_bounds(operation, RocPoint(one.fpr, one.tpr), RocPoint(other.fpr, other.tpr))
    return LogicalCombination(operation, one, other, bounds, measured, int(rows.sum()))


def _cases(point: RocPoint, population: float, prior: float) -> float:
    return population * (prior * point.tpr + (1 - prior) * point.fpr)
