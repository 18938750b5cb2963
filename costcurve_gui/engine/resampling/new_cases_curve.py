"""What the thresholds that a cost curve chooses at each PC(+) cost on new cases."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.arrays import distinct, read_only
from costcurve_gui.engine.cost.belief import UNIFORM, expected_cost
from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band import PC_GRID, Band, no_interval, policy_rows
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.class_cells import curve_losses
from costcurve_gui.engine.resampling.class_errors import BELOW
from costcurve_gui.engine.resampling.count_resampling import CountResampler
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
    from costcurve_gui.engine.cost.belief import Belief
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.sample import RankedModel

METHOD = "out of bag, t of what replicates' thresholds lose"
_CROSSED = 60
"""Rules of each model that are drawn jointly where counts are drawn."""
_CHOICES = 20
"""So many replicates' choices are enough for a mean variance."""


@dataclass(frozen=True, slots=True, eq=False)
class NewCasesCurve:
    """Normalized expected cost of a model's own thresholds, or the difference of two such curves.

    Attributes
    ----------
    band : Band
        On new cases over `PC_GRID`: `estimate` is out of bag, and its interval pointwise.
    apparent : ndarray of float64, shape (101,)
        On this sample.
    expected_cost : NewCasesFigure
        Mean under the belief; under the uniform one the area under the curve.
    belief : BetaBelief or TriangularBelief
        Density of PC(+).
    method, caution, reason : str
        As in `NewCasesEstimate`.
    spec : BootstrapSpec
        Replicates, level and seed.
    """

    band: Band
    apparent: Floats
    expected_cost: NewCasesFigure
    belief: Belief
    method: str
    caution: str
    reason: str
    spec: BootstrapSpec


