from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from costcurve_gui.engine import auc, partial_auc, running_area, threshold_table
from costcurve_gui.engine.errors import ConstraintError
from costcurve_gui.engine.roc import area as partial_area
from tests.helpers.oracles import counts_by_definition, noisy_sample, scored_labels

INTERVALS = st.tuples(st.integers(0, 20), st.integers(0, 20)).filter(lambda ends: ends[0] < ends[1])


def area_by_segments(points, low: float, high: float) -> float:
    """Area between the segments of a curve and the axis, each cut at the interval by hand."""
    area = 0.0
    for (x0, y0), (x1, y1) in pairwise(points):
        left, right = max(x0, low), min(x1, high)
        if left < right:
            slope = (y1 - y0) / (x1 - x0)
            area += (right - left) * (y0 + slope * ((left + right) / 2 - x0))
    return area


@given(scored_labels(), INTERVALS)
def test_that_the_area_is_the_sum_over_cut_segments(sample, ends) -> None:
    low, high = ends[0] / 20, ends[1] / 20
    points = counts_by_definition(*sample)
    _, negatives, positives = points[-1]
    roc = [(fp / negatives, tp / positives) for _, fp, tp in points]
    turned = [(1 - tpr, 1 - fpr) for fpr, tpr in reversed(roc)]
    table = threshold_table(*sample)
    over_fpr, over_tpr = partial_auc(table, low, high), partial_auc(table, low, high, "tpr")
    assert over_fpr.area == pytest.approx(area_by_segments(roc, low, high), abs=1e-12)
    assert over_tpr.area == pytest.approx(area_by_segments(turned, 1 - high, 1 - low), abs=1e-12)


@pytest.mark.parametrize("max_fpr", [0.001, 0.1, 1 / 3, 0.5, 0.99, 1.0])
@pytest.mark.parametrize("levels", [None, 20])
@pytest.mark.parametrize("weighted", [False, True])
def test_that_the_standardized_area_agrees_with_scikit_learn(max_fpr, levels, weighted) -> None:
    y_true, y_score = noisy_sample(5_000, levels=levels)
    weights = np.random.default_rng(3).gamma(2.0, size=5_000) if weighted else None
    expected = metrics.roc_auc_score(y_true, y_score, max_fpr=max_fpr, sample_weight=weights)
    table = threshold_table(y_true, y_score, sample_weight=weights)
    assert partial_auc(table, 0.0, max_fpr).standardized == pytest.approx(expected, abs=1e-12)


@given(scored_labels(), INTERVALS)
def test_that_reversing_scores_and_classes_swaps_the_axes(sample, ends) -> None:
    # (fpr, tpr) becomes (1 - tpr, 1 - fpr).
    labels, scores = sample
    low, high = ends[0] / 20, ends[1] / 20
    over_tpr = partial_auc(threshold_table(labels, scores), low, high, "tpr")
    turned = partial_auc(threshold_table(~labels, -scores), 1 - high, 1 - low)
    assert over_tpr.area == pytest.approx(turned.area, abs=1e-12)
    assert over_tpr.standardized == pytest.approx(turned.standardized, abs=1e-9)


@given(scored_labels(), st.integers(1, 19), st.sampled_from(["fpr", "tpr"]))
def test_that_the_parts_make_the_whole(sample, cut, axis) -> None:
    table = threshold_table(*sample)
    parts = [partial_auc(table, *ends, axis).area for ends in ((0, cut / 20), (cut / 20, 1))]
    assert sum(parts) == pytest.approx(auc(table), abs=1e-12)


@pytest.mark.parametrize("axis", ["fpr", "tpr"])
def test_that_perfect_ranking_is_1_and_chance_is_one_half(axis) -> None:
    perfect = partial_auc(threshold_table([True, False], [2, 1]), 0.2, 0.6, axis)
    assert (perfect.area, perfect.standardized) == pytest.approx((0.4, 1))
    chance = partial_auc(threshold_table([True, False], [1, 1]), 0.2, 0.6, axis)
    assert chance.standardized == pytest.approx(0.5)


@pytest.mark.parametrize("ends", [(0.5, 0.5), (0.6, 0.2), (-0.1, 0.5), (0.5, 1.1), (np.nan, 1)])
def test_that_an_interval_without_length_is_refused(ends) -> None:
    with pytest.raises(ConstraintError, match="interval"):
        partial_auc(threshold_table([True, False], [2, 1]), *ends)


@given(scored_labels(), INTERVALS, st.sampled_from(["fpr", "tpr"]), st.sampled_from([1, 2, 3, 5]))
def test_that_running_areas_give_the_same_partial_areas(sample, ends, axis, block) -> None:
    table = threshold_table(*sample)
    low, high = ends[0] / 20, ends[1] / 20
    expected = partial_auc(table, low, high, axis)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partial_area, "_BLOCK", block)
        found = partial_auc(table, low, high, axis, running=running_area(table))
    assert found.area == pytest.approx(expected.area, abs=1e-12)
    assert found.standardized == pytest.approx(expected.standardized, abs=1e-9)


@pytest.mark.parametrize("axis", ["fpr", "tpr"])
@pytest.mark.parametrize("ends", [(0.0, 1.0), (0.1, 0.4), (0.2, 0.2001), (0.999, 1.0)])
def test_that_running_areas_of_many_rows_agree(axis, ends) -> None:
    table = threshold_table(*noisy_sample(20_000))
    running = running_area(table)
    assert running.areas.size == 5
    found = partial_auc(table, *ends, axis, running=running)
    assert found.area == pytest.approx(partial_auc(table, *ends, axis).area, abs=1e-12)
