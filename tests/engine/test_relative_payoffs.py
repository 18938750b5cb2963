"""Relative payoffs of Fawcett (2006), figures 2, 7 and 9, and the rows that break the signs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.instance_costs import sign_violations
from costcurve_gui.engine.cost.payoff import PayoffMatrix, error_costs, payoff_means
from costcurve_gui.engine.cost.relative_payoffs import (
    cost_benefit_matrix,
    mean_payoffs,
    relative_payoffs,
)
from costcurve_gui.engine.errors import LengthMismatchError, NegativeErrorCostError

X = np.array([100.0, 1.0, 250.0, 40.0])
FRAUD = np.array([True, False, True, False])


@pytest.mark.parametrize("share", [0.02, 0.05])
def test_that_approving_is_measured_against_refusing_everybody(share: float) -> None:
    # Figures 2 and 7: Y approves, so the legitimate are positive; the baseline refuses.
    original = PayoffMatrix(tp=share * X, fp=-X, fn=-20.0, tn=20.0)
    matrix = cost_benefit_matrix(original)
    np.testing.assert_allclose(matrix.benefit, share * X + 20)
    np.testing.assert_allclose(matrix.cost, 20 + X)
    # With Y for refusing, the same baseline is Y.
    refusing = PayoffMatrix(tp=20.0, fp=-20.0, fn=-X, tn=share * X)
    same = cost_benefit_matrix(refusing, "Y")
    np.testing.assert_array_equal(same.benefit, matrix.benefit)
    np.testing.assert_array_equal(same.cost, matrix.cost)


def test_that_a_phone_alarm_costs_two_plus_a_tenth() -> None:
    # Figure 9b prints -$2 - $0.10 x among the costs.
    matrix = cost_benefit_matrix(PayoffMatrix(tp=1.0, fp=-2.0, fn=-1 - 0.2 * X, tn=0.1 * X))
    np.testing.assert_allclose(matrix.benefit, 2 + 0.2 * X)
    np.testing.assert_allclose(matrix.cost, 2 + 0.1 * X)


@pytest.mark.parametrize("baseline", ["Y", "N"])
def test_that_the_baseline_row_is_zero_and_no_error_costs_change(baseline) -> None:
    original = PayoffMatrix(tp=20.0, fp=-20.0, fn=-X, tn=0.02 * X)
    relative = relative_payoffs(original, baseline)
    zero = (relative.tp, relative.fp) if baseline == "Y" else (relative.fn, relative.tn)
    assert zero == (0, 0)
    before, after = error_costs(original, FRAUD), error_costs(relative, FRAUD)
    np.testing.assert_array_equal(before.fn_costs, after.fn_costs)
    np.testing.assert_array_equal(before.fp_costs, after.fp_costs)


def test_that_means_stand_in_for_cells_that_vary() -> None:
    original = PayoffMatrix(tp=20.0, fp=-20.0, fn=-X, tn=0.02 * X)
    matrix = mean_payoffs(payoff_means(original, FRAUD))
    assert (matrix.tp, matrix.fp) == (20, -20)
    assert (matrix.fn, matrix.tn) == pytest.approx((-175, 0.02 * 20.5))


CELLS = st.lists(st.sampled_from([-3.0, 0.0, 2.0, np.nan, np.inf]), min_size=6, max_size=6)


@given(CELLS, CELLS, st.lists(st.booleans(), min_size=6, max_size=6))
def test_that_every_row_that_fails_is_listed(tp, fp, labels) -> None:
    payoff = PayoffMatrix(tp=np.array(tp), fp=np.array(fp), fn=1.0, tn=-1.0)
    misses, alarms = sign_violations(payoff, labels)
    for found, of_class, cost in (
        (misses, True, [value - 1 for value in tp]),
        (alarms, False, [-1 - value for value in fp]),
    ):
        rows = [k for k in range(6) if labels[k] is of_class]
        assert found.total == len(rows)
        assert found.rows.tolist() == [k for k in rows if not 0 <= cost[k] < np.inf]
        np.testing.assert_array_equal(found.costs, [cost[k] for k in found.rows])


def test_that_the_report_begins_with_the_rows_of_the_error() -> None:
    # Fawcett (2006), section 7: a gain of x - 20 fails for x below 20.
    amount, labels = np.arange(0.0, 40.0, 2.0), np.array([True] * 19 + [False])
    payoff = PayoffMatrix(tp=amount - 20, fp=-1.0, fn=0.0, tn=0.0)
    misses, alarms = sign_violations(payoff, labels)
    with pytest.raises(NegativeErrorCostError) as caught:
        error_costs(payoff, labels)
    assert (misses.wrong, misses.right) == (caught.value.cell, "tp")
    assert misses.rows.size == caught.value.count == 10
    assert tuple(misses.rows[:5] + 1) == caught.value.rows
    assert (alarms.wrong, alarms.rows.size) == ("fp", 0)
    with pytest.raises(LengthMismatchError):
        sign_violations(payoff, [True, False])
