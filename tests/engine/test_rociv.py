from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import auc, convex_hull, cost_table, rank_order, threshold_table
from tests.helpers.oracles import area_by_pairs, noisy_sample, scored_labels

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.cost_table import CostTable


def rociv(labels, scores, fn_costs, fp_costs) -> CostTable:
    table = threshold_table(labels, scores)
    return cost_table(table, rank_order(labels, scores, table=table), fn_costs, fp_costs)


@given(scored_labels(), st.data())
def test_that_its_area_is_the_double_sum_over_pairs_by_cost(sample, data: st.DataObject) -> None:
    labels, scores = sample
    size = len(labels)
    costs = np.array(data.draw(st.lists(st.floats(0, 1e4), min_size=size, max_size=size)))
    costs[[labels.argmax(), labels.argmin()]] = 2.5
    expected = area_by_pairs(labels, scores, costs)
    assert auc(rociv(labels, scores, costs, costs)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("as_column", [False, True])
@pytest.mark.parametrize("levels", [None, 30])
def test_that_equal_costs_give_the_roc_curve_exactly(as_column: bool, levels: int | None) -> None:
    y_true, y_score = noisy_sample(9_000, levels=levels)
    fn_cost, fp_cost = (np.full(9_000, 0.1), np.full(9_000, 0.7)) if as_column else (0.1, 0.7)
    table, rates = threshold_table(y_true, y_score), rociv(y_true, y_score, fn_cost, fp_cost)
    np.testing.assert_array_equal(rates.fpr, table.fpr)
    np.testing.assert_array_equal(rates.tpr, table.tpr)
    assert auc(rates) == auc(table)
    np.testing.assert_array_equal(convex_hull(rates).indices, convex_hull(table).indices)


def test_that_scaling_the_costs_of_a_class_changes_nothing() -> None:
    y_true, y_score = noisy_sample(500)
    costs = np.random.default_rng(8).gamma(2, size=500)
    plain, scaled = (
        rociv(y_true, y_score, costs, costs),
        rociv(y_true, y_score, 4 * costs, costs / 8),
    )
    np.testing.assert_array_equal(scaled.fpr, plain.fpr)
    np.testing.assert_array_equal(scaled.tpr, plain.tpr)


# Matrices of Fawcett (2006), each entry (fixed, share of the amount).
# Benefits of figures 2a, 7a, 9a: decisions Y and N for a positive, then for a negative. In 2 and 7
# Y approves and the legitimate are the positives; in 9 Y raises the alarm on the fraudulent.
BENEFITS = {
    "figure 2": (((0, 0.02), (-20, 0)), ((0, -1), (20, 0))),
    "figure 7": (((0, 0.05), (-20, 0)), ((0, -1), (20, 0))),
    "figure 9": (((1, 0), (-1, -0.2)), ((-2, 0), (0, 0.1))),
}
# Benefit of a true positive and cost of a false one, as in figures 2b, 7b and 9b (the false alarm
# of 9b as the cost that it is).
TRANSFORMED = {
    "figure 2": ((20, 0.02), (20, 1)),
    "figure 7": ((20, 0.05), (20, 1)),
    "figure 9": ((2, 0.2), (2, 0.1)),
}


@pytest.mark.parametrize("figure", BENEFITS)
def test_that_the_matrices_of_fawcett_2006_give_their_points(figure: str) -> None:
    def money(entry: tuple[float, float], amount: np.ndarray) -> np.ndarray:
        return entry[0] + entry[1] * amount

    labels = np.array([True, False, True, False, True])
    amounts = np.array([100.0, 500, 30, 40, 1000])
    (hit, miss), (false_alarm, rejection) = BENEFITS[figure]
    fn_costs = money(hit, amounts) - money(miss, amounts)
    fp_costs = money(rejection, amounts) - money(false_alarm, amounts)
    rates = rociv(labels, [5, 4, 3, 2, 1], fn_costs, fp_costs)

    benefit, cost = TRANSFORMED[figure]
    b, c = money(benefit, amounts[labels]), money(cost, amounts[~labels])
    y = np.array([0, b[0], b[0], b[0] + b[1], b[0] + b[1], b.sum()]) / b.sum()
    x = np.array([0, 0, c[0], c[0], c.sum(), c.sum()]) / c.sum()
    np.testing.assert_allclose(rates.tpr, y)
    np.testing.assert_allclose(rates.fpr, x)


def test_that_identical_roc_curves_may_have_different_rociv_curves() -> None:
    # Fawcett (2006), figure 3: B finds the dear positive first, A the cheap one.
    labels, costs = np.array([True, True, False]), np.array([1.0, 9.0, 1.0])
    a, b = [3, 1, 2], [1, 3, 2]
    assert auc(threshold_table(labels, a)) == auc(threshold_table(labels, b)) == 0.5
    assert auc(rociv(labels, a, costs, costs)) == pytest.approx(0.1)
    assert auc(rociv(labels, b, costs, costs)) == pytest.approx(0.9)
