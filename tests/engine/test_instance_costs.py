"""The plot of instance costs, and scores weighted by cost (Fawcett 2006, figure 6, section 4)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.instance_costs import cost_weighted_scores, instance_costs
from costcurve_gui.engine.cost.payoff import ErrorCosts, PayoffMatrix, error_costs
from costcurve_gui.engine.counts.cost_table import rank_order
from costcurve_gui.engine.errors import ConstraintError, LengthMismatchError
from costcurve_gui.engine.evaluation import evaluate_scores
from tests.helpers.oracles import noisy_sample

ROWS = st.lists(
    st.tuples(
        st.booleans(),
        st.sampled_from([1.0, 2.0, 3.0, 4.0, np.inf, -np.inf, np.nan]),
        st.floats(0, 100),
    ),
    min_size=2,
    max_size=40,
).filter(lambda rows: len({row[0] for row in rows if row[1] == row[1]}) == 2)


def ranked_by_definition(rows) -> list[tuple[bool, float]]:
    scored = [row for row in rows if row[1] == row[1]]
    scored.sort(key=lambda row: (-row[1], not row[0]))
    return [(label, cost) for label, _, cost in scored]


@given(ROWS, st.integers(1, 50))
def test_that_each_column_shows_the_costliest_instance_of_each_class(rows, columns: int) -> None:
    y_true, y_score, cost = (np.array(column) for column in zip(*rows, strict=True))
    order = rank_order(y_true, y_score)
    plot = instance_costs(order, ErrorCosts(cost, cost, 1.0, 1.0), columns)
    ranking = ranked_by_definition(rows)
    assert plot.starts[-1] == len(ranking)
    assert plot.benefit.size == min(columns, len(ranking))
    assert plot.thinned == (columns < len(ranking))
    # Among equal scores the order within a class means nothing, so look where scores differ.
    scores = sorted(-row[1] for row in rows if row[1] == row[1])
    for k, (start, stop) in enumerate(zip(plot.starts[:-1], plot.starts[1:], strict=True)):
        inside = ranking[start:stop]
        classes = [label for label, _ in inside]
        assert plot.positives[k] == sum(classes)
        assert plot.negatives[k] == len(classes) - sum(classes)
        assert np.isnan(plot.benefit[k]) == (not any(classes))
        assert np.isnan(plot.cost[k]) == all(classes)
        cut = {scores[at] for at in (start, stop) if 0 < at < len(scores)}
        if not cut & set(scores[start:stop]) or len(scores) == len(set(scores)):
            benefits = [value for label, value in inside if label]
            losses = [-value for label, value in inside if not label]
            assert plot.benefit[k] == pytest.approx(max(benefits, default=np.nan), nan_ok=True)
            assert plot.cost[k] == pytest.approx(min(losses, default=np.nan), nan_ok=True)


def test_that_no_peak_is_lost_among_many_rows() -> None:
    y_true, y_score = noisy_sample(200_000)
    cost = np.ones(y_true.size)
    cost[[17, 90_000, 150_001]] = 500.0, 900.0, 700.0
    plot = instance_costs(rank_order(y_true, y_score), ErrorCosts(cost, cost, 1, 1), 800)
    peaks = np.concatenate((plot.benefit, -plot.cost))
    assert sorted(peaks[peaks > 1].tolist()) == [500.0, 700.0, 900.0]
    assert plot.benefit.size == 800
    assert plot.positives.sum() == y_true.sum()
    assert np.ptp(np.diff(plot.starts)) <= 1


def test_that_donors_stand_above_and_the_others_below_the_line() -> None:
    # Fawcett (2006), 6.1: mailing costs 1, a donor of x brings x - 1.
    y_true = np.array([False, True, True, False, True])
    donation = np.array([0.0, 25.0, 3.0, 0.0, 1500.0])
    costs = error_costs(PayoffMatrix(tp=donation - 1, fp=-1.0, fn=0.0, tn=0.0), y_true)
    plot = instance_costs(rank_order(y_true, [0.9, 0.8, 0.7, 0.6, 0.5]), costs, 100)
    assert not plot.thinned
    np.testing.assert_array_equal(plot.benefit, [np.nan, 24, 2, np.nan, 1499])
    np.testing.assert_array_equal(plot.cost, [-1, np.nan, np.nan, -1, np.nan])


def test_that_a_plot_without_columns_is_refused() -> None:
    order = rank_order([True, False], [1.0, 2.0])
    with pytest.raises(ConstraintError):
        instance_costs(order, ErrorCosts(1.0, 1.0, 1.0, 1.0), 0)
    with pytest.raises(LengthMismatchError):
        instance_costs(order, ErrorCosts(np.ones(3), 1.0, 1.0, 1.0), 2)


def test_that_weighting_by_cost_brings_the_dear_frauds_forward() -> None:
    y_true = np.array([True, False, True, False])
    y_score = np.array([0.9, 0.8, 0.5, 0.4])
    amount = np.array([10.0, 10.0, 1000.0, 20.0])
    payoff = PayoffMatrix(tp=0.0, fp=-5.0, fn=-amount, tn=0.0)
    weighted = cost_weighted_scores(y_score, payoff)
    assert weighted.tolist() == [9.0, 8.0, 500.0, 8.0]
    plain = evaluate_scores("m", y_true, y_score, payoff)
    by_cost = evaluate_scores("m by cost", y_true, weighted, payoff)
    assert by_cost.auciv > plain.auciv


def missing_costs(fn_cost: float | np.ndarray) -> PayoffMatrix:
    return PayoffMatrix(tp=0.0, fp=-1.0, fn=-fn_cost, tn=0.0)


def test_that_one_cost_for_all_leaves_the_ranking() -> None:
    scores = cost_weighted_scores([0.2, np.nan, 0.1], missing_costs(3.0))
    np.testing.assert_allclose(scores, [0.6, np.nan, 0.3])


def test_that_negatives_are_weighted_by_what_they_would_cost_as_positives() -> None:
    # All positives cost the same, so that `error_costs` keeps one number for them.
    y_true, cost = np.array([True, False, True]), np.array([10.0, 500.0, 10.0])
    assert error_costs(missing_costs(cost), y_true).fn_costs == 10
    assert cost_weighted_scores([0.9, 0.1, 0.8], missing_costs(cost)).tolist() == [9, 50, 8]


def test_that_a_score_without_a_cost_is_missing() -> None:
    payoff = missing_costs(np.array([np.nan, 0.0, 2.0]))
    np.testing.assert_array_equal(
        cost_weighted_scores([1.0, np.inf, np.inf], payoff), [np.nan, np.nan, np.inf]
    )


def test_that_negative_scores_are_refused_with_their_row() -> None:
    with pytest.raises(ConstraintError, match=r"1 of 3 rows have one, the first is row 2: -0\.5"):
        cost_weighted_scores([0.1, -0.5, np.nan], missing_costs(1.0))
    with pytest.raises(LengthMismatchError):
        cost_weighted_scores([0.1], missing_costs(np.ones(2)))
