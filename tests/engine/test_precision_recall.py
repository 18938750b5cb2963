"""Precision-recall curves and average precision."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from costcurve_gui.engine import (
    average_precision,
    precision_recall_curve,
    roc_curve,
    threshold_table,
)
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.oracles import COMMON_SCORES, counts_by_definition, noisy_sample, scored_labels

WEIGHTS = st.sampled_from([0.0, 0.5, 1.0, 3.25])


def prevalence(labels: np.ndarray, weights: np.ndarray | None = None) -> float:
    return float(np.average(labels, weights=weights))


@pytest.mark.parametrize("levels", [None, 7])
def test_that_the_curve_at_the_sample_prior_is_that_of_scikit_learn(levels: int | None) -> None:
    y_true, y_score = noisy_sample(5_000, levels=levels)
    curve = precision_recall_curve(threshold_table(y_true, y_score), prevalence(y_true))
    # scikit-learn ascends and ends with an invented precision of 1 at recall 0.
    precision, recall, thresholds = metrics.precision_recall_curve(y_true, y_score)
    np.testing.assert_array_equal(curve.thresholds[:0:-1], thresholds)
    np.testing.assert_allclose(curve.recall[:0:-1], recall[:-1], atol=1e-12)
    np.testing.assert_allclose(curve.precision[:0:-1], precision[:-1], atol=1e-12)
    assert np.isnan(curve.precision[0])


@given(scored_labels(COMMON_SCORES))
def test_that_average_precision_at_the_sample_prior_is_that_of_scikit_learn(sample) -> None:
    expected = metrics.average_precision_score(*sample)
    found = average_precision(threshold_table(*sample), prevalence(sample[0]))
    assert found == pytest.approx(expected, abs=1e-12)


@given(scored_labels(), st.data())
def test_that_weights_count_rows_several_times(sample, data: st.DataObject) -> None:
    labels, scores = sample
    weights = np.array(data.draw(st.lists(WEIGHTS, min_size=len(labels), max_size=len(labels))))
    weights[[labels.argmax(), labels.argmin()]] = 1.0
    table = threshold_table(labels, scores, sample_weight=weights)
    curve = precision_recall_curve(table, prevalence(labels, weights))
    area, recall_before = 0.0, 0.0
    rows = counts_by_definition(labels, scores, weights)
    for (threshold, fp, tp), *found in zip(
        rows, curve.thresholds, curve.recall, curve.precision, strict=True
    ):
        precision = tp / (tp + fp) if tp + fp else np.nan
        recall = tp / weights[labels].sum()
        assert found == pytest.approx([threshold, recall, precision], nan_ok=True)
        area += (recall - recall_before) * precision if recall > recall_before else 0
        recall_before = recall
    assert average_precision(table, prevalence(labels, weights)) == pytest.approx(area)


@given(scored_labels(COMMON_SCORES), st.floats(0.01, 0.99))
def test_that_a_prior_is_a_sample_with_as_many_positives(sample, prior: float) -> None:
    labels, scores = sample
    weights = np.where(labels, prior / labels.sum(), (1 - prior) / (~labels).sum())
    table, weighted = (threshold_table(*sample, sample_weight=w) for w in (None, weights))
    curve = precision_recall_curve(table, prior)
    same = precision_recall_curve(weighted, prior)
    np.testing.assert_allclose(curve.precision, same.precision, atol=1e-12)
    expected = metrics.average_precision_score(labels, scores, sample_weight=weights)
    assert average_precision(table, prior) == pytest.approx(expected, abs=1e-9)


def test_that_precision_moves_with_the_prior_while_roc_stands_still() -> None:
    y_true, y_score = noisy_sample(2_000)
    # Drop nine in ten positives at random: the model is the same, its sample is not.
    kept = ~y_true | (np.random.default_rng(3).random(y_true.size) < 0.1)
    full, thinned = threshold_table(y_true, y_score), threshold_table(y_true[kept], y_score[kept])
    rare = prevalence(y_true[kept])
    assert average_precision(full, prevalence(y_true)) > average_precision(full, rare) + 0.2
    assert average_precision(full, rare) == pytest.approx(average_precision(thinned, rare), abs=0.1)
    on_grid = [
        np.interp(np.linspace(0, 1, 11), curve.fpr, curve.tpr)
        for curve in (roc_curve(full), roc_curve(thinned))
    ]
    np.testing.assert_allclose(*on_grid, atol=0.12)


def test_that_rows_asked_for_are_those_of_the_whole_curve() -> None:
    table = threshold_table(*noisy_sample(300))
    rows = np.array([0, 3, 299])
    some, every = precision_recall_curve(table, 0.1, rows), precision_recall_curve(table, 0.1)
    for name in ("thresholds", "recall", "precision"):
        np.testing.assert_array_equal(getattr(some, name), getattr(every, name)[rows])


def test_that_long_curves_have_the_area_of_short_ones() -> None:
    y_true, y_score = noisy_sample(100_000)
    expected = metrics.average_precision_score(y_true, y_score)
    found = average_precision(threshold_table(y_true, y_score), prevalence(y_true))
    assert found == pytest.approx(expected, abs=1e-12)


def test_that_a_constant_score_has_the_prior_as_its_area() -> None:
    table = threshold_table([True, False, False], [0.5, 0.5, 0.5])
    assert average_precision(table, 0.07) == pytest.approx(0.07)


def test_that_without_positives_in_deployment_a_perfect_step_has_no_precision() -> None:
    assert np.isnan(average_precision(threshold_table([True, False], [2, 1]), 0.0))
    assert average_precision(threshold_table([True, False], [1, 2]), 0.0) == 0


def test_that_a_prior_beyond_its_range_is_refused() -> None:
    table = threshold_table([True, False], [2, 1])
    for use in (precision_recall_curve, average_precision):
        with pytest.raises(ConstraintError, match="The prior"):
            use(table, -0.1)
