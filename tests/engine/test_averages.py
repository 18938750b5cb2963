"""Vertical, horizontal, threshold and cost-space averages of several curves."""

from __future__ import annotations

from statistics import fmean as mean
from statistics import stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from costcurve_gui.engine import (
    ThresholdTable,
    convex_hull,
    cost_space_average,
    horizontal_average,
    lower_envelope,
    roc_image,
    threshold_average,
    threshold_table,
    vertical_average,
)
from costcurve_gui.engine.averaging import roc_averages
from costcurve_gui.engine.errors import ConstraintError
from tests.helpers.oracles import counts_by_definition, noisy_sample, scored_labels

GRID = [step / 100 for step in range(101)]
FOLDS = st.lists(scored_labels(max_size=12), min_size=2, max_size=4)
Point = tuple[float, float]


def points_of(sample) -> list[Point]:
    counts = counts_by_definition(*sample)
    _, negatives, positives = counts[-1]
    return [(fp / negatives, tp / positives) for _, fp, tp in counts]


def height_at(points: list[Point], x: float) -> float:
    """Fawcett's TPR_FOR_FPR: the highest of the points at x, else between its neighbours."""
    on_it = [y for at, y in points if at == x]
    if on_it:
        return max(on_it)
    left = max((point for point in points if point[0] < x), key=lambda p: (p[0], p[1]))
    right = min((point for point in points if point[0] > x), key=lambda p: (p[0], p[1]))
    return left[1] + (right[1] - left[1]) * (x - left[0]) / (right[0] - left[0])


def point_at(sample, threshold: float) -> Point:
    """The rates of the rule score >= threshold, counted one by one."""
    labels, scores = sample
    called = scores >= threshold
    return called[~labels].mean(), called[labels].mean()


def tables_of(samples) -> list[ThresholdTable]:
    return [threshold_table(*sample) for sample in samples]


def envelopes_of(tables):
    return [lower_envelope(convex_hull(table)) for table in tables]


def assert_spread(found, columns: list[list[float]]) -> None:
    """Compare with the textbook's mean, standard deviation and t interval of each column."""
    expected = np.array([mean(column) for column in columns])
    scatter = np.array([stdev(column) for column in columns])
    np.testing.assert_allclose(found.mean, expected, atol=1e-12)
    np.testing.assert_allclose(found.std, scatter, atol=1e-12)
    wide = scatter / len(columns[0]) ** 0.5 > 1e-9
    margin = stats.t.ppf((1 + found.level) / 2, found.curves - 1) * scatter / found.curves**0.5
    np.testing.assert_allclose(found.lower[wide], (expected - margin)[wide], atol=1e-12)
    np.testing.assert_allclose(found.upper[wide], (expected + margin)[wide], atol=1e-12)
    np.testing.assert_allclose(found.lower[~wide], found.upper[~wide], atol=1e-8)


@given(FOLDS)
def test_that_the_vertical_average_is_that_of_algorithm_4(samples) -> None:
    curves = [points_of(sample) for sample in samples]
    found = vertical_average(tables_of(samples), level=0.8)
    assert found.grid.tolist() == GRID
    assert_spread(found.values, [[height_at(points, x) for points in curves] for x in GRID])


@given(FOLDS)
def test_that_the_horizontal_average_is_the_vertical_one_turned(samples) -> None:
    turned = [[(1 - y, 1 - x) for x, y in points_of(sample)] for sample in samples]
    found = horizontal_average(tables_of(samples), np.arange(5) / 4, level=0.95)
    quarters = (1, 0.75, 0.5, 0.25, 0)
    assert_spread(found.values, [[1 - height_at(p, x) for p in turned] for x in quarters])


@given(FOLDS)
def test_that_the_threshold_average_counts_scores_at_or_above(samples) -> None:
    found = threshold_average(tables_of(samples), level=0.9)
    pooled = {score + 0.0 for _, scores in samples for score in scores.tolist()}
    assert found.thresholds.tolist() == sorted(pooled, reverse=True)
    points = [[point_at(sample, t) for sample in samples] for t in found.thresholds]
    assert_spread(found.fpr, [[fpr for fpr, _ in row] for row in points])
    assert_spread(found.tpr, [[tpr for _, tpr in row] for row in points])


