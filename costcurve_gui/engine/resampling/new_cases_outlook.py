"""What a rule that was chosen on the sample leads one to expect of new cases, class by class."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from costcurve_gui.engine.counts.family import FamilyTable
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.resampling.band_outlook import band_outlook
from costcurve_gui.engine.resampling.bootstrap import collected
from costcurve_gui.engine.resampling.class_errors import class_errors, correlation
from costcurve_gui.engine.resampling.figure_interval import policy_rules
from costcurve_gui.engine.resampling.new_cases_interval import ClassOutlook
from costcurve_gui.engine.resampling.outlook import Outlook

if TYPE_CHECKING:
    from collections.abc import Sequence

    from costcurve_gui.engine.arrays import Floats
    from costcurve_gui.engine.resampling.class_errors import ClassErrors
    from costcurve_gui.engine.resampling.replicate_rules import RuleChoice
    from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
    from costcurve_gui.engine.resampling.resampler import Resampler
    from costcurve_gui.engine.resampling.rule_choice import RuleChooser
    from costcurve_gui.engine.resampling.sample import RankedModel
    from costcurve_gui.engine.selection.policy import Policy

OUT_OF_BAG, CORRECTED = "out of bag", "bootstrap optimism"
STANDS_IN = ", chosen by least cost in place of the criterion"
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
FEWEST_KNOWN = 0.5
"""Share of the replicates that must leave out cases of both classes."""


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
    waiting: dict[tuple[bool, bytes], list[RuleChooser]] = {}
    for chooser in choosers:
        known = _without_cases(resampler, model, chooser, progress)
        if known is None:  # of a band both ends are judged
            alike = chooser.reviewer is None, chooser.rows.tobytes()
            waiting.setdefault(alike, []).append(chooser)
        else:
            found[chooser] = known
    for turn, group in enumerate(waiting.values()):
        drawn = _drawn(resampler, model, group, progress.part(turn, len(waiting)))
        for at, chooser in enumerate(group):
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
    ends = set(chooser.policy_rows.tolist())
    certain = chooser.policy.mixing == 0 and ends <= {0, len(model.table) - 1}
    if not (certain or isinstance(model.table, FamilyTable)):
        return None
    expected = _judged(chooser, chooser.fixed, chooser.on_sample())[0]
    if chooser.reviewer is not None:
        return band_outlook(resampler, model, chooser, expected)
    apparent = chooser.fixed.rates(chooser.on_sample())
    errors = _errors(resampler, model, chooser, apparent)
    if certain:
        return _of(expected, errors, apparent, resampler, certain=True)
    expected += _flattered(resampler, model, chooser, progress)
    return _of(expected.clip(0.0), errors, apparent, resampler, source=_source(CORRECTED, chooser))


def _source(how: str, chooser: RuleChooser) -> str:
    return how + STANDS_IN if chooser.stands_in else how


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
    known = drawn[np.isfinite(drawn).all(axis=(1, 2))]
    if len(known) <= FEWEST_KNOWN * len(drawn):
        return NO_OUT_OF_BAG
    expected, own = known[:, :2].mean(axis=0)
    on_sample = _judged(chooser, chooser.fixed, chooser.on_sample())[0]
    of_rule = on_sample + OF_OPTIMISM * (expected - own)
    of_rule = of_rule.clip(0.0, _most_errors(chooser.on_sample(), of_rule.size // 6))
    outlook = _of_threshold if chooser.reviewer is None else band_outlook
    found, itself, seen = (
        outlook(resampler, model, chooser, errors, known[:, 2])
        for errors in (expected, of_rule, on_sample)
    )
    if chooser.reviewer is not None:
        found = replace(found, of_sample=seen)
    if chooser.least_cost and not resampler.sample.varies:
        return found  # what is chosen by has no other rules that cost as much
    return replace(
        found,
        of_rule=itself,
        least_cost=chooser.least_cost,
        at_other_costs=chooser.at_other_costs,
    )


def _most_errors(rates: ResampledRates, rules: int) -> Floats:
    """Return what errors are at most, as `ResampledRates.errors` has them of so many rules."""
    at_stake = rates.fn_cost[0, 0], rates.fp_cost[0, 0]
    return np.repeat([1.0, 1.0, 1.0, 1.0, *at_stake], rules)


def _of_threshold(
    resampler: Resampler, model: RankedModel, chooser: RuleChooser, expected: Floats, fixed: Floats
) -> Outlook:
    apparent = chooser.fixed.rates(chooser.on_sample())
    errors = _errors(resampler, model, chooser, apparent)
    together = 0.0
    if resampler.spec.grouped:
        costs = fixed[:, 4:]
        errors = [
            one.of_groups(values, units, resampler.spec.level)
            for one, values, units in zip(errors, costs.T, resampler.sample.units, strict=True)
        ]
        together = correlation(costs[:, 0], costs[:, 1], np.ones(len(costs)))
    source = _source(OUT_OF_BAG, chooser)
    return replace(_of(expected, errors, apparent, resampler, source=source), correlation=together)


def _errors(
    resampler: Resampler, model: RankedModel, chooser: RuleChooser, apparent: ResampledRates
) -> list[ClassErrors]:
    given = resampler.sample, model, chooser.rules
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
    return choice.rates(on_sample).errors() - choice.rates(own).errors()


def _drawn(
    resampler: Resampler, model: RankedModel, choosers: Sequence[RuleChooser], progress: Progress
) -> Floats:
    """Return the errors of m choosers, as `_errors_of` has them, shape (b, m, 3, k)."""
    asked = choosers[0].asked

    def judged(pair: tuple[ResampledRates, ResampledRates]) -> Floats:
        own, rest = (asked(rates) for rates in pair)
        return np.stack([_errors_of(chooser, own, rest) for chooser in choosers], axis=1)

    batches = resampler.rates_and_rest(model, choosers[0].rows)
    return collected(batches, judged, resampler.spec, progress)


def _errors_of(chooser: RuleChooser, own: ResampledRates, rest: ResampledRates) -> Floats:
    """Return errors of choices elsewhere and where they were made, and the policy's there."""
    choice = chooser.chosen(own)
    policy = chooser.fixed.of(choice.first.size)
    pairs = (choice, rest), (choice, own), (policy, own)
    return np.stack([_judged(chooser, *pair) for pair in pairs], axis=1)


def _judged(chooser: RuleChooser, choice: RuleChoice, rates: ResampledRates) -> Floats:
    """Return errors as `ResampledRates.errors` has them: of a band those at both ends."""
    judged = choice.rates(rates) if chooser.reviewer is None else choice.at_ends(rates)
    return judged.errors()


def _of(
    expected: Floats,
    errors: list[ClassErrors],
    apparent: ResampledRates,
    resampler: Resampler,
    *,
    certain: bool = False,
    source: str = OUT_OF_BAG,
) -> Outlook:
    """Return the outlook of mean errors as `ResampledRates.errors` has them."""
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
