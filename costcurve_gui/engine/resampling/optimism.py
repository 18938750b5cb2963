"""The optimism of the best threshold: its spread, and what is left of its profit out of bag."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.arrays import read_only
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.chosen_thresholds import no_movement, score_interval
from costcurve_gui.engine.resampling.few_cases import caution_of_threshold, errors_of_threshold
from costcurve_gui.engine.resampling.new_cases_outlook import FEWEST_KNOWN, NO_OUT_OF_BAG
from costcurve_gui.engine.resampling.rule_choice import RuleChooser

if TYPE_CHECKING:
    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel


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
    caution : str
        Why the interval of the threshold is known to be too short, or too long; else empty.
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
    caution: str = ""

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
    chooser = RuleChooser(model, condition)
    on_sample = chooser.on_sample()
    source = model.evaluation.rates
    costs = condition.expected_cost(source.fpr_at(chooser.rows), source.tpr_at(chooser.rows))

    def judged(pair: tuple[ResampledRates, ResampledRates]) -> Floats:
        own, rest = (chooser.asked(rates) for rates in pair)
        choice = chooser.chosen(own)
        found = (choice.rates(rates).expected_cost(condition.prior) for rates in (own, rest))
        return np.concatenate([choice.first[:, None], *found], axis=1)

    drawn = resampler.rates_and_rest(model, chooser.rows)
    picked = collected(drawn, judged, resampler.spec, progress)
    picked = picked[np.isfinite(picked[:, 1])]
    rows, on_replicate, left_out = picked[:, 0].astype(np.int64), picked[:, 1], picked[:, 2]
    thresholds = model.table.thresholds[chooser.rows]
    apparent = float(costs.min())
    best = int(chooser.chosen(on_sample).first[0])
    row, stakes = int(chooser.rows[best]), condition.stakes
    errors = errors_of_threshold(resampler.sample, model, row, stakes)
    low, high = score_interval(thresholds[rows], resampler.spec.level, errors)
    return OptimismEstimate(
        threshold=float(thresholds[best]),
        chosen=read_only(thresholds[rows]),
        low=low,
        high=high,
        apparent_cost=apparent,
        corrected_cost=apparent + float((costs[rows] - on_replicate).mean()),
        out_of_bag_cost=_mean_known(left_out),
        perfect_profit=float(condition.expected_profit(0.0, 1.0)),
        spec=resampler.spec,
        caution="" if low is None else caution_of_threshold(model, errors),
    )


def _mean_known(costs: Floats) -> float | None:
    known = costs[np.isfinite(costs)]
    return float(known.mean()) if known.size > FEWEST_KNOWN * costs.size else None
