"""How replicates choose again where costs and prior are not those in force: beliefs, regret, units.

A draw of what is uncertain weighs the mean costs of misses and false alarms; all cases of a class
are taken to keep the proportions of their costs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.resampling.replicate_rules import TIE, RuleChoice, first_best

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates


@dataclass(frozen=True, slots=True)
class BestAtCosts:
    """The threshold of least cost by other factors of the mean costs than the priors in force."""

    misses: float
    alarms: float

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        del condition
        earned, size = _earned(rates, self.misses, self.alarms)
        return RuleChoice.single(first_best(earned, TIE * size))


@dataclass(frozen=True, slots=True)
class CheapestThere(BestAtCosts):
    """What stands in for a criterion that takes more than the rates of a replicate.

    Replicates choose the cheapest threshold at the cost ratio, the nearest to that in force, at
    which the sample's own one is the cheapest. No other choice among thresholds near it flatters
    what they cost as much.
    """

    @classmethod
    def of(
        cls, evaluation: ModelEvaluation, condition: OperatingCondition, row: int
    ) -> CheapestThere:
        """Return the stand-in for a criterion that chose a row of the threshold table."""
        near, means = condition.probability_cost, condition.means
        pc_plus = evaluation.envelope.pc_plus_of(row, near)
        return cls(pc_plus / means.fn_cost, (1 - pc_plus) / means.fp_cost)


@dataclass(frozen=True, slots=True)
class LeastWorstRegret:
    """The threshold whose largest regret over draws is least (Savage 1951).

    Attributes
    ----------
    misses, alarms : tuple of float
        Factors of the mean costs in each draw, as those of `BestAtCosts`.
    others : tuple of float
        What the best threshold of another model costs in each draw on the whole sample, which
        replicates leave as it is; infinite where there is no other model.
    """

    misses: tuple[float, ...]
    alarms: tuple[float, ...]
    others: tuple[float, ...]

    def chosen(self, rates: ResampledRates, condition: OperatingCondition) -> RuleChoice:
        """Return the rule that each replicate chooses."""
        del condition
        worst, largest = np.full(rates.fpr.shape, -np.inf), 0.0
        for misses, alarms, others in zip(self.misses, self.alarms, self.others, strict=True):
            earned, size = _earned(rates, misses, alarms)
            best = earned.max(axis=1, keepdims=True)
            best = np.maximum(best, misses * rates.fn_cost - others)
            np.maximum(worst, best - earned, out=worst)
            largest = max(largest, size)
        return RuleChoice.single(first_best(-worst, TIE * largest))


def _earned(rates: ResampledRates, misses: float, alarms: float) -> tuple[Floats, float]:
    """Return what rules earn more than acting on nobody, shape (b, k), and its largest size."""
    gain = misses * rates.fn_cost * rates.tp_benefit_rate
    loss = alarms * rates.fp_cost * rates.fp_cost_rate
    return gain - loss, float(np.max(misses * rates.fn_cost + alarms * rates.fp_cost))
