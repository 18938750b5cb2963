from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from costcurve_gui.analysis.snapshot_builder import build_reading
from costcurve_gui.views.plotting.axes import OVERHANG
from costcurve_gui.views.plotting.marks import Crosshair, Dot, HoverPoint, Line, Ring
from costcurve_gui.views.plotting.painting import strip_rect
from costcurve_gui.views.plotting.screen_items import PlotAxis
from costcurve_gui.views.shell.theme import DARK, LIGHT
from tests.helpers.choices import Choice
from tests.helpers.plot_frames import NAIVE_BAYES, german_curves, german_snapshot
from tests.helpers.plot_mouse import LEFT, NONE, drag, grip, handle, on_screen, record


def of_type(plot, kind):
    return [mark for mark in plot.dynamic_layer.marks if isinstance(mark, kind)]


# --- drags ------------------------------------------------------------------------------------


def test_that_dragging_the_line_in_cost_space_moves_the_condition_and_commits_once(make_plot):
    plot = make_plot("cost")
    dragged, committed = record(plot.condition_dragged), record(plot.condition_committed)
    start = grip(plot, "condition")
    target = on_screen(plot, plot.canvas().point(0.3, 0.0)).x()
    drag(plot, start, QPoint((start.x() + target) // 2, start.y()), QPoint(target, start.y()))
    assert len(dragged) == 2
    assert dragged[-1] == pytest.approx(0.3, abs=0.005)
    assert committed == [None]


def test_that_a_line_taken_beside_its_middle_does_not_jump(make_plot):
    plot = make_plot("cost")
    dragged = record(plot.condition_dragged)
    start = grip(plot, "condition") + QPoint(4, 100)
    drag(plot, start, start + QPoint(1, 0))
    one_pixel = plot.bounds.width / plot.canvas().rect.width()
    assert dragged[-1] == pytest.approx(0.5757 + one_pixel, abs=0.6 * one_pixel)


@pytest.mark.parametrize("name", ["roc", "rociv"])
def test_that_pulling_the_tangent_up_makes_misses_costlier(make_plot, name):
    plot = make_plot(name)
    dragged, committed = record(plot.condition_dragged), record(plot.condition_committed)
    start = grip(plot, "condition")
    drag(plot, start, start - QPoint(0, 12), start - QPoint(0, 25))
    assert 0.5757 < dragged[0] < dragged[1] <= 1
    assert len(committed) == 1


def test_that_the_grip_of_the_tangent_stays_under_the_mouse(make_plot):
    plot = make_plot("rociv")
    plot.condition_dragged.connect(lambda pc: plot.show_snapshot(german_snapshot(_prior(pc))))
    start = grip(plot, "condition")
    target = start - QPoint(0, 20)
    drag(plot, start, start - QPoint(0, 10), target, release=False)
    away = grip(plot, "condition") - target
    assert max(abs(away.x()), abs(away.y())) <= 2
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, target)


def _prior(pc_plus):
    means = german_snapshot().condition.means
    against = pc_plus * means.fp_cost + (1 - pc_plus) * means.fn_cost
    return pc_plus * means.fp_cost / against


@pytest.mark.parametrize("name", ["roc", "rociv", "profit"])
def test_that_dragging_the_operating_point_gives_real_thresholds_of_the_model(make_plot, name):
    plot = make_plot(name)
    dragged, committed = record(plot.threshold_dragged), record(plot.threshold_committed)
    start = grip(plot, "threshold")
    drag(plot, start, start + QPoint(20, -10), start + QPoint(60, -20))
    thresholds = german_curves().models[1].evaluation.table.thresholds.tolist()
    assert {key for key, _ in dragged} == {NAIVE_BAYES}
    assert all(value in thresholds for _, value in dragged)
    assert dragged[-1][1] < dragged[0][1] < german_snapshot().models[NAIVE_BAYES].policy.threshold
    assert len(committed) == 1


def test_that_the_capacity_and_the_false_positive_bound_can_be_dragged(make_plot):
    plot = make_plot("profit", german_snapshot(0.3, Choice.WORKFORCE))
    capacities, committed = record(plot.capacity_dragged), record(plot.capacity_committed)
    start = grip(plot, "capacity")
    drag(plot, start, start + QPoint(50, 0))
    assert capacities[-1] > 1_500
    assert len(committed) == 1
    plot = make_plot("roc", german_snapshot(criterion=Choice.NEYMAN_PEARSON))
    bounds, committed = record(plot.max_fpr_dragged), record(plot.max_fpr_committed)
    start = grip(plot, "max_fpr")
    drag(plot, start, start + QPoint(30, 0))
    assert 0.2 < bounds[-1] < 0.4
    assert len(committed) == 1


def test_that_escape_takes_a_drag_back_without_a_commit(make_plot):
    plot = make_plot("cost")
    dragged, committed = record(plot.condition_dragged), record(plot.condition_committed)
    cancelled, clicked = record(plot.drag_cancelled), record(plot.point_clicked)
    start = grip(plot, "condition")
    drag(plot, start, start + QPoint(30, 0), release=False)
    QTest.keyClick(plot, Qt.Key.Key_Escape)
    QTest.mouseMove(plot.viewport(), start)
    QTest.mouseRelease(plot.viewport(), LEFT, NONE, start)
    assert len(dragged) == 1
    assert (len(cancelled), committed, clicked) == (1, [], [])


def test_that_a_press_without_a_move_commits_nothing(make_plot):
    plot = make_plot("cost")
    committed = record(plot.condition_committed)
    QTest.mouseClick(plot.viewport(), LEFT, NONE, grip(plot, "condition"))
    assert committed == []


def test_that_dragging_does_not_paint_the_curves_again(make_plot):
    plot = make_plot("cost")
    plot.viewport().repaint()
    before = plot.static_layer.paintings
    snapshot = german_snapshot()
    for prior in (0.04, 0.05, 0.06):
        snapshot = german_snapshot(prior, previous=snapshot)
        plot.show_snapshot(snapshot)
        plot.viewport().repaint()
    assert plot.static_layer.paintings == before
    assert of_type(plot, Ring)[0].x == snapshot.condition.probability_cost


def test_that_going_back_to_the_model_before_paints_no_curve_again(make_plot):
    snapshot = german_snapshot()
    other = next(key for key in snapshot.models if key != snapshot.selected)
    frames = [snapshot, replace(snapshot, selected=other)]
    fresh = [shown_picture(make_plot("cost", one), one) for one in frames]
    plot = make_plot("cost", snapshot)
    assert [shown_picture(plot, one) for one in frames] == fresh
    painted = plot.static_layer.paintings
    assert [shown_picture(plot, one) for one in frames] == fresh
    assert plot.static_layer.paintings == painted
    plot.set_tokens(DARK)
    assert shown_picture(plot, snapshot) != fresh[0]
    assert plot.static_layer.paintings > painted


def shown_picture(plot, snapshot):
    plot.clearFocus()  # else a frame around the plot
    plot.show_snapshot(snapshot)
    return plot.viewport().grab().toImage()


# --- reading and choosing ---------------------------------------------------------------------


def curve_place(plot, key, position) -> QPoint:
    curve = plot.description.curves(german_snapshot())[key]
    return on_screen(plot, plot.canvas().point(curve.x[position], curve.y[position]))


def test_that_the_mouse_reads_a_point_and_leaves_it(make_plot):
    plot = make_plot("roc")
    heard = record(plot.hovered)
    QTest.mouseMove(plot.viewport(), curve_place(plot, "decision_tree", 12))
    key, row = heard[-1]
    assert key == "decision_tree"
    assert row in german_curves().models[3].roc.indices
    QTest.mouseMove(plot.viewport(), on_screen(plot, plot.canvas().point(0.9, 0.1)))
    assert heard[-1] is None


def test_that_a_click_chooses_the_model_and_lights_the_point(make_plot):
    plot = make_plot("roc")
    models, points = record(plot.model_clicked), record(plot.point_clicked)
    QTest.mouseClick(plot.viewport(), LEFT, NONE, curve_place(plot, "decision_tree", 12))
    assert models == ["decision_tree"]
    assert points[0][0] == "decision_tree"
    QTest.mouseClick(plot.viewport(), LEFT, NONE, on_screen(plot, plot.canvas().point(0.9, 0.1)))
    assert models == ["decision_tree"]
    assert points[1] is None


def test_that_a_clicked_point_lights_its_cost_line_until_it_is_taken_back(make_plot):
    plot = make_plot("cost")
    plot.highlight("decision_tree", 5)
    (highlighted,) = [mark for mark in of_type(plot, Line) if mark.key == "highlight"]
    assert highlighted.color == LIGHT.models[3]
    plot.highlight(None)
    assert [mark for mark in of_type(plot, Line) if mark.key == "highlight"] == []


def test_that_only_the_view_under_the_mouse_tags_the_reading(make_plot):
    plot = make_plot("roc")
    reading = build_reading(german_snapshot(), "random_forest", 80)
    plot.show_reading(reading)
    assert [mark.text for mark in of_type(plot, HoverPoint)] == [""]
    QTest.mouseMove(plot.viewport(), QPoint(200, 150))
    plot.show_reading(build_reading(german_snapshot(), "random_forest", 80))
    assert of_type(plot, HoverPoint)[0].text.startswith("random_forest  t 0.")
    plot.show_reading(None)
    assert of_type(plot, HoverPoint) == []


def test_that_a_handle_under_the_mouse_is_hot_and_has_its_cursor(make_plot):
    plot = make_plot("cost")
    QTest.mouseMove(plot.viewport(), grip(plot, "condition"))
    assert handle(plot, "condition").hot
    assert plot.viewport().cursor().shape() == Qt.CursorShape.SizeHorCursor
    QTest.mouseMove(plot.viewport(), on_screen(plot, plot.canvas().point(0.1, 0.4)))
    assert not handle(plot, "condition").hot
    assert plot.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_that_the_mouse_is_told_what_it_is_over(make_plot):
    plot = make_plot("cost")
    QTest.mouseMove(plot.viewport(), grip(plot, "condition"))
    assert plot.hint() == "Drag to change the prior; costs stay. Arrow keys: 0.01"
    strip = strip_rect(plot.canvas())
    QTest.mouseMove(plot.viewport(), on_screen(plot, QPointF(strip.center().x(), strip.top() + 2)))
    assert plot.hint() == "naive_bayes is the cheapest for PC(+) from 0.267 to 0.663 on this sample"
    QTest.mouseMove(plot.viewport(), on_screen(plot, plot.canvas().point(0.1, 0.4)))
    assert plot.hint() == ""


def test_that_an_axis_tells_its_whole_title(make_plot):
    plot = make_plot("roc")
    across, up = plot.description.axes(german_snapshot())
    rect = plot.canvas().rect
    QTest.mouseMove(plot.viewport(), on_screen(plot, QPointF(rect.left() - 8, rect.center().y())))
    assert plot.hint() == up.title
    QTest.mouseMove(plot.viewport(), on_screen(plot, QPointF(rect.center().x(), rect.bottom() + 8)))
    assert plot.hint() == across.title


def test_that_a_reader_hears_every_operating_point(make_plot, qtbot):
    plot = make_plot("roc")
    plot.activateWindow()
    plot.setFocus()
    qtbot.waitUntil(plot.hasFocus)
    heard = plot.accessibleDescription()
    assert "naive_bayes, selected: " in heard
    assert heard.count("true positive rate") == 6


# --- keyboard ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "key", "thresholds", "conditions"),
    [
        ("roc", Qt.Key.Key_Right, [-1], []),
        ("roc", Qt.Key.Key_Left, [1], []),
        ("roc", Qt.Key.Key_Up, [], [0.01]),
        ("cost", Qt.Key.Key_Right, [], [0.01]),
        ("cost", Qt.Key.Key_Down, [-1], []),
        ("profit", Qt.Key.Key_Down, [], [-0.01]),
    ],
)
def test_that_arrows_step_threshold_and_condition(make_plot, name, key, thresholds, conditions):
    plot = make_plot(name)
    stepped = record(plot.threshold_stepped), record(plot.condition_stepped)
    QTest.keyClick(plot, key)
    assert stepped == (thresholds, conditions)
    QTest.keyClick(plot, key, Qt.KeyboardModifier.ShiftModifier)
    assert stepped == (
        thresholds + [10 * step for step in thresholds],
        conditions + [pytest.approx(10 * step) for step in conditions],
    )


