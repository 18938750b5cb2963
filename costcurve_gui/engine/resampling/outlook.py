"""What to expect of new cases under a rule, and its figures: both classes together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from costcurve_gui.engine.resampling.class_errors import caution_of
from costcurve_gui.engine.resampling.few_cases import RARE
from costcurve_gui.engine.resampling.figure_interval import CERTAIN
from costcurve_gui.engine.resampling.new_cases_interval import Margins, NewCasesFigure, together

if TYPE_CHECKING:
    from costcurve_gui.engine.resampling.class_errors import ClassErrors
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates

FEW_UNLIKE, FEW_UNLIKE_ERRORS = 20.0, 5.0
"""Of so few equal cases or errors the interval of a normalized cost held in 93 to 100 of 100, and
with 3 to 5 errors of a rare class that of a cost in 96."""


class OfClass(Protocol):
    """What to expect of one class of new cases, by one threshold or by a band."""

    @property
    def errors(self) -> ClassErrors:
        """Its errors on the sample."""

    @property
    def own_errors(self) -> ClassErrors:
        """Those that the rule itself makes: of a band without what persons decide."""

    @property
    def rate(self) -> float:
        """Error rate to expect, by count."""

    @property
    def cost_rate(self) -> float:
        """What is lost, as a share of what errors on all of it would cost."""

    @property
    def wrong(self) -> float:
        """Mean loss, in units of payoff."""

    @property
    def right(self) -> float:
        """What errors on all of it would cost less what is lost."""

    @property
    def certain(self) -> bool:
        """Whether the rule decides without looking, so that its rate is known."""

    def rate_margins(self, level: float) -> Margins:
        """Return those of `rate`."""

    def cost_rate_margins(self, level: float) -> Margins:
        """Return those of `cost_rate`."""

    def wrong_margins(self, level: float) -> Margins:
        """Return those of `wrong`."""

    def right_margins(self, level: float) -> Margins:
        """Return those of `right`."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What to expect of new cases under a rule, and what the sample showed of it.

    Attributes
    ----------
    positives, negatives : OfClass
        Each class.
    apparent : ResampledRates
        The rule on the whole sample, of one replicate.
    correlation : float
        Of what the errors of both classes cost: groups can have cases of both.
    level : float
        Confidence, between 0 and 1.
    source : str
        How the error rates were estimated.
    of_rule : Outlook or None
        The same of the very rule that the sample chose, where replicates may choose others that
        cost more or less; see `new_cases_outlook.OF_OPTIMISM`.
    least_cost : bool
        Whether the rule of least expected cost was chosen.
    at_other_costs : bool
        Whether that of least cost was, at other costs or another prior than those in force.
    of_sample : Outlook or None
        Of a review band what the sample showed of it, as if it had not been chosen there.
    """

    positives: OfClass
    negatives: OfClass
    apparent: ResampledRates
    correlation: float
    level: float
    source: str
    of_rule: Outlook | None = None
    least_cost: bool = True
    at_other_costs: bool = False
    of_sample: Outlook | None = None

    @property
    def method(self) -> str:
        """How it was estimated, in the words of files."""
        if self.positives.certain:
            return CERTAIN
        return f"{self.source}, {'Wilson and log t of amounts' if self.varies else 'Wilson'}"

    @property
    def varies(self) -> bool:
        """Whether errors on some cases cost more than on others."""
        return any(one.errors.wrong.variance for one in (self.positives, self.negatives))

    @property
    def caution(self) -> str:
        """Why the intervals are known to be too short; else empty."""
        positives, negatives = self.positives.errors, self.negatives.errors
        units = positives.units, negatives.units
        return caution_of(positives.worth, negatives.worth, units)

    @property
    def few_of_both(self) -> bool:
        """Whether both classes are worth few equal cases."""
        return max(one.errors.worth for one in (self.positives, self.negatives)) < FEW_UNLIKE

    @property
    def few_unlike(self) -> bool:
        """Whether a class or its errors are worth few equal ones, and some cost more."""
        return any(
            one.wrong.variance and (one.worth < FEW_UNLIKE or one.wrong.number < FEW_UNLIKE_ERRORS)
            for one in (self.positives.errors, self.negatives.errors)
        )

    @property
    def one_a_group(self) -> bool:
        """Whether groups have no more than one case of a class each.

        Then a rule within a bound was held in 96 of 100 samples, others in 94.
        """
        classes = self.positives.errors, self.negatives.errors
        return any(one.worth <= one.units < np.inf for one in classes)

    @property
    def few_unlike_of_rare(self) -> bool:
        """Whether errors of a rare class are worth few equal ones, and some cost more.

        Costs of rules with so few were held in 96 of 100 samples.
        """
        rare, common = sorted(
            (one.own_errors for one in (self.positives, self.negatives)), key=lambda one: one.cases
        )
        few = rare.wrong.variance > 0 and rare.wrong.number < FEW_UNLIKE_ERRORS
        return few and common.cases >= RARE * rare.cases

    def cost(self, prior: float) -> NewCasesFigure:
        """Return the expected cost per instance."""
        missed, alarms = prior * self.positives.wrong, (1 - prior) * self.negatives.wrong
        margins = self._together(
            self.positives.wrong_margins(self.level).times(prior),
            self.negatives.wrong_margins(self.level).times(1 - prior),
        )
        apparent = float(self.apparent.expected_cost(prior)[0, 0])
        return margins.around(apparent, missed + alarms).at_least(0.0)

    def normalized_cost(self, pc_plus: float) -> NewCasesFigure:
        """Return the expected cost as a share of the worst."""
        missed = pc_plus * self.positives.cost_rate
        alarms = (1 - pc_plus) * self.negatives.cost_rate
        margins = self._together(
            self.positives.cost_rate_margins(self.level).times(pc_plus),
            self.negatives.cost_rate_margins(self.level).times(1 - pc_plus),
        )
        apparent = float(self.apparent.normalized_expected_cost(pc_plus)[0, 0])
        return margins.around(apparent, missed + alarms).at_least(0.0)

    def profit(self, prior: float) -> NewCasesFigure:
        """Return the expected profit per instance."""
        cost = self.cost(prior)
        perfect = float(self.apparent.expected_profit(prior)[0, 0]) + (cost.apparent or 0.0)
        margins = self._together(
            self._of_payoffs(self.positives).times(prior),
            self._of_payoffs(self.negatives).times(1 - prior),
        )
        estimate = perfect - (cost.estimate or 0.0)
        return margins.around(perfect - (cost.apparent or 0.0), estimate)

    def lead(self, prior: float, trivial: str) -> NewCasesFigure:
        """Return by how much the rule is more profitable than calling "all" or "none" positive."""
        sides = (self.positives, prior), (self.negatives, 1 - prior)
        (gains, gain_stake), (losses, loss_stake) = sides if trivial == "none" else sides[::-1]
        estimate = gain_stake * gains.right - loss_stake * losses.wrong
        margins = self._together(
            gains.right_margins(self.level).times(gain_stake),
            losses.wrong_margins(self.level).reversed.times(loss_stake),
        )
        return margins.around(self._apparent_lead(prior, trivial), estimate)

    def net_benefit(self, prior: float, odds: float) -> NewCasesFigure:
        """Return the net benefit by count, a false alarm costing `odds` times a missed positive."""
        alarm = (1 - prior) * odds
        margins = self._together(
            self.positives.rate_margins(self.level).reversed.times(prior),
            self.negatives.rate_margins(self.level).reversed.times(alarm),
        )
        apparent = prior * self.apparent.tpr[0, 0] - alarm * self.apparent.fpr[0, 0]
        estimate = prior * (1 - self.positives.rate) - alarm * self.negatives.rate
        return margins.around(float(apparent), estimate)

    def _together(self, of_positives: Margins, of_negatives: Margins) -> Margins:
        return together((of_positives, of_negatives), self.correlation)

    def _of_payoffs(self, one: OfClass) -> Margins:
        """Return the margins of what right decisions pay less what wrong ones cost.

        Where wrong ones pay the same on every case, only what right ones save is uncertain: then
        profit is as sure as the lead over a trivial classifier that pays the same on all.
        """
        if one.errors.wrong_pay_alike:
            return one.right_margins(self.level)
        payoff = one.errors.payoff_margin(self.level)
        margins = one.wrong_margins(self.level).reversed
        return together((margins, Margins(payoff, payoff)), -one.errors.payoff_with_cost)

    def _apparent_lead(self, prior: float, trivial: str) -> float:
        missed, alarm = self.apparent.fn_cost[0, 0], self.apparent.fp_cost[0, 0]
        at_stake = prior * missed if trivial == "none" else (1 - prior) * alarm
        return float(at_stake - self.apparent.expected_cost(prior)[0, 0])
