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
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, parse_uncertain_number
from costcurve_gui.engine.progress import NO_PROGRESS, Progress
from costcurve_gui.engine.uncertainty.break_even import BreakEven, break_even
from costcurve_gui.engine.uncertainty.cases_needed import (
    CasesNeeded,
    paired_cases_needed,
)
from costcurve_gui.engine.uncertainty.information import (
    partial_information,
    replicate_means,
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
_OUTER: Final = 128
_INNER: Final = 256
_UNPAIRED: Final = "cases of each model's own do not say how both differ on one case"


@dataclass(frozen=True, slots=True)
class Knowing:
    """What it is worth to know one thing exactly, per case; None where it is not computed.

    `break_even` tells where the best model changes with a parameter, the others as in force.
    """

    value: float | None
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
    together: float | None
    sample: float | None
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
    risks = {FIXED: _risk(found, found.fixed), REOPTIMISED: _risk(found, found.best)}
    draws = int(np.count_nonzero(found.varied))
    return BeliefResult(
        keys=found.keys,
        risks=risks,
        knowing=dict(_knowing(snapshot, conditions, found)),
        together=value_of_information(found.fixed[found.likely]) if found.likely.any() else None,
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


def _knowing(
    snapshot: Snapshot, conditions: Conditions, found: ModelProfits
) -> Iterator[tuple[str, Knowing]]:
    """Yield what each parameter in use, and a believed prior, is worth to be known."""
    payoff, beliefs = snapshot.settings.payoff, conditions.uncertain.beliefs
    unused = unused_parameters(payoff)
    names = [name for name in payoff.parameter_names if name not in unused]
    names += [name for name in (PRIOR, COST_RATIO) if name in beliefs]
    for name in names:
        if conditions.nodes is None:
            yield name, Knowing(None)
            continue
        value = _partial(name, conditions, found) if _has_probabilities(name, conditions) else None
        yield name, Knowing(value, _break_even(name, conditions, found))


def _has_probabilities(name: str, conditions: Conditions) -> bool:
    names, usable = conditions.uncertain.names, conditions.sound & conditions.likely
    ranges = conditions.uncertain.ranges
    return name in names and names.index(name) not in ranges and bool(usable.any())


def _partial(name: str, conditions: Conditions, found: ModelProfits) -> float:
    draws = conditions.draws[conditions.sound & conditions.likely]
    all_sound = bool(conditions.sound[conditions.likely].all())

    def mean_profits(blocks: Floats) -> Floats:
        outer, inner, size = blocks.shape
        factors = conditions.factors(blocks.reshape(outer * inner, size))
        weights = factors.weights.reshape(outer, inner, -1)
        if all_sound:
            mean: Floats = weights.mean(axis=1) @ found.rules.T
            return mean
        sound = conditions.check.sound(factors).reshape(outer, inner, 1)
        means = (weights * sound).sum(axis=1) / np.maximum(sound.sum(axis=1), 1)
        kept = sound.any(axis=(1, 2))
        profits: Floats = means[kept] @ found.rules.T
        return profits

    at = conditions.uncertain.names.index(name)
    return partial_information(draws, at, mean_profits, outer=_OUTER, inner=_INNER)


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
        earned: Floats = factors.weights @ found.rules.T
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


def _of_sample(snapshot: Snapshot, keys: Sequence[str], seed: int) -> float | None:
    """Return what endless test cases are worth, from bootstrap replicates; None of counts."""
    spec, cases = snapshot.settings.bands.spec, snapshot.curve_set.cases
    if cases is None or len(keys) < 2:
        return None if cases is None else 0.0
    data = cases.cache.dataset
    earned = _payoffs_of_cases(snapshot, keys)
    scored = ~np.isnan(earned.sum(axis=0))
    prior, rng = snapshot.condition.prior, np.random.default_rng([seed, 1])
    total = np.zeros((spec.replicates, len(keys)))
    for members, share in ((data.y_true & scored, prior), (~data.y_true & scored, 1 - prior)):
        total += share * replicate_means(
            np.compress(members, earned, axis=1).T,
            rng,
            spec.replicates,
            weights=None if data.weight is None else data.weight[members],
            groups=None if data.group is None else data.group[members],
        )
    return value_of_information(total)


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