def test_that_the_focus_is_shown_at_the_handle_the_arrows_move(make_plot, qtbot):
    plot = make_plot("cost")
    plot.activateWindow()
    plot.setFocus()
    qtbot.waitUntil(plot.hasFocus)
    assert handle(plot, "condition").focused
    corner = plot.grab().toImage().pixelColor(0, 0).name()
    assert corner == LIGHT.accent
    plot.clearFocus()
    assert not handle(plot, "condition").focused


def test_that_alt_shows_a_crosshair(make_plot):
    plot = make_plot("roc")
    QTest.mouseMove(plot.viewport(), on_screen(plot, plot.canvas().point(0.5, 0.5)))
    QTest.keyPress(plot, Qt.Key.Key_Alt)
    (cross,) = of_type(plot, Crosshair)
    assert (cross.x, cross.y) == pytest.approx((0.5, 0.5), abs=0.01)
    QTest.keyRelease(plot, Qt.Key.Key_Alt)
    assert of_type(plot, Crosshair) == []


# --- appearance -------------------------------------------------------------------------------


def test_that_a_theme_repaints_ground_and_curves(make_plot):
    plot = make_plot("roc")
    plot.set_tokens(DARK)
    ring = of_type(plot, Ring)[0]
    assert ring.color == DARK.models[1]
    assert plot.grab().toImage().pixelColor(20, 2).name() == DARK.plot
    assert {
        mark.color for mark in plot.static_layer.marks if getattr(mark, "key", "") == "mlp"
    } == {DARK.models[2]}


