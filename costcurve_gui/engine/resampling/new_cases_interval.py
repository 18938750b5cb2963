"""Intervals of figures for new cases: what each class contributes, and their sums."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, hypot, sqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.resampling.class_errors import ClassErrors


@dataclass(frozen=True, slots=True)
class NewCasesFigure:
    """One figure of a rule that was chosen on the sample.

    Attributes
    ----------
    apparent : float or None
        On this sample, which chose the rule.
    estimate : float or None
        On new cases; None where there is none.
    low, high : float or None
        Its interval.
    """

    apparent: float | None
    estimate: float | None
    low: float | None
    high: float | None

    def at_least(self, least: float) -> NewCasesFigure:
        """Return the figure with an interval that goes no lower."""
        return self if self.low is None else replace(self, low=max(self.low, least))

    def with_ends_of(self, other: NewCasesFigure) -> NewCasesFigure:
        """Return the figure with the interval of another estimate, as far as to its own."""
        if self.estimate is None or other.low is None or other.high is None:
            return self
        return replace(self, low=min(other.low, self.estimate), high=max(other.high, self.estimate))

    def reaching(self, other: NewCasesFigure) -> NewCasesFigure:
        """Return the figure with an interval that holds another one too."""
        if self.low is None or self.high is None or other.low is None or other.high is None:
            return self
        return replace(self, low=min(self.low, other.low), high=max(self.high, other.high))

    @property
    def negated(self) -> NewCasesFigure:
        """The figure with its sign turned: what is gained where more is lost."""
        ends = (self.apparent, self.estimate, self.high, self.low)
        return NewCasesFigure(*(None if end is None else -end for end in ends))


def no_figure(apparent: float | None = None) -> NewCasesFigure:
    """Return a figure that is not estimated for new cases."""
    return NewCasesFigure(apparent, None, None, None)


class Margins(NamedTuple):
    """How far an interval reaches below and above its estimate."""

    down: float
    up: float

    @property
    def reversed(self) -> Margins:
        """Those of the same value with its sign turned."""
        return Margins(self.up, self.down)

    def times(self, factor: float) -> Margins:
        """Those of so many times the value; below 0 they change sides."""
        if factor < 0:
            return self.reversed.times(-factor)
        return Margins(factor * self.down, factor * self.up)

    def around(self, apparent: float, estimate: float) -> NewCasesFigure:
        """Return the figure with its interval."""
        return NewCasesFigure(apparent, estimate, estimate - self.down, estimate + self.up)


def together(parts: Sequence[Margins], correlation: float = 0.0) -> Margins:
    """Return the margins of the sum of two values.

    Parameters
    ----------
    parts : sequence of Margins
        Two.
    correlation : float, default 0
        Of the two estimates.

    References
    ----------
    .. [1] Zou & Donner (2008), Construction of confidence limits about effect measures: a
       general approach.
    """
    (a, b) = parts

    def of(first: float, second: float) -> float:
        return sqrt(max(first**2 + second**2 + 2 * correlation * first * second, 0.0))

    return Margins(of(a.down, b.down), of(a.up, b.up))


@dataclass(frozen=True, slots=True)
class ClassOutlook:
    """What to expect of one class of new cases under the rule that was chosen.

    Attributes
    ----------
    errors : ClassErrors
        Its errors on the sample.
    rate, cost_rate : float
        Error rate to expect, by count and by cost.
    wrong, right : float
        Mean over the class of what its errors cost, and of what errors on the others would.
    certain : bool
        Whether the rule decides without looking, so that its rate is known.
    """

    errors: ClassErrors
    rate: float
    cost_rate: float
    wrong: float
    right: float
    certain: bool

    @property
    def own_errors(self) -> ClassErrors:
        """Errors that the rule itself makes: here all of them."""
        return self.errors

    def rate_margins(self, level: float) -> Margins:
        """Return those of the error rate by count."""
        if self.certain:
            return Margins(0.0, 0.0)
        low, high = self.errors.rates(self.rate, level)
        return Margins(self.rate - low, high - self.rate)

    def wrong_margins(self, level: float) -> Margins:
        """Return those of `wrong`: of rate times amount."""
        rate = self.rate_margins(level).times(self.amount)
        return with_amounts(rate, (self.wrong, self.unlike(level)))

    def right_margins(self, level: float) -> Margins:
        """Return those of `right`."""
        rate = self.rate_margins(level).times(-self.right_amount)
        return with_amounts(rate, (self.right, self.right_unlike(level)))

    @property
    def amount(self) -> float:
        """Mean cost of an error."""
        return self.wrong / self.rate if self.rate else self.right

    @property
    def right_amount(self) -> float:
        """What an error would cost on average where there is none."""
        share = 1 - self.rate
        return self.right / share if share else self.wrong

    def unlike(self, level: float) -> float:
        """Return the margin of the logarithm of `amount`."""
        return sqrt(self._squared(level))

    def right_unlike(self, level: float) -> float:
        """Return the margin of the logarithm of `right_amount`."""
        return sqrt(self._right_squared(level))

    def _squared(self, level: float) -> float:
        return self.errors.wrong.squared_error(level, self.errors.cases * self.rate)

    def _right_squared(self, level: float) -> float:
        return self.errors.right.squared_error(level, self.errors.cases * (1 - self.rate))

    def cost_rate_margins(self, level: float) -> Margins:
        """Return those of the error rate by cost.

        Its odds are the odds by count times the ratio of both mean amounts.
        """
        low, high = self.rate_margins(level)
        ratio = self._ratio()
        unlike = sqrt(self._squared(level) + self._right_squared(level))
        own = self.cost_rate
        by_rate = own - _by_cost(self.rate - low, ratio), _by_cost(self.rate + high, ratio) - own
        amounts = (
            own - _by_cost(self.rate, ratio * exp(-unlike)),
            _by_cost(self.rate, ratio * exp(unlike)) - own,
        )
        return Margins(*map(hypot, by_rate, amounts))

    def _ratio(self) -> float:
        if not (0 < self.rate < 1 and 0 < self.cost_rate < 1):
            return 1.0
        odds = self.cost_rate / (1 - self.cost_rate)
        return odds * (1 - self.rate) / self.rate


def _by_cost(rate: float, ratio: float) -> float:
    """Return the rate by cost of a rate by count, where errors cost `ratio` times the others."""
    return rate * ratio / (rate * ratio + 1 - rate)


def with_amounts(rate: Margins, *amounts: tuple[float, float]) -> Margins:
    """Return margins that follow from rates, with those that follow from mean amounts.

    Parameters
    ----------
    rate : Margins
        Of a sum of rates times amounts, were the amounts known.
    amounts : tuple of float
        Each of these products, and the margin of the logarithm of its amount.
    """
    down = [value * (1 - exp(-unlike)) for value, unlike in amounts]
    return Margins(
        hypot(rate.down, *down),
        hypot(rate.up, *(value * (exp(unlike) - 1) for value, unlike in amounts)),
    )
