"""Profit curves and what bounds them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs
from costcurve_gui.engine.curves.profit import (
    perfect_profit,
    perfect_ranking,
    profit_curve,
    profit_rates,
    random_profit,
)
from costcurve_gui.engine.evaluation import evaluate_scores

CASES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 8), st.integers(0, 500), st.integers(0, 50)),
    min_size=2,
    max_size=40,
).filter(
    lambda rows: all(
        sum(row[2 if label else 3] for row in rows if row[0] == label) for label in (True, False)
    )
)
PRIOR = st.floats(0.001, 0.999)


@given(CASES, PRIOR)
def test_that_no_model_beats_the_perfect_ranking_at_any_share(
    rows: list[tuple[bool, int, int, int]], prior: float
) -> None:
    labels, scores, loss, alarm = (np.array([row[at] for row in rows]) for at in range(4))
    payoff = PayoffMatrix(tp=5.0, fp=-alarm, fn=5.0 - loss, tn=0.0)
    model = evaluate_scores("m", labels, scores, payoff)
    condition = model.condition(prior)
    curve = profit_curve(model.table, model.rates, condition)
    bound = perfect_profit(condition, perfect_ranking(error_costs(payoff, labels), labels))
    at_share = np.interp(curve.fraction_targeted, bound.fraction_targeted, bound.expected_profit)
    slack = 1e-9 * condition.worst_cost
    assert (curve.expected_profit <= at_share + slack).all()
    assert bound.expected_profit[[0, -1]] == pytest.approx(curve.expected_profit[[0, -1]])


def test_that_a_model_can_beat_the_ranking_that_ignores_costs() -> None:
    # It finds the dear positive first, so half the positives bring nine tenths of the benefit.
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=np.array([-9.0, -1.0, 0.0, 0.0]), tn=0.0)
    labels = np.array([True, True, False, False])
    model = evaluate_scores("m", labels, [4.0, 3.0, 2.0, 1.0], payoff)
    condition = model.condition()
    curve = profit_curve(model.table, model.rates, condition)
    plain, informed = (
        perfect_profit(condition, ranking)
        for ranking in (None, perfect_ranking(error_costs(payoff, labels), labels))
    )
    share = curve.fraction_targeted[1]
    assert curve.expected_profit[1] > np.interp(
        share, plain.fraction_targeted, plain.expected_profit
    )
    assert curve.expected_profit[1] == pytest.approx(
        np.interp(share, informed.fraction_targeted, informed.expected_profit)
    )


def test_that_the_perfect_ranking_respects_weights() -> None:
    labels, loss = np.array([1, 1, 0]), np.array([4.0, 6.0, 0.0])
    costs = error_costs(PayoffMatrix(0.0, -1.0, -loss, 0.0), labels)
    ranking = perfect_ranking(costs, labels, np.array([3.0, 1.0, 2.0]))
    assert ranking.tpr.tolist() == [0.0, 0.25, 1.0, 1.0]
    assert ranking.tp_benefit_rate.tolist() == pytest.approx([0.0, 6 / 18, 1.0, 1.0])


def test_that_a_random_ranking_is_the_line_from_none_to_all() -> None:
    model = evaluate_scores("m", [1, 0, 1, 0], [4, 3, 2, 1], PayoffMatrix(6.0, -2.0, -1.0, 0.0))
    condition = model.condition(0.25)
    line = random_profit(condition)
    assert line.fraction_targeted.tolist() == [0.0, 1.0]
    assert line.expected_profit.tolist() == pytest.approx([-0.25, 0.25 * 6 - 0.75 * 2])


def test_that_some_rows_are_those_of_the_whole_curve() -> None:
    payoff = PayoffMatrix(0.0, -1.0, -np.array([3.0, 0.0, 5.0, 0.0]), 0.0)
    model = evaluate_scores("m", [1, 0, 1, 0], [4, 3, 2, 1], payoff)
    condition = model.condition(0.3)
    rows = np.array([0, 2, 4])
    whole = profit_curve(model.table, model.rates, condition)
    some = profit_curve(model.table, model.rates, condition, rows)
    assert some.thresholds.tolist() == [np.inf, 3.0, 1.0]
    assert some.expected_profit.tolist() == whole.expected_profit[rows].tolist()
    assert some.fraction_targeted.tolist() == whole.fraction_targeted[rows].tolist()


def test_that_a_long_perfect_ranking_is_thinned_to_points_on_itself() -> None:
    random = np.random.default_rng(6)
    labels, loss = random.random(50_000) < 0.5, random.exponential(9, 50_000)
    costs = error_costs(PayoffMatrix(0.0, -1.0, -loss, 0.0), labels)
    ranking = perfect_ranking(costs, labels)
    assert ranking.tpr.size < 10_000
    found = np.sort(loss[labels])[::-1].cumsum() / loss[labels].sum()
    inner = (ranking.tpr > 0) & (ranking.fpr == 0)
    places = np.rint(ranking.tpr[inner] * labels.sum()).astype(int) - 1
    np.testing.assert_allclose(ranking.tp_benefit_rate[inner], found[places])


@given(CASES, st.lists(PRIOR, min_size=2, max_size=5))
def test_that_the_rates_of_a_model_give_the_profit_at_every_prior(
    rows: list[tuple[bool, int, int, int]], priors: list[float]
) -> None:
    labels, scores, loss, alarm = (np.array([row[at] for row in rows]) for at in range(4))
    payoff = PayoffMatrix(tp=5.0, fp=-alarm, fn=5.0 - loss, tn=0.0)
    model = evaluate_scores("m", labels, scores, payoff)
    rates = profit_rates(model.table, model.rates)
    for prior in priors:
        condition, curve = model.condition(prior), rates.curve(model.condition(prior))
        hit = 5.0 * model.rates.tpr + (5.0 - condition.means.fn_cost) * (1 - model.rates.tpr)
        alarms = -condition.means.fp_cost * model.rates.fpr
        by_hand = prior * hit + (1 - prior) * alarms
        scale = np.abs(by_hand).max() + condition.worst_cost
        np.testing.assert_allclose(curve.expected_profit, by_hand, rtol=1e-12, atol=1e-12 * scale)
