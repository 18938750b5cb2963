"""F1 and "?" open the page of what is in front, also where a dialog is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QTextBrowser, QWidget

from costcurve_gui.views.dialogs.help_viewer import HelpViewer
from tests.flows.driver import dialog, widget
from tests.flows.test_small_screens import DIALOGS

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

PAGES = {
    "compare_with_baseline": "payoffs",
    "columns": "import",
    "export_roc": "export",
    "partial_range": "roc",
    "cost_stability": "payoffs",
    "uncertainty": "uncertainty",
    "preferences": "preferences",
    "belief": "superiority",
    "add_model": "models",
    "mix_points": "models",
    "values": "roc",
    "shortcuts": "keyboard",
    "licences": "index",
    "updates": "index",
    "about": "index",
    "scenarios": "decision",
    "validate": "decision",
    "list_missed": "decision",
    "swap_set": "decision",
    "unlabelled_prior": "payoffs",
    "apply_to_file": "decision",
    "copy_rule": "decision",
}
_SEEN_ROWS = QPoint(20, 10), QPoint(20, 64)  # in the list of pages
KEYS = pytest.mark.parametrize("key", [Qt.Key.Key_F1, Qt.Key.Key_Question])


def page_opened(qtbot: QtBot, program: Program) -> str:
    viewer = dialog(qtbot, program, "help_viewer")
    assert isinstance(viewer, HelpViewer)
    page = viewer.page
    viewer.close()
    program.window.activateWindow()  # what a window manager does
    qtbot.waitUntil(program.window.isActiveWindow)
    return page


def press(widget: QWidget, key: Qt.Key) -> None:
    widget.setFocus()
    QApplication.processEvents()
    QTest.keyClick(widget, key)


@KEYS
def test_that_the_view_with_the_focus_has_its_page_opened(
    qtbot: QtBot, german_credit: Program, key: Qt.Key
) -> None:
    for view in ("cost", "rates", "calibration"):
        german_credit.window.bring_to_front(view)
        press(german_credit.window.frames[view].view, key)
        assert page_opened(qtbot, german_credit) == view


def test_that_an_empty_view_that_was_clicked_has_its_page_opened(
    qtbot: QtBot, german_credit: Program
) -> None:
    press(german_credit.window.frames["cost"].view, Qt.Key.Key_F1)
    assert page_opened(qtbot, german_credit) == "cost"
    german_credit.window.bring_to_front("folds")
    frame = german_credit.window.frames["folds"]
    qtbot.waitUntil(lambda: frame.isVisible() and frame.is_empty)
    qtbot.mouseClick(frame.childAt(40, 40), Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
    QTest.keyClick(QApplication.focusWidget() or german_credit.window, Qt.Key.Key_F1)
    assert page_opened(qtbot, german_credit) == "folds"


@KEYS
def test_that_the_panel_with_the_focus_has_its_page_opened(
    qtbot: QtBot, german_credit: Program, key: Qt.Key
) -> None:
    for name, page in (("model_list", "data"), ("objective", "decision")):
        press(widget(german_credit, name), key)
        assert page_opened(qtbot, german_credit) == page


def test_that_f1_in_a_payoff_cell_explains_payoffs_and_a_question_mark_is_typed(
    qtbot: QtBot, german_credit: Program
) -> None:
    cell = widget(german_credit, "payoff_tp", QLineEdit)
    press(cell, Qt.Key.Key_F1)
    assert page_opened(qtbot, german_credit) == "payoffs"
    cell.setFocus()
    qtbot.keyClicks(cell, "?")
    assert "?" in cell.text()


def test_that_the_start_page_has_the_first_steps(qtbot: QtBot, program: Program) -> None:
    QTest.keyClick(program.window, Qt.Key.Key_F1)
    assert page_opened(qtbot, program) == "index"


def test_that_every_icon_with_a_question_mark_opens_the_page_of_its_dock(
    qtbot: QtBot, german_credit: Program
) -> None:
    window = german_credit.window
    heads = {name: dock.current for name, dock in window.view_docks.items()}
    for name, page in {
        **heads,
        "data": "data",
        "payoffs": "payoffs",
        "decision": "decision",
    }.items():
        widget(german_credit, f"{name}_help").click()
        assert page_opened(qtbot, german_credit) == page


def test_that_every_dialog_has_a_page() -> None:
    assert PAGES.keys() == DIALOGS.keys() - {"help"}


@pytest.mark.parametrize("action", sorted(PAGES))
def test_that_f1_in_a_dialog_opens_its_page_and_the_help_can_be_used(
    qtbot: QtBot, german_credit: Program, action: str
) -> None:
    german_credit.window.findChild(QAction, action).trigger()
    shown = dialog(qtbot, german_credit, DIALOGS[action])
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    QTest.keyClick(shown, Qt.Key.Key_F1)
    viewer = dialog(qtbot, german_credit, "help_viewer")
    assert isinstance(viewer, HelpViewer)
    assert viewer.page == PAGES[action]
    pages = viewer.findChild(QListWidget, "help_contents")
    seen = next(one for one in _SEEN_ROWS if pages.itemAt(one) is not pages.currentItem())
    wanted = pages.itemAt(seen).text()
    place = pages.viewport().mapTo(viewer, seen)
    QTest.mouseClick(viewer.windowHandle(), Qt.MouseButton.LeftButton, pos=place)
    QApplication.processEvents()  # through the system, which keeps from us what a dialog blocks
    assert viewer.page != PAGES[action]
    assert viewer.findChild(QTextBrowser).toPlainText().startswith(wanted)
    viewer.close()
    shown.close()


def test_that_the_help_goes_with_the_window(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.commands["help"].trigger()
    viewer = dialog(qtbot, german_credit, "help_viewer")
    with qtbot.waitSignal(viewer.destroyed):
        german_credit.window.close()
