"""A table on the clipboard opens like a file, with a decimal comma and marks of thousands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QMessageBox

from costcurve_gui.resources import resource_path
from costcurve_gui.views.widgets.cards import Badge
from costcurve_gui.window import dialogs
from tests.flows.driver import dialog, press, visible_windows

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program

TABLE = "Klasse\tBetrag\tScore\r\n" + "".join(
    f"{'ja' if row % 3 == 0 else 'nein'}\t{row + 1}.250,50\t0,{row:03}\r\n" for row in range(30)
)


def test_that_a_table_copied_in_excel_is_pasted(qtbot: QtBot, program: Program) -> None:
    QGuiApplication.clipboard().setText(TABLE)
    program.window.commands["paste"].trigger()
    asked = dialog(qtbot, program, "import_dialog")
    qtbot.keyClick(asked.findChild(QComboBox, "import_positive"), Qt.Key.Key_Home)
    accept = asked.findChild(QAbstractButton, "import_accept")
    qtbot.mouseClick(accept, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: program.session.state.dataset is not None)
    info = program.session.state.dataset
    assert info is not None
    assert (info.name, info.rows, info.positive_label) == ("Pasted table", 30, "ja")
    assert [model.name for model in info.models] == ["Score"]
    cases = program.store.get(info.id).cases(info).dataset
    assert cases.numeric["Betrag"].tolist() == [1000 * row + 1250.5 for row in range(30)]


def test_that_the_usual_key_pastes_too(qtbot: QtBot, program: Program) -> None:
    copied = QMimeData()
    copied.setText(TABLE)
    copied.setHtml("<table><tr><td>Klasse</td></tr></table>")  # as a spreadsheet does
    QGuiApplication.clipboard().setMimeData(copied)
    press(program, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    asked = dialog(qtbot, program, "import_dialog")
    assert not asked.findChild(QLabel, "import_said").isVisible()
    asked.close()


def test_that_a_field_keeps_the_usual_key_for_itself(qtbot: QtBot, german_credit: Program) -> None:
    QGuiApplication.clipboard().setText(TABLE)
    field = german_credit.window.decision_panel.counts.population
    field.setFocus()
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.text().startswith("Klasse")
    assert visible_windows() == [german_credit.window]
    qtbot.keyClick(field, Qt.Key.Key_Escape)


def test_that_a_first_row_of_values_is_a_case(qtbot: QtBot, program: Program) -> None:
    QGuiApplication.clipboard().setText(TABLE.partition("\n")[2])
    program.window.commands["paste"].trigger()
    asked = dialog(qtbot, program, "import_dialog")
    doubt = asked.findChild(Badge, "import_doubt_0")
    assert doubt.isVisible()
    assert "is a case: the file has no header" in doubt.text
    asked.close()


def test_that_copied_files_are_opened(qtbot: QtBot, program: Program) -> None:
    copied = QMimeData()
    copied.setUrls([QUrl.fromLocalFile(str(resource_path("sample_data", "sonar_cv10.csv")))])
    QGuiApplication.clipboard().setMimeData(copied)
    program.window.commands["paste"].trigger()
    dialog(qtbot, program, "import_dialog").close()


def picture() -> QMimeData:
    content = QMimeData()
    content.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    return content


def text(words: str) -> QMimeData:
    content = QMimeData()
    content.setText(words)
    return content


@pytest.mark.parametrize(
    ("content", "title", "word"),
    [
        (picture(), "Nothing to paste", "The clipboard holds a picture."),
        (text(""), "Nothing to paste", "The clipboard holds no table."),
        (text("Scores, as we said.\n"), "Nothing to paste", "The clipboard holds one line"),
        (text("Hello,\nscores below.\nAnna"), "The table was not pasted", "Cannot read Pasted"),
    ],
    ids=["picture", "nothing", "sentence", "letter"],
)
def test_that_what_is_no_table_is_refused_in_words(
    qtbot: QtBot, program: Program, content: QMimeData, title: str, word: str
) -> None:
    QGuiApplication.clipboard().setMimeData(content)
    program.window.commands["paste"].trigger()
    told = dialog(qtbot, program, "error_dialog")
    assert isinstance(told, QMessageBox)
    assert (told.text(), told.informativeText()[: len(word)]) == (title, word)
    told.close()


def test_that_a_clipboard_without_content_is_said(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = SimpleNamespace(mimeData=lambda: None)
    monkeypatch.setattr(dialogs, "QGuiApplication", SimpleNamespace(clipboard=lambda: nothing))
    program.window.commands["paste"].trigger()
    told = dialog(qtbot, program, "error_dialog")
    assert isinstance(told, QMessageBox)
    assert told.informativeText().startswith("The clipboard holds no table.")
    told.close()
