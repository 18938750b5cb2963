"""A question about changed data shows what changed on request, and stays the same question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTreeWidget

from costcurve_gui.analysis.data_changes import DataChange
from costcurve_gui.dataio.project_contents import ScoreRange
from costcurve_gui.views.dialogs.question_dialog import QuestionDialog, value_text

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.data_changes import Value

CHANGES = (
    DataChange("Rows", 500.0, 495.0),
    DataChange("Column price", None, "new"),
    DataChange("Cases of bad", 150.0, 150.0),
    DataChange("score_mlp", ScoreRange(0.25, 0.5), ScoreRange(0.25, 0.75, 2)),
)


def dialog_with(qtbot: QtBot, changes: tuple[DataChange, ...]) -> QuestionDialog:
    ways = (("read", "Read it again"), ("copy", "Keep the old copy"))
    dialog = QuestionDialog(
        "changed_data", "It has changed", "5 rows fewer.", ways, changes=changes
    )
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_that_what_changed_is_shown_and_hidden_again(qtbot: QtBot) -> None:
    dialog = dialog_with(qtbot, CHANGES)
    button = dialog.findChild(QPushButton, "changed_data_changes")
    table = dialog.findChild(QTreeWidget, "changed_data_table")
    assert button is not None
    assert table is not None
    low = dialog.height()
    assert (button.text(), table.isVisible()) == ("Show what changed", False)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (button.text(), table.isVisible()) == ("Hide what changed", True)
    assert dialog.height() > low
    rows = [table.topLevelItem(row) for row in range(table.topLevelItemCount())]
    assert [[row.text(column) for column in range(3)] for row in rows if row is not None] == [
        ["Rows", "500", "495"],
        ["Column price", "\u2013", "new"],
        ["Cases of bad", "150", "150"],
        ["score_mlp", "0.25 to 0.5", "0.25 to 0.75, 2 missing"],
    ]
    bold = [row.font(2).bold() for row in rows if row is not None]
    assert bold == [change.differs for change in CHANGES] == [True, True, False, True]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (button.text(), table.isVisible()) == ("Show what changed", False)
    assert dialog.height() == low


def test_that_another_question_has_no_such_button(qtbot: QtBot) -> None:
    dialog = dialog_with(qtbot, ())
    assert dialog.findChild(QPushButton, "changed_data_changes") is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "\u2013"),
        ("gone", "gone"),
        (12000.0, "12\u202f000"),
        (ScoreRange(float("-inf"), 0.5), "\u2212\u221e to 0.5"),
    ],
)
def test_that_a_value_is_written_in_full(value: Value, text: str) -> None:
    assert value_text(value) == text
