"""What a rule that was chosen on the sample leads one to expect of new cases, class by class."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.distributions.normal import as_students
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.class_errors import (
    caution_of,
    class_errors,
    correlation,
)
from costcurve_gui.engine.resampling.figure_interval import CERTAIN, policy_rules
from costcurve_gui.engine.resampling.new_cases_interval import (
    ClassOutlook,
    Margins,
    NewCasesFigure,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.class_errors import ClassErrors
    from costcurve_gui.engine.resampling.figure_interval import PolicyRules
    from costcurve_gui.engine.resampling.replicate_rules import RuleChoice
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.rule_choice import RuleChooser
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.policy import Policy

OUT_OF_BAG, CORRECTED = "out of bag", "bootstrap optimism"
NO_OUT_OF_BAG = "most replicates leave out no case of a class"
NO_CASES = "classifiers without cases leave none out"
NO_RULE = "no rule suits"
NO_ROW = "a dominated classifier is not drawn"
OF_OPTIMISM = 2 / 3
"""How much of what a replicate's rule errs more out of bag than on the replicate is added to what
the sample's own rule errs there.

A replicate varies about the sample as the sample does about the population. With twice the
variance rules are flattered 1.4 times as much where they are chosen by noise alone, and 1.6 times
where the best one is sought (Kim & Pollard 1990)."""
FEW_UNLIKE, FEW_UNLIKE_ERRORS = 20.0, 3.0
"""Of so few equal cases or errors the interval of a normalized cost held in 93 to 100 of 100."""
FEWEST_KNOWN = 0.5
"""Share of the replicates that must leave out cases of both classes."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlook:
    """What to expect of new cases under a rule, and what the sample showed of it.

    Attributes
    ----------
    positives, negatives : ClassOutlook
        Each class.
    apparent : ResampledRates
        The rule on the whole sample, of one replicate.
    correlation : float
        Of what the errors of both classes cost: groups can have cases of both.
    level : float
        Confidence, between 0 and 1.
    source : str
        How the error rates were estimated.
    of_rule : Outlook or None
        The same of the very rule that the sample chose, where replicates may choose others that
        cost more or less; see `OF_OPTIMISM`.
    least_cost : bool
        Whether the rule of least expected cost was chosen.
    """

    positives: ClassOutlook
    negatives: ClassOutlook
    apparent: ResampledRates
    correlation: float
    level: float
    source: str
    of_rule: Outlook | None = None
    least_cost: bool = True

    @property
    def method(self) -> str:
        """How it was estimated, in the words of files."""
        if self.positives.certain:
            return CERTAIN
        varies = any(one.errors.wrong.variance for one in (self.positives, self.negatives))
        return f"{self.source}, {'Wilson and log t of amounts' if varies else 'Wilson'}"

    @property
    def caution(self) -> str:
        """Why the intervals are known to be too short; else empty."""
        positives, negatives = self.positives.errors, self.negatives.errors
        units = positives.units, negatives.units
        return caution_of(positives.worth, negatives.worth, units)

    @property
    def few_unlike(self) -> bool:
        """Whether a class or its errors are worth few equal ones, and some cost more."""
        return any(
            one.wrong.variance and (one.worth < FEW_UNLIKE or one.wrong.number < FEW_UNLIKE_ERRORS)
            for one in (self.positives.errors, self.negatives.errors)
        )

    def cost(self, prior: float) -> NewCasesFigure:
        """Return the expected cost per instance."""
        missed, alarms = prior * self.positives.wrong, (1 - prior) * self.negatives.wrong
        margins = self._together(
            self.positives.wrong_margins(self.level).times(prior),
            self.negatives.wrong_margins(self.level).times(1 - prior),
        )
        apparent = float(self.apparent.expected_cost(prior)[0, 0])
        return margins.around(apparent, missed + alarms).at_least(0.0)

    def normalized_cost(self, pc_plus: float) -> NewCasesFigure:
        """Return the expected cost as a share of the worst."""
        missed = pc_plus * self.positives.cost_rate
        alarms = (1 - pc_plus) * self.negatives.cost_rate
        margins = self._together(
            self.positives.cost_rate_margins(self.level).times(pc_plus),
            self.negatives.cost_rate_margins(self.level).times(1 - pc_plus),
        )
        apparent = float(self.apparent.normalized_expected_cost(pc_plus)[0, 0])
        return margins.around(apparent, missed + alarms).at_least(0.0)

    def profit(self, prior: float) -> NewCasesFigure:
        """Return the expected profit per instance."""
        cost = self.cost(prior)
        perfect = float(self.apparent.expected_profit(prior)[0, 0]) + (cost.apparent or 0.0)
        margins = self._together(
            self._of_payoffs(self.positives).times(prior),
            self._of_payoffs(self.negatives).times(1 - prior),
        )
        estimate = perfect - (cost.estimate or 0.0)
        return margins.around(perfect - (cost.apparent or 0.0), estimate)

    def lead(self, prior: float, trivial: str) -> NewCasesFigure:
        """Return by how much the rule is more profitable than calling "all" or "none" positive."""
        sides = (self.positives, prior), (self.negatives, 1 - prior)
        (gains, gain_stake), (losses, loss_stake) = sides if trivial == "none" else sides[::-1]
        estimate = gain_stake * gains.right - loss_stake * losses.wrong
        margins = self._together(
            gains.right_margins(self.level).times(gain_stake),
            losses.wrong_margins(self.level).reversed.times(loss_stake),
        )
        return margins.around(self._apparent_lead(prior, trivial), estimate)

    def net_benefit(self, prior: float, odds: float) -> NewCasesFigure:
        """Return the net benefit by count, a false alarm costing `odds` times a missed positive."""
        alarm = (1 - prior) * odds
        margins = self._together(
            self.positives.rate_margins(self.level).reversed.times(prior),
            self.negatives.rate_margins(self.level).reversed.times(alarm),
        )
        apparent = prior * self.apparent.tpr[0, 0] - alarm * self.apparent.fpr[0, 0]
        estimate = prior * (1 - self.positives.rate) - alarm * self.negatives.rate
        return margins.around(float(apparent), estimate)

    def _together(self, of_positives: Margins, of_negatives: Margins) -> Margins:
        return together((of_positives, of_negatives), self.correlation)

    def _of_payoffs(self, one: ClassOutlook) -> Margins:
        """Return the margins of what right decisions pay less what wrong ones cost.

        Where wrong ones pay the same on every case, only what right ones save is uncertain: then
        profit is as sure as the lead over a trivial classifier that pays the same on all.
        """
        if one.errors.wrong_pay_alike:
            return one.right_margins(self.level)
        payoff = one.errors.payoff_margin(self.level)
        margins = one.wrong_margins(self.level).reversed
        return together((margins, Margins(payoff, payoff)), -one.errors.payoff_with_cost)

    def _apparent_lead(self, prior: float, trivial: str) -> float:
        missed, alarm = self.apparent.fn_cost[0, 0], self.apparent.fp_cost[0, 0]
        at_stake = prior * missed if trivial == "none" else (1 - prior) * alarm
        return float(at_stake - self.apparent.expected_cost(prior)[0, 0])


