"""How far the axis of cost ratios reaches, whatever the costs."""

from __future__ import annotations

import math

import pytest

from costcurve_gui.analysis.regret_space import log_cost_ratio, ratio_decades
from costcurve_gui.engine.cost.condition import OperatingCondition
from costcurve_gui.engine.cost.payoff import PayoffMeans


def condition(fn_cost: float, fp_cost: float) -> OperatingCondition:
    means = PayoffMeans(tp_payoff=0.0, tn_payoff=0.0, fn_cost=fn_cost, fp_cost=fp_cost)
    return OperatingCondition(prior=0.3, means=means)


@pytest.mark.parametrize(("fn_cost", "decades"), [(1.0, 3), (500.0, 3), (2000.0, 4), (1e-7, 7)])
def test_that_the_axis_holds_the_condition_and_three_decades(fn_cost, decades) -> None:
    asked = condition(fn_cost, 1.0)
    assert ratio_decades(asked) == decades
    assert log_cost_ratio(asked) == pytest.approx(math.log10(fn_cost))


@pytest.mark.parametrize("costs", [(1e-320, 1.0), (1.0, 1e-320), (1e200, 1e-200)])
def test_that_the_ends_of_the_axis_are_numbers_for_any_costs(costs) -> None:
    asked = condition(*costs)
    assert ratio_decades(asked) == abs(log_cost_ratio(asked)) == 300
    assert math.isfinite(10.0 ** ratio_decades(asked))
