"""Payoff matrices of Fawcett (2006), figures 2, 7 and 9, and the errors of bad ones."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.cost.condition import OperatingCondition, prior_at, probability_cost
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.errors import (
    NegativeErrorCostError,
    NonFinitePayoffError,
    ZeroErrorCostError,
)

LABELS = np.array([True, False, True, False])
AMOUNT = np.array([100.0, 50.0, 300.0, 10.0])


@pytest.mark.parametrize("share", [0.02, 0.05])
def test_that_approving_credit_costs_what_figures_2_and_7_say(share: float) -> None:
    # Y approves, the positive class is the legitimate one.
    payoff = PayoffMatrix(tp=share * AMOUNT, fp=-AMOUNT, fn=-20.0, tn=20.0)
    costs = error_costs(payoff, LABELS)
    np.testing.assert_allclose(np.asarray(costs.fn_costs)[LABELS], share * AMOUNT[LABELS] + 20)
    np.testing.assert_allclose(np.asarray(costs.fp_costs)[~LABELS], 20 + AMOUNT[~LABELS])


def test_that_a_false_phone_alarm_costs_two_dollars_plus_a_tenth() -> None:
    # Figure 9b prints this cell with the sign of a benefit.
    payoff = PayoffMatrix(tp=1.0, fp=-2.0, fn=-1 - 0.2 * AMOUNT, tn=0.1 * AMOUNT)
    costs = error_costs(payoff, LABELS)
    np.testing.assert_allclose(np.asarray(costs.fp_costs)[~LABELS], 2 + 0.1 * AMOUNT[~LABELS])
    np.testing.assert_allclose(np.asarray(costs.fn_costs)[LABELS], 2 + 0.2 * AMOUNT[LABELS])
    assert costs.mean_fp_cost == pytest.approx(2 + 0.1 * 30)


def test_that_means_are_taken_over_the_own_class_by_weight() -> None:
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=-AMOUNT, tn=0.1 * AMOUNT)
    weight = np.array([3.0, 1.0, 1.0, 3.0])
    means = payoff_means(payoff, LABELS, weight)
    assert means.fn_cost == pytest.approx((3 * 100 + 300) / 4)
    assert means.tn_payoff == pytest.approx((5 + 3 * 1) / 4)


def test_that_a_negative_error_cost_names_its_rows() -> None:
    payoff = PayoffMatrix(tp=-150.0, fp=-1.0, fn=-AMOUNT, tn=0.0)
    with pytest.raises(NegativeErrorCostError) as caught:
        error_costs(payoff, LABELS)
    assert caught.value.rows == (1,)
    assert caught.value.values == (-50.0,)
    assert caught.value.count == 1


def test_that_a_missing_payoff_counts_only_in_its_own_class() -> None:
    gaps = np.array([1.0, np.nan, 2.0, np.nan])
    assert error_costs(PayoffMatrix(tp=gaps, fp=-1.0, fn=0.0, tn=0.0), LABELS).mean_fn_cost == 1.5
    with pytest.raises(NonFinitePayoffError) as caught:
        error_costs(PayoffMatrix(tp=0.0, fp=gaps, fn=-1.0, tn=0.0), LABELS)
    assert caught.value.rows == (2, 4)


def test_that_errors_that_cost_nothing_are_refused() -> None:
    with pytest.raises(ZeroErrorCostError):
        error_costs(PayoffMatrix(tp=0.0, fp=-1.0, fn=0.0, tn=0.0), LABELS)


@pytest.mark.parametrize("prior", [1e-6, 0.01, 0.5, 1 - 1e-6])
@pytest.mark.parametrize(("fn_cost", "fp_cost"), [(1.0, 1.0), (1e9, 1e-3), (2.5, 40.0)])
def test_that_the_prior_comes_back_from_its_probability_cost(
    prior: float, fn_cost: float, fp_cost: float
) -> None:
    pc_plus = probability_cost(prior, fn_cost, fp_cost)
    assert 0 <= pc_plus <= 1
    if pc_plus < 1 - 1e-9:
        assert prior_at(pc_plus, fn_cost, fp_cost) == pytest.approx(prior, rel=1e-6)


def test_that_slope_and_probability_cost_say_the_same() -> None:
    means = payoff_means(PayoffMatrix(tp=0.0, fp=-2.0, fn=-7.0, tn=0.0), LABELS)
    condition = OperatingCondition(0.3, means)
    assert condition.slope == pytest.approx(0.7 * 2 / (0.3 * 7))
    assert np.tan(condition.angle) == pytest.approx(condition.slope)
