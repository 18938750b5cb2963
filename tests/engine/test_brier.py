"""Brier score and its parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from costcurve_gui.engine import brier_decomposition, brier_score, threshold_table
from costcurve_gui.engine.errors import ConstraintError, NotProbabilityError
from tests.helpers.oracles import PROBABILITIES, probability_sample, scored_labels

STRATEGY = st.sampled_from(["uniform", "quantile"])


@given(scored_labels(PROBABILITIES))
def test_that_the_score_is_that_of_scikit_learn(sample) -> None:
    expected = metrics.brier_score_loss(*sample)
    assert brier_score(threshold_table(*sample)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("digits", [None, 2])
def test_that_long_samples_and_weights_agree_with_scikit_learn(digits: int | None) -> None:
    sample = probability_sample(100_000, digits=digits)
    weights = np.random.default_rng(3).gamma(2.0, 1.0, 100_000)
    for weight in (None, weights):
        expected = metrics.brier_score_loss(*sample, sample_weight=weight)
        table = threshold_table(*sample, sample_weight=weight)
        assert brier_score(table) == pytest.approx(expected, abs=1e-12)


@given(scored_labels(PROBABILITIES), STRATEGY, st.integers(1, 12), st.booleans())
def test_that_the_parts_sum_to_the_score(sample, strategy: str, bins: int, weighted: bool) -> None:
    weights = np.linspace(0.5, 3.0, sample[0].size) if weighted else None
    table = threshold_table(*sample, sample_weight=weights)
    parts = brier_decomposition(table, strategy, bins)
    assert parts.score == pytest.approx(brier_score(table), abs=1e-12)
    assert min(parts.reliability, parts.resolution, parts.within_bin_variance) >= 0
    assert parts.resolution <= parts.uncertainty + 1e-12


@given(scored_labels(st.sampled_from([0.05, 0.25, 0.45, 0.95])))
def test_that_bins_of_one_score_leave_murphys_three_parts(sample) -> None:
    labels, scores = sample
    parts = brier_decomposition(threshold_table(*sample))
    shares = {score: labels[scores == score].mean() for score in set(scores)}
    observed = np.array([shares[score] for score in scores])
    assert parts.reliability == pytest.approx(((scores - observed) ** 2).mean(), abs=1e-12)
    assert parts.resolution == pytest.approx(observed.var(), abs=1e-12)
    assert parts.uncertainty == pytest.approx(labels.var(), abs=1e-12)
    assert parts.within_bin_variance == pytest.approx(0, abs=1e-12)
    assert parts.within_bin_covariance == pytest.approx(0, abs=1e-12)


def test_that_one_bin_holds_variance_and_covariance_of_the_sample() -> None:
    y_true, y_score = probability_sample(500)
    parts = brier_decomposition(threshold_table(y_true, y_score), bins=1)
    covariance = np.cov(y_score, y_true, ddof=0)[0, 1]
    assert parts.within_bin_variance == pytest.approx(y_score.var())
    assert parts.within_bin_covariance == pytest.approx(2 * covariance)
    assert parts.resolution == pytest.approx(0, abs=1e-15)
    assert parts.reliability == pytest.approx((y_score.mean() - y_true.mean()) ** 2)


def test_that_scores_beyond_0_and_1_have_no_brier_score() -> None:
    table = threshold_table([True, False], [np.inf, 0.5])
    for use in (brier_score, brier_decomposition):
        with pytest.raises(NotProbabilityError):
            use(table)


def test_that_no_bins_are_refused() -> None:
    with pytest.raises(ConstraintError, match="at least 1 bin"):
        brier_decomposition(threshold_table([True, False], [0.9, 0.5]), bins=0)
