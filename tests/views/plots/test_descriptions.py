from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.analysis.payoffs import PayoffSpec
from costcurve_gui.analysis.settings import DatasetSettings
from costcurve_gui.analysis.snapshot_builder import build_reading, build_snapshot
from costcurve_gui.analysis.view_results import VIEW_RESULTS
from costcurve_gui.analysis.view_settings import ViewChoices
from costcurve_gui.engine.cost.payoff import PayoffMatrix
from costcurve_gui.views.catalogue import plot_views
from costcurve_gui.views.plotting.canvas import Canvas, TextFonts
from costcurve_gui.views.plotting.marks import (
    CostLines,
    Dot,
    FootStrip,
    Forbidden,
    Hollow,
    HoverPoint,
    Label,
    Line,
    Ring,
    Tick,
)
from costcurve_gui.views.shell.theme import DARK, LIGHT
from tests.helpers.choices import Choice
from tests.helpers.plot_frames import (
    NAIVE_BAYES,
    curves_of_model,
    german_columns,
    german_curves,
    german_snapshot,
)

# Those that draw a curve a model through rows of its table; the others have own tests.
WITHOUT_CURVES = {*VIEW_RESULTS, "difference", "superiority", "winners"}
VIEWS = {name: view for name, view in plot_views().items() if name not in WITHOUT_CURVES}
ALL = sorted(VIEWS)


def of_type(marks, kind):
    return [mark for mark in marks if isinstance(mark, kind)]


def line(marks, key):
    return next(mark for mark in of_type(marks, Line) if mark.key == key)


def handle(name, which, snapshot):
    return next(found for found in VIEWS[name].handles(snapshot) if found.name == which)


def canvas(name, snapshot):
    bounds = VIEWS[name].bounds(snapshot)
    return Canvas(QRectF(0, 0, 300, 300), bounds, LIGHT, TextFonts(QFont(), QFont()))


# --- what is drawn ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_that_only_the_selected_curve_is_heavy_and_solid(name):
    snapshot = german_snapshot()
    curves = of_type(VIEWS[name].static_items(snapshot, LIGHT), Line)
    widths = {mark.key: mark.width for mark in curves if mark.key in snapshot.models}
    assert snapshot.selected == NAIVE_BAYES
    assert widths == {key: 2.0 if key == NAIVE_BAYES else 1.0 for key in snapshot.models}
    assert line(curves, NAIVE_BAYES).dash == ()
    assert line(curves, "mlp").dash == LIGHT.model_dash(3)
    assert line(curves, "mlp").alpha == 215


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_that_colours_are_those_of_the_model_in_every_view(name, tokens):
    snapshot = german_snapshot()
    marks = VIEWS[name].static_items(snapshot, tokens)
    assert line(marks, "random_forest").color == tokens.models[4]
    assert {
        mark.key: mark.color for mark in of_type(VIEWS[name].dynamic_items(snapshot, tokens), Dot)
    }["mlp"] == tokens.models[2]


@pytest.mark.parametrize("name", ALL)
def test_that_hidden_models_have_no_mark(name):
    snapshot = german_snapshot(hidden=frozenset({"mlp"}))
    marks = VIEWS[name].static_items(snapshot, LIGHT) + VIEWS[name].dynamic_items(snapshot, LIGHT)
    assert "mlp" not in {getattr(mark, "key", "") for mark in marks}
    assert "random_forest" in {getattr(mark, "key", "") for mark in marks}


def test_that_roc_curves_are_given_the_decimated_arrays_themselves():
    snapshot = german_snapshot()
    model = snapshot.curve_set.models[0]
    assert line(VIEWS["roc"].static_items(snapshot, LIGHT), model.info.key).x is model.roc.x
    assert line(VIEWS["rociv"].static_items(snapshot, LIGHT), model.info.key).y is model.rociv.y


def test_that_the_operating_points_are_those_of_the_policies():
    snapshot = german_snapshot()
    policy = snapshot.models[NAIVE_BAYES].policy
    expected = {
        "roc": (policy.fpr, policy.tpr),
        "rociv": (policy.fp_cost_rate, policy.tp_benefit_rate),
        "cost": (snapshot.condition.probability_cost, policy.normalized_expected_cost),
        "profit": (policy.fraction_targeted, policy.expected_profit),
    }
    for name, point in expected.items():
        (ring,) = of_type(VIEWS[name].dynamic_items(snapshot, LIGHT), Ring)
        assert (ring.x, ring.y) == point
        assert (
            len(of_type(VIEWS[name].dynamic_items(snapshot, LIGHT), Dot))
            == len(snapshot.models) - 1
        )


