"""Reliability of probabilities, bin by bin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn import calibration

from costcurve_gui.engine import calibration_curve, score_histogram, threshold_table
from costcurve_gui.engine.curves.calibration import score_bins
from costcurve_gui.engine.errors import ConstraintError, NotProbabilityError
from tests.helpers.oracles import PROBABILITIES, probability_sample, scored_labels

STRATEGIES = ("uniform", "quantile")


def bins_by_definition(
    scores: np.ndarray, strategy: str, bins: int, weights: np.ndarray | None = None
) -> np.ndarray:
    """The bin of each score, from 0; a score on an edge belongs below it."""
    if strategy == "uniform":
        edges = np.linspace(0, 1, bins + 1)[1:-1]
        return np.array([sum(score > edge for edge in edges) for score in scores])
    ascending = np.sort(scores)
    # The smallest score with more than k (n - 1) / bins scores at or below it.
    edges = [ascending[k * (scores.size - 1) // bins] for k in range(1, bins)]
    return np.array([sum(score > edge for edge in edges) for score in scores])


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("digits", [None, 3, 1])
@pytest.mark.parametrize("rows", [57, 500, 5_003])
def test_that_filled_bins_are_those_of_scikit_learn(
    strategy: str, digits: int | None, rows: int
) -> None:
    y_true, y_score = probability_sample(rows, digits=digits)
    curve = calibration_curve(threshold_table(y_true, y_score), strategy)
    true, predicted = calibration.calibration_curve(y_true, y_score, n_bins=10, strategy=strategy)
    filled = curve.counts > 0
    np.testing.assert_allclose(curve.fractions_positive[filled], true, atol=1e-12)
    np.testing.assert_allclose(curve.mean_scores[filled], predicted, atol=1e-12)


@given(scored_labels(PROBABILITIES), st.sampled_from(STRATEGIES), st.integers(1, 12))
def test_that_the_expected_error_is_that_of_its_definition(sample, strategy, bins) -> None:
    labels, scores = sample
    member = bins_by_definition(scores, strategy, bins)
    inside = [member == number for number in range(bins) if (member == number).any()]
    away = sum(abs(scores[rows].sum() - labels[rows].sum()) for rows in inside)
    curve = calibration_curve(threshold_table(*sample), strategy, bins)
    assert curve.expected_error == pytest.approx(away / labels.size, abs=1e-12)


@given(scored_labels(PROBABILITIES), st.sampled_from(STRATEGIES), st.integers(1, 12))
def test_that_every_bin_is_counted(sample, strategy: str, bins: int) -> None:
    labels, scores = sample
    curve = calibration_curve(threshold_table(*sample), strategy, bins)
    member = bins_by_definition(scores, strategy, bins)
    for number in range(bins):
        inside = member == number
        assert curve.counts[number] == inside.sum()
        if inside.any():
            assert curve.mean_scores[number] == pytest.approx(scores[inside].mean(), abs=1e-12)
            assert curve.fractions_positive[number] == pytest.approx(labels[inside].mean())
        else:
            assert np.isnan(curve.mean_scores[number])
            assert np.isnan(curve.fractions_positive[number])


CELLS = st.integers(0, 2048 * 4).map(lambda quarter: quarter / (2048 * 4))
"""The edges of a histogram's cells and what lies between them."""


@given(scored_labels(PROBABILITIES | CELLS), st.sampled_from(STRATEGIES), st.integers(1, 12))
def test_that_a_histogram_has_the_bins_of_sorted_scores(sample, strategy: str, bins: int) -> None:
    counted = calibration_curve(score_histogram(*sample), strategy, bins)
    ordered = calibration_curve(threshold_table(*sample), strategy, bins)
    np.testing.assert_array_equal(counted.counts, ordered.counts)
    np.testing.assert_array_equal(counted.fractions_positive, ordered.fractions_positive)
    np.testing.assert_allclose(counted.mean_scores, ordered.mean_scores, rtol=0, atol=1e-12)
    np.testing.assert_array_equal(counted.lower, ordered.lower)
    np.testing.assert_array_equal(counted.upper, ordered.upper)


