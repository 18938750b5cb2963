from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit

from costcurve_gui.analysis.view_settings import PartialAxis
from tests.flows.driver import dialog, place_of, press, snapshot_of, type_into
from tests.helpers.plot_mouse import drag, grip

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def choose(program: Program, name: str) -> None:
    menu = program.window.view_docks["roc"].menu
    menu.aboutToShow.emit()
    menu.findChild(QAction, f"roc_{name}").trigger()


def test_that_an_end_of_the_range_is_dragged_and_undone(german_credit: Program) -> None:
    choose(german_credit, "partial_axis_fpr")
    plot = german_credit.plots["roc"]
    start = grip(plot, "partial_high")
    drag(plot, start, QPoint(place_of(plot, 0.4, 0.0).x(), start.y()))
    assert snapshot_of(german_credit).settings.views.partial_fpr[1] == pytest.approx(0.4, abs=0.01)
    press(german_credit, Qt.Key.Key_Z, CTRL)
    assert snapshot_of(german_credit).settings.views.partial_fpr == (0.0, 0.2)


def test_that_a_level_end_is_dragged_up_and_down(german_credit: Program) -> None:
    choose(german_credit, "partial_axis_tpr")
    plot = german_credit.plots["roc"]
    start = grip(plot, "partial_low")
    drag(plot, start, QPoint(start.x(), place_of(plot, 0.0, 0.5).y()))
    assert snapshot_of(german_credit).settings.views.partial_tpr[0] == pytest.approx(0.5, abs=0.01)


def test_that_the_range_is_typed_and_follows_undo(qtbot: QtBot, german_credit: Program) -> None:
    choose(german_credit, "partial_axis_fpr")
    press(german_credit, Qt.Key.Key_A, CTRL | SHIFT)
    asked = dialog(qtbot, german_credit, "partial_dialog")
    high = asked.findChild(QLineEdit, "partial_high")
    assert high is not None
    type_into(qtbot, high, "0.35")
    assert snapshot_of(german_credit).settings.views.partial_range == (0.0, 0.35)
    german_credit.session.undo()
    assert high.text() == "0.2"
    german_credit.session.undo()
    assert snapshot_of(german_credit).settings.views.partial_axis is PartialAxis.OFF
    asked.close()
    QApplication.processEvents()


def test_that_the_corners_of_ties_are_switched_in_the_menu(german_credit: Program) -> None:
    choose(german_credit, "tie_corners")
    assert snapshot_of(german_credit).settings.views.tie_corners
    choose(german_credit, "tie_corners")
    assert not snapshot_of(german_credit).settings.views.tie_corners
