"""What replicates choose at once is what the criteria choose from each by itself."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from costcurve_gui.engine import (
    BestMixture,
    BestMixtureOfSeveral,
    BestPoint,
    BestThreshold,
    BootstrapSpec,
    Bound,
    BoundKind,
    ChosenPolicy,
    Objective,
    Reviewer,
    closest_to_corner,
    constrained,
    constrained_mixture,
    constrained_single,
    highest_precision,
    min_cost,
    new_cases_estimate,
    new_cases_estimates,
    new_cases_lead,
    neyman_pearson,
    neyman_pearson_profit,
    neyman_pearson_profit_single,
    neyman_pearson_single,
    resampler,
    review_band,
    target_precision,
    target_recall,
    workforce,
    workforce_profit,
    workforce_profit_single,
    workforce_single,
    youden,
)
from costcurve_gui.engine.resampling.replicate_rules import (
    BestBand,
    HighestPrecision,
    TargetRecall,
    first_best,
)
from costcurve_gui.engine.resampling.resampled_rates import ResampledRates
from costcurve_gui.engine.resampling.rule_choice import RuleChooser, cheapest_over
from costcurve_gui.engine.resampling.uncertain_rules import (
    BestAtCosts,
    CheapestThere,
    LeastWorstRegret,
)
from costcurve_gui.engine.selection.policy_evaluation import row_policy
from tests.helpers.examples import replicates
from tests.helpers.paired import by_amount, noisy_models, paired
from tests.helpers.resampled import FIXED, ranked

if TYPE_CHECKING:
    from collections.abc import Callable

    from costcurve_gui.engine.resampling.replicate_rules import ReplicateRule

FPR, CASES = Bound(BoundKind.FPR, 0.23), Bound.on_cases(31, 97)
RECALL, PRECISION = Bound(BoundKind.TPR, 0.613), Bound(BoundKind.PRECISION, 0.587)
SOME = Bound(BoundKind.TPR, 0.47)
PROFIT, TPR = Objective.PROFIT, Objective.TPR
SPEC = BootstrapSpec(replicates(80), seed=4)
ENOUGH = BootstrapSpec(80, seed=4)  # for leads of rules that few replicates have
ROWS = 90
PAYOFFS = {"constant": FIXED, "by amount": by_amount(ROWS)}


class Criterion(NamedTuple):
    """A criterion of the engine, and the rule that applies it to all replicates."""

    choose: Callable
    rule: ReplicateRule

    def is_of_counts(self, payoff: str) -> bool:
        """Whether points of an edge lie on a line, so that any two of them will do."""
        mixes = isinstance(self.rule, BestMixture | BestMixtureOfSeveral)
        return mixes and (payoff == "constant" or self.rule.objective is TPR)


def mixture(bound: Bound, objective: Objective) -> Criterion:
    def choose(ev, condition):
        found = constrained(ev, condition, bound, objective)
        return None if found is None else found.policy

    return Criterion(choose, BestMixture(objective, bound))


def mixture_of_several(bounds: tuple[Bound, ...], objective: Objective) -> Criterion:
    def choose(ev, condition):
        found = constrained_mixture(ev, condition, bounds, objective)
        return None if found is None else found.policy

    return Criterion(choose, BestMixtureOfSeveral(objective, bounds))


def single(bounds: list[Bound], objective: Objective) -> Criterion:
    choose = partial(constrained_single, bounds=bounds, objective=objective)
    return Criterion(choose, BestThreshold(objective, tuple(bounds)))


def at_other_costs(ev, condition):
    """Choose as if misses cost three times as much, and were half of the cases."""
    means = replace(condition.means, fn_cost=3 * condition.means.fn_cost)
    row = min_cost(ev, replace(condition, prior=0.5, means=means)).index
    return row_policy("other", ev, condition, row)


FACTORS = ((0.5, 0.5), (1.2, 0.3), (0.2, 0.9))
"""Of the mean costs of misses and of false alarms, in three draws."""


def least_worst_regret(ev, condition):
    """Choose by the largest regret over all draws, against this model's best threshold in each."""
    means, rates, every = condition.means, ev.rates, np.arange(len(ev.table))
    regrets = []
    for misses, alarms in FACTORS:
        costs = misses * means.fn_cost * (1 - rates.tpr_at(every))
        costs += alarms * means.fp_cost * rates.fpr_at(every)
        regrets.append(costs - costs.min())
    worst = np.max(regrets, axis=0)
    row = int(np.argmax(worst <= worst.min() + 1e-12 * (means.fn_cost + means.fp_cost)))
    return row_policy("least_worst_regret", ev, condition, row)


