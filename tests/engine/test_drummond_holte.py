"""Worked figures of Drummond & Holte (2006), Cost curves."""

from __future__ import annotations

import numpy as np
import pytest

from costcurve_gui.engine.cost.belief import UNIFORM, expected_cost
from costcurve_gui.engine.cost.cost_curve import CostCurve, lower_envelope, regret_curve
from costcurve_gui.engine.cost.crossovers import cheapest, crossovers, dominance
from costcurve_gui.engine.cost.difference import cost_difference, lc_index, loss_difference
from costcurve_gui.engine.cost.duality import (
    common_tangents,
    cost_line,
    horizontal_construction,
    perpendicular_construction,
)
from costcurve_gui.engine.counts.threshold_table import threshold_table
from costcurve_gui.engine.distributions.uncertain_numbers import TriangularBelief
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


def figure_12() -> tuple[CostCurve, CostCurve]:
    """Return the solid curve of figure 12, B = (0.3, 0.7) alone, and a dashed one.

    The text gives of the dashed one that A has the slopes 2.4 and 1.5 beside it, that it costs
    0.25 at PC(+) 0.3 and 0.7, and that it nearly meets the solid one at 0.5. This one does.
    """
    dashed = [(0, 156), (160, 540), (280, 720), (460, 840), (844, 1000)]
    return curve_of([(6, 14)], 20, 20), curve_of(dashed, 1000, 1000)


def test_that_b_of_figure_12_is_level_and_used_between_three_and_seven_tenths() -> None:
    solid, _ = figure_12()
    assert solid.operating_range == pytest.approx((0.3, 0.7))
    assert solid.value_at(np.linspace(0.3, 0.7, 9)) == pytest.approx(0.3)


def test_that_a_is_compared_with_b_up_to_a_ratio_of_seven_thirds_and_with_c_beyond() -> None:
    solid, dashed = figure_12()
    used = {
        slope: (solid.segment_at(1 / (1 + slope)), dashed.segment_at(1 / (1 + slope)))
        for slope in (2.1, 2.3, 2.34)
    }
    on_solid = [(solid.fpr[at], solid.tpr[at]) for at, _ in used.values()]
    assert on_solid == [(0.3, 0.7), (0.3, 0.7), (0, 0)]  # the text has C at 2.3 already
    assert [(dashed.fpr[at], dashed.tpr[at]) for _, at in used.values()] == [(0.16, 0.54)] * 3


def test_that_the_curves_of_figure_12_differ_most_at_three_tenths_by_a_fifth() -> None:
    solid, dashed = figure_12()
    difference = cost_difference(solid, dashed)
    pc, largest = difference.largest
    assert (min(pc, 1 - pc), largest) == pytest.approx((0.3, 0.05))
    assert largest / dashed.value_at(pc) == pytest.approx(0.2)
    assert difference.value_at(1 - pc) == pytest.approx(0.05)
    for negligible in (0.1, 0.5, 0.9):
        assert 0 <= difference.value_at(negligible) < 0.025
    assert dominance(dashed, solid) == "a"


def test_that_equation_7_is_the_difference_at_the_best_points_of_figure_12() -> None:
    # Classes equally likely, a slope of 2.1: false alarms cost 2.1 times a miss.
    loss = loss_difference(cost_difference(*figure_12()), fn_cost=1.0, fp_cost=2.1)
    by_hand = (0.54 - 0.7) * 0.5 * 1 + (0.3 - 0.16) * 0.5 * 2.1
    assert loss.value_at(0.5) == pytest.approx(by_hand)


def test_that_figure_3_reads_the_same_in_errors_and_in_costs() -> None:
    # Two lines that cross at 0.445, as those of 1R and C4.5 do there.
    stump = curve_of([(203, 900)], 1000, 1000)
    tree = curve_of([(114, 788)], 1000, 1000)
    (found,) = common_tangents(stump, tree)
    expected = (0.203 - 0.114) / ((0.203 - 0.114) + (0.9 - 0.788))
    assert found.pc_plus == pytest.approx(expected)
    assert found.pc_plus == pytest.approx(0.445, abs=0.005)
    better = [stretch.better for stretch in crossovers(stump, tree)]
    assert better == ["equal", "b", "a", "equal"]
    # Errors over p(+) and money over p(+) with equal costs: one curve, times the cost.
    at = np.linspace(0, 1, 11)
    assert regret_curve(tree, 1, 1).value_at(at) == pytest.approx(tree.value_at(at))
    assert regret_curve(tree, 9, 9).value_at(at) == pytest.approx(9 * tree.value_at(at))


def test_that_dominance_by_a_point_up_and_left_holds_at_every_condition() -> None:
    # Section 2: A above and to the left of B.
    a, b = curve_of([(2, 16)], 20, 20), curve_of([(7, 14)], 20, 20)
    assert (dominance(a, b), dominance(b, a)) == ("a", "b")
    assert cost_difference(a, b).difference.max() == 0
    assert lc_index(a, b, TriangularBelief(0.2, 0.3, 0.6)) == pytest.approx(1)


def test_that_figure_7_measures_the_cost_of_the_classifier_of_figure_1() -> None:
    # Slope 1/2 is PC(+) = 2/3, the prior of figure 1: 8 errors of 30.
    flach = horizontal_construction(0.4, 0.8, probability_cost=2 / 3)
    assert flach.measure.length == pytest.approx(8 / 30)
    foot = perpendicular_construction(0.4, 0.8, probability_cost=2 / 3)
    assert foot.measure.length / (8 / 30) == pytest.approx(3 / 5**0.5)


def test_that_figure_8_of_2000_is_a_line_from_fpr_to_fnr() -> None:
    line = cost_line(fpr=0.09, tpr=0.36)
    assert (line.intercept, line.slope + line.intercept) == pytest.approx((0.09, 0.64))


def test_that_the_advantage_under_a_belief_is_the_difference_of_the_expected_costs() -> None:
    # Section 3.3, for the uniform belief the area between the curves.
    solid, dashed = figure_12()
    difference = cost_difference(solid, dashed)
    between = np.trapezoid(difference.difference, difference.pc_plus)
    advantage = expected_cost(solid, UNIFORM) - expected_cost(dashed, UNIFORM)
    assert advantage == pytest.approx(between)
    middle = TriangularBelief(0.29, 0.3, 0.31)
    assert expected_cost(solid, middle) - expected_cost(dashed, middle) == pytest.approx(
        0.05, abs=0.003
    )


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
