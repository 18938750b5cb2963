"""Isotonic calibration from the hull, against pooling adjacent violators."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.isotonic import IsotonicRegression

from costcurve_gui.engine import (
    brier_decomposition,
    brier_score,
    convex_hull,
    isotonic_map,
    threshold_table,
)
from tests.helpers.oracles import noisy_sample, probability_sample, scored_labels

# scikit-learn takes scores closer than 1e-15 for one.
APART = st.integers(-400, 400).map(lambda step: step / 8)


def fitted(labels, scores, weights=None):
    table = threshold_table(labels, scores, sample_weight=weights)
    return isotonic_map(table, convex_hull(table))


def scikit_learn(labels, scores, weights=None) -> IsotonicRegression:
    regression = IsotonicRegression(y_min=0, y_max=1, out_of_bounds="clip")
    return regression.fit(scores, labels, weights)


@given(scored_labels(APART), st.lists(st.floats(-60, 60), max_size=8))
def test_that_old_and_new_scores_map_as_in_scikit_learn(sample, new: list[float]) -> None:
    asked = np.concatenate((sample[1], new))
    found, expected = fitted(*sample).apply(asked), scikit_learn(*sample).predict(asked)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("levels", [None, 40])
def test_that_weights_pool_as_in_scikit_learn(levels: int | None) -> None:
    labels, scores = noisy_sample(3_000, levels=levels)
    weights = np.random.default_rng(4).gamma(2.0, 1.0, 3_000)
    found = fitted(labels, scores, weights).apply(scores)
    expected = scikit_learn(labels, scores, weights).predict(scores)
    np.testing.assert_allclose(found, expected, atol=1e-9)


@given(scored_labels())
def test_that_any_scores_become_shares_that_never_decrease(sample) -> None:
    labels, scores = sample
    calibrated = fitted(*sample).apply(scores)
    order = np.argsort(scores)
    assert (np.diff(calibrated[order]) >= 0).all()
    assert (calibrated[scores.argmin()], calibrated[scores.argmax()]) == (
        calibrated.min(),
        calibrated.max(),
    )
    for value in set(calibrated.tolist()):
        assert labels[calibrated == value].mean() == pytest.approx(value)


@given(scored_labels())
def test_that_the_calibrated_model_keeps_the_hull(sample) -> None:
    labels, scores = sample
    table = threshold_table(labels, fitted(labels, scores).apply(scores))
    before, after = convex_hull(threshold_table(*sample)), convex_hull(table)
    np.testing.assert_array_equal(after.fpr, before.fpr)
    np.testing.assert_array_equal(after.tpr, before.tpr)
    assert len(table) == len(after)  # every point is a vertex: nothing is left to pool


def test_that_a_calibrated_model_is_reliable_and_no_worse() -> None:
    labels, scores = probability_sample(2_000)
    calibrated = threshold_table(labels, fitted(labels, scores).apply(scores))
    assert brier_score(calibrated) < brier_score(threshold_table(labels, scores))
    assert brier_decomposition(calibrated).reliability == pytest.approx(0, abs=1e-12)


def test_that_missing_scores_stay_missing() -> None:
    calibrated = fitted([True, False, True], [0.9, 0.5, np.nan]).apply([np.nan, 0.9])
    np.testing.assert_array_equal(calibrated, [np.nan, 1])


def test_that_infinite_scores_are_calibrated_and_leave_their_neighbours_alone() -> None:
    labels = [True, False, True, False, False]
    scores = [np.inf, 2.0, 1.0, 0.0, -np.inf]
    calibrated = fitted(labels, scores).apply([np.inf, 7.0, 2.0, 1.0, 0.5, -3.0, -np.inf])
    assert calibrated.tolist() == [1, 0.5, 0.5, 0.5, 0.25, 0, 0]


def test_that_rows_without_weight_pool_nothing() -> None:
    labels, scores = [True, True, False, True, False], [5.0, 4.0, 3.0, 2.0, 1.0]
    weights = [1.0, 0.0, 1.0, 1.0, 0.0]
    assert fitted(labels, scores, weights).apply(scores).tolist() == [1, 0.5, 0.5, 0.5, 0.5]
