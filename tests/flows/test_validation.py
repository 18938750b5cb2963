"""The decision is validated from the panel; the mark stays with this decision."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from costcurve_gui.analysis.criteria import YOUDEN
from tests.flows.driver import click, dialog

SAME_SAMPLE = "Selected and estimated on the same sample"


def test_that_a_validated_decision_loses_the_mark_until_another_one_is_made(qtbot, german_credit):
    panel = german_credit.window.decision_panel
    qtbot.waitUntil(lambda: panel.badge.text == SAME_SAMPLE)
    assert panel.answer().endswith(f"{SAME_SAMPLE}.")
    click(qtbot, german_credit, "same_sample_link")
    shown = dialog(qtbot, german_credit, "validation_dialog")
    qtbot.waitUntil(lambda: shown.verdict.text.startswith("Consistent"), timeout=30_000)
    assert shown.table.rows.content.rows[0].title == "Refused"
    shown.verdict.link_clicked.emit()
    qtbot.waitUntil(lambda: "Over 20 splits" in shown.splits.text(), timeout=30_000)
    shown.share.commit("30")
    qtbot.waitUntil(lambda: "the other 150" in shown.picture.accessibleDescription())
    shown.findChild(type(shown._copy), "validation_copy").click()
    assert "Bad ones caught" in QGuiApplication.clipboard().text()
    shown.reject()
    qtbot.waitUntil(lambda: panel.badge.text.startswith("Validated on a random split, seed 0: +"))
    assert "Validated on a random split" in panel.answer()
    german_credit.selection.choose_criterion(YOUDEN)
    qtbot.waitUntil(lambda: panel.badge.text.startswith(SAME_SAMPLE))
