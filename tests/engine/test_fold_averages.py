"""Curves per fold, from labels, scores and fold numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics

from costcurve_gui.engine import (
    PayoffMatrix,
    auc,
    cost_table,
    error_costs,
    fold_cost_tables,
    fold_tables,
    rank_order,
    split_folds,
    threshold_table,
)
from costcurve_gui.engine.errors import FoldError, LengthMismatchError, WeightError
from tests.helpers.oracles import noisy_sample

ROWS = 600


@pytest.fixture(scope="module")
def sample() -> tuple[np.ndarray, ...]:
    labels, scores = noisy_sample(ROWS, levels=40)
    fold = np.random.default_rng(8).integers(0, 5, ROWS)
    return labels, scores, fold


def same_table(found, expected) -> None:
    np.testing.assert_array_equal(found.thresholds, expected.thresholds)
    np.testing.assert_array_equal(found.fpr, expected.fpr)
    np.testing.assert_array_equal(found.tpr, expected.tpr)


def test_that_each_fold_has_the_curve_of_its_own_rows(sample) -> None:
    labels, scores, fold = sample
    scores = np.where(np.arange(ROWS) % 37 == 0, np.nan, scores)
    weights = np.random.default_rng(9).gamma(2.0, size=ROWS)
    for weight in (None, weights):
        tables = fold_tables(labels, scores, split_folds(fold), sample_weight=weight)
        for number, table in enumerate(tables):
            rows = fold == number
            part = None if weight is None else weight[rows]
            same_table(table, threshold_table(labels[rows], scores[rows], sample_weight=part))
        missing = np.isnan(scores) @ np.eye(5, dtype=int)[fold]
        assert [table.missing for table in tables] == missing.tolist()


@pytest.mark.parametrize(
    ("file", "positive"), [("german_credit_cv10.csv", "bad"), ("sonar_cv10.csv", "M")]
)
def test_that_folds_of_real_data_have_the_areas_of_scikit_learn(file, positive) -> None:
    cases = pd.read_csv(f"resources/sample_data/{file}")
    labels, scores = cases["label"] == positive, cases["score_random_forest"]
    folds = split_folds(cases["fold"])
    assert folds.names == tuple(str(number) for number in range(1, 11))
    for number, table in enumerate(fold_tables(labels, scores, folds), start=1):
        rows = cases["fold"] == number
        expected = metrics.roc_auc_score(labels[rows], scores[rows])
        assert auc(table) == pytest.approx(expected, abs=1e-12)


def test_that_costs_of_a_fold_are_those_of_its_own_rows(sample) -> None:
    labels, scores, fold = sample
    rng = np.random.default_rng(10)
    weights = rng.gamma(2.0, size=ROWS)
    payoff = PayoffMatrix(
        tp=0.0, fp=-rng.gamma(1.0, size=ROWS), fn=-rng.gamma(3.0, size=ROWS), tn=0
    )
    costs, folds = error_costs(payoff, labels), split_folds(fold)
    for weight in (None, weights):
        tables = fold_tables(labels, scores, folds, sample_weight=weight)
        found = fold_cost_tables(tables, labels, scores, folds, costs, sample_weight=weight)
        for number, curve in enumerate(found):
            rows = fold == number
            part = labels[rows], scores[rows]
            part_weight = None if weight is None else weight[rows]
            alone = threshold_table(*part, sample_weight=part_weight)
            order = rank_order(*part, table=alone)
            columns = (costs.fn_costs[rows], costs.fp_costs[rows], part_weight)
            same_table(curve, cost_table(alone, order, *columns))


def test_that_constant_costs_need_no_curve_of_their_own(sample) -> None:
    labels, scores, fold = sample
    folds = split_folds(fold)
    tables = fold_tables(labels, scores, folds)
    costs = error_costs(PayoffMatrix(tp=0.0, fp=-2.0, fn=-5.0, tn=0.0), labels)
    assert fold_cost_tables(tables, labels, scores, folds, costs) == tables


def test_that_folds_without_rows_are_left_out() -> None:
    folds = split_folds(np.array([3, 1, 3], dtype=np.int16), names=("a", "b", "c", "d"))
    assert (folds.names, len(folds), folds.length) == (("b", "d"), 2, 3)


def test_that_a_fold_without_a_class_is_named() -> None:
    folds = split_folds([0, 0, 1, 1], names=("north", "south"))
    with pytest.raises(FoldError, match="Fold south: The negative class is missing"):
        fold_tables([True, False, True, True], [1, 2, 3, 4], folds)
    with pytest.raises(FoldError, match="Fold north: The positive class is missing"):
        fold_tables([True, False, True, False], [np.nan, 2, 3, 4], folds)
    with pytest.raises(FoldError, match="Fold south: No row has a score"):
        fold_tables([True, False, True, False], [1, 2, np.nan, np.nan], folds)


def test_that_a_fold_whose_errors_cost_nothing_is_named() -> None:
    labels, scores = np.array([True, False, True, False]), np.array([4.0, 3.0, 2.0, 1.0])
    payoff = PayoffMatrix(tp=0.0, fp=-1.0, fn=np.array([-1.0, 0, 0, 0]), tn=0.0)
    folds = split_folds([0, 0, 1, 1])
    tables = fold_tables(labels, scores, folds)
    with pytest.raises(FoldError, match="Fold 1: Errors on the positive class cost nothing"):
        fold_cost_tables(tables, labels, scores, folds, error_costs(payoff, labels))


@pytest.mark.parametrize("fold", [[0, np.nan, 1, -1], [0.0, 0.5, 1, 7]])
def test_that_rows_without_a_fold_are_named(fold) -> None:
    with pytest.raises(FoldError, match=r"2 of 4 rows \(row 2, 4\)"):
        split_folds(fold, names=("a", "b"))


def test_that_text_and_tables_are_no_fold_numbers() -> None:
    with pytest.raises(FoldError, match="numbers"):
        split_folds(["a", "b"])
    with pytest.raises(ValueError, match="one column"):
        split_folds([[0, 1]])


def test_that_columns_must_fit_and_rows_are_counted_over_the_whole_sample() -> None:
    folds = split_folds([0, 0, 1, 1])
    with pytest.raises(LengthMismatchError):
        fold_tables([True, False], [1, 2], folds)
    with pytest.raises(LengthMismatchError):
        fold_tables([True, False, True, False], [1, 2], folds)
    with pytest.raises(WeightError, match="row 4"):
        fold_tables([True, False] * 2, [1, 2, 3, 4], folds, sample_weight=[1, 1, 1, -1])
