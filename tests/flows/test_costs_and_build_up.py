"""What errors cost and what profit is made of, as a user meets it in the window."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QLineEdit, QPushButton

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.analysis.selection_settings import THRESHOLD
from costcurve_gui.analysis.view_results import lacks_view_result
from tests.flows.driver import click, dialog, place_of, press, snapshot_of, type_into, widget
from tests.helpers.plot_mouse import LEFT, drag, grip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

CTRL = Qt.KeyboardModifier.ControlModifier


def show(qtbot: QtBot, program: Program, view: str, letter: Qt.Key) -> None:
    """Press the keys of a view and wait until its job is done."""
    press(program, Qt.Key.Key_K, CTRL)
    press(program, letter)
    qtbot.waitUntil(lambda: not lacks_view_result(view, snapshot_of(program).results))


def save_as(qtbot: QtBot, program: Program, path: Path) -> list[str]:
    """Answer the file dialog and return the lines that were written."""
    files = dialog(qtbot, program, "save_dialog")
    assert isinstance(files, QFileDialog)
    files.fileSelected.emit(str(path))
    files.reject()
    qtbot.waitUntil(lambda: path.exists() and not program.runner.busy)
    return path.read_text(encoding="utf-8").splitlines()


# --- instance costs -----------------------------------------------------------------------------


def test_that_the_threshold_is_dragged_among_the_costs(
    qtbot: QtBot, german_credit: Program
) -> None:
    show(qtbot, german_credit, "instance_costs", Qt.Key.Key_J)
    plot = german_credit.plots["instance_costs"]
    start = grip(plot, "threshold")
    target = QPoint(place_of(plot, 100.0, 0.0).x(), start.y())
    drag(plot, start, target)
    snapshot = snapshot_of(german_credit)
    assert snapshot.settings.selection.criterion is MANUAL
    assert snapshot.selected is not None
    policy = snapshot.models[snapshot.selected].policy
    picked = policy.tpr * 150 + policy.fpr * 350
    assert picked == pytest.approx(100, abs=3)
    german_credit.session.undo()
    assert snapshot_of(german_credit).settings.selection.criterion is THRESHOLD


def test_that_hovering_reads_the_case_in_every_view(qtbot: QtBot, german_credit: Program) -> None:
    show(qtbot, german_credit, "instance_costs", Qt.Key.Key_J)
    plot = german_credit.plots["instance_costs"]
    QTest.mouseMove(plot.viewport(), QPoint(2, 2))
    QTest.mouseMove(plot.viewport(), place_of(plot, 40.5, 5000.0))
    qtbot.waitUntil(lambda: german_credit.results.reading is not None)
    reading = german_credit.results.reading
    assert reading is not None
    assert reading.model.key == snapshot_of(german_credit).selected
    assert "naive_bayes" in german_credit.window.status.reading.text


def test_that_another_model_is_drawn_when_it_is_selected(
    qtbot: QtBot, german_credit: Program
) -> None:
    show(qtbot, german_credit, "instance_costs", Qt.Key.Key_J)
    plot = german_credit.plots["instance_costs"]
    before = plot.static_layer.marks
    press(german_credit, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert plot.static_layer.marks is not before
    dock = german_credit.window.view_docks["rociv"]
    assert dock.title_bar.subtitle == "errors, highest score first"


# --- build-up -----------------------------------------------------------------------------------


def cells(program: Program) -> dict[str, tuple[str, ...]]:
    content = program.window.frames["build_up"].view.rows.content  # type: ignore[attr-defined]
    return {row.title: row.cells for row in content.rows}


def test_that_the_build_up_follows_a_drag_and_equals_the_headline(
    qtbot: QtBot, german_credit: Program
) -> None:
    show(qtbot, german_credit, "build_up", Qt.Key.Key_U)
    assert cells(german_credit)["profit"][0] == "+60.15"
    plot = german_credit.plots["cost"]
    start = grip(plot, "condition")
    drag(plot, start, start + QPoint(-20, 0), start + QPoint(-40, 0))
    snapshot = snapshot_of(german_credit)
    assert snapshot.best is not None
    profit = snapshot.models[snapshot.best].policy.expected_profit
    assert float(cells(german_credit)["profit"][0].replace("\u2212", "-")) == pytest.approx(
        profit, abs=0.005
    )
    german_credit.session.undo()
    assert cells(german_credit)["profit"][0] == "+60.15"


def test_that_a_build_up_never_shown_is_computed_and_written(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    press(german_credit, Qt.Key.Key_E, CTRL)
    press(german_credit, Qt.Key.Key_U)
    qtbot.waitUntil(lambda: snapshot_of(german_credit).results.build_up is not None)
    lines = save_as(qtbot, german_credit, tmp_path / "build_up.csv")
    assert lines[0] == "model,cell,rate,prior,payoff,profit"
    assert len(lines) == 1 + 4 * 6


def test_that_an_empty_view_is_not_exported(qtbot: QtBot, german_credit: Program) -> None:
    german_credit.window.commands["export_folds"].trigger()
    export = dialog(qtbot, german_credit, "export_dialog")
    save = export.findChild(QPushButton, "export_save")
    qtbot.waitUntil(lambda: not save.isEnabled())
    said = export.findChild(QLabel, "export_facts")
    assert said.text().startswith("No fold column.")
    export.close()


def test_that_a_view_never_shown_is_computed_for_its_file(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    press(german_credit, Qt.Key.Key_E, CTRL)
    press(german_credit, Qt.Key.Key_J)
    export = dialog(qtbot, german_credit, "export_dialog")
    qtbot.waitUntil(lambda: snapshot_of(german_credit).results.instance_costs is not None)
    export.close()
    german_credit.exports.save_curves("instance_costs", "instance_costs.csv")
    lines = save_as(qtbot, german_credit, tmp_path / "instance_costs.csv")
    assert lines[0] == "model,start,benefit,cost,positives,negatives"
    assert len(lines) == 1 + 6 * 500


# --- rows at fault ------------------------------------------------------------------------------


def test_that_rows_at_fault_are_shown_and_written_and_nothing_is_lost(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    before = snapshot_of(german_credit)
    type_into(qtbot, widget(german_credit, "payoff_tn", QLineEdit), "100 - 0.05*amount")
    qtbot.waitUntil(widget(german_credit, "payoff_rows").isVisible)
    click(qtbot, german_credit, "payoff_rows")
    rows = dialog(qtbot, german_credit, "refused_rows_dialog")
    qtbot.mouseClick(rows.findChild(QPushButton, "refused_rows_export"), LEFT)
    lines = save_as(qtbot, german_credit, tmp_path / "rows.csv")
    assert lines[:2] == ["row,class,cost", "2,good,-294.1"]
    assert len(lines) == 1 + 190
    rows.close()
    assert snapshot_of(german_credit).curve_set is before.curve_set


def test_that_a_misspelt_column_offers_no_rows(qtbot: QtBot, german_credit: Program) -> None:
    type_into(qtbot, widget(german_credit, "payoff_tn", QLineEdit), "0.05*amout")
    assert widget(german_credit, "payoff_fix").isVisible()
    assert not widget(german_credit, "payoff_rows").isVisible()


# --- two matrices, two samples ------------------------------------------------------------------


def test_that_the_menu_of_payoffs_compares_with_doing_nothing(
    qtbot: QtBot, german_credit: Program
) -> None:
    entry = german_credit.window.findChild(QAction, "compare_with_baseline")
    assert entry is not None
    entry.trigger()
    both = dialog(qtbot, german_credit, "baseline_dialog")
    relative = both.findChild(QLabel, "baseline_relative_tp")
    assert relative is not None
    assert relative.text() == "amount"
    both.close()


def test_that_cost_stability_is_asked_for_in_the_analysis_menu(
    qtbot: QtBot, german_credit: Program, tmp_path: Path
) -> None:
    german_credit.window.commands["cost_stability"].trigger()
    shown = dialog(qtbot, german_credit, "stability_dialog")
    said = shown.findChild(QLabel, "stability_verdict")
    assert said is not None
    qtbot.waitUntil(lambda: said.text().startswith("A miss costs"))
    box = shown.findChild(QComboBox, "stability_division")
    assert box is not None
    assert [box.itemText(at) for at in range(3)] == ["Rows in order", "id", "amount"]
    box.setCurrentIndex(2)
    qtbot.waitUntil(lambda: "KS 1.000" in said.text())
    qtbot.mouseClick(shown.findChild(QPushButton, "stability_export"), LEFT)
    lines = save_as(qtbot, german_credit, tmp_path / "stability.csv")
    assert lines[0].startswith("error,first,second,first_rows")
    assert len(lines) == 3
    shown.close()


def test_that_presets_say_what_they_aim_at(german_credit: Program) -> None:
    box = widget(german_credit, "payoff_preset", QComboBox)
    hint = box.itemData(box.findData("screening"), Qt.ItemDataRole.ToolTipRole)
    assert "screening region" in hint
    payoff = replace(snapshot_of(german_credit).settings.payoff, preset="diagnosis")
    german_credit.session.apply("choose payoffs", payoff=payoff)
    assert "diagnostic region" in box.toolTip()
