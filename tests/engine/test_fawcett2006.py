"""Cost matrices and ROCIV figures of Fawcett (2006), ROC graphs with instance-varying costs."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.counts.cost_table import cost_table, rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.selection.criteria import min_cost

FRAUD = np.array([True, False, True, False, False])
AMOUNT = np.array([1000.0, 50.0, 10.0, 200.0, 350.0])


def credit_approval(share: float) -> PayoffMatrix:
    """Figures 2 (2 %) and 7 (5 %); Y refuses, a fraud is positive."""
    return PayoffMatrix(tp=20.0, fp=-20.0, fn=-AMOUNT, tn=share * AMOUNT)


def approve_or_not(share: float) -> PayoffMatrix:
    """The same matrix with Y approving, a legitimate transaction positive."""
    return PayoffMatrix(tp=share * AMOUNT, fp=-AMOUNT, fn=-20.0, tn=20.0)


@pytest.mark.parametrize("share", [0.02, 0.05])
def test_that_error_costs_do_not_depend_on_what_is_called_positive(share: float) -> None:
    refusing = error_costs(credit_approval(share), FRAUD)
    approving = error_costs(approve_or_not(share), ~FRAUD)
    assert refusing.mean_fn_cost == approving.mean_fp_cost == pytest.approx(20 + 505.0)
    assert refusing.mean_fp_cost == approving.mean_fn_cost == pytest.approx(share * 200 + 20)


def test_that_figure_2_has_this_probability_cost_and_slope() -> None:
    means = payoff_means(credit_approval(0.02), FRAUD)
    model = evaluate_scores("m", FRAUD, AMOUNT, credit_approval(0.02))
    condition = model.condition(prior=0.01)
    assert condition.means == means
    assert condition.probability_cost == pytest.approx(5.25 / (5.25 + 0.99 * 24))
    assert condition.slope == pytest.approx(0.99 * 24 / (0.01 * 525))


def test_that_figure_9_has_the_sign_of_a_cost() -> None:
    # A false alarm costs 2 + 0.10 x, though figure 9b prints it as a loss among costs.
    phone = PayoffMatrix(tp=1.0, fp=-2.0, fn=-1 - 0.2 * AMOUNT, tn=0.1 * AMOUNT)
    costs = error_costs(phone, FRAUD)
    assert costs.mean_fn_cost == pytest.approx(2 + 0.2 * 505)
    assert costs.mean_fp_cost == pytest.approx(2 + 0.1 * 200)


def test_that_cost_shares_are_taken_over_the_own_class() -> None:
    # The paper prints both totals as sums over the positives.
    payoff = credit_approval(0.02)
    y_score = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    model = evaluate_scores("m", FRAUD, y_score, payoff)
    assert model.rates.tpr.tolist() == pytest.approx([0, 1020 / 1050, 1020 / 1050, 1, 1, 1])
    assert model.rates.fpr.tolist() == pytest.approx([0, 0, 21 / 72, 21 / 72, 45 / 72, 1])


def test_that_equal_costs_within_the_classes_make_rociv_roc() -> None:
    y_score = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    payoff = PayoffMatrix(tp=np.full(5, 3.0), fp=-4.0, fn=-7.0, tn=np.where(FRAUD, np.nan, 1.0))
    model = evaluate_scores("m", FRAUD, y_score, payoff)
    assert model.rates is model.table
    assert model.auciv == model.auc
    assert model.rociv_hull is model.roc_hull


def test_that_costs_can_turn_which_threshold_is_best() -> None:
    # One dear fraud at the top, many cheap ones below: by count the second threshold wins.
    y_true = np.array([True] + [False] * 2 + [True] * 4 + [False] * 4)
    y_score = np.arange(11, 0, -1, dtype=float)
    loss = np.where(y_score == 11, 996.0, 1.0)
    by_count = evaluate_scores("m", y_true, y_score)
    by_cost = evaluate_scores("m", y_true, y_score, PayoffMatrix(0.0, -100.0, -loss, 0.0))
    assert min_cost(by_count, by_count.condition()).threshold == 5
    assert min_cost(by_cost, by_cost.condition()).threshold == 11


def test_that_auciv_is_the_double_sum_of_the_theorem() -> None:
    random = np.random.default_rng(5)
    y_true = random.random(80) < 0.4
    y_score = random.integers(0, 15, 80).astype(float)
    loss, alarm = random.exponential(10, 80), random.exponential(3, 80)
    table, order = threshold_table(y_true, y_score), rank_order(y_true, y_score)
    costs = error_costs(PayoffMatrix(0.0, -alarm, -loss, 0.0), y_true)
    rates = cost_table(table, order, costs.fn_costs, costs.fp_costs)
    above = y_score[y_true][:, None] - y_score[~y_true][None, :]
    kernel = (above > 0) + (above == 0) / 2
    share = loss[y_true][:, None] * alarm[~y_true][None, :]
    expected = (kernel * share).sum() / share.sum()
    model = evaluate_scores("m", y_true, y_score, PayoffMatrix(0.0, -alarm, -loss, 0.0))
    assert model.auciv == pytest.approx(expected)
    np.testing.assert_array_equal(model.rates.tpr, rates.tpr)
