from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton

from costcurve_gui.analysis.view_settings import FoldAverage, FoldBars
from costcurve_gui.resources import resource_path
from tests.flows.driver import click, dialog, place_of, press, snapshot_of
from tests.helpers.plot_mouse import LEFT, drag, grip

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def folds(qtbot: QtBot, program: Program) -> Program:
    """Return the program with the averages over folds of German credit on show."""
    click(qtbot, program, "example_german_credit_cv10")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    show_folds(qtbot, program)
    return program


def show_folds(qtbot: QtBot, program: Program) -> None:
    press(program, Qt.Key.Key_K, CTRL)
    press(program, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: snapshot_of(program).results.folds is not None)


def entry(program: Program, name: str) -> QAction:
    """Open the menu of the dock and return one of its entries."""
    menu = program.window.view_docks["rociv"].menu
    menu.aboutToShow.emit()
    return menu.findChild(QAction, f"folds_{name}")


def test_that_an_average_is_chosen_in_the_menu_and_undone(folds: Program) -> None:
    plot, bar = folds.plots["folds"], folds.window.view_docks["rociv"].title_bar
    assert bar.subtitle == "vertical average, 10 folds"
    assert entry(folds, "fold_average_vertical").isChecked()
    entry(folds, "fold_average_cost_space").trigger()
    assert bar.subtitle == "average in cost space, 10 folds"
    assert plot.bounds.y_high < 0.6
    assert entry(folds, "fold_bars_interval").isChecked()
    entry(folds, "fold_bars_std").trigger()
    entry(folds, "fold_curves").trigger()
    choices = folds.session.state.current.views
    assert (choices.fold_average, choices.fold_bars) == (
        FoldAverage.COST_SPACE,
        FoldBars.STD,
    )
    assert not choices.fold_curves
    for _ in range(3):
        press(folds, Qt.Key.Key_Z, CTRL)
    assert bar.subtitle == "vertical average, 10 folds"
    assert plot.bounds.y_high > 1
    assert folds.session.undo_label is None


def test_that_the_condition_is_dragged_in_the_cost_space_of_folds(folds: Program) -> None:
    entry(folds, "fold_average_cost_space").trigger()
    plot = folds.plots["folds"]
    start = grip(plot, "condition")
    drag(plot, start, QPoint(place_of(plot, 0.3, 0.2).x(), start.y()))
    assert snapshot_of(folds).condition.probability_cost == pytest.approx(0.3, abs=0.01)


def test_that_averages_are_written_from_the_window(
    qtbot: QtBot, folds: Program, tmp_path: Path
) -> None:
    path = tmp_path / "folds.csv"
    folds.prompts.choose_save_path = lambda _, take: take(path)  # type: ignore[method-assign]
    folds.exports.save_curves("folds", "folds.csv", lambda: None)
    qtbot.waitUntil(path.exists)
    header, first, *_ = path.read_text(encoding="utf-8").splitlines()
    assert header.startswith("model,method,threshold,x,y,std,lower,upper")
    assert first.startswith("logistic_regression,pooled,inf,0,0,")


def test_that_a_file_without_folds_leads_to_its_columns(
    qtbot: QtBot, german_credit: Program
) -> None:
    show_folds(qtbot, german_credit)
    button = german_credit.window.frames["folds"].findChild(QPushButton, "folds_empty_action")
    assert button is not None
    qtbot.mouseClick(button, LEFT)
    asked = dialog(qtbot, german_credit, "import_dialog")
    qtbot.waitUntil(lambda: not german_credit.runner.busy)
    asked.close()


def test_that_the_fold_column_can_be_chosen_when_a_file_is_opened(
    qtbot: QtBot, program: Program
) -> None:
    program.datasets.open_paths([resource_path("sample_data", "german_credit_cv10.csv")])
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.waitUntil(lambda: not program.runner.busy)
    role = asked.findChild(QComboBox, "role_fold")
    assert role is not None
    assert role.currentText() == "Fold"
    asked.close()
    QApplication.processEvents()
