"""By how much one model's own choice does better than another's on new cases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.distributions.normal import two_sided_deviate
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.class_cells import rule_losses
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.difference_rules import same_ranking
from costcurve_gui.engine.resampling.few_cases import DIFFERENCES, RARE, TOO_LONG
from costcurve_gui.engine.resampling.figure_interval import NOTHING_IN_COMMON
from costcurve_gui.engine.resampling.independent_samples import (
    are_independent_samples,
    can_compare,
)
from costcurve_gui.engine.resampling.loss_spread import LossCells, LossSpread, group_factor
from costcurve_gui.engine.resampling.new_cases_interval import (
    Margins,
    NewCasesFigure,
    no_figure,
    together,
)
from costcurve_gui.engine.resampling.new_cases_outlook import (
    FEWEST_KNOWN,
    NO_CASES,
    NO_OUT_OF_BAG,
    NO_RULE,
    OF_OPTIMISM,
    new_cases_outlooks,
)
from costcurve_gui.engine.resampling.rule_choice import RuleChooser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.cost.condition import OperatingCondition
    from costcurve_gui.engine.resampling.bootstrap import BootstrapSpec
    from costcurve_gui.engine.resampling.independent_samples import JointResampler
    from costcurve_gui.engine.resampling.outlook import Outlook
    from costcurve_gui.engine.resampling.replicate_rules import ChosenPolicy, RuleChoice
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.rule_choice import Chooser
    from costcurve_gui.engine.resampling.sample import RankedModel

_FEW_DIFFERENT, _FEW_OF_RARE = 6.0, 8.0
"""Of a class; half a case more makes intervals of so few wide, which held in 93 to 97 of 100, and
half a case or a whole one, where costs vary, those of a rare class: 94 to 100."""
_MOVED_TOGETHER, _MOVED_UNLIKE = 1.05, 1.15
"""In place of `LossCells.moved` where both rules cut one ranking and so move together: with that
of two models a review band's gain over one threshold was held in 95 to 97 of 100 samples. Where
costs vary 1.05 was too little: trees of 1000+1000 were held in 84."""
_CROSSED = 60
"""Rules of each model that are drawn jointly where counts are drawn."""
METHOD = "out of bag, variance of what replicates decide differently"


@dataclass(frozen=True, slots=True)
class NewCasesLead:
    """By how much one model's own choice does better than another's on new cases.

    Attributes
    ----------
    profit, normalized_cost : NewCasesFigure
        Of the first model less that of the second.
    confidence : float or None
        How sure it is that the first model earns more, 0-1: the confidence of the one-sided
        interval of its lead in profit that begins at 0. None where there is no lead.
    method, caution, reason, spec
        As in `NewCasesEstimate`.
    """

    profit: NewCasesFigure
    normalized_cost: NewCasesFigure
    confidence: float | None
    method: str
    caution: str
    reason: str
    spec: BootstrapSpec

    @property
    def reversed(self) -> NewCasesLead:
        """The lead of the second model over the first."""
        return replace(
            self,
            profit=self.profit.negated,
            normalized_cost=self.normalized_cost.negated,
            confidence=None if self.confidence is None else 1 - self.confidence,
        )


class _Side(NamedTuple):
    """One of two models that are compared."""

    model: RankedModel
    chooser: RuleChooser

    @property
    def apparent(self) -> ResampledRates:
        """The policy on the whole sample."""
        return self.chooser.fixed.rates(self.chooser.on_sample())


def new_cases_lead(
    resampler: JointResampler,
    a: RankedModel,
    b: RankedModel,
    condition: OperatingCondition,
    *,
    choose_a: Chooser | ChosenPolicy | None = None,
    choose_b: Chooser | ChosenPolicy | None = None,
    progress: Progress = NO_PROGRESS,
) -> NewCasesLead:
    """Estimate by how much one model's own choice does better than another's on new cases.

    Both choose on the same replicate, and are judged on what it left out; or each on its own
    cases, where they were tested on different ones.

    Parameters
    ----------
    resampler : RowResampler, CountResampler or IndependentResampler
        What is resampled, how often, and how sure to be.
    a, b : RankedModel
        The model whose lead it is, and the one it is compared with.
    condition : OperatingCondition
        As in `new_cases_estimate`.
    choose_a, choose_b : callable or ChosenPolicy, optional
        The criterion of each, as in `new_cases_estimate`.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Raises
    ------
    Cancelled
        Where `progress` was cancelled.

    Notes
    -----
    The interval is Student's about the mean lead out of bag, or the normal one where all errors of
    a class cost the same. Its variance is that of what the two rules lose on each case, averaged
    over pairs of rules that replicates chose, with a case more in each class that they decide
    differently, half a case where costs do not vary (Agresti & Min 2005 add a whole one).

    Of classifiers without cases, tested on different ones, it is the difference of what is expected
    of each, with the margins of independent figures (Zou & Donner 2008).

    References
    ----------
    .. [1] Agresti & Min (2005), Simple improved confidence intervals for comparing matched
       proportions, Statistics in Medicine 24.

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
    >>> lead = new_cases_lead(drawing, a, b, a.evaluation.condition()).profit
    >>> lead.low > 0, lead.low < lead.estimate < lead.high
    (True, True)
    """
    spec = resampler.spec
    sides = (
        _Side(a, RuleChooser(a, condition, choose_a)),
        _Side(b, RuleChooser(b, condition, choose_b)),
    )
    reason = _no_lead(resampler, sides)
    if reason:
        return NewCasesLead(no_figure(), no_figure(), None, "", "", reason, spec)
    if all(_is_family(side) for side in sides):
        return _of_families(resampler, sides, condition, progress)
    if isinstance(resampler, CountResampler):
        for side in sides:
            side.chooser.thin(_CROSSED)
    apparent = _less(*(_costs(side.apparent, condition) for side in sides))[0]
    drawn = _drawn(resampler, sides, condition, progress)
    known = np.isfinite(drawn.costs).all(axis=1)
    if np.count_nonzero(known) <= FEWEST_KNOWN * known.size:
        return NewCasesLead(no_figure(), no_figure(), None, "", "", NO_OUT_OF_BAG, spec)
    costs = drawn.costs[known]
    cells = LossCells(resampler, (a, b), [side.chooser.rows for side in sides])
    expected = itself = costs.mean(axis=0)[:2]
    if not all(side.chooser.least_cost for side in sides):
        itself = apparent + OF_OPTIMISM * (expected - costs.mean(axis=0)[3:])
    margins, confidence, caution = (0.0, 0.0), 0.5, cells.caution()
    if costs.any() or not same_ranking(a, b):
        lead = -float(itself[0])
        margins, confidence, few = _margins(
            resampler, cells, sides, drawn.choices, costs[:, 2], condition, lead
        )
        if few:
            caution = caution or f"few {DIFFERENCES}: {TOO_LONG}"

    def figure(at: int) -> NewCasesFigure:
        around, seen = Margins(margins[at], margins[at]).around, float(apparent[at])
        found = around(seen, float(expected[at]))
        return found.with_ends_of(around(seen, float(itself[at])))

    money, normalized = figure(0), figure(1)
    return NewCasesLead(money.negated, normalized, confidence, METHOD, caution, "", spec)


class _Drawn(NamedTuple):
    """What b replicates gave.

    `costs` are differences of expected and normalized cost elsewhere, of the cost of both policies
    on the replicate, and of both costs of the choices there, (b, 5). `choices` are those of the
    first replicates.
    """

    costs: Floats
    choices: list[RuleChoice]


_OF_COSTS = [0, 1, 2, 4, 5]


def _drawn(
    resampler: JointResampler,
    sides: Sequence[_Side],
    condition: OperatingCondition,
    progress: Progress,
) -> _Drawn:
    models, rows = [side.model for side in sides], [side.chooser.rows for side in sides]
    first: list[RuleChoice] = []

    def judged(drawn: tuple[tuple[ResampledRates, ResampledRates], ...]) -> Floats:
        found, choices = [], []
        for side, pair in zip(sides, drawn, strict=True):
            own, rest = (side.chooser.asked(rates) for rates in pair)
            choices.append(side.chooser.chosen(own))
            fixed = side.chooser.fixed.of(choices[-1].first.size)
            judged_by = choices[-1].rates(rest), fixed.rates(own), choices[-1].rates(own)
            found.append(np.concatenate([_costs(one, condition) for one in judged_by], axis=1))
        first.extend([] if first else choices)
        return _less(*found)[:, _OF_COSTS]

    batches = resampler.joint_rates_and_rest(models, rows)
    costs = collected(batches, judged, resampler.spec, progress)
    return _Drawn(costs, first)


def _margins(
    resampler: JointResampler,
    cells: LossCells,
    sides: Sequence[_Side],
    choices: Sequence[RuleChoice],
    fixed: Floats,
    condition: OperatingCondition,
    lead: float,
) -> tuple[tuple[float, float], float, bool]:
    """Return how far the intervals of expected and normalized cost reach, and how sure a lead is.

    Last, whether both decide so few cases differently that the intervals are wide.

    `fixed` is what both policies cost differently on each replicate.
    """
    model, rows = sides[0].model, [side.chooser.rows for side in sides]
    own, asked = model.evaluation.means, condition.means
    stakes = (
        condition.prior * asked.fn_cost / own.fn_cost,
        (1 - condition.prior) * asked.fp_cost / own.fp_cost,
    )

    def of(taken: Sequence[RuleChoice]) -> LossSpread:
        pairs = zip(taken, rows, strict=True)
        costs = asked.fn_cost, asked.fp_cost
        return cells.spread([rule_losses(choice, at.size, costs) for choice, at in pairs])

    varies = resampler.part(model).sample.varies
    spread = of(choices) if varies else of(choices).of_counts()
    if resampler.spec.grouped:
        units = min(resampler.part(model).sample.units)
        alone = of([side.chooser.fixed for side in sides]).money(stakes)
        spread = spread.of_groups(group_factor(fixed, alone.value, units), units)
    level = resampler.spec.level
    pc_plus = condition.probability_cost
    variances = spread.money(stakes), spread.normalized((pc_plus, 1 - pc_plus))
    as_one = _cut_one_ranking(resampler, sides)
    moved = (_MOVED_UNLIKE if varies else _MOVED_TOGETHER) if as_one else cells.moved
    in_money, normalized = (variance.times(moved) for variance in variances)
    margins = in_money.margin(level), normalized.margin(level)
    few = _decide_few(spread, cells, as_one=as_one, varies=varies)
    return margins, in_money.confidence(lead), few


def _cut_one_ranking(resampler: JointResampler, sides: Sequence[_Side]) -> bool:
    """Whether two rules cut one ranking of the same cases, as a band and a threshold of a model."""
    models = [side.model for side in sides]
    return not are_independent_samples(resampler, models) and same_ranking(*models)


def _decide_few(spread: LossSpread, cells: LossCells, *, as_one: bool, varies: bool) -> bool:
    """Whether the intervals of a lead are wide, as two rules decide few cases differently.

    `as_one` where both rules cut one ranking.
    """
    numbers = spread.positives.number, spread.negatives.number
    (rare, number), (common, _) = sorted(zip(cells.cases, numbers, strict=True))
    if not as_one and common >= RARE * rare and number < _FEW_OF_RARE:
        return True
    return (as_one or not varies) and min(numbers) < _FEW_DIFFERENT


def _no_lead(resampler: JointResampler, sides: Sequence[_Side]) -> str:
    if not can_compare(resampler, [side.model for side in sides]):
        return NOTHING_IN_COMMON
    apart = are_independent_samples(resampler, [side.model for side in sides])
    families = sum(map(_is_family, sides))
    if families and not (apart and families == len(sides)):
        return NO_CASES
    return NO_RULE if any(side.chooser.policy is None for side in sides) else ""


def _is_family(side: _Side) -> bool:
    return isinstance(side.model.table, FamilyTable)


def _of_families(
    resampler: JointResampler,
    sides: Sequence[_Side],
    condition: OperatingCondition,
    progress: Progress,
) -> NewCasesLead:
    """Return the lead of classifiers without cases: the difference of what is expected of each."""
    outlooks: list[Outlook] = []
    for side in sides:
        drawn = resampler.part(side.model)
        (found,) = new_cases_outlooks(drawn, side.model, [side.chooser], progress)
        if isinstance(found, str):
            return NewCasesLead(no_figure(), no_figure(), None, "", "", found, resampler.spec)
        outlooks.append(found)
    prior, pc_plus = condition.prior, condition.probability_cost
    money = _difference(*(outlook.cost(prior) for outlook in outlooks)).negated
    normalized = _difference(*(outlook.normalized_cost(pc_plus) for outlook in outlooks))
    method = max((outlook.method for outlook in outlooks), key=len)
    caution = max((outlook.caution for outlook in outlooks), key=len)
    sure, spec = _confidence(money, resampler.spec.level), resampler.spec
    return NewCasesLead(money, normalized, sure, method, caution, "", spec)


def _difference(a: NewCasesFigure, b: NewCasesFigure) -> NewCasesFigure:
    """Return the difference of two figures from cases of their own (Zou & Donner 2008)."""
    ends = [np.array([one.apparent, one.estimate, one.low, one.high], float) for one in (a, b)]
    (seen, value, low, high), (other_seen, other, other_low, other_high) = ends
    margins = together(
        (Margins(value - low, high - value), Margins(other_high - other, other - other_low))
    )
    return margins.around(float(seen - other_seen), float(value - other))


def _confidence(lead: NewCasesFigure, level: float) -> float | None:
    """Return how sure a lead is above 0, as if it were normal."""
    if lead.estimate is None or lead.low is None or lead.high is None:
        return None
    reach = lead.estimate - lead.low if lead.estimate > 0 else lead.high - lead.estimate
    if not reach:
        return 0.5 + 0.5 * float(np.sign(lead.estimate))
    return erfc(-two_sided_deviate(level) * lead.estimate / reach / sqrt(2)) / 2


def _costs(rates: ResampledRates, condition: OperatingCondition) -> Floats:
    """Return the expected and the normalized expected cost, shape (b, 2)."""
    money = rates.expected_cost(condition.prior)
    normalized = rates.normalized_expected_cost(condition.probability_cost)
    return np.concatenate([money, normalized], axis=1)


def _less(first: Floats, second: Floats) -> Floats:
    return first - second
