"""Tab follows the eye: docks from the left, titles before what is below them, rows from the top."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from costcurve_gui.analysis.projects import save_project
from costcurve_gui.views.widgets.frames import PanelScroll
from tests.flows.driver import dialog
from tests.flows.test_small_screens import DIALOGS

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = [pytest.mark.usefixtures("no_intervals"), pytest.mark.shared_window]

COLUMNS = ["data", "payoffs", "roc", "rociv", "cost", "profit", "decision", "answers"]
MOST = 200


def stops(window: QWidget, key: Qt.Key = Qt.Key.Key_Tab) -> list[QWidget]:
    """Press Tab until a widget has the focus again, and return all that had it."""
    found: list[QWidget] = []
    while len(found) < MOST:
        QTest.keyClick(QApplication.focusWidget() or window, key)
        now = QApplication.focusWidget()
        assert now is not None
        if now in found:
            return found[found.index(now) :]
        found.append(now)
    raise AssertionError("Tab does not come round")


def place(widget: QWidget) -> QRect:
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def dock_of(widget: QWidget) -> str:
    at: QWidget | None = widget
    while at is not None and not isinstance(at, QDockWidget):
        at = at.parentWidget()
    return "" if at is None else at.objectName().removesuffix("_dock")


def assert_read_in_rows(found: list[QWidget]) -> None:
    for before, after in pairwise(found):
        one, other = place(before), place(after)
        names = f"{before.objectName()}, {after.objectName()}"
        # A block that stands at the right of another is read after that, from its own top.
        below = other.center().y() > one.top() or other.left() > one.right()
        beside = other.left() > one.left()
        assert below, names
        assert beside or other.top() >= one.center().y(), names


def test_that_tab_goes_through_the_docks_from_the_left(german_credit: Program) -> None:
    found = stops(german_credit.window)
    docks = list(dict.fromkeys(filter(None, map(dock_of, found))))
    assert docks[docks.index("data") :] + docks[: docks.index("data")] == COLUMNS
    for name in COLUMNS:
        inside = [widget for widget in found if dock_of(widget) == name]
        assert_read_in_rows(inside)
        assert inside[0].parentWidget().objectName() == f"{name}_title"
    assert {"data_add", "model_list", "payoff_tp", "objective", "roc_plot"} <= {
        widget.objectName() for widget in found
    }


def test_that_shift_and_tab_goes_back(german_credit: Program) -> None:
    found = stops(german_credit.window)
    back = stops(german_credit.window, Qt.Key.Key_Backtab)
    start = back.index(found[-1])
    assert back[start:] + back[:start] == found[::-1]


def test_that_a_stop_out_of_sight_is_scrolled_to(german_credit: Program) -> None:
    german_credit.window.resize(1440, 560)
    QApplication.processEvents()
    german_credit.window.findChild(QWidget, "cost_ratio").setFocus()
    german_credit.window.findChild(PanelScroll, "payoffs_scroll").verticalScrollBar().setValue(0)
    assert QApplication.focusWidget().visibleRegion().isEmpty()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
    assert not QApplication.focusWidget().visibleRegion().isEmpty()


@pytest.mark.parametrize("action", sorted(DIALOGS))
def test_that_tab_goes_through_a_dialog_row_by_row(
    qtbot: QtBot, german_credit: Program, action: str
) -> None:
    german_credit.window.findChild(QAction, action).trigger()
    shown = dialog(qtbot, german_credit, DIALOGS[action])
    shown.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is shown)
    found = stops(shown)
    for area in shown.findChildren(PanelScroll):
        area.verticalScrollBar().setValue(0)  # the last stop was scrolled to
    first = min(found, key=lambda one: (place(one).center().y() // 16, place(one).left()))
    at = found.index(first)
    assert_read_in_rows(found[at:] + found[:at])
    shown.close()


def test_that_the_keyboard_goes_on_in_the_list_after_a_project_of_the_start_page(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    window, models = german_credit.window, german_credit.window.dataset_panel.models
    qtbot.waitUntil(lambda: window.focusWidget() is models)
    document = german_credit.projects.active
    assert document is not None
    project = tmp_path / "mine.ccproj"
    save_project(project, document.file, german_credit.session.state.current, None)
    german_credit.datasets.close_active()
    qtbot.waitUntil(window.start_page.isVisible)
    qtbot.waitUntil(lambda: window.focusWidget() is not models)
    german_credit.datasets.open_paths([str(project)])
    qtbot.waitUntil(lambda: window.focusWidget() is models)