def test_that_the_operating_line_meets_the_ring_in_cost_space():
    snapshot = german_snapshot()
    marks = VIEWS["cost"].dynamic_items(snapshot, LIGHT)
    (ring,) = of_type(marks, Ring)
    ends = line(marks, "operating").y
    assert ends[0] + (ends[1] - ends[0]) * ring.x == pytest.approx(ring.y)


def test_that_cost_lines_are_those_of_the_hull():
    snapshot = german_snapshot()
    (lines,) = of_type(VIEWS["cost"].static_items(snapshot, LIGHT), CostLines)
    hull = snapshot.curve_set.models[1].evaluation.rociv_hull
    assert np.array_equal(lines.fpr, hull.fpr)
    assert lines.alpha == 34


def test_that_the_strip_covers_every_condition_with_the_cheapest_model():
    snapshot = german_snapshot()
    (strip,) = of_type(VIEWS["cost"].static_items(snapshot, LIGHT), FootStrip)
    ends = [low for low, _, _ in strip.parts] + [strip.parts[-1][1]]
    assert ends[0] == 0
    assert ends[-1] == 1
    assert ends == sorted(ends)
    pc_plus = 0.576
    costs = {
        model.info.slot: float(model.evaluation.envelope.value_at(pc_plus))
        for model in snapshot.curve_set.models
    }
    cheapest = min(costs, key=costs.__getitem__)
    (colors,) = [colors for low, high, colors in strip.parts if low <= pc_plus < high]
    assert colors == (LIGHT.model_color(cheapest),)


def test_that_the_operating_range_is_ticked_where_it_ends_inside():
    snapshot = german_snapshot()
    ticks = of_type(VIEWS["cost"].static_items(snapshot, LIGHT), Tick)
    assert [round(tick.x, 3) for tick in ticks] == [0.184]
    assert ticks[0].y == pytest.approx(ticks[0].x)


def test_that_everything_lies_inside_the_bounds():
    snapshot = german_snapshot()
    for name, view in VIEWS.items():
        bounds = view.bounds(snapshot)
        for curve in view.curves(snapshot).values():
            assert bounds.x_low < curve.x.min() <= curve.x.max() < bounds.x_high
            assert curve.y.max() < bounds.y_high, name
            # Net benefits fall without end: what is much worse than nothing is out of sight.
            assert bounds.y_low < curve.y.min() or name == "net_benefit"


def test_that_taking_scores_at_their_word_is_a_hollow_point_of_the_selected_model():
    y_true, scores = german_columns()
    picked = scores[NAIVE_BAYES] >= 0.5
    shown = german_snapshot(views=ViewChoices(absolute_point=True))
    marks = VIEWS["roc"].static_items(shown, LIGHT)
    (point,) = of_type(marks, Hollow)
    assert (point.x, point.y) == (picked[~y_true].mean(), picked[y_true].mean())
    assert [mark.text for mark in of_type(marks, Label)] == ["t 0.5"]
    assert point.color == LIGHT.models[1]


def test_that_the_point_at_one_half_is_not_drawn_where_it_says_nothing():
    assert not of_type(VIEWS["roc"].static_items(german_snapshot(), LIGHT), Hollow)
    shown = german_snapshot(views=ViewChoices(absolute_point=True))
    assert not of_type(VIEWS["rociv"].static_items(shown, LIGHT), Hollow)
    y_true, scores = german_columns()
    logits = {"m": np.log(scores[NAIVE_BAYES] + 1e-9)}
    snapshot = build_snapshot(
        curves_of_model(y_true, logits, PayoffMatrix(0, -1, -5, 0)), DatasetSettings()
    )
    assert not of_type(VIEWS["roc"].static_items(snapshot, LIGHT), Hollow)


# --- words ------------------------------------------------------------------------------------


def titles(name, **payoff):
    snapshot = german_snapshot()
    spec = replace(snapshot.settings.payoff, **payoff)
    snapshot = replace(snapshot, settings=replace(snapshot.settings, payoff=spec))
    return tuple(axis.title for axis in VIEWS[name].axes(snapshot))


