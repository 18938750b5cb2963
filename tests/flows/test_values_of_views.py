"""Every view can be read as a table: a key on the view opens its values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from costcurve_gui.analysis.intervals.requests import lacks_results
from costcurve_gui.analysis.tables.registry import BY_VIEW, view_table
from costcurve_gui.analysis.validated_decision import Split
from costcurve_gui.views.catalogue import VIEWS
from costcurve_gui.views.dialogs.values_dialog import ValuesDialog
from tests.flows.driver import dialog, snapshot_of, visible_windows, wait_for_rest

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def test_that_a_key_on_a_view_opens_its_values(qtbot: QtBot, german_credit: Program) -> None:
    views = [key for key, spec in VIEWS.items() if not spec.example]
    for view in views:
        shown = opened_by_keys(qtbot, german_credit, view)
        assert shown.windowTitle() == f"Values of {VIEWS[view].title}"
        assert shown.rows.rowCount() > 1, view
        if view in BY_VIEW:
            table = view_table(view, snapshot_of(german_credit))
            assert shown.rows.rowCount() == len(table.columns[0]), view
        shown.close()
        qtbot.waitUntil(lambda shown=shown: shown not in visible_windows())
    assert len(views) > 15


def opened_by_keys(qtbot: QtBot, program: Program, view: str) -> ValuesDialog:
    window, wanted = program.window, VIEWS[view].intervals
    window.activateWindow()  # offscreen no window becomes active when a dialog closes
    window.bring_to_front(view)
    qtbot.waitUntil(lambda: not lacks_results(snapshot_of(program), wanted))
    if view == "validation":
        program.decision_wiring.validation.validate(Split())
        qtbot.waitUntil(lambda: not window.frames[view].is_empty)
    wait_for_rest(qtbot, program)
    window.frames[view].view.setFocus()
    QApplication.processEvents()
    QTest.keyClick(window.frames[view].view, Qt.Key.Key_T, KEYS)
    shown = dialog(qtbot, program, "values_dialog")
    assert isinstance(shown, ValuesDialog)
    return shown


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
