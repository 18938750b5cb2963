"""One view can fill the window and return, and the arrangement that is kept knows nothing of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDockWidget

from costcurve_gui.views.shell.theme import LIGHT, apply_theme
from costcurve_gui.views.shell.window_commands import connected_window
from tests.helpers.plot_stand_in import PlotStandIn
from tests.helpers.snapshots import curve_set, snapshot, state

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
DOCKS = ("data", "payoffs", "roc", "rociv", "cost", "profit", "decision", "answers")


@pytest.fixture
def window(qtbot, qapp):
    apply_theme(qapp, LIGHT)
    widget = connected_window(lambda _view: PlotStandIn())
    qtbot.addWidget(widget)
    widget.resize(1440, 900)
    widget.show()
    widget.show_state(state())
    widget.show_curves(curve_set())
    widget.show_snapshot(snapshot())
    qtbot.wait(20)
    return widget


def dock(window, name):
    return window.findChild(QDockWidget, f"{name}_dock")


def seen(window):
    return {name for name in DOCKS if dock(window, name).isVisible()}


def places(window):
    return {name: dock(window, name).geometry() for name in DOCKS}


def filled_with(name):
    """Return the docks on show while one fills the window: a plot keeps the list, its legend."""
    return {name, "data"} if name in ("roc", "cost", "rociv", "profit") else {name}


def click_title_twice(window, name):
    title = dock(window, name).title_bar
    at = title.rect().center()
    for act in (QTest.mousePress, QTest.mouseRelease, QTest.mouseDClick, QTest.mouseRelease):
        act(title, LEFT, PLAIN, at)


@pytest.mark.parametrize("name", DOCKS)
def test_that_a_double_click_on_a_title_fills_the_window_and_another_returns(qtbot, window, name):
    before = places(window)
    click_title_twice(window, name)
    qtbot.waitUntil(lambda: seen(window) == filled_with(name))
    beside = sum(dock(window, one).width() for one in filled_with(name) - {name})
    assert dock(window, name).width() + beside > 1400
    assert window.commands["fill_window"].isChecked()
    click_title_twice(window, name)
    qtbot.waitUntil(lambda: places(window) == before)
    assert seen(window) == set(DOCKS)
    assert not window.commands["fill_window"].isChecked()


def test_that_escape_returns_and_means_nothing_else(qtbot, window):
    kept = window.dock_layout.saved()
    window.dock_layout.fill("cost")
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert seen(window) == set(DOCKS)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert seen(window) == set(DOCKS)
    assert window.dock_layout.saved() == kept


def test_that_the_command_fills_the_window_with_what_has_the_focus(window):
    window.plots["cost"].setFocus()
    window.commands["fill_window"].trigger()
    assert seen(window) == {"cost", "data"}
    window.commands["fill_window"].trigger()
    assert seen(window) == set(DOCKS)
    assert window.commands["fill_window"].shortcut().toString() == "F11"


def test_that_another_view_takes_the_place_and_the_arrangement_of_the_user_comes_back(
    qtbot, window
):
    dock(window, "payoffs").hide()
    window.resizeDocks([dock(window, "roc")], [500], Qt.Orientation.Horizontal)
    window.dock_layout.keep()
    qtbot.waitUntil(
        lambda: dock(window, "roc").width() > 400 and dock(window, "data").height() > 500
    )
    before = places(window)
    window.dock_layout.fill("roc")
    window.dock_layout.fill("profit")
    assert seen(window) == filled_with("profit")
    window.dock_layout.leave_filled()
    qtbot.waitUntil(lambda: seen(window) == set(DOCKS) - {"payoffs"})
    shown = {name: place for name, place in places(window).items() if name != "payoffs"}
    assert shown == {name: place for name, place in before.items() if name != "payoffs"}


def test_that_what_is_kept_is_the_arrangement_of_all_docks(window):
    own = window.dock_layout.saved()[1]
    window.dock_layout.fill("roc")
    assert window.dock_layout.saved()[1] == own == b""
    window.dock_layout.leave_filled()
    window.dock_layout.keep()
    kept = window.dock_layout.saved()[1]
    window.dock_layout.fill("roc")
    assert window.dock_layout.saved()[1] == kept != b""


def test_that_a_view_brought_to_the_front_is_seen(window):
    window.dock_layout.fill("roc")
    window.bring_to_front("pr")
    assert seen(window) == filled_with("roc")
    window.bring_to_front("gain")
    assert seen(window) == set(DOCKS)


def test_that_the_start_page_and_reset_end_it(window):
    window.dock_layout.fill("roc")
    window.dock_layout.reset()
    assert seen(window) == set(DOCKS)
    window.dock_layout.fill("roc")
    window.dock_layout.show_page(True)
    assert seen(window) == set()
    window.dock_layout.fill("cost")
    assert window.dock_layout.filling == ""
    window.dock_layout.show_page(False)
    assert seen(window) == set(DOCKS)


def test_that_a_floating_dock_fills_nothing(window):
    dock(window, "roc").setFloating(True)
    window.dock_layout.fill("roc")
    assert window.dock_layout.filling == ""
    window.dock_layout.fill("cost")
    assert seen(window) == filled_with("roc") | {"cost"}
    window.dock_layout.leave_filled()
    assert seen(window) == set(DOCKS)


def test_that_the_menu_of_a_view_offers_it(window):
    menu = window.view_docks["roc"].menu
    menu.aboutToShow.emit()
    (fill,) = (action for action in menu.actions() if action.objectName() == "fill_roc")
    fill.trigger()
    assert seen(window) == filled_with("roc")
    menu.aboutToShow.emit()
    assert "Back to all views" in [action.text() for action in menu.actions()]
