"""A table on the clipboard opens like a file, with a decimal comma and marks of thousands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QComboBox

from tests.flows.driver import dialog

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
