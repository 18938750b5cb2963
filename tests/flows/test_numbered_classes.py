"""A file whose classes are 1 and 0, through the import dialog into the window."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QLineEdit,
    QTableView,
    QTableWidget,
    QWidget,
)

from costcurve_gui.resources import resource_path
from costcurve_gui.views.widgets.labels import ElidedLabel
from tests.flows.driver import dialog, snapshot_of
from tests.helpers.choices import Choice, choose

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

COUNT_BESIDE_CLASS = re.compile(r"\b[01] \d|\d (?:0|1)(?![\d\u202f])(?=$|[^:])")
CHOICES = (Choice.MIN_COST, Choice.NEYMAN_PEARSON, Choice.WORKFORCE)


def numbered(folder: Path) -> Path:
    """Write German credit with its classes as 1 and 0."""
    text = resource_path("sample_data", "german_credit_half.csv").read_text("utf-8")
    path = folder / "numbered.csv"
    path.write_text(text.replace(",bad,", ",1,").replace(",good,", ",0,"), encoding="utf-8")
    return path


def texts_in(top: QWidget) -> Iterator[str]:
    for label in top.findChildren(QLabel):
        yield from (getattr(label, "full_text", label.text()), label.toolTip())
    for button in top.findChildren(QAbstractButton):
        yield from (button.text(), button.toolTip())
    for table in top.findChildren(QTableWidget):
        cells = product(range(table.rowCount()), range(table.columnCount()))
        yield from (item.text() for item in (table.item(*cell) for cell in cells) if item)


def mistakable(top: QWidget) -> set[str]:
    """Return texts in which a class could be read as a count, or a count as a class."""
    return {text for text in texts_in(top) if COUNT_BESIDE_CLASS.search(text)}


def test_that_no_class_is_read_as_a_count(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    program.datasets.open_paths([numbered(tmp_path)])
    asked = dialog(qtbot, program, "import_dialog")
    assert mistakable(asked) == set()
    assert any(text == "150 of class 1, 350 of class 0" for text in texts_in(asked))
    qtbot.keyClick(asked, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    for choice in CHOICES:
        choose(program.selection, choice)
        assert len(snapshot_of(program).settings.selection.engine_bounds) == (choice != "min_cost")
        assert mistakable(program.window) == set()
    headings = {
        label.full_text
        for label in program.window.findChildren(QLabel)
        if label.objectName().startswith("payoff_actual_")
    }
    assert headings == {"actual class 1", "actual class 0"}


def test_that_classes_have_the_names_that_were_typed_when_the_file_was_read(
    qtbot: QtBot, program: Program, tmp_path: Path
) -> None:
    program.datasets.open_paths([numbered(tmp_path)])
    asked = dialog(qtbot, program, "import_dialog")
    for value, name in (("1", "insolvent"), ("0", "repaid")):
        row = next(
            row for row in range(2) if widget_in(asked, f"import_value_{row}").full_text == value
        )
        field = asked.findChild(QLineEdit, f"import_value_called_{row}")
        assert field.placeholderText() == f"class {value}"
        qtbot.keyClicks(field, name)
    preview = asked.findChild(QTableView, "import_preview").model()
    cells = {preview.index(row, 1).data() for row in range(5)}
    assert cells <= {"insolvent", "repaid"}
    accept = asked.findChild(QAbstractButton, "import_accept")
    assert accept.isEnabled(), accept.toolTip()
    accept.click()
    qtbot.waitUntil(lambda: program.results.snapshot is not None)
    window = program.window
    assert {
        label.full_text
        for label in window.findChildren(QLabel)
        if label.objectName().startswith("payoff_actual_")
    } == {"actual insolvent", "actual repaid"}
    data = snapshot_of(program).curve_set.dataset
    assert (data.positive_label, data.negative_label) == ("1", "0")  # as the file has them
    axes = window.frames["roc"].view.description.axes(snapshot_of(program))
    assert "insolvent" in axes[1].title
    assert "repaid" in axes[0].title
    window.commands["columns"].trigger()
    again = dialog(qtbot, program, "import_dialog")
    fields = again.findChildren(QLineEdit)
    called = {one.text() for one in fields if one.objectName().startswith("import_value_called_")}
    assert called >= {"insolvent", "repaid"}
    again.close()


def widget_in(top: QWidget, name: str) -> ElidedLabel:
    found = top.findChild(ElidedLabel, name)
    assert isinstance(found, ElidedLabel)
    return found
