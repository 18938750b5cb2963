"""The optimism of the best threshold: its spread, and what is left of its profit out of bag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.chosen_thresholds import no_movement, score_interval
from costcurve_gui.engine.roc.curve import decimate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from costcurve_gui.engine.arrays import Floats, Indices
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.evaluation import ModelEvaluation
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


_ROWS = 1_000
"""So many thresholds stand for those of a longer table, beside the vertices of its hull."""
_SAME_COST = 1e-12
"""Share of the worst cost by which rounding parts costs that are equal."""
NO_OUT_OF_BAG = "most replicates leave out no case of a class"
_FEWEST = 0.5
"""Share of the replicates that must leave out cases of both classes for an out-of-bag cost."""


@dataclass(frozen=True, slots=True, eq=False)
class OptimismEstimate:
    """A threshold of least cost, and what to expect of it on cases that did not choose it.

    Costs are those of the errors, per instance in units of payoff; a profit is as much below the
    profit of deciding every instance rightly.

    Attributes
    ----------
    threshold : float
        The cheapest threshold on the whole sample.
    chosen : ndarray of float64, shape (b,)
        The cheapest threshold of each replicate; +inf where none is positive.
    low, high : float or None
        Percentile interval of the chosen thresholds, each of them a score; None where all
        replicates agree, which is no certainty.
    apparent_cost : float
        Expected cost on the sample that chose the threshold.
    corrected_cost : float
        The same less the optimism: the mean over the replicates of how much cheaper their own
        threshold is on the replicate than on the whole sample.
    out_of_bag_cost : float or None
        Mean cost of the replicates' thresholds on the instances that they left out; None where
        most replicates leave out no instance of a class.
    perfect_profit : float
        Expected profit of deciding every instance rightly.
    spec : BootstrapSpec
        Replicates, level and seed.
    """

    threshold: float
    chosen: Floats
    low: float | None
    high: float | None
    apparent_cost: float
    corrected_cost: float
    out_of_bag_cost: float | None
    perfect_profit: float
    spec: BootstrapSpec

    @property
    def threshold_reason(self) -> str:
        """Why the threshold has no interval, to be read after "no interval:"; else empty."""
        return no_movement(self.chosen, self.low)

    @property
    def out_of_bag_reason(self) -> str:
        """Why there is no figure out of bag; else empty."""
        return NO_OUT_OF_BAG if self.out_of_bag_cost is None else ""

    @property
    def optimism(self) -> float:
        """By how much the sample flatters the threshold that it chose, in units of payoff."""
        return self.corrected_cost - self.apparent_cost

    @property
    def corrected_profit(self) -> float:
        """Expected profit less the optimism."""
        return self.perfect_profit - self.corrected_cost

    @property
    def out_of_bag_profit(self) -> float | None:
        """Expected profit out of bag."""
        cost = self.out_of_bag_cost
        return None if cost is None else self.perfect_profit - cost


def optimism_estimate(
    resampler: Resampler,
    model: RankedModel,
    condition: OperatingCondition,
    *,
    progress: Progress = NO_PROGRESS,
) -> OptimismEstimate:
    """Choose the threshold again in every replicate, and judge it where it was not chosen.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    condition : OperatingCondition
        Prior and mean payoffs. Where they are not those of the sample, the costs of all
        instances of a class are taken to have changed in proportion.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    OptimismEstimate

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    The correction is that of Efron (1983) with the optimism of Harrell, Lee & Mark (1996). The
    out-of-bag cost is a little too high: a threshold chosen on the instances of a replicate has
    seen only about 63 % of the different ones. Of a table of more than a thousand thresholds
    those beside 250 steps of each rate are chosen from, and the vertices of the hull. Replicates
    that leave a class without weight do not count.

    References
    ----------
    .. [1] Efron (1983), Estimating the error rate of a prediction rule.
    .. [2] Harrell, Lee & Mark (1996), Multivariable prognostic models.
    """
    judge = _Judge(model.evaluation, condition)
    drawn = _judged(resampler, model, judge)
    picked = collected(drawn, lambda batch: batch, resampler.spec, progress)
    picked = picked[np.isfinite(picked[:, 1])]
    rows, on_replicate, left_out = picked[:, 0].astype(np.int64), picked[:, 1], picked[:, 2]
    thresholds = model.table.thresholds[judge.rows]
    apparent = float(judge.on_sample.min())
    low, high = score_interval(thresholds[rows], resampler.spec.level)
    return OptimismEstimate(
        threshold=float(thresholds[judge.cheapest(judge.on_sample[None])[0]]),
        chosen=read_only(thresholds[rows]),
        low=low,
        high=high,
        apparent_cost=apparent,
        corrected_cost=apparent + float((judge.on_sample[rows] - on_replicate).mean()),
        out_of_bag_cost=_mean_known(left_out),
        perfect_profit=float(condition.expected_profit(0.0, 1.0)),
        spec=resampler.spec,
    )


class _Judge:
    """The cost of every rule at a condition, on the sample and on replicates."""

    def __init__(self, evaluation: ModelEvaluation, condition: OperatingCondition) -> None:
        hull = evaluation.rociv_hull
        self.rows: Indices = decimate(evaluation.rates, _ROWS, hull=hull).indices
        self._prior = condition.prior
        self._rounding = _SAME_COST * condition.worst_cost
        self._own, self._asked = evaluation.means, condition.means
        rates = evaluation.rates
        at = rates.fpr_at(self.rows), rates.tpr_at(self.rows)
        self.on_sample: Floats = condition.expected_cost(*at)

    def cheapest(self, costs: Floats) -> Indices:
        """Return the rule of least cost in each replicate; of equal ones the highest threshold."""
        least: Floats = costs.min(axis=1, keepdims=True)
        best: Indices = (costs <= least + self._rounding).argmax(axis=1)
        return best

    def costs(self, rates: ResampledRates) -> Floats:
        """Return the expected cost of every rule in each replicate, shape (b, k)."""
        return rates.with_means(self._own, self._asked).expected_cost(self._prior)


def _judged(resampler: Resampler, model: RankedModel, judge: _Judge) -> Iterator[Floats]:
    """Yield the rule that each replicate chose, its cost there, and on what was left out."""
    for drawn, left_out in resampler.rates_and_rest(model, judge.rows):
        yield _chosen(judge, judge.costs(drawn), judge.costs(left_out))


def _chosen(judge: _Judge, costs: Floats, elsewhere: Floats) -> Floats:
    best = judge.cheapest(costs)
    at = np.arange(best.size), best
    return np.stack([best, costs[at], elsewhere[at]], axis=1)


def _mean_known(costs: Floats) -> float | None:
    known = costs[np.isfinite(costs)]
    return float(known.mean()) if known.size > _FEWEST * costs.size else None
