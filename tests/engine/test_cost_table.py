from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import cost_table, rank_order, threshold_table
from costcurve_gui.engine.errors import LengthMismatchError, ZeroErrorCostError
from tests.helpers.oracles import counts_by_definition, noisy_sample, scored_labels

if TYPE_CHECKING:
    from costcurve_gui.engine.counts.cost_table import CostTable

COSTS = st.floats(0, 1e6)


def rates_of(labels, scores, fn_costs, fp_costs, sample_weight=None) -> CostTable:
    table = threshold_table(labels, scores, sample_weight=sample_weight)
    order = rank_order(labels, scores, table=table)
    return cost_table(table, order, fn_costs, fp_costs, sample_weight)


@given(scored_labels(), st.data())
def test_that_shares_follow_their_definition(sample, data: st.DataObject) -> None:
    labels, scores = sample
    size = len(labels)
    costs = np.array(data.draw(st.lists(COSTS, min_size=size, max_size=size)))
    costs[[labels.argmax(), labels.argmin()]] = 1.5
    rates = rates_of(labels, scores, costs, costs)
    expected = np.array(counts_by_definition(labels, scores, costs))
    np.testing.assert_array_equal(rates.thresholds, expected[:, 0])
    np.testing.assert_allclose(rates.fpr, expected[:, 1] / expected[-1, 1], rtol=1e-12)
    np.testing.assert_allclose(rates.tpr, expected[:, 2] / expected[-1, 2], rtol=1e-12)


def test_that_shares_end_at_exactly_one_and_never_decrease() -> None:
    y_true, y_score = noisy_sample(1_200_000, levels=100_000)
    costs = np.random.default_rng(5).lognormal(sigma=2, size=1_200_000)
    rates = rates_of(y_true, y_score, costs, costs)
    for share in (rates.fpr, rates.tpr):
        assert (share[0], share[-1]) == (0, 1)
        assert (np.diff(share) >= 0).all()


def test_that_sums_in_pieces_equal_one_running_sum(monkeypatch) -> None:
    monkeypatch.setattr("costcurve_gui.engine.counts.cost_table.GATHER_CHUNK", 500)
    y_true, y_score = noisy_sample(1800)
    costs = np.random.default_rng(6).lognormal(size=1800)
    rates = rates_of(y_true, y_score, 1.0, costs)
    ordered = costs[rank_order(y_true, y_score).negative_rows]
    assert rates.negatives == list(accumulate(ordered.tolist()))[-1]


def test_that_a_weight_multiplies_its_cost() -> None:
    y_true, y_score = noisy_sample(300, levels=20)
    rng = np.random.default_rng(7)
    costs, weights = rng.gamma(2, size=300), rng.gamma(2, size=300)
    weighted = rates_of(y_true, y_score, costs, costs, weights)
    multiplied = rates_of(y_true, y_score, costs * weights, costs * weights)
    np.testing.assert_allclose(weighted.fpr, multiplied.fpr, rtol=1e-12)
    np.testing.assert_allclose(weighted.tpr, multiplied.tpr, rtol=1e-12)


def test_that_entries_of_the_other_class_are_not_read() -> None:
    y_true, y_score = noisy_sample(50)
    costs = np.arange(1.0, 51)
    spoiled = np.where(y_true, costs, np.nan)
    np.testing.assert_array_equal(
        rates_of(y_true, y_score, spoiled, 1.0).tpr, rates_of(y_true, y_score, costs, 1.0).tpr
    )


def test_that_rows_without_a_score_cost_nothing() -> None:
    labels = np.array([True, True, True, False])
    rates = rates_of(labels, [np.nan, 2, 3, 1], np.array([9.0, 4, 1, 0]), 1.0)
    assert rates.tpr.tolist() == [0, 0.2, 1, 1]


def test_that_one_class_may_vary_while_the_other_is_constant() -> None:
    labels = np.array([True, False, True, False])
    rates = rates_of(labels, [4, 3, 2, 1], 7.0, np.array([0.0, 3, 0, 1]))
    assert rates.tpr.tolist() == [0, 0.5, 0.5, 1, 1]
    assert rates.fpr.tolist() == [0, 0, 0.75, 0.75, 1]


@given(scored_labels(), st.data())
def test_that_searching_a_share_agrees_with_comparing_every_row(
    sample, data: st.DataObject
) -> None:
    labels, scores = sample
    size = len(labels)
    costs = np.array(data.draw(st.lists(st.floats(0.01, 9), min_size=size, max_size=size)))
    rates = rates_of(labels, scores, costs, costs)
    asked = np.unique(np.concatenate((rates.fpr, rates.tpr, [0.1, 0.7])))
    asked = np.concatenate((asked, np.nextafter(asked, 2)))
    for share, found in (
        (rates.fpr, rates.rows_reaching_fpr(asked)),
        (rates.tpr, rates.rows_reaching_tpr(asked)),
    ):
        expected = [int(np.argmax(np.append(share, np.inf) >= value)) for value in asked]
        assert found.tolist() == expected


@pytest.mark.parametrize("nothing", [0.0, np.zeros(2)])
def test_that_a_class_whose_errors_cost_nothing_is_named(nothing) -> None:
    with pytest.raises(ZeroErrorCostError, match="negative class cost nothing"):
        rates_of([True, False], [2, 1], 1.0, nothing)


def test_that_a_cost_column_of_another_length_is_named() -> None:
    with pytest.raises(LengthMismatchError, match="fn_costs has 3 rows where 2"):
        rates_of([True, False], [2, 1], np.ones(3), 1.0)
