"""A cell of the confusion matrix lists its cases; two models show whom they swap."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from costcurve_gui.views.text.numbers import parse_number
from tests.flows.driver import dialog, place_of, snapshot_of, widget


def test_that_a_cell_is_opened_by_a_double_click(qtbot, german_credit, tmp_path, monkeypatch):
    cell = widget(german_credit, "confusion_fn")
    QTest.mouseDClick(cell, Qt.MouseButton.LeftButton, pos=cell.rect().center())
    QTest.mouseRelease(cell, Qt.MouseButton.LeftButton, pos=cell.rect().center())
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert shown.windowTitle() == "Cases of this sample (actual: bad, decision: grant)"
    assert shown.rows.table_shape[0] == 38
    lost = [parse_number(shown.rows.index(row, 2).data()) for row in range(38)]
    assert lost == sorted(lost, reverse=True)
    out = tmp_path / "cases.csv"
    monkeypatch.setattr(german_credit.prompts, "choose_save_path", lambda _, take: take(out))
    shown.export_requested.emit()
    qtbot.waitUntil(out.exists)
    assert out.read_text(encoding="utf-8").startswith("row,score,lost,payoff,")
    shown.reject()


def test_that_a_swap_set_compares_any_two_rules_and_models(
    qtbot, german_credit, tmp_path, monkeypatch
):
    german_credit.window.commands["swap_set"].trigger()
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert shown.windowTitle() == "Swap set"
    qtbot.waitUntil(lambda: shown.rows.table_shape[0] > 0)
    assert shown.said.text().startswith("naive_bayes alone refuses ")
    model, rule = shown.boxes["from"][1], shown.boxes["from"][0]
    assert model.currentText() == "gradient_boosting"
    model.setCurrentIndex(model.findText("naive_bayes"))
    model.activated.emit(model.currentIndex())
    assert shown.said.text() == "Both make the same decision on every case."
    assert shown.rows.table_shape[0] == 0
    rule.setCurrentIndex(rule.findText("Youden index"))
    rule.activated.emit(rule.currentIndex())
    qtbot.waitUntil(lambda: shown.rows.table_shape[0] > 0)
    cases = shown.rows.table
    columns = dict(zip(cases.header, cases.columns, strict=True))
    first, second = shown.pair
    assert (first.criterion, second.criterion) == ("youden", "in_force")
    data = snapshot_of(german_credit).curve_set.cases.dataset
    score = data.scores["score_naive_bayes"]
    acts = [score >= one.policy.threshold for one in (first, second)]
    assert set(columns["row"]) == set(np.flatnonzero(acts[0] != acts[1]) + 1)
    content = shown.summary.rows.content
    counts = [[parse_number(cell) for cell in row.cells[:3]] for row in content.rows]
    y = data.y_true
    for row, swapped in zip(counts, (acts[1] & ~acts[0], acts[0] & ~acts[1]), strict=False):
        assert row == [swapped.sum(), (swapped & y).sum(), (swapped & ~y).sum()]
    assert counts[2] == [one + other for one, other in zip(*counts[:2], strict=True)]
    assert " to " in content.rows[2].cells[4]
    out = tmp_path / "swap.csv"
    monkeypatch.setattr(german_credit.prompts, "choose_save_path", lambda _, take: take(out))
    shown.export_requested.emit()
    qtbot.waitUntil(out.exists)
    assert out.read_text(encoding="utf-8").startswith("row,class,money,")
    shown.reject()


def test_that_a_rectangle_in_a_plot_lists_the_cases_in_it(qtbot, german_credit):
    plot = german_credit.plots["roc"]
    asked = []
    plot.stretch_selected.connect(asked.append)
    start, end = place_of(plot, 0.1, 0.7), place_of(plot, 0.3, 0.45)
    shift = Qt.KeyboardModifier.ShiftModifier
    view = plot.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, shift, start)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, shift, end)
    shown = dialog(qtbot, german_credit, "values_dialog")
    (stretch,) = asked
    snapshot = snapshot_of(german_credit)
    model = next(one for one in snapshot.curve_set.models if one.info.key == stretch.key)
    assert model.info.name == "naive_bayes"
    table = model.evaluation.table
    low, high = (int(table.rows_at_thresholds(np.array([end]))[0]) for end in stretch[1:])
    rates = [
        (table.fpr_at(np.array([row]))[0], table.tpr_at(np.array([row]))[0]) for row in (low, high)
    ]
    assert all(0.1 <= fpr <= 0.3 and 0.45 <= tpr <= 0.7 for fpr, tpr in rates)
    scores = snapshot.curve_set.cases.dataset.scores[model.info.column]
    inside = (scores >= stretch.low) & (scores <= stretch.high)
    assert shown.windowTitle().startswith("naive_bayes: scores ")
    assert shown.rows.table_shape[0] == inside.sum()
    shown.reject()


def test_that_the_menu_of_a_plot_lists_the_cases_near_a_point(qtbot, german_credit):
    plot = german_credit.plots["roc"]
    snapshot = snapshot_of(german_credit)
    plot._hovered = (snapshot.selected, snapshot.models[snapshot.selected].policy.index)
    menu = plot.make_menu()
    menu.actions()[-1].trigger()
    shown = dialog(qtbot, german_credit, "values_dialog")
    assert shown.rows.table_shape[0] >= 21
    shown.reject()
