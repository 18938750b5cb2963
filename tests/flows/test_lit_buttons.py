"""A button that was clicked looks as before once the mouse has gone; Tab alone rings it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QCheckBox

from tests.flows.driver import visible_windows
from tests.helpers.plot_mouse import LEFT, NONE

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

AWAY = QPoint(400, 3)
MENU_MS = 50
PLAIN = ("roc_zoom_back", "roc_fit", "cost_fit", "decision_copy", "undo_button")
OPENERS = ("roc_more", "roc_help", "export_button", "search_commands", "data_add")


def button(program: Program, name: str) -> QAbstractButton:
    found = program.window.findChild(QAbstractButton, name)
    assert found is not None
    return found


def hover(program: Program, place: QPoint) -> None:
    QTest.mouseMove(program.window.windowHandle(), place)
    QApplication.processEvents()


def click(program: Program, target: QAbstractButton) -> None:
    """Click where the mouse of the window would: Qt decides who hears of it."""
    place = target.mapTo(program.window, target.rect().center())
    hover(program, place)
    QTest.mouseClick(program.window.windowHandle(), LEFT, NONE, place)
    QApplication.processEvents()


def close_what_opened(program: Program) -> None:
    popup = QApplication.activePopupWidget()
    if popup is not None:
        QTest.mouseMove(popup.windowHandle(), QPoint(5, 5))
        popup.close()
    for window in visible_windows():
        if window is not program.window:
            window.close()


@pytest.fixture
def active(qtbot: QtBot, german_credit: Program) -> Program:
    german_credit.window.activateWindow()
    qtbot.waitUntil(german_credit.window.isActiveWindow)
    german_credit.condition.set_prior(0.1)  # something to undo
    german_credit.window.setFocus()
    hover(german_credit, AWAY)
    return german_credit


@pytest.mark.parametrize("name", [*PLAIN, *OPENERS])
def test_that_a_clicked_button_does_not_stay_lit(qtbot: QtBot, active: Program, name: str) -> None:
    target = button(active, name)
    if not target.isEnabled() or not target.isVisible():
        pytest.skip(f"{name} is not on show in a window of this size")
    before = target.grab().toImage()
    QTimer.singleShot(MENU_MS, lambda: close_what_opened(active))
    click(active, target)
    qtbot.wait(2 * MENU_MS)
    close_what_opened(active)
    hover(active, AWAY)
    target.setEnabled(True)  # there may be nothing left to undo
    assert not target.isDown()
    assert not target.underMouse()
    assert target.grab().toImage() == before


def shown(program: Program) -> list[QAbstractButton]:
    """Return buttons that take the focus of a click and may be clicked without consequences."""
    kinds = (*program.window.payoff_panel.sign.findChildren(QAbstractButton),
             *program.window.decision_panel.findChildren(QCheckBox))  # fmt: skip
    screen = program.window.screen().geometry()
    return [
        one
        for one in kinds
        if one.isVisible() and screen.contains(one.mapToGlobal(one.rect().center()))
    ]


def test_that_a_click_leaves_no_focus_ring_and_tab_draws_one(active: Program) -> None:
    for target in shown(active):
        click(active, target)
        hover(active, AWAY)
        assert target.property("ring") in (None, "false")
    fit = button(active, "roc_fit")
    bare = fit.grab().toImage()
    fit.setFocus(Qt.FocusReason.TabFocusReason)
    assert fit.property("ring") == "true"
    assert fit.grab().toImage() != bare
    active.window.setFocus()
    assert fit.property("ring") == "false"
    assert fit.grab().toImage() == bare


def test_that_the_ring_of_a_button_is_there_again_after_a_dialog(
    qtbot: QtBot, active: Program
) -> None:
    target = button(active, "roc_help")
    target.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(target, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: len(visible_windows()) > 1)
    close_what_opened(active)
    active.window.activateWindow()
    qtbot.waitUntil(active.window.isActiveWindow)
    assert target.hasFocus()
    assert target.property("ring") == "true"