def test_that_axes_speak_of_the_files_classes_and_the_users_decision():
    assert titles("roc") == (
        "False positive rate (actual: good)",
        "True positive rate (actual: bad)",
    )
    assert titles("rociv") == ("Share of lost interest (actual: good)", "Share of prevented loss")
    assert titles("cost") == ("PC(+), probability-cost of bad", "Normalized expected cost")
    assert titles("profit") == ("Share of applicants refused, %", "Profit per applicant, DM")


def test_that_without_the_credit_preset_the_words_are_general():
    assert titles("rociv", preset="")[0] == "Share of false-alarm cost (actual: good)"
    words = {field: getattr(PayoffSpec(), field) for field in ("unit", "case_noun")}
    assert titles("profit", **words)[1] == "Profit per case"


def test_that_handles_say_their_value():
    snapshot = german_snapshot()
    assert handle("roc", "condition", snapshot).text == "slope 0.74"
    assert handle("cost", "condition", snapshot).text == "PC(+) 0.576"
    assert handle("profit", "threshold", snapshot).text == "33.6 % refused"


@pytest.mark.parametrize(("prior", "text"), [(1e-6, "slope"), (1 - 1e-6, "slope")])
def test_that_extreme_priors_still_have_a_line(prior, text):
    snapshot = german_snapshot(prior)
    for name in ("roc", "rociv"):
        assert handle(name, "condition", snapshot).text.startswith(text)


# --- bounds in force --------------------------------------------------------------------------


def test_that_the_neyman_pearson_bound_is_drawn_over_rates_only():
    snapshot = german_snapshot(criterion=Choice.NEYMAN_PEARSON)
    bound = handle("roc", "max_fpr", snapshot)
    assert (bound.x, bound.upright, bound.text) == (0.2, True, "fpr \u2264 0.200")
    (forbidden,) = of_type(VIEWS["roc"].static_items(snapshot, LIGHT), Forbidden)
    assert (forbidden.x_weight, forbidden.y_weight, forbidden.limit) == (1.0, 0.0, 0.2)
    assert "max_fpr" not in {found.name for found in VIEWS["rociv"].handles(snapshot)}


def test_that_the_capacity_line_runs_where_the_share_of_cases_is_the_capacity():
    snapshot = german_snapshot(0.3, Choice.WORKFORCE)
    line = handle("roc", "capacity", snapshot)
    for step in (-0.3, 0.0, 0.2):
        fpr, tpr = line.x + step * line.direction[0], line.y + step * line.direction[1]
        assert 0.3 * tpr + 0.7 * fpr == pytest.approx(0.15)
    policy = snapshot.models[snapshot.selected].policy
    assert 0.3 * policy.tpr + 0.7 * policy.fpr == pytest.approx(0.15)
    assert handle("profit", "capacity", snapshot).x == pytest.approx(0.15)


# --- what a drag means ------------------------------------------------------------------------


def test_that_dragging_in_cost_space_gives_pc_plus_within_0_and_1():
    snapshot = german_snapshot()
    view, area = VIEWS["cost"], canvas("cost", snapshot)
    held = handle("cost", "condition", snapshot)
    assert view.dragged(snapshot, held, area, area.point(0.3, 0.1)) == pytest.approx(0.3)
    assert view.dragged(snapshot, held, area, QPointF(-50, 0)) == 0
    assert view.dragged(snapshot, held, area, QPointF(400, 0)) == 1


@pytest.mark.parametrize("name", ["roc", "rociv"])
def test_that_the_tangent_follows_the_mouse(name):
    snapshot = german_snapshot()
    view, area = VIEWS[name], canvas(name, snapshot)
    for x, y in ((0.1, 0.66), (0.05, 0.75), (0.1, 0.55)):
        pc_plus = view.dragged(
            snapshot, handle(name, "condition", snapshot), area, area.point(x, y)
        )
        prior = _prior(snapshot, pc_plus)
        moved = handle(name, "condition", german_snapshot(prior))
        across, up = moved.direction
        missed = ((y - moved.y) * across - (x - moved.x) * up) / math.hypot(across, up)
        assert abs(missed) < (0.005 if name == "rociv" else 0.05)


def _prior(snapshot, pc_plus):
    means = snapshot.condition.means
    against = pc_plus * means.fp_cost + (1 - pc_plus) * means.fn_cost
    return pc_plus * means.fp_cost / against


