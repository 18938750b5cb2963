"""What the thresholds that a cost curve chooses lead one to expect of new cases, over PC(+)."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import distinct
from costcurve_gui.engine.cost.belief import expected_cost
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.class_cells import curve_losses
from costcurve_gui.engine.resampling.class_errors import BELOW
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.few_cases import (
    ERRORS,
    FEW_OF_RARE,
    HARDLY_ANY_OF_RARE,
    RARE,
    TOO_LONG,
)
from costcurve_gui.engine.resampling.figure_interval import NOTHING_IN_COMMON
from costcurve_gui.engine.resampling.independent_samples import can_compare
from costcurve_gui.engine.resampling.loss_spread import LossCells, LossSpread, group_factor
from costcurve_gui.engine.resampling.new_cases_interval import (
    Margins,
    NewCasesFigure,
    no_figure,
)
from costcurve_gui.engine.resampling.new_cases_outlook import (
    FEWEST_KNOWN,
    NO_CASES,
    NO_OUT_OF_BAG,
)
from costcurve_gui.engine.resampling.rule_choice import RuleChooser, cheapest_over

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Bools, Floats, Indices
    from costcurve_gui.engine.cost.belief import Density
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.sample import RankedModel

METHOD = "out of bag, variance of what replicates' thresholds lose"
_CROSSED = 60
"""Rules of each model that are drawn jointly where counts are drawn."""
_CHOICES = 20
"""So many replicates' choices are enough for a mean variance."""
OF_LEAD = "the interval of the lead is known to be too short"
"""A caution that is not about costs."""
_FEW_UNLIKE, _FEW_ERRORS = 20.0, 7.0
"""Of classes worth fewer equal cases where costs vary, curves of fewer errors were held in 96: the
large amounts that a sample may lack count more than what it has. Leads over a stretch were held in
82 to 90, those of excellent scores and trees least often."""
_LACKING = 0.4
"""Of a case of each class, added to the variance that the upper end of a mean is from where costs
vary: a sample may lack large ones. Without it areas of excellent scores of 100+100 were held in 83
of 100 samples, with it in 85."""


