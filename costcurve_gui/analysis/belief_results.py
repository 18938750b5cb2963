"""Risk, regret and value of information of the models of a snapshot, and the size of a test."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np

from costcurve_gui.analysis.case_lists import cell_payoffs, shares_of
from costcurve_gui.analysis.parameters import PRIOR, unused_parameters
from costcurve_gui.analysis.uncertain_conditions import (
    COST_RATIO,
    Conditions,
    conditions_of,
)
from costcurve_gui.analysis.uncertain_profits import ModelProfits, model_profits
from costcurve_gui.engine.distributions.uncertain_numbers import (
    BetaBelief,
    NumberRange,
    parse_uncertain_number,
)
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.uncertainty.break_even import BreakEven, break_even
from costcurve_gui.engine.uncertainty.cases_needed import (
    CasesNeeded,
    paired_cases_needed,
)
from costcurve_gui.engine.uncertainty.information import (
    Worth,
    drawn_means,
    information_of_difference,
    information_of_lines,
    partial_information,
    value_of_information,
)
from costcurve_gui.engine.uncertainty.model_risk import ModelRisk, model_risk, with_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from costcurve_gui.analysis.snapshot import Snapshot
    from costcurve_gui.engine.arrays import Floats

FIXED: Final = "threshold fixed"
REOPTIMISED: Final = "best threshold of each draw"
PICKING: Final = ("least expected cost", "least worst regret")
"""What may pick a model where conditions are uncertain."""
POWER: Final = 0.8
_REACH: Final = 5.0
"""How many widths of its belief beyond its ends a parameter is followed."""
_SAMPLES: Final = 20_000
_MOST_CASES: Final = 20_000_000
"""So often endless test cases are drawn, and at most so many cases in all."""
_UNPAIRED: Final = "cases of each model's own do not say how both differ on one case"


@dataclass(frozen=True, slots=True)
class Knowing:
    """What it is worth to know one thing exactly, per case; None where it is not computed.

    `break_even` tells where the best model changes with a parameter, the others as in force.
    """

    value: Worth | None
    break_even: BreakEven | None = None


@dataclass(frozen=True, slots=True, eq=False)
class BeliefResult:
    """What models come to under what is believed.

    `risks` has the figures with thresholds fixed and with the best ones of each draw, by method;
    its models are in the order of `keys`. `knowing` is about each parameter, believed or not, and
    the prior and the cost ratio where these are uncertain; `together` about all that is believed,
    None where that is nothing, `sample` about endless test cases. `draws` are those that count,
    `left_out` those in which an error would cost nothing or less.
    """

    keys: tuple[str, ...]
    risks: dict[str, ModelRisk]
    knowing: dict[str, Knowing]
    together: Worth | None
    sample: Worth | None
    draws: int
    left_out: int

    def picks(self, method: str = FIXED) -> dict[str, str | None]:
        """Return the key of the model that each criterion picks; None where there are no means."""
        risk = self.risks[method]
        places = risk.least_expected_cost, risk.least_worst_regret
        return {
            word: None if at is None else self.keys[at]
            for word, at in zip(PICKING, places, strict=True)
        }


def belief_result(snapshot: Snapshot, *, progress: Progress = NO_PROGRESS) -> BeliefResult:
    """Draw what is believed and say what follows; the seed is that of the intervals.

    Raises
    ------
    ConstraintError
        Where no draw can be used.
    """
    seed = snapshot.settings.bands.spec.seed
    conditions = conditions_of(snapshot, seed)
    found = model_profits(snapshot, conditions, progress)
    together = _together(conditions, found) if found.likely.any() else None
    risks = {FIXED: _risk(found, found.fixed), REOPTIMISED: _risk(found, found.best)}
    if conditions.is_linear and together is not None:
        risks[FIXED] = _expected(conditions, found, risks[FIXED], together)
    draws = int(np.count_nonzero(found.varied))
    return BeliefResult(
        keys=found.keys,
        risks=risks,
        knowing=dict(_knowing(snapshot, conditions, found, together)),
        together=together,
        sample=_of_sample(snapshot, found.keys, seed),
        draws=draws,
        left_out=conditions.size - draws,
    )


def _risk(found: ModelProfits, profits: Floats) -> ModelRisk:
    """Return the worst over ranges and beliefs, and means over beliefs alone."""
    costs = found.perfect - profits
    whole = model_risk(costs[found.varied], profits[found.varied])
    if found.likely is found.varied or np.array_equal(found.likely, found.varied):
        return whole
    likely = found.likely
    return with_ranges(whole, model_risk(costs[likely], profits[likely]) if likely.any() else None)


def _expected(
    conditions: Conditions, found: ModelProfits, risk: ModelRisk, together: Worth
) -> ModelRisk:
    """Return the means of the rules in force as they are at the means of what is believed."""
    profits = _expected_profits(conditions, found)
    weights = conditions.factors(conditions.uncertain.means[None]).weights[0]
    return replace(
        risk,
        expected_profit=profits,
        expected_cost=found.ideal @ weights - profits,
        expected_regret=together.value + profits.max() - profits,
    )


def _together(conditions: Conditions, found: ModelProfits) -> Worth:
    """Return what it is worth to know all that is believed: no less than any part of it."""
    names = conditions.uncertain.believed if conditions.is_linear else ()
    parts = [_of_lines(name, conditions, found) for name in names]
    if len(parts) == 1:
        return parts[0]
    whole = value_of_information(found.fixed[found.likely], _expected_profits(conditions, found))
    return replace(whole, value=max(whole.value, *(one.value for one in parts), 0.0))


def _expected_profits(conditions: Conditions, found: ModelProfits) -> Floats:
    """Return what the rules in force are expected to earn, exactly where that is known."""
    if not conditions.is_linear:
        mean: Floats = found.fixed[found.likely].mean(axis=0)
        return mean
    exact: Floats = found.at(conditions.factors(conditions.uncertain.means[None]).weights)[0]
    return exact


def _of_lines(name: str, conditions: Conditions, found: ModelProfits) -> Worth:
    """Return what a number is worth to be known on which profits depend linearly."""
    uncertain = conditions.uncertain
    at = uncertain.names.index(name)
    belief = uncertain.numbers[at]
    if isinstance(belief, NumberRange):
        raise TypeError(name)
    low, high = conditions.draws[:, at].min(), conditions.draws[:, at].max()
    theta = np.stack([uncertain.means] * 2)
    theta[:, at] = low, high
    ends = found.at(conditions.factors(theta).weights)
    slopes = (ends[1] - ends[0]) / (high - low)
    return information_of_lines(belief, ends[0] - slopes * low, slopes)


def _knowing(
    snapshot: Snapshot, conditions: Conditions, found: ModelProfits, together: Worth | None
) -> Iterator[tuple[str, Knowing]]:
    """Yield what each parameter in use, and a believed prior, is worth to be known."""
    payoff, uncertain = snapshot.settings.payoff, conditions.uncertain
    unused = unused_parameters(payoff)
    names = [name for name in payoff.parameter_names if name not in unused]
    names += [name for name in (PRIOR, COST_RATIO) if name in uncertain.beliefs]
    for name in names:
        value = None
        if uncertain.believed == (name,):
            value = together
        elif name in uncertain.believed and found.likely.any():
            value = _partial(name, conditions, found)
        known = conditions.nodes is not None
        yield name, Knowing(value, _break_even(name, conditions, found) if known else None)


def _partial(name: str, conditions: Conditions, found: ModelProfits) -> Worth | None:
    """Return what one of several numbers is worth to be known; None where no draw can be made."""
    if conditions.nodes is None:
        return None
    if conditions.is_linear:
        return _of_lines(name, conditions, found)

    def mean_profits(blocks: Floats) -> Floats:
        outer, inner, size = blocks.shape
        factors = conditions.factors(blocks.reshape(outer * inner, size))
        sound = conditions.check.sound(factors).reshape(outer, inner, 1)
        weights = np.where(sound, factors.weights.reshape(outer, inner, -1), 0.0)
        kept = sound.any(axis=(1, 2))
        return found.at((weights.sum(axis=1) / np.maximum(sound.sum(axis=1), 1))[kept])

    draws = conditions.draws[conditions.sound & conditions.likely]
    at = conditions.uncertain.names.index(name)
    return partial_information(draws, at, mean_profits, _expected_profits(conditions, found))


def _break_even(name: str, conditions: Conditions, found: ModelProfits) -> BreakEven:
    """Follow one parameter while the others keep their values in force."""
    uncertain = conditions.uncertain
    value = uncertain.values[name]
    low, high = _reach(value, uncertain.beliefs.get(name, ""))
    if name in (PRIOR, COST_RATIO):
        low, high = max(low, 0.0), min(high, 1.0) if name == PRIOR else high
    in_force = replace(conditions, uncertain=replace(uncertain, beliefs={name: ""}))

    def profits(values: Floats) -> Floats:
        factors = in_force.factors(values[:, None])
        earned = found.at(factors.weights)
        if len(values) > 1:
            sound = conditions.check.sound(factors)
            earned[~sound] = np.nan
        return earned

    return break_even(profits, value, low, high)


def _reach(value: float, belief: str) -> tuple[float, float]:
    if not belief:
        width = _REACH * (abs(value) or 1.0)
        return value - width, value + width
    found = parse_uncertain_number(belief)
    low, high = found.ends
    if isinstance(found, BetaBelief):
        return low, high
    width = _REACH * (high - low)
    return low - width, high + width


def _of_sample(snapshot: Snapshot, keys: Sequence[str], seed: int) -> Worth | None:
    """Return what endless test cases are worth, from bootstrap replicates; None of counts."""
    cases = snapshot.curve_set.cases
    if cases is None or len(keys) < 2:
        return None if cases is None else Worth(0.0)
    data = cases.cache.dataset
    earned = _payoffs_of_cases(snapshot, keys)
    scored = ~np.isnan(earned.sum(axis=0))
    prior, rng = snapshot.condition.prior, np.random.default_rng([seed, 1])
    classes = [
        drawn_means(
            share * np.compress(members, earned, axis=1).T,
            weights=None if data.weight is None else data.weight[members],
            groups=None if data.group is None else data.group[members],
        )
        for members, share in ((data.y_true & scored, prior), (~data.y_true & scored, 1 - prior))
    ]
    normal = all(one.normal for one in classes)
    if normal and len(keys) == 2:
        (gap, spread), (gap_2, spread_2) = (one.difference() for one in classes)
        return information_of_difference(gap + gap_2, spread + spread_2)
    replicates = _SAMPLES if normal else min(_SAMPLES, _MOST_CASES // data.rows)
    replicates = max(replicates, snapshot.settings.bands.spec.replicates)
    drawn = [one.replicates(rng, replicates) for one in classes]
    return value_of_information(drawn[0] + drawn[1])


def _payoffs_of_cases(snapshot: Snapshot, keys: Sequence[str]) -> Floats:
    """Return what each case earns by each model's rule, NaN where that has no score of it.

    Shape (models, cases).
    """
    cases = snapshot.curve_set.cases
    if cases is None:
        raise LookupError("there are no cases")
    data = cases.cache.dataset
    paid = cell_payoffs(snapshot, data)
    acting = np.where(data.y_true, paid["tp"], paid["fp"])
    leaving = np.where(data.y_true, paid["fn"], paid["tn"])
    earned = []
    for key in keys:
        policy = snapshot.models[key].policy
        shares = shares_of(snapshot, key, policy)
        if policy.review is None:
            earned.append(leaving + shares * (acting - leaving))
            continue
        scores = data.scores[_column_of(snapshot, key)]
        referred = (scores >= policy.review.threshold) - shares
        shares = shares + referred * np.where(data.y_true, policy.review.tpr, policy.review.fpr)
        earned.append(leaving + shares * (acting - leaving) - policy.review.cost * referred)
    return np.stack(earned)


def _column_of(snapshot: Snapshot, key: str) -> str:
    models = snapshot.curve_set.models
    return next(model.info.column for model in models if model.info.key == key)


def pairs_cases_needed(
    snapshot: Snapshot, keys: Sequence[str], *, power: float = POWER
) -> Iterator[tuple[str, str, CasesNeeded]]:
    """Yield for every pair of models how many cases show that one rule is cheaper.

    The rules are those in force, at the prior in force; a pair is about the cases that both
    scored, and the level is that of the intervals. Models that were tested on cases of their own
    have the difference alone: the test is one of both on the same cases.
    """
    cases = snapshot.curve_set.cases
    if cases is None:
        return
    data, level = cases.cache.dataset, snapshot.settings.bands.spec.level
    prior, earned = snapshot.condition.prior, _payoffs_of_cases(snapshot, keys)
    for a, b in combinations(range(len(keys)), 2):
        if snapshot.settings.bands.independent_samples:
            profits = [snapshot.models[keys[at]].policy.expected_profit for at in (a, b)]
            yield keys[a], keys[b], CasesNeeded.unknown(_UNPAIRED, profits[1] - profits[0])
            continue
        cost = earned[b] - earned[a]
        scored = ~np.isnan(cost)
        needed = paired_cases_needed(
            *(cost[scored], data.y_true[scored], prior),
            weights=None if data.weight is None else data.weight[scored],
            groups=None if data.group is None else data.group[scored],
            power=power,
            level=level,
        )
        yield keys[a], keys[b], needed