def new_cases_outlooks(
    resampler: Resampler,
    model: RankedModel,
    choosers: Sequence[RuleChooser],
    progress: Progress = NO_PROGRESS,
) -> list[Outlook | str]:
    """Choose again in every replicate, and judge by what each left out.

    Parameters
    ----------
    resampler : Resampler
        What is resampled.
    model : RankedModel
        The model.
    choosers : sequence of RuleChooser
        What chooses among its thresholds, all at one condition. Those that choose from the same
        rows share replicates.
    progress : Progress, optional
        Advanced after each batch of replicates.

    Returns
    -------
    list of Outlook or str
        In this order; why there is none, where there is none.

    Notes
    -----
    Near the least cost all rules cost nearly the same. Of other criteria, and of rates by count
    where costs vary, replicates choose rules that cost more or less than that of the sample, and
    the mean out of bag is that of the criterion. `Outlook.of_rule` is of the rule itself.
    """
    found: dict[RuleChooser, Outlook | str] = {}
    waiting: dict[bytes, list[RuleChooser]] = {}
    for chooser in choosers:
        known = _without_cases(resampler, model, chooser, progress)
        if known is None:
            waiting.setdefault(chooser.rows.tobytes(), []).append(chooser)
        else:
            found[chooser] = known
    for turn, alike in enumerate(waiting.values()):
        drawn = _drawn(resampler, model, alike, progress.part(turn, len(waiting)))
        for at, chooser in enumerate(alike):
            found[chooser] = _of_left_out(resampler, model, chooser, drawn[:, at])
    return [found[chooser] for chooser in choosers]


