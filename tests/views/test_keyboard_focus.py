from __future__ import annotations

import gc

import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from costcurve_gui.views.shell.keyboard_focus import ChordKeys, focus_next, reading_order


def layout_items() -> int:
    """Return how many items of layouts Python stands for: Qt deletes these without a word."""
    gc.collect()
    names = ("QWidgetItem", "QSpacerItem", "QLayoutItem")
    return sum(type(one).__name__ in names for one in shiboken6.getAllValidWrappers())


def test_that_the_reading_order_leaves_no_item_of_a_layout_behind(qtbot):
    before = layout_items()
    widget = QWidget()
    qtbot.addWidget(widget)
    top = QVBoxLayout(widget)
    row, grid = QHBoxLayout(), QGridLayout()
    names = ["a", "b", "c", "d"]
    made = {name: QPushButton(name) for name in names}
    top.addLayout(row)
    top.addWidget(made["c"])
    top.addLayout(grid)
    row.addWidget(made["a"])
    row.addStretch()
    row.addWidget(made["b"])
    grid.addWidget(made["d"], 0, 1)
    grid.addWidget(QLabel("name"), 0, 0)
    widget.show()
    read = [one.text() for one in reading_order(widget)]
    assert read == ["a", "b", "c", "name", "d"]
    assert layout_items() == before


class Window(QWidget):
    """Hands the focus on as the window of the program does."""

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 (Qt)
        return focus_next(self, forward)


def test_that_the_focus_of_a_button_that_goes_moves_to_what_stood_beside_it(qtbot):
    window = Window()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    made = {}
    for row in ("tools", "above", "card"):
        around = QWidget()
        column.addWidget(around)
        line = QHBoxLayout(around)
        for name in ("left", "right"):
            made[f"{row} {name}"] = QPushButton(name)
            line.addWidget(made[f"{row} {name}"])
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    made["card right"].setFocus()
    made["card right"].hide()
    assert made["card left"].hasFocus()
    made["card left"].parentWidget().hide()
    assert made["above left"].hasFocus()


class EmacsLine(QLineEdit):
    """A field that edits its line by Ctrl+E, as fields do under X11."""

    def event(self, event):
        handled = super().event(event)
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return handled


def test_that_a_chord_begins_in_a_field_that_has_a_use_for_its_first_key(qtbot):
    window, field, heard = QMainWindow(), EmacsLine(), []
    qtbot.addWidget(window)
    window.setCentralWidget(field)
    action = QAction(window)
    action.setShortcut(QKeySequence("Ctrl+E, R"))
    action.triggered.connect(lambda: heard.append(True))
    window.addAction(action)
    ChordKeys(window, [action])
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    QTest.keyClick(field, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_R)
    assert heard
    assert not field.text()
    QTest.keyClick(field, Qt.Key.Key_R)
    assert field.text() == "r"
