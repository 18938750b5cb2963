"""Stability of error costs against scipy and against replicated rows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from costcurve_gui.engine.cost.cost_stability import CostStability, cost_sample, cost_stability
from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix, error_costs
from costcurve_gui.engine.errors import SingleClassError
from tests.helpers.examples import examples

RANDOM = np.random.default_rng(6)
LABELS = RANDOM.random(400) < 0.4
LATER = RANDOM.random(400) < 0.5
AMOUNT = RANDOM.exponential(100, 400) * (1 + LATER)


def stability_of(costs: ErrorCosts, weight: np.ndarray | None = None) -> CostStability:
    return cost_stability(
        cost_sample(costs, LABELS, weight, ~LATER), cost_sample(costs, LABELS, weight, LATER)
    )


def test_that_each_class_is_compared_as_scipy_does() -> None:
    # Fawcett (2006), figure 2: c_FN = 20 + x over the fraudulent, c_FP = 20 + 0.02 x over others.
    payoff = PayoffMatrix(tp=20.0, fp=-20.0, fn=-AMOUNT, tn=0.02 * AMOUNT)
    found = stability_of(error_costs(payoff, LABELS))
    for change, cost, of_class in (
        (found.fn_costs, 20 + AMOUNT, LABELS),
        (found.fp_costs, 20 + 0.02 * AMOUNT, ~LABELS),
    ):
        first, second = cost[of_class & ~LATER], cost[of_class & LATER]
        expected = stats.ks_2samp(first, second)
        assert (change.first_rows, change.second_rows) == (first.size, second.size)
        assert change.statistic == pytest.approx(expected.statistic, rel=1e-12)
        assert change.p_value == pytest.approx(expected.pvalue, rel=1e-9)
        assert change.first_mean == pytest.approx(first.mean())
        assert change.ratio == pytest.approx(second.mean() / first.mean())
    assert found.fn_costs.p_value < 0.01


def test_that_one_cost_for_all_is_stable() -> None:
    found = stability_of(ErrorCosts(5.0, AMOUNT, 5.0, 100.0))
    assert (found.fn_costs.statistic, found.fn_costs.p_value, found.fn_costs.ratio) == (0, 1, 1)
    assert found.fp_costs.statistic > 0


@settings(max_examples=examples(30))
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_that_weights_count_rows_as_often_as_they_say(seed, most) -> None:
    weight = np.random.default_rng(seed).integers(0, most + 1, 400)
    found = stability_of(ErrorCosts(AMOUNT, AMOUNT, 1.0, 1.0), weight.astype(float)).fn_costs
    first, second = (
        np.repeat(AMOUNT[LABELS & part], weight[LABELS & part]) for part in (~LATER, LATER)
    )
    assert found.statistic == pytest.approx(stats.ks_2samp(first, second).statistic)
    assert (found.first_mean, found.second_mean) == pytest.approx((first.mean(), second.mean()))


def test_that_equal_weights_give_the_asymptotic_p_value() -> None:
    found = stability_of(ErrorCosts(AMOUNT, AMOUNT, 1.0, 1.0), np.full(400, 2.5)).fp_costs
    first, second = (AMOUNT[~LABELS & part] for part in (~LATER, LATER))
    assert found.p_value == pytest.approx(stats.ks_2samp(first, second, method="asymp").pvalue)


def test_that_few_heavy_rows_prove_less_than_many_light_ones() -> None:
    weight = np.where(np.arange(400) % 10 == 0, 90.0, 1.0)
    found = stability_of(ErrorCosts(AMOUNT, AMOUNT, 1.0, 1.0), weight).fn_costs
    parts = [weight[LABELS & part] for part in (~LATER, LATER)]
    n, m = (part.sum() ** 2 / (part**2).sum() for part in parts)
    assert n < parts[0].size / 5
    assert found.p_value == pytest.approx(stats.kstwo.sf(found.statistic, round(n * m / (n + m))))


def test_that_no_ratio_to_nothing_is_made_up() -> None:
    labels = np.array([True, False, True, False])
    costs = ErrorCosts(np.array([0.0, 0, 3, 0]), 1.0, 1.5, 1.0)
    parts = (cost_sample(costs, labels, rows=np.arange(4) // 2 == part) for part in (0, 1))
    assert math.isnan(cost_stability(*parts).fn_costs.ratio)


def test_that_a_split_without_a_class_is_refused() -> None:
    with pytest.raises(SingleClassError, match="positive"):
        cost_sample(ErrorCosts(1.0, 1.0, 1.0, 1.0), LABELS, rows=~LABELS)
    with pytest.raises(SingleClassError, match="total weight 0"):
        cost_sample(ErrorCosts(1.0, 1.0, 1.0, 1.0), LABELS, LABELS.astype(float))
