"""Scenarios are saved, compared and taken up; every step can be undone."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from tests.flows.driver import dialog, snapshot_of


def test_that_a_scenario_comes_back_as_it_was(qtbot, german_credit):
    german_credit.window.commands["scenarios"].trigger()
    shown = dialog(qtbot, german_credit, "scenarios_dialog")

    def titles():
        return [row.title for row in shown.table.rows.content.rows]

    def priors():
        return [row.cells[0] for row in shown.table.rows.content.rows]

    qtbot.waitUntil(lambda: titles() == ["Now"])
    shown.name.setText("as it is")
    shown.save.click()
    qtbot.waitUntil(lambda: titles() == ["Now", "as it is"])
    before = snapshot_of(german_credit).condition.prior
    german_credit.condition.set_prior(0.25)
    qtbot.waitUntil(lambda: priors()[0].startswith("25"))
    assert priors()[1] != priors()[0]
    shown.use.click()
    qtbot.waitUntil(lambda: snapshot_of(german_credit).condition.prior == before)
    german_credit.session.undo()
    qtbot.waitUntil(lambda: snapshot_of(german_credit).condition.prior == 0.25)
    qtbot.waitUntil(lambda: priors()[0].startswith("25"))
    shown.findChild(type(shown.use), "scenario_copy").click()
    assert "as it is" in QGuiApplication.clipboard().text()
    shown.remove.click()
    qtbot.waitUntil(lambda: titles() == ["Now"])
    shown.reject()
