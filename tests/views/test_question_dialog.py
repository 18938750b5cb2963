"""A question says what its buttons do, and is answered once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from costcurve_gui.views.dialogs.question_dialog import QuestionDialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

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
