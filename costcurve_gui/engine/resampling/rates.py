"""Resampled rates: what every band, difference and test is made of."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.payoff import PayoffMeans
    from costcurve_gui.engine.resampling.sums import ClassSumsDrawn


@dataclass(frozen=True, slots=True, eq=False)
class ResampledRates:
    """The rates of k rules in b replicates, and the mean payoffs that go with them.

    A class that has no weight in a replicate leaves NaN there.

    Attributes
    ----------
    fpr, tpr : ndarray of float64, shape (b, k)
        Rates by count.
    fp_cost_rate, tp_benefit_rate : ndarray of float64, shape (b, k)
        Rates of ROCIV; those by count where errors of a class cost the same.
    tp_payoff, tn_payoff, fn_cost, fp_cost : ndarray of float64, shape (b, 1) or (b, k)
        As in `PayoffMeans`.
    """

    fpr: Floats
    tpr: Floats
    fp_cost_rate: Floats
    tp_benefit_rate: Floats
    tp_payoff: Floats
    tn_payoff: Floats
    fn_cost: Floats
    fp_cost: Floats

    def normalized_expected_cost(self, pc_plus: Floats | float) -> Floats:
        """Return the cost of each rule, each at its PC(+), shape (b, k).

        References
        ----------
        .. [1] Drummond & Holte (2006), equation 5.
        """
        return (1 - self.tp_benefit_rate) * pc_plus + self.fp_cost_rate * (1 - pc_plus)

    def expected_cost(self, prior: float) -> Floats:
        """Return what the errors of each rule cost per instance, shape (b, k)."""
        missed = self.fn_cost * (1 - self.tp_benefit_rate)
        return prior * missed + (1 - prior) * self.fp_cost * self.fp_cost_rate

    def expected_profit(self, prior: float) -> Floats:
        """Return the expected profit of each rule per instance, shape (b, k)."""
        perfect = prior * self.tp_payoff + (1 - prior) * self.tn_payoff
        return perfect - self.expected_cost(prior)

    def fraction_targeted(self, prior: float) -> Floats:
        """Return the expected share of positive decisions of each rule, shape (b, k)."""
        return prior * self.tpr + (1 - prior) * self.fpr

    def with_means(self, own: PayoffMeans, asked: PayoffMeans) -> ResampledRates:
        """Return the rates under another payoff matrix, of which only the means are known.

        Errors are taken to cost more or less in proportion, the right decisions to pay so much
        more or less.

        Parameters
        ----------
        own : PayoffMeans
            The means on the whole sample.
        asked : PayoffMeans
            The means wanted there.
        """
        if asked == own:
            return self
        return replace(
            self,
            tp_payoff=self.tp_payoff + (asked.tp_payoff - own.tp_payoff),
            tn_payoff=self.tn_payoff + (asked.tn_payoff - own.tn_payoff),
            fn_cost=self.fn_cost * (asked.fn_cost / own.fn_cost),
            fp_cost=self.fp_cost * (asked.fp_cost / own.fp_cost),
        )

    def of_rules(self, rules: slice) -> ResampledRates:
        """Return the rates of some of the rules; means that all rules share stay as they are."""
        shared = self.fpr.shape[1]
        return ResampledRates(
            *(
                column[:, rules] if column.shape[1] == shared else column
                for column in _columns(self)
            )
        )


def joined_rates(parts: Sequence[ResampledRates]) -> ResampledRates:
    """Return the replicates of several batches, one after the other."""
    if len(parts) == 1:
        return parts[0]
    return ResampledRates(*map(np.concatenate, zip(*map(_columns, parts), strict=True)))


def _columns(rates: ResampledRates) -> tuple[Floats, ...]:
    return tuple(getattr(rates, one.name) for one in fields(rates))


def rates_of(positives: ClassSumsDrawn, negatives: ClassSumsDrawn) -> ResampledRates:
    """Divide the sums of both classes by their totals."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return ResampledRates(
            fpr=negatives.counts / negatives.total,
            tpr=positives.counts / positives.total,
            fp_cost_rate=negatives.costs / negatives.total_cost,
            tp_benefit_rate=positives.costs / positives.total_cost,
            tp_payoff=positives.total_payoff / positives.total,
            tn_payoff=negatives.total_payoff / negatives.total,
            fn_cost=positives.total_cost / positives.total,
            fp_cost=negatives.total_cost / negatives.total,
        )
