import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QTableView

from costcurve_gui.analysis.tables.table import Table
from costcurve_gui.views.dialogs.values_dialog import ValuesDialog

TABLE = Table(
    ("model", "threshold", "tpr"),
    (
        np.array(["b", "a", "a"], dtype=object),
        np.array([np.inf, 0.25, 0.123456789]),
        np.array([0.0, np.nan, 1.0]),
    ),
)


@pytest.fixture
def dialog(qtbot):
    widget = ValuesDialog("ROC", TABLE, "roc")
    qtbot.addWidget(widget)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def texts(dialog):
    model = dialog.rows
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_that_cells_are_words_and_numbers_with_six_digits(dialog):
    assert texts(dialog) == [["b", "∞", "0"], ["a", "0.25", "–"], ["a", "0.123457", "1"]]
    head = dialog.rows.headerData
    assert [head(place, Qt.Orientation.Horizontal) for place in range(3)] == list(TABLE.header)


def test_that_space_sorts_by_the_column_and_once_more_backwards(qtbot, dialog):
    view = dialog.findChild(QTableView)
    view.setCurrentIndex(dialog.rows.index(0, 1))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert [row[1] for row in texts(dialog)] == ["0.123457", "0.25", "∞"]
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert [row[1] for row in texts(dialog)] == ["∞", "0.25", "0.123457"]
    assert view.currentIndex().column() == 1


@pytest.mark.parametrize("order", list(Qt.SortOrder))
def test_that_what_is_missing_stands_last(dialog, order):
    dialog.rows.sort(2, order)
    assert texts(dialog)[-1][2] == "–"


def test_that_words_are_sorted_by_their_letters_and_ties_keep_their_order(dialog):
    dialog.rows.sort(0)
    assert [row[:2] for row in texts(dialog)] == [["a", "0.25"], ["a", "0.123457"], ["b", "∞"]]


def test_that_control_and_c_copies_all_digits(qtbot, dialog):
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog.findChild(QTableView), Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().split("\n")]
    assert lines[0] == list(TABLE.header)
    assert lines[2] == ["a", "0.25", ""]
    assert float(lines[3][1]) == 0.123456789
    assert math.isinf(float(lines[1][1]))


def test_that_export_is_reported(qtbot, dialog):
    with qtbot.waitSignal(dialog.export_requested):
        dialog.findChild(QAbstractButton, "values_export").click()


def test_that_the_table_is_named_for_its_view(dialog):
    assert dialog.findChild(QTableView).accessibleName() == "Values of ROC"
    assert dialog.windowTitle() == "Values of ROC"
