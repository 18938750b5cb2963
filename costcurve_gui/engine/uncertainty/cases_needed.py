"""How many cases a test needs to show that one policy is cheaper than another."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.distributions.normal import normal_quantile
from costcurve_gui.engine.resampling.figure_interval import NOTHING_IN_COMMON

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Bools, Floats, Indices

_ALONE = "a class has only one case or group that both models scored"
_NO_SPREAD = "the difference is the same for every case of a class"


@dataclass(frozen=True, slots=True)
class ClassDifference:
    """How two policies differ in cost on the cases of one class.

    Attributes
    ----------
    mean : float
        Mean difference per case; NaN without a case of any weight.
    variance : float
        Variance of a case; of cases that belong together, times what that adds. NaN of one alone.
    cases : int
        Cases of the class in the sample.
    """

    mean: float
    variance: float
    cases: int


@dataclass(frozen=True, slots=True)
class CasesNeeded:
    """The size of a test.

    Attributes
    ----------
    difference, low, high : float
        Expected cost of the first policy minus that of the second, per case at the prior, with
        its interval from this sample.
    cases : float
        Cases needed; infinite where there is no difference.
    cases_low, cases_high : float
        What the interval of the difference implies; infinite where it holds 0.
    reason : str
        Why there are neither interval nor sizes, which are NaN then; empty where there are.
    """

    difference: float
    low: float
    high: float
    cases: float
    cases_low: float
    cases_high: float
    reason: str = ""

    @classmethod
    def unknown(cls, reason: str, difference: float = math.nan) -> CasesNeeded:
        """Return that there is no size, and why."""
        return cls(difference, *(math.nan,) * 5, reason)


def class_difference(
    differences: Floats, weights: Floats | None = None, groups: Indices | None = None
) -> ClassDifference:
    """Return mean and variance of the paired cost differences of one class.

    Parameters
    ----------
    differences : ndarray of float64, shape (n,)
        Cost of each case under the first policy minus that under the second.
    weights : ndarray of float64, shape (n,), optional
        Sample weights.
    groups : ndarray of int64, shape (n,), optional
        Which cases belong together; the variance is then that of the mean times n.

    Examples
    --------
    >>> class_difference(np.array([0.0, 2.0, 0.0, 2.0]))
    ClassDifference(mean=1.0, variance=1.3333333333333333, cases=4)
    """
    cases = differences.size
    counted = np.ones(cases) if weights is None else weights
    if not counted.sum() > 0:
        return ClassDifference(math.nan, math.nan, cases)
    mean = float(counted @ differences / counted.sum())
    residuals = counted * (differences - mean)
    if groups is not None:
        numbers = np.unique(groups, return_inverse=True)[1]
        residuals = np.bincount(numbers, weights=residuals).astype(np.float64)
    units = residuals.size
    if units < 2:
        return ClassDifference(mean, math.nan, cases)
    of_mean = units / (units - 1) * float(residuals @ residuals) / float(counted.sum()) ** 2
    return ClassDifference(mean, cases * of_mean, cases)


def class_covariance(
    differences: Floats, y_true: Bools, groups: Indices, weights: Floats | None = None
) -> float:
    """Return the covariance of the mean differences of both classes, times the number of cases.

    Groups that hold cases of both classes move both means at once. It is 0 where no group does,
    and where a class has one group or no weight, which has no variance either.

    Parameters
    ----------
    differences : ndarray of float64, shape (n,)
        Cost of each case under the first policy minus that under the second.
    y_true : ndarray of bool, shape (n,)
        True for positives.
    groups : ndarray of int64, shape (n,)
        Which cases belong together.
    weights : ndarray of float64, shape (n,), optional
        Sample weights.

    Notes
    -----
    The sum over groups of the products of what each adds to either mean [1]_. Both classes have
    the correction for their number of groups, so that the covariance is never more than the
    variances allow.

    References
    ----------
    .. [1] Rao & Scott (1992), A simple method for the analysis of clustered binary data,
       Biometrics 48.

    Examples
    --------
    >>> both = np.array([True, False, True, False])
    >>> round(class_covariance(np.array([1.0, 2.0, 3.0, 6.0]), both, np.array([0, 0, 1, 1])), 9)
    8.0
    """
    numbers = np.unique(groups, return_inverse=True)[1]
    counted = np.ones(differences.size) if weights is None else weights
    size, factor, added = int(numbers.max(initial=-1)) + 1, 1.0, []
    for members in (y_true, ~y_true):
        held = np.unique(numbers[members]).size
        if held < 2 or not counted[members].sum() > 0:
            return 0.0
        of_class, weight = differences[members], counted[members] / counted[members].sum()
        moved = weight * (of_class - weight @ of_class)
        added.append(np.bincount(numbers[members], weights=moved, minlength=size))
        factor *= math.sqrt(held / (held - 1))
    return differences.size * factor * float(added[0] @ added[1])


def cases_needed(
    positives: ClassDifference,
    negatives: ClassDifference,
    prior: float,
    covariance: float = 0.0,
    *,
    power: float = 0.8,
    level: float = 0.9,
) -> CasesNeeded:
    """Return how many cases show a difference of two policies, with the share of positives here.

    Parameters
    ----------
    positives, negatives : ClassDifference
        Paired differences in this sample.
    prior : float
        p(+) of deployment, 0-1.
    covariance : float, default 0
        Of both classes, as `class_covariance` returns it where cases belong to groups.
    power : float
        How often the test is to find the difference, where it is as large as here.
    level : float
        Confidence level of the two-sided test, and of the interval of the difference.

    Returns
    -------
    CasesNeeded

    Notes
    -----
    With n1 = n q and n0 = n (1 - q) at the sample's share q of positives, n is the least with
    (z_(1-alpha/2) + z_power)^2 [pi^2 v1 / n1 + (1-pi)^2 v0 / n0] <= delta^2. From a pilot of the
    same size the estimate itself runs from a third of n to eight times n. Groups of both classes
    add 2 pi (1-pi) c / n to the variance, c their covariance; the test has groups as here.

    Examples
    --------
    >>> same = ClassDifference(mean=1.0, variance=4.0, cases=50)
    >>> found = cases_needed(same, same, prior=0.5)
    >>> found.difference, found.cases
    (1.0, 25.0)
    """
    if math.isnan(positives.mean) or math.isnan(negatives.mean):
        return CasesNeeded.unknown(NOTHING_IN_COMMON)
    share = positives.cases / (positives.cases + negatives.cases)
    difference = prior * positives.mean + (1 - prior) * negatives.mean
    per_case = (
        prior**2 * positives.variance / share
        + (1 - prior) ** 2 * negatives.variance / (1 - share)
        + 2 * prior * (1 - prior) * covariance
    )
    if math.isnan(per_case):
        return CasesNeeded.unknown(_ALONE, difference)
    deviate = float(normal_quantile(np.array([(1 + level) / 2]))[0])
    half = deviate * math.sqrt(per_case / (positives.cases + negatives.cases))
    return _sizes(difference, difference - half, difference + half, per_case, power, level)


def paired_cases_needed(
    differences: Floats,
    y_true: Bools,
    prior: float,
    weights: Floats | None = None,
    groups: Indices | None = None,
    *,
    power: float = 0.8,
    level: float = 0.9,
) -> CasesNeeded:
    """Return the same from the differences of all cases.

    Parameters
    ----------
    differences, y_true, weights, groups : ndarray, shape (n,)
        As in `class_difference` and `class_covariance`.
    prior, power, level
        As in `cases_needed`.

    Examples
    --------
    >>> both = np.array([True, False] * 3)
    >>> found = paired_cases_needed(np.array([4.0, 1.0, 5.0, 2.0, 6.0, 3.0]), both, 0.5)
    >>> found.difference, found.cases
    (3.5, 1.0)
    """
    positives, negatives = (
        class_difference(
            differences[members],
            None if weights is None else weights[members],
            None if groups is None else groups[members],
        )
        for members in (y_true, ~y_true)
    )
    covariance = 0.0 if groups is None else class_covariance(differences, y_true, groups, weights)
    return cases_needed(positives, negatives, prior, covariance, power=power, level=level)


def cases_from_interval(
    difference: float,
    low: float,
    high: float,
    cases: int,
    *,
    power: float = 0.8,
    level: float = 0.9,
) -> CasesNeeded:
    """Return the same from an interval that is known, where no case is to be looked at.

    Parameters
    ----------
    difference, low, high : float
        A difference of expected costs and its interval at `level`.
    cases : int
        Cases that it was estimated on.
    power, level
        As in `cases_needed`.

    Examples
    --------
    >>> found = cases_from_interval(1.0, 0.5, 1.5, 100)
    >>> found.cases, found.cases_low, found.cases_high
    (58.0, 26.0, 229.0)
    """
    deviate = float(normal_quantile(np.array([(1 + level) / 2]))[0])
    per_case = cases * ((high - low) / (2 * deviate)) ** 2
    return _sizes(difference, low, high, per_case, power, level)


def _sizes(
    difference: float, low: float, high: float, per_case: float, power: float, level: float
) -> CasesNeeded:
    """Return the sizes for a difference whose estimate from one case has a variance."""
    if not per_case > 0:
        return CasesNeeded.unknown(_NO_SPREAD, difference)
    deviates = float(normal_quantile(np.array([(1 + level) / 2, power])).sum())

    def needed(size: float) -> float:
        if not size > 0:
            return math.inf
        return float(math.ceil(deviates**2 * per_case / size**2 - 1e-9))

    ends = sorted((abs(low), abs(high)))
    nearest = 0.0 if low <= 0 <= high else ends[0]
    sizes = needed(abs(difference)), needed(ends[1]), needed(nearest)
    return CasesNeeded(difference, low, high, *sizes)
