"""The cost of one fixed classifier: a weighted sum of two independent binomials.

Their distribution is summed without drawing from it, but at the observed rates: an interval of its
quantiles is that of a bootstrap of endless replicates, not an exact one of the true rates such as
Clopper and Pearson's.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import sum_of_products
from costcurve_gui.engine.cost.condition import require_rate
from costcurve_gui.engine.distributions.normal import require_level
from costcurve_gui.engine.errors import ConstraintError

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats, Indices

_DEVIATIONS, _MORE = 10, 20
"""How far from the mean a count may lie; what is beyond has no float64 share of 1."""
_HALVINGS = 60
_STEP_SLACK = 1e-9
"""Of one error: what rounding takes off a cost must not lose that error."""


def exact_cost_interval(
    fn: int, positives: int, fp: int, negatives: int, pc_plus: float, level: float = 0.90
) -> tuple[float, float]:
    """Return the quantiles of the cost of a classifier whose errors are binomial.

    They are what a bootstrap of endless replicates would find: fn ~ Bin(P, fnr) and
    fp ~ Bin(N, fpr), independent, at the observed rates.

    Parameters
    ----------
    fn, positives, fp, negatives : int
        Errors and test cases of each class; at least one case of each.
    pc_plus : float
        PC(+), 0-1.
    level : float, default 0.9
        Confidence: then the 5 % and the 95 % quantile.

    Returns
    -------
    low, high : float
        Normalized expected costs, 0-1.

    Raises
    ------
    ConstraintError
        Where a value lies outside its range.

    References
    ----------
    .. [1] Drummond & Holte (2006), section 4.6 and equation 5.

    Examples
    --------
    >>> low, high = exact_cost_interval(fn=4, positives=20, fp=4, negatives=10, pc_plus=0.5)
    >>> round(low, 6), round(high, 6)
    (0.15, 0.45)
    """
    require_rate("PC(+)", pc_plus)
    require_level(level)
    for errors, cases in ((fn, positives), (fp, negatives)):
        if not 0 <= errors <= cases or cases < 1:
            raise ConstraintError(f"There cannot be {errors} errors among {cases} cases.")
    cost = CostDistribution.of(fn, positives, fp, negatives)
    tail = (1 - level) / 2
    return cost.quantile(pc_plus, tail), cost.quantile(pc_plus, 1 - tail)


@dataclass(frozen=True, slots=True, eq=False)
class _ErrorRate:
    first: int
    shares: Floats
    cumulated: Floats
    cases: int

    @property
    def rates(self) -> Floats:
        return np.arange(self.first, self.first + self.shares.size) / self.cases

    def cumulated_at(self, counts: Indices) -> Floats:
        """Return the chance of at most so many errors."""
        steps = np.append(0.0, self.cumulated)
        chance: Floats = steps[(counts - self.first + 1).clip(0, self.cumulated.size)]
        return chance


@dataclass(frozen=True, slots=True, eq=False)
class CostDistribution:
    """What one fixed classifier may cost on test sets of the size of its own."""

    missed: _ErrorRate
    alarms: _ErrorRate

    @staticmethod
    def of(fn: int, positives: int, fp: int, negatives: int) -> CostDistribution:
        """Return the distribution at the observed rates; arguments as `exact_cost_interval`."""
        return CostDistribution(_binomial(fn, positives), _binomial(fp, negatives))

    def chance(self, pc_plus: float, cost: float) -> float:
        """Return the chance of at most a normalized expected cost."""
        rest = cost - pc_plus * self.missed.rates
        if pc_plus == 1:
            return float(self.missed.shares[rest >= -_STEP_SLACK / self.missed.cases].sum())
        counts = self._alarms_within(rest, pc_plus)
        return sum_of_products(self.missed.shares, self.alarms.cumulated_at(counts))

    def quantile(self, pc_plus: float, share: float) -> float:
        """Return the least cost that is not exceeded with at least a chance of `share`."""
        low, high = -1.0, 1.0
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            if self.chance(pc_plus, middle) >= share:
                high = middle
            else:
                low = middle
        return self._next_cost(pc_plus, low)

    def _next_cost(self, pc_plus: float, cost: float) -> float:
        """Return the least cost that errors can add up to above another."""
        missed, alarms = self.missed, self.alarms
        rest = cost - pc_plus * missed.rates
        if pc_plus == 1:
            return float(missed.rates[rest < -_STEP_SLACK / missed.cases].min())
        counts = self._alarms_within(rest, pc_plus) + 1
        costs = missed.rates * pc_plus + counts / alarms.cases * (1 - pc_plus)
        return float(costs[counts <= alarms.cases].min())

    def _alarms_within(self, rest: Floats, pc_plus: float) -> Indices:
        """Return how many alarms what is left of a cost allows, -1 where it is none at all."""
        allowed = rest * (self.alarms.cases / (1 - pc_plus)) + _STEP_SLACK
        counts: Indices = np.floor(allowed.clip(-1, self.alarms.cases)).astype(np.int64)
        return counts


def _binomial(errors: int, cases: int) -> _ErrorRate:
    """Return the chances of the counts near the mean, each from the one before."""
    rate = errors / cases
    if rate in (0, 1):
        return _ErrorRate(errors, np.ones(1), np.ones(1), cases)
    reach = _DEVIATIONS * sqrt(errors * (1 - rate)) + _MORE
    first, last = max(0, int(errors - reach)), min(cases, int(errors + reach) + 1)
    counts = np.arange(first, last, dtype=np.float64)
    # The odds of one error more, added up as logarithms: products would leave float64.
    steps = np.log((cases - counts) / (counts + 1) * (errors / (cases - errors)))
    heights = np.concatenate([[0.0], np.cumsum(steps)])
    shares = np.exp(heights - heights.max())
    shares /= shares.sum()
    return _ErrorRate(first, shares, np.cumsum(shares), cases)