def test_that_with_a_manual_threshold_the_line_turns_about_the_operating_point():
    selection = replace(
        german_snapshot().settings.selection, criterion=MANUAL, thresholds={NAIVE_BAYES: 0.1}
    )
    snapshot = german_snapshot(selection=selection, selected=NAIVE_BAYES)
    ring = handle("roc", "threshold", snapshot)
    area = canvas("roc", snapshot)
    place = area.point(ring.x - 0.1, ring.y - 0.3)
    found = VIEWS["roc"].dragged(snapshot, handle("roc", "condition", snapshot), area, place)
    assert found == pytest.approx(0.25)  # slope 3


def test_that_the_threshold_is_that_of_the_nearest_point_of_the_selected_curve():
    snapshot = german_snapshot()
    curves = snapshot.curve_set.models[1]
    row = int(curves.roc.indices[30])
    x, y = float(curves.roc.x[30]), float(curves.roc.y[30])
    area = canvas("roc", snapshot)
    held = handle("roc", "threshold", snapshot)
    found = VIEWS["roc"].dragged(snapshot, held, area, area.point(x, y))
    assert found == (NAIVE_BAYES, float(curves.evaluation.table.thresholds[row]))


def test_that_in_profit_only_the_share_counts():
    snapshot = german_snapshot()
    area = canvas("profit", snapshot)
    held = handle("profit", "threshold", snapshot)
    curve = snapshot.models[NAIVE_BAYES].profit
    for height in (5.0, 290.0):
        key, threshold = VIEWS["profit"].dragged(snapshot, held, area, QPointF(area.x(0.5), height))
        row = int(
            np.flatnonzero(snapshot.curve_set.models[1].evaluation.table.thresholds == threshold)[0]
        )
        share = float(curve.x[np.flatnonzero(curve.indices == row)[0]])
        assert key == NAIVE_BAYES
        assert abs(share - 0.5) == pytest.approx(float(abs(curve.x - 0.5).min()))


def test_that_bounds_are_dragged_in_their_own_unit():
    neyman = german_snapshot(criterion=Choice.NEYMAN_PEARSON)
    area = canvas("roc", neyman)
    held = handle("roc", "max_fpr", neyman)
    assert VIEWS["roc"].dragged(neyman, held, area, area.point(0.35, 0.5)) == pytest.approx(0.35)
    force = german_snapshot(0.3, Choice.WORKFORCE)
    held = handle("roc", "capacity", force)
    found = VIEWS["roc"].dragged(force, held, area, area.point(0.2, 0.6))
    assert found == pytest.approx((0.3 * 0.6 + 0.7 * 0.2) * 10_000)
    area = canvas("profit", force)
    held = handle("profit", "capacity", force)
    found = VIEWS["profit"].dragged(force, held, area, area.point(0.25, 0.0))
    assert found == pytest.approx(2_500)


# --- reading ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["roc", "rociv", "profit"])
def test_that_the_mouse_reads_the_nearest_real_point(name):
    snapshot = german_snapshot()
    area, view = canvas(name, snapshot), VIEWS[name]
    rng = np.random.default_rng(4)
    for place in rng.uniform(0, 300, (60, 2)):
        found = view.snap(snapshot, area, QPointF(*place))
        away = {
            (key, int(row)): math.hypot(area.x(x) - place[0], area.y(y) - place[1])
            for key, curve in view.curves(snapshot).items()
            for x, y, row in zip(curve.x.tolist(), curve.y.tolist(), curve.indices, strict=True)
        }
        best = min(away.values())
        if found is None:
            assert best > 12
        else:
            # The selected model wins where it is at most three pixels farther.
            assert away[found] <= best + (3 if found[0] == NAIVE_BAYES else 0) + 1e-9


def test_that_in_cost_space_the_mouse_reads_the_envelopes_classifier():
    snapshot = german_snapshot()
    area, curves = canvas("cost", snapshot), german_curves().models[1]
    y = float(curves.evaluation.envelope.value_at(0.45))
    place = area.point(0.45, y) + QPointF(0, 3)
    assert VIEWS["cost"].snap(snapshot, area, place) == (
        NAIVE_BAYES,
        curves.evaluation.envelope.classifier_at(0.45),
    )
    assert VIEWS["cost"].snap(snapshot, area, area.point(0.5, 0.48)) is None
    assert VIEWS["cost"].snap(snapshot, area, area.point(-0.02, 0.0)) is None


