"""The questions of the program, as dialogs over its window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from costcurve_gui.window.prompts import WindowPrompts


@pytest.fixture
def window(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def replace_dialog(window):
    """Ask whether two files may be replaced; the box, and what was agreed to."""
    prompts = WindowPrompts()
    prompts.attach(window)
    agreed = []
    names = ["roc_band.csv", "roc_thresholds.csv"]
    prompts.ask_to_replace(names, Path("reports"), lambda: agreed.append(True))
    return window.findChild(QMessageBox, "replace_dialog"), agreed


def button(box, text):
    return next(one for one in box.buttons() if one.text().replace("&", "") == text)


def test_that_the_files_that_would_be_replaced_are_named(replace_dialog):
    box, _ = replace_dialog
    assert box.text() == "Replace 2 files?"
    assert box.informativeText() == "roc_band.csv and roc_thresholds.csv are in reports already."


def test_that_replace_agrees(qtbot, replace_dialog):
    box, agreed = replace_dialog
    qtbot.mouseClick(button(box, "Replace"), Qt.MouseButton.LeftButton)
    assert agreed == [True]


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_that_escape_and_enter_decline(qtbot, replace_dialog, key):
    box, agreed = replace_dialog
    qtbot.keyClick(box, key)
    assert agreed == []
    assert not box.isVisible()


def save_dialog(window, suggestion):
    prompts = WindowPrompts()
    prompts.attach(window)
    prompts.choose_save_path(suggestion, lambda _path: None)
    return window.findChild(QFileDialog, "save_dialog")


def test_that_a_table_is_offered_in_every_format(window, tmp_path):
    dialog = save_dialog(window, tmp_path / "roc.tsv")
    assert dialog.nameFilters() == [
        *("CSV (*.csv)", "TSV (*.tsv)", "Excel workbook (*.xlsx)", "Parquet (*.parquet)"),
    ]
    assert dialog.selectedNameFilter() == "TSV (*.tsv)"
    dialog.filterSelected.emit("Excel workbook (*.xlsx)")
    assert dialog.defaultSuffix() == "xlsx"
    assert dialog.selectedFiles() == [str(tmp_path / "roc.xlsx")]


def test_that_a_picture_has_the_format_that_was_chosen_before(window, tmp_path):
    dialog = save_dialog(window, tmp_path / "roc.svg")
    assert dialog.nameFilters() == ["SVG (*.svg)"]
    assert dialog.defaultSuffix() == "svg"
