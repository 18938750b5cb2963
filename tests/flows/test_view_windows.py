"""A view in a window of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget

from costcurve_gui.views.catalogue import VIEWS
from tests.flows.driver import wait_for_rest, widget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.views.shell.docks import ViewWindow
    from costcurve_gui.window.program import Program

KEPT = (
    Qt.WindowType.WindowTitleHint
    | Qt.WindowType.WindowMaximizeButtonHint
    | Qt.WindowType.WindowCloseButtonHint
)


def framed(dock: QDockWidget) -> bool:
    flags = dock.windowFlags()
    frameless = bool(flags & Qt.WindowType.FramelessWindowHint)
    return dock.windowType() == Qt.WindowType.Window and not frameless and flags & KEPT == KEPT


def only_window(program: Program, family: str) -> ViewWindow:
    (shown,) = program.window.view_docks[family].windows.values()
    return shown


def test_that_a_view_that_is_dragged_out_leaves_its_neighbours(
    qtbot: QtBot, german_credit: Program
) -> None:
    window = german_credit.window
    place = window.view_docks["roc"].geometry()
    window.view_docks["roc"].setFloating(True)  # what a drag of the title does
    qtbot.waitUntil(lambda: bool(window.view_docks["roc"].windows))
    shown = only_window(german_credit, "roc")
    assert shown.isVisible()
    assert framed(shown)
    assert shown.windowTitle() == "ROC"
    assert shown.current == "roc"
    assert window.frames["roc"].window() is shown
    dock = window.view_docks["roc"]
    assert not dock.isFloating()
    assert dock.geometry() == place
    assert dock.current != "roc"
    assert shown.title_bar.subtitle == "rates of cases"
    shown.close()
    assert window.frames["roc"].window() is window
    assert not dock.windows
    window.bring_to_front("roc")
    assert window.frames["roc"].isVisible()


def test_that_a_floating_panel_has_a_frame(qtbot: QtBot, german_credit: Program) -> None:
    panel = german_credit.window.panel_docks["payoffs"]
    panel.setFloating(True)
    qtbot.waitUntil(lambda: framed(panel))
    assert panel.isVisible()
    panel.setFloating(False)
    assert panel.window() is german_credit.window


@pytest.mark.parametrize("key", ["roc", "measures"])
def test_that_a_command_gives_a_view_a_window_and_takes_it_back(
    qtbot: QtBot, german_credit: Program, key: str
) -> None:
    window = german_credit.window
    window.commands[f"show_{key}"].trigger()
    window.commands["float_view"].trigger()
    shown = only_window(german_credit, VIEWS[key].family)
    assert shown.current == key
    entries = [one.text() for one in shown.menu.actions()]
    assert "Back to the main window" in entries
    shown.activateWindow()
    qtbot.waitUntil(shown.isActiveWindow)
    QTest.keyClick(shown, Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert not window.view_docks[VIEWS[key].family].windows


def test_that_the_tab_and_the_command_of_a_view_find_its_window(
    qtbot: QtBot, german_credit: Program
) -> None:
    window = german_credit.window
    dock = window.view_docks["roc"]
    dock.detach()
    window.bring_to_front("roc")
    assert window.frames["roc"].window() is only_window(german_credit, "roc")
    tabs = widget(german_credit, "roc_tabs")
    tabs.setCurrentIndex(0)  # type: ignore[attr-defined]
    assert window.frames["roc"].window() is window
    assert dock.current == "roc"


def test_that_what_is_drawn_follows_in_both_windows(qtbot: QtBot, german_credit: Program) -> None:
    window = german_credit.window
    window.view_docks["profit"].detach()
    german_credit.condition.set_prior(0.3)
    wait_for_rest(qtbot, german_credit)
    assert "30 %" in only_window(german_credit, "profit").title_bar.subtitle


def test_that_closing_the_file_brings_every_view_back(qtbot: QtBot, german_credit: Program) -> None:
    window = german_credit.window
    window.view_docks["roc"].detach()
    window.view_docks["cost"].detach()
    german_credit.datasets.close_active()
    qtbot.waitUntil(lambda: german_credit.results.snapshot is None)
    assert not any(dock.windows for dock in window.view_docks.values())


@pytest.mark.parametrize("key", ["measures", "verdicts", "rates", "segments"])
def test_that_a_table_fills_the_window(german_credit: Program, key: str) -> None:
    window = german_credit.window
    window.commands[f"show_{key}"].trigger()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_F11)
    assert window.dock_layout.filling == VIEWS[key].family
    assert window.frames[key].isVisible()
    assert window.frames[key].width() > 0.9 * window.width()