def new_cases_curve(
    resampler: Resampler,
    model: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> NewCasesCurve:
    """Estimate what the cheapest threshold at each PC(+) costs on new cases.

    Parameters
    ----------
    resampler : Resampler
        What is resampled, how often, and how sure to be.
    model : RankedModel
        The model.
    belief : BetaBelief or TriangularBelief, optional
        Density of PC(+) that the cost is averaged over as well.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    Where the cheapest rule decides without looking its cost is known. Elsewhere it is the mean
    out of bag, with Student's interval: of what the thresholds of replicates lose on each case,
    and a case more in each class at a single PC(+). That of the mean over PC(+) starts a quarter
    of the way towards the apparent mean, since a replicate chooses from fewer different cases; its
    upper end is on the scale of logarithms.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> rng = np.random.default_rng(1)
    >>> y_true = np.arange(200) % 2 == 0
    >>> y_score = rng.normal(size=200) + 1.2 * y_true
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    >>> model = RankedModel(evaluate_scores("a", y_true, y_score), rank_order(y_true, y_score))
    >>> area = new_cases_curve(resampler(sample, BootstrapSpec(200)), model).expected_cost
    >>> area.apparent < area.estimate, area.low < area.estimate < area.high
    (True, True)
    """
    return _curve(resampler, [model], belief, progress)


def new_cases_curve_lead(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    *,
    belief: Belief = UNIFORM,
    progress: Progress = NO_PROGRESS,
) -> NewCasesCurve:
    """Estimate how much more one model's own thresholds cost on new cases than another's.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    a, b : RankedModel
        The costs of the second are taken off those of the first.
    belief : BetaBelief or TriangularBelief, optional
        Density of PC(+) that the difference is averaged over as well.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Examples
    --------
    >>> import numpy as np
    >>> from costcurve_gui.engine import (
    ...     BootstrapSpec, PayoffMatrix, RankedModel, error_costs, evaluate_scores,
    ...     rank_order, resampled_sample, resampler,
    ... )
    >>> rng = np.random.default_rng(1)
    >>> y_true = np.arange(200) % 2 == 0
    >>> scores = [rng.normal(size=200) + shift * y_true for shift in (1.5, 0.5)]
    >>> payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    >>> drawing = resampler(
    ...     resampled_sample(y_true, payoff, error_costs(payoff, y_true)), BootstrapSpec(200)
    ... )
    >>> a, b = (
    ...     RankedModel(evaluate_scores("m", y_true, score), rank_order(y_true, score))
    ...     for score in scores
    ... )
    >>> found = new_cases_curve_lead(drawing, a, b).expected_cost
    >>> found.high < 0
    True
    """
    if not can_compare(resampler, (a, b)):
        return _unknown(
            np.full(PC_GRID.size, np.nan), None, NOTHING_IN_COMMON, belief, resampler.spec
        )
    return _curve(resampler, [a, b], belief, progress)


def _curve(
    resampler: JointResampler, models: list[RankedModel], belief: Belief, progress: Progress
) -> NewCasesCurve:
    if any(isinstance(model.table, FamilyTable) for model in models):
        nothing = np.full(PC_GRID.size, np.nan)
        return _unknown(nothing, None, NO_CASES, belief, resampler.spec)
    sides, weights = [_Side.of(model) for model in models], mean_weights(belief)
    if len(sides) > 1 and isinstance(resampler, CountResampler):
        sides = [side.thinned(_CROSSED) for side in sides]
    apparent = _difference([side.apparent() for side in sides])
    means = [expected_cost(model.evaluation.envelope, belief) for model in models]
    seen = means[0] - sum(means[1:])
    drawn = _drawn(resampler, sides, progress)
    known = np.isfinite(drawn.costs).all(axis=1)
    if np.count_nonzero(known) <= FEWEST_KNOWN * known.size:
        return _unknown(apparent, seen, NO_OUT_OF_BAG, belief, resampler.spec)
    estimate = drawn.costs[known].mean(axis=0)
    mean = seen + float(weights @ (estimate - apparent))
    margins = _Margins(resampler, sides, drawn.choices, drawn.fixed[known])
    figure = margins.of_mean(weights, mean, mean - seen).around(seen, mean)
    points = margins.of_points()
    ends = read_only(estimate - points), read_only(estimate + points)
    band = Band(PC_GRID, read_only(estimate), *ends, METHOD, resampler.spec)
    words = METHOD, margins.caution, ""
    return NewCasesCurve(band, read_only(apparent), figure, belief, *words, resampler.spec)


class _Margins:
    """How far the intervals of costs at PC(+), and of their mean, reach."""

    def __init__(
        self,
        resampler: JointResampler,
        sides: Sequence[_Side],
        choices: Sequence[Indices],
        fixed: Floats,
    ) -> None:
        self._resampler, self._sides, self._choices = resampler, sides, choices
        self._fixed = fixed
        models, rows = [side.model for side in sides], [side.rows for side in sides]
        self._cells = LossCells(resampler, models, rows)
        self.caution = self._cells.caution
        self._level = resampler.spec.level

    def of_mean(self, weights: Floats, mean: float, optimism: float) -> Margins:
        """Return those of the mean over PC(+): of a cost, or of the difference of two."""
        spread = self._spread(weights)
        if len(self._sides) == 1:
            margin = spread.margin(spread.normalized(added=(0.0, 0.0)), self._level)
            above = mean * (exp(margin / mean) - 1) if mean > 0 else margin
            return Margins(margin + BELOW * max(optimism, 0.0), above)
        variance = spread.normalized(added=(0.0, 0.0)) * self._cells.moved
        margin = spread.margin(variance, self._level)
        return Margins(margin, margin)

    def of_points(self) -> Floats:
        """Return that at each PC(+)."""
        found = np.zeros(PC_GRID.size)
        looks = ~np.logical_and.reduce([side.trivial for side in self._sides])
        for at in np.flatnonzero(looks).tolist():
            only = np.zeros(PC_GRID.size)
            only[at] = 1.0
            spread, pc_plus = self._spread(only), float(PC_GRID[at])
            found[at] = spread.margin(spread.normalized(added=(pc_plus, 1 - pc_plus)), self._level)
        return found

    def _spread(self, weights: Floats) -> LossSpread:
        spread = self._of(self._choices, weights)
        if not self._resampler.spec.grouped:
            return spread
        units = min(self._resampler.part(self._sides[0].model).sample.units)
        alone = self._of([side.at[None] for side in self._sides], weights)
        factor = group_factor(self._fixed @ weights, alone.normalized(added=(0.0, 0.0)), units)
        return spread.of_groups(factor, units)

    def _of(self, choices: Sequence[Indices], weights: Floats) -> LossSpread:
        stakes = weights * np.stack([PC_GRID, 1 - PC_GRID])
        used = weights > 0
        pairs = zip(choices, self._sides, strict=True)
        return self._cells.spread(
            [curve_losses(taken[:, used], stakes[:, used], side.rows.size) for taken, side in pairs]
        )


def _unknown(
    apparent: Floats, seen: float | None, reason: str, belief: Belief, spec: BootstrapSpec
) -> NewCasesCurve:
    band = no_interval(PC_GRID, np.full(PC_GRID.size, np.nan), reason, spec)
    return NewCasesCurve(band, read_only(apparent), no_figure(seen), belief, "", "", reason, spec)


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


def mean_weights(belief: Belief) -> Floats:
    """Return the weight of each point of `PC_GRID` in the mean of a curve straight between."""
    probability = np.diff(belief.cdf(PC_GRID))
    moment = np.diff(belief.moment_below(PC_GRID))
    width = np.diff(PC_GRID)
    upper = (moment - PC_GRID[:-1] * probability) / width
    weights = np.zeros(PC_GRID.size)
    weights[:-1] += probability - upper
    weights[1:] += upper
    return weights