PERSON = Reviewer(0.05, 0.9, 0.1)
WORKFORCE = {"capacity": 31, "population": 97}
CRITERIA = {
    "min_cost": Criterion(min_cost, BestThreshold()),
    "at_other_costs": Criterion(at_other_costs, BestAtCosts(0.5 * 3, 0.5)),
    "least_worst_regret": Criterion(
        least_worst_regret, LeastWorstRegret(*zip(*FACTORS, strict=True), (np.inf,) * 3)
    ),
    "neyman_pearson": Criterion(partial(neyman_pearson, max_fpr=0.23), BestMixture(TPR, FPR)),
    "neyman_pearson_single": Criterion(
        partial(neyman_pearson_single, max_fpr=0.23), BestThreshold(TPR, (FPR,))
    ),
    "neyman_pearson_profit": Criterion(
        partial(neyman_pearson_profit, max_fpr=0.23), BestMixture(PROFIT, FPR)
    ),
    "neyman_pearson_profit_single": Criterion(
        partial(neyman_pearson_profit_single, max_fpr=0.23), BestThreshold(PROFIT, (FPR,))
    ),
    "workforce": Criterion(partial(workforce, **WORKFORCE), BestMixture(TPR, CASES)),
    "workforce_single": Criterion(
        partial(workforce_single, **WORKFORCE), BestThreshold(TPR, (CASES,))
    ),
    "workforce_profit": Criterion(
        partial(workforce_profit, **WORKFORCE), BestMixture(PROFIT, CASES)
    ),
    "workforce_profit_single": Criterion(
        partial(workforce_profit_single, **WORKFORCE), BestThreshold(PROFIT, (CASES,))
    ),
    "recall_profit": mixture(RECALL, PROFIT),
    "precision_profit": mixture(PRECISION, PROFIT),
    "precision_recall": mixture(PRECISION, TPR),
    "two_bounds_mixed": mixture_of_several((FPR, RECALL), PROFIT),
    "capacity_and_recall_mixed": mixture_of_several((CASES, SOME), PROFIT),
    "two_bounds_recall_mixed": mixture_of_several((CASES, PRECISION), TPR),
    "two_bounds": single([FPR, RECALL], PROFIT),
    "two_bounds_recall": single([CASES, PRECISION], TPR),
    "youden": Criterion(youden, BestPoint("youden")),
    "closest_to_corner": Criterion(closest_to_corner, BestPoint("closest_to_corner")),
    "target_recall": Criterion(partial(target_recall, recall=0.613), TargetRecall(0.613)),
    "target_precision": Criterion(
        partial(target_precision, precision=0.587), BestThreshold(TPR, (PRECISION,))
    ),
    "highest_precision": Criterion(highest_precision, HighestPrecision()),
    "review_band": Criterion(partial(review_band, reviewer=PERSON), BestBand(PERSON)),
    "review_band_few": Criterion(
        partial(review_band, reviewer=PERSON, capacity=0.13), BestBand(PERSON, 0.13)
    ),
}


def both_ways(criterion, sample, model, condition):
    """Return the rates of replicates, and what they choose one by one and at once."""
    plain = RuleChooser(model, condition, criterion.choose)
    at_once = RuleChooser(model, condition, ChosenPolicy(plain.policy, criterion.rule))
    rates = plain.asked(next(resampler(sample, SPEC).rates(model, plain.rows)))
    return rates, plain.chosen(rates), at_once.chosen(rates)


@pytest.mark.parametrize("prior", [0.1, 0.45])
@pytest.mark.parametrize("payoff", PAYOFFS)
@pytest.mark.parametrize("name", CRITERIA)
def test_that_replicates_choose_at_once_what_they_choose_one_by_one(name, payoff, prior):
    criterion = CRITERIA[name]
    y_true, y_score = noisy_models(ROWS, 1.1, decimals=2)
    sample, model = ranked(y_true, y_score, PAYOFFS[payoff])
    condition = model.evaluation.condition(prior)
    rates, plain, at_once = both_ways(criterion, sample, model, condition)
    for figure in ("fpr", "tpr"):
        expected, found = (getattr(one.rates(rates), figure) for one in (plain, at_once))
        np.testing.assert_allclose(found, expected, atol=1e-12)
    if not criterion.is_of_counts(payoff):
        assert at_once.first.tolist() == plain.first.tolist()
        assert at_once.second.tolist() == plain.second.tolist()
        np.testing.assert_allclose(at_once.mixing, plain.mixing, atol=1e-9)
    assert len(set(at_once.first.tolist())) > 2


