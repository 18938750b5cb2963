"""The operating condition, to its ends."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.condition import OperatingCondition, prior_at, probability_cost
from costcurve_gui.engine.cost.payoff import PayoffMeans
from costcurve_gui.engine.errors import ConstraintError

PRIOR = st.floats(1e-6, 1 - 1e-6)
COST = st.floats(1e-250, 1e250)


def condition_at(prior: float, fn_cost: float = 1.0, fp_cost: float = 1.0) -> OperatingCondition:
    return OperatingCondition(prior, PayoffMeans(0.0, 0.0, fn_cost, fp_cost))


@given(PRIOR, COST, COST)
def test_that_probability_cost_is_exact_for_any_costs(
    prior: float, fn_cost: float, fp_cost: float
) -> None:
    stake = Fraction(prior) * Fraction(fn_cost)
    exact = stake / (stake + (1 - Fraction(prior)) * Fraction(fp_cost))
    assert probability_cost(prior, fn_cost, fp_cost) == pytest.approx(
        float(exact), rel=1e-14, abs=1e-300
    )


@given(PRIOR, st.floats(1e-6, 1e6))
def test_that_the_prior_comes_back(prior: float, ratio: float) -> None:
    # Near 1 a PC(+) cannot be told from its neighbours, so the way back is exact to that only.
    stake = probability_cost(prior, ratio, 1.0)
    there = probability_cost(prior_at(stake, ratio, 1.0), ratio, 1.0)
    assert there == pytest.approx(stake, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    ("prior", "slope", "angle"), [(0.0, math.inf, math.pi / 2), (1.0, 0.0, 0.0), (0.5, 1.0, None)]
)
def test_that_slope_and_angle_are_defined_at_the_ends(
    prior: float, slope: float, angle: float | None
) -> None:
    condition = condition_at(prior)
    assert condition.slope == slope
    assert condition.angle == (math.pi / 4 if angle is None else angle)


@given(PRIOR, st.floats(0, 1), st.floats(0, 1))
def test_that_the_normalized_cost_is_the_share_of_the_worst(
    prior: float, fpr: float, tpr: float
) -> None:
    condition = condition_at(prior, fn_cost=250.0, fp_cost=3.0)
    share = condition.expected_cost(fpr, tpr) / condition.worst_cost
    assert condition.normalized_expected_cost(fpr, tpr) == pytest.approx(share)


def test_that_profit_is_the_payoff_of_each_cell_in_its_expected_share() -> None:
    # b(Y,p) = 12, b(N,p) = -30, b(N,n) = 2, b(Y,n) = -5 at a prior of 0.1.
    condition = OperatingCondition(0.1, PayoffMeans(12.0, 2.0, fn_cost=42.0, fp_cost=7.0))
    fpr, tpr = 0.2, 0.7
    by_cells = 0.1 * (tpr * 12 - (1 - tpr) * 30) + 0.9 * (fpr * -5 + (1 - fpr) * 2)
    assert condition.expected_profit(fpr, tpr) == pytest.approx(by_cells)
    assert (condition.means.fn_payoff, condition.means.fp_payoff) == (-30.0, -5.0)


def test_that_rates_may_be_columns() -> None:
    condition = condition_at(0.25, fn_cost=8.0, fp_cost=2.0)
    fpr, tpr = np.array([0.0, 0.5, 1.0]), np.array([0.0, 0.5, 1.0])
    assert condition.expected_cost(fpr, tpr).tolist() == [2.0, 1.75, 1.5]


def test_that_a_costlier_miss_leaves_the_found_positive_alone() -> None:
    condition = OperatingCondition(0.5, PayoffMeans(10.0, 0.0, 1.0, 1.0)).with_fn_cost(5.0)
    assert condition.cost_ratio == 5.0
    assert condition.means.tp_payoff == 10.0
    assert condition.means.fn_payoff == 5.0


@pytest.mark.parametrize("prior", [-0.1, 1.1, math.nan])
def test_that_a_prior_that_is_no_probability_is_refused(prior: float) -> None:
    with pytest.raises(ConstraintError, match="between 0 and 1"):
        condition_at(prior)


@pytest.mark.parametrize("cost", [0.0, -1.0, math.inf, math.nan])
def test_that_a_mean_cost_must_be_above_0_and_finite(cost: float) -> None:
    with pytest.raises(ConstraintError, match="false alarm"):
        condition_at(0.5, fp_cost=cost)
    with pytest.raises(ConstraintError, match="missed positive"):
        prior_at(0.5, fn_cost=cost, fp_cost=1.0)
