"""A file whose classes are 1 and 0, through the import dialog into the window."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QTableWidget, QWidget

from costcurve_gui.resources import resource_path
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