def test_that_the_grid_can_be_switched_off(make_plot):
    plot = make_plot("cost")
    area = plot.canvas()
    place = on_screen(plot, QPointF(round(area.x(0.8) - 0.5), area.y(0.45) + 5))
    assert plot.grab().toImage().pixelColor(place).name() == LIGHT.grid
    plot.set_grid(False)
    assert plot.grab().toImage().pixelColor(place).name() == LIGHT.plot
    plot.set_grid(True)
    assert plot.grab().toImage().pixelColor(place).name() == LIGHT.grid


def test_that_no_file_leaves_an_empty_plot(make_plot):
    plot = make_plot("roc")
    plot.show_curves(None)
    assert list(plot.static_layer.marks) == list(plot.dynamic_layer.marks) == []
    plot.fit()
    plot.zoom_back()
    QTest.mouseMove(plot.viewport(), QPoint(150, 150))
    QTest.mouseClick(plot.viewport(), LEFT, NONE, QPoint(150, 150))


def test_that_dots_stand_for_the_models_that_are_not_selected(make_plot):
    plot = make_plot("roc", german_snapshot(selected="mlp"))
    assert of_type(plot, Ring)[0].key == "mlp"
    assert {mark.key for mark in of_type(plot, Dot)} == {
        model.info.key for model in german_curves().models
    } - {"mlp"}


def test_that_the_lower_axis_paints_what_reaches_past_its_ends(make_plot):
    plot = make_plot("roc")
    below = next(
        item
        for item in plot.scene().items()
        if isinstance(item, PlotAxis) and item.orientation == "bottom"
    )
    room = below.boundingRect()
    assert room.left() <= -OVERHANG
    assert room.right() >= below.size().width() + OVERHANG