def test_that_a_wanted_threshold_takes_in_the_scores_that_equal_it() -> None:
    labels, scores = noisy_sample(300)
    samples = [(labels[fold::3], scores[fold::3]) for fold in range(3)]
    wanted = np.sort(scores)[[290, 289, 200, 100, 7]]
    found = threshold_average(tables_of(samples), wanted)
    points = np.array([[point_at(sample, t) for sample in samples] for t in wanted])
    assert_spread(found.fpr, points[..., 0].tolist())
    assert_spread(found.tpr, points[..., 1].tolist())


@given(FOLDS)
def test_that_the_cost_space_average_is_that_of_the_cheapest_lines(samples) -> None:
    curves = [points_of(sample) for sample in samples]
    found = cost_space_average(envelopes_of(tables_of(samples)))
    columns = [
        [min((1 - tpr) * pc + fpr * (1 - pc) for fpr, tpr in points) for points in curves]
        for pc in GRID
    ]
    assert_spread(found.values, columns)


@given(FOLDS)
def test_that_the_roc_image_has_the_mean_cost_everywhere_and_is_convex(samples) -> None:
    envelopes = envelopes_of(tables_of(samples))
    image = roc_image(envelopes)
    fpr, tpr = np.array([0, *image.fpr, 1]), np.array([0, *image.tpr, 1])
    places = np.append(np.random.default_rng(1).random(50), image.pc_plus)
    lines = (1 - tpr) * places[:, None] + fpr * (1 - places[:, None])
    expected = np.mean([curve.value_at(places) for curve in envelopes], axis=0)
    np.testing.assert_allclose(lines.min(axis=1), expected, atol=1e-12)
    run, rise = np.diff(fpr), np.diff(tpr)
    assert (run >= 0).all()
    assert (rise >= 0).all()
    assert (rise[:-1] * run[1:] >= rise[1:] * run[:-1] - 1e-12).all()


def discrete(fp: int, tp: int, negatives: int = 50, positives: int = 10) -> ThresholdTable:
    """Return the curve with one point between (0, 0) and (1, 1)."""
    labels = [True] * positives + [False] * negatives
    scores = [1] * tp + [0] * (positives - tp) + [1] * fp + [0] * (negatives - fp)
    return threshold_table(labels, scores)


class TestFigures14And15:
    """Drummond & Holte (2006), section 4.5: curves through (0.04, 0.4) and through (0.3, 0.8)."""

    tables = (discrete(2, 4), discrete(15, 8))
    envelopes = tuple(envelopes_of(tables))
    slope = (0.8 - 0.4) / (0.3 - 0.04)
    intercept = 0.4 - slope * 0.04
    pc_plus = 1 / (1 + slope)

    def test_that_vertical_and_horizontal_averages_lie_well_below_the_line(self) -> None:
        vertical, horizontal = vertical_average(self.tables), horizontal_average(self.tables)
        # At fpr 0.3 the curves have tpr 0.4 + 0.26 (0.6 / 0.96) and 0.8.
        assert vertical.values.mean[30] == pytest.approx((0.5625 + 0.8) / 2)
        # At tpr 0.4 they have fpr 0.04 and 0.15.
        assert horizontal.values.mean[40] == pytest.approx((0.04 + 0.15) / 2)
        assert (vertical.values.mean - self.slope * vertical.grid).max() < self.intercept - 0.1
        assert (horizontal.grid - self.slope * horizontal.values.mean).max() < self.intercept - 0.05
        assert not np.allclose(
            vertical.values.mean, np.interp(GRID, horizontal.values.mean, GRID), atol=0.02
        )

    def test_that_the_roc_image_has_its_central_vertex_midway_on_the_line(self) -> None:
        image = roc_image(self.envelopes)
        (middle,) = np.flatnonzero(np.isclose(image.fpr, 0.17))
        assert (image.fpr[middle], image.tpr[middle]) == pytest.approx((0.17, 0.6))
        assert image.tpr[middle] - self.slope * image.fpr[middle] == pytest.approx(self.intercept)

    def test_that_only_the_cost_space_average_costs_what_the_curves_cost_on_average(self) -> None:
        def cheapest(fpr, tpr) -> float:
            return float(((1 - tpr) * self.pc_plus + fpr * (1 - self.pc_plus)).min())

        expected = np.mean([curve.value_at(self.pc_plus) for curve in self.envelopes])
        average = cost_space_average(self.envelopes, np.array([self.pc_plus]))
        assert average.values.mean[0] == pytest.approx(expected)
        image = roc_image(self.envelopes)
        assert cheapest(image.fpr, image.tpr) == pytest.approx(expected)
        vertical, horizontal = vertical_average(self.tables), horizontal_average(self.tables)
        assert cheapest(vertical.grid, vertical.values.mean) > expected + 0.02
        assert cheapest(horizontal.values.mean, horizontal.grid) > expected + 0.02


