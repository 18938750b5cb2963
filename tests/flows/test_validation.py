"""The decision is validated from the panel; the mark stays with this decision."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton

from costcurve_gui.analysis.criteria import YOUDEN
from costcurve_gui.analysis.validated_decision import OtherFile
from tests.cli.conftest import SAMPLES
from tests.flows.driver import click, dialog

SAME_SAMPLE = "Selected and estimated on the same sample"
CHOSEN = "On the sample that chose it: +"


def test_that_a_validated_decision_loses_the_mark_until_another_one_is_made(
    qtbot, german_credit, monkeypatch
):
    panel = german_credit.window.decision_panel
    qtbot.waitUntil(lambda: panel.head.sample.full_text.startswith(CHOSEN))
    assert f"{SAME_SAMPLE}." in panel.answer()
    click(qtbot, german_credit, "head_validate")
    shown = dialog(qtbot, german_credit, "validation_dialog")
    qtbot.waitUntil(lambda: shown.card.verdict.text.startswith("Consistent"), timeout=30_000)
    assert shown.card.table.rows.content.rows[0].title == "Refused"
    assert "A miss costs" in shown.card.costs.text()
    shown.findChild(QPushButton, "validation_try_splits").click()
    qtbot.waitUntil(lambda: "Over 20 splits" in shown.card.splits.text(), timeout=30_000)
    assert "20 random splits" in shown.card.split_picture.accessibleDescription()
    assert "of 20 splits for misses" in shown.card.splits.text()
    assert shown.card.table.isHidden()
    shown.share.commit("30")
    assert shown.card.split_picture.isHidden()
    qtbot.waitUntil(lambda: "the other 150" in shown.card.picture.accessibleDescription())
    shown.findChild(type(shown._copy), "validation_copy").click()
    assert "Caught (actual: bad)" in QGuiApplication.clipboard().text()
    asked = []
    monkeypatch.setattr(german_credit.prompts, "choose_save_path", lambda *args: asked.append(args))
    qtbot.waitUntil(lambda: shown.card.verdict.text.startswith("Consistent"), timeout=30_000)
    shown.card.verdict.link_clicked.emit()  # Report, where the figure holds
    qtbot.waitUntil(lambda: len(asked) == 1)
    qtbot.waitUntil(
        lambda: panel.head.sample.full_text.startswith("Validated on a random split, seed 0: +")
    )
    assert "Validated on a random split" in panel.answer()
    german_credit.selection.choose_criterion(YOUDEN)
    qtbot.waitUntil(lambda: panel.head.sample.full_text.startswith(CHOSEN))


def test_that_the_view_keeps_the_validation_until_the_decision_is_another(
    qtbot, german_credit, monkeypatch
):
    program, window = german_credit, german_credit.window
    window.bring_to_front("validation")
    frame, panel = window.frames["validation"], window.decision_panel
    assert frame.message_text.startswith("Not validated yet")
    program.decision_wiring.validation.validate(OtherFile(SAMPLES / "german_credit_half.csv"))
    qtbot.waitUntil(lambda: not frame.is_empty, timeout=30_000)
    shown = program.tables["validation"]
    assert shown.card.verdict.text.startswith("Consistent")
    assert shown.card.costs.text().startswith("A miss costs ")
    assert not shown.card.costs.isHidden()
    assert "500 of german_credit_half.csv" in shown.card.picture.accessibleDescription()
    assert window.view_docks["rociv"].title_bar.subtitle == "on german_credit_half.csv"
    assert program.session.undo_label == "validate the decision"
    asked = []
    monkeypatch.setattr(program.prompts, "choose_save_path", lambda *args: asked.append(args))
    shown.card.verdict.link_clicked.emit()  # Report, where the figure holds
    qtbot.waitUntil(lambda: len(asked) == 1)
    shown.splits_requested.emit(0.5)  # where it does not
    qtbot.waitUntil(lambda: "Over 20 splits" in shown.card.splits.text(), timeout=30_000)
    kept = panel.head.sample.full_text
    program.selection.choose_criterion(YOUDEN)
    qtbot.waitUntil(
        lambda: frame.message_text.startswith("This validation belongs to another decision")
    )
    assert panel.head.sample.full_text.startswith(CHOSEN)
    program.session.undo()
    qtbot.waitUntil(lambda: not frame.is_empty)
    assert panel.head.sample.full_text == kept
    program.session.undo()
    qtbot.waitUntil(lambda: frame.message_text.startswith("Not validated yet"))
