"""A question says what its buttons do, is answered once, and shows what changed on request."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTreeWidget

from costcurve_gui.analysis.data_changes import DataChange
from costcurve_gui.dataio.project_contents import ScoreRange
from costcurve_gui.views.dialogs.question_dialog import QuestionDialog, value_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from costcurve_gui.analysis.data_changes import Value

WAYS = (("save", "Save and quit"), ("other", "Save as…"), ("discard", "Quit without saving"))
LONG = "One sentence after the other says what would be lost. " * 4


@pytest.fixture
def asked(qtbot: QtBot) -> Iterator[tuple[QuestionDialog, list[str]]]:
    dialog = QuestionDialog("quit", "Save 12 changes to credit_march.ccproj?", LONG, WAYS)
    qtbot.addWidget(dialog)
    answers: list[str] = []
    dialog.answered.connect(answers.append)
    dialog.open()
    qtbot.waitExposed(dialog)
    yield dialog, answers
    dialog.close()


@pytest.mark.parametrize(
    ("key", "modifier", "answer"),
    [
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "save"),
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier, ""),
        (Qt.Key.Key_D, Qt.KeyboardModifier.AltModifier, "discard"),
    ],
)
def test_that_keys_answer(
    qtbot: QtBot,
    asked: tuple[QuestionDialog, list[str]],
    key: Qt.Key,
    modifier: Qt.KeyboardModifier,
    answer: str,
) -> None:
    dialog, answers = asked
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    qtbot.keyClick(dialog.focusWidget() or dialog, key, modifier)
    qtbot.waitUntil(lambda: not dialog.isVisible())  # a shortcut shows the button pressed first
    assert answers == [answer]


@pytest.mark.parametrize(("name", "answer"), [("other", "other"), ("cancel", "")])
def test_that_a_button_answers_once(
    asked: tuple[QuestionDialog, list[str]], name: str, answer: str
) -> None:
    dialog, answers = asked
    buttons = {one.objectName(): one for one in dialog.findChildren(QPushButton)}
    assert set(buttons) == {"quit_save", "quit_other", "quit_discard", "quit_cancel"}
    assert all(one.accessibleName() for one in buttons.values())
    buttons[f"quit_{name}"].click()
    assert answers == [answer]


def test_that_a_long_text_is_whole_and_takes_no_more_room_than_it_needs(
    asked: tuple[QuestionDialog, list[str]],
) -> None:
    dialog, _ = asked
    layout = dialog.layout()
    assert layout is not None
    assert abs(dialog.height() - layout.totalHeightForWidth(dialog.width())) <= 2


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
