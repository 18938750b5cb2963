from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.helpers.plot_frames import german_snapshot
from tests.helpers.plot_mouse import NONE, drag, on_screen


def wheel(plot, place: QPoint, notches: int) -> None:
    position = QPointF(place)
    event = QWheelEvent(
        position,
        QPointF(plot.viewport().mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton,
        NONE,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(plot.viewport(), event)
    QApplication.processEvents()


def test_that_the_wheel_zooms_and_zoom_back_takes_the_whole_gesture_back(make_plot):
    plot = make_plot("roc")
    before = plot.bounds
    for _ in range(3):
        wheel(plot, on_screen(plot, plot.canvas().point(0.2, 0.8)), 1)
    assert plot.bounds.width < before.width
    plot.zoom_back()
    assert plot.bounds == before
    plot.zoom_back()
    assert plot.bounds == before


def test_that_a_rectangle_is_zoomed_to(make_plot):
    plot = make_plot("roc")
    area = plot.canvas()
    start, end = on_screen(plot, area.point(0.5, 0.3)), on_screen(plot, area.point(0.9, 0.1))
    drag(plot, start, start + (end - start) / 2, end)
    bounds = plot.bounds
    assert (bounds.x_low, bounds.x_high) == pytest.approx((0.5, 0.9), abs=0.01)
    assert (bounds.y_low, bounds.y_high) == pytest.approx((0.1, 0.3), abs=0.01)
    plot.fit()
    assert plot.bounds.x_low == pytest.approx(-0.035)
    plot.zoom_back()
    assert plot.bounds == bounds


def test_that_a_flat_rectangle_zooms_nothing(make_plot):
    plot = make_plot("roc")
    before = plot.bounds
    start = on_screen(plot, plot.canvas().point(0.5, 0.3))
    drag(plot, start, start + QPoint(40, 0), start + QPoint(80, 2))
    assert plot.bounds == before


def test_that_dragging_moves_the_view_where_the_menu_says_so(make_plot):
    plot = make_plot("roc")
    before = plot.bounds
    actions = {action.text(): action for action in plot.make_menu().actions()}
    assert actions["Drag zooms to a rectangle"].isChecked()
    assert not actions["Zoom back"].isEnabled()
    actions["Drag moves the view"].trigger()
    start = on_screen(plot, plot.canvas().point(0.5, 0.3))
    drag(plot, start, start + QPoint(20, 0), start + QPoint(60, 0))
    assert plot.bounds.width == pytest.approx(before.width)
    assert plot.bounds.x_low < before.x_low
    assert {action.text(): action for action in plot.make_menu().actions()}["Zoom back"].isEnabled()


def test_that_the_right_button_opens_our_own_menu(make_plot, qtbot):
    plot = make_plot("roc")
    place = QPoint(200, 150)
    QTest.mousePress(plot.viewport(), Qt.MouseButton.RightButton, NONE, place)
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(
        plot.viewport(), QContextMenuEvent(reason, place, plot.mapToGlobal(place))
    )
    (menu,) = plot.findChildren(QMenu)
    assert [action.text() for action in menu.actions() if action.text()] == [
        "Zoom back",
        "Fit",
        "Drag zooms to a rectangle",
        "Drag moves the view",
        "List the cases near this point\u2026",
    ]
    menu.close()
    QTest.mouseRelease(plot.viewport(), Qt.MouseButton.RightButton, NONE, place)


def test_that_a_zoomed_view_stays_while_snapshots_come_and_goes_with_the_file(make_plot):
    plot = make_plot("profit")
    wheel(plot, QPoint(200, 150), 3)
    zoomed = plot.bounds
    plot.show_snapshot(german_snapshot(0.3))
    assert plot.bounds == zoomed
    snapshot = german_snapshot()
    other = replace(snapshot.curve_set, dataset=replace(snapshot.curve_set.dataset, id="other"))
    plot.show_snapshot(replace(snapshot, curve_set=other))
    assert plot.bounds == plot.description.bounds(snapshot)


def test_that_the_profit_axis_keeps_still_for_small_changes_and_follows_large_ones(make_plot):
    plot = make_plot("profit")
    before = plot.bounds
    plot.show_snapshot(german_snapshot(0.0501))
    assert plot.bounds.y_low <= plot.description.bounds(german_snapshot(0.0501)).y_low
    plot.show_snapshot(german_snapshot(0.045))
    assert plot.bounds.height <= before.height * 1.1
    plot.show_snapshot(german_snapshot(0.5))
    wanted = plot.description.bounds(german_snapshot(0.5))
    assert plot.bounds.y_low <= wanted.y_low
    assert plot.bounds.y_high >= wanted.y_high


def test_that_the_wheel_never_loses_sight_of_the_picture(make_plot):
    plot = make_plot("roc")
    whole = plot.bounds
    for _ in range(40):
        wheel(plot, on_screen(plot, plot.canvas().point(0.5, 0.5)), -1)
    assert plot.bounds.width <= 5.1 * whole.width


def test_that_a_rectangle_after_the_wheel_is_a_gesture_of_its_own(make_plot):
    plot = make_plot("roc")
    wheel(plot, on_screen(plot, plot.canvas().point(0.5, 0.5)), 1)
    after_wheel = plot.bounds
    start = on_screen(plot, plot.canvas().point(0.6, 0.4))
    drag(plot, start, start + QPoint(60, -60))
    assert plot.bounds != after_wheel
    plot.zoom_back()
    assert plot.bounds == after_wheel