class CurveOutlook:
    """What a model's own thresholds cost on new cases over PC(+), or how much more another's do.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    models : sequence of RankedModel
        One, or two: the costs of the second are taken off those of the first.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Attributes
    ----------
    apparent, estimate : ndarray of float64, shape (101,)
        On this sample and on new cases, over `PC_GRID`.
    method : str
        How it is estimated, in the words of files.
    reason : str
        Why there is no estimate; else empty.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.
    """

    method = METHOD

    def __init__(
        self,
        resampler: JointResampler,
        models: Sequence[RankedModel],
        *,
        progress: Progress = NO_PROGRESS,
    ) -> None:
        self._resampler, self._models = resampler, models
        self.apparent = self.estimate = np.full(PC_GRID.size, np.nan)
        self.reason = _no_curve(resampler, models)
        if self.reason:
            return
        self._sides = [_Side.of(model) for model in models]
        if len(models) > 1 and isinstance(resampler, CountResampler):
            self._sides = [side.thinned(_CROSSED) for side in self._sides]
        self.apparent = _difference([side.apparent() for side in self._sides])
        drawn = _drawn(resampler, self._sides, progress)
        known = np.isfinite(drawn.costs).all(axis=1)
        if np.count_nonzero(known) <= FEWEST_KNOWN * known.size:
            self.reason = NO_OUT_OF_BAG
            return
        self.estimate = drawn.costs[known].mean(axis=0)
        self._choices, self._fixed = drawn.choices, drawn.fixed[known]
        self._cells = LossCells(resampler, models, [side.rows for side in self._sides])

    @property
    def caution(self) -> str:
        """Why intervals are known to be too short, or longer than they need be; else empty."""
        if self.reason:
            return ""
        return self._cells.caution(of_curve=True) or self._caution_of_errors()

    def _caution_of_errors(self) -> str:
        """Return why the interval of one model's costs is too long, by its errors at a half.

        Of a lead why it is too short, where few cases of unlike costs make it.
        """
        few_unlike = self._varies and max(self._cells.worths) < _FEW_UNLIKE
        if len(self._sides) > 1:
            return f"few cases of unlike costs: {OF_LEAD}" if few_unlike else ""
        (side,), middle = self._sides, PC_GRID.size // 2
        row, table = side.policy[[middle]], side.model.table
        rates = 1 - float(table.tpr_at(row)[0]), float(table.fpr_at(row)[0])
        errors = [cases * rate for cases, rate in zip(self._cells.cases, rates, strict=True)]
        (rare, of_rare), (common, _) = sorted(zip(self._cells.cases, errors, strict=True))
        if common >= RARE * rare and of_rare < HARDLY_ANY_OF_RARE:
            return FEW_OF_RARE
        return f"few {ERRORS}: {TOO_LONG}" if few_unlike and sum(errors) < _FEW_ERRORS else ""

    def mean(self, density: Density) -> NewCasesFigure:
        """Return the mean cost, or difference of costs, under a density of PC(+).

        Its interval is Student's, of what the thresholds of replicates lose on each case. That of a
        cost starts a quarter of the way towards the apparent mean, since a replicate chooses from
        fewer different cases, and its upper end is on the scale of logarithms; where all errors of
        a class cost the same it has the normal deviate.
        """
        if self.reason == NOTHING_IN_COMMON:
            return no_figure()
        means = [expected_cost(model.evaluation.envelope, density) for model in self._models]
        seen = means[0] - sum(means[1:])
        if self.reason:
            return no_figure(seen)
        weights = mean_weights(density)
        mean = seen + float(weights @ (self.estimate - self.apparent))
        return self._margins(weights, mean, mean - seen).around(seen, mean)

    def _margins(self, weights: Floats, mean: float, optimism: float) -> Margins:
        level, spread = self._resampler.spec.level, self._spread(weights)
        if len(self._sides) == 1:
            spread = replace(spread, counted=not self._varies)
            margin = spread.normalized(added=(0.0, 0.0)).margin(level)
            upper = spread.normalized(added=self._lacking(weights)).margin(level)
            above = mean * (exp(upper / mean) - 1) if mean > 0 else upper
            return Margins(margin + BELOW * max(optimism, 0.0), above)
        variance = spread.normalized(added=(0.0, 0.0))
        margin = variance.times(self._cells.moved).margin(level)
        return Margins(margin, margin)

    def _lacking(self, weights: Floats) -> tuple[float, float]:
        """Return how much an error of either class counts that costs more than those seen."""
        added, middle = _LACKING * self._varies, float(weights @ PC_GRID)
        return added * middle, added * (1 - middle)

    @property
    def _varies(self) -> bool:
        """Whether costs of a class vary; else a loss is a count, and has the normal deviate."""
        return self._resampler.part(self._models[0]).sample.varies

    def reach(self) -> tuple[Floats, Floats]:
        """Return how far the interval at each PC(+) reaches below and above, shape (101,).

        A case more in each class is added; where the cheapest rule decides without looking its
        cost is known.
        """
        found = np.zeros(PC_GRID.size)
        looks = ~np.logical_and.reduce([side.trivial for side in self._sides])
        for at in np.flatnonzero(looks).tolist():
            only = np.zeros(PC_GRID.size)
            only[at] = 1.0
            spread, pc_plus = self._spread(only), float(PC_GRID[at])
            variance = spread.normalized(added=(pc_plus, 1 - pc_plus))
            found[at] = variance.margin(self._resampler.spec.level)
        return found, found

    def _spread(self, weights: Floats) -> LossSpread:
        spread = self._of(self._choices, weights)
        if not self._resampler.spec.grouped:
            return spread
        units = min(self._resampler.part(self._models[0]).sample.units)
        alone = self._of([side.at[None] for side in self._sides], weights)
        variance = alone.normalized(added=(0.0, 0.0)).value
        factor = group_factor(self._fixed @ weights, variance, units)
        return spread.of_groups(factor, units)

    def _of(self, choices: Sequence[Indices], weights: Floats) -> LossSpread:
        stakes = weights * np.stack([PC_GRID, 1 - PC_GRID])
        used = weights > 0
        pairs = zip(choices, self._sides, strict=True)
        return self._cells.spread(
            [curve_losses(taken[:, used], stakes[:, used], side.rows.size) for taken, side in pairs]
        )


