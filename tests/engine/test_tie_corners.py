from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from costcurve_gui.engine import (
    auc,
    cost_table,
    rank_order,
    threshold_table,
    tie_corners,
    tied_area,
)
from tests.helpers.oracles import area_by_pairs, noisy_sample, scored_labels


def untied(labels: np.ndarray, scores: np.ndarray, *, positives_first: bool) -> np.ndarray:
    """Scores in the same order, but with one class before the other where they were equal."""
    first = labels if positives_first else ~labels
    order = np.lexsort((first, scores))
    ranks = np.empty(scores.size)
    ranks[order] = np.arange(scores.size)
    return ranks


def corners_of(curve) -> list[tuple[float, float]]:
    return list(zip(curve.fpr.tolist(), curve.tpr.tolist(), strict=True))


def test_that_figure_6_of_fawcett_2004_has_its_two_corners() -> None:
    # Six positives and four negatives of one score.
    corners = tie_corners(threshold_table([True] * 6 + [False] * 4, [0.5] * 10))
    assert corners_of(corners.optimistic) == [(0, 0), (0, 1), (1, 1)]
    assert corners_of(corners.pessimistic) == [(0, 0), (1, 0), (1, 1)]
    assert corners.optimistic.thresholds.tolist() == [np.inf, 0.5, 0.5]
    assert (corners.pessimistic_auc, corners.optimistic_auc) == (0, 1)


def test_that_a_leaf_of_figure_6_may_be_off_by_half_its_rectangle() -> None:
    # n = 6 positives and m = 4 negatives among P = 10 and N = 20: nm / 2PN either way.
    labels = [True] * 4 + [True] * 6 + [False] * 4 + [False] * 16
    table = threshold_table(labels, [0.9] * 4 + [0.5] * 10 + [0.1] * 16)
    corners = tie_corners(table)
    assert corners.optimistic_auc - auc(table) == pytest.approx(6 * 4 / (2 * 10 * 20))
    assert auc(table) - corners.pessimistic_auc == pytest.approx(6 * 4 / (2 * 10 * 20))


@given(scored_labels(st.integers(0, 2).map(float), max_size=5))
def test_that_no_order_of_equal_scores_has_an_area_beyond_the_bounds(sample) -> None:
    labels, scores = sample
    ties = tie_corners(threshold_table(labels, scores))
    areas = []
    for order in set(permutations(range(labels.size))):
        ranks = np.lexsort((np.array(order), scores)).argsort()
        areas.append(auc(threshold_table(labels, ranks)))
    assert min(areas) == pytest.approx(ties.pessimistic_auc, abs=1e-12)
    assert max(areas) == pytest.approx(ties.optimistic_auc, abs=1e-12)


@given(scored_labels())
def test_that_the_areas_are_those_of_scores_without_ties(sample) -> None:
    labels, scores = sample
    ties = tie_corners(threshold_table(labels, scores))
    best = area_by_pairs(labels, untied(labels, scores, positives_first=True))
    worst = area_by_pairs(labels, untied(labels, scores, positives_first=False))
    assert ties.optimistic_auc == pytest.approx(best, abs=1e-12)
    assert ties.pessimistic_auc == pytest.approx(worst, abs=1e-12)
    for curve, area in ((ties.optimistic, best), (ties.pessimistic, worst)):
        assert np.trapezoid(curve.tpr, curve.fpr) == pytest.approx(area, abs=1e-12)


def test_that_corners_of_costs_bound_the_area_under_rociv() -> None:
    labels, scores = noisy_sample(500, levels=8)
    rng = np.random.default_rng(5)
    costs = rng.gamma(2.0, size=500)
    table = threshold_table(labels, scores)
    ties = tie_corners(cost_table(table, rank_order(labels, scores), costs, costs))
    best = area_by_pairs(labels, untied(labels, scores, positives_first=True), costs)
    worst = area_by_pairs(labels, untied(labels, scores, positives_first=False), costs)
    assert ties.optimistic_auc == pytest.approx(best, abs=1e-12)
    assert ties.pessimistic_auc == pytest.approx(worst, abs=1e-12)


def test_that_a_curve_without_ties_is_its_own_bound() -> None:
    table = threshold_table(*noisy_sample(300))
    ties = tie_corners(table)
    assert ties.optimistic_auc == ties.pessimistic_auc == auc(table)
    for curve in (ties.optimistic, ties.pessimistic):
        np.testing.assert_array_equal(curve.fpr, table.fpr)
        np.testing.assert_array_equal(curve.tpr, table.tpr)


@given(scored_labels())
def test_that_the_tied_area_is_how_far_the_bounds_lie_from_the_auc(sample) -> None:
    table = threshold_table(*sample)
    corners = tie_corners(table)
    both_ways = (corners.optimistic_auc - corners.pessimistic_auc) / 2
    assert tied_area(table) == pytest.approx(both_ways, abs=1e-12)
