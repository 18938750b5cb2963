"""Detection error tradeoff curves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from scipy.stats import norm
from sklearn import metrics

from costcurve_gui.engine import det_curve, log_rate, probit, threshold_table
from tests.helpers.oracles import COMMON_SCORES, counts_by_definition, noisy_sample, scored_labels


def untrimmed(fpr: np.ndarray, fnr: np.ndarray) -> slice:
    """The rows that scikit-learn keeps: from the last of fpr 0 to the first of fnr 0."""
    return slice(np.flatnonzero(fpr == fpr[0])[-1], np.flatnonzero(fnr == fnr[-1])[0] + 1)


@given(scored_labels(COMMON_SCORES, max_size=80))
def test_that_the_middle_is_the_curve_of_scikit_learn(sample) -> None:
    curve = det_curve(threshold_table(*sample))
    fpr, fnr, thresholds = metrics.det_curve(*sample)
    kept = untrimmed(curve.fpr, curve.fnr)
    np.testing.assert_array_equal(curve.fpr[kept], fpr[::-1])
    np.testing.assert_array_equal(curve.fnr[kept], fnr[::-1])
    np.testing.assert_array_equal(curve.thresholds[kept], thresholds[::-1])


@given(scored_labels())
def test_that_every_point_is_there_with_both_ends(sample) -> None:
    labels, _ = sample
    curve = det_curve(threshold_table(*sample))
    positives, negatives = labels.sum(), (~labels).sum()
    expected = [
        (threshold, fp / negatives, (positives - tp) / positives)
        for threshold, fp, tp in counts_by_definition(*sample)
    ]
    assert list(zip(curve.thresholds, curve.fpr, curve.fnr, strict=True)) == expected
    assert (curve.fpr[0], curve.fnr[0]) == (0, 1)
    assert (curve.fpr[-1], curve.fnr[-1]) == (1, 0)


def test_that_few_misses_among_many_are_exact() -> None:
    size = 100_001
    assert 1 - (size - 2) / (size - 1) != 1 / (size - 1)  # 1 - tpr would not be
    labels = np.arange(size) < size - 1
    curve = det_curve(threshold_table(labels, -np.arange(size, dtype=float)))
    assert curve.fnr[-3] == 1 / (size - 1)


def test_that_weights_count_and_end_at_exactly_nothing_missed() -> None:
    weights = [0.1, 0.2, 0.3, 0.7]
    curve = det_curve(threshold_table([1, 0, 1, 1], [4, 3, 2, 1], sample_weight=weights))
    np.testing.assert_allclose(curve.fnr, [1, 1 / 1.1 * 1.0, 1 / 1.1, 0.7 / 1.1, 0])
    assert curve.fnr[-1] == 0


def test_that_deviates_are_those_of_the_normal_distribution() -> None:
    rates = np.array([1e-9, 0.01, 0.3, 0.5, 0.99])
    np.testing.assert_allclose(probit(rates), norm.ppf(rates), atol=1e-12)


def test_that_the_ends_of_the_axes_are_infinite_without_a_warning() -> None:
    assert probit(np.array([0.0, 1.0])).tolist() == [-np.inf, np.inf]
    assert log_rate(np.array([0.0, 0.001, 1.0])).tolist() == pytest.approx([-np.inf, -3, 0])


@given(scored_labels())
def test_that_drawable_points_are_finite_on_either_axis(sample) -> None:
    curve = det_curve(threshold_table(*sample))
    for rates in (curve.fpr, curve.fnr):
        assert np.isfinite(probit(rates[curve.drawable])).all()
        assert np.isfinite(log_rate(rates[curve.drawable])).all()
    hidden = ~curve.drawable
    infinite = np.isinf(probit(curve.fpr[hidden])) | np.isinf(probit(curve.fnr[hidden]))
    assert infinite.all()


def test_that_normal_scores_lie_on_a_straight_line() -> None:
    # Two normal distributions of one spread: deviates that differ by their distance in spreads.
    y_true, y_score = noisy_sample(200_000)
    curve = det_curve(threshold_table(y_true, y_score))
    middle = (curve.fpr > 0.01) & (curve.fnr > 0.01)
    distance = -probit(curve.fpr[middle]) - probit(curve.fnr[middle])
    np.testing.assert_allclose(distance, 1.2, atol=0.05)


def test_that_rows_asked_for_are_those_of_the_whole_curve() -> None:
    table = threshold_table(*noisy_sample(300))
    rows = np.array([0, 3, 299])
    some, every = det_curve(table, rows), det_curve(table)
    for name in ("thresholds", "fpr", "fnr"):
        np.testing.assert_array_equal(getattr(some, name), getattr(every, name)[rows])
