"""Counts and several classes in the real window, from the Open dialog's files to undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QMenu, QTextBrowser

from costcurve_gui.analysis.criteria import MANUAL
from costcurve_gui.resources import resource_path
from tests.flows.driver import click, dialog, press, snapshot_of, type_into, widget
from tests.helpers.plot_mouse import LEFT

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def open_from_menu(qtbot: QtBot, program: Program, key: str) -> None:
    menu = widget(program, "example_menu", QMenu)
    entry = next(one for one in menu.actions() if one.objectName() == f"open_example_{key}")
    entry.trigger()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)


def choose(box: QComboBox, index: int) -> None:
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_that_a_family_opens_from_the_menu_and_works_like_any_file(
    qtbot: QtBot, program: Program
) -> None:
    open_from_menu(qtbot, program, "breast_cancer_family")
    snapshot = snapshot_of(program)
    for command in ("make_family", "cost_stability", "repair"):
        assert not program.window.commands[command].isEnabled()
    assert program.window.commands["add_model"].isEnabled()  # by their rates
    assert program.window.decision_panel.headline.text == "tree"
    program.window.bring_to_front("pr")
    assert program.window.frames["pr"].is_empty
    program.window.bring_to_front("roc")

    type_into(qtbot, widget(program, "payoff_fn", QLineEdit), "-7")
    qtbot.waitUntil(lambda: snapshot_of(program).settings.payoff.fn == "-7")
    type_into(qtbot, widget(program, "payoff_fn", QLineEdit), "-amount")
    assert 'No column "amount"' in widget(program, "payoff_fault", QLabel).text()
    press(program, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: snapshot_of(program).settings == snapshot.settings)

    press(program, Qt.Key.Key_5, CTRL)
    assert snapshot_of(program).settings.selection.criterion is MANUAL
    box = widget(program, "manual_classifier", QComboBox)
    before = box.currentIndex()
    press(program, Qt.Key.Key_Left, ALT)
    assert box.currentIndex() == before + 1
    key = snapshot_of(program).selected
    assert key is not None
    assert (
        box.currentText() == f"classifier {snapshot_of(program).models[key].policy.classifiers[0]}"
    )


def test_that_leaves_ask_for_the_positive_class_and_open(qtbot: QtBot, program: Program) -> None:
    program.datasets.open_paths([resource_path("sample_data", "breast_cancer_leaves.csv")])
    asked = dialog(qtbot, program, "positive_dialog")
    box = asked.findChild(QComboBox, "positive_choice")
    box.setCurrentText("malignant")
    qtbot.mouseClick(asked.findChild(object, "positive_accept"), LEFT)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    assert snapshot_of(program).curve_set.dataset.positive_label == "malignant"
    program.window.bring_to_front("calibration")
    qtbot.waitUntil(lambda: snapshot_of(program).results.calibration is not None)
    assert not program.window.frames["calibration"].is_empty
    program.window.bring_to_front("multiclass")
    assert program.window.frames["multiclass"].is_empty


def test_that_several_classes_are_imported_and_another_one_is_chosen(
    qtbot: QtBot, program: Program
) -> None:
    program.datasets.open_paths([resource_path("sample_data", "wine_cv10.csv")])
    asked = dialog(qtbot, program, "import_dialog")
    accept = asked.findChild(object, "import_accept")
    assert accept.text() == "Import 2 models"
    qtbot.mouseClick(accept, LEFT)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    program.window.bring_to_front("multiclass")
    qtbot.waitUntil(lambda: snapshot_of(program).results.multiclass is not None)
    assert program.tables["multiclass"].rows.rowCount() == 18

    box = widget(program, "file_reference", QComboBox)
    choose(box, box.findData("class_2"))
    qtbot.waitUntil(lambda: snapshot_of(program).curve_set.dataset.positive_label == "class_2")
    assert box.currentText() == "class_2 against all others"
    qtbot.waitUntil(lambda: snapshot_of(program).results.multiclass is not None)
    program.window.commands["undo"].trigger()
    qtbot.waitUntil(lambda: snapshot_of(program).curve_set.dataset.positive_label == "class_0")
    assert box.currentData() == "class_0"


def test_that_the_menu_of_the_panel_makes_a_family(qtbot: QtBot, program: Program) -> None:
    click(qtbot, program, "example_sonar_cv10")
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    menu = widget(program, "data_menu", QMenu)
    entry = next(one for one in menu.actions() if one.objectName() == "make_family")
    entry.trigger()
    qtbot.waitUntil(lambda: snapshot_of(program).curve_set.dataset.name == "sonar_cv10.csv at 0.5")
    assert not entry.isEnabled()
    choice = widget(program, "file_choice", QComboBox)
    choose(choice, 0)
    qtbot.waitUntil(lambda: snapshot_of(program).curve_set.dataset.name == "sonar_cv10.csv")
    assert entry.isEnabled()


@pytest.mark.parametrize("key", ["wine_cv10", "breast_cancer_family", "breast_cancer_leaves"])
def test_that_the_condition_moves_in_every_view_of_every_kind_of_file(
    qtbot: QtBot, program: Program, key: str
) -> None:
    open_from_menu(qtbot, program, key)
    before = snapshot_of(program).condition.probability_cost
    program.condition.step(0.1)
    assert snapshot_of(program).condition.probability_cost == pytest.approx(min(before + 0.1, 1.0))
    for view in ("roc", "cost", "rociv", "profit", "rates"):
        program.window.bring_to_front(view)
        assert not program.window.frames[view].is_empty


def test_that_a_figure_of_a_paper_opens_from_the_menu_and_from_the_help(
    qtbot: QtBot, program: Program
) -> None:
    menu = widget(program, "example_papers_menu", QMenu)
    entry = next(one for one in menu.actions() if one.objectName() == "open_example_f04-12")
    entry.trigger()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    names = [model.info.name for model in snapshot_of(program).curve_set.models]
    assert names == ["c1", "c2", "c1 and c2", "c1 or c2"]
    program.window.help_requested.emit("papers")
    asked = dialog(qtbot, program, "help_viewer")
    asked.findChild(QTextBrowser).anchorClicked.emit(QUrl("example:dh06-3"))
    name = "drummond_holte2006_figure_3.csv"
    qtbot.waitUntil(lambda: snapshot_of(program).curve_set.dataset.name == name)
    assert not program.window.frames["regret"].is_empty
    assert program.window.frames["regret"].isVisible()
    asked.close()
    program.window.commands["undo"].trigger()  # opening is no step
    assert snapshot_of(program).curve_set.dataset.name == name
