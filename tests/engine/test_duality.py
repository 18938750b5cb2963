"""ROC space and cost space are two pictures of one thing."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.duality import (
    RocLine,
    cost_line,
    cost_point,
    roc_line,
    roc_point,
    workforce_line,
)
from costcurve_gui.engine.errors import ConstraintError

RATE = st.floats(0, 1)


@given(RATE, RATE)
def test_that_a_classifier_comes_back_from_its_cost_line(fpr: float, tpr: float) -> None:
    assert roc_point(*cost_line(fpr, tpr)) == pytest.approx((fpr, tpr), abs=1e-15)


@given(st.floats(0.001, 0.999), RATE)
def test_that_a_cost_point_comes_back_from_its_roc_line(pc_plus: float, cost: float) -> None:
    assert cost_point(roc_line(pc_plus, cost)) == pytest.approx((pc_plus, cost), abs=1e-12)


@given(RATE, RATE, RATE, RATE)
def test_that_two_cost_lines_cross_where_the_roc_segment_says(
    fpr_1: float, tpr_1: float, fpr_2: float, tpr_2: float
) -> None:
    assume(fpr_2 - fpr_1 > 0.01 and tpr_2 - tpr_1 > 0.01)
    slope = (tpr_2 - tpr_1) / (fpr_2 - fpr_1)
    point = cost_point(RocLine(slope, tpr_1 - slope * fpr_1, math.nan))
    for fpr, tpr in ((fpr_1, tpr_1), (fpr_2, tpr_2)):
        line = cost_line(fpr, tpr)
        assert line.slope * point.pc_plus + line.intercept == pytest.approx(point.cost, abs=1e-9)


@given(st.floats(0, 1), st.floats(0, 0.9), RATE)
def test_that_all_classifiers_on_a_roc_line_cost_the_same(
    pc_plus: float, cost: float, share: float
) -> None:
    line = roc_line(pc_plus, cost)
    if line.slope > 1:
        tpr = share
        fpr = line.fpr_at_full - (1 - tpr) * pc_plus / (1 - pc_plus)
    else:
        fpr = share
        tpr = line.tpr_intercept + line.slope * fpr
    assert (1 - tpr) * pc_plus + fpr * (1 - pc_plus) == pytest.approx(cost, abs=1e-9)


def test_that_an_upright_roc_line_is_a_point_at_the_left_edge() -> None:
    assert roc_line(0.0, 0.3).slope == math.inf
    assert cost_point(roc_line(0.0, 0.3)) == (0.0, 0.3)


def test_that_a_line_of_slope_minus_1_lies_at_infinity() -> None:
    assert cost_point(RocLine(-1.0, 0.4, math.nan)) == (math.inf, math.inf)
    assert cost_point(RocLine(-1.0, 1.5, math.nan)) == (math.inf, -math.inf)


@pytest.mark.parametrize(("prior", "outside"), [(0.06, "below"), (0.7, "above"), (0.5, "infinite")])
def test_that_a_workforce_is_the_point_of_drummond_and_holte(prior: float, outside: str) -> None:
    # Drummond & Holte (2006), 5.1.4, with X = P / (P - N) and Y = (1 - W / P) X.
    positives, negatives = 4000 * prior, 4000 * (1 - prior)
    line = workforce_line(800, 4000, prior)
    assert positives * line.tpr_intercept == pytest.approx(800)
    assert negatives * line.fpr_at_full + positives == pytest.approx(800)
    point = cost_point(line)
    if outside == "infinite":
        assert math.isinf(point.pc_plus)
        return
    x = positives / (positives - negatives)
    assert point == pytest.approx((x, (1 - 800 / positives) * x))
    assert (x < 0) == (outside == "below")
    assert (x > 1) == (outside == "above")


def test_that_a_workforce_without_positives_bounds_the_fpr() -> None:
    assert cost_point(workforce_line(100, 400, prior=0.0)) == (0.0, 0.25)


def test_that_a_workforce_needs_a_population() -> None:
    with pytest.raises(ConstraintError):
        workforce_line(10, 0, prior=0.5)
