from __future__ import annotations

from math import nan

import numpy as np
import pytest

from costcurve_gui.engine import rank_order, threshold_table
from tests.helpers.oracles import noisy_sample


@pytest.mark.parametrize("levels", [None, 10])
def test_that_each_class_is_in_descending_order_of_score(levels: int | None) -> None:
    y_true, y_score = noisy_sample(500, levels=levels)
    order = rank_order(y_true, y_score)
    for rows, label in ((order.positive_rows, True), (order.negative_rows, False)):
        assert sorted(rows) == np.flatnonzero(y_true == label).tolist()
        assert (np.diff(y_score[rows]) <= 0).all()


@pytest.mark.parametrize("levels", [None, 10])
def test_that_stops_count_the_rows_at_or_above_each_threshold(levels: int | None) -> None:
    y_true, y_score = noisy_sample(300, levels=levels)
    table = threshold_table(y_true, y_score)
    order = rank_order(y_true, y_score)
    positives, negatives = y_score[y_true], y_score[~y_true]
    above = table.thresholds[1:, None]
    assert order.positive_stops[:].tolist() == [0, *(positives >= above).sum(axis=1)]
    assert order.negative_stops[:].tolist() == [0, *(negatives >= above).sum(axis=1)]


def test_that_rows_without_a_score_are_absent() -> None:
    order = rank_order([True, True, False, False], [nan, 0.3, 0.5, nan])
    assert order.positive_rows.tolist() == [1]
    assert order.negative_rows.tolist() == [2]
    assert order.length == 4


def test_that_an_unweighted_table_shares_its_counts() -> None:
    y_true, y_score = noisy_sample(50)
    table = threshold_table(y_true, y_score)
    assert rank_order(y_true, y_score, table=table).positive_stops is table.positive_sums.stops


def test_that_stops_count_rows_where_the_table_has_weights() -> None:
    y_true, y_score = noisy_sample(50)
    weighted = threshold_table(y_true, y_score, sample_weight=np.full(50, 2.5))
    order = rank_order(y_true, y_score, table=weighted)
    assert order.positive_stops[:].max() == y_true.sum()