def test_that_a_reading_is_the_same_point_in_every_view():
    snapshot = german_snapshot()
    reading = build_reading(snapshot, "random_forest", 80)
    for name, point in {
        "roc": (reading.fpr, reading.tpr),
        "rociv": (reading.fp_cost_rate, reading.tp_benefit_rate),
        "cost": (snapshot.condition.probability_cost, reading.normalized_expected_cost),
        "profit": (reading.fraction_targeted, reading.expected_profit),
    }.items():
        mark = VIEWS[name].reading_marks(snapshot, reading, LIGHT, tagged=True)[-1]
        assert (mark.x, mark.y) == point
        assert mark.color == LIGHT.models[4]
        assert mark.text.startswith("random_forest  t 0.")
        mark = VIEWS[name].reading_marks(snapshot, reading, LIGHT, tagged=False)[-1]
        assert mark.text == ""


def test_that_the_hull_of_another_model_shows_only_while_it_is_read():
    snapshot = german_snapshot()
    marks = VIEWS["roc"].reading_marks(
        snapshot, build_reading(snapshot, "mlp", 8), LIGHT, tagged=True
    )
    hull = snapshot.curve_set.models[2].evaluation.roc_hull
    assert line(marks, "hover hull").x is hull.fpr
    own = VIEWS["roc"].reading_marks(
        snapshot, build_reading(snapshot, NAIVE_BAYES, 8), LIGHT, tagged=True
    )
    assert of_type(own, Line) == []


def test_that_every_operating_point_can_be_said():
    snapshot = german_snapshot()
    model = snapshot.models[NAIVE_BAYES]
    said = {name: view.accessible_text(snapshot, model) for name, view in VIEWS.items()}
    assert said == {
        "roc": "false positive rate 0.314, true positive rate 0.747",
        "rociv": "share of false-alarm cost 0.358, share of prevented loss 0.842",
        "cost": "normalized expected cost 0.243 on this sample",
        "profit": "33.6 % refused, profit +60.15 DM on this sample",
        "pr": "recall 0.747, precision 0.111",
        "det": "false positive rate 0.314, false negative rate 0.253",
        "gain": "33.6 % refused, 74.7 % of the positives found",
        "net_benefit": "net benefit +0.026 at 0.037",
        "regret": "expected cost 80.65 DM on this sample",
    }


def test_that_a_point_in_roc_space_is_a_line_in_cost_space():
    snapshot = german_snapshot()
    row = int(snapshot.curve_set.models[0].rociv.indices[40])
    (point,) = VIEWS["rociv"].highlight(snapshot, "logistic_regression", row, LIGHT)
    (line,) = VIEWS["cost"].highlight(snapshot, "logistic_regression", row, LIGHT)
    assert line.y == pytest.approx((point.x, 1 - point.y))
    for view in VIEWS.values():
        assert view.highlight(snapshot, "nobody", row, LIGHT) == []
        assert len(view.highlight(snapshot, "mlp", 3, LIGHT)) == 1


# --- nothing selected -------------------------------------------------------------------------


@pytest.mark.parametrize(("off", "left"), [("all", "none"), ("none", "all")])
def test_that_a_trivial_classifier_switched_off_is_not_drawn(off, left):
    snapshot = german_snapshot()
    snapshot = replace(snapshot, settings=replace(snapshot.settings, hidden=frozenset({off})))
    keys = {mark.key for mark in of_type(VIEWS["cost"].static_items(snapshot, LIGHT), Line)}
    assert left in keys
    assert off not in keys


def test_that_a_model_that_cannot_do_what_is_asked_for_has_no_operating_point():
    snapshot = german_snapshot()
    models = {**snapshot.models, "mlp": replace(snapshot.models["mlp"], met=False)}
    for name in ("roc", "cost", "profit"):
        before, after = (
            {mark.key for mark in VIEWS[name].dynamic_items(one, LIGHT) if isinstance(mark, Dot)}
            for one in (snapshot, replace(snapshot, models=models))
        )
        assert before - after == {"mlp"}


def test_that_a_point_that_a_view_does_not_have_gets_no_ring():
    """Acting on nobody has no precision; Qt warns of a circle about NaN."""
    snapshot = german_snapshot()
    nobody = build_reading(snapshot, "mlp", 0)
    marks = VIEWS["pr"].reading_marks(snapshot, nobody, LIGHT, tagged=True)
    assert not of_type(marks, HoverPoint)
