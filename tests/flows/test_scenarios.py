"""Scenarios are saved, compared and taken up; every step can be undone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from costcurve_gui.views.text.new_cases_text import figure
from tests.flows.driver import dialog, snapshot_of


def test_that_a_scenario_comes_back_as_it_was(qtbot, german_credit):
    german_credit.window.commands["scenarios"].trigger()
    shown = dialog(qtbot, german_credit, "scenarios_dialog")

    switch = german_credit.window.tool_bar.scenarios.box

    def titles():
        return [row.title for row in shown.table.rows.content.rows]

    def priors():
        return [row.cells[0] for row in shown.table.rows.content.rows]

    qtbot.waitUntil(lambda: titles() == ["Today"])
    assert_tells_new_cases(qtbot, german_credit, shown)
    shown.name.setText("as it is")
    shown.save.click()
    qtbot.waitUntil(lambda: titles() == ["Today", "as it is"])
    qtbot.waitUntil(lambda: switch.currentText() == "as it is")
    before = snapshot_of(german_credit).condition.prior
    german_credit.condition.set_prior(0.25)
    qtbot.waitUntil(lambda: priors()[0].startswith("25"))
    assert priors()[1] != priors()[0]
    assert switch.currentText() == "Today, 25 % bad"
    switch.setFocus()
    qtbot.keyClick(switch, Qt.Key.Key_Down)  # opens the list and takes nothing
    assert switch.view().isVisible()
    switch.hidePopup()
    assert snapshot_of(german_credit).condition.prior == 0.25
    choose(switch, "as it is")
    qtbot.waitUntil(lambda: switch.currentText() == "as it is")
    assert snapshot_of(german_credit).condition.prior == before
    german_credit.session.undo()
    qtbot.waitUntil(lambda: switch.currentText() == "Today, 25 % bad")
    shown.use.click()
    qtbot.waitUntil(lambda: snapshot_of(german_credit).condition.prior == before)
    german_credit.session.undo()
    qtbot.waitUntil(lambda: snapshot_of(german_credit).condition.prior == 0.25)
    qtbot.waitUntil(lambda: priors()[0].startswith("25"))
    shown.findChild(type(shown.use), "scenario_copy").click()
    assert "as it is" in QGuiApplication.clipboard().text()
    shown.remove.click()
    qtbot.waitUntil(lambda: titles() == ["Today"])
    shown.reject()
    choose(switch, "Save as a scenario\u2026")
    again = dialog(qtbot, german_credit, "scenarios_dialog")
    assert again is not shown
    assert again.focusWidget() is again.name
    assert switch.currentText() == "Today, 25 % bad"
    again.reject()


def assert_tells_new_cases(qtbot, app, shown):
    """Hold that the table has the estimate of the decision, and this sample's figure beside it."""

    def cells():
        return shown.table.rows.content.rows[0].cells

    qtbot.waitUntil(lambda: "to" in cells()[7])
    qtbot.waitUntil(lambda: figure(snapshot_of(app)) == tuple(cells()[6:8]))
    value, _, here = cells()[6:9]
    assert value != here


def choose(box, text):
    """Take an entry as a click in the open list does."""
    at = box.findText(text)
    box.setCurrentIndex(at)
    box.activated.emit(at)
