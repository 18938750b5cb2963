"""The views of the cost family beside cost space itself."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.cost_comparisons import cost_comparisons
from costcurve_gui.analysis.intervals.known_results import known
from costcurve_gui.analysis.intervals.requests import belief_requests
from costcurve_gui.analysis.settings import ConditionSpec, DatasetSettings, DragChanges
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.analysis.view_settings import (
    CostAxis,
    CostConstruction,
    RegretReading,
    ViewChoices,
)
from costcurve_gui.engine.cost.belief import UNIFORM
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.engine.distributions.uncertain_numbers import BetaBelief, TriangularBelief
from costcurve_gui.views.catalogue import plot_view
from costcurve_gui.views.plotting import captions
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.lane_marks import Corner, Lane
from costcurve_gui.views.plotting.marks import FootStrip, Label, Line, Ring
from costcurve_gui.views.plotting.notes import Notes, placed
from costcurve_gui.views.shell.menus import choice_groups
from costcurve_gui.views.shell.theme import LIGHT
from costcurve_gui.views.text import comparison_text
from costcurve_gui.views.text.empty_states import empty_state
from tests.helpers.band_snapshots import banded, knowing, resampled
from tests.helpers.plot_frames import NAIVE_BAYES, curves_of_model, german_curves, german_snapshot
from tests.helpers.snapshots import german_credit_snapshot

DIFFERENCE, SUPERIORITY, REGRET = (
    plot_view(view) for view in ("difference", "superiority", "regret")
)
COST, ROC, ROCIV = (plot_view(view) for view in ("cost", "roc", "rociv"))
LONE = frozenset(one.info.key for one in german_curves().models) - {NAIVE_BAYES}


def of_type(marks, kind):
    return [mark for mark in marks if isinstance(mark, kind)]


def line(marks, key):
    return next(mark for mark in of_type(marks, Line) if mark.key == key)


def canvas(view, snapshot):
    return Canvas(QRectF(0, 0, 300, 300), view.bounds(snapshot), LIGHT, TextFonts(QFont(), QFont()))


def handle(view, snapshot, name="condition"):
    return next(found for found in view.handles(snapshot) if found.name == name)


def against(competitor, **changes):
    return german_snapshot(views=ViewChoices(competitor=competitor), **changes)


def two_models(prior=0.5):
    """Return a snapshot of two classifiers whose costs are the same for all cases of a class."""
    y_true = np.array([True] * 4 + [False] * 4)
    scores = {"a": np.array([1.0, 1, 1, 0, 1, 0, 0, 0]), "b": np.array([1.0] * 6 + [0] * 2)}
    curves = curves_of_model(y_true, scores, PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0))
    views = ViewChoices(common_tangents=True, construction=CostConstruction.HORIZONTAL)
    return build_snapshot(curves, DatasetSettings(condition=ConditionSpec(prior), views=views))


# --- difference -------------------------------------------------------------------------------


def test_that_the_difference_at_the_condition_is_that_of_the_costs():
    snapshot = against("decision_tree")
    costs = {key: model.policy.normalized_expected_cost for key, model in snapshot.models.items()}
    (ring,) = of_type(DIFFERENCE.dynamic_items(snapshot, LIGHT), Ring)
    assert ring.x == snapshot.condition.probability_cost
    assert ring.y == pytest.approx(costs[NAIVE_BAYES] - costs["decision_tree"])
    assert handle(DIFFERENCE, snapshot).text == "\u22120.071"  # as the design picture says


def test_that_the_strip_is_coloured_by_the_cheaper_one():
    snapshot = against("decision_tree")
    (strip,) = of_type(DIFFERENCE.dynamic_items(snapshot, LIGHT), FootStrip)
    curve = cost_comparisons(snapshot).comparison.difference
    colors = {-1: LIGHT.models[1], 0: LIGHT.trivial, 1: LIGHT.models[3]}
    for low, high, (color,) in strip.parts:
        assert color == colors[int(np.sign(round(curve.value_at((low + high) / 2), 12)))]
    assert (strip.parts[0][0], strip.parts[-1][1]) == (0, 1)


def test_that_it_is_said_who_is_cheaper_where():
    snapshot = against("decision_tree")
    said = comparison_text.sentence(snapshot, cost_comparisons(snapshot).comparison)
    assert said.startswith("naive_bayes dominates decision_tree: never costlier, cheaper for PC(+)")
    aloud = DIFFERENCE.accessible_text(snapshot, snapshot.models[NAIVE_BAYES])
    assert aloud == f"On this sample {said}"
    assert DIFFERENCE.accessible_text(snapshot, snapshot.models["decision_tree"]) == "competitor"
    other = against("random_forest")
    said = comparison_text.sentence(other, cost_comparisons(other).comparison)
    assert said.startswith("naive_bayes is cheaper ")
    assert "; random_forest " in said


def test_that_a_dominated_selected_model_is_said_to_be_dominated():
    snapshot = against(NAIVE_BAYES, selected="decision_tree")
    found = cost_comparisons(snapshot).comparison
    assert comparison_text.sentence(snapshot, found).startswith(
        "naive_bayes dominates decision_tree"
    )
    assert comparison_text.short_sentence(found) == "never cheaper"


def test_that_models_of_equal_cost_are_said_to_be_equal():
    y_true = np.array([True, True, False, False])
    score = np.array([0.9, 0.4, 0.6, 0.1])
    matrix = PayoffMatrix(tp=0.0, fp=-1.0, fn=-1.0, tn=0.0)
    snapshot = build_snapshot(
        curves_of_model(y_true, {"a": score, "b": score}, matrix), DatasetSettings()
    )
    found = cost_comparisons(snapshot).comparison
    assert comparison_text.sentence(snapshot, found) == "a and b cost the same at every PC(+)."
    assert comparison_text.lc_sentence(snapshot, found).endswith(
        "the belief favours neither a nor b"
    )
    bounds = DIFFERENCE.bounds(snapshot)
    assert bounds.y_low < 0 < bounds.y_high


def test_that_the_curve_and_its_zero_lie_inside_the_view():
    for competitor in LONE:
        snapshot = against(competitor)
        bounds, curve = (
            DIFFERENCE.bounds(snapshot),
            line(DIFFERENCE.static_items(snapshot, LIGHT), "difference"),
        )
        assert bounds.y_low < min(curve.y) <= 0 <= max(curve.y) < bounds.y_high


def test_that_a_click_on_the_difference_is_the_selected_models_classifier_there():
    snapshot = against("mlp")
    area, found = canvas(DIFFERENCE, snapshot), cost_comparisons(snapshot).comparison
    envelope = german_curves().models[1].evaluation.envelope
    place = area.point(0.4, found.difference.value_at(0.4)) + QPointF(0, 4)
    assert DIFFERENCE.snap(snapshot, area, place) == (NAIVE_BAYES, envelope.classifier_at(0.4))
    assert DIFFERENCE.snap(snapshot, area, place + QPointF(0, 40)) is None


@pytest.mark.parametrize("view", [DIFFERENCE, SUPERIORITY])
def test_that_the_line_follows_the_mouse(view):
    snapshot = german_snapshot()
    area = canvas(view, snapshot)
    held = handle(view, snapshot)
    assert view.dragged(snapshot, held, area, area.point(0.3, 0.0)) == pytest.approx(0.3)
    assert view.dragged(snapshot, held, area, area.point(1.4, 0.0)) == 1
    assert view.reading_marks(snapshot, build_reading(snapshot, "mlp", 3), LIGHT, tagged=True) == []


def test_that_one_model_has_no_difference():
    whole = german_snapshot()
    models = tuple(one for one in whole.curve_set.models if one.info.key not in LONE)
    snapshot = build_snapshot(replace(whole.curve_set, models=models), whole.settings)
    found = empty_state("difference", snapshot)
    assert (found.headline, found.sentence) == ("One model only", "A comparison needs two.")
    assert empty_state("superiority", snapshot) is empty_state("regret", snapshot) is None
    assert empty_state("difference", german_snapshot()) is None
    assert of_type(DIFFERENCE.static_items(snapshot, LIGHT), Line)[0].key == "zero"
    assert DIFFERENCE.dynamic_items(snapshot, LIGHT) == []


def test_that_a_picture_says_which_difference_it_shows():
    snapshot = against("mlp")
    said = captions.condition(snapshot, DIFFERENCE)
    assert said.startswith("Cost of naive_bayes less that of mlp on this sample; p(bad) 5 %")
    loss = reading_snapshot(RegretReading.LOSS_DIFFERENCE)
    assert captions.condition(loss, REGRET).startswith(
        "Cost of naive_bayes less that of mlp on this sample;"
    )
    assert captions.condition(snapshot, REGRET).startswith("Regret of 6 models;")


def test_that_the_titles_name_the_other_model():
    snapshot = against("mlp")
    assert DIFFERENCE.subtitle(snapshot) == SUPERIORITY.subtitle(snapshot) == "against mlp"


# --- superiority ------------------------------------------------------------------------------


def test_that_every_model_has_a_lane_with_its_stretches():
    snapshot = german_snapshot()
    lanes = of_type(SUPERIORITY.static_items(snapshot, LIGHT), Lane)
    assert [lane.key for lane in lanes] == list(snapshot.models)
    assert [lane.heavy for lane in lanes] == [key == NAIVE_BAYES for key in snapshot.models]
    assert {lane.key: lane.parts for lane in lanes} == dict(cost_comparisons(snapshot).cheapest)
    heights = [lane.y for lane in lanes]
    assert heights == sorted(heights, reverse=True)
    bounds = SUPERIORITY.bounds(snapshot)
    assert bounds.y_low < heights[-1] < heights[0] < bounds.y_high


def test_that_a_lane_says_what_its_model_costs_under_the_belief():
    snapshot = against("mlp", belief=TriangularBelief(0.3, 0.5, 0.6))
    figures = cost_comparisons(snapshot).figures["mlp"]
    lane = next(one for one in SUPERIORITY.static_items(snapshot, LIGHT) if one.key == "mlp")
    assert lane.figures == f"cost {figures.expected_cost:.3f}, LC +{figures.lc_index:.3f}"
    said = [mark.text for mark in of_type(SUPERIORITY.dynamic_items(snapshot, LIGHT), Label)]
    assert said == [f"LC index +{figures.lc_index:.3f} on this sample favours naive_bayes"]


def test_that_a_lane_says_what_to_expect_on_new_cases_once_it_is_known():
    belief = TriangularBelief(0.3, 0.5, 0.6)
    plain = german_credit_snapshot()
    snapshot = resampled(
        "superiority", snapshot=replace(plain, settings=replace(plain.settings, belief=belief))
    )
    key = "g/score_mlp"
    figure = known(snapshot, belief_requests(snapshot)[key]).expected_cost
    lane = next(one for one in SUPERIORITY.static_items(snapshot, LIGHT) if one.key == key)
    assert lane.figures.startswith(f"cost {figure.estimate:.3f}, LC ")
    assert "; costs on new cases, the rest on this sample; Estimate for new cases, out of bag" in (
        captions.condition(snapshot, SUPERIORITY)
    )
    here = cost_comparisons(snapshot).figures[key].expected_cost
    assert figure.apparent == pytest.approx(here)
    assert (
        f"cost {figure.estimate:.3f} on new cases (90 %: {figure.low:.3f} to {figure.high:.3f}), "
        f"{here:.3f} on this sample, LC "
    ) in SUPERIORITY.accessible_text(snapshot, snapshot.models[key])


def test_that_costs_on_new_cases_are_not_put_beside_those_of_this_sample():
    snapshot = resampled("superiority")
    first = next(iter(belief_requests(snapshot).values()))
    rest = {one: found for one, found in snapshot.intervals.results.items() if one != first}
    lacking = knowing(snapshot, rest)
    figures = cost_comparisons(snapshot).figures
    for lane in of_type(SUPERIORITY.static_items(lacking, LIGHT), Lane):
        if lane.key in figures:
            assert lane.figures.startswith(f"cost {figures[lane.key].expected_cost:.3f}")
    assert belief_requests(banded(snapshot, shown=False)) == {}


def test_that_a_click_on_a_lane_is_its_models_classifier_there():
    snapshot = german_snapshot()
    area = canvas(SUPERIORITY, snapshot)
    lane = SUPERIORITY.static_items(snapshot, LIGHT)[2]
    row = german_curves().models[2].evaluation.envelope.classifier_at(0.7)
    assert SUPERIORITY.snap(snapshot, area, area.point(0.7, lane.y)) == ("mlp", row)
    assert SUPERIORITY.snap(snapshot, area, area.point(0.7, 0.05)) is None


@pytest.mark.parametrize(
    ("corner", "x", "expected"),
    [
        ("belief_mode", 0.5, (0.2, 0.5, 0.8)),
        ("belief_mode", 0.9, (0.2, 0.8, 0.8)),
        ("belief_lo", 0.5, (0.5, 0.5, 0.8)),
        ("belief_lo", 0.95, (0.799, 0.799, 0.8)),
        ("belief_hi", 0.3, (0.2, 0.3, 0.3)),
        ("belief_hi", -0.2, (0.2, 0.201, 0.201)),
    ],
)
def test_that_a_corner_can_be_dragged_as_far_as_the_others_let_it(corner, x, expected):
    snapshot = german_snapshot(belief=TriangularBelief(0.2, 0.4, 0.8))
    area = canvas(SUPERIORITY, snapshot)
    held = handle(SUPERIORITY, snapshot, corner)
    found = SUPERIORITY.dragged(snapshot, held, area, area.point(x, 0.0))
    assert (found.lo, found.mode, found.hi) == pytest.approx(expected)
    assert held.intent == "belief"


@pytest.mark.parametrize(
    ("corner", "x", "belief"),
    [
        ("belief_lo", 1.0, TriangularBelief(0.0, 0.0, 1e-4)),
        ("belief_hi", 0.0, TriangularBelief(0.9999, 1.0, 1.0)),
    ],
)
def test_that_a_belief_typed_at_an_end_can_still_be_dragged(corner, x, belief):
    snapshot = german_snapshot(belief=belief)
    area = canvas(SUPERIORITY, snapshot)
    held = handle(SUPERIORITY, snapshot, corner)
    assert SUPERIORITY.dragged(snapshot, held, area, area.point(x, 0.0)) == belief


def test_that_handles_lie_on_the_corners_that_are_drawn():
    snapshot = german_snapshot(belief=TriangularBelief(0.2, 0.4, 0.8))
    corners = {
        (mark.x, mark.y) for mark in of_type(SUPERIORITY.dynamic_items(snapshot, LIGHT), Corner)
    }
    held = {(one.x, one.y) for one in SUPERIORITY.handles(snapshot) if one.intent == "belief"}
    assert held == corners
    drawn = line(SUPERIORITY.dynamic_items(snapshot, LIGHT), "belief")
    assert set(zip(drawn.x, drawn.y, strict=True)) == corners


@pytest.mark.parametrize(
    ("belief", "name"), [(UNIFORM, "uniform belief"), (BetaBelief(2, 5), "Beta(2, 5)")]
)
def test_that_another_belief_is_a_curve_without_corners(belief, name):
    snapshot = german_snapshot(belief=belief)
    marks = SUPERIORITY.dynamic_items(snapshot, LIGHT)
    assert of_type(marks, Corner) == []
    assert of_type(marks, Label)[0].text.endswith(name)
    assert [one.name for one in SUPERIORITY.handles(snapshot)] == ["condition"]
    drawn = line(marks, "belief")
    density = belief.density(np.asarray(drawn.x))
    np.testing.assert_allclose(drawn.y / max(drawn.y), density / max(density))


def test_that_a_lane_is_put_into_words():
    snapshot = german_snapshot()
    said = SUPERIORITY.accessible_text(snapshot, snapshot.models["mlp"])
    assert said.startswith("cheapest for PC(+) from 0.122 to 0.225 on this sample, cost 0.")
    nowhere = SUPERIORITY.accessible_text(snapshot, snapshot.models["decision_tree"])
    assert nowhere.startswith("nowhere the cheapest on this sample, cost 0.")


# --- regret -----------------------------------------------------------------------------------


def reading_snapshot(reading, **changes):
    return german_snapshot(views=ViewChoices(regret=reading, competitor="mlp"), **changes)


def test_that_the_money_curve_is_the_least_expected_cost_at_every_prior():
    snapshot = reading_snapshot(RegretReading.MONEY)
    curve = REGRET.curves(snapshot)[NAIVE_BAYES]
    for prior in (0.01, 0.1, 0.5, 0.9):
        policy = german_snapshot(prior).models[NAIVE_BAYES].policy
        assert np.interp(prior, curve.x, curve.y) == pytest.approx(policy.expected_cost)


def test_that_the_error_rate_is_the_least_there_is():
    snapshot = reading_snapshot(RegretReading.ERROR_RATE)
    curve, table = REGRET.curves(snapshot)["mlp"], german_curves().models[2].evaluation.table
    for prior in (0.1, 0.3, 0.77):
        errors = prior * (1 - table.tpr) + (1 - prior) * table.fpr
        assert np.interp(prior, curve.x, curve.y) == pytest.approx(errors.min())


def test_that_the_cost_ratio_has_the_costs_of_cost_space_on_a_logarithmic_axis():
    snapshot = reading_snapshot(RegretReading.COST_RATIO)
    curve = REGRET.curves(snapshot)[NAIVE_BAYES]
    x = math.log10(snapshot.condition.cost_ratio)
    (ring,) = of_type(REGRET.dynamic_items(snapshot, LIGHT), Ring)
    policy = snapshot.models[NAIVE_BAYES].policy
    assert (ring.x, ring.y) == (x, policy.normalized_expected_cost)
    assert np.interp(x, curve.x, curve.y) == pytest.approx(ring.y, abs=1e-3)
    assert REGRET.bounds(snapshot).x_low < -3 < 3 < REGRET.bounds(snapshot).x_high


@pytest.mark.parametrize("reading", list(RegretReading)[:3])
def test_that_a_classifier_lies_on_the_curve_where_it_is_the_best(reading):
    snapshot = reading_snapshot(reading)
    area, curve = canvas(REGRET, snapshot), REGRET.curves(snapshot)[NAIVE_BAYES]
    at = len(curve.x) // 2
    x = float(curve.x[at] + curve.x[at + 1]) / 2
    y = float(np.interp(x, curve.x, curve.y))
    key, row = REGRET.snap(snapshot, area, area.point(x, y))
    (lit,) = REGRET.highlight(snapshot, NAIVE_BAYES, row, LIGHT)
    if key == NAIVE_BAYES:
        assert np.interp(x, lit.x, lit.y) == pytest.approx(y, abs=2e-3 * max(curve.y))
    assert all(lit.y >= np.interp(lit.x, curve.x, curve.y) - 2e-3 * max(curve.y))


def test_that_a_reading_has_its_cost_at_the_condition():
    reading = build_reading(german_snapshot(), "mlp", 40)
    x, y = REGRET.reading_point(reading, reading_snapshot(RegretReading.COST_RATIO))
    assert y == pytest.approx(reading.normalized_expected_cost)
    x, y = REGRET.reading_point(reading, reading_snapshot(RegretReading.ERROR_RATE))
    assert (x, y) == (0.05, pytest.approx(0.05 * (1 - reading.tpr) + 0.95 * reading.fpr))
    x, y = REGRET.reading_point(reading, reading_snapshot(RegretReading.MONEY))
    assert reading.expected_profit + y == pytest.approx(
        german_snapshot().models[NAIVE_BAYES].policy.expected_profit
        + german_snapshot().models[NAIVE_BAYES].policy.expected_cost
    )


@pytest.mark.parametrize("reading", [RegretReading.MONEY, RegretReading.LOSS_DIFFERENCE])
def test_that_the_condition_goes_where_the_mouse_is(reading):
    snapshot = reading_snapshot(reading)
    area, means = canvas(REGRET, snapshot), snapshot.condition.means
    pc_plus = REGRET.dragged(snapshot, handle(REGRET, snapshot), area, area.point(0.2, 0.0))
    odds = 0.2 / 0.8 * means.fn_cost / means.fp_cost
    assert pc_plus == pytest.approx(odds / (1 + odds))


def test_that_the_cost_ratio_goes_where_the_mouse_is():
    snapshot = reading_snapshot(RegretReading.COST_RATIO)
    area, held = canvas(REGRET, snapshot), handle(REGRET, snapshot, "cost_ratio")
    assert held.text == "25.8 : 1"
    assert REGRET.dragged(snapshot, held, area, area.point(1.5, 0.0)) == pytest.approx(10**1.5)
    assert REGRET.dragged(snapshot, held, area, area.point(99.0, 0.0)) == pytest.approx(1000)


def test_that_the_prior_has_no_grip_where_a_drag_would_not_move_it():
    condition = ConditionSpec(0.05, drag=DragChanges.COST_RATIO)
    snapshot = reading_snapshot(RegretReading.MONEY, condition=condition)
    assert REGRET.handles(snapshot) == []
    marks = REGRET.dynamic_items(snapshot, LIGHT)
    assert line(marks, "condition").x == (0.05, 0.05)
    assert of_type(marks, Label)[0].text == "p(bad) 5 %"


def test_that_the_loss_difference_is_one_line_in_ink():
    snapshot = reading_snapshot(RegretReading.LOSS_DIFFERENCE)
    found = cost_comparisons(snapshot).comparison
    assert REGRET.curves(snapshot) == {}
    assert line(REGRET.static_items(snapshot, LIGHT), "difference").y is found.loss.cost
    (ring,) = of_type(REGRET.dynamic_items(snapshot, LIGHT), Ring)
    policies = {key: one.policy for key, one in snapshot.models.items()}
    loss = policies[NAIVE_BAYES].expected_cost - policies["mlp"].expected_cost
    assert ring.y == pytest.approx(loss)
    said = REGRET.accessible_text(snapshot, snapshot.models[NAIVE_BAYES])
    assert said == f"loss \u2212{abs(loss):.2f} DM against mlp on this sample"
    assert empty_state(
        "regret", replace(snapshot, models={NAIVE_BAYES: snapshot.models[NAIVE_BAYES]})
    )


@pytest.mark.parametrize("reading", list(RegretReading))
def test_that_all_of_every_reading_lies_inside_the_view(reading):
    snapshot = reading_snapshot(reading)
    bounds = REGRET.bounds(snapshot)
    drawn = [*REGRET.curves(snapshot).values()] or [
        line(REGRET.static_items(snapshot, LIGHT), "difference")
    ]
    for curve in drawn:
        assert bounds.x_low < min(curve.x) <= max(curve.x) < bounds.x_high
        assert bounds.y_low < min(curve.y) <= max(curve.y) < bounds.y_high
    for ring in of_type(REGRET.dynamic_items(snapshot, LIGHT), Ring):
        assert bounds.holds(ring.x, ring.y)


# --- cost space and ROC ----------------------------------------------------------------------


@pytest.mark.parametrize(("axis", "top"), [(CostAxis.HALF, 0.5), (CostAxis.ONE, 1.0)])
def test_that_the_axis_of_costs_ends_where_it_was_chosen(axis, top):
    bounds = COST.bounds(german_snapshot(views=ViewChoices(cost_axis=axis)))
    assert top < bounds.y_high < top * 1.1
    assert bounds.y_low < 0


def test_that_the_fitted_axis_ends_above_the_highest_curve():
    snapshot = german_snapshot(views=ViewChoices(cost_axis=CostAxis.FITTED))
    highest = max(float(curve.y.max()) for curve in COST.curves(snapshot).values())
    assert highest < COST.bounds(snapshot).y_high < highest * 1.1
    assert COST.scale(snapshot) != COST.scale(german_snapshot())


def test_that_a_cost_line_away_from_all_envelopes_is_its_classifier():
    snapshot = german_snapshot()
    area, hull = canvas(COST, snapshot), german_curves().models[1].evaluation.rociv_hull
    heights = hull.fpr * 0.05 + (1 - hull.tpr) * 0.95
    places = area.y(heights)
    for row, y, place in zip(hull.indices, heights, places, strict=True):
        alone = np.sort(np.abs(places - place))[1] > 6
        if alone and 0.15 < y < 0.5:  # far above every envelope, whose cost is 0.05 at the most
            assert COST.snap(snapshot, area, area.point(0.95, y)) == (NAIVE_BAYES, row)
            break
    else:
        pytest.fail("no line stands alone")
    assert COST.snap(snapshot, area, area.point(0.95, y) + QPointF(0, 4.5)) is None


def test_that_the_level_segment_is_as_long_as_the_cost():
    snapshot = two_models(prior=0.3)
    policy = snapshot.models[snapshot.selected].policy
    measure = line(ROC.dynamic_items(snapshot, LIGHT), "measure")
    assert measure.x[1] - measure.x[0] == pytest.approx(policy.normalized_expected_cost)
    assert measure.y[0] == measure.y[1] == pytest.approx(1 - measure.x[1])


def test_that_the_perpendicular_meets_the_line_of_equal_cost_at_a_right_angle():
    views = ViewChoices(construction=CostConstruction.PERPENDICULAR)
    snapshot = german_snapshot(views=views)
    pc_plus = snapshot.condition.probability_cost
    measure = line(ROCIV.dynamic_items(snapshot, LIGHT), "measure")
    run, rise = np.diff(measure.x)[0], np.diff(measure.y)[0]
    assert run * pc_plus + rise * (1 - pc_plus) == pytest.approx(0)
    label = of_type(ROCIV.dynamic_items(snapshot, LIGHT), Label)[0].text
    assert label.endswith("= cost 0.243")


def test_that_where_costs_vary_lengths_are_shown_in_rociv_alone():
    views = ViewChoices(construction=CostConstruction.PERPENDICULAR, common_tangents=True)
    snapshot = german_snapshot(views=views)
    assert of_type(ROC.dynamic_items(snapshot, LIGHT), Line) == []
    assert "tangent" not in {mark.key for mark in of_type(ROC.static_items(snapshot, LIGHT), Line)}
    disabled = {group.field for group in choice_groups("roc", snapshot) if group.disabled_reason}
    assert disabled == {"construction", "common_tangents"}
    assert not any(group.disabled_reason for group in choice_groups("rociv", snapshot))
    assert not any(group.disabled_reason for group in choice_groups("roc", two_models()))


def test_that_the_common_tangent_touches_both_hulls_and_passes_above_all_points():
    snapshot = two_models()
    marks = ROC.static_items(snapshot, LIGHT)
    tangent = line(marks, "tangent")
    slope = np.diff(tangent.y)[0] / np.diff(tangent.x)[0]
    assert slope == pytest.approx(1.0)  # the two cost lines cross at PC(+) = 0.5
    assert (tangent.x, tangent.y) == ((0.0, 0.5), (0.5, 1.0))
    touching = {(mark.x, mark.y) for mark in of_type(marks, Corner)}
    assert touching == {(0.25, 0.75), (0.5, 1.0)}
    for model in snapshot.curve_set.models:
        above = tangent.y[0] + slope * (model.roc.x - tangent.x[0])
        assert (model.roc.y <= above + 1e-12).all()
    assert "PC(+) 0.500" in {mark.text for mark in of_type(marks, Label)}


def test_that_menus_tick_what_is_chosen():
    snapshot = against("mlp")
    (group,) = choice_groups("difference", snapshot)
    assert group.entries[0][:2] == (None, "The runner-up")
    assert {entry.value for entry in group.entries[1:]} == set(snapshot.models) - {NAIVE_BAYES}
    assert choice_groups("pr", snapshot) == ()
    assert len(choice_groups("regret", snapshot)) == 1
    assert len(choice_groups("regret", reading_snapshot(RegretReading.LOSS_DIFFERENCE))) == 2


def pixels_of(snapshot) -> list[tuple[float, float]]:
    """Return where the curve of the difference runs, densely."""
    area, curve = canvas(DIFFERENCE, snapshot), cost_comparisons(snapshot).comparison.difference
    xs = np.linspace(0, 1, 501)
    return [(area.x(x), area.y(curve.value_at(x))) for x in xs]


@pytest.mark.parametrize("competitor", sorted(german_snapshot().models.keys() - {NAIVE_BAYES}))
@pytest.mark.usefixtures("qapp")
def test_that_the_names_of_both_sides_leave_the_curve_in_sight(competitor):
    snapshot = against(competitor)
    area = canvas(DIFFERENCE, snapshot)
    curve = pixels_of(snapshot)
    (notes,) = of_type(DIFFERENCE.dynamic_items(snapshot, LIGHT), Notes)
    found = placed(notes, area)
    assert len(found) == len(notes.notes)
    assert 1 <= len(found) <= 2
    for note in found:
        assert not any(note.box.contains(*place) for place in curve), note.text
