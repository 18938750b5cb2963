"""Intervals of chosen policies against resampling of rows that decides again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

from costcurve_gui.engine import (
    BootstrapSpec,
    PayoffMatrix,
    Policy,
    RankedModel,
    error_costs,
    evaluate_scores,
    lead_interval,
    manual,
    min_cost,
    neyman_pearson,
    policy_intervals,
    rank_order,
    resampled_sample,
    trivial,
)
from costcurve_gui.engine.resampling.count_resampling import CountResampler
from costcurve_gui.engine.resampling.row_resampling import RowResampler
from tests.helpers.examples import by_chance, replicates
from tests.helpers.oracles import noisy_sample

SPEC = BootstrapSpec(replicates(3000))
PRIOR = 0.4
KINDS = pytest.mark.parametrize("kind", [RowResampler, CountResampler])


def costly(rows: int) -> tuple[np.ndarray, np.ndarray, PayoffMatrix]:
    y_true, y_score = noisy_sample(rows, seed=4)
    amount = np.random.default_rng(1).gamma(2.0, 10.0, rows)
    return y_true, y_score, PayoffMatrix(tp=5.0, fp=-8.0, fn=-amount, tn=1.0)


def ranked(y_true: np.ndarray, y_score: np.ndarray, payoff: PayoffMatrix) -> RankedModel:
    model = evaluate_scores("a", y_true, y_score, payoff)
    return RankedModel(model, rank_order(y_true, y_score, table=model.table))


def profits_by_brute_force(
    y_true: np.ndarray, payoff: PayoffMatrix, *decisions: np.ndarray
) -> np.ndarray:
    """Profit of each of the decisions (columns, as chances of "positive") in resamples."""
    cells = [np.broadcast_to(c, y_true.shape) for c in (payoff.tp, payoff.fp, payoff.fn, payoff.tn)]
    gains = []
    for chance in decisions:
        positive = np.where(y_true, cells[0], cells[1])
        negative = np.where(y_true, cells[2], cells[3])
        gains.append(chance * positive + (1 - chance) * negative)
    table, rng = np.stack(gains, axis=1), np.random.default_rng(6)
    classes = table[y_true], table[~y_true]
    means = np.array(
        [
            [rng.choice(rows, len(rows)).mean(axis=0) for rows in classes]
            for _ in range(SPEC.replicates)
        ]
    )
    return PRIOR * means[:, 0] + (1 - PRIOR) * means[:, 1]


def chances(policy: Policy, y_score: np.ndarray) -> np.ndarray:
    sure = (y_score >= policy.threshold).astype(float)
    if policy.threshold_2 is None:
        return sure
    return (1 - policy.mixing) * sure + policy.mixing * (y_score >= policy.threshold_2)


@KINDS
@pytest.mark.parametrize("mixed", [False, True])
def test_that_profit_is_as_sure_as_resampled_rows_say(kind, mixed: bool) -> None:
    y_true, y_score, payoff = costly(600)
    model = ranked(y_true, y_score, payoff)
    condition = model.evaluation.condition(PRIOR)
    policy = (
        neyman_pearson(model.evaluation, condition, max_fpr=0.1031)
        if mixed
        else min_cost(model.evaluation, condition)
    )
    assert (policy.index_2 is not None) == mixed
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    found = policy_intervals(kind(sample, SPEC), model, policy, condition)
    profits = profits_by_brute_force(y_true, payoff, chances(policy, y_score))[:, 0]
    expected = np.quantile(profits, [0.05, 0.95])
    interval = found.expected_profit
    np.testing.assert_allclose([interval.low, interval.high], expected, atol=by_chance(0.12))
    assert interval.low < policy.expected_profit < interval.high


@KINDS
def test_that_the_lead_is_that_of_the_same_resampled_rows(kind) -> None:
    y_true, y_score, payoff = costly(600)
    competitor = y_score + np.random.default_rng(2).normal(0.0, 0.7, 600)
    models = [ranked(y_true, score, payoff) for score in (y_score, competitor)]
    condition = models[0].evaluation.condition(PRIOR)
    a = neyman_pearson(models[0].evaluation, condition, max_fpr=0.1031)
    b = min_cost(models[1].evaluation, condition)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    found = lead_interval(kind(sample, SPEC), models[0], a, models[1], b, condition)
    profits = profits_by_brute_force(y_true, payoff, chances(a, y_score), chances(b, competitor))
    expected = np.quantile(profits[:, 0] - profits[:, 1], [0.05, 0.95])
    np.testing.assert_allclose([found.low, found.high], expected, atol=by_chance(0.12))
    assert found.method == "percentile"


@KINDS
@pytest.mark.parametrize("typed", [False, True])
@pytest.mark.parametrize("which", ["none", "all"])
def test_that_the_lead_over_a_trivial_rule_is_that_over_such_a_policy(kind, typed, which) -> None:
    y_true, y_score, payoff = costly(600)
    model = ranked(y_true, y_score, payoff)
    own = model.evaluation.condition(PRIOR)
    condition = own.with_fn_cost(own.means.fn_cost * 1.5) if typed else own
    policy = min_cost(model.evaluation, condition)
    source = kind(resampled_sample(y_true, payoff, error_costs(payoff, y_true)), SPEC)
    found = getattr(policy_intervals(source, model, policy, condition), f"lead_over_{which}")
    other = trivial(condition)[which]
    expected = lead_interval(source, model, policy, model, other, condition)
    np.testing.assert_allclose(
        [found.low, found.high], [expected.low, expected.high], atol=by_chance(0.12)
    )


@KINDS
def test_that_net_benefit_is_as_sure_as_resampled_rates_say(kind) -> None:
    y_true, y_score, payoff = costly(300)
    model = ranked(y_true, y_score, payoff)
    condition = model.evaluation.condition(PRIOR)
    policy = manual(model.evaluation, condition, 0.5)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    found = policy_intervals(kind(sample, SPEC), model, policy, condition).net_benefit
    rng, called = np.random.default_rng(8), y_score >= 0.5
    positives, negatives = int(y_true.sum()), int((~y_true).sum())
    tpr = rng.binomial(positives, called[y_true].mean(), 100_000) / positives
    fpr = rng.binomial(negatives, called[~y_true].mean(), 100_000) / negatives
    ratio = condition.means.fp_cost / condition.means.fn_cost
    expected = np.quantile(PRIOR * tpr - (1 - PRIOR) * ratio * fpr, [0.05, 0.95])
    np.testing.assert_allclose([found.low, found.high], expected, atol=by_chance(0.006))


@KINDS
def test_that_rates_of_one_threshold_have_wilsons_interval(kind) -> None:
    y_true, y_score, payoff = costly(300)
    model = ranked(y_true, y_score, payoff)
    condition = model.evaluation.condition(PRIOR)
    policy = manual(model.evaluation, condition, 0.5)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    found = policy_intervals(kind(sample, SPEC), model, policy, condition)
    for interval, members in ((found.tpr, y_true), (found.fpr, ~y_true)):
        called = int((y_score[members] >= 0.5).sum())
        wilson = binomtest(called, int(members.sum())).proportion_ci(0.9, method="wilson")
        assert (interval.low, interval.high) == pytest.approx((wilson.low, wilson.high))
        assert interval.method == "Wilson"


def unit_model(y_true: np.ndarray, y_score: np.ndarray) -> tuple[RankedModel, RowResampler]:
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    return ranked(y_true, y_score, payoff), RowResampler(sample, BootstrapSpec(200))


def test_that_perfect_separation_is_not_taken_for_certain() -> None:
    y_true = np.arange(60) < 20
    model, resampler = unit_model(y_true, y_true.astype(float))
    condition = model.evaluation.condition()
    found = policy_intervals(resampler, model, min_cost(model.evaluation, condition), condition)
    assert found.expected_cost.low == 0 < found.expected_cost.high
    assert found.expected_profit.low == pytest.approx(-found.expected_cost.high)
    assert found.lead_over_none.low == pytest.approx(1 / 3 - found.expected_cost.high)
    assert found.lead_over_all.low == pytest.approx(2 / 3 - found.expected_cost.high)
    assert found.net_benefit.low == pytest.approx(1 / 3 - found.expected_cost.high)
    assert found.net_benefit.high == pytest.approx(1 / 3)
    assert found.expected_cost.method == "percentile, Wilson where an error was never seen"
    assert (found.precision.low, found.precision.reason) == (None, "every replicate gives the same")


def test_that_nothing_is_uncertain_about_a_trivial_rule() -> None:
    y_true = np.arange(60) < 20
    model, resampler = unit_model(y_true, np.zeros(60))
    condition = model.evaluation.condition()
    policy = min_cost(model.evaluation, condition)
    found = policy_intervals(resampler, model, policy, condition)
    assert found.expected_cost.low is None
    assert found.expected_cost.reason == "the rule decides without looking"
    assert found.precision.reason == "some replicates have no such decisions"
    lead = lead_interval(resampler, model, policy, model, policy, condition)
    assert (lead.low, lead.reason) == (None, "every replicate gives the same")


def test_that_misses_scaled_by_the_condition_are_as_unsure_as_those_scaled_one_by_one() -> None:
    y_true, y_score, payoff = costly(300)
    scaled = replace(payoff, fn=payoff.tp - 0.2 * (payoff.tp - payoff.fn))
    conditions, found = [], []
    for matrix in (payoff, scaled):
        model = ranked(y_true, y_score, matrix)
        sample = resampled_sample(y_true, matrix, error_costs(matrix, y_true))
        own = model.evaluation.condition(PRIOR)
        at = own.with_fn_cost(0.2 * own.means.fn_cost) if matrix is payoff else own
        policies = [manual(model.evaluation, at, threshold) for threshold in (0.4, 0.6)]
        resampler = RowResampler(sample, SPEC)
        intervals = policy_intervals(resampler, model, policies[0], at)
        lead = lead_interval(resampler, model, policies[0], model, policies[1], at)
        money = (intervals.expected_cost, intervals.expected_profit, intervals.lead_over_none)
        found.append([(one.low, one.high) for one in (*money, lead)])
        conditions.append(at)
    assert conditions[0].means.fn_cost == pytest.approx(conditions[1].means.fn_cost)
    np.testing.assert_allclose(found[0], found[1])


def test_that_a_row_without_a_score_is_no_trial() -> None:
    y_true, y_score, payoff = costly(300)
    y_score[::3] = np.nan
    model = ranked(y_true, y_score, payoff)
    condition = model.evaluation.condition(PRIOR)
    policy = manual(model.evaluation, condition, 0.5)
    sample = resampled_sample(y_true, payoff, error_costs(payoff, y_true))
    found = policy_intervals(RowResampler(sample, SPEC), model, policy, condition).tpr
    members = y_true & ~np.isnan(y_score)
    called = int((y_score[members] >= 0.5).sum())
    wilson = binomtest(called, int(members.sum())).proportion_ci(0.9, method="wilson")
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high))