def _without_cases(
    resampler: Resampler, model: RankedModel, chooser: RuleChooser, progress: Progress
) -> Outlook | str | None:
    """Return what needs no case left out: of rules that do not look, and of classifiers."""
    if chooser.policy is None:
        return NO_RULE
    if _is_dominated(model, chooser.policy):
        return NO_ROW
    rules, apparent = policy_rules(model, chooser.policy), chooser.fixed.rates(chooser.on_sample())
    certain = rules.rows.size == 1 and rules.rows[0] in (0, len(model.table) - 1)
    if not (certain or isinstance(model.table, FamilyTable)):
        return None
    errors = _errors(resampler, model, rules, apparent)
    expected = _columns(apparent)[0]
    if certain:
        return _of(expected, errors, apparent, resampler, certain=True)
    expected += _flattered(resampler, model, chooser, progress)
    return _of(expected.clip(0.0), errors, apparent, resampler, source=CORRECTED)


def _is_dominated(model: RankedModel, policy: Policy) -> bool:
    """Whether a classifier decides that has no row, so that `policy_rules` has another one's."""
    if not isinstance(model.table, FamilyTable):
        return False
    rows = policy_rules(model, policy).rows.tolist()
    return policy.classifiers != tuple(model.table.names[row] for row in rows)


def _of_left_out(
    resampler: Resampler, model: RankedModel, chooser: RuleChooser, drawn: Floats
) -> Outlook | str:
    """Return what errors of replicates' choices, as `_errors_of` has them, lead one to expect."""
    known = drawn[np.isfinite(drawn).all(axis=1)]
    if chooser.policy is None or len(known) <= FEWEST_KNOWN * len(drawn):
        return NO_OUT_OF_BAG
    apparent, expected = chooser.fixed.rates(chooser.on_sample()), known[:, :6].mean(axis=0)
    errors = _errors(resampler, model, policy_rules(model, chooser.policy), apparent)
    together = 0.0
    if resampler.spec.grouped:
        fixed = known[:, 12:]
        errors = [
            _grouped(one, values, units, resampler.spec.level)
            for one, values, units in zip(errors, fixed.T, resampler.sample.units, strict=True)
        ]
        together = correlation(fixed[:, 0], fixed[:, 1], np.ones(len(fixed)))
    more = OF_OPTIMISM * (expected - known[:, 6:12].mean(axis=0))
    of_rule = (_columns(apparent)[0] + more).clip(0.0)
    of_rule[:4] = of_rule[:4].clip(max=1.0)
    found, itself = (
        replace(_of(one, errors, apparent, resampler), correlation=together)
        for one in (expected, of_rule)
    )
    if chooser.least_cost and not resampler.sample.varies:
        return found  # what is chosen by has no other rules that cost as much
    return replace(found, of_rule=itself, least_cost=chooser.least_cost)


def _errors(
    resampler: Resampler, model: RankedModel, rules: PolicyRules, apparent: ResampledRates
) -> list[ClassErrors]:
    given = resampler.sample, model, rules
    missed, alarm = float(apparent.fn_cost[0, 0]), float(apparent.fp_cost[0, 0])
    return [
        class_errors(*given, missed, of_positives=True),
        class_errors(*given, alarm, of_positives=False),
    ]


