"""The rule as code: each language is copied, and what is shown is run first."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from tests.flows.driver import dialog, snapshot_of


def test_that_the_code_on_show_is_run_and_copied(qtbot, german_credit):
    german_credit.window.commands["copy_rule"].trigger()
    shown = dialog(qtbot, german_credit, "rule_dialog")
    said = "Python and SQL (DuckDB) run on all 500 rows and 31 awkward ones: the same decisions"
    qtbot.waitUntil(lambda: shown.check.text.startswith(said))
    snapshot = snapshot_of(german_credit)
    threshold = snapshot.models[snapshot.selected].policy.threshold
    for box in (shown.sql, shown.python):
        assert repr(threshold) in box.text
        assert "refuse" in box.text
        box.copy.click()
        assert QGuiApplication.clipboard().text() == box.text
    assert shown.excel.text.startswith("=IF(ISNUMBER(A2)")
    shown.column.setText('p "new"')
    shown.column.editingFinished.emit()
    assert '"p ""new"""' in shown.sql.text
    shown.names.setCurrentIndex(1)
    assert "THEN 1" in shown.sql.text
    qtbot.waitUntil(lambda: shown.check.text.startswith(said))
    shown.sklearn.click()
    assert "FixedThresholdClassifier" in shown.python.text
    qtbot.waitUntil(lambda: shown.check.text.startswith("SQL (DuckDB) run on all 500 rows"))
    shown.reject()
