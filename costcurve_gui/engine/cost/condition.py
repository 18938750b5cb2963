"""Where a classifier will work: prior, mean costs, and what follows from them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.payoff import PayoffMeans

    Rate = TypeVar("Rate", float, Floats)


def probability_cost(prior: Rate, fn_cost: float, fp_cost: float) -> Rate:
    """Return PC(+), the prior weighted by what errors cost.

    Parameters
    ----------
    prior : float or ndarray of float64
        p(+) where the classifier will work, 0-1.
    fn_cost, fp_cost : float
        C(-|+) and C(+|-), above 0, in any unit.

    Returns
    -------
    float or ndarray of float64
        Within 0-1.

    Raises
    ------
    ConstraintError
        Where the prior or a cost lies outside its range.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 3.2.

    Examples
    --------
    >>> probability_cost(0.2, fn_cost=8.0, fp_cost=2.0)
    0.5
    """
    require_rate("The prior", prior)
    _require_cost("a missed positive", fn_cost)
    _require_cost("a false alarm", fp_cost)
    # Only the ratio counts; dividing first keeps the products of extreme costs in range.
    unit = max(fn_cost, fp_cost)
    at_stake = prior * (fn_cost / unit)
    return at_stake / (at_stake + (1 - prior) * (fp_cost / unit))


def prior_at(probability_cost: Rate, fn_cost: float, fp_cost: float) -> Rate:
    """Return the prior that leads to a PC(+) under the same costs.

    Parameters
    ----------
    probability_cost : float or ndarray of float64
        PC(+), 0-1.
    fn_cost, fp_cost : float
        C(-|+) and C(+|-), above 0.

    Raises
    ------
    ConstraintError
        Where PC(+) or a cost lies outside its range.

    Examples
    --------
    >>> prior_at(0.5, fn_cost=8.0, fp_cost=2.0)
    0.2
    """
    require_rate("PC(+)", probability_cost)
    _require_cost("a missed positive", fn_cost)
    _require_cost("a false alarm", fp_cost)
    # PC(+) divides the odds by the cost ratio on the way back.
    unit = max(fn_cost, fp_cost)
    positive = probability_cost * (fp_cost / unit)
    return positive / (positive + (1 - probability_cost) * (fn_cost / unit))


def fraction_targeted(prior: float, fpr: Rate, tpr: Rate) -> Rate:
    """Return the expected share of positive decisions, 0-1.

    Parameters
    ----------
    prior : float
        p(+) where the classifier will work, 0-1.
    fpr, tpr : float or ndarray of float64
        Rates by count.

    Raises
    ------
    ConstraintError
        Where the prior lies outside its range.

    Examples
    --------
    >>> fraction_targeted(0.25, fpr=0.5, tpr=0.5)
    0.5
    """
    require_rate("The prior", prior)
    return prior * tpr + (1 - prior) * fpr


@dataclass(frozen=True, slots=True)
class OperatingCondition:
    """A prior together with mean payoffs.

    Attributes
    ----------
    prior : float
        p(+) where the classifier will work, 0-1.
    means : PayoffMeans
        Mean payoffs and error costs per instance.

    Raises
    ------
    ConstraintError
        Where the prior lies outside 0-1, or a mean cost is not above 0.

    Examples
    --------
    >>> from costcurve_gui.engine.cost.payoff import PayoffMeans
    >>> condition = OperatingCondition(0.2, PayoffMeans(10.0, 0.0, fn_cost=8.0, fp_cost=2.0))
    >>> condition.probability_cost, condition.slope, condition.cost_ratio
    (0.5, 1.0, 4.0)
    >>> round(condition.expected_profit(fpr=0.5, tpr=0.75), 12)
    0.8
    """

    prior: float
    means: PayoffMeans

    def __post_init__(self) -> None:
        require_rate("The prior", self.prior)
        _require_cost("a missed positive", self.means.fn_cost)
        _require_cost("a false alarm", self.means.fp_cost)

    @property
    def probability_cost(self) -> float:
        """PC(+), 0-1."""
        return probability_cost(self.prior, self.means.fn_cost, self.means.fp_cost)

    @property
    def slope(self) -> float:
        """Slope of the iso-performance lines in ROC space, 0 to +inf (Fawcett 2006, eq. 1)."""
        stake = self.probability_cost
        return (1 - stake) / stake if stake > 0 else math.inf

    @property
    def angle(self) -> float:
        """Angle of the iso-performance lines in radians, 0 to pi/2, finite everywhere."""
        stake = self.probability_cost
        return math.atan2(1 - stake, stake)

    @property
    def cost_ratio(self) -> float:
        """C(-|+) / C(+|-): how many false alarms a miss is worth."""
        return self.means.fn_cost / self.means.fp_cost

    @property
    def worst_cost(self) -> float:
        """Expected cost per instance of deciding every instance wrongly."""
        return self.expected_cost(1.0, 0.0)

    @property
    def stakes(self) -> tuple[float, float]:
        """What calling none positive costs per instance, and calling all positive."""
        return self.prior * self.means.fn_cost, (1 - self.prior) * self.means.fp_cost

    def expected_cost(self, fpr: Rate, tpr: Rate) -> Rate:
        """Return the expected cost per instance above the perfect classifier.

        Rates are those of ROCIV where costs vary (Drummond & Holte 2006, eq. 4).
        """
        none, every = self.stakes
        return (1 - tpr) * none + fpr * every

    def normalized_expected_cost(self, fpr: Rate, tpr: Rate) -> Rate:
        """Return the expected cost as a share of the worst, 0-1 (Drummond & Holte 2006, eq. 6)."""
        stake = self.probability_cost
        return (1 - tpr) * stake + fpr * (1 - stake)

    def expected_profit(self, fpr: Rate, tpr: Rate) -> Rate:
        """Return the expected payoff per instance; rates as in `expected_cost`."""
        return self._perfect_profit - self.expected_cost(fpr, tpr)

    def with_fn_cost(self, fn_cost: float) -> OperatingCondition:
        """Return the condition with another mean cost of a miss."""
        return replace(self, means=self.means.with_fn_cost(fn_cost))

    @property
    def _perfect_profit(self) -> float:
        return self.prior * self.means.tp_payoff + (1 - self.prior) * self.means.tn_payoff


def require_rate(name: str, values: float | Floats) -> None:
    """Raise `ConstraintError` unless every value lies within 0-1."""
    ends = (values.min(), values.max()) if isinstance(values, np.ndarray) else (values,)
    for value in ends:
        if not 0 <= value <= 1:
            raise ConstraintError(f"{name} must lie between 0 and 1; it is {value:g}.")


def _require_cost(error: str, value: float) -> None:
    if not 0 < value < math.inf:
        raise ConstraintError(
            f"The mean cost of {error} must be above 0 and finite, not {value:g}."
        )
