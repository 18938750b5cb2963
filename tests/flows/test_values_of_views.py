"""Every view can be read as a table: a key on the view opens its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.intervals.requests import lacks_results
from costcurve_gui.analysis.tables.registry import BY_VIEW, view_table
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.values_dialog import ValuesDialog
from tests.flows.driver import dialog, snapshot_of, wait_for_rest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.usefixtures("few_replicates")

KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize("view", [key for key, spec in VIEWS.items() if not spec.example])
def test_that_a_key_on_a_view_opens_its_values(
    qtbot: QtBot, german_credit: Program, view: str
) -> None:
    window = german_credit.window
    window.bring_to_front(view)
    wanted = VIEWS[view].intervals
    qtbot.waitUntil(lambda: not lacks_results(snapshot_of(german_credit), wanted))
    wait_for_rest(qtbot, german_credit)
    window.frames[view].view.setFocus()
    QApplication.processEvents()
    QTest.keyClick(window.frames[view].view, Qt.Key.Key_T, KEYS)
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert isinstance(shown, ValuesDialog)
    assert shown.windowTitle() == f"Values of {VIEWS[view].title}"
    assert shown.rows.rowCount() > 1
    if view in BY_VIEW:
        assert shown.rows.rowCount() == len(view_table(view, snapshot_of(german_credit)).columns[0])
    shown.close()


def test_that_the_menu_of_a_view_opens_them_too(qtbot: QtBot, german_credit: Program) -> None:
    dock = german_credit.window.view_docks["cost"]
    dock.menu.aboutToShow.emit()
    next(one for one in dock.menu.actions() if one.objectName() == "values_cost").trigger()
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert shown.windowTitle() == "Values of Cost space"
    shown.close()


def test_that_an_empty_view_says_why_it_has_none(
    qtbot: QtBot, german_credit: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = []
    monkeypatch.setattr(german_credit.prompts, "show_error", lambda *words: said.append(words))
    german_credit.window.view_docks["rociv"].values_requested.emit("folds")
    qtbot.waitUntil(lambda: bool(said))
    assert said[0][0] == "Folds has no values"
