"""Shortcuts of two keys, pressed while a field has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


def chords(program: Program) -> dict[str, QAction]:
    """Return a command for each second key, with nothing left that it does."""
    found = {}
    for action in program.window.commands:
        keys = action.shortcut()
        if keys.count() > 1 and action.isEnabled():
            action.triggered.disconnect()
            found[keys.toString()] = action
    return found


def fields(program: Program) -> list[QLineEdit | QTextEdit | QPlainTextEdit]:
    program.window.dataset_panel.models.filter.begin()
    kinds = (QLineEdit, QTextEdit, QPlainTextEdit)
    found = [one for kind in kinds for one in program.window.findChildren(kind)]
    return [one for one in found if one.isVisible() and one.isEnabled()]


def text_of(field: QLineEdit | QTextEdit | QPlainTextEdit) -> str:
    return field.text() if isinstance(field, QLineEdit) else field.toPlainText()


def test_that_chords_are_not_typed_into_fields(qtbot: QtBot, german_credit: Program) -> None:
    known = chords(german_credit)
    assert len({one.split(",")[0] for one in known}) == 4
    there = fields(german_credit)
    assert len(there) >= 8
    for number, field in enumerate(there):
        field.setFocus()
        qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
        before = text_of(field)
        if isinstance(field, QLineEdit):
            field.setCursorPosition(0)
        # Every chord in the first field, one of each first key in the others.
        tried = known if not number else {one.split(",")[0]: one for one in known}.values()
        for keys in tried:
            heard: list[bool] = []
            known[keys].triggered.connect(lambda _=False, heard=heard: heard.append(True))
            first, second = known[keys].shortcut()[0], known[keys].shortcut()[1]
            focused = QApplication.focusWidget()
            QTest.keyClick(focused, first.key(), first.keyboardModifiers())
            QTest.keyClick(focused, second.key(), second.keyboardModifiers())
            known[keys].triggered.disconnect()
            assert heard, (field.objectName(), keys)
            assert text_of(field) == before, (field.objectName(), keys)


def test_that_a_field_keeps_its_own_keys(german_credit: Program) -> None:
    field = german_credit.window.findChild(QLineEdit, "payoff_fn")
    assert field is not None
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert not field.text()
    QTest.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text()