def _flattered(
    resampler: Resampler, model: RankedModel, chooser: RuleChooser, progress: Progress
) -> Floats:
    """Return how much more errors of replicates' choices there are on the sample, shape (6,).

    Classifiers that are known by their counts have no cases that a replicate leaves out.
    """
    on_sample, policy = chooser.on_sample(), chooser.fixed

    def optimism(rates: ResampledRates) -> Floats:
        own = chooser.asked(rates)
        choice = chooser.chosen(own)
        # What the policy itself differs by is chance alone, of which this much is taken off.
        kept = policy.of(choice.first.size)
        return _more(choice, own, on_sample) - _more(kept, own, on_sample)

    drawn = collected(resampler.rates(model, chooser.rows), optimism, resampler.spec, progress)
    mean: Floats = np.nanmean(drawn, axis=0)
    return mean


def _more(choice: RuleChoice, own: ResampledRates, on_sample: ResampledRates) -> Floats:
    return _columns(choice.rates(on_sample)) - _columns(choice.rates(own))


def _drawn(
    resampler: Resampler, model: RankedModel, choosers: Sequence[RuleChooser], progress: Progress
) -> Floats:
    """Return the errors of m choosers, as `_errors_of` has them, shape (b, m, 14)."""
    asked = choosers[0].asked

    def judged(pair: tuple[ResampledRates, ResampledRates]) -> Floats:
        own, rest = (asked(rates) for rates in pair)
        return np.stack([_errors_of(chooser, own, rest) for chooser in choosers], axis=1)

    batches = resampler.rates_and_rest(model, choosers[0].rows)
    return collected(batches, judged, resampler.spec, progress)


def _errors_of(chooser: RuleChooser, own: ResampledRates, rest: ResampledRates) -> Floats:
    """Return errors of choices elsewhere and where they were made, and what the policy's cost."""
    choice = chooser.chosen(own)
    policy = chooser.fixed.of(choice.first.size)
    found = choice.rates(rest), choice.rates(own), policy.rates(own)
    return np.concatenate([_columns(rates) for rates in found], axis=1)[:, _OF_ERRORS]


_OF_ERRORS = [*range(12), 16, 17]


def _columns(rates: ResampledRates) -> Floats:
    """Return error rates by count, by cost, and what errors of each class cost, shape (b, 6)."""
    fnr, missed = 1 - rates.tpr, 1 - rates.tp_benefit_rate
    costs = rates.fn_cost * missed, rates.fp_cost * rates.fp_cost_rate
    columns = (fnr, rates.fpr, missed, rates.fp_cost_rate, *costs)
    return np.concatenate(columns, axis=1)


def _of(
    expected: Floats,
    errors: list[ClassErrors],
    apparent: ResampledRates,
    resampler: Resampler,
    *,
    certain: bool = False,
    source: str = OUT_OF_BAG,
) -> Outlook:
    """Return the outlook of mean errors as `_columns` has them."""
    at_stake = apparent.fn_cost[0, 0], apparent.fp_cost[0, 0]
    positives, negatives = (
        ClassOutlook(
            errors=errors[at],
            rate=float(expected[at]),
            cost_rate=float(expected[2 + at]),
            wrong=float(expected[4 + at]),
            right=max(float(at_stake[at] - expected[4 + at]), 0.0),
            certain=certain,
        )
        for at in range(2)
    )
    return Outlook(positives, negatives, apparent, 0.0, resampler.spec.level, source)


def _grouped(errors: ClassErrors, replicates: Floats, units: int, level: float) -> ClassErrors:
    """Return errors with as many cases as independent ones would be as sure as whole groups."""
    mean = float(replicates.mean())
    if mean > 0 and errors.squared_error > 0 and units > 1:
        spread = float(replicates.var()) / mean**2 * units / (units - 1)
        cases = errors.cases / max(spread / errors.squared_error, 1.0)
    else:
        cases = float(min(errors.cases, units))
    return replace(errors, cases=as_students(cases, units, level), units=float(units))
