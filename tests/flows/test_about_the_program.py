"""What the Help menu opens about the program itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QListWidget, QMessageBox, QPushButton, QTextBrowser

from costcurve_gui.about import program as licences
from costcurve_gui.about.program import RELEASES_PAGE
from tests.flows.driver import dialog

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl
    from pytestqt.qtbot import QtBot

    from costcurve_gui.window.program import Program


def test_that_the_licences_of_everything_installed_can_be_read(
    qtbot: QtBot, program: Program
) -> None:
    program.window.commands["licences"].trigger()
    opened = dialog(qtbot, program, "licences_dialog")
    parts = opened.findChild(QListWidget, "licences_list")
    assert parts is not None
    qtbot.waitUntil(lambda: parts.count() > 0)
    names = [parts.item(row).text().partition(" ")[0] for row in range(parts.count())]
    assert {"CostCurve", "Python", "numpy", "duckdb", "pyqtgraph", "shiboken6"} <= set(names)
    parts.setCurrentRow(next(row for row, name in enumerate(names) if name.startswith("PySide6")))
    text = opened.findChild(QTextBrowser, "licences_text")
    assert text is not None
    for words in ("GNU LESSER GENERAL PUBLIC LICENSE", "may replace the libraries", "Source."):
        assert words in text.toPlainText()
    opened.close()


def test_that_a_fault_in_reading_is_told_in_the_dialog(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*, progress: object) -> None:
        raise PermissionError(13, "Permission denied", "licences.json")

    monkeypatch.setattr(licences, "shipped_notices", fail)
    program.window.commands["licences"].trigger()
    opened = dialog(qtbot, program, "licences_dialog")
    text = opened.findChild(QTextBrowser, "licences_text")
    assert text is not None
    qtbot.waitUntil(lambda: text.toPlainText() == "licences.json: Permission denied.")
    opened.close()


def test_that_closing_the_licences_gives_up_reading_them(qtbot: QtBot, program: Program) -> None:
    program.window.commands["licences"].trigger()
    dialog(qtbot, program, "licences_dialog").close()
    assert not program.runner.busy


@pytest.mark.parametrize("opens", [True, False])
def test_that_checking_for_updates_asks_and_then_opens_the_browser(
    qtbot: QtBot, program: Program, monkeypatch: pytest.MonkeyPatch, opens: bool
) -> None:
    asked: list[str] = []

    def browse(page: QUrl) -> bool:
        asked.append(page.toString())
        return opens

    monkeypatch.setattr(QDesktopServices, "openUrl", browse)
    program.window.commands["updates"].trigger()
    opened = dialog(qtbot, program, "updates_dialog")
    assert asked == []
    button = opened.findChild(QPushButton, "updates_open")
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == [RELEASES_PAGE]
    if not opens:
        box = dialog(qtbot, program, "error_dialog")
        assert isinstance(box, QMessageBox)
        assert RELEASES_PAGE in box.informativeText()
        box.close()


def test_that_about_opens(qtbot: QtBot, program: Program) -> None:
    program.window.commands["about"].trigger()
    dialog(qtbot, program, "about_dialog").close()