@given(
    seed=st.integers(0, 10_000),
    limit=st.floats(0.02, 0.98),
    kind=st.sampled_from(BoundKind),
    objective=st.sampled_from([PROFIT, TPR]),
)
def test_that_a_mixture_is_the_optimum_of_the_linear_programme(seed, limit, kind, objective):
    y_true, y_score = noisy_models(40, 1.0, seed=seed)
    sample, model = ranked(y_true, y_score, by_amount(40, seed))
    condition, bound = model.evaluation.condition(0.3), Bound(kind, limit)
    chooser = RuleChooser(model, condition)
    rates = next(resampler(sample, BootstrapSpec(3, seed=seed)).rates(model, chooser.rows))
    chosen = BestMixture(objective, bound).chosen(rates, condition)
    plane, judged = bound.at(0.3), chosen.rates(rates)
    for at in range(3):
        worth = rates.tpr[at] if objective is TPR else -rates.expected_cost(0.3)[at]
        acts = rates.fpr[at] + rates.tpr[at] > 0 if plane.must_act else np.full(worth.size, True)
        used = plane.used(rates.fpr[at], rates.tpr[at])[acts]
        best = linprog(-worth[acts], used[None], [plane.limit], np.ones((1, used.size)), [1.0])
        if best.status == 2:
            assert chosen.first[at] == -1
            continue
        found = judged.tpr if objective is TPR else -judged.expected_cost(0.3)
        assert found[at, 0] == pytest.approx(-best.fun, abs=1e-7)
        assert plane.used(judged.fpr, judged.tpr)[at, 0] <= plane.limit + 1e-9


def test_that_capacity_for_every_case_treats_every_case():
    y_true, y_score = noisy_models(ROWS, 1.1)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.3)
    rates = next(resampler(sample, SPEC).rates(model, np.arange(len(model.table))))
    enough = Bound.on_cases(100, 100)
    for rule in (BestThreshold(TPR, (enough,)), BestMixture(TPR, enough)):
        assert set(rule.chosen(rates, condition).first.tolist()) == {len(model.table) - 1}


def test_that_no_rule_is_chosen_where_none_keeps_the_bounds():
    y_true, y_score = noisy_models(ROWS, 1.1)
    sample, model = ranked(y_true, -y_score)
    condition = model.evaluation.condition(0.3)
    rates = next(resampler(sample, SPEC).rates(model, np.arange(len(model.table))))
    bounds = Bound(BoundKind.FPR, 0.01), Bound(BoundKind.TPR, 0.99)
    chosen = BestThreshold(PROFIT, bounds).chosen(rates, condition)
    assert set(chosen.first.tolist()) == {-1}
    assert np.isnan(chosen.rates(rates).fpr).all()


def test_that_nothing_is_best_where_a_class_has_no_weight():
    values = np.array([[0.0, np.nan], [-np.inf, -np.inf], [1.0, 1.0], [0.0, 1e-13]])
    assert first_best(values).tolist() == [-1, -1, 0, 0]


@pytest.mark.parametrize("name", ["neyman_pearson", "workforce_profit", "youden", "review_band"])
def test_that_estimates_and_leads_are_those_of_replicates_that_choose_one_by_one(name):
    criterion = CRITERIA[name]
    data = paired(*noisy_models(ROWS, 1.2, 0.6, decimals=2), payoff=PAYOFFS["by amount"])
    drawn, condition = resampler(data.sample, ENOUGH), data.models[0].evaluation.condition(0.4)
    policies = [criterion.choose(model.evaluation, condition) for model in data.models]
    a, b = (ChosenPolicy(policy, criterion.rule) for policy in policies)
    found = new_cases_estimate(drawn, data.models[0], condition, choose=a)
    plain = new_cases_estimate(drawn, data.models[0], condition, choose=criterion.choose)
    assert found.cost == plain.cost
    lead = new_cases_lead(drawn, *data.models, condition, choose_a=a, choose_b=b)
    one_by_one = new_cases_lead(
        drawn, *data.models, condition, choose_a=criterion.choose, choose_b=criterion.choose
    )
    assert lead.profit == one_by_one.profit


