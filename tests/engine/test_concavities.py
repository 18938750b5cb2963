"""Concavities against their definition, and repairs against decisions really taken."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata
from sklearn.metrics import roc_auc_score

from costcurve_gui.engine.counts.cost_table import cost_table, rank_order
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.roc.area import auc
from costcurve_gui.engine.roc.concavities import (
    Concavities,
    concavities,
    repaired_classifier,
    repaired_curve,
    repaired_scores,
)
from costcurve_gui.engine.roc.hull import convex_hull
from tests.helpers.oracles import (
    FIGURE_3_LABELS,
    FIGURE_3_SCORES,
    noisy_sample,
    scored_labels,
)


def concavities_of(table) -> Concavities:
    return concavities(table, convex_hull(table))


@given(scored_labels())
def test_that_areas_are_what_the_hull_adds_to_the_curve(sample) -> None:
    table = threshold_table(*sample)
    hull = convex_hull(table)
    found = concavities(table, hull)
    assert found.area.sum() == pytest.approx(np.trapezoid(hull.tpr, hull.fpr) - auc(table))
    assert (found.depth > 0).all()


@given(scored_labels())
def test_that_b_is_farthest_below_the_line_from_a_to_c(sample) -> None:
    table = threshold_table(*sample)
    found = concavities_of(table)
    below = np.zeros(len(table), dtype=bool)
    for a, b, c, depth in zip(
        found.first_rows, found.deepest_rows, found.last_rows, found.depth, strict=True
    ):
        line = np.interp(table.fpr[a : c + 1], table.fpr[[a, c]], table.tpr[[a, c]])
        drops = (line - table.tpr[a : c + 1])[1:-1]
        # Upright from A, the line has no one height; the point there is A itself or above B.
        assert depth == pytest.approx(drops.max())
        assert line[b - a] - table.tpr[b] == pytest.approx(depth)
        below[a + 1 : c] = True
    hull = np.array(convex_hull(table).indices)
    inner = np.setdiff1d(np.flatnonzero(~below), hull)
    heights = np.interp(table.fpr[inner], table.fpr[hull], table.tpr[hull])
    on_the_hull = (table.fpr[inner] == 0) | np.isclose(heights, table.tpr[inner])
    assert on_the_hull.all()


def measured(positive: np.ndarray, y_true: np.ndarray) -> tuple[float, float]:
    return positive[~y_true].mean(), positive[y_true].mean()


@given(scored_labels())
def test_that_the_repaired_decisions_have_the_reflected_point(sample) -> None:
    y_true, y_score = sample
    table = threshold_table(y_true, y_score)
    found = concavities_of(table)
    for position in range(len(found)):
        repaired = repaired_classifier(table, found, position)
        a, b, c = (
            rows[position] for rows in (found.first_rows, found.deepest_rows, found.last_rows)
        )
        assert repaired.middle > repaired.lower
        assert repaired.upper is None or repaired.upper > repaired.middle
        reflected = [rate[a] + rate[c] - rate[b] for rate in (table.fpr, table.tpr)]
        assert (repaired.fpr, repaired.tpr) == pytest.approx(reflected)
        assert measured(repaired.decide(y_score), y_true) == pytest.approx(
            (repaired.fpr, repaired.tpr)
        )


@given(scored_labels())
def test_that_the_rule_follows_the_three_classifiers_case_by_case(sample) -> None:
    # Fawcett (2004), 7.4.2: N where A and C say N, Y where both say Y, else not B.
    y_true, y_score = sample
    table = threshold_table(y_true, y_score)
    found = concavities_of(table)
    for position in range(len(found)):
        rows = (found.first_rows, found.deepest_rows, found.last_rows)
        a, b, c = (
            (y_score >= table.thresholds[row[position]]) & (row[position] > 0) for row in rows
        )
        assert not (a & ~c).any()  # T_A is the largest threshold, so A = Y, C = N cannot be
        expected = np.where(a & c, True, np.where(~a & ~c, False, ~b))
        decided = repaired_classifier(table, found, position).decide(y_score)
        np.testing.assert_array_equal(decided, expected)


@given(scored_labels(), st.integers(0, 4))
def test_that_the_largest_concavities_gain_no_less_than_the_others(sample, count: int) -> None:
    found = concavities_of(threshold_table(*sample))
    gains = found.repair_gain[found.largest(count)].tolist()
    assert gains == sorted(found.repair_gain.tolist(), reverse=True)[:count]


@given(scored_labels())
def test_that_the_gain_is_measured_on_the_changed_ranking(sample) -> None:
    y_true, y_score = sample
    table = threshold_table(y_true, y_score)
    found = concavities_of(table)
    curve = repaired_curve(table, found)
    rank = {score: -place for place, score in enumerate(curve.thresholds[1:].tolist())}
    assert len(rank) == len(table) - 1
    changed = roc_auc_score(y_true, [rank[score] for score in (y_score + 0.0).tolist()])
    assert changed == pytest.approx(auc(table) + found.repair_gain.sum())
    assert np.trapezoid(curve.tpr, curve.fpr) == pytest.approx(changed)


@given(scored_labels())
def test_that_repaired_scores_rank_as_the_repaired_curve(sample) -> None:
    y_true, y_score = sample
    table = threshold_table(y_true, y_score)
    found = concavities_of(table)
    scores = repaired_scores(table, found, y_score)
    assert set(scores.tolist()) == set((y_score + 0.0).tolist())
    expected, curve = repaired_curve(table, found), threshold_table(y_true, scores)
    np.testing.assert_allclose(curve.fpr, expected.fpr)
    np.testing.assert_allclose(curve.tpr, expected.tpr)


def hull_corners(points: list[tuple[int, int]]) -> list[int]:
    """Return the positions of the corners of the upper hull, by comparing all triples."""
    corners = [0]
    while corners[-1] < len(points) - 1:
        (fp, tp), best = points[corners[-1]], corners[-1] + 1
        for other in range(best + 1, len(points)):
            run, rise = points[other][0] - fp, points[other][1] - tp
            before = points[best][0] - fp, points[best][1] - tp
            if rise * before[0] >= before[1] * run:
                best = other
        corners.append(best)
    return corners


def reversed_between_corners(y_true: np.ndarray, y_score: np.ndarray) -> np.ndarray:
    """Reverse the ranking between any two corners of the hull, case by case.

    Flach & Wu (2003): mirror the scores of the cases that the first of the two calls negative
    and the second positive. On a straight stretch it changes nothing but the order of equals.
    """
    thresholds = np.unique(y_score)[::-1]
    points = [(0, 0)] + [
        (int((y_score[~y_true] >= t).sum()), int((y_score[y_true] >= t).sum())) for t in thresholds
    ]
    ranks = -np.searchsorted(-thresholds, -y_score).astype(float)  # 0 is the highest score
    mirrored = ranks.copy()
    for a, c in pairwise(hull_corners(points)):
        between = (ranks <= -a) & (ranks > -c)
        mirrored[between] = -(a + c - 1) - ranks[between]
    return mirrored


@given(scored_labels())
def test_that_a_repair_is_a_reversal_between_the_corners_of_the_hull(sample) -> None:
    y_true, y_score = sample
    table = threshold_table(y_true, y_score)
    found = concavities_of(table)
    expected = roc_auc_score(y_true, reversed_between_corners(y_true, y_score + 0.0))
    repaired = roc_auc_score(y_true, rankdata(repaired_scores(table, found, y_score)))
    assert repaired == pytest.approx(expected)
    assert expected == pytest.approx(auc(table) + found.repair_gain.sum())


@given(scored_labels())
def test_that_every_point_of_a_concavity_is_reflected_through_its_middle(sample) -> None:
    table = threshold_table(*sample)
    found = concavities_of(table)
    curve = repaired_curve(table, found)
    for a, c in zip(found.first_rows, found.last_rows, strict=True):
        for before, after in ((table.fpr, curve.fpr), (table.tpr, curve.tpr)):
            np.testing.assert_allclose(
                after[a : c + 1], before[a] + before[c] - before[a : c + 1][::-1], atol=1e-12
            )


def test_that_a_repair_of_many_points_keeps_their_order_reversed() -> None:
    # Positives at the foot of the stretch come first: exchanging its two halves would not do it.
    labels = [True, False, False, True, False, True, True, False]
    scores = [8.0, 7, 6, 5, 4, 3, 2, 1]
    table = threshold_table(labels, scores)
    repaired = repaired_scores(table, concavities_of(table), scores)
    assert repaired.tolist() == [8.0, 2, 3, 4, 5, 6, 7, 1]


def test_that_repaired_scores_leave_missing_and_infinite_ones_in_place() -> None:
    scores = np.array([np.inf, 0.7, np.nan, 0.6, -np.inf])
    table = threshold_table([True, False, True, True, False], scores)
    repaired = repaired_scores(table, concavities_of(table), scores)
    np.testing.assert_array_equal(repaired, [np.inf, 0.6, np.nan, 0.7, -np.inf])


def test_that_figure_3_has_its_concavities() -> None:
    # By hand from the twenty instances: hull (0, .2), (.1, .5), (.5, .8), (.9, 1), (1, 1);
    # B at (.1, .2), (.3, .5) and (.8, .8).
    table = threshold_table(FIGURE_3_LABELS, FIGURE_3_SCORES)
    found = concavities_of(table)
    assert found.first_thresholds.tolist() == [0.8, 0.54, 0.38]
    assert found.deepest_thresholds.tolist() == [0.7, 0.52, 0.35]
    assert found.depth.tolist() == pytest.approx([0.3, 0.15, 0.15])


def test_that_a_curve_without_concavities_stays_as_it_is() -> None:
    table = threshold_table([True, True, False, True, False, False], [6, 5, 4, 4, 2, 1])
    found = concavities_of(table)
    assert len(found) == 0
    np.testing.assert_array_equal(repaired_curve(table, found).tpr, table.tpr)


def test_that_concavities_across_blocks_are_found_once_each() -> None:
    table = threshold_table(*noisy_sample(150_000))
    hull = convex_hull(table)
    found = concavities(table, hull)
    gaps = (np.interp(table.fpr, hull.fpr, hull.tpr) - table.tpr) * (table.fpr > 0)
    for a, b, c, depth in zip(
        found.first_rows, found.deepest_rows, found.last_rows, found.depth, strict=True
    ):
        assert depth == pytest.approx(gaps[a : c + 1].max(), abs=1e-12)
        assert gaps[b] == pytest.approx(depth)
    assert found.area.sum() == pytest.approx(np.trapezoid(hull.tpr, hull.fpr) - auc(table))


def test_that_costs_have_concavities_of_their_own() -> None:
    y_true = np.array([True, False, True, False])
    y_score = np.array([4.0, 3.0, 2.0, 1.0])
    table = threshold_table(y_true, y_score)
    loss, alarm = np.array([1.0, 0, 9, 0]), np.array([0, 3.0, 0, 1])
    rates = cost_table(table, rank_order(y_true, y_score), loss, alarm)
    found = concavities_of(rates)
    repaired = repaired_classifier(rates, found, 0)
    # ROCIV: A = (0, .1), B = (.75, .1), C = (.75, 1).
    assert (repaired.fpr, repaired.tpr) == pytest.approx((0.0, 1.0))
    positive = repaired.decide(y_score)
    assert (alarm[positive].sum() / 4, loss[positive].sum() / 10) == (0.0, 1.0)
    assert auc(rates) + found.repair_gain.sum() == pytest.approx(1.0)
