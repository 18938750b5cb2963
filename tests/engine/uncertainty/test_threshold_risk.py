"""Thresholds under uncertain payoffs against all thresholds and all draws."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.uncertainty import threshold_risk
from costcurve_gui.engine.uncertainty.payoff_draws import (
    PayoffFactors,
    PayoffTerms,
    RuleFeatures,
    best_profits,
)
from costcurve_gui.engine.uncertainty.threshold_risk import (
    class_gains,
    highest_mean_profit,
    least_worst_regret,
    worst_draws,
)


def drawn_rules(seed, *, varies=True, n=80, draws=60):
    """Features of a model's rules, and the weights of draws of payoffs and prior."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([[True, False], rng.random(n - 2) < 0.4])
    scores = np.round(rng.normal(y), 1)
    amount = rng.lognormal(3, 1, n) if varies else 20.0
    terms = PayoffTerms(tp=(0.0,), fp=(1.0,), fn=(amount, 1.0), tn=(amount,))
    lgd, fee, rate = (rng.uniform(*ends, draws) for ends in ((0.1, 0.9), (1, 9), (0, 1)))
    factors = PayoffFactors(
        tp=np.zeros((draws, 1)),
        fp=np.full((draws, 1), -2.0),
        fn=np.stack([-lgd, -fee], axis=1),
        tn=rate[:, None],
        prior=rng.beta(2, 8, draws),
    )
    table = threshold_table(y, scores)
    order = rank_order(y, scores, table=table) if varies else None
    return RuleFeatures(terms, table, order), factors.weights, table, terms


@pytest.mark.parametrize("block", [500_000, 7])
@pytest.mark.parametrize("seed", range(6))
def test_that_both_rules_are_the_best_of_all_thresholds_over_all_draws(seed, block, monkeypatch):
    monkeypatch.setattr(threshold_risk, "_BLOCK", block)
    features, weights, *_ = drawn_rules(seed)
    profits = weights @ features.at(slice(None)).T
    by_mean = highest_mean_profit(weights, features)
    assert by_mean.value == pytest.approx(profits.mean(axis=0).max())
    assert by_mean.row == np.argmax(profits.mean(axis=0) >= by_mean.value - 1e-9)
    reference = best_profits(weights, features) + np.random.default_rng(seed).exponential(1, 60)
    worst = (reference[:, None] - profits).max(axis=0)
    by_regret = least_worst_regret(weights, reference, features)
    assert by_regret.value == pytest.approx(worst.min())
    assert worst[by_regret.row] == pytest.approx(worst.min())


def test_that_the_threshold_of_least_regret_hedges_between_two_draws():
    features, weights, *_ = drawn_rules(3)
    two = weights[[int(np.argmin(weights[:, 1])), int(np.argmax(weights[:, 1]))]]
    profits = two @ features.at(slice(None)).T
    found = least_worst_regret(two, profits.max(axis=1), features)
    regrets = profits.max(axis=1)[:, None] - profits
    alone = [int(np.argmax(row)) for row in profits]
    assert all(found.value <= regrets[:, row].max() + 1e-12 for row in alone)


def test_that_equal_payoffs_of_a_class_gain_and_lose_by_the_rates():
    features, weights, table, terms = drawn_rules(1, varies=False)
    gain, loss = class_gains(weights, features, len(terms.tp) + len(terms.fn))
    rows = np.arange(len(table))
    earned = weights @ features.at(rows).T
    expected = gain[:, None] * table.tpr_at(rows) - loss[:, None] * table.fpr_at(rows)
    np.testing.assert_allclose(earned - earned[:, :1], expected, atol=1e-9)


def test_that_the_worst_draws_decide_the_least_regret():
    features, weights, *_ = drawn_rules(2)
    profits = weights @ features.at(slice(None)).T
    reference = profits.max(axis=1)
    draws = worst_draws(weights, reference, features, rules=features.rules)
    assert draws.size < len(weights) / 2
    assert set(draws) == set((reference[:, None] - profits).argmax(axis=0))
    few = least_worst_regret(weights[draws], reference[draws], features)
    assert few == least_worst_regret(weights, reference, features)
