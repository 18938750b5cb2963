"""A cell of the confusion matrix lists its cases; two models show whom they swap."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from costcurve_gui.views.text.numbers import parse_number
from tests.flows.driver import dialog, widget


def test_that_a_cell_is_opened_by_a_double_click(qtbot, german_credit, tmp_path, monkeypatch):
    cell = widget(german_credit, "confusion_fn")
    QTest.mouseDClick(cell, Qt.MouseButton.LeftButton, pos=cell.rect().center())
    QTest.mouseRelease(cell, Qt.MouseButton.LeftButton, pos=cell.rect().center())
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert shown.windowTitle() == "Bad ones of this sample: grant"
    assert shown.rows.table_shape[0] == 38
    lost = [parse_number(shown.rows.index(row, 2).data()) for row in range(38)]
    assert lost == sorted(lost, reverse=True)
    out = tmp_path / "cases.csv"
    monkeypatch.setattr(german_credit.prompts, "choose_save_path", lambda _, take: take(out))
    shown.export_requested.emit()
    qtbot.waitUntil(out.exists)
    assert out.read_text(encoding="utf-8").startswith("row,score,lost,payoff,")
    shown.reject()


def test_that_a_swap_set_says_who_is_swapped(qtbot, german_credit):
    german_credit.window.commands["swap_set"].trigger()
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert shown.windowTitle() == "Swap set: naive_bayes and gradient_boosting"
    assert shown.rows.table_shape[0] > 0
    shown.reject()