def test_that_an_upright_step_on_the_grid_is_found_in_spite_of_weights() -> None:
    # 0.1 + 0.2 is not 0.3, yet the step at fpr 0.3 is there.
    weights = np.array([0.1, 0.2, 1.0, 0.7, 1.0])
    table = threshold_table([0, 0, 1, 0, 1], [5, 4, 3, 2, 1], sample_weight=weights)
    assert table.fpr[2] != 0.3
    assert vertical_average([table]).values.mean[30] == 0.5


def test_that_a_level_step_on_the_grid_is_found_in_spite_of_weights() -> None:
    # 0.1 + 0.7 is not 0.8, yet the step at tpr 0.8 begins at fpr 0.
    weights = np.array([0.1, 0.7, 1.0, 0.2, 1.0])
    table = threshold_table([1, 1, 0, 1, 0], [5, 4, 3, 2, 1], sample_weight=weights)
    assert table.tpr[2] != 0.8
    assert horizontal_average([table]).values.mean[80] == 0


def test_that_all_chunks_of_thresholds_are_averaged_alike(monkeypatch) -> None:
    samples = [noisy_sample(400, seed, levels=levels) for seed, levels in ((1, 60), (2, None))]
    whole = threshold_average(tables_of(samples))
    monkeypatch.setattr(roc_averages, "_CHUNK", 7)
    pieces = threshold_average(tables_of(samples))
    for rate in ("fpr", "tpr"):
        np.testing.assert_array_equal(getattr(pieces, rate).mean, getattr(whole, rate).mean)
        np.testing.assert_array_equal(getattr(pieces, rate).std, getattr(whole, rate).std)


def test_that_thresholds_can_be_chosen() -> None:
    samples = [noisy_sample(50, seed) for seed in (1, 2, 3)]
    chosen = np.array([np.inf, 9.0, 1.0, 0.5, -9.0])
    found = threshold_average(tables_of(samples), chosen)
    expected = [np.mean([point_at(s, t) for s in samples], axis=0) for t in chosen]
    np.testing.assert_allclose(np.transpose([found.fpr.mean, found.tpr.mean]), expected, atol=1e-15)


def test_that_equal_curves_have_no_scatter_at_all() -> None:
    table = threshold_table(*noisy_sample(300))
    average = vertical_average([table] * 3)
    assert not average.values.std.any()
    np.testing.assert_array_equal(average.values.lower, average.values.mean)


def test_that_one_curve_has_a_mean_but_no_scatter() -> None:
    table = threshold_table(*noisy_sample(300))
    found = threshold_average([table])
    np.testing.assert_array_equal(found.tpr.mean, table.tpr[1:])
    for column in (found.tpr.std, found.tpr.lower, found.tpr.upper):
        assert np.isnan(column).all()


def test_that_arrays_cannot_be_written_to() -> None:
    found = threshold_average(tables_of([noisy_sample(30), noisy_sample(30, 2)]))
    spread = found.tpr
    for column in (found.thresholds, spread.mean, spread.std, spread.lower, spread.upper):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


@pytest.mark.parametrize("average", [vertical_average, horizontal_average, threshold_average])
def test_that_no_curves_and_no_level_are_refused(average) -> None:
    with pytest.raises(ConstraintError, match="at least one curve"):
        average([])
    with pytest.raises(ConstraintError, match="level"):
        average([threshold_table([1, 0], [2, 1])], level=1.0)


def test_that_no_envelopes_are_refused() -> None:
    for average in (cost_space_average, roc_image):
        with pytest.raises(ConstraintError, match="at least one curve"):
            average([])
