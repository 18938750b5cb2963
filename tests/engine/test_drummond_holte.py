"""Worked figures of Drummond & Holte (2006), Cost curves."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.cost.crossovers import cheapest, crossovers
from costcurve_gui.engine.cost.duality import cost_line
from costcurve_gui.engine.cost.lower_envelope import CostCurve, lower_envelope
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.evaluation import ModelEvaluation, evaluate_scores
from costcurve_gui.engine.roc.hull import RocHull, convex_hull
from costcurve_gui.engine.selection.criteria import manual, min_cost


def discrete(tp: int, fn: int, fp: int, tn: int) -> ModelEvaluation:
    """Return the model that says 1 or 0, with this confusion matrix."""
    y_true = [True] * (tp + fn) + [False] * (fp + tn)
    y_score = [1.0] * tp + [0.0] * fn + [1.0] * fp + [0.0] * tn
    return evaluate_scores("discrete", y_true, y_score)


def curve_of(points: list[tuple[int, int]], positives: int, negatives: int) -> CostCurve:
    """Return the envelope of classifiers given as (fp, tp), ascending, of one scoring model."""
    labels: list[bool] = []
    scores: list[float] = []
    before = (0, 0)
    for step, (fp, tp) in enumerate([*points, (negatives, positives)]):
        labels += [True] * (tp - before[1]) + [False] * (fp - before[0])
        scores += [-float(step)] * (tp - before[1] + fp - before[0])
        before = (fp, tp)
    return lower_envelope(convex_hull(threshold_table(labels, scores)))


def test_that_figure_1_has_these_rates_and_this_cost_line() -> None:
    # 16 of 20 positives found, 4 of 10 negatives alarmed.
    model = discrete(tp=16, fn=4, fp=4, tn=6)
    policy = manual(model, model.condition(), threshold=1.0)
    assert (policy.tpr, policy.fpr) == (0.8, 0.4)
    line = cost_line(policy.fpr, policy.tpr)
    assert line.intercept == 0.4
    assert line.slope + line.intercept == pytest.approx(0.2)


def test_that_figure_1_errs_in_8_of_30_at_the_test_prior() -> None:
    model = discrete(tp=16, fn=4, fp=4, tn=6)
    condition = model.condition()
    assert condition.prior == 20 / 30
    policy = manual(model, condition, threshold=1.0)
    assert policy.normalized_expected_cost == pytest.approx(8 / 30)
    counts = policy.confusion(population=30, prior=condition.prior)
    assert (counts.tp, counts.fn, counts.fp, counts.tn) == pytest.approx((16, 4, 4, 6))


def test_that_figure_1_is_worth_using_between_two_fifths_and_three_quarters() -> None:
    # Against "always negative" from fpr (1 - x) + fnr x < x, so x > 0.4 / 1.2, and against
    # "always positive" up to 0.6 / 0.8.
    model = discrete(tp=16, fn=4, fp=4, tn=6)
    assert model.envelope.operating_range == pytest.approx((0.4 / 1.2, 0.6 / 0.8))
    assert min_cost(model, model.condition(0.3)).index == 0
    assert min_cost(model, model.condition(0.6)).index == 1
    assert min_cost(model, model.condition(0.8)).index == 2


def test_that_classifier_b_of_figure_2_has_the_operating_range_of_its_slopes() -> None:
    # B = (0.35, 0.7): slopes 2 to (0, 0) and 0.3 / 0.65 to (1, 1); X = 1 / (1 + S).
    low, high = curve_of([(7, 14)], positives=20, negatives=20).operating_range or (0, 0)
    assert low == pytest.approx(1 / (1 + 0.7 / 0.35))
    assert high == pytest.approx(1 / (1 + 0.3 / 0.65))


def test_that_a_perfect_classifier_lies_on_the_axis() -> None:
    curve = curve_of([(0, 5)], positives=5, negatives=5)
    assert curve.cost.tolist() == [0.0, 0.0]
    assert (curve.area, curve.operating_range) == (0.0, (0.0, 1.0))


def test_that_chance_has_no_operating_range_and_an_area_of_a_quarter() -> None:
    curve = curve_of([(5, 5)], positives=10, negatives=10)
    assert curve.operating_range is None
    assert curve.area == 0.25
    assert curve.pc_plus.tolist() == [0.0, 0.5, 1.0]


def test_that_a_reversed_model_is_not_reversed() -> None:
    curve = curve_of([(10, 0)], positives=10, negatives=10)
    assert curve.operating_range is None
    assert curve.value_at(np.array([0.25, 0.5])).tolist() == [0.25, 0.5]


def test_that_two_lines_cross_where_they_cost_the_same() -> None:
    # (0.1, 0.5) and (0.3, 0.8): 0.1 + 0.4 x = 0.3 - 0.1 x at x = 0.4.
    a = curve_of([(2, 10)], positives=20, negatives=20)
    b = curve_of([(6, 16)], positives=20, negatives=20)
    found = crossovers(a, b)
    assert [stretch.better for stretch in found] == ["equal", "a", "b", "equal"]
    ends = [stretch.high for stretch in found]
    assert ends == pytest.approx([0.1 / 0.6, 0.4, 0.7 / 0.9, 1.0])


def test_that_swapping_two_curves_swaps_the_winner() -> None:
    a = curve_of([(1, 6), (5, 15)], positives=20, negatives=20)
    b = curve_of([(3, 12)], positives=20, negatives=20)
    swapped = {"a": "b", "b": "a", "equal": "equal"}
    there, back = crossovers(a, b), crossovers(b, a)
    assert [swapped[stretch.better] for stretch in back] == [stretch.better for stretch in there]
    assert [stretch.high for stretch in back] == [stretch.high for stretch in there]


def test_that_a_curve_equals_itself_everywhere() -> None:
    curve = curve_of([(1, 6), (5, 15)], positives=20, negatives=20)
    assert crossovers(curve, curve) == ((0.0, 1.0, "equal"),)


def test_that_rounding_on_a_straight_stretch_keeps_the_vertices_in_order() -> None:
    fpr, tpr = np.append(np.arange(7) * 0.01, 1.0), np.append(np.arange(7) * 0.1, 1.0)
    crossing = np.diff(fpr) / (np.diff(fpr) + np.diff(tpr))
    assert (np.diff(crossing) < 0).any()
    hull = RocHull(np.arange(8), np.append(np.inf, -np.arange(7.0)), fpr, tpr)
    curve = lower_envelope(hull)
    assert (np.diff(curve.pc_plus) > 0).all()
    grid = np.linspace(0, 1, 101)
    lines = (1 - tpr)[:, None] * grid + fpr[:, None] * (1 - grid)
    np.testing.assert_allclose(curve.value_at(grid), lines.min(axis=0), atol=1e-15)


def test_that_rounding_leaves_no_slivers_between_the_intervals() -> None:
    # The ends of several stretches meet at 9/19, to the last bits of a float only.
    labels = [True] * 9 + [False] * 10
    a, b = (
        lower_envelope(convex_hull(threshold_table(labels, scores)))
        for scores in (
            [2, 3, 3, 1, 2, 1, 3, 4, 3, 0, 1, 0, 2, 2, 1, 0, 0, 3, 0],
            [1, 4, 1, 3, 2, 2, 4, 4, 1, 2, 0, 0, 1, 1, 1, 2, 1, 0, 0],
        )
    )
    for stretches in (crossovers(a, b), cheapest([a, b])):
        assert all(high - low > 1e-6 for low, high, _ in stretches)