def _no_curve(resampler: JointResampler, models: Sequence[RankedModel]) -> str:
    if len(models) > 1 and not can_compare(resampler, models):
        return NOTHING_IN_COMMON
    return NO_CASES if any(isinstance(model.table, FamilyTable) for model in models) else ""


class _Side(NamedTuple):
    """One model with the policy that its envelope is, and the rows that replicates choose from."""

    model: RankedModel
    rows: Indices
    policy: Indices

    @classmethod
    def of(cls, model: RankedModel) -> _Side:
        rows = RuleChooser(model, model.evaluation.condition()).rows
        return cls(model, rows, policy_rows(model.evaluation))

    def thinned(self, most: int) -> _Side:
        """Return the side with at most so many rows, spread over those of the policy."""
        rows = distinct(np.array([0, len(self.model.table) - 1]), self.policy)
        if rows.size > most:
            rows = rows[np.linspace(0, rows.size - 1, most).astype(np.int64)]
        return self._replace(rows=rows)

    @property
    def trivial(self) -> Bools:
        """Where the policy decides without looking."""
        trivial: Bools = (self.policy == 0) | (self.policy == len(self.model.table) - 1)
        return trivial

    @property
    def at(self) -> Indices:
        """Positions of the policy among the rows that are chosen from, the last not after it."""
        at: Indices = np.searchsorted(self.rows, self.policy, side="right") - 1
        return at

    def apparent(self) -> Floats:
        """Return what the policy costs on the sample."""
        source = self.model.evaluation.rates
        missed, alarms = 1 - source.tpr_at(self.policy), source.fpr_at(self.policy)
        costs: Floats = missed * PC_GRID + alarms * (1 - PC_GRID)
        return costs

    def chosen(self, rates: ResampledRates) -> Indices:
        """Return the rules of replicates: where the policy does not look, it is certain."""
        return np.where(self.trivial, self.at, cheapest_over(rates, PC_GRID))


class _Drawn(NamedTuple):
    """What b replicates gave, at each PC(+).

    `costs` of their rules elsewhere, `fixed` those of the policies on the replicate, (b, 101) each;
    `choices` are the rules of the first replicates, for each model.
    """

    costs: Floats
    fixed: Floats
    choices: list[Indices]


def _drawn(resampler: JointResampler, sides: Sequence[_Side], progress: Progress) -> _Drawn:
    first: list[Indices] = []

    def judged(drawn: tuple[tuple[ResampledRates, ResampledRates], ...]) -> Floats:
        choices = [side.chosen(own) for side, (own, _) in zip(sides, drawn, strict=True)]
        first.extend([] if first else [one[:_CHOICES] for one in choices])
        elsewhere = [_costs(rest, at) for (_, rest), at in zip(drawn, choices, strict=True)]
        fixed = [_costs(own, side.at[None]) for side, (own, _) in zip(sides, drawn, strict=True)]
        return np.stack([_difference(elsewhere), _difference(fixed)], axis=1)

    models, rows = [side.model for side in sides], [side.rows for side in sides]
    batches = resampler.joint_rates_and_rest(models, rows)
    found = collected(batches, judged, resampler.spec, progress)
    return _Drawn(found[:, 0], found[:, 1], first)


def _costs(rates: ResampledRates, chosen: Indices) -> Floats:
    """Return the normalized expected cost of a rule at each PC(+), shape (b, 101)."""
    at = np.arange(len(rates.fpr))[:, None], chosen
    fnr, fpr = 1 - rates.tp_benefit_rate[at], rates.fp_cost_rate[at]
    costs: Floats = fnr * PC_GRID + fpr * (1 - PC_GRID)
    return costs


def _difference(found: Sequence[Floats]) -> Floats:
    return found[0] if len(found) == 1 else found[0] - found[1]


def mean_weights(density: Density) -> Floats:
    """Return the weight of each point of `PC_GRID` in the mean of a curve straight between."""
    probability = np.diff(density.cdf(PC_GRID))
    moment = np.diff(density.moment_below(PC_GRID))
    width = np.diff(PC_GRID)
    upper = (moment - PC_GRID[:-1] * probability) / width
    weights = np.zeros(PC_GRID.size)
    weights[:-1] += probability - upper
    weights[1:] += upper
    return weights
