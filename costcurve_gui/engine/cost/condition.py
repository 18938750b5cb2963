"""The operating condition: how common positives are and what errors cost."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from costcurve_gui.engine.cost.payoff import PayoffMeans


def probability_cost(prior: float, fn_cost: float, fp_cost: float) -> float:
    """Return PC(+), the prior of the positives weighted by the costs of errors, within 0-1.

    References
    ----------
    .. [1] Drummond & Holte (2006), eq. 4.

    Examples
    --------
    >>> probability_cost(0.5, 1.0, 1.0)
    0.5
    >>> round(probability_cost(0.05, 3828.7, 148.2), 3)
    0.576
    """
    positive, negative = prior * fn_cost, (1 - prior) * fp_cost
    return positive / (positive + negative)


def prior_at(pc_plus: float, fn_cost: float, fp_cost: float) -> float:
    """Return the prior whose PC(+) is `pc_plus` under the given costs; undoes `probability_cost`.

    Examples
    --------
    >>> round(prior_at(probability_cost(0.02, 25.0, 1.0), 25.0, 1.0), 12)
    0.02
    """
    return probability_cost(pc_plus, 1 / fn_cost, 1 / fp_cost)


@dataclass(frozen=True, slots=True)
class OperatingCondition:
    """Prior and mean payoffs under which decisions are made.

    The rates that its methods take are shares of cost where costs vary (ROCIV), else plain
    rates; then every figure is exact for the sample.

    Attributes
    ----------
    prior : float
        Deployment prior p(+), above 0 and below 1.
    means : PayoffMeans
        In money per case.
    """

    prior: float
    means: PayoffMeans

    @property
    def probability_cost(self) -> float:
        """PC(+), within 0-1."""
        return probability_cost(self.prior, self.means.fn_cost, self.means.fp_cost)

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines in ROC space; infinite where PC(+) is 0."""
        pc_plus = self.probability_cost
        return (1 - pc_plus) / pc_plus if pc_plus > 0 else math.inf

    @property
    def angle(self) -> float:
        """The slope as an angle from 0 to pi/2, finite everywhere."""
        pc_plus = self.probability_cost
        return math.atan2(1 - pc_plus, pc_plus)

    @property
    def cost_ratio(self) -> float:
        """What a miss costs for each unit that a false alarm costs."""
        return self.means.fn_cost / self.means.fp_cost

    @property
    def perfect_profit(self) -> float:
        """Expected profit per case of perfect decisions."""
        return self.prior * self.means.tp_payoff + (1 - self.prior) * self.means.tn_payoff

    @property
    def worst_cost(self) -> float:
        """Expected cost per case, above perfect, of always deciding wrongly."""
        return self.prior * self.means.fn_cost + (1 - self.prior) * self.means.fp_cost

    def normalized_expected_cost(self, fpr: float, tpr: float) -> float:
        """Return the expected cost as a share of the worst (Drummond & Holte, 2006, eq. 5)."""
        pc_plus = self.probability_cost
        return (1 - tpr) * pc_plus + fpr * (1 - pc_plus)

    def expected_cost(self, fpr: float, tpr: float) -> float:
        """Return the expected cost per case above perfect decisions, in money."""
        means = self.means
        return (1 - tpr) * self.prior * means.fn_cost + fpr * (1 - self.prior) * means.fp_cost

    def expected_profit(self, fpr: float, tpr: float) -> float:
        """Return the expected profit per case in money (Schupp, 2015, built up cell by cell)."""
        return self.perfect_profit - self.expected_cost(fpr, tpr)

    def fraction_targeted(self, fpr: float, tpr: float) -> float:
        """Return the share of cases decided positive; takes plain rates."""
        return self.prior * tpr + (1 - self.prior) * fpr

    def with_prior(self, prior: float) -> OperatingCondition:
        """Return the condition at another prior."""
        return replace(self, prior=prior)

    def with_fn_cost(self, fn_cost: float) -> OperatingCondition:
        """Return the condition at another mean cost of a miss; what a hit pays stays."""
        return replace(self, means=replace(self.means, fn_cost=fn_cost))
