from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from costcurve_gui.engine import auc, gini, threshold_table
from tests.helpers.oracles import (
    FIGURE_3_LABELS,
    FIGURE_3_SCORES,
    FIGURE_4_LABELS,
    FIGURE_4_SCORES,
    area_by_pairs,
    noisy_sample,
    scored_labels,
)


def test_that_figure_3_of_fawcett_2004_has_the_area_068() -> None:
    assert auc(threshold_table(FIGURE_3_LABELS, FIGURE_3_SCORES)) == 0.68


def test_that_figure_4_of_fawcett_2004_ranks_perfectly() -> None:
    assert auc(threshold_table(FIGURE_4_LABELS, FIGURE_4_SCORES)) == 1


def test_that_the_diagonal_of_figure_6_has_half_the_area() -> None:
    assert auc(threshold_table([False] * 4 + [True] * 6, [0.5] * 10)) == 0.5


@given(scored_labels())
def test_that_the_area_is_the_rank_statistic_with_ties_as_one_half(sample) -> None:
    assert auc(threshold_table(*sample)) == pytest.approx(area_by_pairs(*sample), abs=1e-15)


@pytest.mark.parametrize("levels", [None, 20])
@pytest.mark.parametrize("weighted", [False, True])
def test_that_the_area_agrees_with_scikit_learn(levels: int | None, weighted: bool) -> None:
    y_true, y_score = noisy_sample(40_000, levels=levels)
    weights = np.random.default_rng(3).gamma(2.0, size=40_000) if weighted else None
    expected = metrics.roc_auc_score(y_true, y_score, sample_weight=weights)
    found = auc(threshold_table(y_true, y_score, sample_weight=weights))
    assert found == pytest.approx(expected, abs=1e-13)


def test_that_rounding_of_weights_never_lifts_the_area_above_one() -> None:
    weights = np.random.default_rng(4).gamma(2.0, size=1_000)
    labels = np.arange(1_000) >= 500
    assert auc(threshold_table(labels, np.arange(1_000), sample_weight=weights)) <= 1


@given(scored_labels())
def test_that_gini_of_reversed_scores_changes_its_sign(sample) -> None:
    labels, scores = sample
    backwards = gini(threshold_table(labels, -scores))
    assert gini(threshold_table(labels, scores)) == pytest.approx(-backwards, abs=1e-15)
