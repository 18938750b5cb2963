"""Every field for a number, tried as hands try it: a double click, Tab, typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit

from costcurve_gui.analysis.criteria import MANUAL, THRESHOLD
from costcurve_gui.analysis.derivations import REVERSED
from costcurve_gui.analysis.target_criteria import TARGET_PRECISION, TARGET_RECALL
from costcurve_gui.views.text.numbers import THOUSANDS
from costcurve_gui.views.widgets.fields import CommitField, NumberField, NumberLine, RenameLabel
from tests.flows.driver import type_into, visible_windows, widget
from tests.helpers.plot_mouse import double_click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

pytestmark = pytest.mark.shared_window

GROUPED = f"10{THOUSANDS}000"
DIALOGS = ("partial_range", "belief", "uncertainty", "mix_points", "export", "add_model")
WITH = {"export": "roc", "add_model": REVERSED}
LEAST_FIELDS = 20  # more than the window alone has


@pytest.fixture
def all_open(qtbot: QtBot, german_credit: Program) -> Iterator[Program]:
    """Return the program with every field made, and every dialog open that has one."""
    for rule in (MANUAL, TARGET_RECALL, TARGET_PRECISION, THRESHOLD):
        german_credit.selection.choose_criterion(rule)
        german_credit.window.settle_texts()
    for word in german_credit.window.findChildren(RenameLabel):
        word.edit()
        qtbot.keyClick(word, Qt.Key.Key_Escape)
    for dialog in DIALOGS:
        signal = getattr(german_credit.window, f"{dialog}_requested")
        signal.emit(*([WITH[dialog]] if dialog in WITH else []))
        QApplication.processEvents()
    yield german_credit
    for window in visible_windows():
        if window is not german_credit.window:
            window.close()


def number_fields() -> list[QLineEdit]:
    found: list[QLineEdit] = []
    for top in QApplication.topLevelWidgets():
        found += top.findChildren(NumberField)
        found += (box.lineEdit() for box in top.findChildren(QAbstractSpinBox))
    return found


def text_fields() -> list[QLineEdit]:
    return [line for top in QApplication.topLevelWidgets() for line in top.findChildren(QLineEdit)]


def shown(field: QLineEdit, text: str) -> None:
    field.setText(text)
    field.setEnabled(True)
    field.resize(max(field.width(), 90), field.height())


def test_that_every_field_for_a_number_is_of_one_kind(all_open: Program) -> None:
    fields = number_fields()
    assert len(fields) >= LEAST_FIELDS
    assert all(isinstance(field, NumberLine) for field in fields)
    assert {"manual_threshold", "target_recall"} <= {field.objectName() for field in fields}
    plain = {line.objectName() for line in text_fields() if not isinstance(line, NumberLine)}
    assert not any(word in name for name in plain for word in ("prior", "ratio", "threshold"))


def test_that_a_double_click_selects_a_whole_number_in_every_field(all_open: Program) -> None:
    fields = [*number_fields(), *all_open.window.findChildren(CommitField)]
    for field in fields:
        shown(field, GROUPED)
        for place in (1, len(GROUPED) - 1):
            field.deselect()
            field.setCursorPosition(place)
            double_click(field, field.cursorRect().center())
            assert field.selectedText() == GROUPED, (field.objectName(), place)


def test_that_tab_selects_a_whole_number_in_every_field(all_open: Program) -> None:
    for field in number_fields():
        shown(field, GROUPED)
        field.deselect()
        field.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if field.isVisible() and field.hasFocus():
            assert field.selectedText() == GROUPED, field.objectName()


def test_that_a_number_typed_over_a_double_click_is_the_number_in_force(
    qtbot: QtBot, german_credit: Program
) -> None:
    field = widget(german_credit, "population", NumberField)
    assert field.text() == GROUPED
    double_click(field, QPoint(field.width() - 12, field.height() // 2))
    qtbot.keyClicks(field, "9379")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert german_credit.session.state.current.selection.population == 9379
    assert field.text() == f"9{THOUSANDS}379"


def test_that_a_digit_typed_into_a_grouped_number_leaves_no_group_behind(
    qtbot: QtBot, german_credit: Program
) -> None:
    field = widget(german_credit, "population", NumberField)
    field.setFocus()
    field.setCursorPosition(1)
    qtbot.keyClicks(field, "5")
    assert (field.text(), field.cursorPosition()) == ("150000", 2)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert german_credit.session.state.current.selection.population == 150_000


def test_that_two_numbers_in_a_field_are_not_read_as_one(
    qtbot: QtBot, german_credit: Program
) -> None:
    field = widget(german_credit, "population", NumberField)
    type_into(qtbot, field, "10 9379")
    assert field.fault.startswith('"10 9379" is not a number.')
    assert german_credit.session.state.current.selection.population == 10_000
