"""The errors of a rule within each class: how often they happen, and how unlike they are.

What a class costs is the rate of its errors times their mean amount. The rate has Wilson's
interval, the logarithm of the mean amount Student's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import effective_number
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.distributions.normal import as_students, students_deviate, wilson_interval
from costcurve_gui.engine.resampling.error_rates import cases_of
from costcurve_gui.engine.resampling.few_cases import TOO_SHORT

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.resampling.figure_interval import PolicyRules
    from costcurve_gui.engine.resampling.resampled_rates import ClassColumns
    from costcurve_gui.engine.resampling.sample import RankedModel, Sample

_PRIOR_CASES = 10.0
"""So many cases of the class as a whole count for how unlike few errors are."""
_FEWEST = 1.0
"""A mean amount is as unsure as that of so many cases at least."""
_FEW = 6.0
"""With so few equal cases of a class intervals held the truth less than 86 times in 100."""
_FEW_OF_CURVE = 3.0
"""The same of a whole curve: with 3 to 5 its intervals held in 85 to 98 of 100 samples."""
_FEW_GROUPS = 15.0
_ROUNDING = 1e-9
"""Payoffs this near, relative to the costs, differ by rounding alone."""
BELOW = 1 / 4
"""How far the lower end starts from out of bag towards the apparent rate: out of bag is a little
too high, since a replicate chooses from fewer different cases."""
_MANY_REFERRED = 1 / 2
"""Of a class. Of bands that refer so many the interval of costs of few errors held in 95 to 99 of
100 samples, hardly any of which had a cost above it."""


@dataclass(frozen=True, slots=True)
class Amounts:
    """What cases that are decided alike cost, relative to their mean.

    Attributes
    ----------
    number : float
        How many equal cases they are worth.
    variance : float
        Variance over the squared mean.
    freedom : float
        Degrees of freedom of the variance.
    """

    number: float
    variance: float
    freedom: float

    def squared_error(self, level: float, cases: float) -> float:
        """Return the squared margin of the logarithm of the mean of so many cases."""
        if not self.variance:
            return 0.0
        return students_deviate(self.freedom, level) ** 2 * self.variance / max(cases, _FEWEST)


@dataclass(frozen=True, slots=True)
class ClassErrors:
    """One class under the rule that was chosen.

    Attributes
    ----------
    cases : float
        How many independent cases the class is worth.
    worth : float
        How many equal ones, where errors on some cost more than on others.
    rate : float
        Apparent error rate by count.
    wrong, right : Amounts
        Cost of an error on those decided wrongly, and on the others.
    squared_error : float
        Squared standard error of what errors cost, relative to it, of independent cases.
    payoff_error : float
        Standard error of the mean payoff of right decisions.
    payoff_with_cost : float
        Correlation of that payoff with what the rule costs.
    wrong_pay_alike : bool
        Whether wrong decisions pay the same on every case, although right ones do not.
    units : float
        From how many groups its cases come; infinite where they are independent.
    referred : float
        Share of the class that a person decides about.
    """

    cases: float
    worth: float
    rate: float
    wrong: Amounts
    right: Amounts
    squared_error: float
    payoff_error: float
    payoff_with_cost: float
    wrong_pay_alike: bool = False
    units: float = np.inf
    referred: float = 0.0

    def payoff_margin(self, level: float) -> float:
        """Return how far the mean payoff of right decisions may lie on either side."""
        if not self.payoff_error:
            return 0.0
        return self.payoff_error * students_deviate(self.cases - 1, level)

    def of_groups(self, replicates: Floats, units: int, level: float) -> ClassErrors:
        """Return errors with as many cases as independent ones would be as sure as whole groups.

        Parameters
        ----------
        replicates : ndarray of float64, shape (b,)
            What errors cost where whole groups are drawn.
        units : int
            How many groups there are.
        level : float
            Confidence, between 0 and 1.
        """
        mean = float(replicates.mean())
        if mean > 0 and self.squared_error > 0 and units > 1:
            spread = float(replicates.var()) / mean**2 * units / (units - 1)
            cases = self.cases / max(spread / self.squared_error, 1.0)
        else:
            cases = float(min(self.cases, units))
        return replace(self, cases=as_students(cases, units, level), units=float(units))

    def rates(self, estimate: float, level: float) -> Range:
        """Return the interval of an error rate that was estimated out of bag."""
        unseen = max(estimate - self.rate, 0.0)
        starts = np.array([estimate - BELOW * unseen, estimate - self._above(estimate) * unseen])
        shares, cases = starts.clip(0.0, 1.0), np.full(2, self.cases)
        low, high = wilson_interval(shares, cases, level)
        return Range(min(float(low[0]), estimate), max(float(high[1]), estimate))

    def _above(self, estimate: float) -> float:
        """Return how far the upper end starts towards the apparent rate: of bands, if at all.

        Wilson's interval and the rate out of bag both allow for errors that the sample has not, and
        the more of them, the more of the errors are such ones.
        """
        unseen = 1 - self.rate / estimate if estimate > self.rate else 0.0
        return unseen * min(self.referred / _MANY_REFERRED, 1.0)


class Range(NamedTuple):
    """Both ends of an interval."""

    low: float
    high: float


def class_errors(
    sample: Sample,
    model: RankedModel,
    rules: PolicyRules,
    mean_cost: float,
    *,
    of_positives: bool,
) -> ClassErrors:
    """Describe the errors of a rule on one class of the sample.

    Parameters
    ----------
    sample : Sample
        The instances.
    model : RankedModel
        The model.
    rules : PolicyRules
        The rule, of one threshold or two mixed.
    mean_cost : float
        What an error costs at the condition: the costs of all cases are in proportion.
    of_positives : bool
        Which class.
    """
    if isinstance(model.table, FamilyTable):
        return _of_classifiers(model.table, rules, of_positives=of_positives)
    columns = sample.positives if of_positives else sample.negatives
    if not columns.varying:
        size, shares = _shares(model, rules.rows, of_positives=of_positives)
        return _alike(size, float(rules.mixed(shares)), of_positives=of_positives)
    columns, above = _by_case(sample, model, rules.rows, of_positives=of_positives)
    acted = rules.mixed(above)
    return _described(columns, 1 - acted if of_positives else acted, mean_cost)


class BandErrors(NamedTuple):
    """One class under a rule by which a person decides about some cases.

    Attributes
    ----------
    wrong, referred, not_right : ClassErrors
        The cases that the rule itself decides wrongly, those that it refers, and both, as if each
        were an error.
    whole : ClassErrors
        The class; its errors are the cases that lose anything.
    """

    wrong: ClassErrors
    referred: ClassErrors
    not_right: ClassErrors
    whole: ClassErrors


def band_errors(
    sample: Sample,
    model: RankedModel,
    rows: Indices,
    mean_cost: float,
    person: tuple[float, float],
    *,
    of_positives: bool,
) -> BandErrors:
    """Describe one class of the sample under a review band.

    Parameters
    ----------
    sample, model, mean_cost, of_positives
        As in `class_errors`.
    rows : ndarray of int64, shape (2,)
        Rows of the upper and of the lower threshold.
    person : tuple of float
        How often the person errs on the class, and the price of a review.
    """
    columns = sample.positives if of_positives else sample.negatives
    if not columns.varying:
        size, (high, low) = _shares(model, rows, of_positives=of_positives)
        wrong = 1 - low if of_positives else high
        shares = (wrong, low - high, wrong + low - high)
        found = [_alike(size, float(share), of_positives=False) for share in shares]
        return BandErrors(found[0], found[1], found[2], found[2])
    columns, above = _by_case(sample, model, rows, of_positives=of_positives)
    (high, low), (often, price) = above.T, person
    wrong = 1 - low if of_positives else high
    parts = (wrong, low - high, wrong + low - high)
    of_wrong, referred, not_right = (_described(columns, part, mean_cost) for part in parts)
    whole = not_right
    if whole.payoff_error:
        weights, costs, payoffs = _cases_of(columns)
        costs = costs * (mean_cost / _mean(costs, weights))
        lost = wrong * costs + (low - high) * (often * costs + price)
        whole = replace(whole, payoff_with_cost=correlation(payoffs, lost, weights))
    return BandErrors(of_wrong, referred, not_right, whole)


def _shares(model: RankedModel, rows: Indices, *, of_positives: bool) -> tuple[float, Floats]:
    """Return how many cases a class has, and which share of them lies above each row."""
    stops = model.stops(of_positives=of_positives)
    size = float(stops[-1:][0])
    return size, stops[rows].astype(np.float64) / size


def _by_case(
    sample: Sample, model: RankedModel, rows: Indices, *, of_positives: bool
) -> tuple[ClassColumns, Floats]:
    """Return the cases of a class by descending score, and which lie above rows, (n, k)."""
    columns = sample.positives if of_positives else sample.negatives
    order = sample.places[model.rows(of_positives=of_positives)]
    stops = model.stops(of_positives=of_positives)[rows].astype(np.int64)
    return columns.of(order), (np.arange(order.size)[:, None] < stops).astype(np.float64)


def _of_classifiers(table: FamilyTable, rules: PolicyRules, *, of_positives: bool) -> ClassErrors:
    """Describe the errors of classifiers on the cases that each was tested on."""
    cases = cases_of(table, rules.rows)[0 if of_positives else 1]
    rates = table.tpr_at(rules.rows) if of_positives else table.fpr_at(rules.rows)
    return _alike(float(cases.min()), float(rules.mixed(rates)), of_positives=of_positives)


def _alike(cases: float, acted: float, *, of_positives: bool) -> ClassErrors:
    """Describe the errors of a class whose cases count alike."""
    rate = 1 - acted if of_positives else acted
    none = Amounts(cases, 0.0, 1.0)
    alike = (1 - rate) / (rate * cases) if rate > 0 else 0.0
    return ClassErrors(cases, cases, rate, none, none, alike, 0.0, 0.0)


def _described(columns: ClassColumns, wrong: Floats, mean_cost: float) -> ClassErrors:
    weights, costs, payoffs = _cases_of(columns)
    total = weights.sum()
    cases = effective_number(weights)
    unlike = _relative_variance(costs, weights)
    # A few large amounts are worth as many degrees of freedom as equal ones would be.
    worth = cases / (1 + unlike)
    whole = Amounts(cases, unlike, max(worth - 1, 1.0))
    spread = float(np.sqrt(_variance(payoffs, weights) / cases))
    return ClassErrors(
        cases,
        worth,
        float((weights * wrong).sum() / total),
        _amounts(costs, weights * wrong, whole),
        _amounts(costs, weights * (1 - wrong), whole),
        _relative_variance(costs * wrong, weights) / cases,
        spread,
        correlation(payoffs, costs * wrong, weights) if spread else 0.0,
        spread > 0 and _pay_alike(payoffs, costs * (mean_cost / _mean(costs, weights)), weights),
    )


def _cases_of(columns: ClassColumns) -> tuple[Floats, Floats, Floats]:
    """Return weights, costs and payoffs of each case."""
    weights = np.ones(columns.size) if columns.weights is None else columns.weights
    costs, payoffs = (
        cell / np.where(weights > 0, weights, 1.0)
        if isinstance(cell, np.ndarray)
        else np.full(columns.size, cell)
        for cell in (columns.costs, columns.payoffs)
    )
    return weights, costs, payoffs


def _pay_alike(payoffs: Floats, costs: Floats, weights: Floats) -> bool:
    """Whether what is left of the payoffs after an error is the same for every case."""
    left = (payoffs - costs)[weights > 0]
    return float(np.ptp(left)) <= _ROUNDING * float(np.abs(costs).max())


def _amounts(costs: Floats, weights: Floats, whole: Amounts) -> Amounts:
    """Return how unlike some cases are, with a few of the whole class among them."""
    number = effective_number(weights)
    own = max(number - 1, 0.0)
    variance = own * _relative_variance(costs, weights) if own else 0.0
    return Amounts(
        number,
        (variance + _PRIOR_CASES * whole.variance) / (own + _PRIOR_CASES),
        min(own + _PRIOR_CASES, whole.freedom),
    )


def _mean(values: Floats, weights: Floats) -> float:
    return float(np.average(values, weights=weights))


def _relative_variance(values: Floats, weights: Floats) -> float:
    mean = _mean(values, weights)
    return _variance(values, weights) / mean**2 if mean else 0.0


def _variance(values: Floats, weights: Floats) -> float:
    """Return the variance in the population that equal cases are drawn from."""
    deviations = values - np.average(values, weights=weights)
    number = effective_number(weights)
    biased = float(np.average(deviations**2, weights=weights))
    return biased * number / (number - 1) if number > 1 else 0.0


def correlation(first: Floats, second: Floats, weights: Floats) -> float:
    """Return the weighted correlation of two values; 0 where one does not vary."""
    a, b = (values - np.average(values, weights=weights) for values in (first, second))
    product = float((weights * a * b).sum())
    scale = float(np.sqrt((weights * a * a).sum() * (weights * b * b).sum()))
    return product / scale if scale else 0.0


def caution_of(
    positives: float,
    negatives: float,
    units: tuple[float, float] = (np.inf, np.inf),
    *,
    of_curve: bool = False,
) -> str:
    """Return why an interval is known to be too short; nothing where it is not.

    Parameters
    ----------
    positives, negatives : float
        How many equal cases each class is worth.
    units : tuple of float, optional
        From how many groups those of each class come.
    of_curve : bool, default False
        Whether it is that of costs at several PC(+).

    Examples
    --------
    >>> caution_of(5.5, 200.0)
    'few positives: this interval is known to be too short'
    >>> caution_of(9.5, 200.0), caution_of(5.5, 4.5, of_curve=True)
    ('', '')
    >>> caution_of(2.0, 2.5, of_curve=True)
    'few positives and negatives: this interval is known to be too short'
    """
    worths = {"positives": positives, "negatives": negatives}
    least = _FEW_OF_CURVE if of_curve else _FEW
    few = [
        name
        for (name, worth), groups in zip(worths.items(), units, strict=True)
        if worth < least or groups < _FEW_GROUPS
    ]
    return f"few {' and '.join(few)}: {TOO_SHORT}" if few else ""