@given(st.integers(0, 2**32 - 1), st.sampled_from([None, 1, 2, 3, 4]), st.sampled_from(STRATEGIES))
def test_that_a_histogram_of_many_rows_has_these_bins_too(
    seed: int, digits: int | None, strategy: str
) -> None:
    y_true, y_score = probability_sample(40_000, seed, digits)
    y_score[::7] = np.nan
    y_score[1::7] /= 1e4  # a seventh of them in one cell
    counted = calibration_curve(score_histogram(y_true, y_score), strategy)
    ordered = calibration_curve(threshold_table(y_true, y_score), strategy)
    np.testing.assert_array_equal(counted.counts, ordered.counts)
    np.testing.assert_array_equal(counted.fractions_positive, ordered.fractions_positive)
    np.testing.assert_allclose(counted.mean_scores, ordered.mean_scores, rtol=0, atol=1e-12)


@given(scored_labels(PROBABILITIES), st.floats(0.01, 0.99))
def test_that_intervals_are_wilsons(sample, level: float) -> None:
    curve = calibration_curve(threshold_table(*sample), level=level)
    for count, share, *found in zip(
        curve.counts, curve.fractions_positive, curve.lower, curve.upper, strict=True
    ):
        if not count:
            assert np.isnan(found).all()
            continue
        test = binomtest(round(share * count), int(count))
        expected = test.proportion_ci(level, method="wilson")
        assert found == pytest.approx([expected.low, expected.high], abs=1e-9)


@pytest.mark.parametrize("scale", [1, 0.37])
def test_that_weights_count_rows_several_times_and_have_no_interval(scale: float) -> None:
    y_true, y_score = probability_sample(300, digits=2)
    weights = np.random.default_rng(5).integers(1, 5, 300)
    repeated = np.repeat(np.arange(300), weights)
    table = threshold_table(y_true, y_score, sample_weight=weights * scale)
    curve = calibration_curve(table)
    plain = calibration_curve(threshold_table(y_true[repeated], y_score[repeated]))
    np.testing.assert_allclose(curve.counts, plain.counts * scale)
    np.testing.assert_allclose(curve.mean_scores, plain.mean_scores)
    np.testing.assert_allclose(curve.fractions_positive, plain.fractions_positive)
    assert np.isnan([curve.lower, curve.upper]).all()


@pytest.mark.parametrize("scale", [1, 1e-9, 1e9])
def test_that_equal_weights_of_any_size_give_the_same_quantiles(scale: float) -> None:
    y_true, y_score = probability_sample(1_004)
    table = threshold_table(y_true, y_score, sample_weight=np.full(1_004, scale))
    counts = calibration_curve(threshold_table(y_true, y_score), "quantile").counts
    np.testing.assert_allclose(calibration_curve(table, "quantile").counts, counts * scale)


def test_that_weighted_quantiles_share_out_the_weight() -> None:
    y_true, y_score = probability_sample(20_000)
    weights = np.random.default_rng(7).gamma(1.0, 2.0, 20_000)
    table = threshold_table(y_true, y_score, sample_weight=weights)
    shares = calibration_curve(table, "quantile").counts / weights.sum()
    np.testing.assert_allclose(shares, 0.1, atol=0.002)


def test_that_a_constant_score_fills_one_bin() -> None:
    table = threshold_table([True, False, False, False], np.full(4, 0.3))
    for strategy, filled in (("uniform", 2), ("quantile", 0)):
        curve = calibration_curve(table, strategy)
        assert np.flatnonzero(curve.counts).tolist() == [filled]
        assert curve.fractions_positive[filled] == 0.25


def test_that_both_ends_of_the_scale_are_in() -> None:
    curve = calibration_curve(threshold_table([True, False], [1.0, 0.0]))
    assert curve.counts.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


def test_that_bins_hold_every_distinct_score_once() -> None:
    y_true, y_score = probability_sample(1_000, digits=2)
    for strategy in STRATEGIES:
        parts = list(score_bins(threshold_table(y_true, y_score), strategy))
        scores = np.concatenate([part.scores[::-1] for part in parts])
        np.testing.assert_array_equal(scores, np.unique(y_score))


@pytest.mark.parametrize("count", [threshold_table, score_histogram])
def test_that_scores_beyond_0_and_1_have_no_reliability(count) -> None:
    with pytest.raises(NotProbabilityError):
        calibration_curve(count([True, False], [0.5, -1e-9]))
    with pytest.raises(NotProbabilityError):
        calibration_curve(count([True, False], [0.5, 1.1]))


def test_that_no_bins_and_no_level_are_refused() -> None:
    table = threshold_table([True, False], [0.9, 0.5])
    with pytest.raises(ConstraintError, match="at least 1 bin"):
        calibration_curve(table, bins=0)
    with pytest.raises(ConstraintError, match="confidence level"):
        calibration_curve(table, level=1.0)
