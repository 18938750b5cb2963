"""Payoffs, error costs and their means against plain sums."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.errors import (
    LengthMismatchError,
    NegativeErrorCostError,
    NonFinitePayoffError,
    ShapeError,
    SingleClassError,
    ZeroErrorCostError,
)

ROWS = st.lists(
    st.tuples(st.booleans(), st.floats(0, 1e6), st.floats(-1e6, 1e6), st.integers(0, 4)),
    min_size=2,
    max_size=60,
).filter(lambda rows: all(sum(row[3] for row in rows if row[0] == label) for label in (0, 1)))


@given(ROWS)
def test_that_means_are_weighted_sums_over_the_class(
    rows: list[tuple[bool, float, float, int]],
) -> None:
    labels = np.array([row[0] for row in rows])
    cost, base = (np.array([row[at] for row in rows]) for at in (1, 2))
    weight = np.array([row[3] for row in rows], dtype=float)
    payoff = PayoffMatrix(tp=base, fp=base - cost - 1, fn=base - cost - 1, tn=base)
    costs, means = error_costs(payoff, labels, weight), payoff_means(payoff, labels, weight)
    difference = base - (base - cost - 1)
    for members, found, mean, right in (
        (labels, costs.mean_fn_cost, means.fn_cost, means.tp_payoff),
        (~labels, costs.mean_fp_cost, means.fp_cost, means.tn_payoff),
    ):
        expected = np.average(difference[members], weights=weight[members])
        assert found == pytest.approx(expected)
        assert mean == pytest.approx(expected)
        average = np.average(base[members], weights=weight[members])
        assert right == pytest.approx(average, abs=1e-6)


def test_that_a_long_column_is_summarised_over_all_its_parts() -> None:
    random = np.random.default_rng(1)
    labels, loss = random.random(100_000) < 0.1, random.exponential(50, 100_000)
    costs = error_costs(PayoffMatrix(0.0, -1.0, -loss, 0.0), labels)
    assert costs.mean_fn_cost == pytest.approx(loss[labels].mean())
    np.testing.assert_array_equal(costs.fn_costs, loss)
    assert (costs.varies_fn, costs.varies_fp) == (True, False)


def test_that_equal_costs_become_one_number() -> None:
    costs = error_costs(PayoffMatrix(np.full(3, 5.0), 0.0, np.full(3, 2.0), 1.0), [1, 1, 0])
    assert (costs.fn_costs, costs.fp_costs) == (3.0, 1.0)
    assert not costs.varies


def test_that_handed_out_costs_are_read_only() -> None:
    costs = error_costs(PayoffMatrix(0.0, -1.0, np.array([-1.0, -2.0, 0.0]), 0.0), [1, 1, 0])
    assert isinstance(costs.fn_costs, np.ndarray)
    with pytest.raises(ValueError, match="read-only"):
        costs.fn_costs[0] = 5


def test_that_means_can_be_taken_over_some_rows() -> None:
    payoff = PayoffMatrix(0.0, -1.0, -np.array([1.0, 2.0, 4.0, 8.0]), 0.0)
    rows = np.array([True, False, True, True])
    assert payoff_means(payoff, [1, 1, 1, 0], rows=rows).fn_cost == 2.5
    with pytest.raises(SingleClassError):
        payoff_means(payoff, [1, 1, 1, 0], rows=np.array([True, True, True, False]))


def test_that_a_zero_cost_row_is_legal() -> None:
    costs = error_costs(PayoffMatrix(0.0, -1.0, np.array([0.0, -2.0, 0.0]), 0.0), [1, 1, 0])
    assert costs.mean_fn_cost == 1.0


@pytest.mark.parametrize("label", [True, False])
def test_that_errors_without_cost_name_their_class(label: bool) -> None:
    payoff = PayoffMatrix(0.0, -1.0, 0.0, 0.0) if label else PayoffMatrix(0.0, 0.0, -1.0, 0.0)
    with pytest.raises(ZeroErrorCostError) as caught:
        error_costs(payoff, [1, 0])
    assert caught.value.class_name == ("positive" if label else "negative")


def test_that_a_negative_constant_names_the_first_five_rows_of_its_class() -> None:
    with pytest.raises(NegativeErrorCostError) as caught:
        error_costs(PayoffMatrix(0.0, 3.0, -1.0, 0.0), [1] + [0] * 9)
    assert caught.value.cell == "fp"
    assert caught.value.rows == (2, 3, 4, 5, 6)
    assert set(caught.value.values) == {-3.0}
    assert (caught.value.count, caught.value.total) == (9, 9)


def test_that_a_slightly_negative_cost_is_refused() -> None:
    with pytest.raises(NegativeErrorCostError):
        error_costs(PayoffMatrix(0.0, -1.0, np.array([-5.0, 1e-9, 0.0]), 0.0), [1, 1, 0])


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 1e300])
def test_that_a_payoff_that_is_no_amount_names_its_cell_and_rows(value: float) -> None:
    cells = {"tp": 0.0, "fp": -1.0, "fn": np.array([-1.0, value, -1.0]), "tn": 0.0}
    with pytest.raises(NonFinitePayoffError) as caught:
        error_costs(PayoffMatrix(**cells), [1, 1, 0])
    assert (caught.value.cell, caught.value.rows) == ("fn", (2,))
    np.testing.assert_array_equal(caught.value.values, [value])
    assert (caught.value.count, caught.value.total) == (1, 2)


def test_that_infinities_do_not_cancel() -> None:
    with pytest.raises(NonFinitePayoffError):
        error_costs(PayoffMatrix(np.inf, -1.0, np.inf, 0.0), [1, 0])


def test_that_columns_must_fit() -> None:
    with pytest.raises(LengthMismatchError):
        error_costs(PayoffMatrix(0.0, -1.0, np.zeros(3), 0.0), [1, 0])
    with pytest.raises(ShapeError):
        error_costs(PayoffMatrix(0.0, -1.0, np.zeros((2, 1)), 0.0), [1, 0])


def test_that_a_class_without_weight_is_refused() -> None:
    with pytest.raises(SingleClassError, match="weight 0"):
        error_costs(PayoffMatrix(0.0, -1.0, -1.0, 0.0), [1, 0], [0.0, 1.0])


def test_that_means_found_before_are_taken_over() -> None:
    payoff = PayoffMatrix(2.0, -1.0, -np.array([1.0, 2.0, 4.0, 8.0]), 0.0)
    labels, rows = [1, 1, 1, 0], np.array([True, False, True, True])
    costs = error_costs(payoff, labels)
    assert payoff_means(payoff, labels, costs=costs) == payoff_means(payoff, labels)
    some = payoff_means(payoff, labels, rows=rows)
    assert payoff_means(payoff, labels, rows=rows, costs=costs) == some
    assert some.fn_cost == 4.5
