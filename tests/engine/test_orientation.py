"""Reversed models against those counted from negated scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.counts.cost_table import cost_table, rank_order
from costcurve_gui.engine.counts.threshold_table import ThresholdTable, threshold_table
from costcurve_gui.engine.evaluation import evaluate_scores
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.roc.orientation import orientation, reversed_order, reversed_table
from tests.helpers.oracles import noisy_sample, scored_labels


def assert_same(table: ThresholdTable, expected: ThresholdTable) -> None:
    np.testing.assert_array_equal(table.thresholds, expected.thresholds)
    assert not np.signbit(table.thresholds[table.thresholds == 0]).any()
    np.testing.assert_allclose(table.fps.astype(float), expected.fps.astype(float), atol=1e-12)
    np.testing.assert_allclose(table.tps.astype(float), expected.tps.astype(float), atol=1e-12)
    assert (table.rows, table.missing) == (expected.rows, expected.missing)
    assert table.weighted == expected.weighted


@given(scored_labels())
def test_that_the_turned_table_is_that_of_the_negated_scores(sample) -> None:
    y_true, y_score = sample
    table = reversed_table(threshold_table(y_true, y_score))
    assert_same(table, threshold_table(y_true, -y_score))
    assert auc(table) == pytest.approx(1 - auc(threshold_table(y_true, y_score)))
    assert (table.fpr[[0, -1]].tolist(), table.tpr[[0, -1]].tolist()) == ([0, 1], [0, 1])


@pytest.mark.parametrize("levels", [None, 60])
def test_that_many_rows_and_missing_scores_are_turned_alike(levels: int | None) -> None:
    y_true, y_score = noisy_sample(100_000, levels=levels)
    y_score[5:50:5] = np.nan
    assert_same(reversed_table(threshold_table(y_true, y_score)), threshold_table(y_true, -y_score))


@given(scored_labels(), st.data())
def test_that_weights_are_turned_too(sample, data: st.DataObject) -> None:
    y_true, y_score = sample
    weight = st.sampled_from([0.1, 0.3, 1.0, 7.7])
    weights = data.draw(st.lists(weight, min_size=y_true.size, max_size=y_true.size))
    table = reversed_table(threshold_table(y_true, y_score, sample_weight=weights))
    assert_same(table, threshold_table(y_true, -y_score, sample_weight=weights))
    assert (np.diff(table.tpr) >= 0).all()
    assert (table.tpr[-1], table.fpr[-1]) == (1, 1)


@given(scored_labels())
def test_that_costs_are_counted_in_the_turned_order(sample) -> None:
    y_true, y_score = sample
    cost = np.arange(1.0, y_true.size + 1)
    turned = cost_table(
        reversed_table(threshold_table(y_true, y_score)),
        reversed_order(rank_order(y_true, y_score)),
        cost,
        cost,
    )
    expected = cost_table(
        threshold_table(y_true, -y_score), rank_order(y_true, -y_score), cost, cost
    )
    np.testing.assert_allclose(turned.fpr, expected.fpr)
    np.testing.assert_allclose(turned.tpr, expected.tpr)


def test_that_a_model_below_the_diagonal_is_named() -> None:
    y_true = np.array([True, True, True, False, False, False])
    wrong = orientation(evaluate_scores("m", y_true, [1, 2, 4, 3, 5, 6]))
    assert (wrong.below, wrong.wholly_below) == (True, True)
    assert wrong.reversed_auc == pytest.approx(8 / 9)
    # The best positive leads, the others come last: below by area, but not wholly.
    crossing = orientation(evaluate_scores("m", y_true, [6, 1, 2, 3, 4, 5]))
    assert crossing.auc == pytest.approx(1 / 3)
    assert (crossing.below, crossing.wholly_below) == (True, False)


@pytest.mark.parametrize("scores", [[1, 1, 1, 1], [4, 1, 3, 2]])
def test_that_the_diagonal_itself_is_not_below(scores: list[int]) -> None:
    found = orientation(evaluate_scores("m", [True, True, False, False], scores))
    assert (found.auc, found.below, found.wholly_below) == (0.5, False, False)


def test_that_nothing_is_reversed_by_an_evaluation() -> None:
    payoff = PayoffMatrix(0.0, -1.0, -1.0, 0.0)
    assert evaluate_scores("m", [True, False], [0.1, 0.9], payoff).auc == 0