def test_that_criteria_that_share_replicates_have_the_estimates_of_each_by_itself():
    y_true, y_score = noisy_models(1500, 1.2, decimals=8)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.4)
    drawn = resampler(sample, SPEC)
    choices = [
        ChosenPolicy(one.choose(model.evaluation, condition), one.rule) for one in CRITERIA.values()
    ]
    for chosen, found in zip(
        choices, new_cases_estimates(drawn, model, condition, choices), strict=True
    ):
        alone = new_cases_estimate(drawn, model, condition, choose=chosen)
        assert found == alone
        assert found.cost.estimate is not None


def test_that_equal_rules_are_found_equal():
    assert BestThreshold(TPR, (Bound(BoundKind.FPR, 0.1),)) == BestThreshold(
        TPR, (Bound(BoundKind.FPR, 0.1),)
    )
    assert len({BestPoint("youden"), BestPoint("youden"), BestThreshold()}) == 2


@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("levels", [4, 1000])
def test_that_the_cheapest_rules_of_a_grid_are_those_of_each_point(levels, ascending):
    rng = np.random.default_rng(levels)
    rates = rng.integers(0, levels, (2, 20, 60)) / levels
    fpr, tpr = np.sort(rates, axis=2) if ascending else rates
    drawn = ResampledRates(fpr, tpr, fpr, tpr, *[np.ones((20, 1))] * 4)
    grid = np.linspace(0, 1, 33)
    one_by_one = [drawn.normalized_expected_cost(pc).argmin(axis=1) for pc in grid]
    costs = drawn.normalized_expected_cost(grid[:, None, None])
    rows = np.arange(20)[:, None]
    found = cheapest_over(drawn, grid)
    at = np.arange(33)
    least = costs[at, rows, np.array(one_by_one).T]
    assert costs[at, rows, found] == pytest.approx(least, abs=1e-15)
    assert (found == np.array(one_by_one).T).mean() > 0.95  # the sum of two terms is rounded


def test_that_another_model_moves_the_threshold_of_least_regret():
    y_true, y_score = noisy_models(ROWS, 1.1)
    sample, model = ranked(y_true, y_score)
    condition = model.evaluation.condition(0.3)
    chooser = RuleChooser(model, condition)
    rates = chooser.asked(next(resampler(sample, SPEC).rates(model, chooser.rows)))
    alone = LeastWorstRegret(*zip(*FACTORS, strict=True), (np.inf,) * 3)
    other = LeastWorstRegret(*zip(*FACTORS, strict=True), (0.0, np.inf, np.inf))
    found = [rule.chosen(rates, condition).first for rule in (alone, other)]
    at_first = BestAtCosts(*FACTORS[0]).chosen(rates, condition).first
    assert (abs(found[1] - at_first) <= abs(found[0] - at_first)).all()
    assert (found[0] != found[1]).any()


@pytest.mark.parametrize("payoff", PAYOFFS)
def test_that_the_stand_in_chooses_on_the_sample_what_the_sample_chose(payoff):
    y_true, y_score = noisy_models(ROWS, 1.1, decimals=2)
    _, model = ranked(y_true, y_score, PAYOFFS[payoff])
    condition = model.evaluation.condition(0.3)
    envelope = model.evaluation.envelope
    for row in envelope.indices[:-1].tolist():
        policy = row_policy("other", model.evaluation, condition, row)
        rule = CheapestThere.of(model.evaluation, condition, row)
        chooser = RuleChooser(model, condition, ChosenPolicy(policy, rule))
        assert chooser.chosen(chooser.on_sample()).first.tolist() == chooser.fixed.first.tolist()
    beside = [row for row in range(len(model.table)) if row not in envelope.indices]
    for row in beside:
        vertex = np.searchsorted(envelope.indices[:-1], row)
        assert envelope.pc_plus_of(row, 0.5) == envelope.pc_plus[vertex]
    cheapest = min_cost(model.evaluation, condition).index
    near = condition.probability_cost
    assert envelope.pc_plus_of(cheapest, near) == pytest.approx(near, abs=1e-6)
